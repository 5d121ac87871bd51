//! `wold way`: paths on maps and meshes, and flocks.

mod canvas;
mod crowd;
mod flock;
mod marks;
mod mesh;
mod path;
mod scen;
mod walk;

use crate::commands::input;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::path::Path;
use wold_space::stats::percentile;

/// Find ways on maps and meshes.
#[derive(Args)]
pub struct Way {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve all queries of a Moving AI scenario and check their lengths.
    Scen(scen::Scen),
    /// Find one way on a Moving AI map.
    Path(path::PathCommand),
    /// Bake a mesh from an .obj file and find a way on it.
    Mesh(mesh::Mesh),
    /// Solve all queries of a scenario on a .mesh file and check their lengths.
    MeshScen(mesh::MeshScen),
    /// Walk over a map while tiles close ahead: what mending a way costs.
    Walk(walk::Walk),
    /// Answer a crowd of walkers within a budget per tick.
    Crowd(crowd::Crowd),
    /// Let a flock fly.
    Flock(flock::FlockCommand),
}

impl Way {
    /// Runs the chosen subcommand.
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Scen(scen) => scen.run(),
            Command::Path(path) => path.run(),
            Command::Mesh(mesh) => mesh.run(),
            Command::MeshScen(scen) => scen.run(),
            Command::Walk(walk) => walk.run(),
            Command::Crowd(crowd) => crowd.run(),
            Command::Flock(flock) => flock.run(),
        }
    }
}

/// The longest file read, in bytes.
const LONGEST: u64 = 1 << 28;

fn read(path: &Path) -> Result<String> {
    input::text(path, LONGEST)
}

/// Mean and 99th percentile of times in microseconds.
fn mean_and_p99(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    (mean, percentile(&times, 0.99).unwrap_or(0.0))
}
