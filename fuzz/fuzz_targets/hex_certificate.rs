//! Fuzzes [`sixfold_fuzz::hex_certificate`].

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sixfold_fuzz::hex_certificate(data));
