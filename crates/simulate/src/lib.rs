//! How the job-level search would scale to machines that nobody has at hand.
//!
//! The search is the real one ([`sixfold_proof::job_level::Search`]); the clock and the workers are
//! not. A [`ModelTree`] says what a job finds, [`Durations`] how long it takes, a [`Workplace`] who
//! does it and what goes wrong; a [`Simulation`] plays that through, event by event. A [`Study`] does so
//! for many trees, policies and numbers of workers, and [`plot`] draws what comes out.
//!
//! Everything follows from a seed: the same study gives the same figures, byte for byte, on any
//! number of threads.

mod dice;
mod durations;
mod plot;
mod simulation;
mod study;
mod tree;
mod workplace;

pub use durations::{Durations, DurationsError, JobKind, Recorded};
pub use plot::{PlotError, plot};
pub use simulation::{Run, Simulation, SimulationError};
pub use study::{Curve, Figure, Outcome, Progress, Row, Study, StudyError, Subject, policy_name};
pub use tree::{ModelPosition, ModelTree, Value};
pub use workplace::{InvalidWorkplace, Workplace};
