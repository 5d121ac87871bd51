//! Land made ahead of need.
//!
//! Whoever expects to need a chunk soon says so, and a thread of the shelf's own makes it; whoever needs one that is under way waits for it, and whoever
//! needs one that nobody has begun makes it. Threads of their own, for a chunk takes milliseconds and the tick's threads must not wait behind it.

use bytes::Bytes;
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded, select_biased};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use wold_lore::land::Chunk;
use wold_space::{ChunkPos, DVec2};
use wold_steward::{Shelf, Stock};
use wold_world::ChunkSource;

/// Chunks waiting to be made because somebody needs or expects them; what does not fit is made when it is needed.
const MOST_EXPECTED: usize = 4096;
/// Chunks waiting to be made because somebody may come to see them.
const MOST_AHEAD: usize = 16;

/// Chunks made so far, and threads that make more.
pub struct ChunkShelf {
    stock: Arc<Stock>,
    /// What was ordered and is not made yet.
    ordered: Arc<Mutex<HashSet<ChunkPos>>>,
    soon: Sender<ChunkPos>,
    ahead: Sender<ChunkPos>,
}

/// A source whose work shows in the metrics.
struct Counted(Arc<dyn ChunkSource>);

impl ChunkSource for Counted {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        metrics::counter!("wold_chunks_made_total").increment(1);
        self.0.chunk(pos)
    }

    fn square(&self, town: u16) -> Option<DVec2> {
        self.0.square(town)
    }
}

/// One who makes what is ordered.
struct Maker {
    stock: Arc<Stock>,
    ordered: Arc<Mutex<HashSet<ChunkPos>>>,
    soon: Receiver<ChunkPos>,
    ahead: Receiver<ChunkPos>,
}

impl Maker {
    /// Works until nobody can order any more, on what is needed soon first.
    fn work(&self) {
        loop {
            let order = select_biased! {
                recv(self.soon) -> order => order,
                recv(self.ahead) -> order => order,
            };
            let Ok(pos) = order else { return };
            self.stock.chunk(pos);
            self.ordered.lock().expect("no holder of the orders panics").remove(&pos);
        }
    }
}

impl ChunkShelf {
    /// A shelf that makes missing chunks in the background.
    #[must_use]
    pub fn new(source: Arc<dyn ChunkSource>) -> Arc<Self> {
        let stock = Stock::new(Arc::new(Counted(source)));
        let ordered = Arc::default();
        let (soon, soon_orders) = bounded(MOST_EXPECTED);
        let (ahead, ahead_orders) = bounded(MOST_AHEAD);
        let shelf = Arc::new(Self { stock, ordered, soon, ahead });
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for number in 1..cores.max(2) {
            let maker = Maker {
                stock: shelf.stock.clone(),
                ordered: shelf.ordered.clone(),
                soon: soon_orders.clone(),
                ahead: ahead_orders.clone(),
            };
            let thread = std::thread::Builder::new().name(format!("land {number}"));
            // Without a thread of its own the shelf makes chunks when they are needed.
            if let Err(error) = thread.spawn(move || maker.work()) {
                tracing::warn!(%error, "no thread to make land ahead of need");
            }
        }
        shelf
    }

    /// Puts a chunk on a list unless it is on one; false if the list is full.
    fn order(&self, pos: ChunkPos, list: &Sender<ChunkPos>) -> bool {
        let mut ordered = self.ordered.lock().expect("no holder of the orders panics");
        if ordered.contains(&pos) {
            return true;
        }
        match list.try_send(pos) {
            Ok(()) => ordered.insert(pos),
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }
}

impl Shelf for ChunkShelf {
    fn soon(&self, pos: ChunkPos) -> Option<Arc<Chunk>> {
        let there = self.stock.made(pos);
        if there.is_none() {
            self.order(pos, &self.soon);
        }
        there
    }

    fn ahead(&self, pos: ChunkPos) -> bool {
        self.stock.has(pos) || self.order(pos, &self.ahead)
    }

    fn frame(&self, land: &Arc<Chunk>) -> Bytes {
        self.stock.frame(land)
    }
}

impl ChunkSource for ChunkShelf {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        self.stock.chunk(pos)
    }

    fn expect(&self, soon: &[ChunkPos]) {
        for &pos in soon {
            if !self.stock.has(pos) && !self.order(pos, &self.soon) {
                return;
            }
        }
    }

    fn square(&self, town: u16) -> Option<DVec2> {
        self.stock.square(town)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use wold_chance::Seed;
    use wold_genesis::Genesis;
    use wold_space::{DVec2, GuestId};
    use wold_wire::state::STEPS_PER_METRE;
    use wold_world::{Act, Command, Decree, Origin, Realm};

    /// A meadow that counts how often it is asked, and by whom.
    #[derive(Default)]
    struct Counted {
        made: AtomicUsize,
        here: AtomicUsize,
    }

    impl ChunkSource for Counted {
        fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
            self.made.fetch_add(1, Ordering::SeqCst);
            let maker = std::thread::current().name().is_some_and(|name| name.starts_with("land"));
            self.here.fetch_add(usize::from(!maker), Ordering::SeqCst);
            Arc::new(Chunk::meadow(pos))
        }
    }

    #[test]
    fn what_is_expected_is_made_before_it_is_asked_for_and_only_once() {
        let source = Arc::new(Counted::default());
        let shelf = ChunkShelf::new(source.clone());
        let expected: Vec<ChunkPos> = ChunkPos::default().around(4).collect();
        shelf.expect(&expected);
        shelf.expect(&expected);
        while !expected.iter().all(|pos| shelf.stock.has(*pos)) {
            std::thread::yield_now();
        }
        for &pos in &expected {
            assert_eq!(shelf.chunk(pos).pos, pos);
            assert!(shelf.soon(pos).is_some());
        }
        assert_eq!(source.made.load(Ordering::SeqCst), expected.len());
        assert_eq!(source.here.load(Ordering::SeqCst), 0, "nobody had to make one here");
    }

    fn walk(source: Arc<dyn ChunkSource>, start: DVec2) -> Vec<[u8; 32]> {
        let mut realm = Realm::new(Origin { source, start, ..Origin::meadow(7) });
        let command = |guest: u64, act: Act| Command { guest: GuestId(guest), number: 0, act };
        let enter = |n: u64| command(n, Act::Enter { name: format!("Person {n}"), human: false, look: 0 });
        realm.step((1..=3).map(enter).collect());
        let mut hashes = Vec::new();
        for tick in 0_u32..100 {
            let who = realm.body_of(GuestId(1 + u64::from(tick) % 3)).expect("in");
            let to = start + DVec2::new(f64::from(tick) * 11.0, f64::from(tick % 3) * 90.0);
            let to = [(to.x * STEPS_PER_METRE) as i32, (to.y * STEPS_PER_METRE) as i32];
            let report = realm.step(vec![command(0, Act::Decree(Decree::Move { who, to }))]);
            hashes.extend(report.hash);
        }
        hashes
    }

    #[test]
    fn land_made_ahead_is_the_same_land_and_gives_the_same_hashes() {
        let genesis = Arc::new(Genesis::new(Seed(7)));
        let start = genesis.start();
        let plain = walk(genesis.clone(), start);
        assert_eq!(plain.len(), 5);
        assert_eq!(walk(ChunkShelf::new(genesis.clone()), start), plain);
        assert_eq!(walk(Stock::new(genesis), start), plain);
    }
}
