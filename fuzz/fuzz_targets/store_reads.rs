//! What a damaged disk may hold: `cargo +nightly fuzz run store_reads`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| wold_host::store::fuzzing::read_anything(bytes));
