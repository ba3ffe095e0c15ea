//! Fuzzes [`sixfold_fuzz::certificate`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::certificate(data));
