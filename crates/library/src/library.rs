//! The file.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};
use sixfold_game::{GameName, Setup, SquareSet};
use sixfold_jobs::{Digest, Sealed};
use tempfile::TempPath;

use crate::book::Book;
use crate::column::Hexadecimal;
use crate::journal::{self, Direction, Keeping};
use crate::look::MOST_ARRIVALS;
use crate::writing::{Done, Writing};
use crate::{
    Counts, Description, Edit, Entry, Found, Ground, Judgement, Known, LibraryError, Problem,
    Statistics, edit, file, rows, schema, wire,
};

/// An opening library. What a method writes is written as a whole or not at all, however the program
/// ends.
#[derive(Debug)]
pub struct Library {
    pub(crate) path: PathBuf,
    pub(crate) connection: Connection,
    pub(crate) book: Book,
    /// The copy in which an old format was brought up to date, only to be looked at.
    _copy: Option<TempPath>,
}

impl Library {
    /// Begins a library. There must be no such file, or an empty one.
    pub fn create(path: &Path, game: GameName) -> Result<Library, LibraryError> {
        let create = || {
            let book = Book::of(game);
            let connection = file::create(path, game)?;
            Ok(Library { path: path.to_path_buf(), connection, book, _copy: None })
        };
        let is_there = |problem| match problem {
            Problem::OtherFile => Problem::Exists,
            problem => problem,
        };
        create().map_err(is_there).map_err(LibraryError::of(path))
    }

    /// Opens a library in order to look at it and to change it. An old format is brought up to date.
    pub fn open(path: &Path) -> Result<Library, LibraryError> {
        let open = || Library::over(path, file::open(path)?, None);
        open().map_err(LibraryError::of(path))
    }

    /// Opens a library only to look at it: nothing is written, be it in an old format or in a folder
    /// where nothing can be written. Others may write meanwhile, but what they do may not show:
    /// whoever wants to see that opens it again.
    pub fn open_read_only(path: &Path) -> Result<Library, LibraryError> {
        let open = || {
            let file::ReadOnly { connection, copy } = file::open_read_only(path)?;
            Library::over(path, connection, copy)
        };
        open().map_err(LibraryError::of(path))
    }

