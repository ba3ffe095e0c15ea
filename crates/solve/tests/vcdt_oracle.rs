//! The VCDT solver against an exhaustive search that is as plain as can be and shares no code with
//! it: its own board and segments, hitting sets by trying all sets, every move, every defence.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use sixfold_connect::{Connect6Position, GeneralPosition, Geometry, Position, SegmentState};
use sixfold_game::{ConnectRules, Game, GameName, Lattice, Player, Setup, Square, Turn, Verdict};
use sixfold_solve::{Budget, vcdt};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Attacker,
    Defender,
}

/// Squares by their number, row by row.
type Squares = Vec<usize>;

/// What the oracle has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// The shortest win takes so many turns.
    Win(usize),
    /// There is none, however long.
    None,
    /// It takes too long to say; there is no win of so many turns.
    NoneWithin(usize),
}

/// What a search to a limited number of turns has found.
enum Found {
    Win,
    /// Nothing, and the limit did not matter.
    Never,
    /// Nothing within the limit.
    Beyond,
}

/// The oracle gave up.
struct TooLong;

struct Oracle {
    stones_per_turn: usize,
    cells: Vec<Cell>,
    segments: Vec<Squares>,
    nodes_left: usize,
}

impl Oracle {
    fn new(rules: ConnectRules) -> Oracle {
        let Lattice::Square { rows, columns } = rules.lattice() else { panic!("squares only") };
        Oracle {
            stones_per_turn: rules.stones_per_turn().into(),
            cells: vec![Cell::Empty; usize::from(rows) * usize::from(columns)],
            segments: segments(rows.into(), columns.into(), rules.in_a_row().into()),
            nodes_left: 0,
        }
    }

    /// The shortest win of the attacker, who has so many stones left in his turn.
    fn answer(&mut self, stones: usize, nodes: usize) -> Answer {
        self.nodes_left = nodes;
        for turns in 1.. {
            match self.attack(stones, turns) {
                Ok(Found::Win) => return Answer::Win(turns),
                Ok(Found::Never) => return Answer::None,
                Ok(Found::Beyond) => {}
                Err(TooLong) => return Answer::NoneWithin(turns - 1),
            }
        }
        Answer::None
    }

    fn attack(&mut self, stones: usize, turns: usize) -> Result<Found, TooLong> {
        if self.open_segments(Cell::Attacker, stones).next().is_some() {
            return Ok(Found::Win);
        }
        if turns == 1 {
            return Ok(Found::Beyond);
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(TooLong)?;
        let mut result = Found::Never;
        for squares in self.moves(stones) {
            self.fill(&squares, Cell::Attacker);
            let found = self.defend(turns);
            self.fill(&squares, Cell::Empty);
            match found? {
                Found::Win => return Ok(Found::Win),
                Found::Beyond => result = Found::Beyond,
                Found::Never => {}
            }
        }
        Ok(result)
    }

    fn defend(&mut self, turns: usize) -> Result<Found, TooLong> {
        let p = self.stones_per_turn;
        if self.open_segments(Cell::Defender, p).next().is_some() {
            return Ok(Found::Never);
        }
        let threats: Vec<Squares> = self.open_segments(Cell::Attacker, p).collect();
        if few_stones_hit(&threats, p) {
            return Ok(Found::Never);
        }
        let defences = hitting_sets(&threats, p);
        if !defences.is_empty() && turns == 2 {
            return Ok(Found::Beyond);
        }
        let mut result = Found::Win;
        for squares in defences {
            self.fill(&squares, Cell::Defender);
            let found = self.attack(p, turns - 1);
            self.fill(&squares, Cell::Empty);
            match found? {
                Found::Win => {}
                Found::Never => return Ok(Found::Never),
                Found::Beyond => result = Found::Beyond,
            }
        }
        Ok(result)
    }

    fn fill(&mut self, squares: &[usize], cell: Cell) {
        for &square in squares {
            self.cells[square] = cell;
        }
    }

    /// The empty squares of the segments with nothing but stones of one player and at most so many
    /// empty squares.
    fn open_segments(&self, player: Cell, most_empty: usize) -> impl Iterator<Item = Squares> {
        self.segments.iter().filter_map(move |segment| {
            let mut empty = 0;
            for &square in segment {
                match self.cells[square] {
                    Cell::Empty if empty < most_empty => empty += 1,
                    cell if cell == player => {}
                    _ => return None,
                }
            }
            let is_empty = |square: &usize| self.cells[*square] == Cell::Empty;
            Some(segment.iter().copied().filter(is_empty).collect())
        })
    }

    /// All moves, or on a large board all pairs that may force: both squares in segments that the
    /// pair can turn into threats, or one that makes enough threats by itself, the other anywhere.
    fn moves(&mut self, stones: usize) -> Vec<Squares> {
        let empty: Squares =
            (0..self.cells.len()).filter(|&square| self.cells[square] == Cell::Empty).collect();
        if stones != 2 || self.stones_per_turn != 2 || empty.len() <= 40 {
            return subsets(&empty, stones.min(empty.len()));
        }
        let near: Vec<Squares> = self.open_segments(Cell::Attacker, 4).collect();
        let counter_threats: Vec<Squares> = self.open_segments(Cell::Defender, 2).collect();
        let mut useful: Squares = near.iter().flatten().copied().collect();
        useful.sort_unstable();
        useful.dedup();
        let mut moves = subsets(&useful, 2);
        for &square in &useful {
            self.cells[square] = Cell::Attacker;
            let threats: Vec<Squares> = self.open_segments(Cell::Attacker, 2).collect();
            self.cells[square] = Cell::Empty;
            if !few_stones_hit(&threats, 2) {
                let others = empty.iter().filter(|other| !useful.contains(other));
                moves.extend(others.map(|&other| vec![square, other]));
            }
        }
        moves.retain(|squares| {
            let is_left = |square: &&usize| !squares.contains(square);
            let left = near.iter().map(|s| s.iter().filter(is_left).copied().collect());
            let threats: Vec<Squares> = left.filter(|left: &Squares| left.len() <= 2).collect();
            let hits = |segment: &Squares| squares.iter().any(|square| segment.contains(square));
            counter_threats.iter().all(hits) && !few_stones_hit(&threats, 2)
        });
        moves
    }
}

/// All segments of a board.
fn segments(rows: isize, columns: isize, length: isize) -> Vec<Squares> {
    let mut segments = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (last_row, last_column) =
                    (row + up * (length - 1), column + right * (length - 1));
                if last_row < rows && (0..columns).contains(&last_column) {
                    let square = |i| ((row + up * i) * columns + column + right * i) as usize;
                    segments.push((0..length).map(square).collect());
                }
            }
        }
    }
    segments
}

