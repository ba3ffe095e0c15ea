//! Engines that are other programs, played by shell scripts that misbehave in every way.

#![cfg(unix)]

mod support;

use std::fs;
use std::time::Duration;

use sixfold_hex::SwapRule;
use sixfold_play::clock::{GameClock, Limits};
use sixfold_play::contest::{
    Adjudication, Ending, Halt, ProofVerdict, Results, Staff, Standings, Terms, run,
};
use support::{contest, pairs, play};

/// The games that a program plays as the first engine against the greedy one. It speaks `c6`, and
/// does this when it is asked for a move.
fn against_greedy(on_next: &str, terms: Terms) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fake");
    let text = format!(
        "while read word rest; do case $word in\n\
         new) turns=0;;\n\
         black|white) turns=$((turns+1));;\n\
         next) {on_next};;\n\
         esac; done\n"
    );
    fs::write(&path, text).unwrap();
    let engine = format!("c6:sh {}", path.display());
    play(&contest("connect6", &[&engine, "greedy"], terms), 1)
}

#[test]
fn a_program_that_crashes_loses_and_is_started_again() {
    for game in against_greedy("exit 3", pairs(1)).games() {
        assert_eq!(game.ending, Ending::Crash);
        assert_eq!(game.faults[0].text, "the program has ended (exit status: 3)");
    }
}

#[test]
fn a_program_that_plays_illegally_loses() {
    for (answer, reason) in [
        ("echo move JJKA", "stone at J10: the square is occupied"),
        ("echo move AAA", "'move AAA' is not a move"),
        ("echo move AA", "'move AA' is not a whole turn"),
    ] {
        for game in against_greedy(answer, pairs(1)).games() {
            assert_eq!((game.ending, game.faults[0].text.as_str()), (Ending::IllegalMove, reason));
        }
    }
}

#[test]
fn a_program_that_does_not_answer_in_time_loses() {
    let brief = Duration::from_millis(200);
    let limits = Limits { time: Some(brief), ..Limits::default() };
    // Greedy takes a moment too, and must not be late on a busy machine.
    let terms = Terms { limits, margin: Duration::from_secs(2), ..pairs(1) };
    for silence in ["sleep 1000", "echo MOVE AAAA; echo move XXXX; echo hello"] {
        for game in against_greedy(silence, terms.clone()).games() {
            assert_eq!((game.ending, game.faults.len()), (Ending::Time, 1), "{silence}");
        }
    }
}

#[test]
fn a_program_that_floods_its_output_loses_on_time_and_is_ended() {
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let terms = Terms { limits, margin: Duration::from_secs(2), ..pairs(1) };
    let games = against_greedy("while :; do echo nonsense; done", terms);
    assert!(games.games().all(|game| game.ending == Ending::Time));
}

#[test]
fn a_program_that_plays_is_heard_among_its_chatter() {
    // Two stones at the edge each time, far from everything.
    let answer = "echo thinking; n=$((turns/2)); \
        set -- A C E G I K M O Q S; shift $n; echo move ${1}A${1}B";
    let results = against_greedy(answer, pairs(1));
    assert!(results.games().all(|game| game.ending == Ending::Row), "{results:?}");
    let contest = contest("connect6", &["greedy", "greedy"], pairs(1));
    assert_eq!(Standings::of(&contest, &results).tallies[1].total().wins, 2);
}

#[test]
fn a_program_that_cannot_be_started_ends_the_contest() {
    let contest = contest("connect6", &["c6:/no/such/program", "greedy"], pairs(1));
    let halt = Halt::default();
    let staff = Staff { concurrency: 1, judge: &|_| ProofVerdict::Accepted, halt: &halt };
    let error = run(&contest, &mut Results::default(), &staff, &mut |_, _| Ok(())).unwrap_err();
    assert!(error.to_string().starts_with("program: cannot start '/no/such/program': "), "{error}");
}

#[test]
fn a_program_that_speaks_gtp_places_its_stones_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fake");
    // It has no clock, and fills the board from the lower left.
    let text = "while read word rest; do case $word in\n\
        clear_board) taken=' '; echo '= '; echo;;\n\
        play) set -- $rest; taken=\"$taken$2 \"; echo '='; echo;;\n\
        genmove) for v in A1 A2 A3 B1 B2 B3 C1 C2 C3; do\n\
          case $taken in *\" $v \"*) ;; *) break;; esac; done\n\
          taken=\"$taken$v \"; echo \"= $v\"; echo;;\n\
        time_settings) echo '? unknown command'; echo;;\n\
        *) echo '='; echo;;\n\
        esac; done\n";
    fs::write(&path, text).unwrap();
    let engine = format!("gtp:sh {}", path.display());
    let limits = Limits { time: Some(Duration::from_secs(30)), ..Limits::default() };
    let terms = Terms { limits, ..pairs(2) };
    for game in play(&contest("connect(3,3,3,2,1)", &[&engine, "greedy"], terms), 1).games() {
        assert!(game.faults.is_empty() && game.winner.is_some(), "{game:?}");
    }
}

/// The games of a program that speaks HTP and answers like this when it is asked for a move.
fn in_hex(on_genmove: &str, terms: Terms) -> Results {
    in_hex_with("", on_genmove, terms)
}

