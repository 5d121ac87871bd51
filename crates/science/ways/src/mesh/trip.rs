//! From gates to a trip: what a traveller found, pulled taut.
//!
//! The way is cut into pieces where it takes a link or comes to ground that costs otherwise. Each piece is the shortest line over its own polygons, and where
//! two pieces meet the point moves along their common edge to where both together cost least (a function with one valley, searched by golden section, some
//! rounds over all such points): light bends at a lake as well. After low or narrow ground the stance is kept until the body is out of it. The cost is that
//! of the points returned, metre by metre.

use super::funnel::{Portal, taut};
use super::travel::OffMeshLink;
use super::{Filter, NavMesh, PolygonId, Spot, Stance};
use wold_space::{DVec2, DVec3};

/// How one gets from a point of a trip to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Over the mesh, in this stance.
    Move(Stance),
    /// By the link of this number.
    Link(usize),
}

/// A way over ground and links.
#[derive(Clone, Debug, PartialEq)]
pub struct Trip {
    /// Points, and how to get on from each; from the last nobody goes on, it repeats the stance one arrives in.
    pub points: Vec<(DVec3, Step)>,
    /// Its length in metres.
    pub length: f64,
    /// What it costs: every metre as much as the stance it is gone in, times what the ground makes of it, and the links.
    pub cost: f64,
}

/// How one comes to a gate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Came {
    /// Straight over this polygon.
    Over(PolygonId),
    /// By a link, there or back, from this polygon.
    By(usize, bool, PolygonId),
}

/// The stance one arrives with: the ground just left, and what is kept on from ground before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Gait {
    ground: Option<Stance>,
    /// A stance that is kept for so many metres.
    kept: Option<(Stance, f64)>,
}

impl Gait {
    /// The stance kept at the beginning of other ground: for the radius of a body that just left more restrictive ground.
    fn onto(self, ground: Stance) -> Option<(Stance, f64)> {
        let left = self.ground.filter(|before| *before > ground && *before != Stance::Swim);
        let kept = left.map(|stance| (stance, f64::from(stance.body().radius))).or(self.kept);
        kept.filter(|(stance, _)| *stance > ground)
    }

    /// What so many metres over ground cost by stance, and with what one arrives.
    pub fn over(self, ground: Stance, length: f64) -> (f64, Self) {
        let Some((stance, metres)) = self.onto(ground) else {
            return (length * ground.cost(), Self { ground: Some(ground), kept: None });
        };
        let held = metres.min(length);
        let cost = held * stance.cost() + (length - held) * ground.cost();
        let kept = (metres > length).then_some((stance, metres - length));
        (cost, Self { ground: Some(ground), kept })
    }

    /// What getting upright will still cost, at most.
    pub fn owed(self) -> f64 {
        self.onto(Stance::Stand).map_or(0.0, |(stance, metres)| metres * (stance.cost() - 1.0))
    }
}

/// What a link costs: never less than its length.
pub(super) fn link_cost(link: &OffMeshLink) -> f64 {
    let length = link.from.point.distance(link.to.point);
    if link.cost.is_finite() { link.cost.max(length) } else { length }
}

/// A walk over ground of one price.
struct Piece {
    chain: Vec<PolygonId>,
    portals: Vec<Portal>,
    start: DVec3,
    end: DVec3,
    /// The link taken at its end.
    link: Option<usize>,
}

impl Piece {
    fn new(mesh: &NavMesh, chain: Vec<PolygonId>, start: DVec3, end: DVec3, link: Option<usize>) -> Self {
        let portal = |pair: &[PolygonId]| portal(mesh, pair[0], pair[1]);
        Self { portals: chain.windows(2).filter_map(portal).collect(), chain, start, end, link }
    }

    fn length(&self, start: DVec2, end: DVec2) -> f64 {
        taut(start, &self.portals, end).windows(2).map(|leg| leg[0].distance(leg[1])).sum()
    }
}

/// The edge between two polygons. Leaving an anticlockwise one, the first end of the edge is on the right.
fn portal(mesh: &NavMesh, here: PolygonId, next: PolygonId) -> Option<Portal> {
    let polygon = &mesh.polygons[here.slot()];
    let edge = polygon.across.iter().position(|across| *across == Some(next))?;
    let n = polygon.corners.len();
    Some(Portal { right: mesh.flat(polygon.corners[edge]), left: mesh.flat(polygon.corners[(edge + 1) % n]) })
}

/// Rounds over all meeting points, and halvings of each one's edge by the golden section.
const ROUNDS: usize = 24;
const HALVINGS: usize = 32;

