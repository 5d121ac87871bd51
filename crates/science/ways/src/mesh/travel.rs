//! Ways with stances, costs and links.
//!
//! A* over gates: points of the edges between polygons, at most a metre apart on short edges and a sixteenth of long ones. Polygons are convex, so
//! from a gate one walks straight to any other of the same polygon, and a metre costs what the polygon's stance costs.
//! [`OffMeshLink`]s lead from a point of one polygon to a point of another: doors, ladders, jumps. The way is then pulled taut wherever the
//! stance stays the same, so that it crosses from one stance to another where it was found cheapest. After low or narrow ground the stance is kept
//! until the body is out of it. Estimates are straight lines; stances and links never cost less than their length, so they are admissible. Ways may
//! be longer than the shortest, since gates stand for the edges: the outcome is `Partial` with [`Reason::MayBeLonger`]; use [`super::Polyanya`]
//! where all ground costs the same.

use super::funnel::{Portal, taut};
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
    /// What it costs: every metre as much as the stance it is gone in, and the links.
    pub cost: f64,
}

/// Where one may cross from polygon to polygon, or where a way begins or ends.
#[derive(Clone, Copy, Debug)]
struct Gate {
    at: DVec2,
    /// The polygons it lies on the border of; a place within one has it twice.
    polygons: [PolygonId; 2],
}

#[derive(Clone, Copy, Debug)]
struct Note {
    cost: f64,
    /// The gate before, and how one came from there.
    parent: Option<(u32, Came)>,
    search: u32,
    done: bool,
}

/// How one comes to a gate.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Came {
    /// Straight over this polygon.
    Over(PolygonId),
    /// By a link, there or back, from this polygon.
    By(usize, bool, PolygonId),
}

/// Metres between gates of an edge, and the most pieces an edge is cut into.
const SPACING: f64 = 1.0;
const MOST_PIECES: f64 = 16.0;

