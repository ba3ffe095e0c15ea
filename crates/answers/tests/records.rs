//! Records come back from JSON as they were sent, and no JSON makes a reader panic.

#[path = "../../game/tests/generated/mod.rs"]
#[expect(dead_code, reason = "not everything that is generated there is needed here")]
mod generated;

use generated::Ops;
use proptest::prelude::*;
use serde_json::{Value, json};
use sixfold_answers::record::{RecordNode, RecordTree, read_json};
use sixfold_game::record::{Event, sgf};
use sixfold_game::{GameName, Record};

const GAMES: [&str; 6] =
    ["connect6", "gomoku", "connect(7,9,4,3,2)", "connect(4,3,3,2,4)", "hex11", "connect(6,2,3)"];

fn game() -> impl Strategy<Value = GameName> {
    let named = prop::sample::select(&GAMES[..]).prop_map(|name| name.parse().unwrap());
    let small: GameName = "connect(4,3,2)".parse().unwrap();
    prop_oneof![6 => named, 1 => Just(small.seen_through(26, 7).unwrap())]
}

fn sent_and_read(record: &Record) -> Record {
    let sent = serde_json::to_vec(&RecordTree::from(record)).unwrap();
    let tree: RecordTree = read_json(&sent).unwrap();
    Record::try_from(&tree).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_tree_with_everything_in_it_comes_back(
        game in game(),
        ops in Ops::strategy(),
        result in prop::sample::select(vec!["", "B+", "W+R", "Draw", "0", "Void"]),
    ) {
        let mut record = ops.tree(game);
        record.info.set_result_from_sgf(result);
        prop_assert_eq!(&sent_and_read(&record), &record);
        let record = sgf::read(&sgf::write(&record, sgf::Style::Standard), None).unwrap();
        prop_assert_eq!(&sent_and_read(&record), &record);
    }

    #[test]
    fn a_tree_of_whole_turns_comes_back(game in game(), ops in Ops::strategy()) {
        let record = ops.tree_of_turns(game);
        prop_assert_eq!(&sent_and_read(&record), &record);
    }
}

#[test]
fn a_stone_that_is_taken_over_is_told_so() {
    let record = sgf::read("(;GM[11]SZ[3];B[b1];W[swap-pieces];B[c3])", None).unwrap();
    let sent = serde_json::to_value(RecordTree::from(&record)).unwrap();
    assert_eq!(sent["root"]["children"][0].get("swap"), None);
    let node = &sent["root"]["children"][0]["children"][0];
    assert_eq!((&node["swap"], &node["player"]), (&json!(true), &json!("white")));
    assert_eq!(sent_and_read(&record), record);
    for (nodes, reason) in [
        (json!([{"swap": true}]), "stone 1: only White may swap"),
        (json!([{"stones": ["b1"], "swap": true}]), "node 2: who takes over a stone places none"),
    ] {
        let tree = json!({"game": "hex3", "root": {"children": nodes}});
        let tree: RecordTree = serde_json::from_value(tree).unwrap();
        let error = Record::try_from(&tree).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}");
    }
}

#[test]
fn a_node_holds_a_turn_unless_variations_part_inside_it() {
    let text = "(;FF[4]RU[connect6];B[j10];W[k11i9](;B[h9];B[j9]C[good](;W[a1b1])(;W[-]))(;B[h9]C[alone];B[k9]))";
    let text = text.replace("(;W[-])", "(;PL[B])");
    let record = sgf::read(&text, None).unwrap();
    let tree = RecordTree::from(&record);
    let stones = |node: &RecordNode| node.stones.concat();
    let second = &tree.root.children[0].children[0];
    assert_eq!(stones(second), "k11i9");
    let ways: Vec<String> = second.children.iter().map(stones).collect();
    assert_eq!(ways, ["h9j9", "h9"]);
    assert_eq!(second.children[0].comment, "good");
    assert_eq!(stones(&second.children[1].children[0]), "k9");
    let null_move = &second.children[0].children[1];
    assert!(null_move.stones.is_empty() && null_move.setup.is_none());
    assert_eq!(null_move.player, Some(sixfold_game::Player::White));
    assert_eq!(sent_and_read(&record), record);
}

#[test]
fn a_line_may_be_as_long_as_an_sgf_may_have_it_and_no_longer() {
    let mut record = Record::new(GameName::CONNECT6);
    let mut end = record.root();
    for _ in 1..1000 {
        end = record.add(end, Event::Nothing);
    }
    assert!(sent_and_read(&record) == record);
    record.add(end, Event::Nothing);
    let tree = RecordTree::from(&record);
    let error = Record::try_from(&tree).unwrap_err();
    assert_eq!(error.to_string(), "node 1001: more than 1000 stones in one line");
}

fn complaint(root: &Value) -> String {
    let sent = json!({ "game": "connect6", "root": root }).to_string();
    match read_json::<RecordTree>(sent.as_bytes()) {
        Ok(tree) => Record::try_from(&tree).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_no_record_gets_one_clear_line() {
    let child = |node: Value| json!({ "children": [node] });
    for (root, expected) in [
        (json!({ "stones": ["j10"] }), "node 1: the root of a record has no stones"),
        (child(json!({ "stones": ["t20"] })), "node 2: square t20 is not on the 19x19 board"),
        (
            child(json!({ "stones": ["j10"], "children": [{ "stones": ["k10", "j10"] }] })),
            "stone 3: square J10 is occupied",
        ),
        (
            child(json!({ "stones": ["j10"], "player": "white" })),
            "stone 1: White at J10, but Black is to move",
        ),
        (child(json!({ "stones": ["j10", "k10"] })), "stone 2: Black at K10, but White is to move"),
        (child(json!({ "player": "white" })), "node 2: a null move of White, but Black is to move"),
        (
            json!({ "setup": { "to_move": "black", "stones_left": 3 } }),
            "node 1: 3 stones left to place, but a turn has at least 1 and at most 2",
        ),
        (
            json!({ "setup": { "stones_left": 1 } }),
            "node 1: a setup with stones_left needs to_move",
        ),
        (
            json!({ "marks": [{ "square": "a1", "sign": "label" }] }),
            "node 1: a mark has a label exactly if its sign is 'label'",
        ),
        (
            json!({ "properties": [{ "name": "B", "values": ["aa"] }] }),
            "node 1: 'B' with these values is not a property that a record keeps",
        ),
    ] {
        assert_eq!(complaint(&root), expected);
    }
    assert!(complaint(&json!({ "stone": [] })).contains("unknown field `stone`"));
}
