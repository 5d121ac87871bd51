//! Work: crafts turn things into things, and take what animals bear and waters hold.
//!
//! Contract: who says again and again that they work ([`work`]) gets on with it as long as they stand at the right place and have what it takes; a break longer than [`PAUSE`] begins it anew. When the craft's
//! time has passed, what it takes is used up, what it gives is in the bag (or at the feet, where the bag is full, and still one's own), and the deed is in the ledger. Who has the tool is twice as fast, and
//! wears it out by and by. Crafts are rows of the world's file; a world without any has no work.
//! Who tends an animal must find one that bears something and is theirs or nobody's; what is fished is taken from the water's stock, and where too little is left there is nothing to fish.

use crate::books::{Entry, LandBook};
use crate::clock::Now;
use crate::config::WorldConfig;
use crate::crops::Crops;
use crate::deeds::{change_land, enter, gesture};
use crate::environment::{Environment, cell_of};
use crate::fauna::herd;
use crate::ground::Ground;
use crate::parts::{Lies, Owned, Thing};
use crate::realm::spawn;
use crate::registry::Kept;
use crate::stacks::{carried, grant, spend};
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use wold_chance::Stream;
use wold_fields::engine::Cell;
use wold_lore::craft::Workplace;
use wold_lore::land::{Ecosystem, FurnitureKind, GrowthKind, ThingKind};
use wold_lore::{Craft, Deed, Gesture, Owner, Refusal};
use wold_space::{ChunkPos, DVec2, EntityId, TICKS_PER_SECOND, Tick};

/// Ticks without a word after which work begins anew.
const PAUSE: u64 = 4 * TICKS_PER_SECOND;
/// Metres within which the place of work must be.
const AT_METRES: f64 = 2.5;
/// Metres from a bank and from a house that are near.
const NEAR_METRES: f64 = 4.0;
const YARD_METRES: f64 = 10.0;
/// Times a tool is used, on average, before it breaks.
const USES: u64 = 60;

/// What somebody is working at.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Working {
    /// Which craft.
    pub craft: u8,
    /// Half-ticks spent at it; who has the tool spends two a tick.
    pub done: u64,
    /// When they last said so.
    pub said: Tick,
}

impl Kept for Working {
    const NAME: &'static str = "working";
}

/// Somebody at work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worker {
    pub entity: Entity,
    pub id: EntityId,
    pub place: DVec2,
    pub level: u8,
}

/// Somebody works on.
///
/// # Errors
/// If there is no such craft, the place is wrong or something is lacking.
pub(crate) fn work(world: &mut World, worker: &Worker, number: u8) -> Result<bool, Refusal> {
    let config = world.resource::<WorldConfig>();
    let craft = config.trade.crafts.get(usize::from(number)).cloned().ok_or(Refusal::UnknownVerb)?;
    let day = config.day_minutes * 60.0 * TICKS_PER_SECOND as f64;
    let needed = (f64::from(craft.minutes) / 1440.0 * day * 2.0) as u64;
    let site = match craft.at {
        Workplace::Water => fishing_ground(world, worker, &craft)?,
        at => match at.animal() {
            Some(being) => herd::to_tend(world, worker.id, worker.place, being).map(Site::Beast),
            None => site(world, worker, at),
        }
        .ok_or(Refusal::NoWorkplace)?,
    };
    if !craft.is_supplied(|kind| carried(world, worker.entity, kind)) {
        return Err(Refusal::Lacking);
    }
    let now = world.resource::<Now>().0;
    let has_tool = craft.tool.is_none_or(|tool| carried(world, worker.entity, tool) > 0);
    let before = world.get::<Working>(worker.entity).copied();
    let goes_on = before.filter(|it| it.craft == number && now.since(it.said) <= PAUSE);
    let passed = goes_on.map_or(0, |it| now.since(it.said) * if has_tool { 2 } else { 1 });
    let done = goes_on.map_or(0, |it| it.done) + passed;
    gesture(world, worker.entity, Gesture::Work);
    if let Site::Beast(animal) = site {
        herd::soothe(world, animal);
    }
    if done < needed {
        world.entity_mut(worker.entity).insert(Working { craft: number, done, said: now });
        return Ok(false);
    }
    world.entity_mut(worker.entity).remove::<Working>();
    finish(world, worker, &craft, site);
    Ok(true)
}

