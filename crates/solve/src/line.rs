//! A solution as a game: the line in which the defender holds out longest, with every turn whole.
//!
//! Solutions leave out stones that do not matter, which is no way to play: a turn that is a stone
//! short gives the next stone to the wrong player. In place of such null stones the line has some
//! that promise much and change nothing.

use std::cmp::Reverse;
use std::sync::Arc;

use sixfold_connect::{Position, SegmentState};
use sixfold_game::{Game, Square, SquareSet, Turn};

use crate::replay::replay;
use crate::solution::{Attack, Reply, Stones};

/// So many squares for a null stone are tried before one is taken that promises nothing.
const MOST_TRIES: usize = 16;

impl Attack {
    /// The turns of a game in which this attack, with which the side to move wins here, is played
    /// and the defender holds out as long as he can. All its turns are whole, but the one that
    /// completes a segment.
    #[must_use]
    pub fn line_of_play<S: SegmentState>(self: &Arc<Self>, position: &Position<S>) -> Vec<Stones> {
        Line { position: position.clone(), turns: Vec::new() }.after_attack(self.clone())
    }
}

impl Reply {
    /// The turns of a game that begins with this reply of the side to move, which loses to its
    /// answer; see [`Attack::line_of_play`].
    #[must_use]
    pub fn line_of_play<S: SegmentState>(&self, position: &Position<S>) -> Vec<Stones> {
        let mut line = Line { position: position.clone(), turns: Vec::new() };
        match line.play_reply(self) {
            Some(answer) => line.after_attack(answer),
            None => line.turns,
        }
    }
}

struct Line<S> {
    position: Position<S>,
    turns: Vec<Stones>,
}

impl<S: SegmentState> Line<S> {
    fn after_attack(mut self, mut attack: Arc<Attack>) -> Vec<Stones> {
        while let Some(reply) = self.play_attack(&attack) {
            match self.play_reply(reply) {
                Some(answer) => attack = answer,
                None => break,
            }
        }
        self.turns
    }

    /// Plays a turn of the attacker, and says what the defender replies.
    fn play_attack<'a>(&mut self, attack: &'a Attack) -> Option<&'a Reply> {
        let reply = attack.most_stubborn_reply();
        let needed = reply.map(rest_of_line).unwrap_or_default();
        let mut stones = attack.stones.clone();
        while !self.is_whole(&stones) {
            // One stone more of his own never harms the attacker.
            stones.push(self.idle_square(&stones, &needed)?);
        }
        self.play(stones)?;
        reply
    }

    /// Plays a reply, and gives the attack that answers it here.
    fn play_reply(&mut self, reply: &Reply) -> Option<Arc<Attack>> {
        let (mut stones, mut answer) = (reply.stones.clone(), reply.answer.clone());
        while !self.is_whole(&stones) {
            (stones, answer) = self.with_a_stone_more(&stones, &answer)?;
        }
        self.play(stones)?;
        Some(answer)
    }

    /// A reply with a stone in place of a null stone, after which the answer wins just as late.
    fn with_a_stone_more(
        &self,
        stones: &Stones,
        answer: &Arc<Attack>,
    ) -> Option<(Stones, Arc<Attack>)> {
        let length = answer.length();
        let tried = self.by_promise(stones).into_iter().take(MOST_TRIES).find_map(|square| {
            let longer: Stones = stones.iter().copied().chain([square]).collect();
            let answer = self.answer_after(&longer, answer)?;
            (answer.length() == length).then_some((longer, answer))
        });
        tried.or_else(|| {
            let needed = squares_of(&answer.longest_line());
            let square = self.idle_square(stones, &needed)?;
            Some((stones.iter().copied().chain([square]).collect(), answer.clone()))
        })
    }

    /// The attack as it works after a reply, of which some stones may still be null stones.
    fn answer_after(&self, reply: &Stones, attack: &Arc<Attack>) -> Option<Arc<Attack>> {
        let mut position = self.position.clone();
        let defender = position.turn().player;
        let attacker = defender.opponent();
        let stones_left = position.geometry().rules().stones_per_turn();
        position.add_stones(reply.iter().copied(), defender);
        position.set_turn(Turn { player: attacker, stones_left });
        Some(replay(&mut position, attacker, attack)?.attack)
    }

    /// The empty squares without these, the most promising first.
    fn by_promise(&self, without: &Stones) -> Vec<Square> {
        let taken: SquareSet = without.iter().copied().collect();
        let mut squares: Vec<Square> = (self.position.empty_squares() - taken).iter().collect();
        squares.sort_by_cached_key(|&square| Reverse(self.position.promise(square)));
        squares
    }

    /// The square that promises least of those that the line does not need.
    fn idle_square(&self, stones: &Stones, needed: &SquareSet) -> Option<Square> {
        self.by_promise(stones).into_iter().rfind(|&square| !needed.contains(square))
    }

    /// Whether a turn has all its stones, or wins without the others.
    fn is_whole(&self, stones: &Stones) -> bool {
        let mut after = self.position.clone();
        let is_short = stones.len() < usize::from(after.turn().stones_left);
        !is_short || after.play_turn(stones).is_err() || after.outcome().is_some()
    }

    fn play(&mut self, stones: Stones) -> Option<()> {
        self.position.play_turn(&stones).ok()?;
        self.turns.push(stones);
        Some(())
    }
}

