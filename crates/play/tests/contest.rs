//! Whole contests: built-in engines, and journals that were torn.

mod support;

use std::fs;
use std::path::Path;

use sixfold_hex::SwapRule;
use sixfold_play::contest::statistics::Sprt;
use sixfold_play::contest::{
    Adjudication, Contest, Ending, Halt, Journal, JournalError, ProofVerdict, Results, Staff,
    Standings, Terms, run,
};
use support::{contest, pairs, play, untimed};

#[test]
fn the_same_games_come_out_whatever_the_number_of_threads() {
    for game in ["connect6", "connect(6,6,4,2,1)"] {
        let contest = contest(game, &["greedy", "greedy"], pairs(3));
        let alone = play(&contest, 1);
        assert_eq!(alone.len(), 6);
        assert_eq!(untimed(&alone), untimed(&play(&contest, 3)), "{game}");
    }
}

#[test]
fn a_contest_of_hex_has_a_winner_in_every_game_and_its_records_lead_to_the_end() {
    let terms = Terms { swap: SwapRule::SwapPieces, ..pairs(8) };
    let engines = ["hexy:depth=1", "hexy:depth=2,connections=0,solver=off"];
    let contest = contest("hex4", &engines, Terms { adjudication: Adjudication::Off, ..terms });
    let alone = play(&contest, 1);
    assert_eq!(untimed(&alone), untimed(&play(&contest, 2)));
    for game in alone.games() {
        assert_eq!((game.ending, game.faults.len()), (Ending::Chain, 0));
        let record = game.record(contest.game).unwrap();
        let position = sixfold_hex::Position::replay(&record).unwrap();
        assert_eq!(position.winner(), game.winner);
    }
    let taken_over = alone.games().filter(|game| game.moves.contains("swap")).count();
    assert!((1..16).contains(&taken_over), "{taken_over} of 16");
}

#[test]
fn a_journal_of_games_with_the_swap_rule_is_not_one_of_games_without() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let of = |swap| contest("hex3", &["hexy", "hexy"], Terms { swap, ..pairs(1) });
    drop(Journal::open(&path, &of(SwapRule::SwapPieces)).unwrap());
    assert!(Journal::open(&path, &of(SwapRule::SwapPieces)).is_ok());
    let error = Journal::open(&path, &of(SwapRule::Off)).unwrap_err().to_string();
    assert_eq!(error, "the record of another match ('swap' is true, not false)");
}

#[test]
fn an_engine_that_does_not_play_the_game_ends_the_contest() {
    let contest = contest("hex3", &["hexy", "greedy"], pairs(1));
    let staff =
        Staff { concurrency: 1, judge: &|_| ProofVerdict::Accepted, halt: &Halt::default() };
    let error = run(&contest, &mut Results::default(), &staff, &mut |_, _| Ok(())).unwrap_err();
    assert_eq!(error.to_string(), "greedy: greedy does not play hex3 (try hexy)");
}

#[test]
fn an_engine_against_itself_wins_as_often_with_either_name() {
    let contest = contest("connect6", &["greedy", "greedy"], pairs(4));
    let results = play(&contest, 2);
    let standings = Standings::of(&contest, &results);
    assert_eq!(standings.meetings[0][1].pairs.counts, [0, 0, 4, 0, 0]);
    assert_eq!(standings.tallies[0].score, standings.tallies[1].score);
    assert!(standings.ratings().iter().all(|elo| elo.abs() < 1e-6));
    assert!(results.games().all(|game| game.record(contest.game).unwrap().check().is_ok()));
}

#[test]
fn a_full_board_is_a_draw_and_so_is_a_long_game() {
    let full = contest("connect(1,4,4,1,1)", &["greedy", "greedy"], pairs(1));
    for game in play(&full, 1).games() {
        assert_eq!((game.ending, game.winner), (Ending::FullBoard, None));
    }
    let short = Terms { moves_limit: Some(4), ..pairs(1) };
    for game in play(&contest("connect6", &["greedy", "greedy"], short), 1).games() {
        assert_eq!((game.ending, game.winner), (Ending::MovesLimit, None));
        assert_eq!(game.moves.split(' ').count(), 4);
    }
}

