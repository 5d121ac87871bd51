//! A thread beside one's own, for work that is handed over and back thousands of times a second.
//!
//! Contract: [`Beside::begin`] hands something over, [`Beside::end`] waits until it is done and hands it back, in that order and once each. Both sides wait on their toes for a moment before they fall asleep: waking a thread
//! takes as long as a tick. What comes back does not depend on when it does. A panic beside is one here.

use std::sync::mpsc::{Receiver, RecvError, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;

/// Looks for work before a thread falls asleep: about half a millisecond.
const LOOKS: u32 = 10_000;

/// The other thread.
pub(crate) struct Beside<T, R> {
    give: Option<SyncSender<T>>,
    back: Receiver<(T, R)>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static, R: Send + 'static> Beside<T, R> {
    /// A thread that does this to whatever it is given.
    pub(crate) fn new(work: impl Fn(&mut T) -> R + Send + 'static) -> Self {
        let (give, given) = sync_channel::<T>(1);
        let (done, back) = sync_channel(1);
        let thread = std::thread::spawn(move || {
            while let Ok(mut it) = eagerly(&given) {
                let result = work(&mut it);
                if done.send((it, result)).is_err() {
                    break;
                }
            }
        });
        Self { give: Some(give), back, thread: Some(thread) }
    }

    /// Hands something over.
    pub(crate) fn begin(&mut self, it: T) {
        if self.give.as_ref().is_none_or(|give| give.send(it).is_err()) {
            self.fail();
        }
    }

    /// Waits for what was handed over.
    pub(crate) fn end(&mut self) -> (T, R) {
        match eagerly(&self.back) {
            Ok(done) => done,
            Err(_) => self.fail(),
        }
    }

    fn fail(&mut self) -> ! {
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            _ => unreachable!("a thread that was not told to stop ends by a panic alone"),
        }
    }
}

impl<T, R> Drop for Beside<T, R> {
    fn drop(&mut self) {
        drop(self.give.take());
        // Whoever unwinds here has a panic of its own to tell.
        self.thread.take().map(JoinHandle::join).into_iter().for_each(drop);
    }
}

fn eagerly<T>(from: &Receiver<T>) -> Result<T, RecvError> {
    for _ in 0..LOOKS {
        match from.try_recv() {
            Ok(it) => return Ok(it),
            Err(TryRecvError::Empty) => std::hint::spin_loop(),
            Err(TryRecvError::Disconnected) => return Err(RecvError),
        }
    }
    from.recv()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_handed_over_comes_back_with_what_was_made_of_it() {
        let mut beside = Beside::new(|list: &mut Vec<u32>| {
            list.push(list.len() as u32);
            list.iter().sum::<u32>()
        });
        let mut list = Vec::new();
        for round in 1..=1000_u32 {
            beside.begin(list);
            let (back, sum) = beside.end();
            assert_eq!((back.len() as u32, sum), (round, (0..round).sum()));
            list = back;
        }
    }

    #[test]
    #[should_panic(expected = "an odd one")]
    fn a_panic_beside_is_one_here() {
        let mut beside = Beside::new(|number: &mut u32| assert!(number.is_multiple_of(2), "an odd one"));
        beside.begin(2);
        assert_eq!(beside.end().0, 2);
        beside.begin(3);
        beside.end();
    }
}
