//! Fuzzes [`sixfold_fuzz::move_list`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::move_list(data));
