//! The games that puzzles are looked for in, and their positions that may be puzzles.

use sixfold_game::{GameName, Player, Record, Setup, SquareSet};
use sixfold_solve::Budget;

use crate::{Goal, Referee, Source, hex, selfplay};

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The position before each turn, and the last one.
    pub positions: Vec<Setup>,
    /// The file that it is from.
    pub file: String,
    /// Its number there, from 1.
    pub number: usize,
}

impl PlayedGame {
    /// The main line of a record. A stone that is taken over, or a setup, is a turn like any other.
    #[must_use]
    pub fn of_record(record: &Record, file: String, number: usize) -> PlayedGame {
        let mut positions = vec![record.first_setup()];
        let mut setup = record.first_setup();
        for id in record.main_line().skip(1) {
            setup = record.after(setup, id);
            if positions.last().is_some_and(|last| last.turn.player != setup.turn.player) {
                positions.push(setup);
            }
        }
        PlayedGame { positions, file, number }
    }
}

/// Where games come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Material {
    /// These games, in an order that the seed decides.
    Games(Vec<PlayedGame>),
    /// Games of the program with itself, as many as are wanted.
    SelfPlay,
}

/// A position that may be a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) setup: Setup,
    pub(super) source: Source,
    pub(super) most: Goal,
}

/// One of so many games is looked at for wins that need more than threats: they take long to find.
const GAMES_PER_QUIET_WIN: u64 = 4;
/// Wins that need more than threats are looked for up to this length: longer ones cannot be checked
/// blindly in any time.
const QUIET_TURNS: u8 = 5;
/// Fewer stones make no puzzle of Hex.
const LEAST_STONES: usize = 4;
/// The nodes of the search for the first position that is won by threats.
const SCAN_NODES: u64 = 3_000;

impl Material {
    /// The games in the order of this seed; the program's own have none.
    pub(super) fn shuffle(&mut self, seed: u64) {
        if let Material::Games(games) = self {
            fastrand::Rng::with_seed(seed).shuffle(games);
        }
    }

    /// How many games there are, if there is an end to them.
    pub(super) fn len(&self) -> Option<u64> {
        match self {
            Material::Games(games) => Some(games.len() as u64),
            Material::SelfPlay => None,
        }
    }

    /// The positions of a game that may be puzzles, the most interesting first.
    pub(super) fn candidates(
        &self,
        game: GameName,
        seed: u64,
        number: u64,
        most: Goal,
        referee: &dyn Referee,
    ) -> Vec<Candidate> {
        let played;
        let (setups, source): (&[Setup], &dyn Fn(usize) -> Source) = match self {
            Material::Games(games) => {
                let Some(played) = games.get(number as usize) else { return Vec::new() };
                (&played.positions, &|stones| Source::Game {
                    file: played.file.clone(),
                    number: played.number,
                    stones,
                })
            }
            Material::SelfPlay => {
                let turns = match game {
                    GameName::Connect(rules) => selfplay::game(rules, seed, number),
                    GameName::Hex(rules) => hex::played_game(rules, seed, number),
                };
                played = positions(game, &turns);
                (&played, &|stones| Source::SelfPlay { seed, number, stones })
            }
        };
        let chosen = match game {
            GameName::Connect(_) => chosen_of_connect(setups, number, most, referee),
            // Whoever has just made a mistake has lost, and one move in answer may be all that wins.
            GameName::Hex(_) => (0..setups.len())
                .filter(|&place| stones_on(&setups[place]) >= LEAST_STONES)
                .map(|place| (place, most))
                .collect(),
        };
        chosen
            .into_iter()
            .filter_map(|(place, most)| {
                let setup = *setups.get(place)?;
                Some(Candidate { setup, source: source(stones_on(&setup)), most })
            })
            .collect()
    }
}

fn stones_on(setup: &Setup) -> usize {
    Player::BOTH.iter().map(|&player| setup.stones(player).len()).sum()
}

/// The places in a game of Connect that may be puzzles, and the most that each may ask for.
fn chosen_of_connect(
    setups: &[Setup],
    number: u64,
    most: Goal,
    referee: &dyn Referee,
) -> Vec<(usize, Goal)> {
    let Some(first) = first_won(setups, referee) else { return Vec::new() };
    let by_threats = Goal { order: 1, ..most };
    let quiet = first
        .checked_sub(2)
        .filter(|_| most.order > 1 && number.is_multiple_of(GAMES_PER_QUIET_WIN));
    let quiet_goal = Goal { turns: most.turns.min(QUIET_TURNS), ..most };
    let chosen = quiet.map(|place| (place, quiet_goal)).into_iter();
    chosen.chain([(first, by_threats), (first + 2, by_threats)]).collect()
}

/// The position before each turn, and the last one.
fn positions(game: GameName, turns: &[SquareSet]) -> Vec<Setup> {
    let mut setup = Setup::start(game);
    let mut setups = vec![setup];
    for &turn in turns {
        setup = setup.after_turn(turn, game.turn_order());
        setups.push(setup);
    }
    setups
}

/// The first position in which the side to move wins by threats, and not at once.
fn first_won(setups: &[Setup], referee: &dyn Referee) -> Option<usize> {
    let budget = Budget { nodes: Some(SCAN_NODES), ..Budget::default() };
    let most = Goal { order: 1, turns: u8::MAX };
    setups.iter().position(
        |setup| matches!(referee.win(setup, most, &budget), Ok(Some(win)) if win.goal.turns > 1),
    )
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::{move_list, sgf};

    use super::*;

    fn fens(record: &Record) -> Vec<String> {
        let game = PlayedGame::of_record(record, String::new(), 1);
        game.positions.iter().map(Setup::to_string).collect()
    }

    #[test]
    fn a_stone_that_is_taken_over_is_a_turn_and_the_game_goes_on() {
        let record = move_list::read("hex3".parse().unwrap(), "b1 swap c3 a1").unwrap();
        let positions = ["3/3/3 b 1", "1x1/3/3 w 1", "3/o2/3 b 1", "3/o2/2x w 1", "o2/o2/2x b 1"];
        assert_eq!(fens(&record), positions);
    }

    #[test]
    fn stones_that_were_set_up_are_there_from_the_beginning() {
        let record = sgf::read("(;GM[11]SZ[3]AB[a1]AW[c3]PL[B];B[b2])", None).unwrap();
        assert_eq!(fens(&record), ["x2/3/2o b 1", "x2/1x1/2o w 1"]);
    }

    #[test]
    fn a_position_in_the_middle_of_a_turn_is_none() {
        let record = move_list::read(GameName::CONNECT6, "j10 h9i8 k11").unwrap();
        let turns: Vec<SquareSet> =
            record.turns().into_iter().take(2).map(|turn| turn.into_iter().collect()).collect();
        let game = PlayedGame::of_record(&record, String::new(), 1);
        assert_eq!(game.positions, positions(GameName::CONNECT6, &turns));
    }
}
