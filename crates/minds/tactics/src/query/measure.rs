//! What criteria measure; the formulas are in [`words`](super::words).

use super::{Arrow, Candidate, Crowd, Measure, Object, What};
use crate::scene::Scene;
use glam::DVec2;

/// A query needs something the scene does not have: an error, not a no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Missing(pub String);

/// Where an object is.
pub(super) fn place(scene: &Scene, object: Object) -> Result<DVec2, Missing> {
    let of = |entity: Option<usize>| entity.map(|i| scene.entities[i].at);
    let found = match object {
        Object::Puppet => Some(scene.puppet().at),
        Object::Target => of(scene.roles.target),
        Object::ReferencePoint => scene.roles.reference,
        Object::Player => of(scene.roles.player),
        Object::Leader => of(scene.roles.leader),
        Object::SquadCenter => scene.squad_centre(),
        Object::Destination => scene.puppet().destination,
    };
    found.ok_or_else(|| Missing(format!("{} has no {object:?}", scene.puppet().name)))
}

/// Where an object looks.
fn forward(scene: &Scene, object: Object) -> Result<DVec2, Missing> {
    let of = |entity: Option<usize>| entity.map(|i| scene.entities[i].forward);
    let found = match object {
        Object::Puppet => Some(scene.puppet().forward),
        Object::Target => of(scene.roles.target),
        Object::Player => of(scene.roles.player),
        Object::Leader => of(scene.roles.leader),
        Object::ReferencePoint | Object::SquadCenter | Object::Destination => None,
    };
    found.ok_or_else(|| Missing(format!("there is no {object:?} that looks anywhere")))
}

/// Distances to many; nobody is infinitely far.
fn distances(scene: &Scene, crowd: Crowd, at: DVec2) -> Vec<f64> {
    match crowd {
        Crowd::Others => scene.others().map(|other| other.at.distance(at)).collect(),
        Crowd::Hostiles => scene.hostiles().map(|other| other.at.distance(at)).collect(),
        Crowd::OtherDestinations => {
            scene.others().filter_map(|other| other.destination).map(|to| to.distance(at)).collect()
        }
    }
}

/// A direction at a sample, of length 1, or zero where it has none.
fn direction(scene: &Scene, arrow: Arrow, at: DVec2) -> Result<DVec2, Missing> {
    let way = match arrow {
        Arrow::Forward(object, turn) => {
            DVec2::new(libm::cos(turn), libm::sin(turn)).rotate(forward(scene, object)?)
        }
        Arrow::ToSample(object) => at - place(scene, object)?,
        Arrow::FromSample(object) => place(scene, object)? - at,
        Arrow::Between(a, b) => place(scene, b)? - place(scene, a)?,
        Arrow::Heading => scene.others().map(|other| other.forward).sum(),
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
    pub(super) fn of(self, scene: &Scene, candidate: &Candidate, chance: f64) -> Result<f64, Missing> {
        let (at, puppet) = (candidate.at, scene.puppet().at);
        let truth = |yes: bool| Ok(f64::from(u8::from(yes)));
        let (cover, soft, high) = match candidate.what {
            What::Cover(i) => (true, scene.covers[i].soft, scene.covers[i].high),
            What::Rail(i) => (true, scene.rails[i].soft, scene.rails[i].high),
            What::Open | What::Entity(_) | What::Spot(_) => (false, false, false),
        };
        Ok(match self {
            Self::Distance(object) => place(scene, object)?.distance(at),
            Self::NearestOf(crowd) => distances(scene, crowd, at).into_iter().fold(f64::INFINITY, f64::min),
            Self::AverageOf(crowd) => {
                let all = distances(scene, crowd, at);
                if all.is_empty() { f64::INFINITY } else { all.iter().sum::<f64>() / all.len() as f64 }
            }
            Self::PathDistance => scene.path_distance(at),
            Self::Directness(object) => {
                let (to, walk) = (place(scene, object)?, puppet.distance(at));
                if walk == 0.0 { 0.0 } else { (puppet.distance(to) - at.distance(to)) / walk }
            }
            Self::ChangeInDistance(object) => {
                let to = place(scene, object)?;
                at.distance(to) - puppet.distance(to)
            }
            Self::DistanceInDirection(object) => {
                (place(scene, object)? - puppet).normalize_or_zero().dot(at - puppet)
            }
            Self::DistanceLeft(object) => {
                (place(scene, object)? - puppet).normalize_or_zero().perp_dot(at - puppet)
            }
            Self::Dot { a, b, abs } => {
                let dot = direction(scene, a, at)?.dot(direction(scene, b, at)?);
                if abs { dot.abs() } else { dot }
            }
            Self::CoverRadius => match candidate.what {
                What::Cover(i) => scene.covers[i].radius,
                _ => 0.0,
            },
            Self::CoverDensity => {
                let near = scene.covers.iter().filter(|cover| cover.at.distance(at) <= 5.0).count();
                near as f64 / (25.0 * std::f64::consts::PI)
            }
            Self::CameraCenter => {
                let eye = place(scene, Object::Player)?;
                let looks = forward(scene, Object::Player)?;
                let to = at - eye;
                let angle = libm::atan2(looks.perp_dot(to), looks.dot(to)).abs();
                1.0 - angle / scene.half_view
            }
            Self::Random => chance,
            Self::Exposure => {
                let (mut all, mut seen) = (0.0, 0.0);
                for hostile in scene.hostiles() {
                    all += 1.0;
                    seen += f64::from(u8::from(scene.sees(hostile.at, at)));
                }
                if all > 0.0 { seen / all } else { 0.0 }
            }
            Self::Visible(object) => return truth(scene.sees(place(scene, object)?, at)),
            Self::CanReachBefore(object) => {
                return truth(puppet.distance(at) < place(scene, object)?.distance(at));
            }
            Self::Towards(object) => {
                let to = place(scene, object)?;
                return truth(at.distance(to) < puppet.distance(to));
            }
            Self::CrossesLineOfFire(object) => {
                let eye = place(scene, object)?;
                let end = eye + forward(scene, object)? * FIRE;
                return truth(crosses((puppet, at), (eye, end)));
            }
            Self::Reachable => return truth(scene.path_distance(at).is_finite()),
            Self::Cover => return truth(cover),
            Self::SoftCover => return truth(cover && soft),
            Self::HardCover => return truth(cover && !soft),
            Self::HighCover => return truth(cover && high),
            Self::CurrentlyUsed => {
                return truth(matches!(candidate.what, What::Cover(i) if scene.roles.current == Some(i)));
            }
        })
    }
}
