//! One game between two engines.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sixfold_game::certificate::Certificate;
use sixfold_game::record::{Event, NodeId, Stone, move_list};
use sixfold_game::{Game, GameName, Outcome, PerPlayer, Player, Record};
use sixfold_hex::SwapRule;
use sixfold_solve::{Budget, Control};

use super::plan::{Adjudication, Contest, Fixture};
use super::{Effort, Ending, Fault, GameReport, Halt};
use crate::clock::{GameClock, Limits};
use crate::engine::process::ProcessError;
use crate::engine::{Engine, EngineError, Request};
use crate::{AnyPosition, Choice, Ground, PositionError};

/// Decides whether a certificate is a proof: the checker, which this crate does not know.
pub type Judge<'a> = dyn Fn(&Certificate) -> ProofVerdict + Sync + 'a;

/// What a judge says of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofVerdict {
    /// It is a proof.
    Accepted,
    /// It is a proof on the board that is played on, but not on the unbounded one that is meant.
    RestsOnEdge,
    /// It is no proof, for this reason.
    Rejected(String),
}

/// Who sees to it that the rules are kept.
pub(super) struct Referee<'a> {
    pub(super) contest: &'a Contest,
    pub(super) judge: &'a Judge<'a>,
    pub(super) halt: &'a Halt,
    pub(super) control: Arc<Control>,
}

/// Why a game has no result.
#[derive(Debug)]
pub(super) enum Abandoned {
    /// The contest was stopped.
    Stopped,
    /// An engine cannot play at all.
    Engine { engine: usize, error: EngineError },
}

/// How a game ends.
struct End {
    winner: Option<Player>,
    ending: Ending,
    fault: Option<Fault>,
}

/// What an engine does in its turn.
enum Answer {
    Turn(Choice),
    /// It takes over the first stone, which leads here.
    Swap(Box<AnyPosition>),
}

/// A game that is going on.
struct Match {
    record: Record,
    tip: NodeId,
    position: AnyPosition,
    turns: usize,
    clocks: PerPlayer<Option<GameClock>>,
    effort: PerPlayer<Effort>,
    faults: Vec<Fault>,
}

impl End {
    fn on_board(winner: Option<Player>, ending: Ending) -> End {
        End { winner, ending, fault: None }
    }

    fn by_fault(loser: Player, ending: Ending, text: String) -> End {
        let fault = Fault { player: loser, text };
        End { winner: Some(loser.opponent()), ending, fault: Some(fault) }
    }
}

