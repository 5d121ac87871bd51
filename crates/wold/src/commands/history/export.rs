//! `wold history export`: a history as one table for other tools.
//!
//! One row for each place noted and each thing done: `tick`, `seconds`, `kind`, `who` (an entity's number), `name`, `x`, `y` (metres), `object`
//! (an entity's number, or a centre's counted from 1) and `amount`. Kinds are `place`, the world's deeds by their names, and
//! Conquero's `capture`, `hurt`, `kill` and `respawn`. Numbers that do not apply are empty in CSV and null in Parquet.

mod parquet;

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use wold_conquero::plugin::{Campaign, Dispatches, Soldier, Theatre};
use wold_conquero::{AgentId, Event};
use wold_host::store::open_history;
use wold_space::{DVec2, Tick};
use wold_world::parts::{Away, Body, Person};
use wold_world::registry::Roll;
use wold_world::{Realm, TickReport};

/// Rows written at most.
const MOST_ROWS: usize = 50_000_000;

/// Write a world's history as a table.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold history export wold-data --format parquet --out history.parquet\n  \
                        wold history export wold-data --every 1 --out history.csv"
)]
pub struct Export {
    /// The world's folder.
    dir: PathBuf,
    /// The kind of file.
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    /// Where it is written.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Ticks between two places of everybody; there are 20 in a second.
    #[arg(long, default_value_t = 20)]
    every: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Csv,
    Parquet,
}

/// One row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    tick: Tick,
    kind: &'static str,
    who: u64,
    name: String,
    at: DVec2,
    object: Option<u64>,
    amount: Option<f64>,
}

impl Export {
    /// Replays, tabulates and writes.
    pub fn run(self) -> Result<()> {
        ensure!(self.every > 0, "--every must be at least 1");
        let store = open_history(&self.dir)?;
        let last = store.last_tick()?.unwrap_or_default();
        let mut rows = Vec::new();
        super::replayed(&*store, &mut |realm, _, report| {
            note(realm, report, self.every, &mut rows);
            if rows.len() < MOST_ROWS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        ensure!(rows.len() < MOST_ROWS, "more than {MOST_ROWS} rows: choose a larger --every");
        let bytes = match self.format {
            Format::Csv => csv(&rows).into_bytes(),
            Format::Parquet => parquet::table(&rows),
        };
        output::write_whole(&self.out, &bytes)?;
        if self.json {
            return output::print_json(&json!({"rows": rows.len(), "bytes": bytes.len(), "ticks": last.0}));
        }
        output::print(&format!("{} rows of {} ticks: {}\n", rows.len(), last.0, self.out.display()))
    }
}

/// Notes a tick.
fn note(realm: &Realm, report: &TickReport, every: u64, rows: &mut Vec<Row>) {
    let (world, tick) = (realm.ecs(), report.tick);
    for deed in &report.deeds {
        rows.push(Row {
            tick,
            kind: deed.kind.label(),
            who: deed.doer.0,
            name: name_of(realm, deed.doer),
            at: deed.place,
            object: deed.object.map(|id| id.0),
            amount: None,
        });
    }
    if let Some(theatre) = world.get_resource::<Theatre>() {
        for event in &world.resource::<Dispatches>().events {
            rows.push(of_war(realm, theatre, tick, event));
        }
    }
    if tick.0.is_multiple_of(every) {
        for (&id, &entity) in &world.resource::<Roll>().0 {
            let parts = (world.get::<Body>(entity), world.get::<Person>(entity), world.get::<Away>(entity));
            if let (Some(body), Some(person), None) = parts {
                let (at, name) = (body.0.place, person.name.clone());
                rows.push(Row { tick, kind: "place", who: id.0, name, at, ..Row::default() });
            }
        }
    }
}

fn name_of(realm: &Realm, id: wold_space::EntityId) -> String {
    let world = realm.ecs();
    let person = world.resource::<Roll>().0.get(&id).and_then(|&entity| world.get::<Person>(entity));
    person.map_or_else(String::new, |person| person.name.clone())
}

/// The body that leads an agent.
fn leader(realm: &Realm, agent: AgentId) -> Option<wold_space::EntityId> {
    let world = realm.ecs();
    let leads = |entity| world.get::<Soldier>(entity).is_some_and(|soldier| soldier.0 == agent);
    world.resource::<Roll>().0.iter().find(|&(_, &entity)| leads(entity)).map(|(&id, _)| id)
}

fn of_war(realm: &Realm, theatre: &Theatre, tick: Tick, event: &Event) -> Row {
    let agents = &realm.ecs().resource::<Campaign>().situation.agents;
    let row = |kind, agent: AgentId, object, amount| {
        let who = leader(realm, agent);
        Row {
            tick,
            kind,
            who: who.map_or(0, |id| id.0),
            name: who.map_or_else(String::new, |id| name_of(realm, id)),
            at: theatre.in_world(agents[agent.index()].at),
            object,
            amount,
        }
    };
    let body = |agent| leader(realm, agent).map(|id| id.0);
    match *event {
        Event::Capture { agent, centre, .. } => {
            row("capture", agent, Some(u64::from(centre.0) + 1), Some(theatre.map.centre(centre).size))
        }
        Event::Hurt { by, agent, damage } => row("hurt", by, body(agent), Some(damage.into())),
        Event::Kill { by, agent } => row("kill", by, body(agent), None),
        Event::Respawn { agent } => row("respawn", agent, None, None),
    }
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("tick,seconds,kind,who,name,x,y,object,amount\n");
    for row in rows {
        let quoted = row.name.replace('"', "\"\"");
        let object = row.object.map_or_else(String::new, |id| id.to_string());
        let amount = row.amount.map_or_else(String::new, |amount| amount.to_string());
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{},{:.2},{},{},\"{quoted}\",{:.2},{:.2},{object},{amount}",
            row.tick.0,
            row.tick.seconds(),
            row.kind,
            row.who,
            row.at.x,
            row.at.y
        );
    }
    text
}
