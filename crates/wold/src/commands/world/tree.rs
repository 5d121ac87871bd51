//! `wold world tree`: one tree.

use crate::commands::output;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_chance::Seed;
use wold_genesis::{draw, plant};
use wold_lore::land::GrowthKind;
use wold_space::Vec3;

/// Grow one tree.
#[derive(Args)]
#[command(after_help = "Example: wold world tree --kind oak --seed 3 --png oak.png")]
pub struct Tree {
    /// What it is: oak, birch, pine, spruce, willow, \"apple tree\", palm, \"dead tree\" or bush.
    #[arg(long, default_value = "oak")]
    kind: String,
    /// What it grows from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print branches and leaves as a JSON object.
    #[arg(long)]
    json: bool,
    /// Write a picture of it.
    #[arg(long)]
    png: Option<PathBuf>,
}

impl Tree {
    /// Grows the tree and shows it.
    pub fn run(self) -> Result<()> {
        let name = self.kind.replace('-', " ");
        let kind = GrowthKind::ALL.iter().find(|k| k.label() == name);
        let tree = kind
            .and_then(|&kind| plant::grow(kind, Seed(self.seed)))
            .with_context(|| format!("{:?} is no tree", self.kind))?;
        if let Some(path) = &self.png {
            let (width, height, pixels) = draw::tree(&tree, 512);
            output::write_png(path, width, height, &pixels)?;
        }
        if self.json {
            let branches: Vec<_> = tree
                .branches
                .iter()
                .map(|b| json!({ "ends": b.ends.map(|e| e.to_array()), "radii": b.radii }))
                .collect();
            let leaves: Vec<_> = tree.leaves.iter().map(Vec3::to_array).collect();
            return output::print_json(&json!({ "kind": name, "branches": branches, "leaves": leaves }));
        }
        let top = tree.branches.iter().map(|b| b.ends[1].z).fold(0.0, f32::max);
        output::print(&format!(
            "{name}: {} branches, {} tufts, {top:.1} m\n",
            tree.branches.len(),
            tree.leaves.len()
        ))
    }
}
