//! Layers of influence about a fight, as an operator sees them.
//!
//! Inhabitants say who fights whom; where they all are, and what stands between them, is the world's to say. Whoever fights is on one of two sides: its foe is on
//! the other, its foe's foe on its own. The layers are those of [`wold_tactics::influence`], over tiles of a metre about the fighter that is looked at; influence
//! goes as one walks, through doors and not through walls, on the storey of the fighter. Deaths and traffic are what the inhabitants remember.

use crate::inspected::Problem;
use crate::report::InfluenceReport;
use std::collections::{BTreeMap, VecDeque};
use wold_folk::report::fights::FightsReport;
use wold_land::measures::TOUCHING_METRES;
use wold_land::walkable::{Walkable, storey};
use wold_land::{Land, Measures};
use wold_space::{DVec2, EntityId};
use wold_steward::Steward;
use wold_tactics::influence::{Hold, Influence, Kind, Reach, Recipe, TerritoryConfig};
use wold_tactics::scene::{Entity, Roles, Scene};
use wold_world::ground::Ground;

/// Tiles of a metre to each side.
const HALF: i32 = 24;
const SIDE: i32 = HALF * 2 + 1;
/// Metres somebody runs in a second.
const SPEED: f64 = 5.0;
/// Metres from the middle of a tile within which there must be a point to stand at.
const BESIDE: f64 = 0.75;

/// The layers there are.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Layer {
    OwnProximity,
    OwnThreat,
    TheirProximity,
    TheirThreat,
    Interest,
    SafeGround,
    Territory,
    Deaths,
    Traffic,
    /// What a faction knows, by its name.
    Of(String, Knowledge),
}

/// What a faction knows of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knowledge {
    Own,
    Foes,
    Lost,
}

impl Layer {
    /// Those there always are.
    const ALL: [Self; 9] = [
        Self::OwnProximity,
        Self::OwnThreat,
        Self::TheirProximity,
        Self::TheirThreat,
        Self::Interest,
        Self::SafeGround,
        Self::Territory,
        Self::Deaths,
        Self::Traffic,
    ];

    /// All there are to show: those, and three of each faction.
    fn all(fights: &FightsReport) -> Vec<Self> {
        let factions = fights.history.factions.iter().flat_map(|faction| {
            [Knowledge::Own, Knowledge::Foes, Knowledge::Lost]
                .map(|knowledge| Self::Of(faction.name.clone(), knowledge))
        });
        Self::ALL.into_iter().chain(factions).collect()
    }

    /// Whether it is remembered, and so there without a fight.
    fn is_history(&self) -> bool {
        matches!(self, Self::Deaths | Self::Traffic | Self::Of(..))
    }

    fn label(&self) -> String {
        let label = match self {
            Self::Of(faction, knowledge) => {
                let what = match knowledge {
                    Knowledge::Own => "where they go",
                    Knowledge::Foes => "foes seen",
                    Knowledge::Lost => "losses",
                };
                return format!("{faction}: {what}");
            }
            Self::OwnProximity => "own proximity",
            Self::OwnThreat => "own threat",
            Self::TheirProximity => "their proximity",
            Self::TheirThreat => "their threat",
            Self::Interest => "interest",
            Self::SafeGround => "safe ground",
            Self::Territory => "territory",
            Self::Deaths => "deaths",
            Self::Traffic => "traffic",
        };
        label.to_owned()
    }

    /// The cells that are remembered of it.
    fn cells<'a>(&self, fights: &'a FightsReport) -> &'a [[f64; 3]] {
        let history = &fights.history;
        match self {
            Self::Deaths => &history.deaths,
            Self::Traffic => &history.traffic,
            Self::Of(name, knowledge) => {
                let faction = history.factions.iter().find(|faction| faction.name == *name);
                faction.map_or(&[], |faction| match knowledge {
                    Knowledge::Own => &faction.own,
                    Knowledge::Foes => &faction.foes,
                    Knowledge::Lost => &faction.lost,
                })
            }
            _ => &[],
        }
    }
}

/// What is safe from the enemy and worth going to.
const SAFE: &str = "inverse(enemy_threat) * interest";

