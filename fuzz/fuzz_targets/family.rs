//! Fuzzes [`sixfold_fuzz::family`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::family(data));
