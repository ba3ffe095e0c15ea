//! The file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};
use sixfold_connect::{Geometry, connect_rules};
use sixfold_game::{GameName, Player, Setup, SquareSet};
use sixfold_jobs::wire::{name, squares};
use sixfold_jobs::{Digest, Sealed};
use sixfold_prove::Symmetries;

use crate::column::Hexadecimal;
use crate::schema::damaged;
use crate::{Counts, Description, Entry, Found, FoundMove, Known, LibraryError, Problem, schema};

/// How long to wait for another program that writes the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// An opening library. What a method writes is written as a whole or not at all, however the program
/// ends.
#[derive(Debug)]
pub struct Library {
    path: PathBuf,
    connection: Connection,
    book: Book,
}

/// What is to be known of the game in order to read and write.
#[derive(Debug)]
struct Book {
    game: GameName,
    symmetries: Symmetries,
}

impl Library {
    /// Begins a library. There must be no such file, or an empty one.
    pub fn create(path: &Path, game: GameName) -> Result<Library, LibraryError> {
        let create = || {
            let book = Book::of(game)?;
            let mut connection = connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
            schema::create(&mut connection, game)?;
            Ok(Library { path: path.to_path_buf(), connection, book })
        };
        let is_there = |problem| match problem {
            Problem::OtherFile => Problem::Exists,
            problem => problem,
        };
        create().map_err(is_there).map_err(LibraryError::of(path))
    }

    /// Opens a library.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let open = || {
            // The system says better than SQLite why a file cannot be opened.
            path.metadata()?;
            let mut connection = connect(path, OpenFlags::empty())?;
            schema::update(&mut connection)?;
            let book = Book::of(schema::game(&connection)?)?;
            Ok(Library { path: path.to_path_buf(), connection, book })
        };
        open().map_err(LibraryError::of(path))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> GameName {
        self.book.game
    }

    /// Adds what is known of some positions, all of it or, if it contradicts what the library
    /// knows, nothing.
    pub fn add(&mut self, entries: &[Entry]) -> Result<(), LibraryError> {
        self.write(|book, writing| entries.iter().try_for_each(|entry| book.add(writing, entry)))
    }

    /// Says something of a position, which is added if it is not there.
    pub fn describe(&mut self, position: &Setup, said: &Description) -> Result<(), LibraryError> {
        self.write(|book, writing| {
            let id = insert_position(writing, &book.canonical(position)?)?;
            let Description { name, comment } = said;
            writing.execute(
                "UPDATE position SET name = ?, comment = ? WHERE id = ?",
                params![name, comment, id],
            )?;
            Ok(())
        })
    }

    /// What is known of a position, whichever way round it lies.
    pub fn lookup(&self, position: &Setup) -> Result<Option<Found>, LibraryError> {
        self.book.lookup(&self.connection, position).map_err(LibraryError::of(&self.path))
    }

    /// A certificate, which speaks of the canonical orientation of its position. Its content is
    /// held against its digest.
    pub fn certificate(&self, digest: Digest) -> Result<Option<Sealed>, LibraryError> {
        read_certificate(&self.connection, digest).map_err(LibraryError::of(&self.path))
    }

    /// How much is in it.
    pub fn counts(&self) -> Result<Counts, LibraryError> {
        let read = || {
            let counts = self.connection.query_one(
                "SELECT count(*),
                        count(*) FILTER (WHERE known IN ('black_wins', 'white_wins')),
                        count(*) FILTER (WHERE known = 'open'),
                        (SELECT count(*) FROM move),
                        (SELECT count(*) FROM certificate)
                 FROM position",
                [],
                |row| {
                    let count = |column| row.get::<_, u32>(column).map(u64::from);
                    Ok(Counts {
                        positions: count(0)?,
                        won: count(1)?,
                        open: count(2)?,
                        moves: count(3)?,
                        certificates: count(4)?,
                    })
                },
            )?;
            Ok(counts)
        };
        read().map_err(LibraryError::of(&self.path))
    }

    /// Writes all or nothing.
    fn write(
        &mut self,
        work: impl FnOnce(&Book, &Connection) -> Result<(), Problem>,
    ) -> Result<(), LibraryError> {
        let Library { path, connection, book } = self;
        let all_or_nothing = || {
            let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            work(book, &writing)?;
            Ok(writing.commit()?)
        };
        all_or_nothing().map_err(LibraryError::of(path))
    }
}

impl Book {
    fn of(game: GameName) -> Result<Book, Problem> {
        let rules = connect_rules(game).map_err(|_| Problem::Game(game))?;
        Ok(Book { game, symmetries: Symmetries::new(Arc::new(Geometry::new(rules))) })
    }

    fn canonical(&self, position: &Setup) -> Result<Setup, Problem> {
        if position.grid() != self.game.grid() {
            return Err(Problem::Board(self.game));
        }
        Ok(self.symmetries.canonical(position)?)
    }