impl Referee<'_> {
    /// Lets two engines play one game.
    pub(super) fn play(
        &self,
        fixture: &Fixture,
        engines: &mut PerPlayer<&mut dyn Engine>,
    ) -> Result<GameReport, Abandoned> {
        let mut game = self.begin(fixture)?;
        let mut end = None;
        for player in Player::BOTH {
            if let Err(error) = engines[player].new_game(self.contest.game) {
                end = end.or(Some(self.forfeit(fixture, player, error)?));
            }
        }
        let end = loop {
            if let Some(end) = end.or_else(|| self.end_on_board(&game)) {
                break end;
            }
            let player = game.position.turn().player;
            end = self.turn(&mut game, fixture, &mut *engines[player])?;
        };
        game.faults.extend(end.fault);
        let names = self.contest.names();
        Ok(GameReport {
            number: fixture.number,
            engines: PerPlayer::from_fn(|player| names[fixture.engines[player]].clone()),
            winner: end.winner,
            ending: end.ending,
            faults: game.faults,
            // Openings have nothing set up, so that there is a list.
            moves: move_list::write(&game.record).unwrap_or_default(),
            effort: game.effort,
        })
    }

    fn begin(&self, fixture: &Fixture) -> Result<Match, Abandoned> {
        let record = self.contest.openings().of_round(fixture.round);
        let board = self.contest.openings().board();
        let position = AnyPosition::replay_on(board, &record);
        let position = position.map_err(|error: PositionError| Abandoned::Engine {
            engine: fixture.engines.black,
            error: error.into(),
        })?;
        Ok(Match {
            tip: record.main_line().last().unwrap_or(record.root()),
            turns: record.turns().len(),
            clocks: PerPlayer::from_fn(|_| self.contest.terms.limits.clock),
            effort: PerPlayer::default(),
            faults: Vec::new(),
            record,
            position,
        })
    }

    fn end_on_board(&self, game: &Match) -> Option<End> {
        match game.position.outcome() {
            Some(Outcome::Win(winner)) => {
                let ending = match self.contest.game {
                    GameName::Connect(_) => Ending::Row,
                    GameName::Hex(_) => Ending::Chain,
                };
                Some(End::on_board(Some(winner), ending))
            }
            Some(Outcome::Draw) => Some(End::on_board(None, Ending::FullBoard)),
            // A full window of an unbounded board leaves nothing to be played either.
            None if game.position.legal_squares().is_empty() => {
                Some(End::on_board(None, Ending::FullBoard))
            }
            None if self.contest.terms.moves_limit.is_some_and(|most| game.turns >= most) => {
                Some(End::on_board(None, Ending::MovesLimit))
            }
            None => None,
        }
    }

    /// Lets an engine choose the rest of a turn, and plays it.
    fn turn(
        &self,
        game: &mut Match,
        fixture: &Fixture,
        engine: &mut dyn Engine,
    ) -> Result<Option<End>, Abandoned> {
        let player = game.position.turn().player;
        let terms = &self.contest.terms;
        let limits = Limits { clock: game.clocks[player], ..terms.limits };
        let limits = self.contest.engines()[fixture.engines[player]].limits(limits);
        let started = Instant::now();
        let chosen = self.ask(game, engine, limits);
        let elapsed = started.elapsed();
        if self.halt.is_stopped() {
            return Err(Abandoned::Stopped);
        }
        game.effort[player].turns += 1;
        game.effort[player].seconds += elapsed.as_secs_f64();
        let answer = match chosen {
            Ok(answer) => answer,
            Err(error) => return self.forfeit(fixture, player, error).map(Some),
        };
        if let Some(fault) = overdraft(limits, elapsed, terms.margin) {
            return Ok(Some(End::by_fault(player, Ending::Time, fault)));
        }
        if let Some(clock) = &mut game.clocks[player] {
            clock.left = clock.left.saturating_sub(elapsed) + clock.increment;
        }
        let choice = match answer {
            Answer::Turn(choice) => choice,
            Answer::Swap(after) => {
                game.swap(*after);
                return Ok(None);
            }
        };
        game.effort[player].nodes += choice.thought.nodes;
        let proven_winner = self.proven_winner(game, &choice);
        if let Err(fault) = game.place(&choice) {
            return Ok(Some(End::by_fault(player, Ending::IllegalMove, fault)));
        }
        let by_proof = proven_winner.map(|winner| End::on_board(Some(winner), Ending::Proof));
        Ok(self.end_on_board(game).or(by_proof))
    }

    /// Asks an engine what it does in its turn.
    fn ask(
        &self,
        game: &Match,
        engine: &mut dyn Engine,
        limits: Limits,
    ) -> Result<Answer, EngineError> {
        let terms = &self.contest.terms;
        let control = self.control.clone();
        let budget = Budget { memory: terms.memory, control, ..Budget::default() };
        let mut request = Request { budget, swap: terms.swap, ..Request::within(limits) };
        if terms.swap == SwapRule::SwapPieces
            && let Some(after_swap) = game.position.after_swap()
        {
            let started = Instant::now();
            if engine.takes_over(&game.record, &request)? {
                return Ok(Answer::Swap(Box::new(after_swap)));
            }
            // Both questions are about one move, with one limit of time.
            request.limits = after(limits, started.elapsed());
        }
        engine.choose(&game.record, &request).map(Answer::Turn)
    }

    /// The winner of the position, if an engine has proven it and proofs end games.
    fn proven_winner(&self, game: &mut Match, choice: &Choice) -> Option<Player> {
        if choice.best().ground != Ground::Proven {
            return None;
        }
        let player = game.position.turn().player;
        game.effort[player].claimed += 1;
        let certificate = choice.proof.as_deref()?;
        if self.contest.terms.adjudication == Adjudication::Off {
            return None;
        }
        let claim = &certificate.claim;
        let verdict = if claim.game == self.contest.game && claim.setup == game.position.setup() {
            (self.judge)(certificate)
        } else {
            ProofVerdict::Rejected("a proof of another position".to_string())
        };
        match verdict {
            ProofVerdict::Accepted => {
                game.effort[player].confirmed += 1;
                Some(claim.winner)
            }
            ProofVerdict::RestsOnEdge => None,
            ProofVerdict::Rejected(text) => {
                game.effort[player].rejected += 1;
                game.faults.push(Fault { player, text });
                None
            }
        }
    }

    /// The end of a game in which an engine does not play on, if that is its own fault.
    fn forfeit(
        &self,
        fixture: &Fixture,
        player: Player,
        error: EngineError,
    ) -> Result<End, Abandoned> {
        if self.halt.is_stopped() {
            return Err(Abandoned::Stopped);
        }
        let ending = match &error {
            EngineError::Process(ProcessError::Ended { .. }) => Ending::Crash,
            EngineError::Process(ProcessError::TooLate(_)) => Ending::Time,
            EngineError::Process(ProcessError::Resigned) => Ending::Resignation,
            EngineError::Process(
                ProcessError::Unreadable(_)
                | ProcessError::Refused { .. }
                | ProcessError::Illegal { .. }
                | ProcessError::TooFewStones(_),
            ) => Ending::IllegalMove,
            EngineError::Process(ProcessError::Cancelled) => return Err(Abandoned::Stopped),
            _ => return Err(Abandoned::Engine { engine: fixture.engines[player], error }),
        };
        Ok(End::by_fault(player, ending, error.to_string()))
    }
}

