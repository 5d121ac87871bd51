//! `wold world show`: one chunk.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use wold_chance::Seed;
use wold_genesis::{Genesis, digest};
use wold_lore::land::{Chunk, DRY, HEIGHT_STEPS_PER_METRE, House};
use wold_space::ChunkPos;

/// Print one chunk.
#[derive(Args)]
#[command(after_help = "Example: wold world show --seed 42 --chunk 3,-2 --json")]
pub struct Show {
    /// The world's seed.
    #[arg(long)]
    seed: u64,
    /// Which chunk, as X,Y; where people start if not given.
    #[arg(long, allow_hyphen_values = true)]
    chunk: Option<String>,
    /// Print everything as one JSON object.
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Makes the chunk and prints it.
    pub fn run(self) -> Result<()> {
        let world = Genesis::new(Seed(self.seed));
        let pos = match &self.chunk {
            Some(text) => {
                let [x, y] = output::pair(text, ',')?;
                ChunkPos { x, y }
            }
            None => ChunkPos::of(world.start()),
        };
        let within = -ChunkPos::LIMIT..ChunkPos::LIMIT;
        ensure!(
            within.contains(&pos.x) && within.contains(&pos.y),
            "chunk {pos} lies beyond the world's edge"
        );
        let chunk = world.chunk(pos);
        if self.json { output::print_json(&to_json(&chunk)) } else { output::print(&summary(&chunk)) }
    }
}

fn summary(chunk: &Chunk) -> String {
    let metres = |steps: i16| f32::from(steps) / HEIGHT_STEPS_PER_METRE;
    let (lo, hi) = chunk.heights.iter().fold((i16::MAX, i16::MIN), |(lo, hi), &h| (lo.min(h), hi.max(h)));
    let mut text = format!("chunk {} from {:.1} to {:.1} m\n", chunk.pos, metres(lo), metres(hi));
    let mut counts = std::collections::BTreeMap::new();
    chunk.ecosystems.iter().for_each(|e| *counts.entry(e.label()).or_insert(0) += 1);
    let total = chunk.ecosystems.len();
    let shares: Vec<String> = counts.iter().map(|(name, n)| format!("{name} {}%", n * 100 / total)).collect();
    text.push_str(&format!("ground: {}\n", shares.join(", ")));
    let mut growths = std::collections::BTreeMap::new();
    chunk.growths.iter().for_each(|g| *growths.entry(g.kind.label()).or_insert(0) += 1);
    let listed: Vec<String> = growths.iter().map(|(name, n)| format!("{n} {name}")).collect();
    text.push_str(&format!("growths: {}\n", listed.join(", ")));
    text.push_str(&format!("houses: {}, things: {}\n", chunk.houses.len(), chunk.sprouts.len()));
    for place in &chunk.places {
        text.push_str(&format!(
            "{}: {} at {:.1},{:.1}\n",
            place.kind.label(),
            place.name,
            place.at.x,
            place.at.y
        ));
    }
    text
}

fn to_json(chunk: &Chunk) -> Value {
    json!({
        "chunk": [chunk.pos.x, chunk.pos.y],
        "digest": format!("{:016x}", digest::chunk(chunk)),
        "heights": chunk.heights.to_vec(),
        "water": chunk.water.iter().map(|&w| (w != DRY).then_some(w)).collect::<Vec<_>>(),
        "ecosystems": chunk.ecosystems.iter().map(|e| e.label()).collect::<Vec<_>>(),
        "moisture": chunk.moisture.to_vec(),
        "road": chunk.road.to_vec(),
        "growths": chunk.growths.iter().map(|g| json!({
            "kind": g.kind.label(), "at": g.local().to_array(), "size": g.size, "turn": g.turn,
        })).collect::<Vec<_>>(),
        "things": chunk.sprouts.iter().map(|s| json!({
            "kind": s.kind.label(), "at": wold_lore::measure::spot_metres(s.at).to_array(),
        })).collect::<Vec<_>>(),
        "houses": chunk.houses.iter().map(house_json).collect::<Vec<_>>(),
        "places": chunk.places.iter().map(|p| json!({
            "kind": p.kind.label(), "name": p.name, "at": p.at.to_array(),
        })).collect::<Vec<_>>(),
    })
}

/// A house as JSON: plans row by row from the south-west.
pub fn house_json(house: &House) -> Value {
    json!({
        "corner": house.corner.to_array(),
        "width": house.width,
        "depth": house.depth,
        "base": f32::from(house.base) / HEIGHT_STEPS_PER_METRE,
        "roof": format!("{:?}", house.roof),
        "facade": house.facade,
        "storeys": house.floors.iter().map(|f| json!({
            "rooms": f.rooms,
            "uses": f.uses.iter().map(|u| format!("{u:?}")).collect::<Vec<_>>(),
            "edges": f.edges.iter().map(|e| json!([e.x, e.y, format!("{:?}", e.side), format!("{:?}", e.kind)]))
                .collect::<Vec<_>>(),
            "stairs": f.stairs.map(|s| json!({ "x": s.x, "y": s.y, "quarter": s.quarter, "length": s.length })),
            "furniture": f.furniture.iter().map(|p| json!([format!("{:?}", p.kind), p.x, p.y, p.quarter]))
                .collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}
