//! Any proof comes back from its file, and no other text is taken for one.

use proptest::prelude::*;

use super::*;
use crate::{ConnectRules, Lattice, PerPlayer, Square, SquareSet};

/// Tic-tac-toe with a double threat after c3, and the replies that are worth writing down.
const EXAMPLE: &str = "\
sixfold-certificate 1
game tictactoe
fen 2o/1o1/x1x w 1
winner black
order 1
d
r b1
a a3
d
r a2
a b3 !
r c2
= 4
. a1-c1 b3c3
.
end 5
";

fn fault(text: &str) -> String {
    Certificate::read(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn a_file_comes_back() {
    let certificate = Certificate::read(EXAMPLE.as_bytes()).unwrap();
    assert_eq!(certificate.to_string(), EXAMPLE);
    assert_eq!(
        certificate.claim.to_string(),
        "Black wins tictactoe from 2o/1o1/x1x w 1 by a win of order 1"
    );
    let proof = certificate.tree().unwrap();
    assert_eq!(proof.len(), 5);
    let lines: Vec<usize> = proof.ids().map(|id| proof.line(id)).collect();
    assert_eq!(lines, [6, 8, 9, 11, 13]);
    let Node::Defence(root) = proof.node(Proof::ROOT) else { panic!("the defender moves first") };
    assert_eq!(root.replies().len(), 1);
    let Node::Attack(attack) = proof.node(root.replies().next().unwrap().answer) else { panic!() };
    let Node::Defence(defence) = proof.node(attack.defence.unwrap()) else { panic!() };
    assert_eq!(defence.zones.iter().map(SquareSet::len).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn an_unbounded_game_is_seen_through_a_window_of_the_size_of_the_fen() {
    let text = EXAMPLE.replace("tictactoe", "connect(3,1,1)");
    let certificate = Certificate::read(text.as_bytes()).unwrap();
    assert_eq!(certificate.to_string(), text);
    let game: GameName = "connect(3,1,1)".parse().unwrap();
    assert_eq!(certificate.claim.game, game.seen_through(3, 3).unwrap());
    assert!(
        fault(&text.replace("(3,", "(4,")).starts_with("line 3: FEN: k = 4 in a row is out of")
    );
}

#[test]
fn white_space_at_the_ends_of_lines_does_not_matter() {
    let windows = EXAMPLE.replace('\n', " \r\n") + "\r\n\n";
    assert_eq!(
        Certificate::read(windows.as_bytes()).unwrap(),
        Certificate::read(EXAMPLE.as_bytes()).unwrap()
    );
}

#[test]
fn every_fault_names_its_line() {
    for (from, to, reason) in [
        ("sixfold", "sixfald", "line 1: not a certificate"),
        ("certificate 1", "certificate 2", "line 1: version '2'"),
        ("game tictactoe", "game chess", "line 2: unknown game"),
        ("fen 2o", "fen 3o", "line 3: FEN: row 1"),
        ("fen 2o", "fun 2o", "line 3: 'fun 2o/1o1/x1x w 1' where 'fen' is expected"),
        ("black", "Black", "line 4: winner 'Black'"),
        ("black", "white", "line 6: a defence where an attack is expected"),
        ("order 1", "order 256", "line 5: order '256'"),
        ("d\nr b1", "d\nd\nr b1", "line 7: a defence where a reply or the end of the defence"),
        ("a a3", "a a4", "line 8: square a4 is not on the 3x3 board"),
        ("a a3", "a a3a3", "line 8: square number 6 twice"),
        ("a a3", "a -", "line 8: an attack without stones"),
        ("a a3", "a a3 ?", "line 8: 'a a3 ?' is no line"),
        ("a a3", "a a3 !", "line 9: a defence where a reply or the end"),
        ("a b3 !", "a b3", "line 12: a reply where a defence is expected"),
        ("= 4", "= 2", "line 13: node 2 is not an attack that ends before"),
        ("= 4", "= 3", "line 13: node 3 is not an attack"),
        ("= 4", "= 5", "line 13: node 5 is not an attack"),
        ("= 4", "= 0", "line 13: '= 0' is no line"),
        ("a1-c1", "c1-a1", "line 14: 'c1-a1' is not a run"),
        ("a1-c1", "a1-a2", "line 14: 'a1-a2' is not a run"),
        ("b3c3", "b3c1", "line 14: square c1 comes twice"),
        ("b3c3\n.\n", "b3c3\n", "line 15: the end of the proof where a reply or"),
        ("end 5", "end 6", "line 16: '6' nodes at the end, but there are 5"),
        ("end 5\n", "", "line 16: the file ends before 'end'"),
        ("end 5\n", "end 5\nd\n", "line 17: 'd' after the end"),
        ("order 1\n", "order 1\n\n", "line 6: '' is no line"),
    ] {
        let text = EXAMPLE.replacen(from, to, 1);
        assert_ne!(text, EXAMPLE, "{from}");
        assert!(fault(&text).starts_with(reason), "{from}: {}", fault(&text));
    }
    let many = format!(". {}", "- ".repeat(MAX_ZONES + 1));
    assert!(fault(&EXAMPLE.replacen(". a1-c1 b3c3", &many, 1)).contains("more than 26 zones"));
    assert!(Certificate::read(&b"sixfold-certificate 1\n\xff\n"[..]).is_err());
}

#[test]
fn no_path_is_longer_than_the_largest_board() {
    let deep = "a a1\nd\nr -\n".repeat(MAX_DEPTH + 1);
    let text = format!(
        "sixfold-certificate 1\ngame gomoku\nfen {} b 1\nwinner black\norder -\n{deep}",
        ["15"; 15].join("/")
    );
    assert!(fault(&text).contains("more than 676 attacks"), "{}", fault(&text));
}

#[test]
fn a_sink_refuses_what_does_not_fit_and_can_go_on() {
    let claim = Certificate::read(EXAMPLE.as_bytes()).unwrap().claim;
    let mut writer = Writer::new(Vec::new(), &claim).unwrap();
    let a1 = Square::from_index(0);
    assert!(writer.attack(&[a1], Effect::Completes).is_err());
    writer.defence().unwrap();
    assert!(writer.reply(&[Square::from_index(9)]).is_err());
    let zones = [1, 2].map(|i| [Square::from_index(i)].into_iter().collect::<SquareSet>());
    assert!(matches!(
        writer.close(&zones),
        Err(SinkError::Structure(StructureError::NotNested(2)))
    ));
    writer.close(&zones[..1]).unwrap();
    assert!(writer.defence().is_err());
    assert!(String::from_utf8(writer.finish().unwrap()).unwrap().ends_with("\nd\n. b1\nend 1\n"));
    assert!(Builder::new(&claim).unwrap().finish().is_err());
}

/// A choice of steps from any numbers: whatever the sink refuses is left out.
fn any_certificate() -> impl Strategy<Value = Certificate> {
    let board = (1_u8..=26, 1_u8..=26, any::<bool>());
    let rules = (board, 1_u8..6, 1_u16..5, 1_u16..5).prop_filter_map(
        "no room for k",
        |((rows, columns, has_edge), k, p, q)| {
            let lattice = Lattice::Square { rows, columns };
            let rules = ConnectRules::new(lattice, k, p, q).ok()?;
            if has_edge { Some(rules) } else { rules.with_window(lattice).ok() }
        },
    );
    let numbers = prop::collection::vec((0_u8..8, any::<u32>(), any::<u64>()), 1..200);
    (rules, any::<bool>(), any::<Option<u8>>(), any::<u64>(), numbers).prop_map(
        |(rules, black, order, stones, numbers)| {
            let game = GameName::Connect(rules);
            let grid = game.grid();
            let mut setup = Setup::start(game);
            for i in 0..grid.len().min(32) {
                if stones >> (2 * i) & 1 == 1 {
                    let player = Player::BOTH[(stones >> (2 * i + 1) & 1) as usize];
                    setup.set(Square::from_index(i * 7 % grid.len()), Some(player));
                }
            }
            let winner = if black { Player::Black } else { Player::White };
            let claim = Claim { game, setup, winner, order };
            let mut builder = Builder::new(&claim).unwrap();
            for (kind, small, large) in numbers {
                push_any(&mut builder, grid, kind, small, large);
            }
            // Close what is open.
            let last = [Square::from_index(0)];
            while builder.clone().finish().is_err() {
                let _ = builder.close(&[]).is_ok()
                    || builder.attack(&last, Effect::Overwhelms).is_ok()
                    || builder.defence().is_ok();
            }
            builder.finish().unwrap()
        },
    )
}

fn push_any(builder: &mut Builder, grid: crate::Grid, kind: u8, small: u32, large: u64) {
    let square = |i: usize| Square::from_index((small as usize).wrapping_add(i * 3) % grid.len());
    let stones: Vec<Square> = (0..large as usize % 4).map(square).collect();
    let mut zone = SquareSet::EMPTY;
    let zones: Vec<SquareSet> = (0..large >> 8 & 3)
        .map(|i| {
            (0..64)
                .filter(|bit| large >> bit & (1 + i) == 1)
                .for_each(|bit| zone.insert(square(bit)));
            zone
        })
        .collect();
    let effects = [Effect::Completes, Effect::Overwhelms, Effect::Continues];
    let _ = match kind {
        0..=2 => builder.attack(&stones, effects[kind as usize]),
        3 => builder.same_as(NodeId::from_index(small as usize % 64).unwrap()),
        4 => builder.close(&zones),
        5 | 6 => builder.reply(&stones),
        _ => builder.defence(),
    };
}

proptest! {
    #[test]
    fn every_certificate_comes_back(certificate in any_certificate()) {
        let text = certificate.to_string();
        let again = Certificate::read(text.as_bytes());
        prop_assert_eq!(again.unwrap(), certificate);
    }

    #[test]
    fn a_truncated_file_is_refused(certificate in any_certificate(), cut in 0.0..1.0) {
        let text = certificate.to_string();
        let cut = (cut * (text.len() - 1) as f64) as usize;
        prop_assert!(cut + 1 == text.len() || Certificate::read(&text.as_bytes()[..cut]).is_err());
    }

    #[test]
    fn changed_bytes_are_an_error_or_another_certificate(
        certificate in any_certificate(),
        changes in prop::collection::vec((0.0..1.0, any::<u8>(), 0..3), 1..4),
    ) {
        let mut bytes = certificate.to_string().into_bytes();
        for (place, byte, kind) in changes {
            let at = (place * bytes.len() as f64) as usize;
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        if let Ok(other) = Certificate::read(&bytes[..]) {
            let again = Certificate::read(other.to_string().as_bytes());
            prop_assert_eq!(again.unwrap(), other);
        }
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Certificate::read(&bytes[..]).is_err());
    }

    #[test]
    fn any_lines_are_refused_or_read(lines in "(([adr=.]|end)( [a-s][0-9]{1,2}| -| [!+]| [0-9])*\n){0,9}") {
        let head = EXAMPLE.split_inclusive('\n').take(5).collect::<String>();
        let _ = Certificate::read((head + &lines).as_bytes());
    }
}

#[test]
fn a_position_of_another_board_has_no_certificate() {
    let claim = Claim {
        game: "tictactoe".parse().unwrap(),
        setup: Setup::start(GameName::CONNECT6),
        winner: Player::Black,
        order: None,
    };
    assert!(matches!(Builder::new(&claim), Err(StructureError::WrongBoard(_))));
    let rules = ConnectRules::new(Lattice::Hexagonal { radius: 2 }, 3, 2, 1).unwrap();
    let game = GameName::Connect(rules);
    let corner = [Square::from_index(0)].into_iter().collect();
    let stones = PerPlayer { black: corner, white: SquareSet::EMPTY };
    let turn = Setup::start(game).turn;
    let setup = Setup::with_stones(game.grid(), stones, turn);
    assert!(Builder::new(&Claim { game, setup, ..claim }).is_err());
    let mut builder = Builder::new(&Claim { game, setup: Setup::start(game), ..claim }).unwrap();
    assert!(builder.attack(&[Square::from_index(0)], Effect::Completes).is_err());
}
