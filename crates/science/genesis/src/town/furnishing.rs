//! What stands between the houses of a town.

use super::{Standing, Town, doorstep};
use crate::house::Purpose;
use glam::DVec2;
use wold_chance::Stream;
use wold_lore::land::{GrowthKind, ThingKind};

/// Well and stalls on the square, lamps and signposts at crossings, gardens behind the houses.
pub(super) fn furnish(town: &mut Town, stream: &mut Stream) {
    let centre = town.square.centre();
    stand(town, GrowthKind::Well, centre, 128, 0);
    stalls(town, stream);
    lamps(town);
    signposts(town);
    for i in 0..town.lots.len() {
        garden(town, i, stream);
    }
}

fn stand(town: &mut Town, kind: GrowthKind, at: DVec2, size: u8, turn: u8) {
    town.standing.push(Standing { kind, at, size, turn });
}

/// A ring of stalls halfway between the well and the edge of the square, with gaps to walk through.
fn stalls(town: &mut Town, stream: &mut Stream) {
    let half = town.square.size().map(|v| f64::from(v) / 2.0 - 4.0);
    let spots = [
        (-1.0, -1.0),
        (-0.35, -1.0),
        (0.35, -1.0),
        (1.0, -1.0),
        (-1.0, 1.0),
        (-0.35, 1.0),
        (0.35, 1.0),
        (1.0, 1.0),
    ];
    for (east, north) in spots {
        if stream.chance(0.75) {
            let at = town.square.centre() + DVec2::new(half[0] * east, half[1] * north);
            stand(town, GrowthKind::Stall, at, 128, if north > 0.0 { 192 } else { 64 });
            let goods =
                [ThingKind::Bread, ThingKind::Apple, ThingKind::Berries, ThingKind::Lantern, ThingKind::Axe];
            if let Some(&kind) = stream.pick(&goods) {
                town.lying.push((kind, at + DVec2::new(0.0, -north * 1.4)));
            }
        }
    }
}

/// A lamp on the corner of every crossing.
fn lamps(town: &mut Town) {
    let corners: Vec<DVec2> = town
        .streets
        .iter()
        .flat_map(|a| town.streets.iter().map(move |b| (a, b)))
        .filter(|(a, b)| a.size()[0] < a.size()[1] && b.size()[0] > b.size()[1] && a.meets(b))
        .map(|(a, b)| DVec2::new(f64::from(a.lo[0]) + 0.4, f64::from(b.lo[1]) + 0.4))
        .collect();
    for at in corners {
        stand(town, GrowthKind::Lamp, at, 128, 0);
    }
}

/// A signpost where each street leaves the town.
fn signposts(town: &mut Town) {
    let posts: Vec<DVec2> = town
        .streets
        .iter()
        .filter(|s| s.size()[0] < s.size()[1])
        .map(|s| DVec2::new(f64::from(s.lo[0]) - 0.8, f64::from(town.bounds.hi[1]) - 0.8))
        .collect();
    for at in posts {
        stand(town, GrowthKind::Signpost, at, 128, 64);
    }
}

/// Apple trees and bushes behind, flowers beside the door, a fence along the back.
fn garden(town: &mut Town, index: usize, stream: &mut Stream) {
    let lot = town.lots[index].clone();
    let back = (lot.front + 2) & 3;
    let (along, across) = if lot.front.is_multiple_of(2) { (1, 0) } else { (0, 1) };
    let rear = if back < 2 { lot.ground.hi[across] } else { lot.ground.lo[across] };
    let behind = if back < 2 { lot.house.hi[across] } else { lot.house.lo[across] };
    let point = |a: f64, c: f64| if along == 0 { DVec2::new(a, c) } else { DVec2::new(c, a) };
    let (start, end) = (f64::from(lot.ground.lo[along]), f64::from(lot.ground.hi[along]));
    if rear.abs_diff(behind) >= 5 && lot.purpose != Purpose::Smithy {
        let middle = f64::from(rear + behind) / 2.0;
        for _ in 0..=stream.below(2) {
            let at = point(stream.range(start + 2.0, end - 2.0), middle + stream.range(-0.8, 0.8));
            if town.built(at, 2.0) || town.standing.iter().any(|s| s.at.distance(at) < 2.5) {
                continue;
            }
            let kind = if stream.chance(0.7) { GrowthKind::AppleTree } else { GrowthKind::Bush };
            stand(town, kind, at, 100 + stream.below(50) as u8, stream.below(256) as u8);
            if kind == GrowthKind::AppleTree {
                for _ in 0..=stream.below(3) {
                    let turn = stream.range(0.0, std::f64::consts::TAU);
                    let fallen = at + DVec2::new(libm::cos(turn), libm::sin(turn)) * stream.range(0.8, 1.8);
                    if !town.built(fallen, 0.5) {
                        town.lying.push((ThingKind::Apple, fallen));
                    }
                }
            }
        }
    }
    let fence = f64::from(rear) + if back < 2 { -0.4 } else { 0.4 };
    let steps = ((end - start) / 2.0) as i32;
    for i in 0..steps {
        let at = point(start + 1.0 + f64::from(i) * 2.0, fence);
        if !town.built(at, 1.2) && stream.chance(0.8) {
            stand(town, GrowthKind::Fence, at, 128, if along == 0 { 0 } else { 64 });
        }
    }
    if lot.purpose == Purpose::Home {
        let door = doorstep(&town.houses[index]);
        let line = f64::from(if lot.front < 2 { lot.house.hi[across] } else { lot.house.lo[across] })
            + if lot.front < 2 { 0.5 } else { -0.5 };
        for _ in 0..stream.below(4) {
            let at =
                point(stream.range(f64::from(lot.house.lo[along]), f64::from(lot.house.hi[along])), line);
            if at.distance(door) > 1.3 {
                stand(town, GrowthKind::Flower, at, 110 + stream.below(40) as u8, stream.below(256) as u8);
            }
        }
    }
}
