//! How files write the result of a game.

use crate::{Outcome, Player};

const BLACK_WINS: [&str; 9] =
    ["b", "black", "先手胜", "先手胜利", "黑胜", "黑方胜", "后手负", "白负", "白方负"];
const WHITE_WINS: [&str; 9] =
    ["w", "white", "后手胜", "后手胜利", "白胜", "白方胜", "先手负", "黑负", "黑方负"];
const DRAW: [&str; 8] = ["0", "draw", "jigo", "和棋", "和局", "平局", "平手", "和"];

/// The outcome that a text of an SGF or a contest record stands for.
pub(super) fn outcome_of(text: &str) -> Option<Outcome> {
    // Longer texts, which no contest writes, are not worth a copy.
    let text = text.trim();
    let margin = text.find('+').unwrap_or(text.len());
    let name = text.get(..margin).filter(|name| name.len() <= 20)?;
    let name = name.trim().to_ascii_lowercase();
    let name = name.replace('勝', "胜").replace('負', "负").replace('後', "后");
    let is_one_of = |names: &[&str]| names.contains(&name.as_str());
    if is_one_of(&BLACK_WINS) {
        Some(Outcome::Win(Player::Black))
    } else if is_one_of(&WHITE_WINS) {
        Some(Outcome::Win(Player::White))
    } else if is_one_of(&DRAW) && margin == text.len() {
        Some(Outcome::Draw)
    } else {
        None
    }
}

/// How an SGF writes an outcome of which nothing else is known.
pub(super) const fn sgf_text(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "",
        Some(Outcome::Win(Player::Black)) => "B+",
        Some(Outcome::Win(Player::White)) => "W+",
        Some(Outcome::Draw) => "Draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_known_in_all_its_spellings() {
        let [black, white] = Player::BOTH.map(|player| Some(Outcome::Win(player)));
        for (outcome, texts) in [
            (black, "B B+ b+R B+0.5 Black+Time BLACK+ 先手胜 先手胜利 先手勝 黑胜 后手负 後手負"),
            (white, "W W+ w+T White+Resign 后手胜 后手胜利 後手勝 白胜 先手负 黑负"),
            (Some(Outcome::Draw), "0 Draw draw JIGO 和棋 和局 平局 平手"),
            (None, "? Void 胜负未定 先手 B- BW 0+ +B + Black先手胜"),
        ] {
            for text in texts.split(' ') {
                assert_eq!(outcome_of(text), outcome, "{text}");
                assert_eq!(outcome_of(&format!(" {text}\n")), outcome, "{text}");
            }
            assert_eq!(outcome_of(sgf_text(outcome)), outcome);
        }
    }
}
