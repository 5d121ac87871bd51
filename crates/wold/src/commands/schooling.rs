//! What Conquero's bots are taught, from files, and how good they are.

use super::history::played;
use super::history::wars::LONGEST_LOG;
use super::input;
use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wold_conquero::Map;
use wold_conquero::bots::{Kind, Replay, Schooling, Skill};
use wold_conquero::science::learn::Model;
use wold_conquero::science::{Log, MovementTree};

/// How good bots are with their hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SkillKind {
    Easy,
    Fair,
    Hard,
}

impl SkillKind {
    /// The hands of that kind.
    pub fn hands(self) -> Skill {
        match self {
            Self::Easy => Skill::EASY,
            Self::Fair => Skill::default(),
            Self::Hard => Skill::HARD,
        }
    }
}

/// Reads trees and a war for bots on a map; the war is written, or was played in a world whose folder it is.
pub fn school(trees: &[PathBuf], replay: Option<&Path>, map: &Map) -> Result<Schooling> {
    let mut school = Schooling::default();
    for path in trees {
        let tree: MovementTree = input::settings(path, &input::text(path, input::SETTINGS)?)
            .with_context(|| format!("{} is no tree", path.display()))?;
        ensure!(
            tree.map == map.name,
            "{} was grown on map {:?}, not {:?}",
            path.display(),
            tree.map,
            map.name
        );
        match tree.model {
            Model::Chooser => school.chooser = Some(Arc::new(tree)),
            Model::Learned => school.learned = Some(Arc::new(tree)),
        }
    }
    if let Some(path) = replay {
        let text = if path.is_dir() {
            let (played, text) = played::war_of(path, played::PLACES_EVERY)?;
            ensure!(played == *map, "the war in {} was on another map", path.display());
            text
        } else {
            input::text(path, LONGEST_LOG)?
        };
        let log = Log::parse(&text, map).with_context(|| path.display().to_string())?;
        school.replay = Some(Arc::new(Replay::of(&log)));
    }
    Ok(school)
}

/// Refuses bots that were not taught what they need.
pub fn check(kinds: impl Iterator<Item = Kind>, school: &Schooling) -> Result<()> {
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
        bail!("{} bots need {lacks}", kind.name());
    }
    Ok(())
}
