//! Programs that steer a guest themselves, step by step.

use crate::guest::{Guest, GuestConfig};
use std::fmt;
use std::sync::Arc;

/// Decides for a guest and steers it. One pilot is one visit: whoever comes in again gets another.
pub trait Pilot: Send {
    /// One step: called before each [`Guest::step`].
    fn act(&mut self, guest: &mut Guest);
}

/// Somebody who would come in and be steered by a pilot, as often as the door lets it.
#[derive(Clone)]
pub struct Recruit {
    name: String,
    view: u8,
    enlist: Arc<dyn Fn() -> Box<dyn Pilot> + Send + Sync>,
}

impl Recruit {
    /// Somebody of this name who sees `view` rings of chunks; `enlist` makes the pilot of each visit.
    pub fn new<P: Pilot + 'static>(
        name: String,
        view: u8,
        enlist: impl Fn() -> P + Send + Sync + 'static,
    ) -> Self {
        Self { name, view, enlist: Arc::new(move || Box::new(enlist())) }
    }

    /// By which name it comes in.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How far it sees land, in rings of chunks.
    #[must_use]
    pub fn view(&self) -> u8 {
        self.view
    }

    /// It was let in by a door that needs no hello: its guest, and who steers it.
    #[must_use]
    pub fn enter(&self) -> (Guest, Box<dyn Pilot>) {
        let config = GuestConfig { view: self.view, ping_steps: 0, ..GuestConfig::default() };
        (Guest::admitted(config), (self.enlist)())
    }
}

impl fmt::Debug for Recruit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recruit").field("name", &self.name).field("view", &self.view).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_wire::{Steering, SteeringPacket, Up};

    /// Runs east at first, then stands.
    struct Sprinter {
        steps: u32,
    }

    impl Pilot for Sprinter {
        fn act(&mut self, guest: &mut Guest) {
            self.steps += 1;
            let east = if self.steps == 1 { 127 } else { 0 };
            guest.steer(Steering { east, ..Steering::default() });
        }
    }

    #[test]
    fn every_visit_begins_with_a_pilot_that_knows_nothing_of_the_last() {
        let recruit = Recruit::new("Ada".into(), 2, || Sprinter { steps: 0 });
        for _ in 0..2 {
            let (mut guest, mut pilot) = recruit.enter();
            guest.take(crate::fixtures::welcome(0, 2));
            let mut runs = 0;
            for _ in 0..3 {
                pilot.act(&mut guest);
                let sent = guest.step();
                let runs_east = |packet: &SteeringPacket| packet.steerings.iter().any(|one| one.east == 127);
                let east = |up: &Up| matches!(up, Up::Steering(packet) if runs_east(packet));
                runs += usize::from(sent.iter().any(east));
            }
            assert!(runs >= 1, "it ran again");
        }
    }
}