#[test]
fn a_test_ends_a_match_at_the_same_game_whatever_the_number_of_threads() {
    let sprt = Sprt { elo0: 200.0, elo1: 400.0, alpha: 0.05, beta: 0.05 };
    let terms = Terms { sprt: Some(sprt), ..pairs(100) };
    let contest = contest("connect(6,6,4,2,1)", &["greedy", "greedy"], terms);
    let alone = play(&contest, 1);
    assert!(alone.len() < 100, "{} games", alone.len());
    assert_eq!(untimed(&alone), untimed(&play(&contest, 4)));
}

/// Plays a contest on with a journal, and is interrupted after so many games. Says how many were
/// played.
fn play_on(path: &Path, contest: &Contest, most: usize) -> usize {
    let opened = Journal::open(path, contest).unwrap();
    let (mut journal, mut results) = (opened.journal, opened.results);
    let before = results.len();
    let halt = Halt::default();
    let staff = Staff { concurrency: 1, judge: &|_| ProofVerdict::Accepted, halt: &halt };
    let mut played = 0;
    run(contest, &mut results, &staff, &mut |game, _| {
        played += 1;
        if played == most {
            halt.interrupt();
        }
        journal.append(game)
    })
    .unwrap();
    assert_eq!(results.len(), before + played);
    played
}

#[test]
fn a_contest_goes_on_where_it_was_stopped_even_in_the_middle_of_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let contest = contest("connect(6,6,4,2,1)", &["greedy", "a=greedy"], pairs(3));
    let first = play_on(&path, &contest, 3);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 10]).unwrap();
    assert_eq!(play_on(&path, &contest, usize::MAX), 6 - (first - 1));
    assert_eq!(play_on(&path, &contest, usize::MAX), 0);
    let all = Journal::open(&path, &contest).unwrap().results;
    assert_eq!(untimed(&all), untimed(&play(&contest, 1)));
}

#[test]
fn a_contest_can_be_made_longer_but_not_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let of = |engines: &[&str], terms| contest("tictactoe", engines, terms);
    assert_eq!(play_on(&path, &of(&["greedy", "greedy"], pairs(1)), usize::MAX), 2);
    assert_eq!(play_on(&path, &of(&["greedy", "greedy"], pairs(3)), usize::MAX), 4);
    let message = |contest: &Contest| Journal::open(&path, contest).unwrap_err().to_string();
    let other = message(&of(&["greedy", "a=greedy"], pairs(1)));
    assert!(other.starts_with("the record of another match ('engines' is "), "{other}");
    let seeded = message(&of(&["greedy", "greedy"], Terms { seed: 7, ..pairs(1) }));
    assert_eq!(seeded, "the record of another match ('seed' is 0, not 7)");
}

#[test]
fn a_file_of_somebody_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let contest = contest("tictactoe", &["greedy", "greedy"], pairs(1));
    for contents in ["a letter", "a letter\n", "{\"a\": 1}\n"] {
        let path = folder.path().join("letter");
        fs::write(&path, contents).unwrap();
        assert!(matches!(Journal::open(&path, &contest), Err(JournalError::OtherFile)));
        assert_eq!(fs::read_to_string(&path).unwrap(), contents);
    }
    let path = folder.path().join("games");
    let opened = Journal::open(&path, &contest).unwrap();
    assert!(matches!(Journal::open(&path, &contest), Err(JournalError::InUse)));
    drop(opened);
    let mut damaged = fs::read_to_string(&path).unwrap();
    damaged.push_str("{}\n");
    fs::write(&path, damaged).unwrap();
    assert!(Journal::open(&path, &contest).unwrap_err().to_string().starts_with("line 2: "));
}
