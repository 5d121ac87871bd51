//! `wold world`: make, draw and inspect a world.

mod areas;
mod draw;
mod galaxy;
mod hash;
mod hear;
mod house;
mod show;
mod terrain;
mod tree;

use clap::{Args, Subcommand};

/// Make, draw and inspect a world.
#[derive(Args)]
pub struct World {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Draw a map as a PNG.
    Draw(draw::Draw),
    /// Print one chunk.
    Show(show::Show),
    /// Print one number for a piece of the world.
    Hash(hash::Hash),
    /// Build one house.
    House(house::House),
    /// Areas, doors and windows around a place, as ears and searches know them.
    Areas(areas::Areas),
    /// Who would hear a sound, and why.
    Hear(hear::Hear),
    /// Make a bounded height map, or read one measured on Earth.
    Terrain(terrain::Terrain),
    /// Explore a galaxy.
    Galaxy(galaxy::Galaxy),
    /// Grow one tree.
    Tree(tree::Tree),
}

impl World {
    /// Runs the chosen subcommand.
    pub fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Draw(draw) => draw.run(),
            Command::Show(show) => show.run(),
            Command::Hash(hash) => hash.run(),
            Command::House(house) => house.run(),
            Command::Areas(areas) => areas.run(),
            Command::Hear(hear) => hear.run(),
            Command::Terrain(terrain) => terrain.run(),
            Command::Galaxy(galaxy) => galaxy.run(),
            Command::Tree(tree) => tree.run(),
        }
    }
}
