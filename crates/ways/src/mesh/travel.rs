//! Ways with stances, costs and links.
//!
//! A* over polygons: each is entered at the middle of the edge it is entered by, and a metre costs what the polygon's stance costs.
//! [`OffMeshLink`]s lead from a point of one polygon to a point of another: doors, ladders, jumps. The chain of polygons is then
//! pulled taut. Estimates are straight lines; stances and links never cost less than their length, so they are admissible. Ways may be
//! longer than the shortest, since middles of edges stand for the edges: the outcome is `Partial` with
//! [`Reason::MayBeLonger`]; use [`super::Polyanya`] where all ground costs the same.

use super::funnel::{Portal, taut};
use super::stance::along;
use super::{NavMesh, PolygonId, Spot, Stance};
use crate::search::queue::{Queue, Rank};
use crate::{Answer, Budget, Outcome, Reason};
use wold_space::{DVec2, DVec3};

/// A way between two places of the mesh that does not run over it. One whose ends are not on the mesh leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffMeshLink {
    /// Where it begins.
    pub from: Spot,
    /// Where it ends.
    pub to: Spot,
    /// What it costs, at least its length.
    pub cost: f64,
    /// Whether it can be gone back.
    pub both_ways: bool,
    /// Whether it can be gone now: a locked door cannot.
    pub open: bool,
}

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
    /// What the search counted it at.
    pub cost: f64,
}

#[derive(Clone, Copy, Debug)]
struct Note {
    cost: f64,
    at: DVec2,
    parent: Option<PolygonId>,
    link: Option<usize>,
    search: u32,
    done: bool,
}

/// Finds ways over a mesh with stances and links; keeps its memory between them.
#[derive(Clone, Debug, Default)]
pub struct Traveller {
    notes: Vec<Note>,
    search: u32,
    queue: Queue,
    quest: Option<(Spot, Spot)>,
    /// The mesh that is searched.
    version: u64,
    /// How many links it set out with.
    links: usize,
    expansions: u64,
}

impl Traveller {
    /// A searcher with no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A way between two places.
    pub fn find(
        &mut self,
        mesh: &NavMesh,
        links: &[OffMeshLink],
        from: Spot,
        to: Spot,
        budget: &mut Budget,
    ) -> Answer<Trip> {
        self.quest = None;
        if let Err(reason) = mesh.check_ends(from, to) {
            return Answer::refused(reason);
        }
        (self.version, self.links) = (mesh.version(), links.len());
        self.search = self.search.wrapping_add(1);
        self.expansions = 0;
        if self.notes.len() != mesh.len() || self.search == 0 {
            let blank = Note { cost: 0.0, at: DVec2::ZERO, parent: None, link: None, search: 0, done: false };
            self.notes = vec![blank; mesh.len()];
            self.search = 1;
        }
        self.queue.clear();
        let at = from.point.truncate();
        let search = self.search;
        self.notes[from.polygon.slot()] =
            Note { cost: 0.0, at, parent: None, link: None, search, done: false };
        self.queue.push(Rank(0.0, 0.0), from.polygon.0);
        self.quest = Some((from, to));
        self.resume(mesh, links, budget)
    }

    /// Goes on until the goal is reached or the budget ends, with the links it set out with.
    pub fn resume(&mut self, mesh: &NavMesh, links: &[OffMeshLink], budget: &mut Budget) -> Answer<Trip> {
        let outcome = self.work(mesh, links, budget);
        Answer { outcome, expansions: self.expansions }
    }

    fn work(&mut self, mesh: &NavMesh, links: &[OffMeshLink], budget: &mut Budget) -> Outcome<Trip> {
        let Some((from, to)) = self.quest.take() else { return Outcome::Unreachable(Reason::NoWay) };
        if (self.version, self.links) != (mesh.version(), links.len()) {
            return Outcome::Unreachable(Reason::MapChanged);
        }
        loop {
            let Some((_, place)) = self.queue.peek() else { return Outcome::Unreachable(Reason::NoWay) };
            let here = PolygonId(place);
            if self.notes[here.slot()].done {
                self.queue.pop();
                continue;
            }
            if !budget.spend() {
                self.quest = Some((from, to));
                return Outcome::OutOfBudget;
            }
            self.queue.pop();
            self.expansions += 1;
            let note = &mut self.notes[here.slot()];
            note.done = true;
            let note = *note;
            if here == to.polygon {
                return Outcome::Partial(self.trip(mesh, links, from, to), Reason::MayBeLonger);
            }
            let metre = mesh.stance(here).cost();
            let corners = &mesh.polygons[here.slot()].corners;
            for (edge, next) in mesh.polygons[here.slot()].across.iter().enumerate() {
                let Some(next) = *next else { continue };
                let (a, b) = (mesh.flat(corners[edge]), mesh.flat(corners[(edge + 1) % corners.len()]));
                let middle = a.midpoint(b);
                let cost = note.cost + note.at.distance(middle) * metre;
                self.reach(mesh, next, Note { cost, at: middle, parent: Some(here), link: None, ..note }, to);
            }
            let fits = |link: &OffMeshLink| link.open && mesh.check_ends(link.from, link.to).is_ok();
            for (number, link) in links.iter().enumerate().filter(|(_, link)| fits(link)) {
                let ends = [(link.from, link.to, true), (link.to, link.from, link.both_ways)];
                for (near, far, _) in ends.into_iter().filter(|(near, _, goes)| *goes && near.polygon == here)
                {
                    let length = near.point.distance(far.point);
                    let cost = note.cost
                        + note.at.distance(near.point.truncate()) * metre
                        + if link.cost.is_finite() { link.cost.max(length) } else { length };
                    let at = far.point.truncate();
                    self.reach(
                        mesh,
                        far.polygon,
                        Note { cost, at, parent: Some(here), link: Some(number), ..note },
                        to,
                    );
                }
            }
        }
    }

