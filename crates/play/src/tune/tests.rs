//! Learning on games whose lesson is known.

use sixfold_game::{GameName, Outcome, Player, Square};

use super::*;
use crate::evaluate::Pattern;

/// Games on a small board in which whoever builds a row wins, and the other scatters his stones.
fn games(count: usize) -> Vec<PlayedGame> {
    let grid = GameName::Connect(rules()).grid();
    let mut random = Rng::with_seed(7);
    let game = |_| {
        let row = random.u8(2..7);
        let column = random.u8(2..5);
        let builder = if random.bool() { Player::Black } else { Player::White };
        let mut far: Vec<Square> = (0..9)
            .flat_map(|column| [0, 8].map(|row| grid.square(column, row).unwrap()))
            .step_by(2)
            .collect();
        random.shuffle(&mut far);
        let mut built = (column..column + 4).map(|column| grid.square(column, row).unwrap());
        let mut stones = Vec::new();
        for player in [Player::Black, Player::White].into_iter().cycle().take(7) {
            let square = if player == builder { built.next() } else { far.pop() };
            stones.extend(square);
        }
        PlayedGame { stones, outcome: Outcome::Win(builder) }
    };
    (0..count).map(game).collect()
}

fn rules() -> ConnectRules {
    sixfold_connect::connect_rules("connect(9,9,5,1,1)".parse().unwrap()).unwrap()
}

const SETTINGS: Settings = Settings { seed: 3, epochs: 40, held_out: 0.2, games: None };

fn learn(games: &[PlayedGame], settings: Settings) -> Tuned {
    tune(rules(), games, settings, &mut |_| {}).unwrap()
}

fn value(values: &Values, pattern: &str) -> i16 {
    values.patterns[pattern.parse::<Pattern>().unwrap().index()]
}

#[test]
fn whoever_builds_a_row_wins_is_what_the_games_teach() {
    let tuned = learn(&games(400), SETTINGS);
    assert_eq!((tuned.games, tuned.held_out), (320, 80));
    let windows = &tuned.windows;
    assert!(windows.figures.accuracy() > 0.99, "{}", windows.figures);
    assert!(windows.figures.log_loss() < windows.figures.base_log_loss() / 4.0);
    assert!(value(&windows.values, "..xx....") > 0);
    assert!(value(&windows.values, "..oo....") < 0);
    let stones = &tuned.stones;
    assert!(stones.figures.log_loss() < stones.formula.log_loss(), "{}", stones.figures);
    assert!(value(&stones.values, "..xx....") > value(&stones.values, "........"));
}

#[test]
fn the_same_seed_gives_the_same_tables() {
    let games = games(60);
    let settings = Settings { epochs: 3, ..SETTINGS };
    let written = |settings| {
        let tuned = learn(&games, settings);
        [tuned.windows.values.write(""), tuned.stones.values.write("")]
    };
    assert_eq!(written(settings), written(settings));
    assert_ne!(written(settings), written(Settings { seed: 4, ..settings }));
}

#[test]
fn mirror_images_get_the_same_value_and_bare_windows_none() {
    let tuned = learn(&games(60), Settings { epochs: 3, ..SETTINGS });
    let (windows, stones) = (tuned.windows.values, tuned.stones.values);
    for pattern in (0..=u16::MAX).map(Pattern) {
        let mirrored = pattern.mirrored();
        assert_eq!(windows.patterns[pattern.index()], windows.patterns[mirrored.index()]);
        assert_eq!(stones.patterns[pattern.index()], stones.patterns[mirrored.index()]);
        assert!(!pattern.is_bare() || windows.patterns[pattern.index()] == 0);
    }
    assert_eq!(Values::read(&windows.write("")), Ok(windows));
    assert_eq!(Values::read(&stones.write("")), Ok(stones));
}

#[test]
fn nothing_is_learned_from_nothing() {
    let learn = |games: &[PlayedGame], settings| {
        tune(rules(), games, settings, &mut |_| {}).unwrap_err().to_string()
    };
    let few = "too few games: 0 to learn from and 0 held out";
    assert_eq!(learn(&[], SETTINGS), few);
    let one = Settings { games: Some(1), ..SETTINGS };
    assert_eq!(learn(&games(9), one), "too few games: 1 to learn from and 0 held out");
    let drawn = PlayedGame { stones: games(1)[0].stones.clone(), outcome: Outcome::Draw };
    let no_position = "the games hold no position to learn from";
    assert_eq!(learn(&vec![drawn; 10], SETTINGS), no_position);
}
