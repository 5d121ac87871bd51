//! Fights as JSON, for the operator's window: circles with their slots, who waits, what is claimed, why everybody did what it did, and what is remembered of
//! places.

use super::ground::{Ground, Way};
use super::history::{CELL, History};
use super::{Odds, Ring};
use serde_json::{Value, json};
use wold_space::{DVec2, EntityId};
use wold_tactics::claims::Thing;
use wold_tactics::query::{Answer, Fate, Query};
use wold_tactics::stage::{FighterId, StageConfig, View, direction};

/// What somebody lets be known of its fight.
#[derive(Default)]
pub(super) struct Told {
    /// Since when.
    pub since: u64,
    /// Why it did what it did last.
    pub why: String,
    pub foe: Option<EntityId>,
    pub odds: Option<Odds>,
    /// The last question it asked, with everything it thought of.
    pub question: Option<Value>,
}

fn point(at: DVec2) -> Value {
    json!([rounded(at.x), rounded(at.y)])
}

/// Centimetres are exact enough to look at.
fn rounded(value: f64) -> f64 {
    // Nothing is shown as zero, not as minus zero.
    libm::round(value * 100.0) / 100.0 + 0.0
}

/// A question and its answer: every candidate and what became of it, what hides there, whose eyes were minded and the way that was chosen. `taken` is the candidate
/// that was free.
pub(super) fn shown(
    ground: &Ground,
    query: &Query,
    answer: &Answer,
    taken: Option<usize>,
    way: Option<&Way>,
) -> Value {
    let mut candidates = Vec::new();
    for (number, report) in answer.tried.iter().enumerate() {
        let choice = &query.options[number];
        for (at, (candidate, fate)) in report.candidates.iter().zip(&report.fates).enumerate() {
            let won = answer.option == Some(number) && taken == Some(at);
            let (fate, why) = match fate {
                _ if won => ("won", None),
                Fate::Passed(..) => ("passed", None),
                Fate::Partial(..) => ("partial", None),
                Fate::Failed(criterion) => ("failed", Some(choice.criteria[*criterion].text())),
            };
            let place = candidate.at + ground.corner;
            let (x, y) = (rounded(place.x), rounded(place.y));
            candidates.push(json!({ "x": x, "y": y, "fate": fate, "why": why, "option": choice.name }));
        }
    }
    let ends = |a: DVec2, b: DVec2| json!([a.x, a.y, b.x, b.y]);
    let walls = ground.walls.iter().map(|wall| {
        let (a, b) = wall.base();
        ends(a + ground.corner, b + ground.corner)
    });
    let own = ground.scene.puppet().at + ground.corner;
    let eyes = ground.scene.hostiles().map(|foe| point(foe.at + ground.corner));
    json!({
        "name": query.name,
        "option": answer.option.map(|option| query.options[option].name.as_str()),
        "eyes": eyes.collect::<Vec<_>>(),
        "candidates": candidates,
        "walls": walls.collect::<Vec<_>>(),
        "way": way.map(|way| json!({
            "corners": std::iter::once(&own).chain(&way.corners).map(|at| point(*at)).collect::<Vec<_>>(),
            "metres": rounded(way.metres), "exposed": rounded(way.exposed),
        })),
    })
}

fn circle(id: FighterId, view: &View, config: &StageConfig) -> Value {
    let slots = view.slots.iter().enumerate().map(|(slot, held)| {
        let at = view.at + direction(slot) * config.approach;
        let striking = held.is_some_and(|(_, locked)| locked);
        json!({ "x": rounded(at.x), "y": rounded(at.y), "by": held.map(|(id, _)| id.0.to_string()), "striking": striking })
    });
    let waiting = view
        .waiting
        .iter()
        .map(|(id, at)| json!({ "id": id.0.to_string(), "x": rounded(at.x), "y": rounded(at.y) }));
    json!({
        "id": id.0.to_string(), "x": view.at.x, "y": view.at.y, "outer": config.outer,
        "slots": slots.collect::<Vec<_>>(), "waiting": waiting.collect::<Vec<_>>(),
        "grid_left": view.grid_left, "attack_left": view.attack_left,
    })
}

fn remembered(history: &History) -> Vec<Value> {
    history.cells().map(|(at, value)| json!([at.x, at.y, rounded(value)])).collect()
}

impl Ring {
    /// All of it.
    #[must_use]
    pub fn report(&self) -> Value {
        let inner = self.open();
        let views = inner.stage.targets().filter_map(|id| Some((id, inner.stage.view(id)?)));
        let busy =
            views.filter(|(_, view)| !view.waiting.is_empty() || view.slots.iter().any(Option::is_some));
        let circles: Vec<Value> = busy.map(|(id, view)| circle(id, &view, inner.stage.config())).collect();
        let fighters = inner.told.iter().map(|(id, told)| {
            let odds = told.odds.map(
                |odds| json!({ "chance": rounded(odds.chance), "ours": odds.ours, "theirs": odds.theirs }),
            );
            json!({
                "id": id.0.to_string(), "why": told.why, "foe": told.foe.map(|foe| foe.0.to_string()),
                "odds": odds, "query": told.question,
            })
        });
        let now = inner.told.values().map(|told| told.since).max().unwrap_or(0);
        let claims = inner.claims.iter(now).map(|(thing, lease)| {
            let by = lease.by.0.to_string();
            match thing {
                Thing::Place(x, y) => json!({ "by": by, "x": f64::from(x) + 0.5, "y": f64::from(y) + 0.5 }),
                Thing::Target(id) | Thing::Slot(id, _) | Thing::Event(id) => {
                    json!({ "by": by, "foe": id.to_string() })
                }
            }
        });
        json!({
            "circles": circles,
            "fighters": fighters.collect::<Vec<_>>(),
            "claims": claims.collect::<Vec<_>>(),
            "history": { "cell": CELL, "deaths": remembered(&inner.deaths), "traffic": remembered(&inner.traffic) },
        })
    }
}