/// The squares of what follows from a reply on.
fn rest_of_line(reply: &Reply) -> SquareSet {
    let squares = squares_of(&reply.answer.longest_line());
    squares | reply.stones.iter().copied().collect()
}

fn squares_of(line: &[Stones]) -> SquareSet {
    line.iter().flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use sixfold_connect::{Connect6Position, GeneralPosition};
    use sixfold_game::record::move_list;
    use sixfold_game::{GameName, Outcome};

    use super::*;
    use crate::Budget;
    use crate::orders::{self, Length, Methods, Order, Wanted};
    use crate::verify::verify;

    fn position(game: &str, moves: &str) -> GeneralPosition {
        let record = move_list::read(game.parse().unwrap(), moves).unwrap();
        GeneralPosition::replay(&record).unwrap()
    }

    /// Plays a line and says that its turns alternate, that nothing is left out, and who wins.
    fn assert_won<S: SegmentState, T: AsRef<[Square]>>(position: &Position<S>, line: &[T]) {
        let winner = if line.len() % 2 == 1 {
            position.turn().player
        } else {
            position.turn().player.opponent()
        };
        let mut after = position.clone();
        for (number, turn) in line.iter().enumerate() {
            let turn = turn.as_ref();
            let is_last = number + 1 == line.len();
            let whole = usize::from(after.turn().stones_left);
            assert!(turn.len() == whole || (is_last && turn.len() < whole), "{number}: {turn:?}");
            after.play_turn(turn).unwrap();
        }
        let threats = after.threat_number(winner);
        let is_won = after.outcome() == Some(Outcome::Win(winner)) || threats > whole_turn(&after);
        assert!(is_won, "{threats} threats after {} turns", line.len());
    }

    fn whole_turn<S: SegmentState>(position: &Position<S>) -> u16 {
        position.geometry().rules().stones_per_turn()
    }

    fn solved<S: SegmentState + Send + Sync>(position: &Position<S>, order: u8) -> crate::Solved {
        let wanted = Wanted { order: Order::LowestUpTo(order), length: Length::Any };
        orders::solve(position, wanted, Methods::default(), &Budget::default())
    }

    #[test]
    fn a_reply_of_one_stone_gets_another_that_changes_nothing() {
        let record = move_list::read(GameName::CONNECT6, "j10 h9i8 k11l10 k8m9").unwrap();
        let position = Connect6Position::replay(&record).unwrap();
        let solved = solved(&position, 2);
        assert!(solved.line().iter().any(|turn| turn.len() == 1), "{:?}", solved.line());
        let line = solved.line_of_play(&position);
        assert_won(&position, &line);
        assert_eq!(line.len(), solved.line().len());
    }

    #[test]
    fn a_null_move_becomes_a_turn_where_turns_have_one_stone() {
        let position = position("connect(5,5,3,1,1)", "c3");
        let verified = verify(&position, 3, Methods::default(), &Budget::default());
        let certificate = verified.certificate(&position).unwrap().unwrap();
        let replies = crate::recall::replies(&certificate, &|square| square);
        assert!(replies.iter().any(|reply| reply.stones.is_empty()));
        for reply in &replies {
            assert_won(&position, &reply.line_of_play(&position));
        }
    }
}