    fn add(&self, writing: &Connection, entry: &Entry) -> Result<(), Problem> {
        let canonical = self.canonical(&entry.position)?;
        let id = insert_position(writing, &canonical)?;
        let before: Known = writing
            .prepare_cached("SELECT known FROM position WHERE id = ?")?
            .query_one([id], |row| row.get(0))?;
        let known = before.and(entry.known);
        let known = known.ok_or_else(|| Problem::Contradiction(canonical.to_string()))?;
        if let Some(sealed) = &entry.certificate {
            insert_certificate(writing, sealed)?;
        }
        // The proof of what was known before says less if more is known now.
        let digest = entry.certificate.as_ref().map(|sealed| Hexadecimal(sealed.digest()));
        writing
            .prepare_cached(
                "UPDATE position SET certificate = CASE WHEN known = ?1
                     THEN coalesce(certificate, ?2) ELSE ?2 END, known = ?1 WHERE id = ?3",
            )?
            .execute(params![known, digest, id])?;
        entry.moves.iter().try_for_each(|&turn| self.add_move(writing, entry, &canonical, turn))
    }

    fn add_move(
        &self,
        writing: &Connection,
        entry: &Entry,
        canonical: &Setup,
        turn: SquareSet,
    ) -> Result<(), Problem> {
        let position = &entry.position;
        let taken = position.stones(Player::Black) | position.stones(Player::White);
        let cells = self.symmetries.geometry().cells();
        let is_possible = (turn & taken).is_empty()
            && (turn - cells).is_empty()
            && turn.len() <= usize::from(position.turn.stones_left);
        let way = self.symmetries.between(position, canonical).filter(|_| is_possible);
        let way = way.ok_or_else(|| Problem::Move(position.to_string()))?;
        // Of moves that are mirror images of each other in this position, one stands for all.
        let turn = way.images(turn);
        let turn = self.symmetries.same_turns(canonical, turn).into_iter().min().unwrap_or(turn);
        let child = self.canonical(&self.symmetries.after(canonical, turn))?;
        let (id, child) = (insert_position(writing, canonical)?, insert_position(writing, &child)?);
        writing
            .prepare_cached(
                "INSERT INTO move (position, played, child) VALUES (?, ?, ?)
                 ON CONFLICT DO NOTHING",
            )?
            .execute(params![id, name(self.game, turn), child])?;
        Ok(())
    }

    fn lookup(&self, reading: &Connection, position: &Setup) -> Result<Option<Found>, Problem> {
        let canonical = self.canonical(position)?;
        let mut statement = reading.prepare_cached(
            "SELECT id, known, certificate, name, comment FROM position WHERE fen = ?",
        )?;
        let found = statement.query_one([canonical.to_string()], |row| {
            let certificate: Option<Hexadecimal> = row.get(2)?;
            let found = Found {
                known: row.get(1)?,
                certificate: certificate.map(|Hexadecimal(digest)| digest),
                description: Description { name: row.get(3)?, comment: row.get(4)? },
                moves: Vec::new(),
            };
            Ok((row.get::<_, i64>(0)?, found))
        });
        let Some((id, found)) = found.optional()? else { return Ok(None) };
        let way = self.symmetries.between(&canonical, position);
        let way = way.ok_or_else(|| Problem::Damaged(format!("'{canonical}' cannot be turned")))?;
        let mut moves = self.moves(reading, id)?;
        for found in &mut moves {
            found.stones = way.images(found.stones);
        }
        Ok(Some(Found { moves, ..found }))
    }

    /// The moves of a position as they are kept.
    fn moves(&self, reading: &Connection, id: i64) -> Result<Vec<FoundMove>, Problem> {
        let mut statement = reading.prepare_cached(
            "SELECT move.played, position.known, position.certificate
             FROM move JOIN position ON position.id = move.child
             WHERE move.position = ? ORDER BY move.played",
        )?;
        let mut rows = statement.query([id])?;
        let mut moves = Vec::new();
        while let Some(row) = rows.next()? {
            let played: String = row.get(0)?;
            moves.push(FoundMove {
                stones: squares(self.game, &played).map_err(|error| damaged(&error))?,
                known: row.get(1)?,
                certificate: row.get::<_, Option<Hexadecimal>>(2)?.map(|Hexadecimal(hex)| hex),
            });
        }
        Ok(moves)
    }
}

fn insert_position(writing: &Connection, canonical: &Setup) -> Result<i64, Problem> {
    let fen = canonical.to_string();
    writing
        .prepare_cached("INSERT INTO position (fen) VALUES (?) ON CONFLICT DO NOTHING")?
        .execute([&fen])?;
    let mut statement = writing.prepare_cached("SELECT id FROM position WHERE fen = ?")?;
    Ok(statement.query_one([&fen], |row| row.get(0))?)
}

fn insert_certificate(writing: &Connection, sealed: &Sealed) -> Result<(), Problem> {
    writing
        .prepare_cached(
            "INSERT INTO certificate (digest, content) VALUES (?, ?) ON CONFLICT DO NOTHING",
        )?
        .execute(params![Hexadecimal(sealed.digest()), sealed.bytes()])?;
    Ok(())
}

fn read_certificate(reading: &Connection, digest: Digest) -> Result<Option<Sealed>, Problem> {
    let bytes: Option<Vec<u8>> = reading
        .prepare_cached("SELECT content FROM certificate WHERE digest = ?")?
        .query_one([Hexadecimal(digest)], |row| row.get(0))
        .optional()?;
    match bytes.map(Sealed::from_bytes) {
        Some(sealed) if sealed.digest() != digest => {
            Err(Problem::Damaged(format!("certificate {digest} has another content")))
        }
        sealed => Ok(sealed),
    }
}

fn connect(path: &Path, access: OpenFlags) -> Result<Connection, Problem> {
    let access = access | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, access)?;
    connection.busy_timeout(PATIENCE)?;
    // The file may come from somebody else: what it says must not do anything but be read.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "full")?;
    Ok(connection)
}
