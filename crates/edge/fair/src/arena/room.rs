//! What all tables share: seats, and turns to compute.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Tables at a time.
const MOST_TABLES: usize = 200;
/// Engines that think at a time; the rest of the machine belongs to the world.
const MOST_SEARCHES: usize = 2;
/// Boards that are set up, moved on or taken back at a time.
const MOST_HANDS: usize = 2;

/// The room.
#[derive(Clone)]
pub(super) struct Room {
    tables: Arc<Semaphore>,
    searches: Arc<Semaphore>,
    hands: Arc<Semaphore>,
    /// Addresses for whom an engine thinks.
    asking: Arc<Mutex<BTreeSet<IpAddr>>>,
}

/// Leave to let one engine think, held until it has really ended.
pub(super) struct Turn {
    _permit: OwnedSemaphorePermit,
    address: Option<IpAddr>,
    asking: Arc<Mutex<BTreeSet<IpAddr>>>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(address) = self.address {
            self.asking.lock().unwrap_or_else(PoisonError::into_inner).remove(&address);
        }
    }
}

impl Room {
    pub(super) fn new() -> Self {
        Self {
            tables: Arc::new(Semaphore::new(MOST_TABLES)),
            searches: Arc::new(Semaphore::new(MOST_SEARCHES)),
            hands: Arc::new(Semaphore::new(MOST_HANDS)),
            asking: Arc::default(),
        }
    }

    /// A table, if one is free.
    pub(super) fn seat(&self) -> Option<OwnedSemaphorePermit> {
        self.tables.clone().try_acquire_owned().ok()
    }

    /// Leave to think; one search for an address, so that nobody takes all.
    pub(super) fn turn(&self, address: Option<IpAddr>) -> Result<Turn, String> {
        let busy = "other tables are thinking; try again in a moment";
        let permit = self.searches.clone().try_acquire_owned().map_err(|_| busy)?;
        if let Some(address) = address
            && !self.asking.lock().unwrap_or_else(PoisonError::into_inner).insert(address)
        {
            return Err("an engine thinks for you at another table; try again in a moment".into());
        }
        Ok(Turn { _permit: permit, address, asking: self.asking.clone() })
    }

    /// Does something short apart from the threads that serve, when it is its turn. `None` if it failed.
    pub(super) async fn apart<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let permit = self.hands.clone().acquire_owned().await.ok()?;
        let work = move || {
            let done = job();
            drop(permit);
            done
        };
        tokio::task::spawn_blocking(work).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_all_turns_to_think_and_each_comes_back() {
        let room = Room::new();
        let (ada, bob, eve) = ([127, 0, 0, 1].into(), [127, 0, 0, 2].into(), [127, 0, 0, 3].into());
        let first = room.turn(Some(ada)).expect("free");
        assert!(room.turn(Some(ada)).is_err_and(|reason| reason.contains("for you")));
        let second = room.turn(Some(bob)).expect("free");
        assert!(room.turn(Some(eve)).is_err_and(|reason| reason.contains("other tables")));
        drop(first);
        assert!(room.turn(Some(bob)).is_err());
        let third = room.turn(Some(ada)).expect("free again");
        drop((second, third));
        assert!(room.turn(Some(eve)).is_ok());
    }
}
