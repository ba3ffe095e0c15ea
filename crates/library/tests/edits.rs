//! Edits, undoing and redoing, held to a plain map with snapshots.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use sixfold_game::record::{Mark, Sign};
use sixfold_game::{Player, Setup, Square, SquareSet};
use sixfold_library::{Edit, Evaluation, Ground, Known, Library, Problem};
use support::{game, new_library, position, symmetries, turn};

/// What the model keeps of a position: everything as it lies in the canonical orientation.
#[derive(Clone, PartialEq, Debug, Default)]
struct Page {
    name: String,
    comment: String,
    claim: Known,
    /// The positions after its moves.
    children: BTreeSet<String>,
}

type Model = BTreeMap<String, Page>;

fn key(position: &Setup) -> String {
    symmetries().canonical(position).to_string()
}

fn add(model: &mut Model, position: &Setup, turn: SquareSet) {
    let child = key(&symmetries().after(position, turn));
    model.entry(child.clone()).or_default();
    model.entry(key(position)).or_default().children.insert(child);
}

fn remove(model: &mut Model, position: &Setup, turn: SquareSet) {
    let child = key(&symmetries().after(position, turn));
    model.get_mut(&key(position)).expect("a position").children.remove(&child);
    let mut open = vec![child];
    while let Some(child) = open.pop() {
        if !model.values().any(|page| page.children.contains(&child)) {
            open.extend(model.remove(&child).expect("a position").children);
        }
    }
}

/// A position of the model, some way round.
fn some_position(model: &Model, random: &mut fastrand::Rng) -> Setup {
    let keys: Vec<&String> = model.keys().collect();
    let canonical = Setup::from_fen(game(), keys[random.usize(..keys.len())]).expect("a position");
    let symmetries = symmetries();
    let ways = symmetries.ways();
    let way = &ways[random.usize(..ways.len())];
    canonical.mapped(|square| way.image(square))
}

fn some_turn(position: &Setup, random: &mut fastrand::Rng) -> SquareSet {
    let free: Vec<Square> =
        game().grid().squares().filter(|&square| position.stone(square).is_none()).collect();
    let mut turn = SquareSet::EMPTY;
    while turn.len() < usize::from(position.turn.stones_left) {
        turn.insert(free[random.usize(..free.len())]);
    }
    turn
}

/// Makes some edit in both, and says whether it changed anything.
fn some_edit(library: &mut Library, model: &mut Model, random: &mut fastrand::Rng) -> bool {
    let before = model.clone();
    let position = some_position(model, random);
    let number = random.u32(..);
    let edit = match random.u8(..6) {
        0 => {
            model.get_mut(&key(&position)).expect("a page").name = number.to_string();
            Edit::Name(number.to_string())
        }
        1 => {
            model.get_mut(&key(&position)).expect("a page").comment = number.to_string();
            Edit::Comment(number.to_string())
        }
        2 => {
            let known = Known::ALL[random.usize(..Known::ALL.len())];
            model.get_mut(&key(&position)).expect("a page").claim = known;
            Edit::Claim(known)
        }
        3 => {
            let found = library.lookup(&position).expect("an answer").expect("an entry");
            let Some(found) = found.moves.first() else { return false };
            remove(model, &position, found.stones);
            Edit::Remove(found.stones)
        }
        _ => {
            let stones = position.stones(Player::Black) | position.stones(Player::White);
            if stones.len() > 4 {
                return false;
            }
            let turn = some_turn(&position, random);
            add(model, &position, turn);
            Edit::Add(turn)
        }
    };
    library.edit(&position, &[edit]).expect("an edit");
    *model != before
}

fn expect_same(library: &Library, model: &Model) {
    assert_eq!(library.counts().expect("counts").positions, model.len() as u64);
    for (key_of, page) in model {
        let position = Setup::from_fen(game(), key_of).expect("a position");
        let found = library.lookup(&position).expect("an answer").expect("an entry");
        let children = found.moves.iter().map(|it| key(&symmetries().after(&position, it.stones)));
        let said = found.description;
        let found = Page {
            name: said.name,
            comment: said.comment,
            claim: found.judgement.known,
            children: children.collect(),
        };
        assert_eq!(found, *page, "{key_of}");
    }
}

