//! `wold world areas`: rooms, streets and what joins them.

use crate::commands::output;
use crate::commands::sim::picture::{LINES, Picture, scale_for};
use anyhow::{Context, Result, ensure};
use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_land::Land;
use wold_land::places::{self, Neighbourhood, WIDEST};
use wold_senses::places::{AreaId, AreaKind, ChokeKind, Fault, Places};
use wold_space::{CellIndex, ChunkPos, DVec2, DVec3};
use wold_tactics::influence::history::predicted_traffic;
use wold_ways::regions::hops::FullTable;
use wold_wire::ChunkChanges;

/// Areas, doors and windows around a place, as ears and searches know them.
#[derive(Args)]
#[command(
    after_help = "With --check, what is linked wrongly is printed by name, walks that no choke explains included, and the command fails if there is any.\nPicture: ground floors and open ground, a tint for each \
                  area; doors white, windows blue, gaps grey, stairs orange; places to stand small and black.\nExample: wold world areas --seed 42 --check --png areas.png"
)]
pub struct Areas {
    /// The world's seed.
    #[arg(long)]
    seed: u64,
    /// The middle in metres, as X,Y; where people start if not given.
    #[arg(long, allow_hyphen_values = true)]
    at: Option<String>,
    /// Metres from the middle to each side, 8 to 64.
    #[arg(long, default_value_t = 48.0)]
    half: f64,
    /// Say what is linked wrongly.
    #[arg(long)]
    check: bool,
    /// Draw them.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print everything as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Chunks held beyond the window: houses reach in from there.
pub const MARGIN: f64 = 32.0;

impl Areas {
    /// Makes the areas and shows them.
    pub fn run(self) -> Result<()> {
        ensure!((8.0..=WIDEST).contains(&self.half), "--half must be 8 to {WIDEST} m, not {}", self.half);
        let world = Genesis::new(Seed(self.seed));
        let centre = match &self.at {
            Some(text) => DVec2::from_array(output::pair(text, ',')?),
            None => world.start(),
        };
        ensure!(
            centre.is_finite() && centre.abs().max_element() < 8e6,
            "{centre} m lies beyond the world's edge"
        );
        let land = held(&world, centre, self.half + MARGIN);
        let found = places::around(&land, centre, self.half).context("cannot make areas there")?;
        let faults = if self.check { found.check() } else { Vec::new() };
        if let Some(path) = &self.png {
            draw(&land, &found).write(path)?;
        }
        if self.json {
            output::print_json(&to_json(&found, &faults))?;
        } else {
            output::print(&told(&land, &found, centre, self.check.then_some(faults.as_slice())))?;
        }
        ensure!(faults.is_empty(), "{} links are wrong or missing", faults.len());
        Ok(())
    }
}

/// The land within `reach` metres of a place.
pub fn held(world: &Genesis, centre: DVec2, reach: f64) -> Land {
    let (first, last) = (ChunkPos::of(centre - reach), ChunkPos::of(centre + reach));
    let all: Vec<ChunkPos> =
        (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| ChunkPos { x, y })).collect();
    let chunks: Vec<_> = all.into_par_iter().map(|pos| Arc::new(world.chunk(pos))).collect();
    let mut land = Land::default();
    chunks.into_iter().for_each(|chunk| land.put(chunk, ChunkChanges::default()));
    land
}

fn counts<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    counts.iter().map(|(name, n)| format!("{n} {name}")).collect::<Vec<_>>().join(", ")
}

fn told(land: &Land, found: &Neighbourhood<'_>, centre: DVec2, faults: Option<&[Fault]>) -> String {
    let places = &found.places;
    let mut out = format!("houses: {}\n", found.houses());
    out += &format!("areas: {}\n", counts(places.areas().iter().map(|area| area.kind.label())));
    out += &format!("chokes: {}\n", counts(places.chokes().iter().map(|choke| choke.kind.label())));
    let nodes: usize = places.chokes().iter().flat_map(|choke| &choke.nodes).map(Vec::len).sum();
    out += &format!("places to stand: {nodes}\n");
    out +=
        &format!("dead ends: {}, areas all must pass: {}\n", places.dead_ends().len(), places.cuts().len());
    let middle = centre.extend(f64::from(land.height(centre)));
    if let Some(here) = places.area_near(middle, 4.0) {
        let name = |id: &AreaId| places.area(*id).map_or("", |area| area.name.as_str());
        let lost = places.unreachable(here);
        out += &format!("from {} one does not get to {} areas\n", name(&here), lost.len());
    }
    let busy: Vec<String> = busiest(places)
        .into_iter()
        .take(3)
        .filter_map(|(id, ways)| Some(format!("{} ({ways})", places.area(id)?.name)))
        .collect();
    if !busy.is_empty() {
        out += &format!("most ways between rooms lead through {}\n", busy.join(", "));
    }
    if let Some(faults) = faults {
        out += &format!("faults: {}\n", faults.len());
        faults.iter().for_each(|fault| out += &format!("  {fault}\n"));
    }
    out
}

