//! What bots are taught, from texts that were written elsewhere.

use super::{Kind, Replay, Schooling};
use crate::map::Map;
use crate::one_line;
use crate::science::learn::Model;
use crate::science::{Log, MovementTree};
use std::sync::Arc;

/// Reads trees and a war for bots on a map, each with the name of its file.
pub fn school<'a>(
    trees: impl Iterator<Item = (&'a str, &'a str)>,
    replay: Option<(&str, &str)>,
    map: &Map,
) -> Result<Schooling, String> {
    let mut school = Schooling::default();
    for (file, text) in trees {
        let tree: MovementTree =
            toml::from_str(text).map_err(|error| format!("{file} is no tree: {}", one_line(text, &error)))?;
        if tree.map != map.name {
            return Err(format!("{file} was grown on map {:?}, not {:?}", tree.map, map.name));
        }
        match tree.model {
            Model::Chooser => school.chooser = Some(Arc::new(tree)),
            Model::Learned => school.learned = Some(Arc::new(tree)),
        }
    }
    if let Some((file, text)) = replay {
        let log = Log::parse(text, map).map_err(|error| format!("{file}: {error}"))?;
        school.replay = Some(Arc::new(Replay::of(&log)));
    }
    Ok(school)
}

/// Refuses bots that were not taught what they need.
pub fn check(kinds: impl Iterator<Item = Kind>, school: &Schooling) -> Result<(), String> {
    for kind in kinds {
        let lacks = match kind {
            Kind::Learned if school.learned.is_none() => {
                "--tree FILE, grown by wold history train --model learned"
            }
            Kind::Experiment if school.replay.is_none() => {
                "--replay LOG, written by wold play conquero --log"
            }
            _ => continue,
        };
        return Err(format!("{} bots need {lacks}", kind.name()));
    }
    Ok(())
}
