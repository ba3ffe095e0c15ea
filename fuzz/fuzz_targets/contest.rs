//! Fuzzes [`sixfold_fuzz::contest`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::contest(data));
