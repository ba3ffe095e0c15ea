//! Fuzzes [`sixfold_fuzz::fen`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::fen(data));
