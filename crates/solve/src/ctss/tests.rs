//! CTSS and ITSS against the exact solver, the VCDT solver, the checker and a plain twin.

use std::io::Write;
use std::path::PathBuf;

use sixfold_connect::{Connect6Position, DefenceKind, GeneralPosition, Geometry};
use sixfold_game::record::move_list;
use sixfold_game::{ConnectRules, GameName, Lattice, Player, Setup, Square, Turn};

use super::*;
use crate::{Solved, exact, vcdt};

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

/// A kind of random positions.
#[derive(Clone, Copy)]
struct Kind {
    rows: u8,
    columns: u8,
    in_a_row: u8,
    stones_per_turn: u16,
    /// Of 20 squares, so many are empty on the average.
    empty: u64,
    /// Of 20 squares, so many are White's on the average; the rest are Black's.
    white: u64,
}

const fn kind(game: (u8, u8, u8, u16), empty: u64, white: u64) -> Kind {
    let (rows, columns, in_a_row, stones_per_turn) = game;
    Kind { rows, columns, in_a_row, stones_per_turn, empty, white }
}

/// Positions with disjoint squares are rare: most have four in a row on small boards.
const KINDS: [Kind; 7] = [
    kind((6, 6, 4, 2), 14, 3),
    kind((6, 6, 4, 2), 15, 3),
    kind((8, 8, 5, 2), 14, 4),
    kind((7, 7, 5, 2), 13, 4),
    kind((9, 9, 6, 2), 12, 4),
    kind((5, 5, 5, 3), 9, 5),
    kind((8, 8, 4, 1), 14, 3),
];

impl Kind {
    /// A random position, Black to move, in which nobody has won or can complete a segment at
    /// once.
    fn position(self, random: &mut Random) -> GeneralPosition {
        let Kind { rows, columns, in_a_row, stones_per_turn, .. } = self;
        let lattice = Lattice::Square { rows, columns };
        let rules = ConnectRules::new(lattice, in_a_row, stones_per_turn, 1).unwrap();
        let geometry = Arc::new(Geometry::new(rules));
        loop {
            let mut setup = Setup::start(GameName::Connect(rules));
            for square in rules.cells().iter() {
                let stone = match random.below(20) {
                    cell if cell < self.empty => None,
                    cell if cell < self.empty + self.white => Some(Player::White),
                    _ => Some(Player::Black),
                };
                setup.set(square, stone);
            }
            let stones_left = 1 + random.below(4 * u64::from(stones_per_turn)) as u16;
            let stones_left = stones_left.min(stones_per_turn);
            setup.turn = Turn { player: Player::Black, stones_left };
            let position = GeneralPosition::from_setup(geometry.clone(), &setup);
            if let Ok(position) = position
                && position.outcome().is_none()
                && !position.can_complete(Player::Black)
            {
                return position;
            }
        }
    }

    fn positions(self, number: usize) -> impl Iterator<Item = GeneralPosition> {
        let mut random = Random(u64::from(self.in_a_row) + 97 * self.empty);
        std::iter::repeat_with(move || self.position(&mut random)).take(number)
    }
}

fn some_nodes() -> Budget {
    Budget { nodes: Some(5000), ..Budget::default() }
}

fn plan(result: CtssResult) -> Option<Arc<Plan>> {
    match result.verdict {
        CtssVerdict::Win(plan) => Some(plan),
        _ => None,
    }
}

/// Writes a plan out and has it checked.
fn check<S: SegmentState>(plan: &Plan, position: &Position<S>) {
    let answer = plan.answer(position, &Budget::default());
    assert!(matches!(answer, Ok(Some(_))), "the plan does not win {}", position.setup());
    let solved = Solved::new(answer, 0);
    let certificate = solved.certificate(position).unwrap().unwrap();
    let report = sixfold_check::check(&certificate);
    assert!(report.is_ok(), "{}: {}", position.setup(), report.unwrap_err());
    assert!(solved.length().unwrap() <= plan.turns(), "{}", position.setup());
}

