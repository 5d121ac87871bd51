//! Whatever stands in a domain, a scene or a problem: `cargo +nightly fuzz run mind_reads`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| wold_mind::htn::fuzzing::read_anything(bytes));
