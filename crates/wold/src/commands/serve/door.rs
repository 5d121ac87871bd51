//! The way in for those who live in the host's own process.

use anyhow::Context;
use std::path::Path;
use std::sync::Arc;
use wold_chance::Seed;
use wold_dial::{Household, HouseholdConfig, LocalDoor, LocalLine};
use wold_folk::Window;
use wold_folk::hunt::HuntConfig;
use wold_folk::report::fights::FightsReport;
use wold_host::config::Config;
use wold_host::service::{LocalEntrance, LocalGuest, Mind, Service};
use wold_lore::kin::Residents;
use wold_space::{DVec2, EntityId};

/// The host's door for inhabitants of this process.
pub struct Door(pub LocalEntrance);

impl LocalDoor for Door {
    fn enter(&self, name: &str, view: u8) -> Result<LocalLine, String> {
        let LocalGuest { up, down, .. } = self.0.admit(name, view)?;
        Ok(LocalLine { up, down })
    }

    fn residents(&self) -> Residents {
        self.0.residents()
    }

    fn hear_plan(&self, walker: EntityId, corners: Option<&[DVec2]>) {
        self.0.tell_plan(walker, corners);
    }

    fn see_mind(&self, whose: EntityId, mind: Option<&Window>) {
        self.0.show_mind(whose, mind.map(|mind| Arc::new(mind.clone()) as Arc<dyn Mind>));
    }

    fn hear_fights(&self, report: FightsReport) {
        self.0.tell_fights(report);
    }
}

/// Lets the host's own inhabitants in; their questions lie in a folder of their own, else in the world's.
pub fn settle(service: &Service, config: &Config, queries: Option<&Path>) -> anyhow::Result<Household> {
    let household = HouseholdConfig {
        count: config.inhabitants as usize,
        seed: Seed(config.seed),
        keep: Some(config.data_dir.join("minds.jsonl")),
        hunt: HuntConfig::of_world(&service.world().search),
        settle: service.world().settle,
        guard_every: service.world().environment.guard_every as usize,
        queries: Some(queries.map_or_else(|| config.data_dir.join("queries"), Path::to_owned)),
        ..HouseholdConfig::default()
    };
    Household::settle(Arc::new(Door(service.local_door())), household).context("inhabitants cannot settle")
}
