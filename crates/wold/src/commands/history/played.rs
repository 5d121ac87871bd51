//! A war that was played in a world, from the world's own history.

use anyhow::{Context, Result};
use std::ops::ControlFlow;
use std::path::Path;
use wold_conquero::plugin::{Campaign, Dispatches, Theatre};
use wold_conquero::science::LogWriter;
use wold_conquero::{Map, War};
use wold_host::store::open_history;

/// Steps between two places that are taken from a world's history.
pub const PLACES_EVERY: u64 = 2;

/// Replays a world and writes its Conquero down, noting everybody's place every so many steps; every hash on the way is checked.
pub fn war_of(dir: &Path, every: u64) -> Result<(Map, String)> {
    let store = open_history(dir)?;
    let mut written: Option<(Map, LogWriter)> = None;
    super::replayed(&*store, &mut |realm, _, _| {
        let world = realm.ecs();
        let Some(theatre) = world.get_resource::<Theatre>() else { return ControlFlow::Break(()) };
        let situation = world.resource::<Campaign>().situation.clone();
        let war = War::resume(theatre.map.clone(), theatre.rules.clone(), theatre.seed, situation);
        let (_, writer) =
            written.get_or_insert_with(|| (theatre.map.as_ref().clone(), LogWriter::new(&war, every)));
        writer.note(&war, &world.resource::<Dispatches>().events);
        ControlFlow::Continue(())
    })?;
    let (map, writer) = written.with_context(|| format!("nobody played Conquero in {}", dir.display()))?;
    Ok((map, writer.finish()))
}
