//! Exact shortest ways over a mesh (Polyanya; Cui, Harabor and Grastien, "Compromise-free pathfinding on a navigation mesh", 2017).
//!
//! A* over intervals: a piece of an edge, seen whole from a root (the start or a corner the way has turned at). A step takes an
//! interval into the polygon behind it and gives the pieces of that polygon's other edges that the root sees through the
//! interval, and, where the interval ends at a corner of the mesh, those seen only after turning there. The estimate is the
//! length of the shortest way from the root over the interval to the goal, mirrored if it lies on the near side. Costs are
//! plain lengths seen from above: no stances, no links; see [`super::Traveller`] for those.
//!
//! Supports meshes with floors above each other, and meshes of many small equal polygons, where the same root is reached by many ways
//! of the same length: what a root has seen at a cost is not looked at again. Goals on ground that does not hang together with
//! the start's are refused at once. A root sees every edge at most once in each direction, so the search ends; should rounding ever
//! make a mesh contradict that, it ends with [`Reason::BrokenMap`].

use super::{NavMesh, PolygonId, Spot};
use crate::search::queue::{Queue, Rank};
use crate::{Answer, Budget, Outcome, Reason};
use std::collections::BTreeMap;
use wold_space::DVec2;

/// An interval with a root. Left and right are as seen from the root.
#[derive(Clone, Copy, Debug)]
struct Sight {
    root: DVec2,
    /// The vertex the root is; nothing at the start.
    root_vertex: Option<u32>,
    left: DVec2,
    right: DVec2,
    /// Whether the ends are corners where a way may turn.
    left_corner: Option<u32>,
    right_corner: Option<u32>,
    /// Where the interval leads, and the edge of that polygon it lies on.
    into: PolygonId,
    edge: u32,
    cost: f64,
    parent: u32,
}

/// A way over a mesh, seen from above.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taut {
    /// Start, turns and goal.
    pub points: Vec<DVec2>,
    /// The polygons it passes, in order.
    pub polygons: Vec<PolygonId>,
    /// Its length.
    pub length: f64,
}

/// Finds shortest ways over a [`NavMesh`]; keeps its memory between them.
///
/// ```
/// use wold_space::{DVec2, DVec3};
/// use wold_ways::{Budget, mesh::{NavMesh, Polyanya, Stance}};
/// // An L: two rooms beside a corner at (1, 1).
/// let at = |x, y| DVec3::new(x, y, 0.0);
/// let vertices = vec![at(0., 0.), at(1., 0.), at(2., 0.), at(2., 1.), at(1., 1.), at(1., 2.), at(0., 2.), at(0., 1.)];
/// let rooms = [vec![0, 1, 4, 7], vec![1, 2, 3, 4], vec![7, 4, 5, 6]];
/// let mesh = NavMesh::new(vertices, rooms.map(|room| (room, Stance::Stand)).to_vec())?;
/// let (from, to) = (mesh.locate(at(2., 1.)).unwrap(), mesh.locate(at(1., 2.)).unwrap());
/// let way = Polyanya::new().find(&mesh, from, to, &mut Budget::unlimited()).complete().unwrap();
/// assert_eq!(way.points, [DVec2::new(2., 1.), DVec2::new(1., 1.), DVec2::new(1., 2.)]);
/// # Ok::<(), wold_ways::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Polyanya {
    sights: Vec<Sight>,
    queue: Queue,
    /// The least cost at which each vertex has been a root.
    roots: Vec<(u32, f64)>,
    /// What each root has already seen of each edge, and at what cost: round corners the same is met more than once.
    seen: BTreeMap<(u32, PolygonId, u32), Vec<Piece>>,
    search: u32,
    quest: Option<(Spot, Spot, Vec<PolygonId>)>,
    goal: DVec2,
    /// The mesh that is searched.
    version: u64,
    expansions: u64,
}

/// A cost, and the piece of an edge seen at it.
type Piece = (f64, f64, f64);

const NO_PARENT: u32 = u32::MAX;
/// Pieces of edges shorter than this are points.
const POINT: f64 = 1e-9;

