use sixfold_game::certificate::Certificate;

use crate::check;

/// What the checker says of a proof about a position of Hex.
fn verdict(game: &str, fen: &str, winner: &str, proof: &str) -> String {
    let plans = proof.split(';').filter(|line| !line.trim_start().starts_with('m')).count();
    let lines = proof.replace(';', "\n");
    let file = format!(
        "sixfold-certificate 1\ngame {game}\nfen {fen}\nwinner {winner}\norder -\n{lines}\nend {plans}\n"
    );
    match check(&Certificate::read(file.as_bytes()).unwrap()) {
        Ok(report) => {
            let zone = game.parse::<sixfold_game::GameName>().unwrap().grid();
            format!("{} needs {}", report.claim.winner, zone.names(report.zones[0].iter()).concat())
        }
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn a_bridge_to_each_edge_wins_3x3() {
    let bridges = "m b2; j;j;t b1 1 c1 2; j;j;t a3 4 b3 5; c b2 3 6";
    assert_eq!(verdict("hex3", "3/3/3 b 1", "black", bridges), "Black needs b1c1b2a3b3");
    assert_eq!(
        verdict("hex3", "3/1x1/3 w 1", "black", bridges.split_once(';').unwrap().1),
        "Black needs b1c1a3b3"
    );
    assert_eq!(
        verdict("hex3", "3/1x1/3 w 1", "black", "r b1c1;r a3b3;c b2 1 2"),
        "Black needs b1c1a3b3"
    );
}

#[test]
fn white_joins_left_and_right() {
    assert_eq!(
        verdict("hex3", "3/1o1/3 b 1", "white", "r a2a3;r c1c2;c b2 1 2"),
        "White needs c1a2c2a3"
    );
}

#[test]
fn half_a_bridge_is_parried() {
    assert_eq!(
        verdict("hex3", "3/1x1/3 w 1", "black", "j;t b1 1;r a3b3;c b2 2 3"),
        "node 2 (line 7): all threats need b1"
    );
    assert_eq!(
        verdict("hex3", "3/1x1/3 w 1", "black", "r b1;r a3b3;c b2 1 2"),
        "node 1 (line 6): the places are not joined"
    );
}

#[test]
fn one_cell_serves_one_bridge() {
    assert_eq!(
        verdict("hex3", "1x1/3/x2 w 1", "black", "j;r a2b2;c a3 2 1;c b1a3 1 3 3"),
        "node 4 (line 9): two plans of the chain need a2"
    );
    assert_eq!(
        verdict("hex(4,3)", "3/1x1/3/1x1 w 1", "black", "r b1c1;r a3b3;j;c b2b4 1 2 3"),
        "node 2 (line 7): the places are not joined"
    );
    assert_eq!(
        verdict("hex(3,4)", "4/1xx1/4 w 1", "black", "r c1b1;r b3b1a3;c b2 1 2"),
        "node 3 (line 8): two plans of the chain need b1"
    );
}

#[test]
fn what_is_no_strategy_is_refused() {
    for (proof, reason) in [
        ("j", "the places are not joined"),
        ("m b2;r b1c1;r a3b3;c b2 1 2", "a first move is given, but it is not the winner's turn"),
        ("r b2c1;r a3b3;c b2 1 2", "b2 is not an empty square"),
        ("r b1c1;r a3b3;c c2 1 2", "c2 is not a stone of the winner"),
        ("r b1c1;r a3b3;c b2 1", "a chain has one more plan than stones"),
        ("t", "there are no threats"),
        ("r a1b1c1a2c2a3b3c3", "Black needs"),
        ("c b2 1 9", "missing or comes later"),
    ] {
        let said = verdict("hex3", "3/1x1/3 w 1", "black", proof);
        assert!(said.contains(reason), "{proof}: {said}");
    }
    let said = verdict("hex3", "3/1x1/3 w 1", "white", "r a1b1c1a2c2a3b3c3");
    assert!(said.contains("not joined"), "{said}");
    let large = "r a1b1c1d1a2b2c2d2a3";
    assert!(verdict("hex4", "4/4/4/4 b 1", "black", large).contains("too large to try everything"));
}

#[test]
fn a_turn_of_two_stones_is_no_turn_of_hex() {
    let proof = "sixfold-certificate 1\ngame hex3\nfen 3/1x1/3 w 2\nwinner black\norder -\n\
                 r b1c1\nr a3b3\nc b2 1 2\nend 3\n";
    let refused = match Certificate::read(proof.as_bytes()) {
        Err(_) => true,
        Ok(certificate) => check(&certificate).is_err(),
    };
    assert!(refused);
}

#[test]
fn a_file_of_endless_depth_is_refused() {
    let mut lines = vec!["j".to_string(), "j".into()];
    for number in 1..2000 {
        lines.push("j".into());
        lines.push(format!("c b1 {} {}", 2 * number, 2 * number + 1));
    }
    let said = verdict("hex2", "1x/1x w 1", "black", &lines.join(";"));
    assert!(said.contains("plans within plans"), "{said}");
}

#[test]
fn a_plan_may_serve_several_others() {
    let bridges = "m b2; j; t b1 1 c1 1; t a3 1 b3 1; c b2 2 3";
    assert_eq!(verdict("hex3", "3/3/3 b 1", "black", bridges), "Black needs b1c1b2a3b3");
}

#[test]
fn a_plan_does_not_serve_where_its_stones_or_cells_are_missing() {
    // Joined over b1 the stone b2 reaches the edge; over a1 it does not.
    assert_eq!(
        verdict("hex3", "3/1x1/3 w 1", "black", "j;t b1 1 a1 1;r a3b3;c b2 2 3"),
        "node 1 (line 6): the places are not joined"
    );
    // The bridge to the top is shown while b1 is empty, and used when it is taken.
    assert_eq!(
        verdict("hex3", "3/1x1/3 w 1", "black", "r b1c1;r a3b3;c b2 1 2;t c3 3 b1 3"),
        "node 1 (line 6): b1 is not an empty square"
    );
}

#[test]
fn plans_used_in_exponentially_many_ways_are_refused() {
    let board = ["x"; 20].join("/");
    let chains = (1..20).map(|number| format!("c a{number} {number} {number}"));
    let proof: Vec<String> = std::iter::once("j".to_string()).chain(chains).collect();
    let said = verdict("hex(20,1)", &format!("{board} w 1"), "black", &proof.join(";"));
    assert!(said.contains("too many different ways"), "{said}");
}
