//! Ways with stances, costs and links.
//!
//! A* over gates: points of the edges between polygons, at most a metre apart on short edges and a sixteenth of long ones. Polygons are convex, so
//! from a gate one walks straight to any other of the same polygon, and a metre costs what the polygon's stance costs, times what the traveller's [`Filter`]
//! makes of its flags; after low or narrow ground the stance is kept until the body is out of it, and that counts in the choice.
//! [`OffMeshLink`]s lead from a point of one polygon to a point of another: doors, ladders, jumps. What is found is pulled taut ([`super::Trip`]).
//! Estimates are straight lines; stances, flags and links never cost less than their length, so they are admissible. Ways may be longer than the
//! shortest, since gates stand for the edges: the outcome is `Partial` with [`Reason::MayBeLonger`]; use [`super::Polyanya`] where all ground costs
//! the same.

use super::trip::{Came, Gait, Trip, build, link_cost};
use super::{Filter, NavMesh, PolygonId, Spot};
use crate::search::queue::{Queue, Rank};
use crate::{Answer, Budget, Outcome, Reason};
use wold_space::DVec2;

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
    gait: Gait,
    /// The gate before, and how one came from there.
    parent: Option<(u32, Came)>,
    search: u32,
    done: bool,
}

/// Metres between gates of an edge, and the most pieces an edge is cut into.
const SPACING: f64 = 1.0;
const MOST_PIECES: f64 = 16.0;

/// Finds ways over a mesh with stances and links; keeps its memory between them.
#[derive(Clone, Debug, Default)]
pub struct Traveller {
    filter: Filter,
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

    /// The same for an agent that makes of marked ground what this filter says.
    #[must_use]
    pub fn with_filter(filter: Filter) -> Self {
        Self { filter, ..Self::default() }
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
        for (end, reason) in [(from, Reason::StartBlocked), (to, Reason::GoalBlocked)] {
            if self.filter.on(mesh, end.polygon).is_none() {
                return Answer::refused(reason);
            }
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
            let blank = Note { cost: 0.0, gait: Gait::default(), parent: None, search: 0, done: false };
            self.notes = vec![blank; self.gates.len()];
            self.search = 1;
        }
        self.queue.clear();
        let start = self.fixed;
        let gait = Gait::default();
        self.notes[start] = Note { cost: 0.0, gait, parent: None, search: self.search, done: false };
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
            let (cost, gait) = (note.cost, note.gait);
            if here == goal {
                let trip = build(mesh, links, &self.filter, (from, to), &self.steps());
                return Outcome::Partial(trip, Reason::MayBeLonger);
            }
            let Gate { at, polygons: [one, other] } = self.gates[here as usize];
            for over in [one, other].into_iter().take(if one == other { 1 } else { 2 }) {
                let Some(factor) = self.filter.on(mesh, over) else { continue };
                let straight = |to: DVec2| {
                    let (metres, gait) = gait.over(mesh.stance(over), at.distance(to));
                    (cost + metres * factor, gait)
                };
                for slot in 0..self.around[over.slot()].len() {
                    let gate = self.around[over.slot()][slot];
                    let came = (here, Came::Over(over));
                    self.reach(gate, straight(self.gates[gate as usize].at), came, to);
                }
                if over == to.polygon {
                    let (cost, _) = straight(to.point.truncate());
                    self.reach(goal, (cost, Gait::default()), (here, Came::Over(over)), to);
                }
                for (number, link) in links.iter().enumerate().filter(|(_, link)| fits(link)) {
                    let ends = [(link.from, link.to, true), (link.to, link.from, link.both_ways)];
                    for (forth, (near, far, goes)) in [true, false].into_iter().zip(ends) {
                        if goes && near.polygon == over {
                            let cost = straight(near.point.truncate()).0 + link_cost(link);
                            let end = goal + 1 + 2 * number as u32 + u32::from(forth);
                            debug_assert_eq!(self.gates[end as usize].at, far.point.truncate());
                            self.reach(
                                end,
                                (cost, Gait::default()),
                                (here, Came::By(number, forth, over)),
                                to,
                            );
                        }
                    }
                }
            }
        }
    }

    /// Notes a cheaper way to a gate. Who still has to get up owes what that costs: of two ways the one with less of both together is cheaper.
    fn reach(&mut self, gate: u32, (cost, gait): (f64, Gait), came: (u32, Came), to: Spot) {
        let note = &mut self.notes[gate as usize];
        let whole = cost + gait.owed();
        if note.search == self.search && (note.done || note.cost + note.gait.owed() <= whole) {
            return;
        }
        *note = Note { cost, gait, parent: Some(came), search: self.search, done: false };
        let rest = self.gates[gate as usize].at.distance(to.point.truncate());
        self.queue.push(Rank(whole + rest, rest), gate);
    }

    /// How one came to the goal, and where each step ended.
    fn steps(&self) -> Vec<(Came, DVec2)> {
        let mut steps = Vec::new();
        let mut at = self.fixed as u32 + 1;
        while let Some((before, came)) = self.notes[at as usize].parent {
            steps.push((came, self.gates[at as usize].at));
            at = before;
        }
        steps.reverse();
        steps
    }
}
