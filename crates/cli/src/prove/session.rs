//! A run of a proof with a user in front of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sixfold_game::GameName;
use sixfold_jobs::Runner;
use sixfold_prove::steering::{Command, HELP};
use sixfold_prove::{Campaign, CampaignError, Conditions, Ending};

use super::ear::{Ear, Source};
use super::screen::Screen;
use crate::search::stop_on_interrupt;

/// Whether Ctrl-C has been pressed.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches for Ctrl-C. The second one ends the program.
    pub fn watch() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::default();
        let pressed = interrupt.0.clone();
        stop_on_interrupt(move || pressed.store(true, Ordering::Relaxed))?;
        Ok(interrupt)
    }

    /// Whether it has.
    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The user in front of a proof: what he sees, says and wants.
pub struct Session<'a> {
    pub interrupt: &'a Interrupt,
    pub ear: &'a Ear,
    pub screen: &'a Screen,
    pub time: Option<Duration>,
}

impl Session<'_> {
    /// Works at a proof until it is solved or something ends the run.
    pub fn run(
        &self,
        campaign: &mut Campaign,
        runner: &mut dyn Runner,
    ) -> Result<Ending, CampaignError> {
        let game = campaign.tree().game();
        let mut is_told = false;
        let ending = campaign.run(
            runner,
            &mut Conditions {
                time: self.time,
                command: &mut || {
                    if self.interrupt.is_pressed() && !is_told {
                        is_told = true;
                        return Some(Command::Quit);
                    }
                    self.next_command(game)
                },
                watch: &mut |campaign, runner, event| self.screen.show(campaign, runner, &event),
            },
        );
        self.screen.clear();
        ending
    }

    /// The next command; what is none is answered here.
    fn next_command(&self, game: GameName) -> Option<Command> {
        loop {
            let line = self.ear.line()?;
            if self.ear.source() == Source::Terminal {
                self.screen.take_back_typed_line();
            }
            match line.trim() {
                "" => {}
                "help" => self.screen.say(HELP),
                text => match Command::read(game, text) {
                    Ok(command) => return Some(command),
                    Err(error) => self.screen.say(&error.to_string()),
                },
            }
        }
    }
}
