//! Whatever is played and taken back, a position answers as the naive oracle does.

mod support;

use proptest::prelude::*;
use sixfold_connect::{
    Connect6Position, GeneralPosition, LinePlanes, Position, SegmentCounts, SegmentState,
};
use sixfold_game::{ConnectRules, Game, Lattice, Outcome, Player, Square, SquareSet, Turn};
use support::{Oracle, Squares, drawn, perform, small_games, start, steps};

/// Compares every answer that a position gives with the oracle's.
fn agree_with_oracle<S: SegmentState>(position: &Position<S>) {
    let geometry = position.geometry();
    let oracle = Oracle::new(geometry.rules(), position.setup());
    assert_eq!(oracle.segments().len(), geometry.segments().len());
    for player in Player::BOTH {
        for segment in geometry.segments() {
            let counted = oracle.count(geometry.segment_squares(segment), player);
            assert_eq!(position.segment_counts(segment)[player] as usize, counted);
        }
        assert_eq!(sorted(threats(position, player)), sorted(oracle.threats(player)));
        assert_eq!(position.threat_number(player), oracle.threat_number(player));
        let turn = position.turn();
        let stones = if turn.player == player {
            turn.stones_left
        } else {
            geometry.rules().stones_per_turn()
        };
        let completing = oracle.lacking_at_most(player, stones as usize);
        assert_eq!(position.can_complete(player), !completing.is_empty());
        if turn.player == player {
            let fewest = completing.iter().map(Vec::len).min();
            let squares = position.completing_squares().map(|squares| squares.to_vec());
            assert_eq!(squares.as_ref().map(Vec::len), fewest);
            assert!(squares.is_none_or(|squares| completing.contains(&squares)));
        }
        agree_on_open_squares(position, player);
        assert_eq!(position.outcome() == Some(Outcome::Win(player)), oracle.has_won(player));
    }
}