/// The same, with commands of its own besides.
fn in_hex_with(others: &str, on_genmove: &str, terms: Terms) -> Results {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fake");
    let text = format!(
        "while read word colour cell; do case $word in\n\
         clear_board) taken=' '; echo =; echo;;\n\
         play) taken=\"$taken$cell \"; echo =; echo;;\n\
         genmove) {on_genmove}; echo;;\n\
         {others}\n\
         *) echo =; echo;;\n\
         esac; done\n"
    );
    fs::write(&path, text).unwrap();
    let engine = format!("htp:sh {}", path.display());
    play(&contest("hex3", &[&engine, "hexy"], terms), 1)
}

/// Plays on the first cell that is not taken.
const FIRST_CELL: &str = "for v in a1 b1 c1 a2 b2 c2 a3 b3 c3; do \
    case $taken in *\" $v \"*) ;; *) break;; esac; done; taken=\"$taken$v \"; echo \"= $v\"";

#[test]
fn a_program_of_hex_is_told_cells_and_answers_with_them() {
    for swap in [SwapRule::Off, SwapRule::SwapPieces] {
        let terms = Terms { swap, adjudication: Adjudication::Off, ..pairs(5) };
        for game in in_hex(FIRST_CELL, terms).games() {
            assert!(game.faults.is_empty() && game.winner.is_some(), "{game:?}");
        }
    }
}

#[test]
fn a_program_of_hex_takes_over_a_stone_only_if_the_rule_holds() {
    let on_genmove =
        format!("if [ \"$taken\" = \" b2 \" ]; then echo '= swap-pieces'; else {FIRST_CELL}; fi");
    let centre = |swap| {
        let terms = Terms { swap, adjudication: Adjudication::Off, ..pairs(5) };
        let results = in_hex(&on_genmove, terms);
        results
            .games()
            .filter(|game| game.moves.starts_with("b2") && game.number % 2 == 1)
            .cloned()
            .collect::<Vec<_>>()
    };
    for game in centre(SwapRule::SwapPieces) {
        assert!(game.moves.starts_with("b2 swap "), "{game:?}");
        assert!(game.faults.is_empty(), "{game:?}");
    }
    for game in centre(SwapRule::Off) {
        assert_eq!(game.ending, Ending::IllegalMove);
        assert_eq!(game.faults[0].text, "'swap-pieces' is not a move");
    }
    assert_eq!(centre(SwapRule::Off).len(), 1);
}

/// Benzene's programs refuse a number of stones behind the time.
#[test]
fn a_program_of_hex_is_told_its_clock_without_a_number_of_stones_if_it_wants_none() {
    let time_left = "time_left) case $cell in *\" \"*) echo '? too many';; \
         *) heard=yes; echo =;; esac; echo;;";
    let on_genmove = format!("if [ -z \"$heard\" ]; then echo '= resign'; else {FIRST_CELL}; fi");
    let clock = GameClock { left: Duration::from_secs(60), increment: Duration::ZERO };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let terms = Terms { limits, adjudication: Adjudication::Off, ..pairs(1) };
    for game in in_hex_with(time_left, &on_genmove, terms).games() {
        assert!(game.faults.is_empty() && game.ending == Ending::Chain, "{game:?}");
    }
}

/// To Benzene's programs a swap is a move that changes nothing on the board.
#[test]
fn a_program_of_hex_that_took_over_a_stone_hears_where_it_is_now() {
    let on_genmove = format!(
        "case \"$taken\" in ' a2 ') echo '= swap-pieces';; ' b1 '*) {FIRST_CELL};; *) echo '= resign';; esac"
    );
    let terms = Terms { swap: SwapRule::SwapPieces, adjudication: Adjudication::Off, ..pairs(5) };
    let results = in_hex(&on_genmove, terms);
    let taken_over = |number: usize| {
        let mut games = results.games().filter(|game| game.moves.starts_with("a2 swap"));
        games.find(|game| game.number % 2 == number).unwrap()
    };
    for whose in [0, 1] {
        let game = taken_over(whose);
        assert!(game.faults.is_empty() && game.ending == Ending::Chain, "{game:?}");
    }
}

/// Benzene's programs refuse to hear of a swap unless they were told that the rule holds.
#[test]
fn a_program_of_hex_is_told_that_the_swap_rule_holds() {
    let switch = "param_game) allowed=\"$cell\"; echo =; echo;;";
    let on_genmove = format!("if [ -z \"$allowed\" ]; then echo '= resign'; else {FIRST_CELL}; fi");
    for swap in [SwapRule::Off, SwapRule::SwapPieces] {
        let terms = Terms { swap, adjudication: Adjudication::Off, ..pairs(1) };
        for game in in_hex_with(switch, &on_genmove, terms).games() {
            let is_told = game.ending != Ending::Resignation;
            assert_eq!(is_told, swap == SwapRule::SwapPieces, "{game:?}");
        }
    }
}

#[test]
fn a_program_that_speaks_of_other_games_cannot_play_hex() {
    let contest = contest("hex3", &["gtp:cat", "hexy"], pairs(1));
    let halt = Halt::default();
    let staff = Staff { concurrency: 1, judge: &|_| ProofVerdict::Accepted, halt: &halt };
    let error = run(&contest, &mut Results::default(), &staff, &mut |_, _| Ok(())).unwrap_err();
    assert_eq!(error.to_string(), "cat: hex3 cannot be played by the gtp protocol");
}
