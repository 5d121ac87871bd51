//! `wold way walk`: a walker whose way is closed before it again and again, and what mending the way costs beside searching afresh.

use super::read;
use crate::commands::output;
use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use wold_chance::{Seed, Stream};
use wold_space::CellIndex;
use wold_ways::Budget;
use wold_ways::search::Replanner;
use wold_ways::tiles::movingai::parse_map;

/// Walk over a map while tiles close ahead.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold way walk --map arena.map --from 1,11 --to 40,30 --close 20 --seed 3"
)]
pub struct Walk {
    /// The map.
    #[arg(long)]
    map: PathBuf,
    /// The first tile, X,Y.
    #[arg(long)]
    from: String,
    /// The last tile, X,Y.
    #[arg(long)]
    to: String,
    /// How many tiles close before the walker, one after each few steps.
    #[arg(long, default_value_t = 10)]
    close: u32,
    /// Which tiles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Steps between two tiles that close.
const STEPS_APART: u32 = 3;

impl Walk {
    /// Walks, and tells how it went.
    pub fn run(self) -> Result<()> {
        let mut map = parse_map(&read(&self.map)?).with_context(|| self.map.display().to_string())?;
        let [fx, fy] = output::pair::<i32>(&self.from, ',')?;
        let [tx, ty] = output::pair::<i32>(&self.to, ',')?;
        let tile = |x, y| map.cell(x, y).with_context(|| format!("{x},{y} is not on the map"));
        let (from, to) = (tile(fx, fy)?, tile(tx, ty)?);
        let mut luck = Stream::named(Seed(self.seed), "closing tiles", &[]);
        let mut way = Replanner::new(&map, from, to);
        let (mut steps, mut length, mut closed) = (0_u32, 0.0, 0_u32);
        let (mut first, mut mended, mut afresh) = (None, 0, 0);
        let mut at = from;
        while at != to {
            let answer = way.plan(&map, &mut Budget::unlimited());
            let looked = answer.expansions;
            let Some(route) = answer.complete() else { break };
            if first.is_none() {
                first = Some(looked);
            } else if looked > 0 {
                mended += looked;
                let mut anew = Replanner::new(&map, at, to);
                afresh += anew.plan(&map, &mut Budget::unlimited()).expansions;
            }
            let Some(&next) = route.cells.get(1) else { break };
            length += map.octile(at, next);
            (at, steps) = (next, steps + 1);
            way.walked_to(&map, at);
            // A tile of the way ahead closes; never the walker's own, nor the goal.
            let ahead: Vec<CellIndex> =
                route.cells.iter().skip(2).copied().filter(|cell| *cell != to).collect();
            if closed < self.close && steps.is_multiple_of(STEPS_APART) && !ahead.is_empty() {
                let (x, y) = map.place(ahead[luck.below(ahead.len().min(12) as u64) as usize]);
                map.set_open(x, y, false);
                way.changed(&map, &map.affected(x, y));
                closed += 1;
            }
        }
        let first = first.with_context(|| format!("there is no way from {fx},{fy} to {tx},{ty}"))?;
        let arrived = at == to;
        if self.json {
            return output::print_json(&json!({
                "arrived": arrived, "steps": steps, "length": length, "closed": closed,
                "first_search": first, "mending": mended, "afresh": afresh,
            }));
        }
        let end = if arrived { "arrives" } else { "is shut in" };
        output::print(&format!(
            "{end} after {steps} steps ({length:.2}); {closed} tiles closed. The first search looked at {first} places, mending at {mended}, searching afresh would have at {afresh}.\n"
        ))
    }
}