fn threats<S: SegmentState>(position: &Position<S>, player: Player) -> Vec<Squares> {
    let empty = |segment| position.empty_squares_of(segment).to_vec();
    position.threat_segments(player).into_iter().map(empty).collect()
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

fn agree_with_each_other(fast: &Connect6Position, general: &GeneralPosition) {
    for player in Player::BOTH {
        assert_eq!(fast.threat_number(player), general.threat_number(player));
        assert_eq!(fast.threat_segments(player), general.threat_segments(player));
        assert_eq!(fast.can_complete(player), general.can_complete(player));
        assert_eq!(fast.critical_defences(player), general.critical_defences(player));
        for line in fast.geometry().lines() {
            assert_eq!(fast.line_shape(line, player), general.line_shape(line, player));
            assert_eq!(fast.line_stones(line), general.line_stones(line));
        }
        let (mut of_fast, mut of_general) = (Vec::new(), Vec::new());
        fast.visit_threats(player, |squares| of_fast.push(squares.to_vec()));
        general.visit_threats(player, |squares| of_general.push(squares.to_vec()));
        assert_eq!(of_fast, of_general);
        let (mut of_fast, mut of_general) = (Vec::new(), Vec::new());
        fast.visit_prospects(player, |prospect| of_fast.push(prospect));
        general.visit_prospects(player, |prospect| of_general.push(prospect));
        assert_eq!(of_fast, of_general);
        for least in 0..3 {
            assert_eq!(open_segments(fast, player, least), open_segments(general, player, least));
        }
        for most in 0..=6 {
            assert_eq!(open_squares(fast, player, most), open_squares(general, player, most));
        }
        agree_on_open_segments(general, player);
    }
    assert_eq!(fast.completing_squares(), general.completing_squares());
    for segment in fast.geometry().segments() {
        assert_eq!(fast.segment_counts(segment), general.segment_counts(segment));
        assert_eq!(fast.empty_squares_of(segment), general.empty_squares_of(segment));
    }
    assert_eq!(fast.outcome(), general.outcome());
    assert_eq!(fast.setup(), general.setup());
    assert_eq!(fast.hash(), general.hash());
}

fn open_segments<S: SegmentState>(
    position: &Position<S>,
    player: Player,
    least: u8,
) -> Vec<(usize, u8, u32)> {
    let mut list = Vec::new();
    position.visit_open_segments(player, least, |open| {
        list.push((open.line.index(), open.stones, open.starts));
    });
    sorted(list)
}

/// What is visited are the segments without opposing stones, under their number of stones.
fn agree_on_open_segments<S: SegmentState>(position: &Position<S>, player: Player) {
    let geometry = position.geometry();
    let mut expected: Vec<(usize, u8, u8)> = Vec::new();
    for segment in geometry.segments() {
        let (counts, place) = (position.segment_counts(segment), geometry.segment_place(segment));
        if counts[player.opponent()] == 0 {
            expected.push((place.line.index(), counts[player], place.offset));
        }
    }
    let visited =
        open_segments(position, player, 0).into_iter().flat_map(|(line, stones, starts)| {
            (0..32).filter(move |i| starts >> i & 1 == 1).map(move |i| (line, stones, i))
        });
    assert_eq!(sorted(visited.collect()), sorted(expected));
}

fn open_squares<S: SegmentState>(
    position: &Position<S>,
    player: Player,
    most: u8,
) -> [SquareSet; 3] {
    let mut sets = [SquareSet::EMPTY; 3];
    position.add_open_squares(player, most, &mut sets);
    sets
}

/// The sets hold the empty squares of open segments with enough stones, counted one by one.
fn agree_on_open_squares<S: SegmentState>(position: &Position<S>, player: Player) {
    let of_segments = |least: u8| -> SquareSet {
        let segments = position.geometry().segments().filter(|&segment| {
            let counts = position.segment_counts(segment);
            counts[player.opponent()] == 0 && counts[player] >= least
        });
        segments.flat_map(|segment| position.empty_squares_of(segment)).collect()
    };
    for most in 0..=4_u8 {
        let expected = [0, 1, 2].map(|fewer| of_segments(most.saturating_sub(fewer)));
        assert_eq!(open_squares(position, player, most), expected);
    }
}

/// A corner region of the Connect6 board in which random stones soon make threats.
fn region() -> impl Strategy<Value = SquareSet> {
    (0_u8..14, 0_u8..14, 5_u8..10).prop_map(|(column, row, side)| {
        let grid = ConnectRules::CONNECT6.grid();
        let inside = |value: u8, from: u8| (from..from + side).contains(&value);
        grid.squares()
            .filter(|&s| inside(grid.column(s), column) && inside(grid.row(s), row))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn incremental_state_equals_recomputation(rules in small_games(), steps in steps(40)) {
        let mut position: GeneralPosition = start(rules);
        for step in &steps {
            perform(&mut position, step, &rules.cells());
            agree_with_oracle(&position);
        }
        let rebuilt: GeneralPosition =
            Position::from_setup(position.geometry().clone(), &position.setup()).unwrap();
        prop_assert_eq!(position.hash(), rebuilt.hash());
        position.undo_stones(steps.len());
        prop_assert_eq!(position.setup(), start::<SegmentCounts>(rules).setup());
        prop_assert_eq!(position.hash(), start::<SegmentCounts>(rules).hash());
    }

    #[test]
    fn critical_defences_equal_brute_force(rules in small_games(), steps in steps(30)) {
        let mut position: GeneralPosition = start(rules);
        for step in &steps {
            perform(&mut position, step, &rules.cells());
        }
        let oracle = Oracle::new(rules, position.setup());
        for defender in Player::BOTH {
            let found = position.critical_defences(defender);
            let found = found.into_iter().map(|defence| sorted(defence.squares)).collect();
            prop_assert_eq!(sorted(found), sorted(oracle.critical_defences(defender.opponent())));
        }
    }

    #[test]
    fn a_critical_defence_leaves_no_threat(steps in steps(60), region in region()) {
        let mut position: Connect6Position = start(ConnectRules::CONNECT6);
        for step in &steps {
            perform(&mut position, step, &region);
        }
        let defender = position.turn().player;
        for defence in position.critical_defences(defender) {
            let mut setup = position.setup();
            for &square in &defence.squares {
                setup.set(square, Some(defender));
            }
            let after: Connect6Position =
                Position::from_setup(position.geometry().clone(), &setup).unwrap();
            prop_assert_eq!(after.threat_number(defender.opponent()), 0);
        }
    }

    #[test]
    fn the_fast_connect6_state_equals_the_general_one(steps in steps(80), region in region()) {
        let mut fast: Connect6Position = start(ConnectRules::CONNECT6);
        let mut general: GeneralPosition = start(ConnectRules::CONNECT6);
        for step in &steps {
            perform(&mut fast, step, &region);
            perform(&mut general, step, &region);
        }
        agree_with_each_other(&fast, &general);
    }

    #[test]
    fn hash_and_canonical_form_agree_under_symmetry(rules in small_games(), steps in steps(30)) {
        let mut position: GeneralPosition = start(rules);
        for step in &steps {
            perform(&mut position, step, &rules.cells());
        }
        let geometry = position.geometry().clone();
        for symmetry in geometry.symmetries() {
            let image = position.setup().mapped(|square| symmetry.image(square));
            let image: GeneralPosition = Position::from_setup(geometry.clone(), &image).unwrap();
            prop_assert_eq!(image.canonical_hash(), position.canonical_hash());
            prop_assert_eq!(image.canonical_setup(), position.canonical_setup());
            for player in Player::BOTH {
                prop_assert_eq!(image.threat_number(player), position.threat_number(player));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn line_shapes_equal_brute_force(
        (length, k, p) in (1_u8..11).prop_flat_map(|n| (Just(n), 1..=n, 1_u16..4)),
        stones in any::<(u32, u32)>(),
    ) {
        let line = (1 << length) - 1;
        let (own, opposing) = (stones.0 & line, stones.1 & line & !stones.0);
        let rules = sixfold_connect::ShapeRules { in_a_row: k, stones_per_turn: p };
        let shape = rules.shape(own, opposing, length);
        prop_assert_eq!(shape.dead, naive_strength(own, opposing, length, k, p, 1));
        prop_assert_eq!(shape.live, naive_strength(own, opposing, length, k, p, 2));
    }
}

/// l such that the line holds a dead-l (`threats` 1) or live-l (2): tries all ways of adding
/// stones without completing a segment.
fn naive_strength(own: u32, opposing: u32, length: u8, k: u8, p: u16, threats: u16) -> u8 {
    let empty = ((1_u32 << length) - 1) & !own & !opposing;
    let window = (1_u32 << k) - 1;
    let windows = || (0..=length - k).map(move |i| window << i);
    let complete = |own: u32| windows().any(|w| own & w == w);
    let fewest = (0..1_u32 << length)
        .filter(|added| added & !empty == 0 && !complete(own | added))
        .filter(|added| {
            let segments: Vec<Squares> = windows()
                .filter(|w| opposing & w == 0)
                .map(|w| (0..32).filter(move |i| (w & !(own | added)) >> i & 1 == 1))
                .map(|bits| bits.map(Square::from_index).collect())
                .filter(|empty: &Squares| empty.len() <= p as usize)
                .collect();
            support::smallest_hitting_set(&segments, 2) >= threats
        })
        .map(u32::count_ones)
        .min();
    let d = u32::from(k).saturating_sub(p.into());
    fewest.map_or(0, |cost| d.saturating_sub(cost) as u8)
}

/// Six in a row on a small board, White to move.
fn nine_by_nine(rows: [&str; 9]) -> GeneralPosition {
    let lattice = Lattice::Square { rows: 9, columns: 9 };
    let rules = ConnectRules::new(lattice, 6, 2, 1).unwrap();
    drawn(rules, &rows, Turn { player: Player::White, stones_left: 2 })
}

#[test]
fn one_stone_blocks_two_lines_where_they_cross() {
    let position = nine_by_nine([
        ". . . . . . . . o",
        ". . . . . . . . x",
        ". . . . . . . . x",
        ". . . . . . . . x",
        ". . . . . . . . x",
        "o . . . . . . . .",
        ". . o . x x x x .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ]);
    // The row can be blocked at d3 or i3 only, the column at i4 or i3 only.
    assert_eq!(position.threat_number(Player::Black), 1);
    let defences = position.critical_defences(Player::White);
    let normal = defences.iter().filter(|d| d.kind == sixfold_connect::DefenceKind::Normal);
    let i3 = position.grid().parse("i3").unwrap();
    assert!(normal.map(|d| d.squares.clone()).eq([vec![i3]]));
}

#[test]
fn a_live_four_has_three_normal_defences() {
    let position = nine_by_nine([
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . x x x x . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ]);
    assert_eq!(position.threat_number(Player::Black), 2);
    let names: Vec<String> = position
        .critical_defences(Player::White)
        .iter()
        .map(|d| position.grid().names(d.squares.iter().copied()).concat())
        .collect();
    assert_eq!(sorted(names), ["b6h6", "c6h6", "c6i6"].map(String::from));
}

#[test]
fn connect6_types_are_interchangeable() {
    fn threats_after_a_four<S: SegmentState>() -> u16 {
        let mut position: Position<S> = start(ConnectRules::CONNECT6);
        for name in ["j10", "a1", "b3", "k10", "l10", "a9", "b7", "m10"] {
            let square = position.grid().parse(name).unwrap();
            position.play(square);
        }
        position.threat_number(Player::Black)
    }
    assert_eq!(threats_after_a_four::<LinePlanes>(), 2);
    assert_eq!(threats_after_a_four::<SegmentCounts>(), 2);
}

#[test]
fn a_stone_on_a_line_of_the_winner_wins_nothing() {
    let mut setup = sixfold_game::Setup::start(sixfold_game::GameName::CONNECT6);
    let grid = setup.grid();
    for name in ["a1", "b1", "c1", "d1", "e1", "f1"] {
        setup.set(grid.parse(name).unwrap(), Some(Player::Black));
    }
    setup.set(grid.parse("h1").unwrap(), Some(Player::White));
    let geometry = start::<LinePlanes>(ConnectRules::CONNECT6).geometry().clone();
    let position: Connect6Position = Position::from_setup(geometry, &setup).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::Black)));
}
