//! From arguments to settings.

use std::path::Path;

use anyhow::Context;
use sixfold_jobs::Effort;
use sixfold_proof::job_level::GradeTable;
use sixfold_prove::Settings;

use crate::arguments::SettingsArguments;
use crate::input::{read_bytes, source_name};

impl SettingsArguments {
    /// These settings, with what the user wants otherwise.
    pub fn over(&self, usual: Settings) -> anyhow::Result<Settings> {
        let Effort { order, nodes, player_nodes, memory } = usual.effort;
        let grades = self.grades.as_deref().map(read_grades).transpose()?;
        Ok(Settings {
            effort: Effort {
                order: self.order.unwrap_or(order),
                nodes: self.nodes.unwrap_or(nodes),
                player_nodes: self.player_nodes.unwrap_or(player_nodes),
                memory: self.memory.unwrap_or(memory),
            },
            policy: self.policy.map_or(usual.policy, Into::into),
            siblings: self.siblings.map_or(usual.siblings, Into::into),
            grades: grades.unwrap_or(usual.grades),
        })
    }
}

fn read_grades(path: &Path) -> anyhow::Result<GradeTable> {
    let text = read_bytes(path).context("--grades")?;
    let place = || format!("--grades: {}", source_name(path));
    serde_json::from_slice(&text).with_context(place)
}