/// Who stands against whom, both ways.
fn quarrels(fights: &FightsReport) -> BTreeMap<EntityId, Vec<EntityId>> {
    let mut quarrels: BTreeMap<EntityId, Vec<EntityId>> = BTreeMap::new();
    for fighter in &fights.fighters {
        if let Some(foe) = fighter.foe {
            quarrels.entry(fighter.id.entity()).or_default().push(foe.entity());
            quarrels.entry(foe.entity()).or_default().push(fighter.id.entity());
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
    (corner, level): (DVec2, u8),
    people: &[(EntityId, DVec2, bool)],
) -> Option<Scene> {
    let entity = |(id, at, own): &(EntityId, DVec2, bool)| Entity {
        name: id.0.to_string(),
        faction: if *own { "own" } else { "foe" }.into(),
        kind: String::new(),
        at: *at - corner,
        storey: 0,
        forward: DVec2::X,
        speed: SPEED,
        range: TOUCHING_METRES,
        strength: 1.0,
        destination: None,
    };
    let middle = |x: i32, y: i32| corner + DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
    // Where bodies can stand, on the open ground and in rooms; upstairs the storey's own points.
    let house = land.house_at(people.first()?.1, level).filter(|_| level > 0);
    let sheet = match house {
        Some(house) => storey(land, house, level, measures),
        None => Walkable::new(*measures).around(land, corner, corner + f64::from(SIDE), 1.0),
    };
    let open = |x: i32, y: i32| {
        let at = middle(x, y);
        sheet.tile_near(at).is_some_and(|tile| sheet.place(tile).distance(at) < BESIDE)
    };
    let size = (SIDE as u32, SIDE as u32);
    let entities = people.iter().map(entity).collect();
    Scene::of_ground(1.0, size, open, open, entities, Roles::default()).ok()
}

/// What is remembered at every tile.
fn remembered(cells: &[[f64; 3]], cell: f64, scene: &Scene, corner: DVec2) -> Vec<Option<f32>> {
    let cell = cell.max(0.1);
    let key = |at: DVec2| ((at.x / cell).floor() as i64, (at.y / cell).floor() as i64);
    let note = |[x, y, value]: &[f64; 3]| (key(DVec2::new(*x, *y) + cell / 2.0), *value as f32);
    let noted: BTreeMap<(i64, i64), f32> = cells.iter().map(note).collect();
    tiles().map(|tile| noted.get(&key(scene.middle(tile) + corner)).copied()).collect()
}

fn tiles() -> impl Iterator<Item = (i32, i32)> {
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
}

/// What a layer holds at every tile, row by row from the south; nothing where it says nothing.
fn values(layer: &Layer, scene: &Scene, corner: DVec2, fights: &FightsReport) -> Vec<Option<f32>> {
    let influence = || Influence::of(scene, Reach::Walked);
    let near = |faction: &str, kind: Kind| {
        let influence = influence();
        let layer = influence.layer(faction, kind);
        let value = |(x, y)| layer.and_then(|layer| layer.get(x, y)).filter(|value| *value > 0.0);
        tiles().map(value).collect()
    };
    let cook = |recipe: &str| {
        let map = influence().cook(scene, &Recipe::parse(recipe).expect("a test cooks it"));
        tiles().map(|tile| map.get(tile)).collect()
    };
    match layer {
        Layer::OwnProximity => near("own", Kind::Proximity),
        Layer::OwnThreat => near("own", Kind::Threat),
        Layer::TheirProximity => near("foe", Kind::Proximity),
        Layer::TheirThreat => near("foe", Kind::Threat),
        Layer::Interest => cook("interest"),
        Layer::SafeGround => cook(SAFE),
        Layer::Territory => {
            let (influence, rule) = (influence(), TerritoryConfig::default());
            let hold = |(x, y)| {
                let [ours, theirs] = ["own", "foe"].map(|side| {
                    let layer = influence.layer(side, Kind::Proximity);
                    f64::from(layer.and_then(|layer| layer.get(x, y)).unwrap_or(0.0))
                });
                match rule.hold(ours, theirs) {
                    Hold::Empty => None,
                    Hold::Mine => Some(0.0),
                    Hold::Contested => Some(1.0),
                    Hold::Theirs => Some(2.0),
                }
            };
            tiles().map(hold).collect()
        }
        Layer::Deaths | Layer::Traffic | Layer::Of(..) => {
            remembered(layer.cells(fights), fights.history.cell, scene, corner)
        }
    }
}

/// A layer about somebody who fights; without one about the first who does.
pub(crate) fn show(
    steward: &Steward,
    fights: &FightsReport,
    layer: &str,
    whose: Option<EntityId>,
) -> Result<InfluenceReport, Problem> {
    let layer =
        Layer::all(fights).into_iter().find(|one| one.label() == layer).unwrap_or(Layer::OwnProximity);
    let all = steward.replicator().all();
    let all = all.map(|(card, state)| (card.id, (state.place(), state.level, card.name.clone()))).collect();
    let land = &steward.realm().ecs().resource::<Ground>().land;
    let measures = Measures::of(&steward.realm().config().physique);
    picture(land, &measures, &all, fights, &layer, whose)
}

fn picture(
    land: &Land,
    measures: &Measures,
    all: &BTreeMap<EntityId, (DVec2, u8, String)>,
    fights: &FightsReport,
    layer: &Layer,
    whose: Option<EntityId>,
) -> Result<InfluenceReport, Problem> {
    let named = InfluenceReport {
        layer: layer.label(),
        layers: Layer::all(fights).iter().map(Layer::label).collect(),
        ..InfluenceReport::default()
    };
    let quarrels = quarrels(fights);
    // What is remembered can be looked at without a fight: about whoever is nearest to the most of it.
    let here = |id: &EntityId| all.contains_key(id) && (layer.is_history() || quarrels.contains_key(id));
    let most = layer.cells(fights).iter().max_by(|a, b| a[2].total_cmp(&b[2]));
    let nearest = most.and_then(|[x, y, _]| {
        let far = |id: &EntityId| all[id].0.distance(DVec2::new(*x, *y));
        all.keys().copied().min_by(|a, b| far(a).total_cmp(&far(b)))
    });
    let fighting = || quarrels.keys().copied().find(|id| here(id));
    let Some(whose) = whose.filter(here).or_else(fighting).or(nearest) else { return Ok(named) };
    let (centre, level, name) = &all[&whose];
    let corner = centre.floor() - DVec2::splat(f64::from(HALF));
    let sides = sides(&quarrels, whose);
    // The one that is looked at comes first: it is the scene's puppet.
    let others = sides.iter().filter(|(id, _)| **id != whose);
    let near =
        |at: DVec2| (at - corner).cmpge(DVec2::ZERO).all() && (at - corner).max_element() < f64::from(SIDE);
    let people: Vec<(EntityId, DVec2, bool)> = [(&whose, &true)]
        .into_iter()
        .chain(others)
        .filter_map(|(id, own)| Some((*id, all.get(id).filter(|(_, storey, _)| storey == level)?.0, *own)))
        .filter(|(_, at, _)| near(*at))
        .collect();
    let scene = scene(land, measures, (corner, *level), &people).ok_or(Problem::NoGround)?;
    let names = |own: bool| -> Vec<String> {
        let side = people.iter().filter(|(_, _, mine)| *mine == own);
        side.filter_map(|(id, ..)| all.get(id)).map(|(_, _, name)| name.clone()).collect()
    };
    Ok(InfluenceReport {
        of: Some(name.clone()),
        own: names(true),
        theirs: names(false),
        corner: [corner.x, corner.y],
        side: SIDE as u32,
        values: values(layer, &scene, corner, fights),
        ..named
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wold_folk::report::fights::{FactionReport, FightHistory, Fighter};
    use wold_lore::land::Chunk;
    use wold_space::ChunkPos;
    use wold_wire::ChunkChanges;

    fn fights() -> FightsReport {
        let fighter = |(id, foe): (u64, Option<u64>)| Fighter {
            id: EntityId(id).into(),
            why: String::new(),
            foe: foe.map(|foe| EntityId(foe).into()),
            odds: None,
            query: None,
        };
        let guards =
            FactionReport { name: "guard".into(), foes: vec![[12.0, 8.0, 0.5]], ..Default::default() };
        let history = FightHistory {
            cell: 2.0,
            deaths: vec![[10.0, 8.0, 1.5]],
            traffic: Vec::new(),
            factions: vec![guards],
        };
        let fighters = [(1, Some(2)), (3, Some(2)), (4, Some(1)), (9, None)].map(fighter).to_vec();
        FightsReport { fighters, history, ..FightsReport::default() }
    }

    fn all() -> BTreeMap<EntityId, (DVec2, u8, String)> {
        let at = [(1, 10.0), (2, 14.0), (3, 18.0), (4, 500.0), (9, 12.0)];
        at.into_iter().map(|(id, x)| (EntityId(id), (DVec2::new(x, 10.0), 0, format!("n{id}")))).collect()
    }

    /// Open land as far as the picture goes.
    fn meadow() -> Land {
        let mut land = Land::default();
        for pos in (ChunkPos { x: 0, y: 0 }).around(1) {
            land.put(Arc::new(Chunk::meadow(pos)), ChunkChanges::default());
        }
        land
    }

    fn drawn(fights: &FightsReport, layer: &Layer, whose: Option<u64>) -> InfluenceReport {
        let whose = whose.map(EntityId);
        picture(&meadow(), &Measures::default(), &all(), fights, layer, whose).expect("there is ground")
    }

    /// The value at a place.
    fn at(picture: &InfluenceReport, x: f64, y: f64) -> Option<f32> {
        let [left, south] = picture.corner;
        picture.values[((y - south) as i32 * SIDE + (x - left) as i32) as usize]
    }

    #[test]
    fn foes_of_foes_are_on_ones_own_side_and_who_is_far_away_is_left_out() {
        let picture = drawn(&fights(), &Layer::OwnProximity, Some(1));
        assert_eq!(
            (&picture.own[..], &picture.theirs[..]),
            (&["n1".into(), "n3".into()][..], &["n2".into()][..])
        );
        assert!(at(&picture, 10.5, 10.5) > Some(0.9) && at(&picture, 18.5, 10.5) > Some(0.9));
        assert_eq!(at(&picture, 30.5, 10.5), None);
        let nobody = drawn(&FightsReport::default(), &Layer::Territory, None);
        assert_eq!((nobody.of, nobody.values), (None, Vec::new()));
    }

    #[test]
    fn every_layer_has_something_to_show_about_a_fight() {
        for layer in Layer::ALL {
            let shown = drawn(&fights(), &layer, Some(1)).values;
            assert_eq!(shown.len(), (SIDE * SIDE) as usize);
            assert_eq!(shown.iter().any(Option::is_some), layer != Layer::Traffic, "{layer:?}");
        }
        let territory = drawn(&fights(), &Layer::Territory, Some(1));
        assert_eq!([8.5, 12.0, 14.5].map(|x| at(&territory, x, 10.5)), [Some(0.0), Some(1.0), Some(1.0)]);
        let deaths = drawn(&fights(), &Layer::Deaths, Some(2));
        assert_eq!((at(&deaths, 11.5, 9.5), at(&deaths, 12.5, 9.5)), (Some(1.5), None));
    }

    #[test]
    fn what_a_faction_knows_is_shown_by_its_name_without_a_fight_too() {
        let peace = FightsReport { fighters: Vec::new(), ..fights() };
        let seen = drawn(&peace, &Layer::Of("guard".into(), Knowledge::Foes), None);
        assert_eq!(seen.layer, "guard: foes seen");
        assert!(seen.layers.contains(&"guard: losses".to_owned()));
        assert_eq!((at(&seen, 13.5, 9.5), at(&seen, 14.5, 9.5)), (Some(0.5), None));
        let nothing = drawn(&peace, &Layer::Of("guard".into(), Knowledge::Lost), None);
        assert_eq!((nothing.of, nothing.values), (None, Vec::new()));
    }
}
