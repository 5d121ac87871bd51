//! Layers of influence about a fight, as an operator sees them.
//!
//! Inhabitants say who fights whom; where they all are, and what stands between them, is the world's to say. Whoever fights is on one of two sides: its foe is on
//! the other, its foe's foe on its own. The layers are those of [`wold_tactics::influence`], over tiles of a metre about the fighter that is looked at; influence
//! goes as one walks, so walls stop it. Deaths and traffic are what the inhabitants remember.

use super::ticker::Ticker;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use wold_land::measures::TOUCHING_METRES;
use wold_land::{Land, Measures};
use wold_space::{DVec2, EntityId};
use wold_tactics::influence::{Hold, Influence, Kind, Reach, Recipe, TerritoryConfig};
use wold_tactics::scene::{Entity, Roles, Scene};
use wold_world::ground::Ground;

/// Tiles of a metre to each side.
const HALF: i32 = 24;
const SIDE: i32 = HALF * 2 + 1;
/// Metres somebody runs in a second.
const SPEED: f64 = 5.0;

/// The layers there are, by name.
const LAYERS: [&str; 9] = [
    "own proximity",
    "own threat",
    "their proximity",
    "their threat",
    "interest",
    "safe ground",
    "territory",
    "deaths",
    "traffic",
];

/// What is safe from the enemy and worth going to.
const SAFE: &str = "inverse(enemy_threat) * interest";

fn id_of(value: &Value) -> Option<EntityId> {
    value.as_str()?.parse().ok().map(EntityId)
}

/// Who stands against whom, both ways.
fn quarrels(fights: &Value) -> BTreeMap<EntityId, Vec<EntityId>> {
    let mut quarrels: BTreeMap<EntityId, Vec<EntityId>> = BTreeMap::new();
    for fighter in fights["fighters"].as_array().into_iter().flatten() {
        if let (Some(who), Some(foe)) = (id_of(&fighter["id"]), id_of(&fighter["foe"])) {
            quarrels.entry(who).or_default().push(foe);
            quarrels.entry(foe).or_default().push(who);
        }
    }
    quarrels
}

/// Everybody drawn into somebody's fight, and whether it is on the same side.
fn sides(quarrels: &BTreeMap<EntityId, Vec<EntityId>>, whose: EntityId) -> BTreeMap<EntityId, bool> {
    let mut sides = BTreeMap::from([(whose, true)]);
    let mut next = VecDeque::from([whose]);
    while let Some(who) = next.pop_front() {
        let other = !sides[&who];
        for foe in quarrels.get(&who).into_iter().flatten() {
            if !sides.contains_key(foe) {
                sides.insert(*foe, other);
                next.push_back(*foe);
            }
        }
    }
    sides
}

/// The ground about a fighter with everybody of its fight on it; the fighter is the one that asks.
fn scene(
    land: &Land,
    measures: &Measures,
    corner: DVec2,
    people: &[(EntityId, DVec2, bool)],
) -> Option<Scene> {
    let entity = |(id, at, own): &(EntityId, DVec2, bool)| Entity {
        name: id.0.to_string(),
        faction: if *own { "own" } else { "foe" }.into(),
        kind: String::new(),
        at: *at - corner,
        forward: DVec2::X,
        speed: SPEED,
        range: TOUCHING_METRES,
        strength: 1.0,
        destination: None,
    };
    let middle = |x: i32, y: i32| corner + DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
    let house = |x: i32, y: i32| land.house_at(middle(x, y), 0).is_some();
    let open = |x: i32, y: i32| !house(x, y) && land.depth(middle(x, y)) <= measures.wade;
    let size = (SIDE as u32, SIDE as u32);
    let entities = people.iter().map(entity).collect();
    Scene::of_ground(1.0, size, open, |x, y| !house(x, y), entities, Roles::default()).ok()
}

