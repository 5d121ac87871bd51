//! What criteria measure; the formulas are in [`words`](super::words).

use super::{Arrow, Candidate, Crowd, Measure, Object, What};
use crate::ground::{Ground, Point};
use glam::DVec2;

/// A query needs something the ground does not have: an error, not a no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Missing(pub String);

/// Where an object is.
pub(super) fn place(ground: &dyn Ground, object: Object) -> Result<Point, Missing> {
    let of = |entity: Option<usize>| entity.map(|i| ground.entities()[i].point());
    let (puppet, roles) = (ground.puppet(), ground.roles());
    // Where it goes, and what it minds, is on its own storey.
    let beside = |at: Option<DVec2>| at.map(|at| Point { at, storey: puppet.storey });
    let found = match object {
        Object::Puppet => Some(puppet.point()),
        Object::Target => of(roles.target),
        Object::ReferencePoint => beside(roles.reference),
        Object::Player => of(roles.player),
        Object::Leader => of(roles.leader),
        Object::SquadCenter => ground.squad_centre(),
        Object::Destination => beside(puppet.destination),
    };
    found.ok_or_else(|| Missing(format!("{} has no {object:?}", ground.puppet().name)))
}

/// Where an object looks.
fn forward(ground: &dyn Ground, object: Object) -> Result<DVec2, Missing> {
    let of = |entity: Option<usize>| entity.map(|i| ground.entities()[i].forward);
    let found = match object {
        Object::Puppet => Some(ground.puppet().forward),
        Object::Target => of(ground.roles().target),
        Object::Player => of(ground.roles().player),
        Object::Leader => of(ground.roles().leader),
        Object::ReferencePoint | Object::SquadCenter | Object::Destination => None,
    };
    found.ok_or_else(|| Missing(format!("there is no {object:?} that looks anywhere")))
}

/// Distances to many; nobody is infinitely far.
fn distances(ground: &dyn Ground, crowd: Crowd, at: Point) -> Vec<f64> {
    let towards = |other: &crate::scene::Entity| {
        other.destination.map(|to| Point { at: to, storey: other.storey }.distance(at))
    };
    match crowd {
        Crowd::Others => ground.others().map(|other| other.point().distance(at)).collect(),
        Crowd::Hostiles => ground.hostiles().map(|other| other.point().distance(at)).collect(),
        Crowd::OtherDestinations => ground.others().filter_map(towards).collect(),
    }
}

/// A direction at a sample, of length 1, or zero where it has none.
pub(super) fn direction(ground: &dyn Ground, arrow: Arrow, at: DVec2) -> Result<DVec2, Missing> {
    let way = match arrow {
        Arrow::Forward(object, turn) => {
            DVec2::new(libm::cos(turn), libm::sin(turn)).rotate(forward(ground, object)?)
        }
        Arrow::ToSample(object) => at - place(ground, object)?.at,
        Arrow::FromSample(object) => place(ground, object)?.at - at,
        Arrow::Between(a, b) => place(ground, b)?.at - place(ground, a)?.at,
        Arrow::Heading => ground.others().map(|other| other.forward).sum(),
        Arrow::East => DVec2::X,
        Arrow::North => DVec2::Y,
    };
    Ok(way.normalize_or_zero())
}

/// Whether two stretches cross or touch.
fn crosses(a: (DVec2, DVec2), b: (DVec2, DVec2)) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    let (d1, d2) = (side(b.0, b.1, a.0), side(b.0, b.1, a.1));
    let (d3, d4) = (side(a.0, a.1, b.0), side(a.0, a.1, b.1));
    let apart = |p: f64, q: f64| (p > 0.0 && q > 0.0) || (p < 0.0 && q < 0.0);
    if apart(d1, d2) || apart(d3, d4) {
        return false;
    }
    // On one line: they touch if their boxes do.
    let overlap = |p: (f64, f64), q: (f64, f64)| p.0.min(p.1) <= q.0.max(q.1) && q.0.min(q.1) <= p.0.max(p.1);
    overlap((a.0.x, a.1.x), (b.0.x, b.1.x)) && overlap((a.0.y, a.1.y), (b.0.y, b.1.y))
}

/// How long a line of fire is, in metres.
const FIRE: f64 = 100.0;