/// All sets of so many squares of the segments that hit every one of them.
fn hitting_sets(segments: &[Squares], size: usize) -> Vec<Squares> {
    let mut squares: Squares = segments.iter().flatten().copied().collect();
    squares.sort_unstable();
    squares.dedup();
    let mut sets = subsets(&squares, size);
    sets.retain(|set| segments.iter().all(|s| s.iter().any(|square| set.contains(square))));
    sets
}

/// Whether fewer than so many stones hit every segment.
fn few_stones_hit(segments: &[Squares], stones: usize) -> bool {
    (0..stones).any(|size| !hitting_sets(segments, size).is_empty())
}

fn subsets(squares: &[usize], size: usize) -> Vec<Squares> {
    match (size, squares) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with_first = subsets(rest, size - 1).into_iter();
            let with_first = with_first.map(|set| [&[*first], &set[..]].concat());
            with_first.chain(subsets(rest, size)).collect()
        }
    }
}

/// How many positions the oracle could settle, and what it found.
#[derive(Default, Debug)]
struct Tally {
    wins: usize,
    long_wins: usize,
    none: usize,
    none_after_search: usize,
    unsettled: usize,
    solver_gave_up: usize,
}

impl Tally {
    /// Holds the solver's answer against that of the oracle.
    fn compare<S: SegmentState>(&mut self, position: &Position<S>, oracle_nodes: usize) {
        let mut oracle = Oracle::new(position.geometry().rules());
        let Turn { player, stones_left } = position.turn();
        for (who, cell) in [(player, Cell::Attacker), (player.opponent(), Cell::Defender)] {
            let squares: Squares = position.stones(who).iter().map(Square::index).collect();
            oracle.fill(&squares, cell);
        }
        let answer = oracle.answer(stones_left.into(), oracle_nodes);
        let budget = Budget { nodes: Some(5000), ..Budget::default() };
        let solved = vcdt::solve(position, &budget);
        let setup = position.setup();
        match answer {
            _ if matches!(solved.verdict, Verdict::Unknown(_)) => self.solver_gave_up += 1,
            Answer::Win(turns) => {
                assert_eq!(solved.length(), Some(turns), "{setup}");
                self.wins += 1;
                self.long_wins += usize::from(turns > 2);
            }
            Answer::None => {
                assert_eq!(solved.verdict, Verdict::Absent, "{setup}");
                self.none += 1;
                self.none_after_search += usize::from(oracle_nodes - oracle.nodes_left > 3);
            }
            Answer::NoneWithin(turns) => {
                assert!(solved.length().is_none_or(|length| length > turns), "{setup}");
                self.unsettled += 1;
            }
        }
    }

