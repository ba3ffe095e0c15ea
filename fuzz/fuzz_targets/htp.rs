//! Fuzzes [`sixfold_fuzz::htp`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::htp(data));
