//! How long jobs took, for whoever wants to know how a proof would scale.

use std::fmt::Write;

use sixfold_store::{JobCost, JobKind};

/// A table with the columns `kind` and `seconds`, a row for each job that chose a turn or verified one,
/// in the order in which they were finished.
#[must_use]
pub fn table(costs: &[JobCost]) -> String {
    let mut text = "kind,seconds\n".to_string();
    for JobCost { kind, cost } in costs {
        let kind = match kind {
            JobKind::Move => "move",
            JobKind::Verify => "verify",
            // No proof asks for it.
            JobKind::Solve => continue,
        };
        // The time is the word of a worker, who may have no clock.
        if cost.seconds.is_finite() && cost.seconds > 0.0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{kind},{}", cost.seconds);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use sixfold_jobs::Cost;

    #[test]
    fn only_times_of_turns_and_verifications_are_written() {
        let cost = |kind, seconds| JobCost { kind, cost: Cost { nodes: 1, seconds } };
        let costs = [
            cost(JobKind::Verify, 0.25),
            cost(JobKind::Solve, 1.0),
            cost(JobKind::Move, 0.0),
            cost(JobKind::Move, f64::NAN),
            cost(JobKind::Move, 12.5),
        ];
        assert_eq!(table(&costs), "kind,seconds\nverify,0.25\nmove,12.5\n");
    }
}