fn finish(world: &mut World, worker: &Worker, craft: &Craft, site: Site) {
    for portion in &craft.takes {
        spend(world, worker.entity, portion.kind, portion.count.into());
        let spent = Entry::new(worker.id, Deed::Spend, worker.place).with(portion.kind);
        enter(world, spent.pieces(portion.count.into()));
    }
    match site {
        Site::Here => {}
        Site::Beast(animal) => herd::tended(world, animal, worker.id),
        Site::Water(place) => {
            let heads = craft.gives.iter().map(|portion| f32::from(portion.count)).sum();
            world.resource_mut::<Environment>().take_heads(FISH, &cells_about(place), heads);
        }
        Site::Plant(chunk, index) => match craft.at {
            Workplace::Stubble => world.resource_mut::<Crops>().sow(chunk, index),
            _ => change_land(world, chunk, |changes| {
                changes.gone.insert(index);
            }),
        },
    }
    for portion in &craft.gives {
        let left = grant(world, (worker.entity, worker.id), portion.kind, portion.count.into());
        if left > 0 {
            drop_own(world, worker, portion.kind, left);
        }
        let made = Entry::new(worker.id, Deed::Make, worker.place).with(portion.kind);
        enter(world, made.pieces(portion.count.into()));
    }
    wear_out(world, worker, craft);
}

fn drop_own(world: &mut World, worker: &Worker, kind: ThingKind, pieces: u32) {
    let since = world.resource::<Now>().0;
    let (lies, owned) =
        (Lies { place: worker.place, level: worker.level }, Owned { by: Owner::Person(worker.id), since });
    let thing = spawn(world, (Thing { kind, lit: false }, lies, owned));
    if pieces > 1 {
        world.entity_mut(thing).insert(crate::stacks::Amount(pieces));
    }
}

/// A tool breaks now and then, by lot.
fn wear_out(world: &mut World, worker: &Worker, craft: &Craft) {
    let Some(tool) = craft.tool.filter(|tool| carried(world, worker.entity, *tool) > 0) else { return };
    let (seed, now) = (world.resource::<Ground>().seed(), world.resource::<Now>().0);
    if Stream::named(seed, "tools", &[worker.id.0, now.0]).below(USES) == 0 {
        spend(world, worker.entity, tool, 1);
        enter(world, Entry::new(worker.id, Deed::Spend, worker.place).with(tool));
    }
}

/// Where work is done.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Site {
    /// Anywhere like that.
    Here,
    /// At one plant.
    Plant(ChunkPos, u16),
    /// With one animal.
    Beast(Entity),
    /// By water that is there.
    Water(DVec2),
}

/// The stock of the ecology that is fished.
const FISH: &str = "fish";

/// Water near somebody in which there is enough to catch; where no ecology is, water is enough.
fn fishing_ground(world: &World, worker: &Worker, craft: &Craft) -> Result<Site, Refusal> {
    let land = &world.resource::<Ground>().land;
    let outdoors = worker.level == 0 && land.house_at(worker.place, 0).is_none();
    let water = by_water(land, worker.place).filter(|_| outdoors).ok_or(Refusal::NoWorkplace)?;
    let environment = world.resource::<Environment>();
    let stock: f32 = cells_about(water).iter().filter_map(|cell| environment.heads(FISH, *cell)).sum();
    let catch = craft.gives.iter().map(|portion| f32::from(portion.count)).sum();
    if environment.engines().is_some() && stock < catch {
        return Err(Refusal::NothingThere);
    }
    Ok(Site::Water(water))
}

/// The cell of a place and those around it, its own first.
fn cells_about(place: DVec2) -> [Cell; 9] {
    let at = cell_of(place);
    let around = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    around.map(|(east, north)| Cell::new(at.x + east, at.y + north))
}

