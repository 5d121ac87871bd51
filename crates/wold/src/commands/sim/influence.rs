//! `wold sim influence`: where factions may be and what they can hit.

use super::picture::{Picture, colour, scale_for};
use crate::commands::input;
use crate::commands::output;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use wold_tactics::influence::{Influence, Reach, Recipe, WorkingMap};
use wold_tactics::scene::Scene;

/// Influence of factions on a scene, combined by a recipe.
#[derive(Args)]
#[command(
    after_help = "Maps: enemy_prox enemy_threat ally_prox ally_threat own_prox own_threat interest. Functions: inverse, normalise.\nExample: wold sim influence worlds/scenes/yard.toml --recipe \"inverse(enemy_threat) * interest\" --png safe.png"
)]
pub struct InfluenceCommand {
    /// The scene.
    scene: PathBuf,
    /// How the maps are combined.
    #[arg(long)]
    recipe: String,
    /// How influence gets about.
    #[arg(long, value_enum, default_value_t)]
    reach: By,
    /// Draw the map on the scene; a white disc marks the highest place, a yellow one who asks.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum By {
    /// As the crow flies.
    #[default]
    Straight,
    /// Only to what one sees.
    Seen,
    /// As far as one walks.
    Walked,
}

impl InfluenceCommand {
    /// Cooks and prints.
    pub fn run(self) -> Result<()> {
        let named = || self.scene.display().to_string();
        let scene = Scene::parse(&input::text(&self.scene, 4 << 20)?).with_context(named)?;
        let recipe = Recipe::parse(&self.recipe).with_context(|| format!("recipe {:?}", self.recipe))?;
        let reach = match self.reach {
            By::Straight => Reach::Straight,
            By::Seen => Reach::Seen,
            By::Walked => Reach::Walked,
        };
        let map = Influence::of(&scene, reach).cook(&scene, &recipe);
        if let Some(path) = &self.png {
            draw(&scene, &map).write(path)?;
        }
        let end = |end: Option<((i32, i32), f32)>| {
            end.map(|((x, y), value)| json!({ "tile": [x, y], "value": value }))
        };
        let here = map.get(scene.tile(scene.puppet().at));
        if self.json {
            return output::print_json(&json!({
                "scene": scene.name,
                "recipe": self.recipe,
                "corner": [map.corner.0, map.corner.1],
                "side": map.side,
                "highest": end(map.highest()),
                "lowest": end(map.lowest()),
                "here": here,
                "cells": map.cells,
            }));
        }
        let mut out = String::new();
        for (name, end) in [("highest", map.highest()), ("lowest", map.lowest())] {
            if let Some(((x, y), value)) = end {
                out += &format!("{name} {value:.4} at tile ({x}, {y})\n");
            }
        }
        if let Some(value) = here {
            out += &format!("here {value:.4}\n");
        }
        output::print(&out)
    }
}

fn draw(scene: &Scene, map: &WorkingMap) -> Picture {
    let (width, height) = (scene.tiles().0 as usize, scene.tiles().1 as usize);
    let pixels = scale_for(width) * 2;
    let low = map.lowest().map_or(0.0, |(_, value)| value);
    let span = map.highest().map_or(0.0, |(_, value)| value - low).max(f32::MIN_POSITIVE);
    let mut picture = Picture::new(width, height, pixels, false, |cell| {
        let (x, y) = ((cell % width) as i32, (cell / width) as i32);
        match map.get((x, y)) {
            _ if !scene.is_clear(x, y) => [70.0, 66.0, 62.0],
            Some(value) => colour((value - low) / span),
            None => [200.0, 196.0, 184.0],
        }
    });
    let middle = |tile: i32| (f64::from(tile) + 0.5) * pixels as f64;
    let metre = pixels as f64 / scene.side;
    for entity in &scene.entities {
        picture.disc((entity.at.x * metre, entity.at.y * metre), 0.25 * pixels as f64, [0; 3]);
    }
    let at = scene.puppet().at * metre;
    picture.disc((at.x, at.y), 0.3 * pixels as f64, [240, 200, 0]);
    if let Some(((x, y), _)) = map.highest() {
        picture.disc((middle(x), middle(y)), 0.35 * pixels as f64, [255; 3]);
    }
    picture
}