/// The areas outside that most of the shortest ways between rooms lead through, and how many do; none where there are too many areas for a table.
fn busiest(places: &Places) -> Vec<(AreaId, u32)> {
    let Ok(table) = FullTable::new(&places.links()) else { return Vec::new() };
    let is_room = |id: &AreaId| places.area(*id).is_some_and(|area| area.kind == AreaKind::Room);
    let rooms: Vec<CellIndex> = places.area_ids().filter(is_room).map(|id| CellIndex(id.0)).collect();
    let traffic = predicted_traffic(&table, places.areas().len(), &rooms);
    let mut busy: Vec<(AreaId, u32)> =
        places.area_ids().zip(traffic).filter(|(id, ways)| *ways > 0 && !is_room(id)).collect();
    busy.sort_by_key(|(id, ways)| (std::cmp::Reverse(*ways), *id));
    busy
}

fn to_json(found: &Neighbourhood<'_>, faults: &[Fault]) -> Value {
    let places: &Places = &found.places;
    let point = |at: &DVec3| json!([at.x, at.y, at.z]);
    json!({
        "houses": found.houses(),
        "areas": places.areas().iter().map(|area| json!({
            "name": area.name, "kind": area.kind.label(), "size": area.size, "most": area.most,
            "centre": point(&area.centre),
        })).collect::<Vec<_>>(),
        "chokes": places.chokes().iter().map(|choke| json!({
            "name": choke.name, "kind": choke.kind.label(), "at": point(&choke.at), "width": choke.width,
            "walkable": choke.walkable, "sides": choke.sides.map(|side| side.0),
            "nodes": choke.nodes.iter().map(|side| side.iter().map(point).collect::<Vec<_>>()).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "busiest": busiest(places).iter().take(10).map(|(id, ways)| json!([id.0, ways])).collect::<Vec<_>>(),
        "dead_ends": places.dead_ends().iter().map(|id| id.0).collect::<Vec<_>>(),
        "faults": faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// Half a metre a cell: ground floors and open ground.
pub fn draw(land: &Land, found: &Neighbourhood<'_>) -> Picture {
    let (low, high) = found.window();
    let size = ((high - low) * 2.0).as_uvec2();
    let (width, height) = (size.x as usize, size.y as usize);
    let pixels = scale_for(width).max(4);
    let places = &found.places;
    let mut picture = Picture::new(width, height, pixels, false, |cell| {
        let at = low + (DVec2::new((cell % width) as f64, (cell / width) as f64) + 0.5) / 2.0;
        let stands = at.extend(f64::from(land.standing_height(at, 0)));
        let base = if land.house_at(at, 0).is_some() { 190.0 } else { 150.0 };
        places.area_at(stands).map_or([60.0, 56.0, 52.0], |area| {
            LINES[area.0 as usize % LINES.len()].map(|part| 0.25 * f32::from(part) + base)
        })
    });
    let scale = 2.0 * pixels as f64;
    let pixel = |at: DVec3| ((at.x - low.x) * scale, (at.y - low.y) * scale);
    for choke in places.chokes() {
        for &node in choke.nodes.iter().flatten() {
            picture.disc(pixel(node), 0.12 * scale, [0; 3]);
        }
        let colour = match choke.kind {
            ChokeKind::Door => [255, 255, 255],
            ChokeKind::Window => [86, 180, 233],
            ChokeKind::Gap => [130, 130, 130],
            ChokeKind::Stairs => [230, 159, 0],
        };
        picture.disc(pixel(choke.at), 0.35 * scale, [30; 3]);
        picture.disc(pixel(choke.at), 0.27 * scale, colour);
    }
    picture
}