#[test]
fn random_edits_are_undone_and_redone_as_snapshots_are_restored() {
    for seed in 0..3 {
        let mut random = fastrand::Rng::with_seed(seed);
        let (folder, mut library) = new_library();
        let path = folder.path().join("a.6lib");
        library.edit(&position(""), &[Edit::Name("start".into())]).expect("an edit");
        let mut model =
            Model::from([(key(&position("")), Page { name: "start".into(), ..Page::default() })]);
        let mut past: Vec<Model> = Vec::new();
        let mut future: Vec<Model> = Vec::new();
        for _ in 0..150 {
            match random.u8(..8) {
                0 | 1 if !past.is_empty() => {
                    assert!(library.undo().expect("a step").is_some());
                    future.push(std::mem::replace(&mut model, past.pop().expect("a snapshot")));
                }
                2 if !future.is_empty() => {
                    assert!(library.redo().expect("a step").is_some());
                    past.push(std::mem::replace(&mut model, future.pop().expect("a snapshot")));
                }
                3 => library = Library::open(&path).expect("the library"),
                _ => {
                    let before = model.clone();
                    if some_edit(&mut library, &mut model, &mut random) {
                        past.push(before);
                        future.clear();
                    }
                }
            }
            assert_eq!(library.can_redo().expect("an answer").is_some(), !future.is_empty());
        }
        expect_same(&library, &model);
        while library.undo().expect("an answer").is_some() {}
        assert_eq!(library.counts().expect("counts").positions, 0);
    }
}

/// What two models say together: the first has the last word.
fn merged(ours: &Model, theirs: &Model) -> Model {
    let mut both = ours.clone();
    for (key, page) in theirs {
        let own = both.entry(key.clone()).or_default();
        own.claim = own.claim.and(page.claim).unwrap_or(own.claim);
        own.children.extend(page.children.iter().cloned());
        if own.name.is_empty() {
            own.name.clone_from(&page.name);
        }
        if own.comment.is_empty() {
            own.comment.clone_from(&page.comment);
        }
    }
    both
}

#[test]
fn random_libraries_merge_as_maps_do() {
    for seed in 0..3 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut made = [0, 1].map(|_| {
            let (folder, mut library) = new_library();
            let start = position("");
            library.edit(&start, &[Edit::Name("start".into())]).expect("an edit");
            let page = Page { name: "start".into(), ..Page::default() };
            let mut model = Model::from([(key(&start), page)]);
            for _ in 0..60 {
                some_edit(&mut library, &mut model, &mut random);
            }
            (folder, library, model)
        });
        let [(_, ours, our_model), (_, theirs, their_model)] = &mut made;
        ours.merge(theirs).expect("a merge");
        expect_same(ours, &merged(our_model, their_model));
        expect_same(theirs, their_model);
        ours.undo().expect("a step");
        expect_same(ours, our_model);
    }
}

#[test]
fn marks_lines_and_moves_turn_with_the_position() {
    let (_folder, mut library) = new_library();
    let base = position("c3 b2a3");
    let mark = |name: &str, sign| Mark { square: game().grid().parse(name).expect("it"), sign };
    let evaluation = Evaluation {
        chance_black: 0.25,
        engine: "an engine".into(),
        effort: "5 nodes".into(),
        line: vec![turn("d4d5"), turn("a1a2")],
        date: "2026-01-01".into(),
    };
    let edits = [
        Edit::Marks(vec![mark("d4", Sign::Circle), mark("e1", Sign::Label("x".into()))]),
        Edit::Evaluation(Some(evaluation)),
        Edit::Add(turn("d4d5")),
    ];
    library.edit(&base, &edits).expect("edits");
    let symmetries = symmetries();
    let found = library.lookup(&base).expect("an answer").expect("an entry");
    for way in symmetries.ways() {
        let image = |set: SquareSet| set.iter().map(|it| way.image(it)).collect::<SquareSet>();
        let turned = library.lookup(&base.mapped(|square| way.image(square)));
        let turned = turned.expect("an answer").expect("an entry");
        let mut marks: Vec<Mark> = found
            .marks
            .iter()
            .map(|mark| Mark { square: way.image(mark.square), sign: mark.sign.clone() })
            .collect();
        marks.sort_unstable();
        assert_eq!(turned.marks, marks);
        assert_eq!(turned.moves[0].stones, image(found.moves[0].stones));
        let line = turned.evaluation.expect("an evaluation").line;
        assert_eq!(line, [turn("d4d5"), turn("a1a2")].map(image));
    }
    assert_eq!(
        library.undo().expect("a step").as_deref().map(|it| it.starts_with('3')),
        Some(true)
    );
    assert_eq!(library.lookup(&base).expect("an answer"), None);
}