/// What is left of the limits of a move.
fn after(limits: Limits, elapsed: Duration) -> Limits {
    let least = Duration::from_millis(1);
    let left = |time: Duration| time.saturating_sub(elapsed).max(least);
    Limits {
        time: limits.time.map(left),
        clock: limits.clock.map(|clock| GameClock { left: left(clock.left), ..clock }),
        ..limits
    }
}

/// What is said of an engine that took more time than it had.
fn overdraft(limits: Limits, elapsed: Duration, margin: Duration) -> Option<String> {
    let left = limits.clock.map(|clock| clock.left);
    let limit = [limits.time, left].into_iter().flatten().min()?;
    let is_late = elapsed > limit + margin;
    let seconds = Duration::as_secs_f64;
    is_late.then(|| format!("took {:.2} s of {:.2} s", seconds(&elapsed), seconds(&limit)))
}

impl Match {
    /// Lets White take over the first stone.
    fn swap(&mut self, after: AnyPosition) {
        self.position = after;
        self.tip = self.record.add(self.tip, Event::Swap);
        self.turns += 1;
    }

    /// Plays a whole turn, or says why it is none.
    fn place(&mut self, choice: &Choice) -> Result<(), String> {
        let player = self.position.turn().player;
        for &square in choice.turn() {
            // What follows a winning stone, or the last one on the board, does not matter.
            if self.position.outcome().is_some() {
                break;
            }
            let name = self.position.grid().name(square);
            if self.position.turn().player != player {
                return Err(format!("stone at {name:#}: the turn has no more stones"));
            }
            let placed = self.position.try_play(square);
            placed.map_err(|reason| format!("stone at {name:#}: {reason}"))?;
            self.tip = self.record.add(self.tip, Event::Stone(Stone { player, square }));
        }
        let is_whole = self.position.turn().player != player
            || self.position.outcome().is_some()
            || self.position.legal_squares().is_empty();
        self.turns += 1;
        if is_whole { Ok(()) } else { Err("stones of the turn are missing".to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::GameName;
    use sixfold_game::certificate::{Builder, Claim, Effect, Sink};

    use super::super::{Openings, Terms};
    use super::*;
    use crate::engine::BuiltIn;

    /// Plays like the greedy engine, and says of every position that it is a proven win.
    struct Boaster;

    impl Engine for Boaster {
        fn name(&self) -> &'static str {
            "boaster"
        }

        fn new_game(&mut self, _: GameName) -> Result<(), EngineError> {
            Ok(())
        }

        fn choose(&mut self, record: &Record, request: &Request) -> Result<Choice, EngineError> {
            let mut choice = BuiltIn::Greedy.engine().choose(record, request)?;
            let setup = record.final_setup();
            let winner = setup.turn.player;
            let claim = Claim { game: record.game(), setup, winner, order: None };
            let mut proof = Builder::new(&claim).unwrap();
            proof.attack(choice.turn(), Effect::Overwhelms).unwrap();
            choice.proof = Some(Arc::new(proof.finish().unwrap()));
            choice.thought.variations[0].ground = Ground::Proven;
            Ok(choice)
        }
    }

    /// The game of two boasters before this judge.
    fn judged(adjudication: Adjudication, judge: &Judge) -> GameReport {
        let game: GameName = "connect(5,5,4,1,1)".parse().unwrap();
        let engines = vec!["greedy".parse().unwrap(); 2];
        let terms = Terms { adjudication, ..Terms::default() };
        let contest = Contest::new(game, engines, Openings::built_in(game).unwrap(), terms);
        let halt = Halt::default();
        let referee = Referee { contest: &contest, judge, halt: &halt, control: halt.control() };
        let mut players: PerPlayer<&mut dyn Engine> =
            PerPlayer { black: &mut Boaster, white: &mut Boaster };
        referee.play(&contest.fixture(0), &mut players).unwrap()
    }

    #[test]
    fn an_accepted_proof_ends_the_game() {
        let game = judged(Adjudication::Proofs, &|_| ProofVerdict::Accepted);
        assert_eq!((game.ending, game.winner), (Ending::Proof, Some(Player::White)));
        assert_eq!(game.effort.white.confirmed, 1);
        assert_eq!(game.moves.split(' ').count(), 2);
    }

    #[test]
    fn a_rejected_proof_is_a_fault_and_the_game_goes_on() {
        let reject = |_: &Certificate| ProofVerdict::Rejected("no proof".to_string());
        let game = judged(Adjudication::Proofs, &reject);
        assert_ne!(game.ending, Ending::Proof);
        let rejected = game.effort.black.rejected + game.effort.white.rejected;
        assert!(rejected > 0 && rejected as usize == game.faults.len());
    }

    /// Takes over the first stone, or says that it does not.
    struct Decided {
        takes_over: bool,
    }

    impl Engine for Decided {
        fn name(&self) -> &'static str {
            "decided"
        }

        fn new_game(&mut self, _: GameName) -> Result<(), EngineError> {
            Ok(())
        }

        fn choose(&mut self, record: &Record, request: &Request) -> Result<Choice, EngineError> {
            BuiltIn::usual(record.game()).engine().choose(record, request)
        }

        fn takes_over(&mut self, _: &Record, request: &Request) -> Result<bool, EngineError> {
            assert_eq!(request.swap, SwapRule::SwapPieces);
            Ok(self.takes_over)
        }
    }

    fn moves_with_swap(takes_over: bool, swap: SwapRule) -> String {
        let game: GameName = "hex3".parse().unwrap();
        let engines = vec!["hexy".parse().unwrap(); 2];
        let limits = Limits { nodes: Some(10), ..Limits::default() };
        let terms = Terms { limits, swap, ..Terms::default() };
        let openings = Openings::read(game, "b1").unwrap();
        let contest = Contest::new(game, engines, openings, terms);
        let halt = Halt::default();
        let judge = |_: &_| ProofVerdict::Accepted;
        let referee =
            Referee { contest: &contest, judge: &judge, halt: &halt, control: halt.control() };
        let mut players: PerPlayer<&mut dyn Engine> = PerPlayer {
            black: &mut Decided { takes_over: true },
            white: &mut Decided { takes_over },
        };
        let game = referee.play(&contest.fixture(0), &mut players).unwrap();
        assert!(game.winner.is_some() && game.faults.is_empty());
        game.moves
    }

    #[test]
    fn white_is_asked_once_whether_he_takes_over_the_first_stone() {
        let moves = moves_with_swap(true, SwapRule::SwapPieces);
        assert!(moves.starts_with("b1 swap "), "{moves}");
        for (takes_over, swap) in [(false, SwapRule::SwapPieces), (true, SwapRule::Off)] {
            assert!(!moves_with_swap(takes_over, swap).contains("swap"));
        }
    }

    #[test]
    fn nobody_is_asked_when_games_are_played_to_their_end() {
        let game = judged(Adjudication::Off, &|_| panic!("nobody asks"));
        assert_ne!(game.ending, Ending::Proof);
        assert!(game.effort.white.claimed > 0 && game.faults.is_empty());
    }
}
