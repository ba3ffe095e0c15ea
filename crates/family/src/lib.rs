//! Who wins the games Connect(k,p,q): theorems, and evidence where there is none.

pub mod forcing;
