//! Fuzzes [`sixfold_fuzz::sgf`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::sgf(data));
