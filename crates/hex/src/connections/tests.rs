use proptest::prelude::*;
use sixfold_game::HexRules;

use super::*;
use crate::Position;
use crate::brute::{First, JoiningGame};

/// A position drawn row by row: `x` Black, `o` White, `.` empty.
fn drawn(rows: &[&str]) -> Position {
    let columns = rows[0].len() as u8;
    let mut position = Position::start(HexRules::new(rows.len() as u8, columns).unwrap());
    let mut setup = sixfold_game::Game::setup(&position);
    for (cell, letter) in position.grid().squares().zip(rows.iter().flat_map(|row| row.chars())) {
        setup.set(cell, Player::BOTH.into_iter().find(|player| player.stone_letter() == letter));
    }
    position = Position::from_setup(position.board().clone(), &setup).unwrap();
    position
}

fn search(position: &Position, player: Player, settings: Settings) -> Connections<2> {
    let board = position.board().clone();
    Connections::new(board, player, position.stones(), settings, Goal::Everything)
}

fn cell(position: &Position, name: &str) -> Place {
    Place::Cell(position.grid().parse(name).unwrap())
}

fn carrier(position: &Position, names: &str) -> CellSet<2> {
    names.split_ascii_whitespace().map(|name| position.grid().parse(name).unwrap()).collect()
}

fn carriers(found: impl Iterator<Item = Connection<2>>) -> Vec<CellSet<2>> {
    found.map(|connection| connection.carrier).collect()
}

#[test]
fn two_common_neighbours_are_a_two_bridge() {
    let position = drawn(&["..x", "...", ".x."]);
    let found = search(&position, Player::Black, Settings::default());
    let ends = [cell(&position, "c1"), cell(&position, "b3")];
    let bridge = found.full(ends).next().unwrap();
    assert_eq!(bridge.carrier, carrier(&position, "b2 c2"));
    assert_eq!(bridge.depth, 2);
    assert_eq!(bridge.key, None);
    // Together with the edges it wins, though White is to move.
    assert!(found.winning().is_some());
    assert!(found.must_play().is_empty());
}

#[test]
fn a_semi_connection_knows_its_key() {
    let position = drawn(&["x..", "o..", "x.."]);
    let found = search(&position, Player::Black, Settings::default());
    let ends = [cell(&position, "a1"), cell(&position, "a3")];
    // The stones touch Black's edges, so the ends are the edges.
    assert!(found.full(ends).next().is_none());
    let semi = found.semi(ends).next().unwrap();
    assert!(semi.carrier.contains(semi.key.unwrap()));
    assert!(found.must_play().contains(semi.key.unwrap()));
}

#[test]
fn a_stone_on_the_second_row_is_connected_to_the_edge() {
    let position = drawn(&["ooo", ".x.", "..."]);
    let found = search(&position, Player::Black, Settings::default());
    let ends = [cell(&position, "b2"), Place::Edge(Edge::Bottom)];
    assert_eq!(carriers(found.full(ends)), [carrier(&position, "a3 b3")]);
}

#[test]
fn a_stone_on_the_third_row_is_connected_to_the_edge_by_eight_cells() {
    let position = drawn(&["ooooo", "ooox.", "oo...", "o...."]);
    let found = search(&position, Player::Black, Settings::default());
    let ends = [cell(&position, "d2"), Place::Edge(Edge::Bottom)];
    let eight = carrier(&position, "e2 c3 d3 e3 b4 c4 d4 e4");
    assert_eq!(carriers(found.full(ends)), [eight]);
}

