//! Nothing but a place for the benchmarks in `benches/` to stand. Run them with `make bench`.
