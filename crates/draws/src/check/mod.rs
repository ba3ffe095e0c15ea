//! The checker. It uses the data types alone and nothing of the solver, and derives everything that it
//! needs from the rules.

mod attack;
mod cover;
mod defence;
mod derivation;
mod fault;
mod open;
mod theorem;
mod tiling;

pub use attack::check_attack;
pub use cover::{Lattice, Segment, check_cover};
pub use defence::{DefenceReport, check_defence};
pub use derivation::check_derivation;
pub use fault::Fault;
pub use theorem::{Checked, check_document};
pub use tiling::{NamedBoard, TilingReport, check_tiling};