/// The deductions of the paper's appendix B, line by line: ends, carrier, and what it is. The cells
/// are numbered as there, the edge is y.
const FOURTH_ROW: &[&str] = &[
    "x 15: 16 semi",
    "x 15: 19 semi",
    "x 15: 16 19 full",
    "15 8: 9 semi",
    "15 8: 14 semi",
    "15 8: 9 14 full",
    "8 y: 1 semi",
    "8 y: 2 semi",
    "8 y: 1 2 full",
    "10 y: 3 semi",
    "10 y: 4 semi",
    "10 y: 3 4 full",
    "15 y: 3 4 10 semi",
    "15 y: 1 2 8 9 14 semi",
    "15 y: 1 2 3 4 8 9 10 14 full",
    "11 y: 4 5 full",
    "13 y: 6 7 full",
    "17 13: 12 semi",
    "17 13: 18 semi",
    "17 13: 12 18 full",
    "17 y: 4 5 11 semi",
    "17 y: 6 7 12 13 18 semi",
    "17 y: 4 5 6 7 11 12 13 18 full",
    "16 9: 10 semi",
    "16 9: 15 semi",
    "16 9: 10 15 full",
    "9 y: 2 3 full",
    "16 12: 11 semi",
    "16 12: 17 semi",
    "16 12: 11 17 full",
    "12 y: 5 6 full",
    "16 y: 2 3 9 10 15 semi",
    "16 y: 5 6 11 12 17 semi",
    "16 y: 2 3 5 6 9 10 11 12 15 17 full",
    "x y: 1 2 3 4 8 9 10 14 15 16 19 semi",
    "x y: 4 5 6 7 11 12 13 17 18 semi",
    "x y: 2 3 5 6 9 10 11 12 15 16 17 semi",
    "x y: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 full",
];

/// The same for the ladder.
const LADDER: &[&str] = &[
    "3 1: full",
    "3 y: 1 semi",
    "3 y: 2 semi",
    "3 y: 1 2 full",
    "5 y: 1 2 3 semi",
    "5 y: 4 semi",
    "5 y: 1 2 3 4 full",
    "7 y: 1 2 3 4 5 6 full",
    "9 y: 1 2 3 4 5 6 7 8 full",
    "11 y: 1 2 3 4 5 6 7 8 9 10 full",
    "13 y: 1 2 3 4 5 6 7 8 9 10 11 12 full",
    "x y: 1 2 3 4 5 6 7 8 9 10 11 12 13 semi",
    "x y: 14 semi",
    "x y: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 full",
];

fn assert_deduced(position: &Position, numbering: &[&str], x: &str, deductions: &[&str]) {
    let found = search(position, Player::Black, Settings::EXHAUSTIVE);
    let numbered = |number: &str| numbering[number.parse::<usize>().unwrap() - 1];
    let place = |name: &str| match name {
        "x" => cell(position, x),
        "y" => Place::Edge(Edge::Bottom),
        number => cell(position, numbered(number)),
    };
    for deduction in deductions {
        let (ends, rest) = deduction.split_once(':').unwrap();
        let (one, other) = ends.split_once(' ').unwrap();
        let ends = [place(one), place(other)];
        let (cells, kind) = rest.rsplit_once(' ').unwrap();
        let cells: Vec<&str> = cells.split_ascii_whitespace().map(numbered).collect();
        let wanted = carrier(position, &cells.join(" "));
        let known = match kind {
            "full" => carriers(found.full(ends)),
            _ => carriers(found.semi(ends)),
        };
        assert!(known.contains(&wanted), "{deduction}: {known:?}");
        assert!(found.derivation(ends, &wanted).is_some());
    }
}

#[test]
fn a_stone_on_the_fourth_row_is_connected_to_the_edge_as_in_appendix_b() {
    let position = drawn(&["ooooooo", "oooo.xo", "oo.....", "o......", "......."]);
    let numbering = [
        "a5", "b5", "c5", "d5", "e5", "f5", "g5", "b4", "c4", "d4", "e4", "f4", "g4", "c3", "d3",
        "e3", "f3", "g3", "e2",
    ];
    assert_deduced(&position, &numbering, "f2", FOURTH_ROW);
    let found = search(&position, Player::Black, Settings::default());
    let ends = [cell(&position, "f2"), Place::Edge(Edge::Bottom)];
    let all = carrier(&position, &numbering.join(" "));
    assert_eq!(carriers(found.full(ends)), [all]);
    assert!(matches!(found.derivation(ends, &all), Some(Derivation::Or(_))));
}

