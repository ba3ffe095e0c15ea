//! Fuzzes [`sixfold_fuzz::game_name`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::game_name(data));