impl Measure {
    /// The raw value at a candidate; yes is 1, no is 0. `chance` is the candidate's own draw.
    pub(super) fn of(&self, ground: &dyn Ground, candidate: &Candidate, chance: f64) -> Result<f64, Missing> {
        let (at, puppet) = (candidate.point(), ground.here());
        // Directions are those of the map: floors have none.
        let (flat, start) = (at.at, puppet.at);
        let truth = |yes: bool| Ok(f64::from(u8::from(yes)));
        let (cover, soft, high) = match candidate.what {
            // What was there when the question was asked may be gone by now.
            What::Cover(i) => {
                ground.covers().get(i).map_or((false, false, false), |c| (true, c.soft, c.high))
            }
            What::Rail(i) => ground.rails().get(i).map_or((false, false, false), |r| (true, r.soft, r.high)),
            What::Open | What::Entity(_) | What::Spot(_) => (false, false, false),
        };
        Ok(match self {
            Self::Distance(object) => place(ground, *object)?.distance(at),
            Self::NearestOf(crowd) => distances(ground, *crowd, at).into_iter().fold(f64::INFINITY, f64::min),
            Self::AverageOf(crowd) => {
                let all = distances(ground, *crowd, at);
                if all.is_empty() { f64::INFINITY } else { all.iter().sum::<f64>() / all.len() as f64 }
            }
            Self::PathDistance => ground.walk(at),
            Self::Directness(object) => {
                let (to, walk) = (place(ground, *object)?, puppet.distance(at));
                if walk == 0.0 { 0.0 } else { (puppet.distance(to) - at.distance(to)) / walk }
            }
            Self::ChangeInDistance(object) => {
                let to = place(ground, *object)?;
                at.distance(to) - puppet.distance(to)
            }
            Self::DistanceInDirection(object) => {
                (place(ground, *object)?.at - start).normalize_or_zero().dot(flat - start)
            }
            Self::DistanceLeft(object) => {
                (place(ground, *object)?.at - start).normalize_or_zero().perp_dot(flat - start)
            }
            Self::Dot { a, b, abs } => {
                let dot = direction(ground, *a, flat)?.dot(direction(ground, *b, flat)?);
                if *abs { dot.abs() } else { dot }
            }
            Self::CoverRadius => match candidate.what {
                What::Cover(i) => ground.covers().get(i).map_or(0.0, |cover| cover.radius),
                _ => 0.0,
            },
            Self::CoverDensity => {
                let near = ground.covers().iter().filter(|cover| cover.at.distance(flat) <= 5.0).count();
                near as f64 / (25.0 * std::f64::consts::PI)
            }
            Self::CameraCenter => {
                let eye = place(ground, Object::Player)?.at;
                let looks = forward(ground, Object::Player)?;
                let to = flat - eye;
                let angle = libm::atan2(looks.perp_dot(to), looks.dot(to)).abs();
                1.0 - angle / ground.half_view()
            }
            Self::Random => chance,
            Self::Exposure => {
                let (mut all, mut seen) = (0.0, 0.0);
                for hostile in ground.hostiles() {
                    all += 1.0;
                    seen += f64::from(u8::from(ground.sees(hostile.point(), at)));
                }
                if all > 0.0 { seen / all } else { 0.0 }
            }
            Self::Visible(object) => return truth(ground.sees(place(ground, *object)?, at)),
            Self::CanReachBefore(object) => {
                return truth(puppet.distance(at) < place(ground, *object)?.distance(at));
            }
            Self::Towards(object) => {
                let to = place(ground, *object)?;
                return truth(at.distance(to) < puppet.distance(to));
            }
            Self::CrossesLineOfFire(object) => {
                let eye = place(ground, *object)?.at;
                let end = eye + forward(ground, *object)? * FIRE;
                return truth(crosses((start, flat), (eye, end)));
            }
            Self::Reachable => return truth(ground.walk(at).is_finite()),
            Self::Cover => return truth(cover),
            Self::SoftCover => return truth(cover && soft),
            Self::HardCover => return truth(cover && !soft),
            Self::HighCover => return truth(cover && high),
            Self::CurrentlyUsed => {
                return truth(matches!(candidate.what, What::Cover(i) if ground.roles().current == Some(i)));
            }
            Self::Influence(field) => {
                ground.value(field, at).ok_or_else(|| Missing(format!("there is no field {field:?} here")))?
            }
            Self::Claimed => return truth(ground.is_claimed(at)),
            Self::Inside(name) => {
                let area = ground.area(name);
                let area = area.ok_or_else(|| Missing(format!("there is no area {name:?}")))?;
                return truth(area.contains(flat));
            }
            Self::Storeys(object) => f64::from(place(ground, *object)?.storey.abs_diff(at.storey)),
            Self::SameStorey(object) => return truth(place(ground, *object)?.storey == at.storey),
            Self::Own(own) => (own.of)(ground, candidate),
        })
    }
}