/// The place of work near somebody, if there is one.
fn site(world: &World, worker: &Worker, at: Workplace) -> Option<Site> {
    let land = &world.resource::<Ground>().land;
    let (place, level) = (worker.place, worker.level);
    let outdoors = level == 0 && land.house_at(place, 0).is_none();
    let here = |yes: bool| yes.then_some(Site::Here);
    match at {
        Workplace::Anywhere => Some(Site::Here),
        Workplace::Hearth => here(stands_by(land, place, level, FurnitureKind::Hearth)),
        Workplace::Anvil => here(stands_by(land, place, level, FurnitureKind::Anvil)),
        Workplace::Table => here(stands_by(land, place, level, FurnitureKind::Table)),
        Workplace::Barrel => here(stands_by(land, place, level, FurnitureKind::Barrel)),
        Workplace::Tree => {
            here(outdoors && plant(world, place, |kind, gone| kind.is_tree() && !gone).is_some())
        }
        Workplace::Wheat => plant(world, place, |kind, gone| kind == GrowthKind::Wheat && !gone)
            .filter(|_| outdoors)
            .map(|(chunk, index)| Site::Plant(chunk, index)),
        Workplace::Stubble => {
            let crops = world.resource::<Crops>();
            let bare = |chunk, index| !crops.is_sown(chunk, index);
            plant_where(world, place, |kind, gone| kind == GrowthKind::Wheat && gone, bare)
                .filter(|_| outdoors)
                .map(|(chunk, index)| Site::Plant(chunk, index))
        }
        // Asked for with what is in it.
        Workplace::Water | Workplace::Sheep | Workplace::Cow | Workplace::Hen => None,
        Workplace::Rock => {
            use GrowthKind as G;
            let rock = |kind: GrowthKind, gone: bool| {
                !gone
                    && matches!(
                        kind,
                        G::Boulder
                            | G::Stone
                            | G::IronOre
                            | G::CopperOre
                            | G::GoldOre
                            | G::MineMouth
                            | G::Ruin
                    )
            };
            here(outdoors && plant(world, place, rock).is_some())
        }
        Workplace::Pasture => {
            use Ecosystem as E;
            let plot = land.plot(ChunkPos::of(place));
            let grows = plot.map(|plot| plot.chunk.ecosystem((place - plot.chunk.pos.origin()).as_vec2()));
            here(
                outdoors
                    && grows.is_some_and(|it| matches!(it, E::Meadow | E::Heath | E::Steppe | E::Farmland)),
            )
        }
        Workplace::Yard => {
            let near = |house: &wold_lore::land::House| {
                let size = DVec2::new(f64::from(house.width), f64::from(house.depth));
                place.clamp(house.corner, house.corner + size).distance(place) < YARD_METRES
            };
            here(outdoors && land.houses_near(place).any(near))
        }
    }
}

/// Whether a piece of furniture is within reach on one's own storey.
fn stands_by(land: &wold_land::Land, place: DVec2, level: u8, kind: FurnitureKind) -> bool {
    land.houses_near(place).any(|house| {
        house.floors.get(usize::from(level)).is_some_and(|floor| {
            floor.furniture.iter().filter(|piece| piece.kind == kind).any(|piece| {
                let middle = DVec2::new(f64::from(piece.x) + 0.5, f64::from(piece.y) + 0.5);
                (house.corner + middle).distance(place) < AT_METRES
            })
        })
    })
}

/// Water within a cast of somebody.
fn by_water(land: &wold_land::Land, place: DVec2) -> Option<DVec2> {
    let casts = (0..16).map(|cast| {
        let turn = f64::from(cast % 8) / 8.0 * std::f64::consts::TAU;
        let metres = if cast < 8 { NEAR_METRES / 2.0 } else { NEAR_METRES };
        place + DVec2::new(libm::cos(turn), libm::sin(turn)) * metres
    });
    casts.into_iter().find(|at| land.depth(*at) > 0.2)
}

/// The nearest plant within reach that is wanted, by its kind and whether it is gone.
fn plant(world: &World, place: DVec2, wanted: impl Fn(GrowthKind, bool) -> bool) -> Option<(ChunkPos, u16)> {
    plant_where(world, place, wanted, |_, _| true)
}

fn plant_where(
    world: &World,
    place: DVec2,
    wanted: impl Fn(GrowthKind, bool) -> bool,
    and: impl Fn(ChunkPos, u16) -> bool,
) -> Option<(ChunkPos, u16)> {
    let (land, book) = (&world.resource::<Ground>().land, world.resource::<LandBook>());
    let reach = DVec2::splat(AT_METRES);
    let (low, high) = (ChunkPos::of(place - reach), ChunkPos::of(place + reach));
    let mut best: Option<(f64, ChunkPos, u16)> = None;
    for pos in (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| ChunkPos { x, y })) {
        let Some(plot) = land.plot(pos) else { continue };
        let changes = book.changes.get(&pos);
        for (index, growth) in plot.chunk.growths.iter().enumerate() {
            let far =
                (pos.origin() + growth.local().as_dvec2()).distance(place) - f64::from(growth.trunk_radius());
            let index = index as u16;
            let gone = changes.is_some_and(|changes| changes.gone.contains(&index));
            if far < AT_METRES
                && wanted(growth.kind, gone)
                && best.is_none_or(|(nearest, ..)| far < nearest)
                && and(pos, index)
            {
                best = Some((far, pos, index));
            }
        }
    }
    best.map(|(_, pos, index)| (pos, index))
}
