//! Doing what the user says.

use std::time::SystemTime;

use sixfold_store::Note;

use super::{Campaign, CampaignError, Stage};
use crate::path::PathError;
use crate::steering::Command;

impl Campaign {
    /// Does what the user says, notes it in the file, and says so.
    ///
    /// # Errors
    ///
    /// [`CampaignError::Refused`] if it cannot be done; nothing has changed then.
    pub fn steer(&mut self, command: &Command) -> Result<String, CampaignError> {
        let text = self.obey(command)?;
        let note = Note { time: SystemTime::now(), text: text.clone() };
        let changes = self.changes();
        self.store.note(&note, &changes)?;
        self.store.set_settings(&serde_json::json!(self.settings))?;
        Ok(text)
    }

    fn obey(&mut self, command: &Command) -> Result<String, PathError> {
        let effort = &mut self.settings.effort;
        Ok(match command {
            Command::Nodes(nodes) => {
                effort.nodes = *nodes;
                format!("{nodes} nodes for each new job")
            }
            Command::PlayerNodes(nodes) => {
                effort.player_nodes = *nodes;
                format!("{nodes} nodes of the player for each new job")
            }
            Command::Order(order) => {
                effort.order = *order;
                format!("wins of order {order} at most for each new job")
            }
            Command::Pause => {
                self.stage = Stage::Paused;
                "paused: what is being done will be finished".to_string()
            }
            Command::Resume => {
                self.stage = Stage::Running;
                "going on".to_string()
            }
            Command::Stop => {
                self.stage = Stage::Stopping;
                "stopping: what is being done will be finished".to_string()
            }
            Command::Quit => {
                self.stage = Stage::Quitting;
                "stopping: what is being done will be begun again next time".to_string()
            }
            Command::Suggest(turns) => {
                self.tree.suggest(turns)?;
                format!("suggested: {}", self.tree.line_name(turns))
            }
            Command::Forbid(turns) => {
                self.tree.forbid(turns)?;
                format!("forbidden: {}", self.tree.line_name(turns))
            }
            Command::Allow(turns) => {
                self.tree.allow(turns)?;
                format!("allowed: {}", self.tree.line_name(turns))
            }
        })
    }
}
