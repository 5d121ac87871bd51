//! Fights laid open for the operator's window.

use super::ground::{Battleground, Way};
use super::history::{CELL, History};
use super::sway::Sway;
use super::{Odds, Ring};
use crate::report::fights::{
    Candidate, CandidateFate, Claim, FactionReport, FightHistory, FightQuery, Fighter, FightsReport,
    OddsReport, WayReport,
};
use crate::report::{Key, Point};
use wold_space::{DVec2, EntityId};
use wold_tactics::claims::Thing;
use wold_tactics::query::{Answer, Fate, Query};

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
    pub question: Option<FightQuery>,
}

fn point(at: DVec2) -> Point {
    [rounded(at.x), rounded(at.y)]
}

/// Centimetres are exact enough to look at.
fn rounded(value: f64) -> f64 {
    // Nothing is shown as zero, not as minus zero.
    libm::round(value * 100.0) / 100.0 + 0.0
}

/// A question and its answer: every candidate and what became of it, what hides there, whose eyes were minded and the way that was chosen. `taken` is the candidate
/// that was free.
pub(super) fn shown(
    ground: &Battleground<'_>,
    query: &Query,
    answer: &Answer,
    taken: Option<usize>,
    way: Option<&Way>,
) -> FightQuery {
    let mut candidates = Vec::new();
    for (number, report) in answer.tried.iter().enumerate() {
        let choice = &query.options[number];
        for (at, (candidate, fate)) in report.candidates.iter().zip(&report.fates).enumerate() {
            let won = answer.option == Some(number) && taken == Some(at);
            let (fate, why) = match fate {
                _ if won => (CandidateFate::Won, None),
                Fate::Passed(..) => (CandidateFate::Passed, None),
                Fate::Partial(..) => (CandidateFate::Partial, None),
                Fate::Failed(criterion) => {
                    (CandidateFate::Failed, Some(choice.criteria[*criterion].text().to_owned()))
                }
            };
            let [x, y] = point(candidate.at);
            candidates.push(Candidate { x, y, fate, why, option: choice.name.clone() });
        }
    }
    let people = ground.as_ground();
    let own = people.puppet().at;
    FightQuery {
        name: query.name.clone(),
        option: answer.option.map(|option| query.options[option].name.clone()),
        eyes: people.hostiles().map(|foe| point(foe.at)).collect(),
        candidates,
        walls: ground.walls(),
        way: way.map(|way| WayReport {
            corners: std::iter::once(&own).chain(&way.corners).map(|at| point(*at)).collect(),
            metres: rounded(way.metres),
            exposed: rounded(way.exposed),
        }),
    }
}

fn remembered(history: &History) -> Vec<[f64; 3]> {
    history.cells().map(|(at, value)| [at.x, at.y, rounded(value)]).collect()
}

fn faction((name, sway): (&&'static str, &Sway)) -> FactionReport {
    let [own, foes, lost] = [&sway.own, &sway.foes, &sway.lost].map(remembered);
    FactionReport { name: (*name).to_owned(), own, foes, lost }
}

fn fighter((id, told): (&EntityId, &Told)) -> Fighter {
    Fighter {
        id: (*id).into(),
        why: told.why.clone(),
        foe: told.foe.map(Key::from),
        odds: told.odds.map(|odds| OddsReport {
            chance: rounded(odds.chance),
            ours: odds.ours,
            theirs: odds.theirs,
        }),
        query: told.question.clone(),
    }
}

impl Ring {
    /// All of it; searches are others' to add, circles and nets the world's.
    #[must_use]
    pub fn report(&self) -> FightsReport {
        let inner = self.open();
        let now = inner.told.values().map(|told| told.since).max().unwrap_or(0);
        let claims = inner.claims.iter(now).map(|(thing, lease)| {
            let by = EntityId(lease.by.0).into();
            match thing {
                Thing::Place(x, y) => {
                    Claim { by, place: Some([f64::from(x) + 0.5, f64::from(y) + 0.5]), foe: None }
                }
                Thing::Target(id) | Thing::Slot(id, _) | Thing::Event(id) => {
                    Claim { by, place: None, foe: Some(EntityId(id).into()) }
                }
            }
        });
        FightsReport {
            circles: Vec::new(),
            fighters: inner.told.iter().map(fighter).collect(),
            claims: claims.collect(),
            history: FightHistory {
                cell: CELL,
                deaths: remembered(&inner.deaths),
                traffic: remembered(&inner.traffic),
                factions: inner.sways.iter().map(faction).collect(),
            },
            nets: Vec::new(),
            searches: Vec::new(),
        }
    }
}
