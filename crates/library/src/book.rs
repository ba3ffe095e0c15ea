//! The game of a library: how its positions are turned, named and played on.

use sixfold_game::record::{Mark, move_list};
use sixfold_game::{GameName, Outcome, Player, Setup, Square, SquareSet};
use sixfold_jobs::wire::squares;
use sixfold_prove::{Orientation, Symmetries};

use crate::Problem;
use crate::schema::damaged;

/// What is to be known of the game in order to read and write.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub game: GameName,
    pub symmetries: Symmetries,
}

/// A position as somebody sees it, and how to get from there to how it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// As it lies for whoever asks.
    pub position: Setup,
    /// As it is kept.
    pub canonical: Setup,
    /// From the first to the second.
    pub inwards: Orientation,
    /// From the second to the first. For a symmetric position this must be just the way back, or
    /// else what is written on the left could come out on the right.
    pub outwards: Orientation,
}

impl Book {
    pub fn of(game: GameName) -> Book {
        Book { game, symmetries: Symmetries::of(game) }
    }

    /// A position with the ways to and from its representative.
    pub fn placed(&self, position: &Setup) -> Result<Placed, Problem> {
        self.check(position)?;
        self.placed_unchecked(position)
    }

    /// The same for a position that can be played: games of records are many, and are checked when
    /// they are read.
    pub fn placed_unchecked(&self, position: &Setup) -> Result<Placed, Problem> {
        let canonical = self.image(position);
        let inwards = self.symmetries.between(position, &canonical);
        let inwards = inwards.ok_or_else(|| Problem::Damaged("a lost symmetry".to_string()))?;
        let outwards = inwards.back();
        Ok(Placed { position: *position, canonical, inwards, outwards })
    }

    fn check(&self, position: &Setup) -> Result<(), Problem> {
        if position.grid() != self.game.grid() {
            return Err(Problem::Board(self.game));
        }
        Ok(self.symmetries.check(position)?)
    }

    /// The one representative of all positions that are the same up to a symmetry.
    pub fn image(&self, position: &Setup) -> Setup {
        self.symmetries.canonical(position)
    }

    /// How the game has ended in a position.
    pub fn outcome(&self, position: &Setup) -> Option<Outcome> {
        self.symmetries.outcome(position).ok()?
    }

    /// Of moves that are images of each other in a position, the one that stands for all.
    pub fn representative(&self, canonical: &Setup, turn: SquareSet) -> SquareSet {
        self.symmetries.same_turns(canonical, turn).into_iter().min().unwrap_or(turn)
    }

    /// Whether two turns of a position are the same or images of each other.
    pub fn is_same_turn(&self, position: &Setup, one: SquareSet, other: SquareSet) -> bool {
        one == other || self.symmetries.same_turns(position, one).contains(&other)
    }

    /// A turn as it lies in the name of the position that it leads to, if that is called by the moves
    /// which lead there by way of this position, as this one lies.
    pub fn as_named(&self, position: &Setup, turn: SquareSet, name: &str) -> SquareSet {
        let Ok(record) = move_list::read(self.game, name) else { return turn };
        let turns = record.turns();
        let Some((last, before)) = turns.split_last() else { return turn };
        let start = Setup::start(self.game);
        let turn_set = |turn: &Vec<Square>| turn.iter().copied().collect::<SquareSet>();
        let reached = before.iter().fold(start, |at, turn| self.after(&at, turn_set(turn)));
        let named = turn_set(last);
        let is_meant = reached == *position && self.is_same_turn(position, turn, named);
        if is_meant { named } else { turn }
    }

    pub fn after(&self, position: &Setup, turn: SquareSet) -> Setup {
        self.symmetries.after(position, turn)
    }

    /// Whether these stones can be placed, some of them perhaps not.
    pub fn has_room(&self, position: &Setup, turn: SquareSet) -> bool {
        let taken = position.stones(Player::Black) | position.stones(Player::White);
        let cells = self.symmetries.cells();
        (turn & taken).is_empty()
            && (turn - cells).is_empty()
            && turn.len() <= usize::from(position.turn.stones_left)
    }

    /// Checks that a turn is one that a player may make.
    pub fn check_turn(&self, position: &Setup, turn: SquareSet) -> Result<(), Problem> {
        let wrong = |reason| Problem::Turn { turn: self.turn_name(position, turn), reason };
        if self.outcome(position).is_some() {
            return Err(wrong("the game is over there"));
        }
        if !self.has_room(position, turn) {
            return Err(wrong("it has too many stones, or a square is occupied"));
        }
        let after = self.after(position, turn);
        let is_whole = turn.len() == usize::from(position.turn.stones_left);
        if !is_whole && (turn.is_empty() || self.outcome(&after).is_none()) {
            return Err(wrong("it has too few stones"));
        }
        Ok(())
    }

    /// The stones of a turn in a row; `-` stands for one that is not placed.
    pub fn turn_name(&self, position: &Setup, stones: SquareSet) -> String {
        let missing = usize::from(position.turn.stones_left).saturating_sub(stones.len());
        self.game.grid().names(stones.iter()).concat() + &"-".repeat(missing)
    }

    /// Squares as they stand in the file.
    pub fn squares(&self, text: &str) -> Result<SquareSet, Problem> {
        squares(self.game, text).map_err(|error| damaged(&error))
    }

    /// A position as it stands in the file.
    pub fn setup(&self, fen: &str) -> Result<Setup, Problem> {
        Setup::from_fen(self.game, fen).map_err(|error| damaged(&error))
    }
}

/// Signs on a board that is turned.
pub(crate) fn turned_marks(marks: &[Mark], way: &Orientation) -> Vec<Mark> {
    let turned = |mark: &Mark| Mark { square: way.image(mark.square), sign: mark.sign.clone() };
    let mut marks: Vec<Mark> = marks.iter().map(turned).collect();
    marks.sort_unstable();
    marks.dedup();
    marks
}
