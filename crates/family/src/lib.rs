//! Who wins the games Connect(k,p,q): theorems, and evidence where there is none.
//!
//! [`prove`] proves a game from its numbers, [`theorem`] says what a proof must show, [`check`] checks
//! proofs on the unbounded board from the rules alone, and [`book`] keeps them in a folder. [`bound`] and
//! [`overwhelm`] are about first turns that cannot be blocked at all. [`exact`] has the values of small
//! boards, [`evidence`] counts games of our players where nothing is proven.

pub mod blocking;
pub mod book;
pub mod bound;
pub mod check;
pub mod evidence;
pub mod exact;
pub mod game;
pub mod overwhelm;
pub mod picture;
pub mod plane;
pub mod prove;
pub mod search;
pub mod theorem;