    fn report(&self, what: &str) {
        // Straight to the stream: the test harness would swallow a print of a passing test.
        let _ = writeln!(std::io::stderr(), "{what}: {} compared, {self:?}", self.wins + self.none);
    }
}

/// Numbers that are the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % bound
    }
}

/// A random position, Black to move in the middle of a turn or at its beginning. Of 20 squares, so
/// many are empty and so many White's on the average.
fn random_position(
    rules: ConnectRules,
    [empty, white]: [u64; 2],
    random: &mut Random,
) -> Option<GeneralPosition> {
    let mut setup = Setup::start(GameName::Connect(rules));
    for square in rules.cells().iter() {
        let stone = match random.below(20) {
            cell if cell < empty => None,
            cell if cell < empty + white => Some(Player::White),
            _ => Some(Player::Black),
        };
        setup.set(square, stone);
    }
    let p = rules.stones_per_turn();
    let stones_left = (1 + random.below(4 * u64::from(p)) as u16).min(p);
    setup.turn = Turn { player: Player::Black, stones_left };
    let position = GeneralPosition::from_setup(Arc::new(Geometry::new(rules)), &setup).ok()?;
    let open = position.outcome().is_none() && !position.can_complete(Player::Black);
    open.then_some(position)
}

#[test]
fn random_positions_of_small_games() {
    for (name, densities) in [
        ("connect(7,7,5,2,1)", [13, 4]),
        ("connect(6,6,4,2,1)", [15, 3]),
        ("connect(7,8,6,2,1)", [11, 4]),
        ("connect(8,8,4,1,1)", [14, 3]),
        ("connect(7,7,5,1,1)", [10, 3]),
        ("connect(5,5,5,3,1)", [9, 5]),
        ("connect(4,5,4,3,1)", [12, 4]),
    ] {
        let Ok(GameName::Connect(rules)) = name.parse() else { panic!("{name}") };
        let mut random = Random(0x9E37_79B9);
        let mut tally = Tally::default();
        for _ in 0..400 {
            if let Some(position) = random_position(rules, densities, &mut random) {
                tally.compare(&position, 30);
            }
        }
        tally.report(name);
        assert!(tally.wins > 0 && tally.none > 0 && tally.wins + tally.none > 40, "{name}");
    }
}

/// The rows of a shared file without its header, or a loud note that it is not there.
fn games(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        let _ = writeln!(std::io::stderr(), "SKIPPED: no {file} in ../shared/data");
        return Vec::new();
    };
    let last_field = |row: &str| row.rsplit(',').next().unwrap_or("").to_owned();
    text.lines().skip(1).map(last_field).collect()
}

/// The squares of a move list such as `j10 i9k9`.
fn stones(moves: &str) -> Squares {
    let names = moves.split(|c: char| c.is_ascii_whitespace()).filter(|turn| !turn.is_empty());
    let names = names.flat_map(|turn| {
        let starts = turn.match_indices(|c: char| c.is_ascii_alphabetic()).map(|(start, _)| start);
        let ends = starts.clone().skip(1).chain([turn.len()]);
        starts.zip(ends).map(|(start, end)| &turn[start..end]).collect::<Vec<_>>()
    });
    let square = |name: &str| {
        let column = usize::from(name.as_bytes()[0].to_ascii_lowercase() - b'a');
        name[1..].parse::<usize>().map(|row| (row - 1) * 19 + column)
    };
    names.map(|name| square(name).unwrap()).collect()
}

#[test]
fn positions_of_real_games() {
    let mut tally = Tally::default();
    let mut games: Vec<String> = games("connect6-games-littlegolem.csv")
        .into_iter()
        .step_by(300)
        .chain(games("connect6-games-nebula.csv").into_iter().step_by(100))
        .collect();
    games.retain(|moves| !moves.is_empty());
    for (i, moves) in games.iter().enumerate() {
        let stones = stones(moves);
        // Cuts near the end of the game, where wins are, and further away, where they are not.
        for back in [4 + i % 4, 7 + i % 5, 12 + i % 7, 20 + i % 9] {
            let Some(length) = stones.len().checked_sub(back) else { continue };
            let mut position = Connect6Position::connect6();
            for &square in &stones[..length] {
                position.play(Square::from_index(square));
            }
            tally.compare(&position, 40);
        }
    }
    tally.report("real games");
    assert!(games.is_empty() || tally.wins + tally.none >= 300);
    assert!(games.is_empty() || tally.wins >= 60 && tally.long_wins >= 30);
    assert!(games.is_empty() || tally.none >= 60 && tally.none_after_search >= 30);
}
