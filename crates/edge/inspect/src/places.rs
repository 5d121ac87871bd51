//! Areas and chokes about a place, what was heard there lately and what is amiss, as an operator sees them.

use crate::inspected::Problem;
use crate::report::{AmissMark, AreaBox, ChokeMark, HeardWay, NoiseMark, PlacesReport};
use wold_land::places::Window;
use wold_space::{DVec2, DVec3, EntityId};
use wold_steward::Steward;
use wold_world::amiss::Oddities;
use wold_world::ground::Ground;
use wold_world::noise::Noises;
use wold_world::quarters::Quarters;

/// Metres around somebody that are shown.
const HALF: f64 = 48.0;

/// What is about somebody, or about where people begin.
pub(crate) fn show(steward: &Steward, whose: Option<EntityId>) -> Result<PlacesReport, Problem> {
    let world = steward.realm().ecs();
    let ground = world.resource::<Ground>();
    let found = whose.and_then(|id| steward.replicator().all().find(|(card, _)| card.id == id));
    let centre = found.map_or(ground.start(), |(_, state)| state.place());
    let quarters = world.resource::<Quarters>();
    let around = quarters.read(ground, Window::around(centre, HALF)).ok_or(Problem::NoGround)?;
    let areas = around.places.areas().iter().flat_map(|area| {
        let kind = area.kind.label().to_owned();
        area.shape.iter().map(move |block| AreaBox {
            name: area.name.clone(),
            kind: kind.clone(),
            low: [block.low.x, block.low.y],
            high: [block.high.x, block.high.y],
        })
    });
    let chokes = around.places.chokes().iter().map(|choke| ChokeMark {
        name: choke.name.clone(),
        kind: choke.kind.label().to_owned(),
        at: [choke.at.x, choke.at.y],
    });
    let near = |place: DVec2| place.distance(centre) <= 2.0 * HALF;
    let point = |at: &DVec3| [at.x, at.y];
    let noises =
        world.resource::<Noises>().lately().filter(|noise| near(noise.place)).map(|noise| NoiseMark {
            tick: noise.tick.0,
            sound: noise.sound.label().to_owned(),
            at: [noise.place.x, noise.place.y],
            heard: noise
                .heard
                .iter()
                .map(|(by, loudness, corners)| HeardWay {
                    by: (*by).into(),
                    loudness: *loudness,
                    corners: corners.iter().map(point).collect(),
                })
                .collect(),
        });
    let amiss = world.resource::<Oddities>().iter().filter(|oddity| near(oddity.place));
    Ok(PlacesReport {
        areas: areas.collect(),
        chokes: chokes.collect(),
        noises: noises.collect(),
        amiss: amiss
            .map(|oddity| AmissMark {
                what: oddity.what.label().to_owned(),
                at: [oddity.place.x, oddity.place.y],
                since: oddity.since.0,
            })
            .collect(),
    })
}
