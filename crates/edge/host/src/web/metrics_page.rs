//! The recorder behind `/metrics`.

use std::time::Duration;

use metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

/// Bounds of every histogram of seconds: from a twentieth of a millisecond to a second, dense around a tick's 50 ms.
const SECONDS: [f64; 15] =
    [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.1, 0.25, 1.0];

/// How often old samples are folded into the histograms; until then each takes memory.
const UPKEEP: Duration = Duration::from_secs(5);

/// Installs the recorder of this process; do it before anything else is made. Metrics that end in `_seconds` become histograms.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .install_recorder()?;
    describe();
    let upkeep = handle.clone();
    let thread = std::thread::Builder::new().name("metrics".to_owned());
    let spawned = thread.spawn(move || {
        loop {
            std::thread::sleep(UPKEEP);
            upkeep.run_upkeep();
        }
    });
    if let Err(error) = spawned {
        tracing::warn!(%error, "metrics will take more and more memory");
    }
    Ok(handle)
}

fn describe() {
    describe_counter!("wold_refused_total", "Guests turned away or put out, by reason");
    describe_counter!("wold_bytes_in_total", "Payload bytes received from guests");
    describe_counter!("wold_bytes_out_total", "Payload bytes sent to guests");
    describe_counter!("wold_datagrams_dropped_total", "Datagrams dropped by rate limits and full queues");
    describe_gauge!("wold_connections", "Guests connected");
    describe_gauge!("wold_watchers", "Who only looks on, among them relays");
    describe_gauge!("wold_relay_watchers", "Who looks on at this relay");
    describe_gauge!("wold_relay_host_lost", "1 while this relay has lost its host");
    describe_counter!("wold_relay_host_bytes_total", "Payload bytes this relay got from its host");
    describe_gauge!("wold_log_lag_ticks", "Ticks handed to the log and not yet durable");
    describe_counter!("wold_log_records_total", "Ticks written to the log");
    describe_counter!("wold_log_errors_total", "Failed attempts to write the log");
    describe_histogram!("wold_log_commit_seconds", "Time one commit of the log takes");
}