/// What a layer holds at every tile, row by row from the south; nothing where it says nothing.
fn values(layer: &str, scene: &Scene, corner: DVec2, fights: &Value) -> Vec<Option<f32>> {
    let tiles = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    if let "deaths" | "traffic" = layer {
        let cell = fights["history"]["cell"].as_f64().unwrap_or(1.0).max(0.1);
        let key = |at: DVec2| ((at.x / cell).floor() as i64, (at.y / cell).floor() as i64);
        let noted = fights["history"][layer].as_array().into_iter().flatten().filter_map(|note| {
            let at = DVec2::new(note[0].as_f64()?, note[1].as_f64()?) + cell / 2.0;
            Some((key(at), note[2].as_f64()? as f32))
        });
        let noted: BTreeMap<(i64, i64), f32> = noted.collect();
        return tiles.map(|tile| noted.get(&key(scene.middle(tile) + corner)).copied()).collect();
    }
    let influence = Influence::of(scene, Reach::Walked);
    let at = |faction: &str, kind: Kind, (x, y): (i32, i32)| {
        influence.layer(faction, kind).and_then(|layer| layer.get(x, y)).unwrap_or(0.0)
    };
    let some = |value: f32| (value > 0.0).then_some(value);
    let cook = |recipe: &str| influence.cook(scene, &Recipe::parse(recipe).expect("a test cooks it"));
    match layer {
        "own threat" => tiles.map(|tile| some(at("own", Kind::Threat, tile))).collect(),
        "their proximity" => tiles.map(|tile| some(at("foe", Kind::Proximity, tile))).collect(),
        "their threat" => tiles.map(|tile| some(at("foe", Kind::Threat, tile))).collect(),
        "interest" | "safe ground" => {
            let map = cook(if layer == "interest" { "interest" } else { SAFE });
            tiles.map(|tile| map.get(tile)).collect()
        }
        "territory" => {
            let rule = TerritoryConfig::default();
            let hold = |tile| {
                let [ours, theirs] = ["own", "foe"].map(|side| f64::from(at(side, Kind::Proximity, tile)));
                match rule.hold(ours, theirs) {
                    Hold::Empty => None,
                    Hold::Mine => Some(0.0),
                    Hold::Contested => Some(1.0),
                    Hold::Theirs => Some(2.0),
                }
            };
            tiles.map(hold).collect()
        }
        _ => tiles.map(|tile| some(at("own", Kind::Proximity, tile))).collect(),
    }
}

/// A layer about somebody who fights; without one about the first who does.
pub(super) fn show(ticker: &Ticker, fights: &Value, layer: &str, whose: Option<EntityId>) -> Value {
    let layer = LAYERS.iter().find(|name| **name == layer).unwrap_or(&LAYERS[0]);
    let all: BTreeMap<EntityId, (DVec2, String)> = ticker
        .clockwork
        .steward()
        .replicator()
        .all()
        .map(|(card, state)| (card.id, (state.place(), card.name.clone())))
        .collect();
    let land = &ticker.clockwork.steward().realm().ecs().resource::<Ground>().land;
    let measures = Measures::of(&ticker.clockwork.steward().realm().config().physique);
    picture(land, &measures, &all, fights, layer, whose)
}

