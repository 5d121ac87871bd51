//! A war that was played in a world, from the world's own history.

use crate::commands::output;
use anyhow::{Context, Result};
use std::path::Path;
use wold_conquero::plugin::{Campaign, Dispatches, Theatre};
use wold_conquero::science::LogWriter;
use wold_conquero::{Map, War};
use wold_host::archive;
use wold_host::store::{RedbStore, Store};

/// Replays a world and writes its Conquero down, noting everybody's place every so many steps; every hash on the way is checked.
pub fn war_of(dir: &Path, every: u64) -> Result<(Map, String)> {
    let store = RedbStore::open_existing(dir)?;
    let last = store.last_tick()?.unwrap_or_default();
    let bar = output::progress(last.0, "ticks");
    let mut written: Option<(Map, LogWriter)> = None;
    archive::verify(&store, crate::games::game, &mut |realm, _| {
        bar.set_position(realm.now().0);
        let world = realm.ecs();
        let Some(theatre) = world.get_resource::<Theatre>() else { return };
        let situation = world.resource::<Campaign>().situation.clone();
        let war = War::resume(theatre.map.clone(), theatre.rules.clone(), theatre.seed, situation);
        let (_, writer) =
            written.get_or_insert_with(|| (theatre.map.as_ref().clone(), LogWriter::new(&war, every)));
        writer.note(&war, &world.resource::<Dispatches>().events);
    })?;
    bar.finish_and_clear();
    let (map, writer) = written.with_context(|| format!("nobody played Conquero in {}", dir.display()))?;
    Ok((map, writer.finish()))
}
