//! What an engine thinks, as lines of text.

use sixfold_game::Grid;

use super::Notation;
use crate::{Ground, Score, Thought, Variation};

/// One line for each variation: `info depth 3 score 120 nodes 4711 nps 90000 time 52 proven no pv JJ
/// KKLL`. The score is the logarithm of the odds of winning in hundredths, or `win N` or `loss N`; time
/// is in milliseconds. Where there are several variations, each has its number (`multipv`).
#[must_use]
pub fn info_lines(thought: &Thought, notation: Notation, grid: Grid) -> Vec<String> {
    let several = thought.variations.len() > 1;
    let variations = thought.variations.iter().zip(1..);
    variations
        .map(|(variation, number)| {
            let number = if several { format!(" multipv {number}") } else { String::new() };
            format!("info{number} {}", line(thought, variation, notation, grid))
        })
        .collect()
}

fn line(thought: &Thought, variation: &Variation, notation: Notation, grid: Grid) -> String {
    let score = match variation.score {
        Score::Estimate(thousandths) => (thousandths / 10).to_string(),
        Score::Wins(turns) => format!("win {turns}"),
        Score::Loses(turns) => format!("loss {turns}"),
    };
    let proven = match variation.ground {
        Ground::Proven => "yes",
        Ground::Estimated => "no",
    };
    let rate = thought.nodes as f64 / thought.elapsed.as_secs_f64().max(1e-6);
    let mut line = format!(
        "depth {} score {score} nodes {} nps {} time {} proven {proven} pv",
        thought.depth,
        thought.nodes,
        rate as u64,
        thought.elapsed.as_millis()
    );
    for turn in &variation.turns {
        line.push(' ');
        line.push_str(&notation.turn(grid, turn));
    }
    line
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sixfold_game::GameName;

    use super::*;

    fn variation(score: Score, ground: Ground, line: &str) -> Variation {
        let grid = GameName::CONNECT6.grid();
        let turn = |text| Notation::Plain.read(grid, text).unwrap().into_iter().collect();
        Variation { score, ground, visits: None, turns: line.split(' ').map(turn).collect() }
    }

    fn thought(variations: Vec<Variation>) -> Thought {
        Thought { variations, depth: 3, nodes: 4711, elapsed: Duration::from_millis(52) }
    }

    #[test]
    fn a_line_tells_depth_score_effort_and_the_line_of_play() {
        let variation = variation(Score::Estimate(-1204), Ground::Estimated, "j10 k11i9");
        let lines =
            info_lines(&thought(vec![variation]), Notation::LetterPairs, GameName::CONNECT6.grid());
        let line = "info depth 3 score -120 nodes 4711 nps 90596 time 52 proven no pv JJ KKII";
        assert_eq!(lines, [line]);
    }

    #[test]
    fn several_variations_are_numbered() {
        let win = variation(Score::Wins(2), Ground::Proven, "j10k10");
        let loss = variation(Score::Loses(1), Ground::Estimated, "a1a2");
        let lines =
            info_lines(&thought(vec![win, loss]), Notation::WithoutI, GameName::CONNECT6.grid());
        assert_eq!(
            lines,
            [
                "info multipv 1 depth 3 score win 2 nodes 4711 nps 90596 time 52 proven yes pv K10L10",
                "info multipv 2 depth 3 score loss 1 nodes 4711 nps 90596 time 52 proven no pv A1A2",
            ]
        );
    }
}
