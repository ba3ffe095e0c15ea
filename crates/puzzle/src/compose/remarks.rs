//! What was found out about a position as a puzzle, in plain words.

use serde::Serialize;
use sixfold_game::{GameName, Player, SpentBudget, SquareSet};
use utoipa::ToSchema;

use super::appraise::{Appraisal, Cooked, Economy, Finding, OneKey};
use super::legality::{Illegal, StoneCounts};
use crate::export::themes;
use crate::{Duals, Goal, Puzzle};

/// One thing that there is to say about a position as a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Remark {
    /// What it is about.
    pub topic: Topic,
    /// Whether it is good or bad.
    pub tone: Tone,
    /// What there is to say.
    pub text: String,
}

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// The numbers of stones, and whether the game is still going on.
    Stones,
    /// The win that is asked for.
    Win,
    /// The first turn.
    Key,
    /// Stones that could be left out.
    Economy,
    /// Choices of the attacker after the key.
    Duals,
    /// Tempting turns that fail.
    Tries,
    /// How hard it is.
    Grade,
    /// What it is about.
    Themes,
}

/// Whether a remark is good or bad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// As it should be.
    Good,
    /// The position is no puzzle because of it.
    Flaw,
    /// Worth knowing.
    Note,
}

impl Topic {
    /// The topic in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Stones => "stones",
            Topic::Win => "win",
            Topic::Key => "key",
            Topic::Economy => "economy",
            Topic::Duals => "duals",
            Topic::Tries => "tries",
            Topic::Grade => "grade",
            Topic::Themes => "themes",
        }
    }
}

