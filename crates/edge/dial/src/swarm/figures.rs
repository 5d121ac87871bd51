//! What a swarm counts.

use crate::transport::page;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use url::Url;
use wold_space::stats::percentile;

/// What became of one inhabitant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Fate {
    OnTheWay = 0,
    Inside = 1,
    TurnedAway = 2,
    Failed = 3,
    Lost = 4,
}

/// One inhabitant's counts, written by its task and read by the swarm.
#[derive(Debug)]
pub(super) struct Tally {
    birth: Instant,
    inside_micros: AtomicU64,
    fate: AtomicU8,
    webtransport: AtomicBool,
    snapshots: AtomicU64,
    records: AtomicU64,
    predicted: AtomicU64,
    bytes: AtomicU64,
    malformed: AtomicU64,
    view_sum: AtomicU64,
    steps: AtomicU64,
    round_trip_micros: AtomicU64,
}

impl Tally {
    /// Counts of somebody who sets out at `birth`.
    pub fn since(birth: Instant) -> Self {
        Self {
            birth,
            inside_micros: AtomicU64::new(0),
            fate: AtomicU8::new(Fate::OnTheWay as u8),
            webtransport: AtomicBool::new(false),
            snapshots: AtomicU64::new(0),
            records: AtomicU64::new(0),
            predicted: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            malformed: AtomicU64::new(0),
            view_sum: AtomicU64::new(0),
            steps: AtomicU64::new(0),
            round_trip_micros: AtomicU64::new(0),
        }
    }

    /// Seconds it took to come in, if it ever did.
    fn seconds_to_come_in(&self) -> Option<f64> {
        let micros = self.inside_micros.load(Relaxed);
        (micros > 0).then_some(micros as f64 / 1e6)
    }

    pub fn fate(&self) -> Fate {
        match self.fate.load(Relaxed) {
            1 => Fate::Inside,
            2 => Fate::TurnedAway,
            3 => Fate::Failed,
            4 => Fate::Lost,
            _ => Fate::OnTheWay,
        }
    }

    pub fn set_fate(&self, fate: Fate) {
        if fate == Fate::Inside {
            self.inside_micros.store((self.birth.elapsed().as_micros() as u64).max(1), Relaxed);
        }
        self.fate.store(fate as u8, Relaxed);
    }

    pub fn set_webtransport(&self, yes: bool) {
        self.webtransport.store(yes, Relaxed);
    }

