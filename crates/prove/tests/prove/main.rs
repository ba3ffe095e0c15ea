//! Proofs by jobs on small boards: what they say is true, whatever happens to them on the way.

mod hex;
mod orientation;
mod resuming;
mod runner;
mod setting;
mod steering;
mod truth;
