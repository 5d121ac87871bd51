//! What lies around towns and in the wild between them: fields, a mine, a ruin, a lookout.

use crate::country::{Country, Shire};
use crate::names;
use crate::rect::Rect;
use crate::roads::Road;
use crate::town::{SHIRE_METRES, Standing};
use glam::DVec2;
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_lore::land::{GrowthKind, Place, PlaceKind, ThingKind};

/// Fields tried around a town for every house in it.
const TRIES_PER_HOUSE: usize = 2;
/// How far from the last lot people still plough, in metres.
const FARTHEST_FIELD: f64 = 130.0;
/// Spots looked at for a mine, a ruin and a lookout.
const SPOTS: usize = 32;

/// The country around one town, or a shire without one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hinterland {
    pub fields: Vec<Rect>,
    pub standing: Vec<Standing>,
    pub lying: Vec<(ThingKind, DVec2)>,
    pub places: Vec<Place>,
}

impl Hinterland {
    pub fn of(country: &Country, shire: Shire, seed: Seed) -> Self {
        let mut land = Self::default();
        let mut stream = Stream::named(seed, "hinterland", &[]);
        let lo = DVec2::new(f64::from(shire[0]), f64::from(shire[1])) * SHIRE_METRES;
        let roads = country.roads_in(lo, lo + SHIRE_METRES);
        land.plough(country, shire, &roads, &mut stream);
        land.gates(country, shire);
        land.wilds(country, shire, &roads, &mut stream);
        land
    }

    /// Fields on gentle dry ground near the town, clear of roads and of each other.
    fn plough(&mut self, country: &Country, shire: Shire, roads: &[Arc<Road>], stream: &mut Stream) {
        let Some(plat) = country.plat(shire) else { return };
        let bounds = plat.bounds();
        for _ in 0..plat.houses() * TRIES_PER_HOUSE {
            let size = [26 + 2 * stream.below(10) as i32, 18 + 2 * stream.below(9) as i32];
            let spread = bounds.grown(FARTHEST_FIELD as i32);
            let lo = [0, 1]
                .map(|i| spread.lo[i] + (stream.below((spread.size()[i] - size[i]) as u64) as i32 / 2) * 2);
            let field = Rect::new(lo, [lo[0] + size[0], lo[1] + size[1]]);
            let taken = bounds.grown(6).meets(&field) || self.fields.iter().any(|f| f.grown(3).meets(&field));
            if taken || near_road(roads, &field) || !can_plough(country, &field) {
                continue;
            }
            let fence = DVec2::new(f64::from(field.lo[0]) - 1.0, f64::from(field.lo[1]) - 1.0);
            for corner in [fence, DVec2::new(f64::from(field.hi[0]) + 1.0, f64::from(field.hi[1]) + 1.0)] {
                self.standing.push(Standing { kind: GrowthKind::Fence, at: corner, size: 128, turn: 0 });
            }
            if self.fields.len().is_multiple_of(3) {
                let name = format!("{}'s field", names::person(stream));
                self.places.push(Place { kind: PlaceKind::Field, name, at: field.centre() });
            }
            self.fields.push(field);
        }
    }

    /// A signpost and a name where each road leaves the town.
    fn gates(&mut self, country: &Country, shire: Shire) {
        for (gate, other) in country.gates(shire) {
            let Some(there) = country.plat(other) else { continue };
            let beside = gate.at + gate.out.perp() * 4.2;
            self.standing.push(Standing { kind: GrowthKind::Signpost, at: beside, size: 128, turn: 64 });
            let name = format!("Road to {}", there.name);
            self.places.push(Place { kind: PlaceKind::Crossroads, name, at: gate.at });
        }
    }

