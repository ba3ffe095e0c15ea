//! Fuzzes [`sixfold_fuzz::renlib`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::renlib(data));
