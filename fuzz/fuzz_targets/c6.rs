//! Fuzzes [`sixfold_fuzz::c6`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::c6(data));
