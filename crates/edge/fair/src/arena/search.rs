//! An engine at work for a table, apart from the threads that serve.

use super::room::Turn;
use super::table::Sitting;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use wold_arena::table::Thought;
use wold_arena::{Budget, Clock};

/// Time between two thoughts shown.
const SLICE: Duration = Duration::from_millis(120);

/// What a search may spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Longest an engine thinks about a move.
    pub longest: Duration,
    /// Positions it looks at.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { longest: Duration::from_secs(5), nodes: 20_000_000 }
    }
}

/// A search on its way. Dropping it tells the engine to stop; its turn comes back when it has.
pub(super) struct Search {
    stop: Arc<AtomicBool>,
    /// What is known from time to time, until the search ends.
    pub thoughts: mpsc::Receiver<Thought>,
    ended: JoinHandle<(Sitting, Result<Thought, String>)>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Search {
    /// Sets an engine to think on a thread of its own. Nothing is computed here.
    pub(super) fn begin(sitting: Sitting, engine: String, turn: Turn, limits: Limits) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (shown, thoughts) = mpsc::channel(1);
        let told = stop.clone();
        let ended = tokio::task::spawn_blocking(move || {
            let thought = think(&sitting, &engine, limits, &told, &shown);
            drop(turn);
            (sitting, thought)
        });
        Self { stop, thoughts, ended }
    }

    /// The engine shall decide now.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The table back, and the last thought. `None` if the search failed.
    pub(super) async fn end(mut self) -> Option<(Sitting, Result<Thought, String>)> {
        (&mut self.ended).await.ok()
    }
}

fn think(
    sitting: &Sitting,
    engine: &str,
    limits: Limits,
    stop: &Arc<AtomicBool>,
    shown: &mpsc::Sender<Thought>,
) -> Result<Thought, String> {
    let mut thinking = sitting.begin(engine)?;
    let birth = Instant::now();
    let clock: Clock = Arc::new(move || birth.elapsed());
    let mut last = birth.elapsed();
    loop {
        let left = limits.longest.saturating_sub(birth.elapsed());
        let spent = thinking.thought().stats.nodes;
        let nodes = limits.nodes.saturating_sub(spent);
        let budget =
            Budget { stop: Some(stop.clone()), ..Budget::nodes(nodes).and_time(left, clock.clone()) };
        let more = thinking.step(&budget) && !left.is_zero() && nodes > 0 && !stop.load(Ordering::Relaxed);
        if !more {
            return Ok(thinking.thought());
        }
        if birth.elapsed().saturating_sub(last) >= SLICE {
            last = birth.elapsed();
            // A page that is slow to read misses some; a page that has left has said stop.
            let _ = shown.try_send(thinking.thought());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::room::Room;
    use super::*;

    const HEAPS: &str = "nim:100,99,98,97,96,95,94,93,92,91,90,89,88,87,86,85,84,83,82,81";

    fn endless() -> Limits {
        Limits { longest: Duration::from_secs(3_600), nodes: u64::MAX }
    }

    fn begin(room: &Room, game: &str, engine: &str, limits: Limits) -> Search {
        let sitting = Sitting::open(game.into(), None).expect("a game");
        Search::begin(sitting, engine.into(), room.turn(None).expect("a turn"), limits)
    }

    /// One thread serves: whatever blocked it would block the test for ever.
    #[tokio::test]
    async fn searches_that_would_take_hours_leave_the_serving_thread_free_and_end_when_told() {
        let room = Room::new();
        for (game, engine) in [("copper:4,4,4", "expecti:2"), (HEAPS, "minimax:3")] {
            let search = begin(&room, game, engine, endless());
            assert_eq!(room.apart(|| 7).await, Some(7), "others are served meanwhile");
            search.stop();
            let (sitting, thought) = search.end().await.expect("it ended");
            assert_eq!(sitting.name(), game);
            assert!(!thought.expect("a thought").moves.is_empty());
        }
    }

    #[tokio::test]
    async fn a_page_that_leaves_ends_its_search_and_its_turn_comes_back() {
        let room = Room::new();
        let searches =
            [begin(&room, HEAPS, "minimax:3", endless()), begin(&room, HEAPS, "minimax:3", endless())];
        assert!(room.turn(None).is_err(), "both turns are taken");
        drop(searches);
        while room.turn(None).is_err() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_search_ends_by_itself_when_its_positions_are_spent() {
        let room = Room::new();
        let limits = Limits { nodes: 5_000, ..endless() };
        for (game, engine) in
            [("copper:4,4,4", "expecti:2"), (HEAPS, "minimax:3"), ("othello", "alphabeta:8")]
        {
            let (_, thought) = begin(&room, game, engine, limits).end().await.expect("it ended");
            let thought = thought.expect("a thought");
            assert!(thought.stats.nodes <= 5_000 && !thought.moves.is_empty(), "{game}: {thought:?}");
        }
    }
}
