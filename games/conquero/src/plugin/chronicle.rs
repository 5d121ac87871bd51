//! A war that was played in a world, written down while the world's history is told again.

use super::{Campaign, Dispatches, Theatre};
use crate::map::Map;
use crate::science::LogWriter;
use crate::war::War;
use std::ops::ControlFlow;
use wold_game::Chronicle;
use wold_world::Realm;

/// Steps between two places that are taken from a world's history.
const PLACES_EVERY: u64 = 2;

/// Writes the war of a world down.
#[derive(Default)]
pub struct WarChronicle {
    written: Option<(Map, LogWriter)>,
}

impl WarChronicle {
    /// The map and the log; nothing if nobody played.
    #[must_use]
    pub fn log(self) -> Option<(Map, String)> {
        self.written.map(|(map, writer)| (map, writer.finish()))
    }
}

impl Chronicle for WarChronicle {
    fn note(&mut self, realm: &Realm) -> ControlFlow<()> {
        let world = realm.ecs();
        let Some(theatre) = world.get_resource::<Theatre>() else { return ControlFlow::Break(()) };
        let situation = world.resource::<Campaign>().situation.clone();
        let war = War::resume(theatre.map.clone(), theatre.rules.clone(), theatre.seed, situation);
        let begin = || (theatre.map.as_ref().clone(), LogWriter::new(&war, PLACES_EVERY));
        let (_, writer) = self.written.get_or_insert_with(begin);
        writer.note(&war, &world.resource::<Dispatches>().events);
        ControlFlow::Continue(())
    }

    fn finish(self: Box<Self>) -> Option<String> {
        self.log().map(|(_, text)| text)
    }
}
