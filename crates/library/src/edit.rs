//! Edits: what a user does to a position. Those of one call are one step, which can be undone.

use sixfold_game::certificate::Certificate;
use sixfold_game::record::Mark;
use sixfold_game::{Setup, SquareSet};
use sixfold_jobs::Sealed;
use sixfold_prove::first_turn;

use crate::book::{Placed, turned_marks};
use crate::rows::PositionId;
use crate::writing::Writing;
use crate::{Evaluation, Ground, Judgement, Known, Problem, Statistics};

/// A change of a position, given as it lies for whoever makes it.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// What it is called.
    Name(String),
    /// What there is to say about it.
    Comment(String),
    /// The signs on its squares, all of them.
    Marks(Vec<Mark>),
    /// A move is added.
    Add(SquareSet),
    /// Moves are added, one after the other.
    AddLine(Vec<SquareSet>),
    /// A move is removed, and whatever nothing else leads to.
    Remove(SquareSet),
    /// Somebody says how it ends, or takes that back.
    Claim(Known),
    /// What an engine thinks of it.
    Evaluation(Option<Evaluation>),
    /// A certificate proves how it ends. It is checked.
    Proof(Sealed),
}

/// Makes all edits, and says in a few words what they are.
pub(crate) fn apply(
    writing: &mut Writing<'_>,
    position: &Setup,
    edits: &[Edit],
) -> Result<String, Problem> {
    let placed = writing.book.placed(position)?;
    let mut titles = Vec::new();
    for edit in edits {
        titles.push(apply_one(writing, &placed, edit)?);
    }
    Ok(match &titles[..] {
        [title] => title.clone(),
        titles => format!("{} changes: {}", titles.len(), titles.join(", ")),
    })
}

fn apply_one(writing: &mut Writing<'_>, placed: &Placed, edit: &Edit) -> Result<String, Problem> {
    let game = writing.book.game;
    match edit {
        Edit::Name(text) => {
            let id = writing.position(&placed.canonical)?;
            writing.change(id, |row| row.name.clone_from(text))?;
            Ok(format!("name '{}'", sixfold_game::excerpt(text)))
        }
        Edit::Comment(text) => {
            let id = writing.position(&placed.canonical)?;
            writing.change(id, |row| row.comment.clone_from(text))?;
            Ok("comment".to_string())
        }
        Edit::Marks(marks) => {
            check_marks(writing, marks)?;
            let id = writing.position(&placed.canonical)?;
            let marks = turned_marks(marks, &placed.inwards);
            writing.change(id, |row| row.set_marks(game, &marks))?;
            Ok("marks".to_string())
        }
        Edit::Add(turn) => add_line(writing, &placed.position, &[*turn]),
        Edit::AddLine(turns) => add_line(writing, &placed.position, turns),
        Edit::Remove(turn) => remove(writing, placed, *turn),
        Edit::Claim(known) => claim(writing, &placed.canonical, *known),
        Edit::Evaluation(evaluation) => evaluate(writing, placed, evaluation.as_ref()),
        Edit::Proof(sealed) => prove(writing, &placed.canonical, sealed),
    }
}

fn check_marks(writing: &Writing<'_>, marks: &[Mark]) -> Result<(), Problem> {
    let cells = writing.book.symmetries.cells();
    match marks.iter().find(|mark| !cells.contains(mark.square)) {
        Some(_) => Err(Problem::Mark),
        None => Ok(()),
    }
}

fn add_line(
    writing: &mut Writing<'_>,
    position: &Setup,
    turns: &[SquareSet],
) -> Result<String, Problem> {
    let mut position = *position;
    let mut names = Vec::new();
    for &turn in turns {
        writing.book.check_turn(&position, turn)?;
        names.push(writing.book.turn_name(&position, turn));
        let placed = writing.book.placed_unchecked(&position)?;
        writing.add_move(&placed.canonical, placed.inwards.images(turn), Statistics::default())?;
        position = writing.book.after(&position, turn);
    }
    Ok(format!("{} added", names.join(" ")))
}

