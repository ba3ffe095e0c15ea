//! Fuzzes [`sixfold_fuzz::record`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::record(data));
