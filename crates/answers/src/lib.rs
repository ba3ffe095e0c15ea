//! Questions about a position, and their answers as data: what there is to see, who wins, which
//! replies are open, what an engine thinks, what went wrong in a game.
//!
//! The command line and the workbench ask the same questions here and say the same.
