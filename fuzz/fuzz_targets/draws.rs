//! Fuzzes [`sixfold_fuzz::draws`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::draws(data));