#[test]
fn every_win_is_a_vcdt_that_the_checker_accepts() {
    let (mut wins, mut long_wins, mut missed) = (0, 0, 0);
    for position in KINDS.iter().flat_map(|kind| kind.positions(800)) {
        let vcdt = vcdt::solve(&position, &some_nodes());
        match (plan(solve(&position, &some_nodes())), vcdt.length()) {
            (Some(plan), shortest) => {
                assert!(shortest.is_none_or(|turns| turns <= plan.turns()), "{}", position.setup());
                assert_ne!(vcdt.verdict, Verdict::Absent, "{}", position.setup());
                check(&plan, &position);
                wins += 1;
                long_wins += usize::from(plan.turns() > 2);
            }
            (None, Some(_)) => missed += 1,
            (None, None) => {}
        }
    }
    assert!(wins > 500 && long_wins > 50 && missed > 5, "{wins} {long_wins} {missed}");
}

#[test]
fn every_win_is_a_win_of_the_game() {
    let mut wins = 0;
    for position in KINDS.iter().flat_map(|kind| kind.positions(800)) {
        let Some(plan) = plan(solve(&position, &some_nodes())) else { continue };
        let exact = exact::solve(&position, &some_nodes());
        match exact.verdict {
            Verdict::Unknown(_) => {}
            verdict => assert_eq!(verdict, Verdict::Proven(Value::Win), "{}", position.setup()),
        }
        wins += usize::from(plan.turns() > 2 && matches!(exact.verdict, Verdict::Proven(_)));
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn iterative_search_and_vcdt_search_agree() {
    let (mut wins, mut without) = (0, 0);
    for position in KINDS.iter().flat_map(|kind| kind.positions(800)) {
        let vcdt = vcdt::solve(&position, &some_nodes());
        let itss = itss(&position, &some_nodes());
        let answers = [vcdt.verdict, itss.verdict];
        if answers.iter().any(|verdict| matches!(verdict, Verdict::Unknown(_))) {
            continue;
        }
        assert_eq!(answers[0], answers[1], "{}", position.setup());
        match itss.plan {
            Some(plan) => {
                check(&plan, &position);
                wins += 1;
            }
            None => without += 1,
        }
    }
    assert!(wins > 500 && without > 500, "{wins} {without}");
}

/// The definition of CTSS in plain words: all moves are tried, and the threats of the defender are
/// those that some choice of one normal defence from each macro defence makes.
struct Plain {
    position: GeneralPosition,
    attacker: Player,
    macros: Vec<Vec<Vec<Square>>>,
}

impl Plain {
    fn wins_within(&mut self, stones: usize, turns: usize) -> bool {
        if self.position.can_complete(self.attacker) {
            return true;
        }
        let empty: Vec<Square> = self.position.empty_squares().iter().collect();
        turns > 1
            && subsets(&empty, stones.min(empty.len())).iter().any(|squares| {
                let turn = self.position.turn();
                for &square in squares {
                    self.position.add_stone(square, self.attacker);
                }
                let wins = self.wins_after(turns);
                for &square in squares {
                    self.position.remove_stone(square);
                }
                self.position.set_turn(turn);
                wins
            })
    }

    fn wins_after(&mut self, turns: usize) -> bool {
        let (p, defender) = (self.stones_per_turn(), self.attacker.opponent());
        let threats = self.position.threat_number(self.attacker) as usize;
        if threats < p || self.defender_may_complete(&self.macros, &mut Vec::new()) {
            return false;
        }
        if threats > p {
            return true;
        }
        self.position.set_turn(Turn { player: self.attacker, stones_left: p as u16 });
        let defences = self.position.critical_defences(defender).into_iter();
        let normal = defences.filter(|defence| defence.kind == DefenceKind::Normal);
        let alternatives: Vec<Vec<Square>> = normal.map(|defence| defence.squares).collect();
        let squares: sixfold_game::SquareSet = alternatives.iter().flatten().copied().collect();
        squares.iter().for_each(|s| self.position.add_stone(s, defender));
        self.macros.push(alternatives);
        let wins = self.wins_within(p, turns - 1);
        self.macros.pop();
        squares.iter().for_each(|s| self.position.remove_stone(s));
        wins
    }

    fn stones_per_turn(&self) -> usize {
        self.position.geometry().rules().stones_per_turn() as usize
    }

    /// Whether the defender can complete a segment after some choice from each of the macros.
    fn defender_may_complete(&self, macros: &[Vec<Vec<Square>>], chosen: &mut Vec<Square>) -> bool {
        let Some((alternatives, others)) = macros.split_first() else {
            return self.defender_can_complete(chosen);
        };
        alternatives.iter().any(|squares| {
            chosen.extend(squares);
            let can = self.defender_may_complete(others, chosen);
            chosen.truncate(chosen.len() - squares.len());
            can
        })
    }

    fn defender_can_complete(&self, chosen: &[Square]) -> bool {
        let geometry = self.position.geometry();
        let in_macros = |square| self.macros.iter().flatten().flatten().any(|&s| s == square);
        geometry.segments().any(|segment| {
            let squares = geometry.segment_squares(segment);
            let free = squares.iter().all(|&s| self.position.stone(s) != Some(self.attacker));
            let own = squares.iter().filter(|&&square| {
                self.position.stone(square).is_some() && !in_macros(square)
                    || chosen.contains(&square)
            });
            free && own.count() + self.stones_per_turn() >= squares.len()
        })
    }
}

fn subsets(squares: &[Square], size: usize) -> Vec<Vec<Square>> {
    let Some((&first, rest)) = squares.split_first() else {
        return if size == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = subsets(rest, size);
    if size > 0 {
        all.extend(subsets(rest, size - 1).into_iter().map(|set| [&[first], &set[..]].concat()));
    }
    all
}

/// The length of the shortest conservative win, if it has at most so many turns.
fn plain_length(position: &GeneralPosition, deepest: usize) -> Option<usize> {
    let Turn { player, stones_left } = position.turn();
    let mut plain = Plain { position: position.clone(), attacker: player, macros: Vec::new() };
    (1..=deepest).find(|&turns| plain.wins_within(stones_left.into(), turns))
}

#[test]
fn shortest_conservative_wins_equal_plain_search() {
    const DEEPEST: usize = 3;
    let mut of_turns = [0; DEEPEST + 1];
    for position in KINDS.iter().flat_map(|kind| kind.positions(150)) {
        let result = solve(&position, &some_nodes());
        if matches!(result.verdict, CtssVerdict::Unknown(_)) {
            continue;
        }
        let turns = plan(result).map(|plan| plan.turns()).filter(|&turns| turns <= DEEPEST);
        assert_eq!(turns, plain_length(&position, DEEPEST), "{}", position.setup());
        of_turns[turns.unwrap_or(0)] += 1;
    }
    assert!(of_turns[2] > 100 && of_turns[3] > 20, "{of_turns:?}");
}

#[test]
fn wins_that_rest_on_disjoint_squares_are_won_by_plain_search() {
    let mut rest_on_them = 0;
    for position in KINDS.iter().take(3).flat_map(|kind| kind.positions(8000)) {
        let naive = plan(solve_parrying(DefenderThreats::AllDrawn, &position, &some_nodes()));
        let found = plan(solve(&position, &some_nodes()));
        match (naive, found) {
            (None, Some(plan)) => {
                assert_eq!(plain_length(&position, plan.turns()), Some(plan.turns()));
                check(&plan, &position);
                rest_on_them += 1;
            }
            (Some(naive), found) => assert!(found.unwrap().turns() <= naive.turns()),
            (None, None) => {}
        }
    }
    assert!(rest_on_them >= 5, "{rest_on_them}");
}

/// Reads a drawing with row 1 at the bottom, Black `x` to move.
fn drawn(rows: &[&str]) -> GeneralPosition {
    let lattice = Lattice::Square { rows: rows.len() as u8, columns: rows[0].len() as u8 };
    let rules = ConnectRules::new(lattice, 6, 2, 1).unwrap();
    let mut setup = Setup::start(GameName::Connect(rules));
    for (row, line) in (0..).zip(rows.iter().rev()) {
        for (column, cell) in (0..).zip(line.bytes()) {
            let stone = match cell {
                b'x' => Some(Player::Black),
                b'o' => Some(Player::White),
                _ => None,
            };
            setup.set(rules.grid().square(column, row).unwrap(), stone);
        }
    }
    setup.turn = Turn { player: Player::Black, stones_left: 2 };
    GeneralPosition::from_setup(Arc::new(Geometry::new(rules)), &setup).unwrap()
}

/// Black makes a four in column f, and White has no defence with both f9 and f10. So with f11 and
/// f13 they make no four, and Black has no need to block it.
const DISJOINT: [&str; 14] = [
    "...........",
    ".....o.....",
    "...........",
    ".....oo....",
    "...........",
    "...o...xoo.",
    ".....xo.x..",
    ".....x..o.o",
    "......x..x.",
    ".......x...",
    "...........",
    "...........",
    "...........",
    "...........",
];

#[test]
fn a_threat_of_disjoint_squares_is_none() {
    let position = drawn(&DISJOINT);
    let naive = solve_parrying(DefenderThreats::AllDrawn, &position, &Budget::default());
    assert_eq!(naive.verdict, CtssVerdict::NoneAgainstMacros);
    let plan = plan(solve(&position, &Budget::default())).unwrap();
    assert_eq!(plan.turns(), 3);
    assert_eq!(vcdt::solve(&position, &Budget::default()).length(), Some(3));
    check(&plan, &position);
}

/// The same with one white stone more, on f14: White needs just one of f9 and f10.
#[test]
fn a_threat_of_one_of_the_disjoint_squares_is_real() {
    let mut rows = DISJOINT;
    rows[0] = ".....o.....";
    let position = drawn(&rows);
    assert_eq!(solve(&position, &Budget::default()).verdict, CtssVerdict::NoneAgainstMacros);
}

#[test]
fn a_table_that_forgets_does_not_change_the_answer() {
    let position = drawn(&DISJOINT);
    let budget = Budget { memory: 0, ..Budget::default() };
    assert_eq!(plan(solve(&position, &budget)).unwrap().turns(), 3);
    assert_eq!(itss(&position, &budget).verdict, Verdict::Proven(Value::Win));
}

#[test]
fn nothing_found_is_not_the_same_as_no_win() {
    // The empty board has no double threats at all.
    let position = Connect6Position::connect6();
    assert_eq!(solve(&position, &Budget::default()).verdict, CtssVerdict::NoVcdt);
    assert_eq!(itss(&position, &Budget::default()).verdict, Verdict::Absent);
    let none = Budget { nodes: Some(0), ..Budget::default() };
    let position = drawn(&DISJOINT);
    let spent = CtssVerdict::Unknown(SpentBudget::Nodes);
    assert_eq!(solve(&position, &none).verdict, spent);
    assert_eq!(itss(&position, &none).verdict, Verdict::Unknown(SpentBudget::Nodes));
}

/// The positions of a shared file, the last field of each line, or a loud note that it is absent.
fn shared_positions(file: &str, header_lines: usize) -> Vec<Connect6Position> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        // Straight to the stream: the test harness would swallow a print of a passing test.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no {file} in ../shared/data");
        return Vec::new();
    };
    let moves = text.lines().skip(header_lines).filter_map(|line| line.rsplit(',').next());
    let read = |moves| {
        let record = move_list::read(GameName::CONNECT6, moves).unwrap();
        Connect6Position::replay(&record).unwrap()
    };
    moves.map(read).collect()
}

#[test]
fn shared_positions_are_won() {
    let mut positions = shared_positions("connect6-vcdt-ladder.txt", 0);
    positions.extend(shared_positions("connect6-vcdt-positions.csv", 1));
    let mut by_ctss = 0;
    for (i, position) in positions.iter().enumerate() {
        let result = itss(position, &Budget::default());
        assert_eq!(result.verdict, Verdict::Proven(Value::Win));
        let found = plan(solve(position, &Budget::default()));
        by_ctss += usize::from(found.is_some());
        let plan = found.or(result.plan).unwrap();
        // To play the plan against all defences is proof enough; the others take their time.
        assert!(plan.answer(position, &Budget::default()).unwrap().is_some());
        if i % 8 == 0 {
            let shortest = vcdt::solve(position, &Budget::default()).length().unwrap();
            assert!(plan.turns() >= shortest);
            check(&plan, position);
        }
    }
    assert!(by_ctss * 5 >= positions.len() * 4, "{by_ctss} of {}", positions.len());
}
