//! The world's circles and nets, as an operator sees them: whose turn it is in every fight and at every well.

use wold_folk::report::fights::{Circle, FightsReport, NetReport, Slot, Waiting};
use wold_folk::report::{Key, Point};
use wold_space::{DVec2, EntityId};
use wold_tactics::stage::{FighterId, StageConfig, View, direction};
use wold_world::Realm;
use wold_world::turns::wells::Well;

fn key(id: FighterId) -> Key {
    EntityId(id.0).into()
}

/// Centimetres are exact enough to look at, and nothing is shown as minus zero.
fn point(at: DVec2) -> Point {
    [at.x, at.y].map(|value| (value * 100.0).round() / 100.0 + 0.0)
}

fn circle(id: EntityId, view: &View, config: &StageConfig) -> Circle {
    let slot = |(slot, held): (usize, &Option<(FighterId, bool)>)| {
        let [x, y] = point(view.at + direction(slot) * config.approach);
        let striking = held.is_some_and(|(_, locked)| locked);
        Slot { x, y, by: held.map(|(id, _)| key(id)), striking }
    };
    let waiting = |(id, at): &(FighterId, DVec2)| {
        let [x, y] = point(*at);
        Waiting { id: key(*id), x, y }
    };
    Circle {
        id: id.into(),
        x: view.at.x,
        y: view.at.y,
        outer: config.outer,
        slots: view.slots.iter().enumerate().map(slot).collect(),
        waiting: view.waiting.iter().map(waiting).collect(),
        grid_left: view.grid_left,
        attack_left: view.attack_left,
    }
}

fn net(well: &Well) -> NetReport {
    let arbiter = well.arbiter();
    let running = arbiter.running();
    let whose = |place: &str| -> Vec<Key> {
        let place = running.net().place(place).expect("the arbiter's net has it");
        running.whose(place).map(|who| EntityId(who.0).into()).collect()
    };
    NetReport {
        name: "the bucket of a well".to_owned(),
        x: well.at.x,
        y: well.at.y,
        has: whose("busy"),
        waiting: [whose("ready_to_assign"), whose("ready_to_use")].concat(),
        served: well.served,
        svg: running.net().svg(Some((running, well.used()))),
    }
}

/// What the world knows of fights; nothing if nobody fights or draws.
pub(crate) fn show(realm: &Realm) -> Option<FightsReport> {
    let (turns, config) = (realm.turns(), realm.config().fights.stage());
    let circles: Vec<Circle> = turns.circles().map(|(id, view)| circle(id, &view, &config)).collect();
    let nets: Vec<NetReport> = turns.wells().iter().map(net).collect();
    let any = !circles.is_empty() || !nets.is_empty();
    any.then(|| FightsReport { circles, nets, ..FightsReport::default() })
}

/// What the host's household told, with the world's circles and nets.
pub(crate) fn joined(told: Option<FightsReport>, world: Option<FightsReport>) -> Option<FightsReport> {
    let Some(told) = told else { return world };
    let FightsReport { circles, nets, .. } = world.unwrap_or_default();
    Some(FightsReport { circles, nets, ..told })
}
