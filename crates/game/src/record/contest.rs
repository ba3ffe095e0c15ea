//! Records of Chinese computer game contests:
//! `{[C6][team B][team W][先手胜][2017.07.29 14:00 place][2017 CCGC];B(J,10);W(I,11);W(I,12)...}`.
//!
//! The fields are the game, both teams (with the colour behind the name), the result, date and
//! place, and the event. Files are often in GB2312; see [`Encoding`](super::Encoding). Results are
//! known in many spellings and written in one.

use std::fmt::Write as _;

use thiserror::Error;

use super::result::outcome_of;
use super::tip::Tip;
use super::{Event, Info, Located, MoveError, Record, Stone, WriteError};
use crate::square::excerpt;
use crate::{Extent, GameName, NameError, Outcome, PerPlayer, Player, SquareError};

/// More games than this in one file are taken for a mistake.
const MOST_GAMES: usize = 100_000;

/// What is wrong with a contest record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// Something else stands where this should.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A field of the header has no end.
    #[error("the field that begins here has no ']'")]
    UnclosedField,
    /// A stone is not on a square of the board.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A stone cannot be placed.
    #[error(transparent)]
    Stone(#[from] MoveError),
    /// The notation has no games but Connect games.
    #[error("a contest record cannot hold a game of {0}")]
    NotConnect(GameName),
    /// The first field names no game that is known.
    #[error("the file is a record of another game ('[{0}]')")]
    OtherGame(String),
    /// The first field names a game that cannot be.
    #[error(transparent)]
    Name(NameError),
    /// One game was expected.
    #[error("a second game begins here, expected only one")]
    SecondGame,
    /// The file is absurdly long.
    #[error("more than {MOST_GAMES} games in one file")]
    TooManyGames,
}

/// Reads one game. Without `game` it is the one that the record names.
pub fn read(text: &str, game: Option<GameName>) -> Result<Record, Located<Fault>> {
    let mut reader = Reader { text, rest: text, game };
    let record = reader.record()?;
    if reader.at_end() { Ok(record) } else { Err(reader.fault(Fault::SecondGame)) }
}

/// Reads all games of a text, one behind the other.
pub fn read_collection(text: &str, game: Option<GameName>) -> Result<Vec<Record>, Located<Fault>> {
    let mut reader = Reader { text, rest: text, game };
    let mut records = vec![reader.record()?];
    while !reader.at_end() {
        if records.len() == MOST_GAMES {
            return Err(reader.fault(Fault::TooManyGames));
        }
        records.push(reader.record()?);
    }
    Ok(records)
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    game: Option<GameName>,
}

