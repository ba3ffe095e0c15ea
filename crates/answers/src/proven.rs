//! A certificate as a game.

use sixfold_game::certificate::Certificate;
use sixfold_game::record::{Event, Stone};
use sixfold_game::{Game, Record, Square};
use sixfold_hex::line::line_of_play;
use sixfold_play::AnyPosition;
use sixfold_solve::recall;

use crate::{AskError, Checked, check};

/// The position of a certificate with what it proves as a comment, and the line in which the loser
/// holds out longest. A certificate that proves nothing is an error.
pub fn record(certificate: &Certificate) -> Result<Record, AskError> {
    let claim = &certificate.claim;
    let mut record = Record::from_setup(claim.game, &claim.setup);
    let mut position = AnyPosition::replay(&record)?;
    let proof = match check(certificate)? {
        Checked::Proof(report) => match report.order {
            Some(order) => format!("proven, a win of order {order}"),
            None => "proven".to_string(),
        },
        Checked::RestsOnEdge => "not proven: the certificate rests on the edge".to_string(),
    };
    let mut end = record.root();
    record.node_mut(end).comment = format!("{} wins ({proof}).", claim.winner);
    for square in line(certificate, &position) {
        let player = position.turn().player;
        if position.try_play(square).is_err() {
            break;
        }
        end = record.add(end, Event::Stone(Stone { player, square }));
    }
    Ok(record)
}

/// The stones of a line in which the loser holds out.
fn line(certificate: &Certificate, position: &AnyPosition) -> Vec<Square> {
    match (position, certificate.plans()) {
        (AnyPosition::Connect(position), _) => {
            recall::line_of_play(certificate, position).into_iter().flatten().collect()
        }
        (AnyPosition::Hex(_), Some(plans)) => line_of_play(plans, &certificate.claim),
        (AnyPosition::Hex(_), None) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use sixfold_game::record::move_list;
    use sixfold_game::{GameName, Square, SquareSet};
    use sixfold_solve::Budget;

    use super::*;
    use crate::solve::{Question, solve};

    #[test]
    fn a_certificate_is_a_position_and_a_line() {
        let won = move_list::read(GameName::CONNECT6, "j10 h9i8 k11l10 k8m9").unwrap();
        let solution = solve(&won, Question::default(), &Budget::default()).unwrap();
        let game = record(solution.certificate.as_ref().unwrap()).unwrap();
        assert_eq!(game.check(), Ok(()));
        assert_eq!(game.first_setup(), won.final_setup());
        let sets = |turns: &[Vec<Square>]| -> Vec<SquareSet> {
            turns.iter().map(|turn| turn.iter().copied().collect()).collect()
        };
        assert_eq!(sets(&game.turns()), sets(&solution.line));
        assert_eq!(game.node(game.root()).comment, "Black wins (proven, a win of order 2).");
    }
}