#[test]
fn a_ladder_with_an_escape_reaches_the_edge_as_in_appendix_b() {
    let position = drawn(&["oooooooo", "x......x", "........"]);
    let numbering =
        ["h3", "g3", "g2", "f3", "f2", "e3", "e2", "d3", "d2", "c3", "c2", "b3", "b2", "a3"];
    assert_deduced(&position, &numbering, "a2", LADDER);
}

#[test]
fn a_ladder_without_an_escape_does_not() {
    let position = drawn(&["oooooooo", "x......o", ".......o"]);
    let found = search(&position, Player::Black, Settings::EXHAUSTIVE);
    assert_eq!(found.full([cell(&position, "a2"), Place::Edge(Edge::Bottom)]).count(), 0);
}

#[test]
fn a_chain_of_two_bridges_needs_two_cells_a_bridge() {
    let position = drawn(&[
        "oooooooo", "ooooooxo", "ooooo..o", "oooooxoo", "oooo..oo", "ooooxooo", "ooo..ooo",
        "oooxoooo", "oo..oooo", "ooxooooo",
    ]);
    let found = search(&position, Player::Black, Settings::default());
    let ends = [cell(&position, "g2"), cell(&position, "c10")];
    let full = carriers(found.full(ends));
    assert_eq!(full, [found.empty()]);
    assert_eq!(full[0].len(), 8);
}

#[test]
fn a_binary_tree_of_two_levels_needs_six_cells() {
    let position = drawn(&["oooooo", "oxxxxo", "o.oo.o", "..o..o"]);
    let found = search(&position, Player::Black, Settings::default());
    let ends = [cell(&position, "b2"), Place::Edge(Edge::Bottom)];
    let full = carriers(found.full(ends));
    assert_eq!(full, [found.empty()]);
    assert_eq!(full[0].len(), 6);
}

/// Eight black stones reach the bottom over trees of two-bridges: below each cell of a level there
/// are two of the next one.
const TREE_OF_FOUR_LEVELS: &[&str] = &[
    "oooooooxxxxxxxxo",
    "oooooo.ooooooo.o",
    "ooooxxxxooooxxxx",
    "ooo.ooo.ooo.ooo.",
    "ooxxooxxooxxooxx",
    "o.o.o.o.o.o.o.o.",
    "oxoxoxoxoxoxoxox",
    "................",
];

