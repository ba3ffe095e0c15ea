//! Results that follow from others: from the end of the game, and from proven results of the positions
//! after a position. What somebody only claims is not passed on.

use std::cmp::Reverse;
use std::collections::HashMap;

use rusqlite::Connection;
use sixfold_game::{Player, Setup};

use crate::book::Book;
use crate::journal::Keeping;
use crate::rows::{self, PositionId};
use crate::writing::Done;
use crate::{Ground, Judgement, Known, Library, LibraryError, Problem};

impl Library {
    /// Works out what follows from proven results, in one step. Says how many positions are
    /// known better than before.
    pub fn minimax(&mut self) -> Result<u64, LibraryError> {
        self.write(Keeping::Step, |writing| {
            let news = writing.book.consequences(writing.connection)?;
            let changed = news.len() as u64;
            for News { id, judgement } in news {
                writing.change(id, |row| {
                    if row.known != judgement.known {
                        row.certificate = None;
                    }
                    row.judge(judgement);
                })?;
            }
            Ok(Done { title: "minimax".to_string(), answer: changed })
        })
    }
}

/// A position that is known better now.
struct News {
    id: PositionId,
    judgement: Judgement,
}

/// A position of the graph.
struct Vertex {
    id: PositionId,
    position: Setup,
    judgement: Judgement,
}

impl Book {
    fn consequences(&self, reading: &Connection) -> Result<Vec<News>, Problem> {
        let mut vertices = self.vertices(reading)?;
        // Stones only grow in number, so children come before their parents.
        let stones = |setup: &Setup| {
            Player::BOTH.iter().map(|&player| setup.stones(player).len()).sum::<usize>()
        };
        vertices.sort_by_key(|vertex| Reverse(stones(&vertex.position)));
        let mut proven: HashMap<PositionId, Known> = HashMap::new();
        let mut news = Vec::new();
        for vertex in &vertices {
            let before = vertex.judgement;
            let found = self.consequence(reading, vertex, &proven)?;
            let found = Judgement::new(found, Ground::Minimax);
            let contradiction = || Problem::Contradiction(vertex.position.to_string());
            let judgement = before.and(found).ok_or_else(contradiction)?;
            if judgement.is_proven() {
                proven.insert(vertex.id, judgement.known);
            }
            if judgement != before {
                news.push(News { id: vertex.id, judgement });
            }
        }
        Ok(news)
    }

    fn vertices(&self, reading: &Connection) -> Result<Vec<Vertex>, Problem> {
        let mut statement =
            reading.prepare_cached("SELECT id, fen, known, ground FROM position")?;
        let mut found = statement.query([])?;
        let mut vertices = Vec::new();
        while let Some(row) = found.next()? {
            vertices.push(Vertex {
                id: row.get(0)?,
                position: self.setup(&row.get::<_, String>(1)?)?,
                judgement: Judgement { known: row.get(2)?, ground: row.get(3)? },
            });
        }
        Ok(vertices)
    }

    /// What the rules and the moves of a position say about it.
    fn consequence(
        &self,
        reading: &Connection,
        vertex: &Vertex,
        proven: &HashMap<PositionId, Known>,
    ) -> Result<Known, Problem> {
        let position = &vertex.position;
        let moves = rows::read_moves(reading, vertex.id)?;
        if moves.is_empty() {
            return Ok(self.outcome(position).map_or(Known::Open, Known::from));
        }
        let player = position.turn.player;
        let mut values = Vec::new();
        let mut covered = 0;
        for kept in &moves {
            let turn = self.squares(&kept.played)?;
            // A turn with null stones is a question that a proof asks, and no move of the game.
            if turn.len() == usize::from(position.turn.stones_left) {
                values.push(proven.get(&kept.row.child).copied().unwrap_or_default());
                covered += self.symmetries.same_turns(position, turn).len() as u64;
            }
        }
        let is_complete = self.number_of_turns(position) == Some(covered);
        let coverage = if is_complete { Coverage::All } else { Coverage::Some };
        Ok(best(player, &values, coverage))
    }

    /// How many whole turns there are, unless they are too many to be listed anyway.
    fn number_of_turns(&self, position: &Setup) -> Option<u64> {
        let taken = position.stones(Player::Black) | position.stones(Player::White);
        let empty = (self.symmetries.cells() - taken).len() as u64;
        let stones = u64::from(position.turn.stones_left);
        let mut number: u64 = 1;
        for chosen in 0..stones {
            number = number.checked_mul(empty.checked_sub(chosen)?)? / (chosen + 1);
        }
        Some(number)
    }
}

/// Whether a library has all moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coverage {
    All,
    Some,
}

/// What the values of the moves say about a position in which this player is to move.
fn best(player: Player, values: &[Known], coverage: Coverage) -> Known {
    let opponent = player.opponent();
    if values.contains(&Known::Won(player)) {
        return Known::Won(player);
    }
    let is_safe = values.iter().any(|value| value.excludes(opponent));
    if coverage == Coverage::All {
        if values.iter().all(|&value| value == Known::Won(opponent)) {
            return Known::Won(opponent);
        }
        if values.iter().all(|value| value.excludes(player)) {
            return if is_safe { Known::Draw } else { Known::NotWon(player) };
        }
    }
    if is_safe { Known::NotWon(opponent) } else { Known::Open }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Known = Known::Won(Player::Black);
    const WHITE: Known = Known::Won(Player::White);

    #[test]
    fn one_winning_move_wins() {
        assert_eq!(best(Player::Black, &[Known::Open, BLACK, WHITE], Coverage::Some), BLACK);
    }

    #[test]
    fn losing_moves_lose_only_if_there_are_no_others() {
        assert_eq!(best(Player::Black, &[WHITE], Coverage::Some), Known::Open);
        assert_eq!(best(Player::Black, &[WHITE], Coverage::All), WHITE);
    }

    #[test]
    fn a_move_that_draws_is_at_least_safe() {
        let not_white = Known::NotWon(Player::White);
        assert_eq!(best(Player::Black, &[Known::Draw, WHITE], Coverage::Some), not_white);
        assert_eq!(best(Player::Black, &[Known::Draw, WHITE], Coverage::All), Known::Draw);
    }
}