    /// A mine where rock is steep, a ruin on a quiet spot, a lookout on the highest.
    fn wilds(&mut self, country: &Country, shire: Shire, roads: &[Arc<Road>], stream: &mut Stream) {
        let lo = DVec2::new(f64::from(shire[0]), f64::from(shire[1])) * SHIRE_METRES;
        let town = country.plat(shire);
        let mut highest: Option<(f32, DVec2)> = None;
        let (mut mine, mut ruin) = (None, None);
        for _ in 0..SPOTS {
            let spot = lo + DVec2::new(stream.range(0.06, 0.94), stream.range(0.06, 0.94)) * SHIRE_METRES;
            let square =
                Rect::new([spot.x as i32 - 8, spot.y as i32 - 8], [spot.x as i32 + 8, spot.y as i32 + 8]);
            let in_town = town.as_ref().is_some_and(|t| t.bounds().distance(spot) < 90.0);
            let in_field = self.fields.iter().any(|f| f.grown(8).meets(&square));
            let ground = country.land.survey(spot);
            if in_town
                || in_field
                || near_road(roads, &square)
                || ground.water.is_some()
                || ground.height < 2.0
            {
                continue;
            }
            let fall = |step: DVec2| (country.land.survey(spot + step).height - ground.height).abs() / 12.0;
            let slope = fall(DVec2::X * 12.0).max(fall(DVec2::Y * 12.0));
            if mine.is_none() && ground.height > 45.0 && (0.18..0.9).contains(&slope) {
                mine = Some(spot);
            } else if ruin.is_none() && slope < 0.2 {
                ruin = Some(spot);
            }
            if highest.is_none_or(|(top, _)| ground.height > top) {
                highest = Some((ground.height, spot));
            }
        }
        if let Some(spot) = mine {
            self.dig(spot, stream);
        }
        if let Some(spot) = ruin.filter(|_| stream.chance(0.55)) {
            self.crumble(spot, stream);
        }
        if let Some((_, spot)) = highest.filter(|(top, _)| *top > 25.0) {
            let name = names::wild(stream, "lookout");
            self.places.push(Place { kind: PlaceKind::Lookout, name, at: spot });
        }
    }

    fn dig(&mut self, at: DVec2, stream: &mut Stream) {
        self.standing.push(Standing {
            kind: GrowthKind::MineMouth,
            at,
            size: 140,
            turn: stream.below(256) as u8,
        });
        let veins = [GrowthKind::IronOre, GrowthKind::CopperOre, GrowthKind::IronOre, GrowthKind::GoldOre];
        for &kind in veins.iter().take(2 + stream.below(3) as usize) {
            let spot = at + around(stream, 3.5, 8.0);
            self.standing.push(Standing {
                kind,
                at: spot,
                size: 100 + stream.below(60) as u8,
                turn: stream.below(256) as u8,
            });
        }
        self.lying.push((ThingKind::Ore, at + around(stream, 2.0, 3.2)));
        let name = names::wild(stream, "mine");
        self.places.push(Place { kind: PlaceKind::Mine, name, at: at + DVec2::new(0.0, -2.5) });
    }

    fn crumble(&mut self, at: DVec2, stream: &mut Stream) {
        let stones = 5 + stream.below(4);
        for i in 0..stones {
            let turn = i as f64 / stones as f64 * std::f64::consts::TAU + stream.range(-0.2, 0.2);
            let out = DVec2::new(libm::cos(turn), libm::sin(turn));
            let spot = at + out * stream.range(4.5, 6.0);
            let facing = (turn / std::f64::consts::TAU * 256.0).rem_euclid(256.0) as u8;
            self.standing.push(Standing {
                kind: GrowthKind::Ruin,
                at: spot,
                size: 90 + stream.below(80) as u8,
                turn: facing,
            });
        }
        self.lying.push((ThingKind::Coin, at + around(stream, 0.5, 2.5)));
        let name = names::wild(stream, "ruin");
        self.places.push(Place { kind: PlaceKind::Ruin, name, at });
    }
}

fn around(stream: &mut Stream, nearest: f64, farthest: f64) -> DVec2 {
    let turn = stream.range(0.0, std::f64::consts::TAU);
    DVec2::new(libm::cos(turn), libm::sin(turn)) * stream.range(nearest, farthest)
}

fn near_road(roads: &[Arc<Road>], rect: &Rect) -> bool {
    roads.iter().any(|road| {
        road.line.windows(2).any(|w| {
            // Points along a road lie up to 36 m apart: look between them too.
            (0..=4).any(|i| rect.distance(w[0].lerp(w[1], f64::from(i) / 4.0)) < 6.0)
        })
    })
}

fn can_plough(country: &Country, field: &Rect) -> bool {
    let (mut low, mut high) = (f32::MAX, f32::MIN);
    let [lo, hi] = [field.lo, field.hi].map(|c| DVec2::new(f64::from(c[0]), f64::from(c[1])));
    for (i, j) in (0..4).flat_map(|j| (0..4).map(move |i| (f64::from(i), f64::from(j)))) {
        let ground = country.land.survey(lo + (hi - lo) * DVec2::new(i, j) / 3.0);
        if ground.water.is_some() || ground.wet > 0.8 {
            return false;
        }
        low = low.min(ground.height);
        high = high.max(ground.height);
    }
    low > 2.5 && high - low < 6.0
}