#[test]
fn a_binary_tree_of_four_levels_needs_thirty_cells() {
    let mut rules_before = 0;
    for levels in 1..=4 {
        // The rows above the last levels are cut off; what is left there are trees of their own.
        let rows = &TREE_OF_FOUR_LEVELS[8 - 2 * levels..];
        let width = 1 << levels;
        let rows: Vec<String> = rows.iter().map(|row| row[..width].to_owned()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let position = drawn(&rows);
        let found = search(&position, Player::Black, Settings::default());
        let winning = found.winning().unwrap();
        assert_eq!(winning.carrier, found.empty());
        assert_eq!(winning.carrier.len(), 2 * ((1 << levels) - 1));
        if levels < 4 {
            assert!(is_joined(&position, First::Breaker));
        }
        // Appendix C: the work doubles with each level, as the number of cells does.
        let rules = found.derivation(found.edges(), &winning.carrier).unwrap().rules();
        assert!(rules <= 2 * rules_before + 7, "{rules} rules for {levels} levels");
        rules_before = rules;
    }
}

/// The depth of a connection as the paper counts it: the moves that are made if Black joins the edges
/// as soon as he can, and White, who begins, delays it.
fn moves_until_joined(position: &Position) -> usize {
    let (own, empty) = (position.stones().black, position.empty_cells());
    let mut known = std::collections::HashMap::new();
    let depth = defer(position, own, empty, &mut known);
    depth.expect("White cannot prevent it")
}

type Depths = std::collections::HashMap<(SquareSet, SquareSet), Option<usize>>;

fn defer(
    position: &Position,
    own: SquareSet,
    empty: SquareSet,
    known: &mut Depths,
) -> Option<usize> {
    let region = |region| {
        let edges = Edge::of(Player::Black).map(Place::Edge);
        JoiningGame::new(position.grid(), Player::Black, edges, own, region).unwrap()
    };
    if region(SquareSet::EMPTY).is_joined(First::Joiner) {
        return Some(0);
    }
    if let Some(&depth) = known.get(&(own, empty)) {
        return depth;
    }
    let mut depth = if region(empty).is_joined(First::Breaker) { Some(0) } else { None };
    for white in empty.iter().filter(|_| depth.is_some()).collect::<Vec<_>>() {
        let left = empty - std::iter::once(white).collect();
        let after = left.iter().filter_map(|black| {
            let stone = std::iter::once(black).collect();
            defer(position, own | stone, left - stone, known)
        });
        depth = depth.max(after.min().map(|after| after + 2));
    }
    known.insert((own, empty), depth);
    depth
}

#[test]
fn chains_and_trees_of_two_bridges_are_twice_as_deep_as_they_have_levels() {
    let chain = ["oxo", "..o", "xoo", ".oo"];
    assert_eq!(moves_until_joined(&drawn(&chain[..3])), 2);
    let chain = ["oooxo", "oo..o", "ooxoo", "o..oo", "oxooo", "..ooo", "xoooo"];
    assert_eq!(moves_until_joined(&drawn(&chain)), 6);
    assert_eq!(moves_until_joined(&drawn(&["xxxx", "o.o.", "oxox", "...."])), 4);
}

#[test]
fn a_ladder_is_as_deep_as_it_is_long() {
    assert_eq!(moves_until_joined(&drawn(&["xooo", "x..x", "...."])), 6);
}

fn places(found: &Connections<2>) -> Vec<[Place; 2]> {
    found.ends().collect()
}

/// Everything that is known, in a form that can be compared.
fn everything(found: &Connections<2>) -> Vec<Vec<Connection<2>>> {
    places(found)
        .into_iter()
        .map(|ends| found.full(ends).chain(found.semi(ends)).collect())
        .collect()
}

/// Holds every connection to brute force on its carrier.
fn assert_true(position: &Position, found: &Connections<2>) {
    let own = found.own.to_squares();
    for ends in places(found) {
        let joined = |carrier: CellSet<2>, first, own: SquareSet| {
            let region = carrier.to_squares();
            JoiningGame::new(position.grid(), found.player(), ends, own, region)
                .unwrap()
                .is_joined(first)
        };
        for full in found.full(ends) {
            assert!(full.carrier.is_within(&found.empty()));
            assert!(joined(full.carrier, First::Breaker, own), "{ends:?} {full:?}");
        }
        for semi in found.semi(ends) {
            assert!(semi.carrier.is_within(&found.empty()));
            let mut with_key = own;
            with_key.insert(semi.key.unwrap());
            assert!(joined(semi.carrier, First::Breaker, with_key), "{ends:?} {semi:?}");
        }
    }
}

fn positions(side: u8) -> impl Strategy<Value = Position> {
    (2..=side, 2..=side).prop_flat_map(|(rows, columns)| {
        let cells = usize::from(rows) * usize::from(columns);
        proptest::collection::vec(
            prop_oneof![3 => Just('.'), 1 => Just('x'), 1 => Just('o')],
            cells,
        )
        .prop_map(move |letters| {
            let rows: Vec<String> =
                letters.chunks(columns.into()).map(|row| row.iter().collect()).collect();
            drawn(&rows.iter().map(String::as_str).collect::<Vec<_>>())
        })
    })
}

fn settings() -> impl Strategy<Value = Settings> {
    let or_rule = prop_oneof![
        Just(OrRule::Subsets),
        Just(OrRule::Covering),
        Just(OrRule::CoveringThenGreedy)
    ];
    let over_edges =
        prop_oneof![Just(OverEdges::Allowed), Just(OverEdges::Near), Just(OverEdges::Forbidden)];
    let captured = prop_oneof![Just(Captured::Shared), Just(Captured::Apart)];
    let crossing = prop_oneof![3 => Just(Crossing::Unused), 1 => Just(Crossing::BetweenGroups)];
    let limits = (1_usize..12, 1_usize..30, 2_usize..5);
    (limits, or_rule, over_edges, captured, crossing).prop_map(
        |((full_limit, semi_limit, or_limit), or_rule, over_edges, captured, crossing)| Settings {
            full_limit,
            semi_limit,
            or_limit,
            or_rule,
            over_edges,
            captured,
            crossing,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn nothing_is_claimed_that_brute_force_refutes(
        position in positions(5), settings in settings(),
    ) {
        for player in Player::BOTH {
            assert_true(&position, &search(&position, player, settings));
        }
    }

    #[test]
    fn placing_stones_one_by_one_claims_nothing_false_and_is_undone_exactly(
        position in positions(5), settings in settings(), order in any::<u64>(),
    ) {
        for player in Player::BOTH {
            let mut found = search(&position, player, settings);
            let mut before = Vec::new();
            let mut random = fastrand::Rng::with_seed(order);
            let mut empty: Vec<Square> = found.empty().iter().collect();
            random.shuffle(&mut empty);
            for stones in empty.chunks(2).take(4) {
                before.push(everything(&found));
                let stones: Vec<CellSet<2>> =
                    stones.iter().map(|&cell| CellSet::of(cell)).collect();
                let (own, theirs) = match stones[..] {
                    [one, other] if random.bool() => (one, other),
                    [one, other] if random.bool() => (one | other, CellSet::EMPTY),
                    [one, ..] if random.bool() => (one, CellSet::EMPTY),
                    [one, ..] => (CellSet::EMPTY, one),
                    [] => continue,
                };
                found.place(own, theirs, Goal::Everything);
                assert_true(&position, &found);
            }
            while let Some(before) = before.pop() {
                found.take_back();
                prop_assert_eq!(everything(&found), before);
            }
        }
    }

    /// Without limits it does not matter in which order stones come.
    #[test]
    fn stones_placed_later_are_as_good_as_stones_there_from_the_start(
        position in positions(4), first in any::<u64>(),
    ) {
        for player in Player::BOTH {
            let stones = position.stones();
            let mut random = fastrand::Rng::with_seed(first);
            let mut later = PerPlayer::<SquareSet>::default();
            for owner in Player::BOTH {
                later[owner] = stones[owner].iter().filter(|_| random.bool()).collect();
            }
            let early = PerPlayer::from_fn(|owner| stones[owner] - later[owner]);
            let board = position.board().clone();
            let mut found = Connections::<2>::new(
                board, player, early, Settings::EXHAUSTIVE, Goal::Everything,
            );
            found.place(later[player].into(), later[player.opponent()].into(), Goal::Everything);
            let at_once = search(&position, player, Settings::EXHAUSTIVE);
            prop_assert_eq!(sorted_carriers(&found), sorted_carriers(&at_once));
        }
    }

    #[test]
    fn the_covering_rule_finds_what_the_plain_one_finds(position in positions(4)) {
        let plain = Settings { or_rule: OrRule::Subsets, or_limit: 4, ..Settings::EXHAUSTIVE };
        let covering = Settings { or_rule: OrRule::Covering, or_limit: 4, ..Settings::EXHAUSTIVE };
        for player in Player::BOTH {
            let found = [plain, covering].map(|settings| search(&position, player, settings));
            prop_assert_eq!(sorted_carriers(&found[0]), sorted_carriers(&found[1]));
        }
    }
}

type Carriers = Vec<([usize; 2], Vec<CellSet<2>>, Vec<CellSet<2>>)>;

fn sorted_carriers(found: &Connections<2>) -> Carriers {
    let sorted = |mut carriers: Vec<CellSet<2>>| {
        carriers.sort_unstable();
        carriers
    };
    let places = places(found).into_iter();
    places
        .map(|ends| {
            let numbers = ends.map(|place| usize::from(found.end(place).unwrap()));
            (numbers, sorted(carriers(found.full(ends))), sorted(carriers(found.semi(ends))))
        })
        .collect()
}

/// Whether Black joins his edges in the whole position, by trying everything.
fn is_joined(position: &Position, first: First) -> bool {
    let edges = Edge::of(Player::Black).map(Place::Edge);
    let stones = position.stones().black;
    JoiningGame::new(position.grid(), Player::Black, edges, stones, position.empty_cells())
        .unwrap()
        .is_joined(first)
}

/// As the paper's figure 9 shows, there are connections that the two rules do not build. The figure
/// itself is lost: these boards were found by trying small ones until brute force and the rules
/// disagreed.
#[test]
fn a_connection_that_the_rules_cannot_build_is_not_found() {
    let position = drawn(&["....", "...o", "...o"]);
    assert!(is_joined(&position, First::Breaker));
    let found = search(&position, Player::Black, Settings::EXHAUSTIVE);
    assert_eq!(found.winning(), None);
    assert!(!found.must_play().is_empty());
}

#[test]
fn a_semi_connection_that_the_rules_cannot_build_is_not_found() {
    let position = drawn(&["x.o.", "...o", "x..o", "..oo"]);
    assert!(is_joined(&position, First::Joiner));
    let found = search(&position, Player::Black, Settings::EXHAUSTIVE);
    assert_eq!(found.winning_to_move().count(), 0);
}

#[test]
fn a_braid_is_found_by_the_crossing_rule() {
    let position = drawn(&["x.o.", "...o", "x..o", "..oo"]);
    let crossing = Settings { crossing: Crossing::BetweenGroups, ..Settings::EXHAUSTIVE };
    let braid = search(&position, Player::Black, crossing).winning_to_move().next().unwrap();
    assert!(braid.carrier.contains(braid.key.unwrap()));
    let plain = search(&position, Player::Black, Settings::EXHAUSTIVE);
    assert_eq!(plain.winning_to_move().count(), 0);
}

/// Random positions of a board with so many stones.
fn random_positions(seed: u64, side: u8, stones: usize) -> impl Iterator<Item = Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let cells = usize::from(side).pow(2);
    std::iter::repeat_with(move || {
        let letter = |number: usize| match number {
            number if number >= stones => '.',
            number if number % 2 == 0 => 'x',
            _ => 'o',
        };
        let mut letters: Vec<char> = (0..cells).map(letter).collect();
        random.shuffle(&mut letters);
        let rows: Vec<String> =
            letters.chunks(side.into()).map(|row| row.iter().collect()).collect();
        drawn(&rows.iter().map(String::as_str).collect::<Vec<_>>())
    })
}

#[test]
fn carriers_that_share_captured_cells_win_more_positions() {
    let shared = Settings { captured: Captured::Shared, ..Settings::PAPER };
    let mut wins = [0, 0];
    for position in random_positions(1, 6, 6).take(150) {
        let wins_here = [Settings::PAPER, shared].map(|settings| {
            let found = search(&position, Player::Black, settings);
            let full = usize::from(found.winning().is_some());
            full + usize::from(full == 1 || found.winning_to_move().next().is_some())
        });
        assert!(wins_here[0] <= wins_here[1], "{:?}", sixfold_game::Game::setup(&position));
        wins = [wins[0] + wins_here[0], wins[1] + wins_here[1]];
    }
    assert!(wins[0] < wins[1], "{wins:?}");
}

/// Every edge template of the data file is true; so many of them need no search.
#[test]
fn many_edge_templates_are_found_without_search() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/hex-edge-templates.csv");
    let Ok(mut file) = csv::Reader::from_path(&path) else {
        eprintln!("SKIPPED: there is no {}", path.display());
        return;
    };
    let mut found = 0;
    for row in file.records() {
        let row = row.unwrap();
        let sixfold_game::GameName::Hex(rules) = row[2].parse().unwrap() else { panic!("{row:?}") };
        let position = Position::from_fen(rules, &row[3]).unwrap();
        assert_eq!(&row[4], "black");
        let connections = Connections::<4>::new(
            position.board().clone(),
            Player::Black,
            position.stones(),
            Settings::default(),
            Goal::Win,
        );
        found += usize::from(connections.winning().is_some());
        // White never has a connection in what Black wins.
        let white = Connections::<4>::new(
            position.board().clone(),
            Player::White,
            position.stones(),
            Settings::default(),
            Goal::WinToMove,
        );
        assert_eq!(white.winning(), None, "{row:?}");
        assert_eq!(white.winning_to_move().count(), 0, "{row:?}");
    }
    println!("{found} templates found without search");
    assert!(found >= 55, "{found} templates");
}