impl Polyanya {
    /// A searcher with no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The shortest way between two places.
    pub fn find(&mut self, mesh: &NavMesh, from: Spot, to: Spot, budget: &mut Budget) -> Answer<Taut> {
        match self.begin(mesh, from, to) {
            Ok(()) => self.resume(mesh, budget),
            Err(reason) => Answer::refused(reason),
        }
    }

    /// Sets out; [`Polyanya::resume`] does the work.
    pub fn begin(&mut self, mesh: &NavMesh, from: Spot, to: Spot) -> Result<(), Reason> {
        self.quest = None;
        mesh.check_ends(from, to)?;
        self.version = mesh.version();
        self.sights.clear();
        self.queue.clear();
        self.seen.clear();
        self.expansions = 0;
        self.search = self.search.wrapping_add(1);
        if self.roots.len() != mesh.vertices.len() || self.search == 0 {
            self.roots = vec![(0, 0.0); mesh.vertices.len()];
            self.search = 1;
        }
        // A point on an edge belongs to all polygons of its floor that meet there.
        let goals = mesh.around(to);
        self.goal = to.point.truncate();
        let start = from.point.truncate();
        let starts = mesh.around(from);
        if starts.iter().any(|p| goals.contains(p)) {
            self.quest = Some((from, to, starts.into_iter().filter(|p| goals.contains(p)).collect()));
            return Ok(());
        }
        for &polygon in starts.iter().filter(|&&start| goals.iter().any(|goal| mesh.are_joined(start, *goal)))
        {
            for (edge, behind) in mesh.polygons[polygon.slot()].across.iter().enumerate() {
                // What lies behind an edge through the start is seen from there.
                if behind.is_some_and(|behind| !starts.contains(&behind)) {
                    let (a, b) = ends(mesh, polygon, edge);
                    self.see_edge(mesh, polygon, edge, (0.0, 1.0), start, None, 0.0, NO_PARENT, (a, b));
                }
            }
        }
        self.quest = Some((from, to, goals));
        Ok(())
    }

    /// Goes on until the goal is reached or the budget ends.
    pub fn resume(&mut self, mesh: &NavMesh, budget: &mut Budget) -> Answer<Taut> {
        let outcome = self.work(mesh, budget);
        Answer { outcome, expansions: self.expansions }
    }

    fn work(&mut self, mesh: &NavMesh, budget: &mut Budget) -> Outcome<Taut> {
        let Some((from, to, goals)) = self.quest.take() else {
            return Outcome::Unreachable(Reason::NoWay);
        };
        if self.version != mesh.version() {
            return Outcome::Unreachable(Reason::MapChanged);
        }
        let (start, goal) = (from.point.truncate(), to.point.truncate());
        if self.sights.is_empty() && goals.iter().any(|p| mesh.around(from).contains(p)) {
            let points = if start == goal { vec![start] } else { vec![start, goal] };
            return Outcome::Complete(Taut {
                points,
                polygons: goals[..1].to_vec(),
                length: start.distance(goal),
            });
        }
        // Every root may see every edge once from each side, in a few pieces.
        let edges: u64 = mesh.polygons.iter().map(|p| p.corners.len() as u64).sum();
        let roots = 1 + mesh.notches.iter().flatten().count() as u64;
        let limit = edges.saturating_mul(roots).saturating_mul(4);
        loop {
            if self.expansions > limit {
                return Outcome::Unreachable(Reason::BrokenMap);
            }
            if self.queue.len() == 0 {
                return Outcome::Unreachable(Reason::NoWay);
            }
            if !budget.spend() {
                self.quest = Some((from, to, goals));
                return Outcome::OutOfBudget;
            }
            let (_, index) = self.queue.pop().expect("the queue is not empty");
            let sight = self.sights[index as usize];
            self.expansions += 1;
            if let Some(vertex) = sight.root_vertex
                && sight.cost > self.least(vertex) + POINT
            {
                continue;
            }
            if goals.contains(&sight.into) {
                return Outcome::Complete(self.way(start, goal, index));
            }
            self.expand(mesh, index, sight);
        }
    }