    fn reach(&mut self, mesh: &NavMesh, place: PolygonId, new: Note, to: Spot) {
        let note = &mut self.notes[place.slot()];
        if note.search == self.search && (note.done || note.cost <= new.cost) {
            return;
        }
        let mut rest = new.at.distance(to.point.truncate());
        if place == to.polygon {
            rest *= mesh.stance(place).cost();
        }
        *note = Note { search: self.search, done: false, ..new };
        self.queue.push(Rank(new.cost + rest, rest), place.0);
    }

    /// Pulls the chain of polygons taut, piece by piece between links.
    fn trip(&self, mesh: &NavMesh, links: &[OffMeshLink], from: Spot, to: Spot) -> Trip {
        let mut chain = vec![(to.polygon, None)];
        let mut at = to.polygon;
        while let Some(parent) = self.notes[at.slot()].parent {
            chain.last_mut().expect("the chain has a last").1 = self.notes[at.slot()].link;
            chain.push((parent, None));
            at = parent;
        }
        chain.reverse();
        let goal = self.notes[to.polygon.slot()];
        let cost = goal.cost + goal.at.distance(to.point.truncate()) * mesh.stance(to.polygon).cost();
        let mut points = Vec::new();
        let mut start = from.point;
        let mut walked = vec![chain[0].0];
        for pair in chain.windows(2) {
            // The link is noted at the polygon it leads into.
            match pair[1].1 {
                None => walked.push(pair[1].0),
                Some(number) => {
                    let link = &links[number];
                    let forth = link.from.polygon == pair[0].0 && link.to.polygon == pair[1].0;
                    let (near, far) = if forth { (link.from, link.to) } else { (link.to, link.from) };
                    walk(mesh, &walked, start, near.point, &mut points);
                    points.push((near.point, Step::Link(number)));
                    start = far.point;
                    walked = vec![pair[1].0];
                }
            }
        }
        walk(mesh, &walked, start, to.point, &mut points);
        let stance = mesh.stance(to.polygon);
        points.push((raised(mesh, to.point, stance), Step::Move(stance)));
        points.dedup_by(|b, a| a.0.distance(b.0) < 1e-9 && a.1 == b.1);
        let length = points.windows(2).map(|leg| leg[0].0.distance(leg[1].0)).sum();
        Trip { points, length, cost }
    }
}

/// Swimmers are at the surface, not on the bed their mesh lies on.
fn raised(mesh: &NavMesh, point: DVec3, stance: Stance) -> DVec3 {
    match mesh.surface(point.truncate()) {
        Some(level) if stance == Stance::Swim => point.truncate().extend(level.max(point.z)),
        _ => point,
    }
}

/// Adds the points of a taut line over a chain of polygons: its turns, and where the stance changes. Not the last.
fn walk(mesh: &NavMesh, chain: &[PolygonId], start: DVec3, goal: DVec3, points: &mut Vec<(DVec3, Step)>) {
    let portals: Vec<Portal> = chain
        .windows(2)
        .filter_map(|pair| {
            let polygon = &mesh.polygons[pair[0].slot()];
            let edge = polygon.across.iter().position(|next| *next == Some(pair[1]))?;
            let n = polygon.corners.len();
            // Leaving an anticlockwise polygon, the first end of the edge is on the right.
            Some(Portal {
                right: mesh.flat(polygon.corners[edge]),
                left: mesh.flat(polygon.corners[(edge + 1) % n]),
            })
        })
        .collect();
    let line = taut(start.truncate(), &portals, goal.truncate());
    let ground: Vec<Stance> = chain.iter().map(|&id| mesh.stance(id)).collect();
    let stances = along(&ground);
    let mut leg = 0;
    points.push((raised(mesh, start, stances[0]), Step::Move(stances[0])));
    for (i, portal) in portals.iter().enumerate() {
        // The leg that crosses this portal: the first whose end lies beyond it.
        let beyond = |p: DVec2| (portal.left - portal.right).perp_dot(p - portal.right) < -1e-12;
        while leg + 2 < line.len() && !beyond(line[leg + 1]) {
            leg += 1;
            let turn = line[leg];
            let point = turn.extend(mesh.height_at(chain[i], turn));
            points.push((raised(mesh, point, stances[i]), Step::Move(stances[i])));
        }
        if stances[i + 1] != stances[i] {
            let crossing = crossing(line[leg], line[leg + 1], portal);
            let point = crossing.extend(mesh.height_at(chain[i + 1], crossing));
            points.push((raised(mesh, point, stances[i + 1]), Step::Move(stances[i + 1])));
        }
    }
    for &turn in line.iter().take(line.len() - 1).skip(leg + 1) {
        let last = chain[chain.len() - 1];
        let stance = stances[stances.len() - 1];
        points.push((raised(mesh, turn.extend(mesh.height_at(last, turn)), stance), Step::Move(stance)));
    }
}

/// Where a leg meets a portal; the nearer end if it only touches.
fn crossing(a: DVec2, b: DVec2, portal: &Portal) -> DVec2 {
    let side = |p: DVec2| (portal.left - portal.right).perp_dot(p - portal.right);
    let (sa, sb) = (side(a), side(b));
    if (sa - sb).abs() < 1e-12 { a } else { a.lerp(b, (sa / (sa - sb)).clamp(0.0, 1.0)) }
}
