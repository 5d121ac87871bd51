//! Stages brawls of inhabitants and records each as a world of its own, for `wold history battles` to learn from.
//!
//! ```text
//! cargo run --release -p wold-live --example brawls -- target/brawls 400
//! wold history battles target/brawls/* --fit odds.toml
//! ```
//! The odds that come with the program were learned so. Parties are of one to four people, each with or without an axe; every third brawl is in a house.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wold_chance::{Seed, Stream};
use wold_folk::indoors;
use wold_genesis::Genesis;
use wold_host::archive;
use wold_host::store::{LogConfig, Store, TickRecord};
use wold_lore::land::House;
use wold_space::{ChunkPos, DVec2};
use wold_stage::brawl::{Brawl, Party};
use wold_stage::town::Town;
use wold_world::WorldConfig;

/// The land all of them are on.
const SEED: u64 = 9137;
/// The most people of a party.
const MOST: u64 = 4;
/// Metres between the parties when they meet, and between people of one.
const APART: f64 = 8.0;
const BESIDE: f64 = 1.6;

fn party(luck: &mut Stream) -> Party {
    let heads = 1 + luck.below(MOST) as usize;
    let axes = (0..heads).filter(|_| luck.chance(0.4)).count();
    Party { fists: heads - axes, axes }
}

/// Rows of people facing each other.
fn rows(middle: DVec2, parties: [Party; 2]) -> Vec<DVec2> {
    let row = |party: Party, x: f64| {
        (0..party.heads())
            .map(move |n| middle + DVec2::new(x, (n as f64 - party.heads() as f64 / 2.0) * BESIDE))
    };
    row(parties[0], -APART / 2.0).chain(row(parties[1], APART / 2.0)).collect()
}

/// Places in the largest house about: one party at one end, the other at the other.
fn in_house(genesis: &Genesis, parties: [Party; 2]) -> Option<Vec<DVec2>> {
    let near = ChunkPos::of(genesis.start()).around(3);
    let houses: Vec<House> = near.flat_map(|pos| genesis.chunk(pos).houses).collect();
    let house = houses.iter().max_by_key(|house| u32::from(house.width) * u32::from(house.depth))?;
    let mut tiles: Vec<DVec2> =
        indoors::standable(house).into_iter().filter(|spot| spot.level == 0).map(|spot| spot.place).collect();
    tiles.sort_by(|a, b| (a.x + a.y).total_cmp(&(b.x + b.y)));
    let (first, second) = (parties[0].heads(), parties[1].heads());
    let enough = tiles.len() >= first + second;
    enough.then(|| tiles.iter().take(first).chain(tiles.iter().rev().take(second)).copied().collect())
}

/// Writes what was fought into a folder, as a host would have.
fn record(folder: &Path, config: WorldConfig, town: &Town) -> Result<(), Box<dyn std::error::Error>> {
    let store = archive::open(folder, SEED, 0, LogConfig::default(), archive::no_games)?;
    archive::settings(&store, config)?;
    let pages = town.log().values();
    let records: Vec<TickRecord> = pages
        .map(|page| TickRecord { tick: page.tick, hash: page.hash, payload: page.payload.clone() })
        .collect();
    Ok(store.append(&records)?)
}

fn run(folder: &Path, count: u64) -> Result<(), Box<dyn std::error::Error>> {
    let genesis = Genesis::new(Seed(SEED));
    let config = WorldConfig { purse: 0, provisions: 0, first_hour: 10.0, ..WorldConfig::default() };
    for number in 0..count {
        let mut luck = Stream::named(Seed(SEED), "brawls", &[number]);
        let parties = [party(&mut luck), party(&mut luck)];
        let open = || rows(genesis.start(), parties);
        let places = if number % 3 == 2 { in_house(&genesis, parties).unwrap_or_else(open) } else { open() };
        let (origin, _) = archive::origin(&genesis, config.clone(), archive::no_games)?;
        let mut brawl = Brawl::staged(Town::new(origin), parties, &places, Seed(number));
        brawl.fight(|_| {});
        record(&folder.join(format!("{number:04}")), config.clone(), &brawl.town)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (Some(folder), Some(count)) =
        (args.next().map(PathBuf::from), args.next().and_then(|n| n.parse().ok()))
    else {
        eprintln!("usage: brawls FOLDER COUNT");
        return ExitCode::from(2);
    };
    match run(&folder, count) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("brawls: {error}");
            ExitCode::from(2)
        }
    }
}