    pub fn note_snapshot(&self, records: usize, predicted: usize, bytes: usize) {
        self.snapshots.fetch_add(1, Relaxed);
        self.records.fetch_add(records as u64, Relaxed);
        self.predicted.fetch_add(predicted as u64, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
    }

    pub fn note_malformed(&self) {
        self.malformed.fetch_add(1, Relaxed);
    }

    pub fn note_view(&self, entities: usize) {
        self.view_sum.fetch_add(entities as u64, Relaxed);
        self.steps.fetch_add(1, Relaxed);
    }

    pub fn note_round_trip(&self, time: Duration) {
        self.round_trip_micros.store((time.as_micros() as u64).max(1), Relaxed);
    }

    pub fn counts(&self) -> Counts {
        Counts {
            snapshots: self.snapshots.load(Relaxed),
            records: self.records.load(Relaxed),
            predicted: self.predicted.load(Relaxed),
            bytes: self.bytes.load(Relaxed),
            malformed: self.malformed.load(Relaxed),
            view_sum: self.view_sum.load(Relaxed),
            steps: self.steps.load(Relaxed),
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    snapshots: u64,
    records: u64,
    predicted: u64,
    bytes: u64,
    malformed: u64,
    view_sum: u64,
    steps: u64,
}

/// A moment in everybody's counts.
#[derive(Clone, Debug)]
pub struct Mark {
    pub(super) at: Instant,
    pub(super) counts: Vec<Counts>,
}

/// What a host says of its own ticks at `GET /api/ticks`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostTicks {
    /// Median time of a tick in milliseconds.
    pub tick_ms_p50: f64,
    /// 99th percentile of the time of a tick in milliseconds.
    pub tick_ms_p99: f64,
    /// Share of ticks that began too late, in percent.
    pub late_ticks_percent: f64,
    /// Ticks these figures are about.
    pub ticks: u64,
}

impl HostTicks {
    /// Asks a host for its ticks of a time until now; a host that does not say is no error.
    pub async fn ask(host: &str, time: Duration) -> Option<Self> {
        let mut url = Url::parse(host).ok()?.join("/api/ticks").ok()?;
        url.set_query(Some(&format!("seconds={}", time.as_secs().max(1))));
        let (answer, _) = page::read(&url, None, Duration::from_secs(5)).await.ok()?;
        serde_json::from_slice(&answer).ok()
    }
}

/// How a host served a swarm. What could not be measured is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SwarmReport {
    /// How many were meant to come in.
    pub asked: usize,
    /// How many were in at the end.
    pub connected: usize,
    /// How many of these came by WebTransport.
    pub by_webtransport: usize,
    /// How many were turned away.
    pub turned_away: usize,
    /// How many could not connect.
    pub failed: usize,
    /// How many lost their connection.
    pub lost: usize,
    /// Seconds until the last of them who came in was in.
    pub all_in_seconds: Option<f64>,
    /// Packets that reached this machine's own sockets and were lost there, because the swarm itself was too slow: figures of a host
    /// are worth something while this is near 0.
    pub packets_lost_here: Option<u64>,
    /// How long was measured.
    pub seconds: f64,
    /// Snapshots a second of the guest who is slower than 95 in a hundred others.
    pub updates_per_second_p5: Option<f64>,
    /// Snapshots a second of the median guest.
    pub updates_per_second_p50: Option<f64>,
    /// Snapshots a second of the slowest guest.
    pub updates_per_second_min: Option<f64>,
    /// Records in snapshots that tell how an entity is, over all guests.
    pub entity_updates: u64,
    /// Bytes of snapshots, headers and own state included, over these records.
    pub bytes_per_entity_update: Option<f64>,
    /// Entities that moved or changed between two snapshots, told by a record or gone on as both ends predict.
    pub entities_moved: u64,
    /// Bytes of snapshots, headers and own state included, over these.
    pub bytes_per_entity_moved: Option<f64>,
    /// Bytes of snapshots a second and guest.
    pub snapshot_bytes_per_second: Option<f64>,
    /// Entities a guest has in view, on average.
    pub entities_in_view_mean: Option<f64>,
    /// Median time there and back in milliseconds.
    pub rtt_ms_p50: Option<f64>,
    /// 95th percentile of it.
    pub rtt_ms_p95: Option<f64>,
    /// Frames that made no sense.
    pub malformed: u64,
    /// Median time of the host's ticks in milliseconds.
    pub tick_ms_p50: Option<f64>,
    /// 99th percentile of it.
    pub tick_ms_p99: Option<f64>,
    /// Share of the host's ticks that began too late, in percent.
    pub late_ticks_percent: Option<f64>,
    /// The first trouble anybody met.
    pub trouble: Option<String>,
}

impl SwarmReport {
    pub(super) fn between(
        tallies: &[Arc<Tally>],
        since: &Mark,
        until: &Mark,
        ticks: Option<HostTicks>,
    ) -> Self {
        let seconds = until.at.duration_since(since.at).as_secs_f64();
        let count_of = |fate| tallies.iter().filter(|tally| tally.fate() == fate).count();
        let inside = |tally: &&Arc<Tally>| tally.fate() == Fate::Inside && tally.webtransport.load(Relaxed);
        let mut rates = Vec::new();
        let mut trips = Vec::new();
        let mut sum = Counts::default();
        for ((tally, then), now) in tallies.iter().zip(&since.counts).zip(&until.counts) {
            sum.records += now.records - then.records;
            sum.predicted += now.predicted - then.predicted;
            sum.bytes += now.bytes - then.bytes;
            sum.malformed += now.malformed - then.malformed;
            sum.view_sum += now.view_sum - then.view_sum;
            sum.steps += now.steps - then.steps;
            // Whoever was in at the beginning counts, even if the host lost it since.
            if matches!(tally.fate(), Fate::Inside | Fate::Lost) {
                rates.push((now.snapshots - then.snapshots) as f64 / seconds);
                let micros = tally.round_trip_micros.load(Relaxed);
                trips.extend((micros > 0).then_some(micros as f64 / 1000.0));
            }
        }
        rates.sort_by(f64::total_cmp);
        trips.sort_by(f64::total_cmp);
        let connected = count_of(Fate::Inside);
        Self {
            asked: tallies.len(),
            connected,
            by_webtransport: tallies.iter().filter(inside).count(),
            turned_away: count_of(Fate::TurnedAway),
            failed: count_of(Fate::Failed),
            lost: count_of(Fate::Lost),
            all_in_seconds: tallies
                .iter()
                .filter_map(|tally| tally.seconds_to_come_in())
                .max_by(f64::total_cmp)
                .map(|seconds| to_places(seconds, 2)),
            packets_lost_here: None,
            seconds: to_places(seconds, 1),
            updates_per_second_p5: percentile(&rates, 0.05).map(|v| to_places(v, 2)),
            updates_per_second_p50: percentile(&rates, 0.5).map(|v| to_places(v, 2)),
            updates_per_second_min: rates.first().map(|v| to_places(*v, 2)),
            entity_updates: sum.records,
            bytes_per_entity_update: ratio(sum.bytes, sum.records),
            entities_moved: sum.records + sum.predicted,
            bytes_per_entity_moved: ratio(sum.bytes, sum.records + sum.predicted),
            snapshot_bytes_per_second: ratio(sum.bytes, connected as u64)
                .map(|bytes| to_places(bytes / seconds, 0)),
            entities_in_view_mean: ratio(sum.view_sum, sum.steps),
            rtt_ms_p50: percentile(&trips, 0.5).map(|v| to_places(v, 2)),
            rtt_ms_p95: percentile(&trips, 0.95).map(|v| to_places(v, 2)),
            malformed: sum.malformed,
            tick_ms_p50: ticks.map(|t| t.tick_ms_p50),
            tick_ms_p99: ticks.map(|t| t.tick_ms_p99),
            late_ticks_percent: ticks.map(|t| t.late_ticks_percent),
            trouble: None,
        }
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| to_places(part as f64 / whole as f64, 2))
}

fn to_places(value: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_what_happened_between_two_marks() {
        let tallies: Vec<Arc<Tally>> = (0..3).map(|_| Arc::new(Tally::since(Instant::now()))).collect();
        let mark = |at| Mark { at, counts: tallies.iter().map(|t| t.counts()).collect() };
        tallies[0].note_snapshot(7, 0, 700);
        let begin = Instant::now();
        let since = mark(begin);
        tallies[0].set_fate(Fate::Inside);
        tallies[1].set_fate(Fate::Lost);
        tallies[2].set_fate(Fate::TurnedAway);
        for _ in 0..40 {
            tallies[0].note_snapshot(10, 10, 40);
        }
        tallies[0].note_view(90);
        let report = SwarmReport::between(&tallies, &since, &mark(begin + Duration::from_secs(2)), None);
        assert_eq!((report.connected, report.lost, report.turned_away), (1, 1, 1));
        assert_eq!(report.updates_per_second_min, Some(0.0), "a lost guest is a slow guest");
        assert_eq!((report.bytes_per_entity_update, report.bytes_per_entity_moved), (Some(4.0), Some(2.0)));
        assert_eq!((report.entity_updates, report.entities_moved), (400, 800));
        assert_eq!(report.entities_in_view_mean, Some(90.0));
        assert_eq!(report.tick_ms_p99, None);
        assert!(report.all_in_seconds.is_some_and(|seconds| seconds < 60.0));
    }
}