/// Finds ways over a mesh with stances and links; keeps its memory between them.
#[derive(Clone, Debug, Default)]
pub struct Traveller {
    /// Of the mesh; then the start, the goal and both ends of every link.
    gates: Vec<Gate>,
    /// The mesh's gates by polygon.
    around: Vec<Vec<u32>>,
    /// How many gates are the mesh's.
    fixed: usize,
    notes: Vec<Note>,
    search: u32,
    queue: Queue,
    quest: Option<(Spot, Spot)>,
    /// The mesh that is searched.
    version: Option<u64>,
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
        if self.version != Some(mesh.version()) {
            self.survey(mesh);
        }
        self.links = links.len();
        self.search = self.search.wrapping_add(1);
        self.expansions = 0;
        let within = |spot: Spot| Gate { at: spot.point.truncate(), polygons: [spot.polygon; 2] };
        self.gates.truncate(self.fixed);
        self.gates.extend([within(from), within(to)]);
        self.gates.extend(links.iter().flat_map(|link| [within(link.from), within(link.to)]));
        if self.notes.len() != self.gates.len() || self.search == 0 {
            let blank = Note { cost: 0.0, parent: None, search: 0, done: false };
            self.notes = vec![blank; self.gates.len()];
            self.search = 1;
        }
        self.queue.clear();
        let start = self.fixed;
        self.notes[start] = Note { cost: 0.0, parent: None, search: self.search, done: false };
        self.queue.push(Rank(0.0, 0.0), start as u32);
        self.quest = Some((from, to));
        self.resume(mesh, links, budget)
    }

    /// Finds the gates of a mesh.
    fn survey(&mut self, mesh: &NavMesh) {
        (self.version, self.search) = (Some(mesh.version()), 0);
        self.gates.clear();
        self.notes.clear();
        self.around = vec![Vec::new(); mesh.len()];
        for here in mesh.polygons() {
            let polygon = &mesh.polygons[here.slot()];
            for (edge, next) in polygon.across.iter().enumerate() {
                let Some(next) = next.filter(|next| here.0 < next.0) else { continue };
                let corner = |at: usize| mesh.flat(polygon.corners[at % polygon.corners.len()]);
                let (a, b) = (corner(edge), corner(edge + 1));
                let pieces = (a.distance(b) / SPACING).ceil().clamp(2.0, MOST_PIECES);
                for piece in 0..=pieces as u32 {
                    let number = self.gates.len() as u32;
                    self.gates
                        .push(Gate { at: a.lerp(b, f64::from(piece) / pieces), polygons: [here, next] });
                    self.around[here.slot()].push(number);
                    self.around[next.slot()].push(number);
                }
            }
        }
        self.fixed = self.gates.len();
    }

    /// Goes on until the goal is reached or the budget ends, with the links it set out with.
    pub fn resume(&mut self, mesh: &NavMesh, links: &[OffMeshLink], budget: &mut Budget) -> Answer<Trip> {
        let outcome = self.work(mesh, links, budget);
        Answer { outcome, expansions: self.expansions }
    }

    fn work(&mut self, mesh: &NavMesh, links: &[OffMeshLink], budget: &mut Budget) -> Outcome<Trip> {
        let Some((from, to)) = self.quest.take() else { return Outcome::Unreachable(Reason::NoWay) };
        if (self.version, self.links) != (Some(mesh.version()), links.len()) {
            return Outcome::Unreachable(Reason::MapChanged);
        }
        let goal = self.fixed as u32 + 1;
        let fits = |link: &OffMeshLink| link.open && mesh.check_ends(link.from, link.to).is_ok();
        loop {
            let Some((_, here)) = self.queue.peek() else { return Outcome::Unreachable(Reason::NoWay) };
            if self.notes[here as usize].done {
                self.queue.pop();
                continue;
            }
            if !budget.spend() {
                self.quest = Some((from, to));
                return Outcome::OutOfBudget;
            }
            self.queue.pop();
            self.expansions += 1;
            let note = &mut self.notes[here as usize];
            note.done = true;
            let cost = note.cost;
            if here == goal {
                return Outcome::Partial(self.trip(mesh, links, from, to), Reason::MayBeLonger);
            }
            let Gate { at, polygons: [one, other] } = self.gates[here as usize];
            for over in [one, other].into_iter().take(if one == other { 1 } else { 2 }) {
                let metre = mesh.stance(over).cost();
                let straight = |to: DVec2| cost + at.distance(to) * metre;
                for slot in 0..self.around[over.slot()].len() {
                    let gate = self.around[over.slot()][slot];
                    let came = (here, Came::Over(over));
                    self.reach(gate, straight(self.gates[gate as usize].at), came, to);
                }
                if over == to.polygon {
                    self.reach(goal, straight(to.point.truncate()), (here, Came::Over(over)), to);
                }
                for (number, link) in links.iter().enumerate().filter(|(_, link)| fits(link)) {
                    let ends = [(link.from, link.to, true), (link.to, link.from, link.both_ways)];
                    for (forth, (near, far, goes)) in [true, false].into_iter().zip(ends) {
                        if goes && near.polygon == over {
                            let cost = straight(near.point.truncate()) + link_cost(link);
                            let end = goal + 1 + 2 * number as u32 + u32::from(forth);
                            debug_assert_eq!(self.gates[end as usize].at, far.point.truncate());
                            self.reach(end, cost, (here, Came::By(number, forth, over)), to);
                        }
                    }
                }
            }
        }
    }

    fn reach(&mut self, gate: u32, cost: f64, came: (u32, Came), to: Spot) {
        let note = &mut self.notes[gate as usize];
        if note.search == self.search && (note.done || note.cost <= cost) {
            return;
        }
        *note = Note { cost, parent: Some(came), search: self.search, done: false };
        let rest = self.gates[gate as usize].at.distance(to.point.truncate());
        self.queue.push(Rank(cost + rest, rest), gate);
    }

    /// The way that was found, from its beginning, piece by piece between links and changes of stance, each pulled taut.
    fn trip(&self, mesh: &NavMesh, links: &[OffMeshLink], from: Spot, to: Spot) -> Trip {
        let mut steps = Vec::new();
        let mut at = self.fixed as u32 + 1;
        while let Some((before, came)) = self.notes[at as usize].parent {
            steps.push((came, self.gates[at as usize].at));
            at = before;
        }
        steps.reverse();
        let mut points = Vec::new();
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
                walk(mesh, &chain, start, near.point, &mut points);
                points.push((near.point, Step::Link(link)));
                (start, chain) = (far.point, Vec::new());
                continue;
            }
            // The next step goes on over ground of the same stance, or this piece ends here.
            let goes_on = matches!(steps.get(number + 1), Some((Came::Over(next) | Came::By(_, _, next), _))
                if mesh.stance(*next) == mesh.stance(over));
            if !goes_on {
                let last = number + 1 == steps.len();
                let place = if last { to.point } else { end.extend(mesh.height_at(over, end)) };
                walk(mesh, &chain, start, place, &mut points);
                (start, chain) = (place, Vec::new());
            }
        }
        let stance = mesh.stance(to.polygon);
        points.push((raised(mesh, to.point, stance), Step::Move(stance)));
        points.dedup_by(|b, a| a.0.distance(b.0) < 1e-9 && a.1 == b.1);
        let points = carried(&points);
        let legs = || points.windows(2).map(|leg| (leg[0].0.distance(leg[1].0), leg[0].1));
        let cost = legs()
            .map(|(length, step)| match step {
                Step::Move(stance) => length * stance.cost(),
                Step::Link(number) => link_cost(&links[number]),
            })
            .sum();
        let length = legs().map(|(length, _)| length).sum();
        Trip { points, length, cost }
    }
}

