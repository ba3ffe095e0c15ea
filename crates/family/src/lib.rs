//! Who wins the games Connect(k,p,q): theorems, and evidence where there is none.

pub mod blocking;
pub mod bound;
pub mod check;
pub mod game;
pub mod plane;
pub mod search;