fn remove(writing: &mut Writing<'_>, placed: &Placed, turn: SquareSet) -> Result<String, Problem> {
    let name = writing.book.turn_name(&placed.position, turn);
    if !writing.remove_move(&placed.canonical, placed.inwards.images(turn))? {
        return Err(Problem::NoMove(name));
    }
    Ok(format!("{name} removed"))
}

fn claim(writing: &mut Writing<'_>, canonical: &Setup, known: Known) -> Result<String, Problem> {
    let id = writing.position(canonical)?;
    let before = writing.row(id)?.judgement();
    if before.is_proven() && before.known != known {
        return Err(Problem::Proven(before.known));
    }
    if !before.is_proven() {
        writing.change(id, |row| row.judge(Judgement::new(known, Ground::Claim)))?;
    }
    Ok(format!("claim '{known}'"))
}

fn evaluate(
    writing: &mut Writing<'_>,
    placed: &Placed,
    evaluation: Option<&Evaluation>,
) -> Result<String, Problem> {
    let game = writing.book.game;
    let turned = evaluation.map(|evaluation| Evaluation {
        line: evaluation.line.iter().map(|&turn| placed.inwards.images(turn)).collect(),
        ..evaluation.clone()
    });
    if turned.as_ref().is_some_and(|it| !(0.0..=1.0).contains(&it.chance_black)) {
        return Err(Problem::Chance);
    }
    let cells = writing.book.symmetries.cells();
    if let Some(evaluation) = evaluation
        && evaluation.line.iter().any(|&turn| !(turn - cells).is_empty())
    {
        return Err(Problem::Mark);
    }
    let id = writing.position(&placed.canonical)?;
    writing.change(id, |row| row.set_evaluation(game, turned.as_ref()))?;
    Ok("evaluation".to_string())
}

fn prove(writing: &mut Writing<'_>, canonical: &Setup, sealed: &Sealed) -> Result<String, Problem> {
    let certificate = sealed.open().map_err(|error| Problem::Certificate(error.to_string()))?;
    let claim = &certificate.claim;
    let is_about_it = claim.game == writing.book.game
        && claim.setup.grid() == canonical.grid()
        && writing.book.image(&claim.setup) == *canonical;
    if !is_about_it {
        return Err(Problem::Certificate("it is about another position".to_string()));
    }
    sixfold_check::check(&certificate).map_err(|fault| Problem::Certificate(fault.to_string()))?;
    let id = writing.position(canonical)?;
    learn(
        writing,
        id,
        Judgement::new(Known::Won(claim.winner), Ground::Certificate),
        Some(sealed),
    )?;
    add_key_move(writing, &certificate)?;
    Ok(format!("proof that {} wins", claim.winner))
}

/// Adds the move with which a proof begins, and that the position after it is won by the same proof.
/// A proof that begins with replies has none.
fn add_key_move(writing: &mut Writing<'_>, certificate: &Certificate) -> Result<(), Problem> {
    let claim = &certificate.claim;
    let Some(turn) = first_turn(certificate) else { return Ok(()) };
    let placed = writing.book.placed(&claim.setup)?;
    writing.add_move(&placed.canonical, placed.inwards.images(turn), Statistics::default())?;
    let after = writing.book.after(&claim.setup, turn);
    let id = writing.position(&writing.book.placed_unchecked(&after)?.canonical)?;
    learn(writing, id, Judgement::new(Known::Won(claim.winner), Ground::Minimax), None)
}

/// A position comes to be known better, or what is known is contradicted.
pub(crate) fn learn(
    writing: &mut Writing<'_>,
    id: PositionId,
    news: Judgement,
    sealed: Option<&Sealed>,
) -> Result<(), Problem> {
    let before = writing.row(id)?;
    let together = before.judgement().and(news);
    let together = together.ok_or_else(|| Problem::Contradiction(before.fen.clone()))?;
    let digest = sealed.map(Sealed::digest);
    if let Some(sealed) = sealed {
        writing.keep(sealed)?;
    }
    writing.change(id, |row| {
        // The proof of what was known before says less if more is known now.
        row.certificate =
            if row.known == together.known { row.certificate.or(digest) } else { digest };
        row.judge(together);
    })
}
