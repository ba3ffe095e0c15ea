//! Fuzzes [`sixfold_fuzz::gtp`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::gtp(data));
