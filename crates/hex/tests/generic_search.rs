//! Hex through the `Game` trait: the searches that are written once for all games.

use sixfold_game::{Game, HexRules, Player};
use sixfold_hex::Position;
use sixfold_proof::memory::{Answer, Limits, Settings, prove};

fn after(side: u8, moves: &str) -> Position {
    let mut position = Position::start(HexRules::new(side, side).unwrap());
    for name in moves.split_ascii_whitespace() {
        position.try_play(position.grid().parse(name).unwrap()).unwrap();
    }
    position
}

#[test]
fn proof_number_search_knows_the_winning_openings_of_3x3() {
    let start = after(3, "");
    for cell in start.grid().squares() {
        let mut position = start.clone();
        position.try_play(cell).unwrap();
        let solution = prove(&position, Player::Black, &Settings::default(), &Limits::default());
        let wins =
            ["c1", "b2", "a3", "a2", "c2"].contains(&start.grid().name(cell).to_string().as_str());
        let expected = if wins { Answer::Proven } else { Answer::Disproven };
        assert_eq!(solution.answer, expected, "{}", start.grid().name(cell));
    }
}

#[test]
fn what_is_proven_for_one_player_is_disproven_for_the_other() {
    for moves in ["a1", "b2", "c2 b2", "d1 a4"] {
        let position = after(4, moves);
        let answers = Player::BOTH.map(|player| {
            prove(&position, player, &Settings::default(), &Limits::default()).answer
        });
        assert!(answers.contains(&Answer::Proven) && answers.contains(&Answer::Disproven));
    }
}