impl<'a> Reader<'a> {
    fn at_end(&mut self) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.is_empty()
    }

    fn fault(&self, fault: impl Into<Fault>) -> Located<Fault> {
        Located::at(self.text, self.rest, fault)
    }

    fn expected(&self, expected: &'static str) -> Located<Fault> {
        let found = match self.rest {
            "" => "the end of the text".to_owned(),
            rest => format!("'{}'", excerpt(rest)),
        };
        self.fault(Fault::Expected { expected, found })
    }

    /// Takes one of these letters, whatever its case, with the space before it.
    fn take(&mut self, letters: &[char], name: &'static str) -> Result<char, Located<Fault>> {
        self.rest = self.rest.trim_start();
        let next = self.rest.chars().next().map(|letter| letter.to_ascii_uppercase());
        match next.filter(|letter| letters.contains(letter)) {
            Some(letter) => {
                self.rest = &self.rest[1..];
                Ok(letter)
            }
            None => Err(self.expected(name)),
        }
    }

    fn record(&mut self) -> Result<Record, Located<Fault>> {
        self.take(&['{'], "'{'")?;
        self.rest = self.rest.trim_start();
        let header = self.rest;
        let game_field = self.field()?;
        let game = game_by_field(game_field, self.game)
            .map_err(|fault| Located::at(self.text, header, fault))?;
        if !matches!(game, GameName::Connect(_)) {
            return Err(Located::at(self.text, header, Fault::NotConnect(game)));
        }
        let mut record = Record::new(game);
        record.info = self.info()?;
        let mut tip = Tip::root(&record);
        while self.take(&[';', '}'], "';' or '}'")? == ';' {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with([';', '}']) {
                self.stone(&mut record, &mut tip)?;
            }
        }
        Ok(record)
    }

    /// One field of the header, without its brackets.
    fn field(&mut self) -> Result<&'a str, Located<Fault>> {
        let begin = self.rest;
        self.take(&['['], "'['")?;
        match self.rest.find(['[', ']']) {
            Some(end) if self.rest[end..].starts_with(']') => {
                let field = &self.rest[..end];
                self.rest = &self.rest[end + 1..];
                Ok(field)
            }
            _ => Err(Located::at(self.text, begin, Fault::UnclosedField)),
        }
    }

    /// The fields behind the first one. Those at the end may be missing.
    fn info(&mut self) -> Result<Info, Located<Fault>> {
        let mut fields = Vec::new();
        while self.rest.trim_start().starts_with('[') {
            self.rest = self.rest.trim_start();
            let field = self.field()?;
            if fields.len() < 5 {
                fields.push(field);
            }
        }
        fields.resize(5, "");
        let (date, place) = date_and_place(fields[3]);
        Ok(Info {
            players: PerPlayer { black: team(fields[0], " B"), white: team(fields[1], " W") },
            event: plain(fields[4]),
            date,
            place,
            result: outcome_of(fields[2]),
            result_text: String::new(),
        })
    }

    /// A stone such as `B(J,10)`.
    fn stone(&mut self, record: &mut Record, tip: &mut Tip) -> Result<(), Located<Fault>> {
        let begin = self.rest;
        let player = match self.take(&['B', 'W'], "a stone such as B(J,10)")? {
            'B' => Player::Black,
            _ => Player::White,
        };
        self.take(&['('], "'('")?;
        let inside = &self.rest[..self.rest.find([')', ';', '}']).unwrap_or(self.rest.len())];
        let Some((column, row)) = inside.split_once(',') else {
            return Err(self.expected("a square such as J,10"));
        };
        let name = format!("{}{}", column.trim(), row.trim());
        let square = match record.game().grid().parse(&name) {
            Ok(square) if column.trim().len() == 1 => square,
            Ok(_) => return Err(self.expected("a square such as J,10")),
            Err(error) => return Err(self.fault(error)),
        };
        self.rest = &self.rest[inside.len()..];
        self.take(&[')'], "')'")?;
        tip.play_stone(record, Stone { player, square })
            .map_err(|error| Located::at(self.text, begin, error))
    }
}

/// The game that was asked for or that the first field names. Behind the name of an unbounded game
/// stands the size of the window through which it is seen, as in `connect(6,2,3) 21x21`.
fn game_by_field(field: &str, asked: Option<GameName>) -> Result<GameName, Fault> {
    let field = field.trim();
    let size = field.rsplit_once(' ').and_then(|(name, size)| Some((name, read_size(size)?)));
    let (name, size) = size.map_or((field, None), |(name, size)| (name.trim(), Some(size)));
    let game = match asked {
        Some(game) => game,
        None => game_by_name(name)?,
    };
    let Some((rows, columns)) = size else { return Ok(game) };
    let game = game.seen_through(rows, columns).map_err(Fault::Name)?;
    if (game.grid().rows(), game.grid().columns()) == (rows, columns) {
        Ok(game)
    } else {
        Err(Fault::OtherGame(excerpt(field)))
    }
}

fn read_size(text: &str) -> Option<(u8, u8)> {
    let (rows, columns) = text.split_once('x')?;
    Some((rows.parse().ok()?, columns.parse().ok()?))
}

/// Contests know the game as C6; other Connect games are written by their name.
fn game_by_name(name: &str) -> Result<GameName, Fault> {
    if name.is_empty() || name.eq_ignore_ascii_case("C6") || name == "六子棋" {
        return Ok(GameName::CONNECT6);
    }
    name.parse().map_err(|error| match error {
        NameError::Unknown(name) => Fault::OtherGame(name),
        error => Fault::Name(error),
    })
}

/// A team's name without the colour that contests write behind it.
fn team(field: &str, colour: &str) -> String {
    let name = field.trim_end();
    plain(name.strip_suffix(colour).unwrap_or(name))
}

/// The date is what begins with digits: `2017.07.29 14:00`; the rest is the place.
fn date_and_place(field: &str) -> (String, String) {
    let field = plain(field);
    let is_date = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let words: Vec<_> = field.split(' ').collect();
    let (date, place) = words.split_at(words.iter().take_while(|word| is_date(word)).count());
    (date.join(" "), place.join(" "))
}