    fn over(
        path: &Path,
        connection: Connection,
        copy: Option<TempPath>,
    ) -> Result<Library, Problem> {
        let book = Book::of(schema::game(&connection)?);
        Ok(Library { path: path.to_path_buf(), connection, book, _copy: copy })
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

    /// How often the library has been changed, by whomever.
    pub fn version(&self) -> Result<u64, LibraryError> {
        self.read(|_, reading| {
            let version = reading
                .prepare_cached("SELECT version FROM header")?
                .query_one([], |row| row.get::<_, i64>(0))?;
            Ok(version.unsigned_abs())
        })
    }

    /// Adds what is known of some positions, all of it or, if it contradicts what the library
    /// knows, nothing. This cannot be undone.
    pub fn add(&mut self, entries: &[Entry]) -> Result<(), LibraryError> {
        self.write(Keeping::Forget, |writing| {
            entries.iter().try_for_each(|entry| add_entry(writing, entry))?;
            Ok(Done { title: "entries".to_string(), answer: () })
        })
    }

    /// Says something of a position, which is added if it is not there.
    pub fn describe(&mut self, position: &Setup, said: &Description) -> Result<(), LibraryError> {
        let edits = [Edit::Name(said.name.clone()), Edit::Comment(said.comment.clone())];
        self.edit(position, &edits)
    }

    /// Makes all edits of a position or, if one of them cannot be made, none. They are one step,
    /// which can be undone.
    pub fn edit(&mut self, position: &Setup, edits: &[Edit]) -> Result<(), LibraryError> {
        self.write(Keeping::Step, |writing| {
            Ok(Done { title: edit::apply(writing, position, edits)?, answer: () })
        })
    }

    /// Makes edits of the position that these turns lead to from the start of the game, and adds
    /// the turns; all of it is one step, which can be undone.
    pub fn edit_after(&mut self, turns: &[SquareSet], edits: &[Edit]) -> Result<(), LibraryError> {
        self.write(Keeping::Step, |writing| {
            let start = Setup::start(writing.book.game);
            edit::apply(writing, &start, &[Edit::AddLine(turns.to_vec())])?;
            let after = |setup: Setup, &turn: &SquareSet| writing.book.after(&setup, turn);
            let position = turns.iter().fold(start, after);
            Ok(Done { title: edit::apply(writing, &position, edits)?, answer: () })
        })
    }

    /// Undoes the last step, and says what it was.
    pub fn undo(&mut self) -> Result<Option<String>, LibraryError> {
        self.go(Direction::Undo)
    }

    /// Does again what was undone last, and says what it was.
    pub fn redo(&mut self) -> Result<Option<String>, LibraryError> {
        self.go(Direction::Redo)
    }

    /// What would be undone.
    pub fn can_undo(&self) -> Result<Option<String>, LibraryError> {
        self.read(|_, reading| journal::title(reading, Direction::Undo))
    }

    /// What would be done again.
    pub fn can_redo(&self) -> Result<Option<String>, LibraryError> {
        self.read(|_, reading| journal::title(reading, Direction::Redo))
    }

    /// What is known of a position, whichever way round it lies.
    pub fn lookup(&self, position: &Setup) -> Result<Option<Found>, LibraryError> {
        self.read(|book, reading| book.lookup(reading, position))
    }

    /// All that there is to say of a position, known or not, in words.
    pub fn look(&self, position: &Setup) -> Result<wire::Entry, LibraryError> {
        self.read(|book, reading| {
            let found = book.lookup(reading, position)?;
            let arrivals = book.arrivals(reading, position)?;
            let arrivals = arrivals.iter().take(MOST_ARRIVALS).map(|it| it.turn).collect();
            let seen = wire::Seen {
                game: book.game,
                position,
                canonical: &book.image(position),
                found: found.as_ref(),
                arrivals,
                can_undo: journal::title(reading, Direction::Undo)?,
                can_redo: journal::title(reading, Direction::Redo)?,
            };
            Ok(seen.entry())
        })
    }

    /// A certificate. That of a joseki speaks of the canonical orientation of its position; one that
    /// a user has added, of his. Its content is held against its digest.
    pub fn certificate(&self, digest: Digest) -> Result<Option<Sealed>, LibraryError> {
        self.read(|_, reading| rows::read_certificate(reading, digest))
    }

    /// The digests of all certificates.
    pub fn certificates(&self) -> Result<Vec<Digest>, LibraryError> {
        self.read(|_, reading| {
            let mut statement =
                reading.prepare_cached("SELECT digest FROM certificate ORDER BY digest")?;
            let found = statement.query_map([], |row| row.get::<_, Hexadecimal>(0))?;
            let digests = found.map(|found| found.map(|Hexadecimal(digest)| digest));
            Ok(digests.collect::<Result<_, _>>()?)
        })
    }

    /// How much is in it.
    pub fn counts(&self) -> Result<Counts, LibraryError> {
        self.read(|_, reading| {
            Ok(reading.query_one(
                "SELECT count(*),
                        count(*) FILTER (WHERE known IN ('black_wins', 'white_wins')),
                        count(*) FILTER (WHERE ground IN ('certificate', 'minimax')),
                        count(*) FILTER (WHERE known = 'open'),
                        (SELECT count(*) FROM move),
                        (SELECT count(*) FROM certificate),
                        (SELECT coalesce(sum(games), 0) FROM source),
                        (SELECT version FROM header),
                        (SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)
                 FROM position",
                [],
                |row| {
                    let count = |column| row.get::<_, i64>(column).map(i64::unsigned_abs);
                    Ok(Counts {
                        positions: count(0)?,
                        won: count(1)?,
                        proven: count(2)?,
                        open: count(3)?,
                        moves: count(4)?,
                        certificates: count(5)?,
                        games: count(6)?,
                        version: count(7)?,
                        bytes: count(8)?,
                    })
                },
            )?)
        })
    }

    fn go(&mut self, direction: Direction) -> Result<Option<String>, LibraryError> {
        self.transact(|_, connection| {
            let done = journal::go(connection, direction)?;
            if done.is_some() {
                raise_version(connection)?;
            }
            Ok(done)
        })
    }

    /// Looks at the file at one moment.
    pub(crate) fn read<T>(
        &self,
        look: impl FnOnce(&Book, &Connection) -> Result<T, Problem>,
    ) -> Result<T, LibraryError> {
        let Library { path, connection, book, .. } = self;
        let read = || {
            let reading = connection.unchecked_transaction()?;
            look(book, &reading)
        };
        read().map_err(LibraryError::of(path))
    }

    /// Writes all or nothing, as one step of which the work says what it is. A step that changes
    /// nothing is none.
    pub(crate) fn write<T>(
        &mut self,
        keeping: Keeping,
        work: impl FnOnce(&mut Writing<'_>) -> Result<Done<T>, Problem>,
    ) -> Result<T, LibraryError> {
        self.transact(|book, connection| {
            let mut writing = Writing::new(book, connection, keeping);
            let Done { title, answer } = work(&mut writing)?;
            let written = writing.finish();
            if written.changed > 0 {
                journal::note(connection, &title, written.changes.as_deref())?;
                raise_version(connection)?;
            }
            Ok(answer)
        })
    }

    pub(crate) fn transact<T>(
        &mut self,
        work: impl FnOnce(&Book, &Connection) -> Result<T, Problem>,
    ) -> Result<T, LibraryError> {
        let Library { path, connection, book, .. } = self;
        let all_or_nothing = || {
            let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let answer = work(book, &writing)?;
            writing.commit()?;
            Ok(answer)
        };
        all_or_nothing().map_err(LibraryError::of(path))
    }
}

pub(crate) fn raise_version(writing: &Connection) -> Result<(), Problem> {
    writing.execute("UPDATE header SET version = version + 1", [])?;
    Ok(())
}

fn add_entry(writing: &mut Writing<'_>, entry: &Entry) -> Result<(), Problem> {
    let placed = writing.book.placed(&entry.position)?;
    let id = writing.position(&placed.canonical)?;
    let ground = match (&entry.certificate, entry.known) {
        (Some(_), _) => Ground::Certificate,
        (None, Known::Won(_)) => Ground::Minimax,
        (None, _) => Ground::Claim,
    };
    let news = Judgement::new(entry.known, ground);
    edit::learn(writing, id, news, entry.certificate.as_ref())?;
    for &turn in &entry.moves {
        if !writing.book.has_room(&entry.position, turn) {
            return Err(Problem::Move(entry.position.to_string()));
        }
        writing.add_move(&placed.canonical, placed.inwards.images(turn), Statistics::default())?;
    }
    Ok(())
}
