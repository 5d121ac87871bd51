//! Chunks made so far, shared by the world and all guests, and made ahead of need.
//!
//! Contract: what [`ChunkSource::chunk`] answers is the source's own chunk, always; the shelf only decides when and where it is made. Whoever expects to
//! need a chunk soon says so, and a thread of the shelf's own makes it; whoever needs one that is under way waits for it, and whoever
//! needs one that nobody has begun makes it. Threads of their own, for a chunk takes milliseconds and the tick's threads must not wait behind it.
//!
//! At most [`SHELF_SIZE`] chunks are kept, those asked for lately and often before others (S3-FIFO, by `quick_cache`); which are kept never
//! changes a result.

use bytes::Bytes;
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded, select_biased};
use quick_cache::sync::Cache;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use wold_space::ChunkPos;
use wold_space::land::Chunk;
use wold_wire::ChunkChanges;
use wold_world::ChunkSource;

/// Chunks kept.
const SHELF_SIZE: usize = 8192;
/// Chunks waiting to be made because somebody needs or expects them; what does not fit is made when it is needed.
const MOST_EXPECTED: usize = 4096;
/// Chunks waiting to be made because somebody may come to see them.
const MOST_AHEAD: usize = 16;

/// Chunks made so far. Made in the background when it may be late, at once when it must not.
pub struct ChunkShelf {
    stock: Arc<Stock>,
    /// None where everything is made at once.
    orders: Option<Orders>,
}

struct Orders {
    soon: Sender<ChunkPos>,
    ahead: Sender<ChunkPos>,
}

struct Stock {
    source: Arc<dyn ChunkSource>,
    chunks: Cache<ChunkPos, Arc<Chunk>>,
    frames: Cache<ChunkPos, Bytes>,
    /// What was ordered and is not made yet.
    ordered: Mutex<HashSet<ChunkPos>>,
}

impl Stock {
    fn new(source: Arc<dyn ChunkSource>, size: usize) -> Arc<Self> {
        let ordered = Mutex::default();
        Arc::new(Self { source, chunks: Cache::new(size), frames: Cache::new(size), ordered })
    }

    fn ordered(&self) -> std::sync::MutexGuard<'_, HashSet<ChunkPos>> {
        self.ordered.lock().expect("no holder of the orders panics")
    }

    /// The chunk, made by this thread or waited for if another is making it.
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let make = || {
            metrics::counter!("wold_chunks_made_total").increment(1);
            Ok::<_, std::convert::Infallible>(self.source.chunk(pos))
        };
        match self.chunks.get_or_insert_with(&pos, make) {
            Ok(chunk) => chunk,
            Err(never) => match never {},
        }
    }

    /// Makes what is ordered until nobody can order any more, what is needed soon first.
    fn work(&self, soon: &Receiver<ChunkPos>, ahead: &Receiver<ChunkPos>) {
        loop {
            let order = select_biased! {
                recv(soon) -> order => order,
                recv(ahead) -> order => order,
            };
            let Ok(pos) = order else { return };
            self.chunk(pos);
            self.ordered().remove(&pos);
        }
    }
}

impl ChunkShelf {
    /// A shelf that makes missing chunks in the background.
    #[must_use]
    pub fn new(source: Arc<dyn ChunkSource>) -> Arc<Self> {
        let stock = Stock::new(source, SHELF_SIZE);
        let (soon, soon_orders) = bounded(MOST_EXPECTED);
        let (ahead, ahead_orders) = bounded(MOST_AHEAD);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        for number in 1..cores.max(2) {
            let (stock, soon, ahead) = (stock.clone(), soon_orders.clone(), ahead_orders.clone());
            let maker = std::thread::Builder::new().name(format!("land {number}"));
            let made = maker.spawn(move || stock.work(&soon, &ahead));
            // Without a thread of its own the shelf makes chunks when they are needed.
            if let Err(error) = made {
                tracing::warn!(%error, "no thread to make land ahead of need");
            }
        }
        Arc::new(Self { stock, orders: Some(Orders { soon, ahead }) })
    }

    /// A shelf that makes every chunk at once, for tests that want the same run every time.
    #[must_use]
    pub fn immediate(source: Arc<dyn ChunkSource>) -> Arc<Self> {
        Arc::new(Self { stock: Stock::new(source, SHELF_SIZE), orders: None })
    }

    /// The chunk if it is there; otherwise it will be before long.
    pub(super) fn soon(&self, pos: ChunkPos) -> Option<Arc<Chunk>> {
        let Some(orders) = &self.orders else { return Some(self.stock.chunk(pos)) };
        let there = self.stock.chunks.get(&pos);
        if there.is_none() {
            self.order(pos, &orders.soon);
        }
        there
    }

    /// Has a chunk made when nothing else is to do; false if too many wait already.
    pub(super) fn ahead(&self, pos: ChunkPos) -> bool {
        let Some(orders) = &self.orders else { return true };
        self.stock.chunks.contains_key(&pos) || self.order(pos, &orders.ahead)
    }

    /// Puts a chunk on a list unless it is on one; false if the list is full.
    fn order(&self, pos: ChunkPos, list: &Sender<ChunkPos>) -> bool {
        let mut ordered = self.stock.ordered();
        if ordered.contains(&pos) {
            return true;
        }
        match list.try_send(pos) {
            Ok(()) => ordered.insert(pos),
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }

    /// The frame for a chunk nobody has changed, encoded once for all guests.
    pub(super) fn frame(&self, land: &Arc<Chunk>) -> Bytes {
        if let Some(frame) = self.stock.frames.get(&land.pos) {
            return frame;
        }
        let bytes: Bytes = super::land_mail::encode(land.clone(), ChunkChanges::default());
        self.stock.frames.insert(land.pos, bytes.clone());
        bytes
    }
}

impl ChunkSource for ChunkShelf {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        self.stock.chunk(pos)
    }

    fn expect(&self, soon: &[ChunkPos]) {
        let Some(orders) = &self.orders else { return };
        for &pos in soon {
            if !self.stock.chunks.contains_key(&pos) && !self.order(pos, &orders.soon) {
                return;
            }
        }
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
        while !expected.iter().all(|pos| shelf.stock.chunks.contains_key(pos)) {
            std::thread::yield_now();
        }
        for &pos in &expected {
            assert_eq!(shelf.chunk(pos).pos, pos);
            assert!(shelf.soon(pos).is_some());
        }
        assert_eq!(source.made.load(Ordering::SeqCst), expected.len());
        assert_eq!(source.here.load(Ordering::SeqCst), 0, "nobody had to make one here");
    }

    #[test]
    fn a_full_shelf_lets_go_of_some_and_never_of_all() {
        let source = Arc::new(Counted::default());
        let shelf = ChunkShelf::immediate(source.clone());
        let all: Vec<ChunkPos> = (0..SHELF_SIZE as i32 + 1_000).map(|x| ChunkPos { x, y: 0 }).collect();
        for &pos in &all {
            shelf.chunk(pos);
        }
        let kept = all.iter().filter(|pos| shelf.stock.chunks.contains_key(*pos)).count();
        assert!(kept <= SHELF_SIZE && kept > SHELF_SIZE / 2, "{kept} kept");
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
        assert_eq!(walk(ChunkShelf::immediate(genesis), start), plain);
    }
}