/// The way by these steps, each with the point it ends in.
pub(super) fn build(
    mesh: &NavMesh,
    links: &[OffMeshLink],
    filter: &Filter,
    (from, to): (Spot, Spot),
    steps: &[(Came, DVec2)],
) -> Trip {
    let factor = |polygon: PolygonId| filter.on(mesh, polygon).unwrap_or(1.0);
    let metre = |polygon: PolygonId| mesh.stance(polygon).cost() * factor(polygon);
    let mut pieces = pieces(mesh, links, (from, to), steps, |a, b| {
        mesh.stance(a) == mesh.stance(b) && factor(a) == factor(b)
    });
    for _ in 0..ROUNDS {
        for at in 1..pieces.len() {
            let [before, after] = &mut pieces[at - 1..=at] else { continue };
            let (here, next) = (before.chain[before.chain.len() - 1], after.chain[0]);
            let Some(edge) = portal(mesh, here, next).filter(|_| before.link.is_none()) else { continue };
            let (start, end) = (before.start.truncate(), after.end.truncate());
            let cost = |share: f64| {
                let point = edge.left.lerp(edge.right, share);
                metre(here) * before.length(start, point) + metre(next) * after.length(point, end)
            };
            let point = edge.left.lerp(edge.right, least(cost));
            before.end = point.extend(mesh.height_at(here, point));
            after.start = before.end;
        }
    }
    let mut points: Vec<(DVec3, Step, f64)> = Vec::new();
    for piece in &pieces {
        walk(mesh, piece, factor(piece.chain[0]), &mut points);
        if let Some(link) = piece.link {
            points.push((piece.end, Step::Link(link), 1.0));
        }
    }
    let stance = mesh.stance(to.polygon);
    points.push((raised(mesh, to.point, stance), Step::Move(stance), 1.0));
    points.dedup_by(|b, a| {
        let same = a.0.distance(b.0) < 1e-9 && a.1 == b.1;
        if same {
            // One goes on from the later of the two, at its price.
            a.2 = b.2;
        }
        same
    });
    let points = carried(&points);
    let legs = || points.windows(2).map(|leg| (leg[0].0.distance(leg[1].0), leg[0].1, leg[0].2));
    let cost = legs()
        .map(|(length, step, factor)| match step {
            Step::Move(stance) => length * stance.cost() * factor,
            Step::Link(number) => link_cost(&links[number]),
        })
        .sum();
    let length = legs().map(|(length, ..)| length).sum();
    Trip { points: points.into_iter().map(|(at, step, _)| (at, step)).collect(), length, cost }
}

/// Cuts the steps where a link is taken or the ground is not alike.
fn pieces(
    mesh: &NavMesh,
    links: &[OffMeshLink],
    (from, to): (Spot, Spot),
    steps: &[(Came, DVec2)],
    alike: impl Fn(PolygonId, PolygonId) -> bool,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut start = from.point;
    let mut chain: Vec<PolygonId> = Vec::new();
    for (number, &(came, end)) in steps.iter().enumerate() {
        let (over, link) = match came {
            Came::Over(over) => (over, None),
            Came::By(link, forth, over) => (over, Some((link, forth))),
        };
        if chain.last() != Some(&over) {
            chain.push(over);
        }
        if let Some((link, forth)) = link {
            let ends = (&links[link].from, &links[link].to);
            let (near, far) = if forth { ends } else { (ends.1, ends.0) };
            pieces.push(Piece::new(mesh, std::mem::take(&mut chain), start, near.point, Some(link)));
            start = far.point;
            continue;
        }
        let next = steps.get(number + 1).map(|(Came::Over(next) | Came::By(_, _, next), _)| *next);
        if !next.is_some_and(|next| alike(next, over)) {
            let place = if next.is_none() { to.point } else { end.extend(mesh.height_at(over, end)) };
            pieces.push(Piece::new(mesh, std::mem::take(&mut chain), start, place, None));
            start = place;
        }
    }
    pieces
}

/// Where in 0 to 1 a function with one valley is least.
fn least(cost: impl Fn(f64) -> f64) -> f64 {
    const SHARE: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (0.0, 1.0);
    let (mut a, mut b) = (1.0 - SHARE, SHARE);
    let (mut at_a, mut at_b) = (cost(a), cost(b));
    for _ in 0..HALVINGS {
        if at_a < at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - SHARE * (high - low);
            at_a = cost(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + SHARE * (high - low);
            at_b = cost(b);
        }
    }
    // An end of the edge is a corner: exactly there, if it is as good.
    let middle = f64::midpoint(low, high);
    let best = |x: f64, y: f64| if cost(y) <= cost(x) { y } else { x };
    best(best(middle, 0.0), 1.0)
}

/// The same way with every stance that is more than the next ground asks for kept until the body is out.
fn carried(points: &[(DVec3, Step, f64)]) -> Vec<(DVec3, Step, f64)> {
    let mut made = Vec::with_capacity(points.len());
    let mut gait = Gait::default();
    for (number, &(at, step, factor)) in points.iter().enumerate() {
        let Step::Move(ground) = step else {
            gait = Gait::default();
            made.push((at, step, factor));
            continue;
        };
        let leg = points.get(number + 1).map_or(0.0, |next| at.distance(next.0));
        match gait.onto(ground) {
            Some((stance, metres)) if leg > metres => {
                made.push((at, Step::Move(stance), factor));
                made.push((at.lerp(points[number + 1].0, metres / leg), step, factor));
            }
            Some((stance, _)) => made.push((at, Step::Move(stance), factor)),
            None => made.push((at, step, factor)),
        }
        gait = gait.over(ground, leg).1;
    }
    made
}

/// Swimmers are at the surface, not on the bed their mesh lies on.
fn raised(mesh: &NavMesh, point: DVec3, stance: Stance) -> DVec3 {
    match mesh.surface(point.truncate()) {
        Some(level) if stance == Stance::Swim => point.truncate().extend(level.max(point.z)),
        _ => point,
    }
}

/// Adds the points of a taut line over a piece: its beginning and its turns, not its end.
fn walk(mesh: &NavMesh, piece: &Piece, factor: f64, points: &mut Vec<(DVec3, Step, f64)>) {
    let Piece { chain, portals, start, end, .. } = piece;
    let line = taut(start.truncate(), portals, end.truncate());
    let stance = mesh.stance(chain[0]);
    let mut add = |point: DVec3| points.push((raised(mesh, point, stance), Step::Move(stance), factor));
    add(*start);
    for &turn in line.iter().take(line.len() - 1).skip(1) {
        // A turn is an end of a portal: there the polygon is known, and with it the floor.
        let floor = portals.iter().position(|portal| portal.left == turn || portal.right == turn);
        let polygon = floor.map_or(chain[chain.len() - 1], |at| chain[at]);
        add(turn.extend(mesh.height_at(polygon, turn)));
    }
}
