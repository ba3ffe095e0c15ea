//! How many threads a player uses.

use std::num::NonZero;

use crate::Task;

/// The most threads that can be asked for: systems refuse to start many more.
const MOST_THREADS: usize = 256;

/// Reads the setting of a player.
pub(crate) fn read(text: &str) -> Option<NonZero<usize>> {
    text.parse().ok().filter(|threads: &NonZero<usize>| threads.get() <= MOST_THREADS)
}

/// The threads for a task: those of the setting, or else those of the task.
pub(crate) fn for_task(setting: Option<NonZero<usize>>, task: &Task) -> usize {
    setting.map_or(task.threads, NonZero::get).clamp(1, MOST_THREADS)
}

#[cfg(test)]
mod tests {
    use sixfold_solve::Budget;

    use super::*;

    #[test]
    fn a_setting_overrides_the_task() {
        let task = Task { threads: 3, ..Task::within(Budget::default()) };
        assert_eq!(for_task(None, &task), 3);
        assert_eq!(for_task(read("2"), &task), 2);
    }

    #[test]
    fn none_and_too_many_cannot_be_asked_for() {
        for text in ["0", "257", "-1", "", "two"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