impl Appraisal {
    /// The answer in one sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        match (self.puzzle(), &self.finding) {
            (Some(puzzle), _) => format!("A sound puzzle: {}.", puzzle.task()),
            (None, Finding::Unknown(SpentBudget::Cancelled)) => "Interrupted.".to_string(),
            (None, Finding::Unknown(_)) => {
                "It could not be found out whether this is a puzzle.".to_string()
            }
            (None, _) => "Not a sound puzzle.".to_string(),
        }
    }

    /// All that there is to say, in the order in which it is asked.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = vec![self.stones()];
        match &self.finding {
            Finding::NotAsked => {}
            Finding::OneKey(found) => remarks.extend(self.one_key(found)),
            Finding::Cooked(cooked) => {
                remarks.push(good(Topic::Win, self.win(cooked.goal)));
                remarks.push(flaw(Topic::Key, self.cooks(cooked)));
            }
            finding => remarks.push(flaw(Topic::Win, self.no_win(finding))),
        }
        remarks
    }

    fn attacker(&self) -> Player {
        self.setup.turn.player
    }

    fn stones(&self) -> Remark {
        let counts = StoneCounts::of(&self.setup);
        let StoneCounts { black, white } = counts;
        let mover = self.attacker();
        match self.legality {
            Ok(()) => good(Topic::Stones, format!("{black} black and {white} white, as in a game")),
            Err(Illegal::StoneCounts) => {
                let wanted = counts.raised_for(self.game, mover);
                let missing = missing(wanted.black - black, wanted.white - white);
                flaw(
                    Topic::Stones,
                    format!(
                        "{black} black and {white} white; with {mover} to move a game has {} and \
                         {}: {missing} missing",
                        wanted.black, wanted.white
                    ),
                )
            }
            Err(Illegal::PartOfTurn) => {
                let text = format!("{mover} is in the middle of a turn; a puzzle begins with one");
                flaw(Topic::Stones, text)
            }
            Err(reason) => flaw(Topic::Stones, reason.to_string()),
        }
    }

    fn win(&self, goal: Goal) -> String {
        let (attacker, Goal { order, turns }) = (self.attacker(), goal);
        if let GameName::Hex(_) = self.game {
            return format!("{attacker} wins; the main line takes {turns} moves of his");
        }
        let means = goal.means(self.game.turn_order().later);
        format!("{attacker} wins in {turns} turns {means} (order {order}), and not sooner")
    }

    fn no_win(&self, finding: &Finding) -> String {
        let (attacker, Goal { order, turns }) = (self.attacker(), self.most);
        let is_hex = matches!(self.game, GameName::Hex(_));
        match finding {
            Finding::AtOnce(turn) if is_hex => {
                let key = self.name(*turn);
                format!("{attacker} joins his edges at once, with {key}")
            }
            Finding::AtOnce(turn) => {
                format!("{attacker} completes a row at once, with {}", self.name(*turn))
            }
            Finding::TooLong(goal) => {
                format!("the shortest takes {} turns, and {turns} are allowed", goal.turns)
            }
            Finding::Unknown(SpentBudget::Cancelled) => "interrupted".to_string(),
            Finding::Unknown(_) => {
                "it could not be found out with this effort; allow more".to_string()
            }
            Finding::Unproven(fault) => format!("it does not stand its check: {fault}"),
            _ if is_hex => format!("{attacker} has none; every move loses"),
            _ => format!("{attacker} has none of order {order} or less; the search is complete"),
        }
    }

    fn cooks(&self, cooked: &Cooked) -> String {
        let names: Vec<String> = cooked.turns.iter().map(|&turn| self.name(turn)).collect();
        let more = if cooked.may_be_more { ", and there may be more" } else { "" };
        match names.split_first() {
            Some((first, others)) if !others.is_empty() => {
                format!("{first} is cooked by {}{more}", others.join(", "))
            }
            _ => "several turns win".to_string(),
        }
    }

    fn one_key(&self, found: &OneKey) -> Vec<Remark> {
        let puzzle = &found.puzzle;
        let grade = &puzzle.grade;
        let about = match grade.themes.as_slice() {
            [] => "none of those that are known".to_string(),
            known => themes(known),
        };
        let is_connect = matches!(self.game, GameName::Connect(_));
        let mut remarks =
            vec![good(Topic::Win, self.win(puzzle.goal)), good(Topic::Key, self.key(found))];
        if is_connect {
            remarks.push(self.economy(puzzle, found.economy));
            remarks.push(note(Topic::Duals, duals(puzzle.duals)));
        }
        remarks.push(note(Topic::Tries, self.tries(puzzle)));
        remarks.push(note(Topic::Grade, grade.explain()));
        if is_connect {
            remarks.push(note(Topic::Themes, about));
        }
        remarks
    }

    fn key(&self, found: &OneKey) -> String {
        let key = self.name(found.puzzle.key);
        match found.images {
            1 => format!("{key} alone"),
            _ => format!("{key} alone, up to the symmetry of the position"),
        }
    }

    fn economy(&self, puzzle: &Puzzle, economy: Economy) -> Remark {
        let Economy::Known { needless } = economy else {
            let text = match self.legality {
                Ok(()) => "it was too much to find out whether a stone could be left out",
                Err(_) => "it is told once the numbers of stones are right",
            };
            return note(Topic::Economy, text.to_string());
        };
        let for_number = puzzle.spare - needless;
        let spare = match for_number.len() {
            0 => String::new(),
            1 => format!("; {} is there for the number of stones", self.list(for_number)),
            _ => format!("; {} are there for the number of stones", self.list(for_number)),
        };
        match needless.len() {
            0 if spare.is_empty() => good(Topic::Economy, "every stone is needed".to_string()),
            0 => good(Topic::Economy, format!("no stone can be left out{spare}")),
            1 => note(Topic::Economy, format!("{} could be left out{spare}", self.list(needless))),
            _ => {
                let text = format!("{} could be left out together{spare}", self.list(needless));
                note(Topic::Economy, text)
            }
        }
    }

    fn tries(&self, puzzle: &Puzzle) -> String {
        let tries = puzzle.tries.iter().map(|wrong| {
            format!("{} ({} refutes it)", self.name(wrong.turn), self.name(wrong.refutation))
        });
        let tries: Vec<String> = tries.collect();
        if tries.is_empty() {
            "no other turn looks like a win".to_string()
        } else {
            tries.join(", ")
        }
    }

    fn name(&self, turn: SquareSet) -> String {
        self.game.grid().names(turn.iter()).concat()
    }

    fn list(&self, stones: SquareSet) -> String {
        self.game.grid().names(stones.iter()).join(" ")
    }
}

fn duals(duals: Duals) -> String {
    let Duals { positions, with_choice } = duals;
    match (positions, with_choice) {
        (0, _) => "the key ends it".to_string(),
        (_, 0) => format!("none in {positions} positions after the key"),
        _ => format!("several turns win in {with_choice} of {positions} positions after the key"),
    }
}

fn missing(black: usize, white: usize) -> String {
    let of_one = |number: usize, colour: &str| (number > 0).then(|| format!("{number} {colour}"));
    let parts: Vec<String> =
        [of_one(black, "black"), of_one(white, "white")].into_iter().flatten().collect();
    let verb = if black + white == 1 { "is" } else { "are" };
    format!("{} {verb}", parts.join(" and "))
}

fn good(topic: Topic, text: String) -> Remark {
    Remark { topic, tone: Tone::Good, text }
}

fn flaw(topic: Topic, text: String) -> Remark {
    Remark { topic, tone: Tone::Flaw, text }
}

fn note(topic: Topic, text: String) -> Remark {
    Remark { topic, tone: Tone::Note, text }
}
