//! What a store promises: nothing is lost, nothing counts twice, and whatever is wrong is said.

mod chain;
mod crash;
mod files;
mod model;
mod random_steps;
mod search;
