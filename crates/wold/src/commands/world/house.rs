//! `wold world house`: one house.

use super::show::house_json;
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use wold_chance::{Seed, Stream};
use wold_genesis::draw;
use wold_genesis::house::{HouseBrief, Purpose, ascii, build};

/// Build one house.
#[derive(Args)]
#[command(after_help = "Example: wold world house --seed 7 --ascii")]
pub struct House {
    /// What its plan grows from.
    #[arg(long)]
    seed: u64,
    /// What it is for.
    #[arg(long, value_enum, default_value_t = PurposeName::Home)]
    purpose: PurposeName,
    /// Metres east, 5 to 28.
    #[arg(long, default_value_t = 10)]
    width: u8,
    /// Metres north, 5 to 28.
    #[arg(long, default_value_t = 9)]
    depth: u8,
    /// Storeys wanted.
    #[arg(long, default_value_t = 2)]
    storeys: u8,
    /// Print plans as text (the default).
    #[arg(long, conflicts_with_all = ["json", "png"])]
    ascii: bool,
    /// Print a JSON object.
    #[arg(long, conflicts_with = "png")]
    json: bool,
    /// Write the plans as a picture.
    #[arg(long)]
    png: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum PurposeName {
    Home,
    Inn,
    Smithy,
}

impl House {
    /// Builds the house and shows it.
    pub fn run(self) -> Result<()> {
        let sides = HouseBrief::SMALLEST..=HouseBrief::LARGEST;
        ensure!(sides.contains(&self.width) && sides.contains(&self.depth), "sides must be {sides:?} m");
        ensure!((1..=6).contains(&self.storeys), "{} storeys are not 1 to 6", self.storeys);
        let purpose = match self.purpose {
            PurposeName::Home => Purpose::Home,
            PurposeName::Inn => Purpose::Inn,
            PurposeName::Smithy => Purpose::Smithy,
        };
        let (width, depth, storeys) = (self.width, self.depth, self.storeys);
        let brief = HouseBrief { purpose, width, depth, storeys, ..HouseBrief::home() };
        let house = build(&brief, &mut Stream::named(Seed(self.seed), "house", &[]));
        if let Some(path) = &self.png {
            let (width, height, pixels) = draw::house_plan(&house, 24);
            return output::write_png(path, width, height, &pixels);
        }
        if self.json { output::print_json(&house_json(&house)) } else { output::print(&ascii(&house)) }
    }
}
