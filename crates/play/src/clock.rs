//! How long a player may think.

use std::time::Duration;

/// The limits of one move. The default sets none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The most time for this move.
    pub time: Option<Duration>,
    /// The most nodes for this move.
    pub nodes: Option<u64>,
    /// The most turns to look ahead.
    pub depth: Option<u32>,
    /// The clock of the whole game.
    pub clock: Option<GameClock>,
}

/// What a player has left of the time for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// The time left.
    pub left: Duration,
    /// The time added after every move.
    pub increment: Duration,
}

/// Turns that a player expects to play after this one.
const TURNS_TO_COME: u32 = 16;
/// Time that gets lost between the clock and the player.
const LAG: Duration = Duration::from_millis(30);

/// The time for a move where nothing at all is limited.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl Limits {
    /// These limits, or a second a move if there are none.
    #[must_use]
    pub fn or_usual(self) -> Limits {
        if self == Limits::default() { Limits { time: Some(USUAL_TIME), ..self } } else { self }
    }

    /// The time that this move should take, if time is limited at all.
    #[must_use]
    pub fn time_for_move(&self) -> Option<Duration> {
        let share = self.clock.map(|clock| {
            let most = clock.left.saturating_sub(LAG).max(clock.left / 4);
            (clock.left / TURNS_TO_COME + clock.increment * 4 / 5).min(most)
        });
        match (self.time, share) {
            (Some(time), Some(share)) => Some(time.min(share)),
            (time, share) => time.or(share),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_overdrawn() {
        let second = Duration::from_secs(1);
        let clock = GameClock { left: second, increment: 5 * second };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert!(limits.time_for_move().unwrap() < second);
    }

    #[test]
    fn the_shorter_limit_counts() {
        let second = Duration::from_secs(1);
        let clock = GameClock { left: 160 * second, increment: Duration::ZERO };
        let limits = Limits { time: Some(3 * second), clock: Some(clock), ..Limits::default() };
        assert_eq!(limits.time_for_move(), Some(3 * second));
    }
}
