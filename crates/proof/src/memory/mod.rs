//! Proof-number search in memory.