#[test]
fn what_is_written_on_a_symmetric_position_comes_back_where_it_was() {
    let (_folder, mut library) = new_library();
    for name in ["a1", "e1", "b5", "c4"] {
        let marks =
            vec![Mark { square: game().grid().parse(name).expect("it"), sign: Sign::Cross }];
        library.edit(&position("c3"), &[Edit::Marks(marks.clone())]).expect("an edit");
        let found = library.lookup(&position("c3")).expect("an answer").expect("an entry");
        assert_eq!(found.marks, marks);
    }
}

#[test]
fn moves_that_are_images_of_each_other_are_one_move() {
    let (_folder, mut library) = new_library();
    for name in ["b2a3", "d2e3", "d4e3"] {
        library.edit(&position("c3"), &[Edit::Add(turn(name))]).expect("an edit");
    }
    let found = library.lookup(&position("c3")).expect("an answer").expect("an entry");
    assert_eq!(found.moves.len(), 1);
    assert_eq!(library.counts().expect("counts").positions, 2);
}

#[test]
fn transpositions_meet_and_are_removed_with_the_last_way() {
    let (_folder, mut library) = new_library();
    let start = position("");
    let lines = [["c3", "a1a2", "d4d5"], ["d4", "a1a2", "c3d5"]];
    for line in lines {
        let turns = line.iter().map(|name| turn(name)).collect();
        library.edit(&start, &[Edit::AddLine(turns)]).expect("a line");
    }
    let meeting = position("c3 a1a2 d4d5");
    let entry = library.look(&meeting).expect("an entry");
    assert_eq!(entry.arrivals.len(), 2);
    library.edit(&position("c3 a1a2"), &[Edit::Remove(turn("d4d5"))]).expect("an edit");
    assert!(library.look(&meeting).expect("an entry").known);
    library.edit(&start, &[Edit::Remove(turn("d4"))]).expect("an edit");
    assert!(!library.look(&meeting).expect("an entry").known);
}

#[test]
fn what_cannot_be_edited_is_refused_and_nothing_is_done() {
    let (_folder, mut library) = new_library();
    let start = position("");
    let edits = [Edit::Name("x".into()), Edit::Add(turn("c3c4"))];
    let refused = library.edit(&start, &edits).expect_err("two stones");
    assert!(matches!(refused.problem, Problem::Turn { .. }), "{refused}");
    let refused = library.edit(&start, &[Edit::Remove(turn("c3"))]).expect_err("no move");
    assert!(matches!(refused.problem, Problem::NoMove(_)), "{refused}");
    let refused = library.edit(&position("c3"), &[Edit::Add(turn("a1"))]).expect_err("one stone");
    assert!(matches!(refused.problem, Problem::Turn { .. }), "{refused}");
    let forged = sixfold_jobs::Sealed::from_bytes(vec![1, 2, 3]);
    let refused = library.edit(&start, &[Edit::Proof(forged)]).expect_err("no certificate");
    assert!(matches!(refused.problem, Problem::Certificate(_)), "{refused}");
    assert_eq!(library.counts().expect("counts").positions, 0);
    assert_eq!(library.version().expect("a version"), 0);
}

#[test]
fn results_rise_from_the_end_of_the_game() {
    let (_folder, mut library) = new_library();
    // Four in a row after Black's third turn.
    let line = ["c3", "a1a5", "c2c4", "e1e5", "c1a3"];
    let turns = line.iter().map(|name| turn(name)).collect();
    library.edit(&position(""), &[Edit::AddLine(turns)]).expect("a line");
    assert_eq!(library.minimax().expect("a step"), 2);
    let found = library.lookup(&position("c3 a1a5 c2c4 e1e5")).expect("it").expect("an entry");
    assert_eq!(found.judgement.known, Known::Won(Player::Black));
    assert_eq!(found.judgement.ground, Some(Ground::Minimax));
    let before = library.lookup(&position("c3 a1a5 c2c4")).expect("it").expect("an entry");
    assert_eq!(before.judgement.known, Known::Open, "White has other replies");
    assert_eq!(library.minimax().expect("a step"), 0);
    let position = position("c3 a1a5 c2c4 e1e5");
    let refused = library.edit(&position, &[Edit::Claim(Known::Draw)]).expect_err("proven");
    assert!(matches!(refused.problem, Problem::Proven(_)), "{refused}");
}