fn picture(
    land: &Land,
    measures: &Measures,
    all: &BTreeMap<EntityId, (DVec2, String)>,
    fights: &Value,
    layer: &str,
    whose: Option<EntityId>,
) -> Value {
    let quarrels = quarrels(fights);
    let here = |id: &EntityId| quarrels.contains_key(id) && all.contains_key(id);
    let Some(whose) = whose.filter(here).or_else(|| quarrels.keys().copied().find(|id| here(id))) else {
        return json!({"type": "influence", "layer": layer, "layers": LAYERS, "of": null, "values": []});
    };
    let (centre, name) = &all[&whose];
    let corner = centre.floor() - DVec2::splat(f64::from(HALF));
    let sides = sides(&quarrels, whose);
    // The one that is looked at comes first: it is the scene's puppet.
    let others = sides.iter().filter(|(id, _)| **id != whose);
    let near =
        |at: DVec2| (at - corner).cmpge(DVec2::ZERO).all() && (at - corner).max_element() < f64::from(SIDE);
    let people: Vec<(EntityId, DVec2, bool)> = [(&whose, &true)]
        .into_iter()
        .chain(others)
        .filter_map(|(id, own)| Some((*id, all.get(id)?.0, *own)))
        .filter(|(_, at, _)| near(*at))
        .collect();
    let Some(scene) = scene(land, measures, corner, &people) else {
        return json!({"type": "error", "text": "there is no ground about this fight"});
    };
    let names = |own: bool| -> Vec<&str> {
        let side = people.iter().filter(|(_, _, mine)| *mine == own);
        side.filter_map(|(id, ..)| all.get(id)).map(|(_, name)| name.as_str()).collect()
    };
    json!({
        "type": "influence", "layer": layer, "layers": LAYERS, "of": name, "own": names(true), "theirs": names(false),
        "corner": [corner.x, corner.y], "side": SIDE, "values": values(layer, &scene, corner, fights),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fights() -> Value {
        json!({
            "fighters": [
                { "id": "1", "foe": "2" }, { "id": "3", "foe": "2" }, { "id": "4", "foe": "1" }, { "id": "9", "foe": null },
            ],
            "history": { "cell": 2.0, "deaths": [[10.0, 8.0, 1.5]], "traffic": [] },
        })
    }

    fn all() -> BTreeMap<EntityId, (DVec2, String)> {
        let at = [(1, 10.0), (2, 14.0), (3, 18.0), (4, 500.0), (9, 12.0)];
        at.into_iter().map(|(id, x)| (EntityId(id), (DVec2::new(x, 10.0), format!("n{id}")))).collect()
    }

    /// The value at a place.
    fn at(picture: &Value, x: f64, y: f64) -> Option<f64> {
        let [left, south] = [0, 1].map(|n| picture["corner"][n].as_f64().expect("a number"));
        picture["values"][((y - south) as i32 * SIDE + (x - left) as i32) as usize].as_f64()
    }

    #[test]
    fn foes_of_foes_are_on_ones_own_side_and_who_is_far_away_is_left_out() {
        let picture = picture(
            &Land::default(),
            &Measures::default(),
            &all(),
            &fights(),
            "own proximity",
            Some(EntityId(1)),
        );
        assert_eq!((&picture["own"], &picture["theirs"]), (&json!(["n1", "n3"]), &json!(["n2"])));
        assert!(at(&picture, 10.5, 10.5) > Some(0.9) && at(&picture, 18.5, 10.5) > Some(0.9));
        assert_eq!(at(&picture, 30.5, 10.5), None);
        let nobody =
            super::picture(&Land::default(), &Measures::default(), &all(), &Value::Null, "territory", None);
        assert_eq!(nobody["values"], json!([]));
    }

    #[test]
    fn every_layer_has_something_to_show_about_a_fight() {
        for layer in LAYERS {
            let picture =
                picture(&Land::default(), &Measures::default(), &all(), &fights(), layer, Some(EntityId(1)));
            let shown = picture["values"].as_array().expect("a row of them");
            assert_eq!(shown.len(), (SIDE * SIDE) as usize);
            assert_eq!(shown.iter().any(|value| !value.is_null()), layer != "traffic", "{layer}");
        }
        let territory = picture(
            &Land::default(),
            &Measures::default(),
            &all(),
            &fights(),
            "territory",
            Some(EntityId(1)),
        );
        assert_eq!([8.5, 12.0, 14.5].map(|x| at(&territory, x, 10.5)), [Some(0.0), Some(1.0), Some(1.0)]);
        let deaths =
            picture(&Land::default(), &Measures::default(), &all(), &fights(), "deaths", Some(EntityId(2)));
        assert_eq!((at(&deaths, 11.5, 9.5), at(&deaths, 12.5, 9.5)), (Some(1.5), None));
    }
}