/// What a link costs: never less than its length.
fn link_cost(link: &OffMeshLink) -> f64 {
    let length = link.from.point.distance(link.to.point);
    if link.cost.is_finite() { link.cost.max(length) } else { length }
}

/// The same way with every stance that is more than the next ground asks for kept until the body is out: for its radius.
fn carried(points: &[(DVec3, Step)]) -> Vec<(DVec3, Step)> {
    let mut made: Vec<(DVec3, Step)> = Vec::with_capacity(points.len());
    let mut carry: Option<(Stance, f64)> = None;
    let mut before = None;
    for (number, &(at, step)) in points.iter().enumerate() {
        let Step::Move(ground) = step else {
            (carry, before) = (None, None);
            made.push((at, step));
            continue;
        };
        if let Some(left) = before.filter(|before| *before > ground && *before != Stance::Swim) {
            carry = Some((left, f64::from(left.body().radius)));
        }
        before = Some(ground);
        carry = carry.filter(|(stance, _)| *stance > ground);
        let leg = points.get(number + 1).map_or(0.0, |next| at.distance(next.0));
        match carry {
            Some((stance, left)) if leg > left => {
                made.push((at, Step::Move(stance)));
                made.push((at.lerp(points[number + 1].0, left / leg), step));
                carry = None;
            }
            Some((stance, left)) => {
                made.push((at, Step::Move(stance)));
                carry = Some((stance, left - leg));
            }
            None => made.push((at, step)),
        }
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

/// Adds the points of a taut line over a chain of polygons of one stance: its beginning and its turns, not its end.
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
    let stance = mesh.stance(chain[0]);
    let mut add = |point: DVec3| points.push((raised(mesh, point, stance), Step::Move(stance)));
    add(start);
    for &turn in line.iter().take(line.len() - 1).skip(1) {
        // A turn is an end of a portal: there the polygon is known, and with it the floor.
        let floor = portals.iter().position(|portal| portal.left == turn || portal.right == turn);
        let polygon = floor.map_or(chain[chain.len() - 1], |at| chain[at]);
        add(turn.extend(mesh.height_at(polygon, turn)));
    }
}
