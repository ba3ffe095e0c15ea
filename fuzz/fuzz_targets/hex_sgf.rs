//! Fuzzes [`sixfold_fuzz::hex_sgf`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::hex_sgf(data));
