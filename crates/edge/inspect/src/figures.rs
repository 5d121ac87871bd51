//! How the ticks are doing: for `/api/ticks`, the inspector and load tests.

use crate::report::TickTime;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;
use wold_space::stats::percentile;
use wold_space::{TICKS_PER_SECOND, Tick};
use wold_steward::Stage;

/// Ticks looked back on: a minute.
const KEPT: usize = 1200;

/// One tick's cost.
#[derive(Clone, Debug, Serialize)]
pub struct TickCost {
    /// Which tick.
    pub tick: u64,
    /// Whole time in milliseconds.
    pub total_ms: f64,
    /// Time by stage in milliseconds, in the order of [`Stage::ALL`].
    pub stages: [f64; 4],
    /// Whether it began more than one step after it was due.
    pub late: bool,
}

impl From<&TickCost> for TickTime {
    fn from(cost: &TickCost) -> Self {
        let stages = Stage::ALL.iter().zip(cost.stages).map(|(stage, ms)| (stage.label().to_owned(), ms));
        Self { tick: cost.tick, total_ms: cost.total_ms, stages: stages.collect(), late: cost.late }
    }
}

/// Over which ticks to sum up.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Span {
    /// How many seconds back; the whole last minute if it is not said.
    pub seconds: Option<u32>,
}

/// Ticks of the last minute, or of less, in figures.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// How many ticks these figures are from.
    pub ticks: usize,
    /// The current tick.
    pub tick: u64,
    /// Half of the ticks took at most this long, in milliseconds.
    pub tick_ms_p50: f64,
    /// 99 of 100 ticks took at most this long, in milliseconds.
    pub tick_ms_p99: f64,
    /// The longest of them took so many milliseconds.
    pub slowest_ms: f64,
    /// Which tick took longest.
    pub slowest_tick: u64,
    /// Share of ticks that began more than one step after they were due.
    pub late_ticks_percent: f64,
}

/// The last minute's ticks.
#[derive(Debug, Default)]
pub struct Figures {
    ticks: Mutex<VecDeque<TickCost>>,
}

impl Figures {
    /// Notes a tick.
    pub fn note(&self, tick: Tick, total: Duration, stages: [Duration; 4], late: bool) {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let cost = TickCost { tick: tick.0, total_ms: ms(total), stages: stages.map(ms), late };
        let mut ticks = self.ticks.lock().expect("no holder of the figures panics");
        if ticks.len() == KEPT {
            ticks.pop_front();
        }
        ticks.push_back(cost);
    }

    /// The newest ticks after one, oldest first.
    #[must_use]
    pub fn since(&self, tick: u64) -> Vec<TickCost> {
        let ticks = self.ticks.lock().expect("no holder of the figures panics");
        ticks.iter().filter(|cost| cost.tick > tick).cloned().collect()
    }

    /// The last minute, or less, in figures.
    #[must_use]
    pub fn summary(&self, span: Span) -> Summary {
        let ticks = self.ticks.lock().expect("no holder of the figures panics");
        let asked = span.seconds.map_or(KEPT, |seconds| seconds as usize * TICKS_PER_SECOND as usize);
        let ticks: Vec<&TickCost> = ticks.iter().skip(ticks.len().saturating_sub(asked.max(1))).collect();
        let mut times: Vec<f64> = ticks.iter().map(|cost| cost.total_ms).collect();
        let Some(last) = ticks.last() else { return Summary::default() };
        times.sort_by(f64::total_cmp);
        let at = |share: f64| percentile(&times, share).unwrap_or(0.0);
        let slowest = ticks.iter().max_by(|a, b| a.total_ms.total_cmp(&b.total_ms)).unwrap_or(last);
        let late = ticks.iter().filter(|cost| cost.late).count();
        Summary {
            ticks: times.len(),
            tick: last.tick,
            tick_ms_p50: at(0.5),
            tick_ms_p99: at(0.99),
            slowest_ms: slowest.total_ms,
            slowest_tick: slowest.tick,
            late_ticks_percent: late as f64 * 100.0 / times.len() as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_covers_the_last_minute_only() {
        let figures = Figures::default();
        for tick in 1..=2000 {
            let time = Duration::from_millis(if tick <= 800 { 500 } else { tick % 10 });
            figures.note(Tick(tick), time, [Duration::ZERO; 4], tick <= 806);
        }
        let summary = figures.summary(Span::default());
        assert_eq!((summary.ticks, summary.tick), (1200, 2000));
        assert_eq!((summary.tick_ms_p50, summary.tick_ms_p99, summary.late_ticks_percent), (4.0, 9.0, 0.5));
        assert_eq!((summary.slowest_ms, summary.slowest_tick), (9.0, 1999));
        assert_eq!(figures.since(1998).len(), 2);
        let newest = figures.summary(Span { seconds: Some(1) });
        assert_eq!((newest.ticks, newest.tick, newest.tick_ms_p99), (20, 2000, 9.0));
    }
}
