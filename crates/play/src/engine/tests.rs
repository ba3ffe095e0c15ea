use sixfold_game::record::move_list;

use super::*;

#[test]
fn an_engine_is_named_as_it_is_written() {
    for name in [
        "greedy",
        "alphabeta",
        "alphabeta:solver=off,threads=2",
        "mcts",
        "mcts:seed=7",
        "hexy",
        "hexy:depth=6,connections=0",
    ] {
        assert_eq!(name.parse::<BuiltIn>().unwrap().engine().name(), name);
    }
    assert_eq!("mcts:".parse::<BuiltIn>().unwrap().engine().name(), "mcts");
}

#[test]
fn the_greedy_engine_completes_a_segment() {
    let record = move_list::read(GameName::CONNECT6, "j10 a1b1 k10l10 a2b2 m10n10 a3b3").unwrap();
    let mut engine = BuiltIn::Greedy.engine();
    let choice = engine.choose(&record, &Request::within(Limits::default())).unwrap();
    let grid = record.game().grid();
    assert!(
        [["o10", "i10"]].iter().flatten().any(|n| choice.turn().contains(&grid.parse(n).unwrap()))
    );
}

fn at(game: &str, moves: &str) -> Record {
    move_list::read(game.parse().unwrap(), moves).unwrap()
}

fn few_nodes() -> Request<'static> {
    Request::within(Limits { nodes: Some(60), ..Limits::default() })
}

#[test]
fn every_game_has_an_engine_of_its_own() {
    for (game, usual, other) in [
        ("connect6", "alphabeta", "hexy"),
        ("hex11", "hexy", "alphabeta"),
        ("hex(3,4)", "hexy", "mcts"),
        ("hex5", "hexy", "greedy"),
    ] {
        let name: GameName = game.parse().unwrap();
        assert_eq!(BuiltIn::usual(name).to_string(), usual);
        let error = other.parse::<BuiltIn>().unwrap().engine().new_game(name).unwrap_err();
        assert_eq!(error.to_string(), format!("{other} does not play {game} (try {usual})"));
    }
}

#[test]
fn hexy_joins_its_edges_and_says_that_it_wins() {
    // Black needs nothing but a3.
    let record = at("hex4", "a1 d1 a2 c2 a4 b3");
    let choice = BuiltIn::usual(record.game()).engine().choose(&record, &few_nodes()).unwrap();
    assert_eq!(record.game().grid().names(choice.turn().iter().copied()), ["a3"]);
    assert!(matches!(choice.best().score, Score::Wins(_)));
    assert_eq!(choice.best().ground, Ground::Proven);
    let proof = choice.proof.unwrap();
    assert_eq!(proof.claim.setup, record.final_setup());
    assert!(sixfold_check::check(&proof).is_ok());
}

#[test]
fn hexy_proves_a_loss_only_if_it_may_play_everywhere() {
    // Black's b2 is connected with both edges.
    let record = at("hex3", "b2");
    let mut engine = BuiltIn::usual(record.game()).engine();
    let choice = engine.choose(&record, &few_nodes()).unwrap();
    assert_eq!((choice.best().ground, choice.proof.is_some()), (Ground::Proven, true));
    assert!(matches!(choice.best().score, Score::Loses(_)));
    let excluded = [choice.turn().iter().copied().collect()];
    let another = Request { excluded: &excluded, ..few_nodes() };
    let choice = engine.choose(&record, &another).unwrap();
    assert_eq!((choice.best().ground, choice.proof.is_some()), (Ground::Estimated, false));
}

#[test]
fn hexy_tells_several_cells_and_leaves_out_those_it_must_not_choose() {
    let record = at("hex5", "c3");
    let mut engine = BuiltIn::usual(record.game()).engine();
    let several = Request { variations: 3, ..few_nodes() };
    let choice = engine.choose(&record, &several).unwrap();
    assert_eq!(choice.thought.variations.len(), 3);
    let turns = choice.thought.variations.iter().map(|line| &line.turns[0]);
    let excluded: Vec<SquareSet> = turns.map(|turn| turn.iter().copied().collect()).collect();
    let another = Request { excluded: &excluded, ..few_nodes() };
    let choice = engine.choose(&record, &another).unwrap();
    assert!(!excluded.contains(&choice.turn().iter().copied().collect()));
}

#[test]
fn hexy_takes_over_the_centre_and_not_the_corner_if_the_rule_holds() {
    for (moves, swap, takes_over) in [
        ("c3", SwapRule::SwapPieces, true),
        ("a1", SwapRule::SwapPieces, false),
        ("c3", SwapRule::Off, false),
        ("c3 a1", SwapRule::SwapPieces, false),
    ] {
        let record = at("hex5", moves);
        let mut engine = BuiltIn::usual(record.game()).engine();
        let request = Request { swap, ..few_nodes() };
        assert_eq!(engine.takes_over(&record, &request).unwrap(), takes_over, "{moves}");
    }
    let mut engine = "hexy:swap=on".parse::<BuiltIn>().unwrap().engine();
    assert!(engine.takes_over(&at("hex5", "c3"), &few_nodes()).unwrap());
}

#[test]
fn a_stone_that_may_be_taken_over_is_not_placed_in_the_middle() {
    let record = Record::new("hex5".parse().unwrap());
    let mut engine = BuiltIn::usual(record.game()).engine();
    let chosen = |swap, engine: &mut BuiltInEngine| {
        let request = Request { swap, ..few_nodes() };
        engine.choose(&record, &request).unwrap().turn().to_vec()
    };
    let fair = chosen(SwapRule::SwapPieces, &mut engine);
    assert_ne!(fair, chosen(SwapRule::Off, &mut engine));
}

#[test]
fn hexy_reports_what_it_thinks_and_stops_when_it_is_told_to() {
    let record = at("hex7", "d4");
    let thoughts = std::sync::Mutex::new(Vec::new());
    let watch = |thought: &Thought| thoughts.lock().unwrap().push(thought.depth);
    let mut engine = "hexy:solver=off".parse::<BuiltIn>().unwrap().engine();
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let request = Request { watch: &watch, ..Request::within(limits) };
    engine.choose(&record, &request).unwrap();
    assert_eq!(*thoughts.lock().unwrap(), [1, 2, 2]);
    let cancelled = Request::within(Limits::default());
    cancelled.budget.control.cancel();
    assert_eq!(engine.choose(&record, &cancelled).unwrap().thought.nodes, 0);
}

#[test]
fn the_greedy_engine_plays_every_game() {
    for name in ["gomoku", "tictactoe", "connect(4,9,4,3,2)", "connect(5,1,1)", "connect(9,3,2)"] {
        let record = Record::new(name.parse().unwrap());
        let mut engine = BuiltIn::Greedy.engine();
        let choice = engine.choose(&record, &Request::within(Limits::default())).unwrap();
        assert_eq!(choice.turn().len(), usize::from(record.game().turn_order().first), "{name}");
    }
}
