//! A crew of recruits: whoever a game sends in by the door of the host's own process.

use crate::crew::{Crew, CrewConfig, LocalDoor, Member};
use std::sync::Arc;
use wold_guest::{Guest, Pilot, Recruit};
use wold_space::TICKS_PER_SECOND;

/// Steps until a closed door is tried again.
const KNOCK_AGAIN: u64 = 5 * TICKS_PER_SECOND;

/// Lets recruits in; they leave when the crew is dropped.
///
/// # Errors
/// If no thread can be had.
pub fn settle(door: Arc<dyn LocalDoor>, recruits: Vec<Recruit>) -> std::io::Result<Crew> {
    let config = CrewConfig { name: "recruits", knock_again: KNOCK_AGAIN, ..CrewConfig::default() };
    let members = recruits.into_iter().map(|recruit| Enlisted { recruit, pilot: None });
    Crew::settle(door, config, (), members.collect())
}

/// A recruit, inside or on its way.
struct Enlisted {
    recruit: Recruit,
    pilot: Option<Box<dyn Pilot>>,
}

impl Member for Enlisted {
    type Home = ();

    fn name(&self) -> &str {
        self.recruit.name()
    }

    fn view(&self) -> u8 {
        self.recruit.view()
    }

    fn begin(&mut self, (): &mut ()) -> Guest {
        let (guest, pilot) = self.recruit.enter();
        self.pilot = Some(pilot);
        guest
    }

    fn live(&mut self, guest: &mut Guest, _: &dyn LocalDoor) {
        if let Some(pilot) = &mut self.pilot {
            pilot.act(guest);
        }
    }

    fn end(&mut self, _: &Guest, (): &mut (), _: &dyn LocalDoor) -> bool {
        self.pilot = None;
        true
    }
}