    fn least(&self, vertex: u32) -> f64 {
        let (search, cost) = self.roots[vertex as usize];
        if search == self.search { cost } else { f64::INFINITY }
    }

    /// Takes a sight through the polygon behind it.
    fn expand(&mut self, mesh: &NavMesh, index: u32, sight: Sight) {
        let polygon = sight.into;
        let n = mesh.polygons[polygon.slot()].corners.len();
        // A dead end leads nowhere else.
        if mesh.polygons[polygon.slot()].across.iter().flatten().count() < 2 {
            return;
        }
        let Sight { root, left, right, cost, .. } = sight;
        let across = (left - root).perp_dot(right - root).abs();
        let reach = (left - root).length().max((right - root).length()).max(POINT);
        let in_line = across <= POINT * reach;
        // At an end of its edge the root sees all behind it; further off in line with it, only from a corner at the nearer end.
        let (near, corner) = if root.distance(left) <= root.distance(right) {
            (left, sight.left_corner)
        } else {
            (right, sight.right_corner)
        };
        let (seer, seer_vertex, seen_from) = match corner {
            _ if !in_line || root.distance(near) <= POINT => (root, sight.root_vertex, cost),
            Some(corner) => (near, Some(corner), cost + root.distance(near)),
            None => return,
        };
        for i in 1..n {
            let edge = (sight.edge as usize + i) % n;
            let (a, b) = ends(mesh, polygon, edge);
            if in_line {
                self.see_edge(mesh, polygon, edge, (0.0, 1.0), seer, seer_vertex, seen_from, index, (a, b));
                continue;
            }
            // From right to left along the edge: hidden behind the right end, seen, hidden behind the left end.
            let right_side = |p: DVec2| (right - root).perp_dot(p - root);
            let left_side = |p: DVec2| (left - root).perp_dot(p - root);
            let cut = |sa: f64, sb: f64| {
                if (sa - sb).abs() <= f64::MIN_POSITIVE { 0.0 } else { (sa / (sa - sb)).clamp(0.0, 1.0) }
            };
            let (ra, rb) = (right_side(a), right_side(b));
            let (la, lb) = (left_side(a), left_side(b));
            // Round a convex polygon both lines are crossed once, from right to left. An edge that leaves the end of the
            // interval away from what is seen starts on the line, so the hidden ones are told first.
            let t0 = match () {
                () if rb <= 0.0 => 1.0,
                () if ra >= 0.0 => 0.0,
                () => cut(ra, rb),
            };
            let t1 = match () {
                () if la >= 0.0 => 0.0,
                () if lb <= 0.0 => 1.0,
                () => cut(la, lb),
            };
            if t1 > t0 {
                self.see_edge(mesh, polygon, edge, (t0, t1), root, sight.root_vertex, cost, index, (a, b));
            }
            if t0 > 0.0
                && let Some(corner) = sight.right_corner
            {
                let through = cost + root.distance(right);
                self.see_edge(mesh, polygon, edge, (0.0, t0), right, Some(corner), through, index, (a, b));
            }
            if t1 < 1.0
                && let Some(corner) = sight.left_corner
            {
                let through = cost + root.distance(left);
                self.see_edge(mesh, polygon, edge, (t1, 1.0), left, Some(corner), through, index, (a, b));
            }
        }
    }