const RESULTS: [(&str, Option<Outcome>); 4] = [
    ("先手胜", Some(Outcome::Win(Player::Black))),
    ("后手胜", Some(Outcome::Win(Player::White))),
    ("和棋", Some(Outcome::Draw)),
    // Not empty: in GB2312 this also makes it certain that the file is no UTF-8.
    ("胜负未定", None),
];

/// A text that can stand in a field: one line, single spaces, full-width brackets.
fn plain(text: &str) -> String {
    let is_gap = |letter: char| letter.is_whitespace() || letter.is_control();
    let words: Vec<_> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    words.join(" ").replace('[', "［").replace(']', "］")
}

/// Writes the main line as a contest record.
///
/// A field cannot hold square brackets and line breaks; full-width brackets and spaces are
/// written for them. Comments, marks and variations are left out.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let grid = record.game().grid();
    let game = match record.game() {
        GameName::CONNECT6 => "C6".to_owned(),
        game @ GameName::Connect(rules) => match rules.extent() {
            Extent::Whole => game.to_string(),
            Extent::Window => format!("{game} {}x{}", grid.rows(), grid.columns()),
        },
        game @ GameName::Hex(_) => return Err(WriteError::NotConnect(game)),
    };
    let Info { players, event, date, place, result, .. } = &record.info;
    let result_name =
        RESULTS.into_iter().find(|(_, known)| known == result).map_or("", |(name, _)| name);
    let mut text = format!(
        "{{[{game}][{} B][{} W][{result_name}][{}][{}]",
        plain(&players.black),
        plain(&players.white),
        plain(&format!("{date} {place}")),
        plain(event),
    );
    for id in record.main_line() {
        match record.node(id).event {
            Event::Nothing => {}
            Event::Edit(_) | Event::Swap => return Err(WriteError::EditedPosition),
            Event::Stone(Stone { player, square }) => {
                let colour = player.letter().to_ascii_uppercase();
                let column = (b'A' + grid.column(square)) as char;
                // Writing to a string cannot fail.
                let _ = write!(text, ";{colour}({column},{})", grid.row(square) + 1);
            }
        }
    }
    text.push('}');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::move_list;

    const GAME: &str = "{[C6][Deep Green B][六子棋 W][先手胜][2017.07.29 14:00 重庆 大学][2017 CCGC];\
                        B(J,10);W(I,11);W(I,12);B(K,11);B(L,9)}";

    fn fault(text: &str) -> String {
        read(text, None).unwrap_err().to_string()
    }

    #[test]
    fn header_and_stones_are_read() {
        let record = read(GAME, None).unwrap();
        assert_eq!(record.game(), GameName::CONNECT6);
        assert_eq!(record.info.players.black, "Deep Green");
        assert_eq!(record.info.players.white, "六子棋");
        assert_eq!(record.info.result, Some(Outcome::Win(Player::Black)));
        assert_eq!(record.info.date, "2017.07.29 14:00");
        assert_eq!(record.info.place, "重庆 大学");
        assert_eq!(record.info.event, "2017 CCGC");
        assert_eq!(move_list::write(&record).unwrap(), "j10 i11i12 k11l9");
    }

    #[test]
    fn a_record_is_written_as_it_is_read() {
        assert_eq!(write(&read(GAME, None).unwrap()).unwrap(), GAME);
    }

    #[test]
    fn spaces_case_and_empty_stones_do_not_matter() {
        let loose = " { [C6] [a B]\n[b W][后手胜] ; b ( j , 10 ) ;; W(I,11);W(I,12); }\n";
        let record = read(loose, None).unwrap();
        assert_eq!(record.info.result, Some(Outcome::Win(Player::White)));
        assert_eq!(record.stones().count(), 3);
    }

    #[test]
    fn a_result_has_many_spellings() {
        let [black, white] = Player::BOTH.map(|player| Some(Outcome::Win(player)));
        for (field, result) in [
            ("先手胜利", black),
            ("后手负", black),
            ("黑胜", black),
            ("后手胜利", white),
            ("先手负", white),
            ("白胜", white),
            (" 和局 ", Some(Outcome::Draw)),
            ("平局", Some(Outcome::Draw)),
            ("平手", Some(Outcome::Draw)),
            ("Draw", Some(Outcome::Draw)),
            ("胜负未定", None),
            ("?", None),
        ] {
            let record = read(&format!("{{[C6][a][b][{field}];B(J,10)}}"), None).unwrap();
            assert_eq!(record.info.result, result, "{field}");
            assert_eq!(read(&write(&record).unwrap(), None), Ok(record), "{field}");
        }
    }

    #[test]
    fn the_first_field_names_the_game() {
        for field in ["C6", " c6 ", "", "Connect6", "六子棋"] {
            let record = read(&format!("{{[{field}];B(J,10)}}"), None).unwrap();
            assert_eq!(record.game(), GameName::CONNECT6, "{field}");
        }
        let go = "{[GO][a][b];B(J,10)}";
        assert_eq!(fault(go), "line 1, column 2: the file is a record of another game ('[GO]')");
        assert!(read(go, Some(GameName::CONNECT6)).is_ok());
        assert!(fault("{[connect(3,3,9,1,1)]}").contains("k = 9"));
    }

    #[test]
    fn brackets_in_a_name_do_not_break_the_record() {
        let mut record = read(GAME, None).unwrap();
        record.info.players.black = "a]b[c;d}\n B".to_owned();
        let again = read(&write(&record).unwrap(), None).unwrap();
        assert_eq!(again.info.players.black, "a］b［c;d} B");
        assert_eq!(again.stones().count(), 5);
    }

    #[test]
    fn other_connect_games_are_written_by_their_name() {
        let game: GameName = "connect(9,9,5,2,1)".parse().unwrap();
        let record = move_list::read(game, "e5 a1i9").unwrap();
        let text = write(&record).unwrap();
        assert!(text.starts_with("{[connect(9,9,5,2,1)]"), "{text}");
        assert_eq!(read(&text, None), Ok(record));
        let hex = Record::new("hex5".parse().unwrap());
        assert!(matches!(write(&hex), Err(WriteError::NotConnect(_))));
    }

    #[test]
    fn the_window_of_an_unbounded_game_is_behind_its_name() {
        let size = |game: GameName| (game.grid().rows(), game.grid().columns());
        let game: GameName = "connect(6,2,3)".parse().unwrap();
        for (field, expected) in [
            ("connect(6,2,3)", (19, 19)),
            ("connect(6,2,3) 7x26", (7, 26)),
            (" Connect(6, 2, 3) 7x26 ", (7, 26)),
        ] {
            let text = format!("{{[{field}];B(A,1);B(B,1);B(B,2);W(C,7)}}");
            let record = read(&text, None).unwrap();
            assert_eq!(size(record.game()), expected, "{field}");
            assert_eq!(read(&text, Some(game)).as_ref(), Ok(&record), "{field}");
            assert_eq!(read(&write(&record).unwrap(), None), Ok(record), "{field}");
        }
        let other = "line 1, column 2: the file is a record of another game ('[C6 7x26]')";
        assert_eq!(fault("{[C6 7x26]}"), other);
        assert!(fault("{[connect(6,2,3) 5x5]}").contains("k = 6"));
        assert!(fault("{[connect(6,2,3) 27x5]}").contains("27x5"));
    }

    #[test]
    fn several_games_follow_each_other() {
        let two = format!("{GAME}\n{GAME}");
        assert_eq!(read_collection(&two, None).unwrap().len(), 2);
        assert_eq!(fault(&two), "line 2, column 1: a second game begins here, expected only one");
    }

    #[test]
    fn a_fault_names_its_place() {
        for (text, reason) in [
            ("j10", "line 1, column 1: expected '{', found 'j10'"),
            ("{}", "line 1, column 2: expected '[', found '}'"),
            ("{[C6", "line 1, column 2: the field that begins here has no ']'"),
            ("{[C6][a[b]}", "line 1, column 6: the field that begins here has no ']'"),
            ("{[C6];B(J,10)", "line 1, column 14: expected ';' or '}', found the end of the text"),
            (
                "{[C6];X(J,10)}",
                "line 1, column 7: expected a stone such as B(J,10), found 'X(J,10)}'",
            ),
            ("{[C6];B(J10)}", "line 1, column 9: expected a square such as J,10, found 'J10)}'"),
            ("{[C6];B(J1,0)}", "line 1, column 9: expected a square such as J,10"),
            ("{[C6];B(T,1)}", "line 1, column 9: square T1 is not on the 19x19 board"),
            ("{[C6];B(J,10);B(J,11)}", "line 1, column 15: stone 2: Black at J11, but White"),
            ("{[C6];B(J,10);W(J,10)}", "line 1, column 15: stone 2: square J10 is occupied"),
            ("{[hex11];B(A,1)}", "line 1, column 2: a contest record cannot hold a game of hex11"),
        ] {
            assert!(fault(text).starts_with(reason), "{text}: {}", fault(text));
        }
    }
}