    /// Notes the piece of an edge between two parameters, if it leads on.
    #[allow(clippy::too_many_arguments)] // One sight, taken apart: a struct for it would be the sight again.
    fn see_edge(
        &mut self,
        mesh: &NavMesh,
        polygon: PolygonId,
        edge: usize,
        (t0, t1): (f64, f64),
        root: DVec2,
        root_vertex: Option<u32>,
        cost: f64,
        parent: u32,
        (a, b): (DVec2, DVec2),
    ) {
        let Some(into) = mesh.polygons[polygon.slot()].across[edge] else { return };
        let length = a.distance(b);
        if (t1 - t0) * length <= POINT {
            return;
        }
        if let Some(vertex) = root_vertex {
            let least = self.least(vertex);
            if cost > least + POINT {
                return;
            }
            self.roots[vertex as usize] = (self.search, least.min(cost));
            let seen = self.seen.entry((vertex, polygon, edge as u32)).or_default();
            let covers =
                |&(at, from, to): &Piece| at <= cost + POINT && from <= t0 + POINT && t1 <= to + POINT;
            if seen.iter().any(covers) {
                return;
            }
            seen.push((cost, t0, t1));
        }
        let corners = &mesh.polygons[polygon.slot()].corners;
        let (va, vb) = (corners[edge], corners[(edge + 1) % corners.len()]);
        let turning = |vertex: u32, side: f64| mesh.may_turn(vertex, root, side).then_some(vertex);
        let at_a = t0 * length <= POINT;
        let at_b = (1.0 - t1) * length <= POINT;
        let right = if at_a { a } else { a.lerp(b, t0) };
        let left = if at_b { b } else { a.lerp(b, t1) };
        // The same edge seen from the other side runs the other way.
        let beyond = &mesh.polygons[into.slot()].corners;
        let twin = (0..beyond.len()).find(|&i| beyond[i] == vb && beyond[(i + 1) % beyond.len()] == va);
        let Some(twin) = twin else { return };
        let sight = Sight {
            root,
            root_vertex,
            left,
            right,
            left_corner: if at_b { turning(vb, 1.0) } else { None },
            right_corner: if at_a { turning(va, -1.0) } else { None },
            into,
            edge: twin as u32,
            cost,
            parent,
        };
        let estimate = cost + over(root, left, right, self.goal).1;
        self.queue.push(Rank(estimate, -cost), self.sights.len() as u32);
        self.sights.push(sight);
    }

    fn way(&self, start: DVec2, goal: DVec2, last: u32) -> Taut {
        let mut points = vec![goal];
        let mut polygons = Vec::new();
        let sight = self.sights[last as usize];
        let (turn, _) = over(sight.root, sight.left, sight.right, goal);
        points.extend(turn);
        let mut at = last;
        while at != NO_PARENT {
            let sight = &self.sights[at as usize];
            points.push(sight.root);
            polygons.push(sight.into);
            at = sight.parent;
        }
        points.push(start);
        points.dedup_by(|a, b| a.distance(*b) <= POINT);
        points.reverse();
        polygons.reverse();
        let length = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        Taut { points, polygons, length }
    }
}

fn ends(mesh: &NavMesh, polygon: PolygonId, edge: usize) -> (DVec2, DVec2) {
    let corners = &mesh.polygons[polygon.slot()].corners;
    (mesh.flat(corners[edge]), mesh.flat(corners[(edge + 1) % corners.len()]))
}

/// The shortest way from a root over an interval to a goal: where it turns, if it does, and how long it is.
fn over(root: DVec2, left: DVec2, right: DVec2, goal: DVec2) -> (Option<DVec2>, f64) {
    let line = left - right;
    let (to_left, to_right) = (root.distance(left), root.distance(right));
    if line.perp_dot(root - right).abs() <= POINT * line.length() {
        // The root lies in line with the interval: within it the way is straight, off it the nearer end comes first.
        return match () {
            () if to_left.max(to_right) <= line.length() + POINT => (None, root.distance(goal)),
            () if to_left < to_right => (Some(left), to_left + left.distance(goal)),
            () => (Some(right), to_right + right.distance(goal)),
        };
    }
    let side = |p: DVec2| line.perp_dot(p - right);
    // On the near side the goal is mirrored: the way must still touch the interval.
    let goal = if side(root) * side(goal) > 0.0 {
        let normal = line.perp() / line.length();
        goal - 2.0 * normal.dot(goal - right) * normal
    } else {
        goal
    };
    let through = goal - root;
    let (l, r) = (through.perp_dot(left - root), through.perp_dot(right - root));
    match () {
        () if l >= 0.0 && r <= 0.0 => (None, through.length()),
        () if l < 0.0 => (Some(left), to_left + left.distance(goal)),
        () => (Some(right), to_right + right.distance(goal)),
    }
}
