//! One search from beginning to end.
//!
//! Contract: all manners have the same legs (one speed, eight directions) and the same eyes (the search's angle and range, facing where they walk). What one of them sees is covered. The hider
//! sets out from where it was last seen, walks to where it hides and stays. When somebody sees it there that is noted, but the search goes on, so that coverage can be compared to the end.

use super::super::{Coordinator, Entry, Leaving, Phase, Pool, Report, Setting, Task, Trigger, Viewer};
use super::board::Board;
use super::scene::{Begins, Scene};
use std::collections::BTreeSet;
use wold_chance::{Seed, Stream};
use wold_space::{DVec2, DVec3, EntityId, TICKS_PER_SECOND, Tick};

/// Who decides where searchers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The coordinator.
    Coordinated,
    /// Nobody: every step goes to any tile beside.
    RandomWalk,
    /// Nobody: everybody walks to any tile, then to any other.
    Wandering,
}

/// What became of a search.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The share of open tiles that somebody has seen, second by second from 0.
    pub coverage: Vec<f64>,
    /// When somebody first saw the hider where it hides, in seconds.
    pub found: Option<f64>,
    /// When the last searcher gave up.
    pub ended: Option<f64>,
    /// How often two searchers were on one spot: never.
    pub doubled: u64,
    /// Where each searcher was, step by step.
    pub paths: Vec<Vec<DVec3>>,
    /// The spots as they ended.
    pub pool: Pool,
    /// What the coordinator did and why.
    pub log: Vec<Entry>,
}

/// Steps of a run last so many ticks.
const STRIDE: u64 = 5;
/// Metres a second, of searchers and of the hider.
const SPEED: f64 = 2.0;
const HIDER_SPEED: f64 = 3.0;

impl Trial {
    /// The first second with so much coverage.
    #[must_use]
    pub fn time_to(&self, share: f64) -> Option<f64> {
        self.coverage.iter().position(|&covered| covered >= share).map(|second| second as f64)
    }
}

/// Somebody on legs.
#[derive(Clone, Debug)]
struct Walker {
    at: DVec3,
    tile: usize,
    /// The tile it is on its way to, if it stands on none.
    next: Option<usize>,
    facing: DVec2,
    goal: usize,
}

impl Walker {
    fn new(board: &Board, tile: (i32, i32)) -> Self {
        let at = board.middle(tile);
        let tile = board.number(at).unwrap_or(0);
        Self { at, tile, next: None, facing: DVec2::X, goal: tile }
    }

    /// Walks so many metres; `choose` says where to from a tile.
    fn walk(&mut self, board: &Board, mut metres: f64, mut choose: impl FnMut(&Self) -> Option<usize>) {
        loop {
            let Some(next) = self.next.or_else(|| choose(self)) else { return };
            self.next = Some(next);
            let to = board.middle(board.open()[next]);
            let far = self.at.distance(to);
            self.facing = (to - self.at).truncate().try_normalize().unwrap_or(self.facing);
            if far > metres {
                self.at += (to - self.at) * (metres / far);
                return;
            }
            metres -= far;
            (self.at, self.tile, self.next) = (to, next, None);
        }
    }

    fn walk_to_goal(&mut self, board: &Board, metres: f64) {
        self.walk(board, metres, |walker| board.next(walker.tile, walker.goal));
    }
}

/// Runs one search.
#[must_use]
pub fn run(scene: &Scene, board: &Board, manner: Manner, seed: Seed) -> Trial {
    let luck = Stream::named(seed, "search", &[manner as u64]);
    let mut walkers: Vec<Walker> = scene.searchers.iter().map(|&tile| Walker::new(board, tile)).collect();
    let mut hider = Walker::new(board, scene.last_seen);
    hider.goal = board.number(board.middle(scene.hider)).unwrap_or(hider.tile);
    let (last_seen, hostile) = (board.middle(scene.last_seen), scene.begins == Begins::Fight);
    let trigger = match scene.begins {
        Begins::Lost => Trigger::Lost { at: last_seen },
        Begins::Noise | Begins::Fight => Trigger::Stimulus { at: last_seen, hostile },
    };
    let mut search = Coordinator::new(scene.search, trigger, Tick(0), luck.split(0));
    let report = |i: usize, walker: &Walker| Report {
        who: EntityId(i as u64 + 1),
        at: walker.at,
        facing: walker.facing,
    };
    for (i, walker) in walkers.iter().enumerate() {
        search.join(report(i, walker), Tick(0));
    }
    let mut streams: Vec<Stream> = (0..walkers.len() as u64).map(|i| luck.split(i + 1)).collect();
    let mut covered = vec![false; board.open().len()];
    let mut trial = Trial {
        coverage: Vec::new(),
        found: None,
        ended: None,
        doubled: 0,
        paths: vec![Vec::new(); walkers.len()],
        pool: Pool::default(),
        log: Vec::new(),
    };
    let steps = (scene.seconds * TICKS_PER_SECOND as f64 / STRIDE as f64).ceil() as u64;
    let metres = |speed: f64| speed * Tick(STRIDE).seconds();
    for step in 0..=steps {
        let now = Tick(step * STRIDE);
        for (walker, path) in walkers.iter().zip(&mut trial.paths) {
            path.push(walker.at);
        }
        if step % 2 == 0 {
            look(scene, board, &walkers, &mut covered);
        }
        if (step * STRIDE).is_multiple_of(TICKS_PER_SECOND) {
            let seen = covered.iter().filter(|&&seen| seen).count();
            trial.coverage.push(seen as f64 / covered.len().max(1) as f64);
        }
        if trial.found.is_none()
            && hider.tile == hider.goal
            && walkers.iter().enumerate().any(|(i, w)| sees(scene, board, &report(i, w), hider.at))
        {
            trial.found = Some(now.seconds());
        }
        match manner {
            Manner::Coordinated => {
                let reports: Vec<Report> = walkers.iter().enumerate().map(|(i, w)| report(i, w)).collect();
                let setting = Setting { ground: board, places: Some(board.places()), truth: Some(hider.at) };
                search.step(now, &reports, &setting);
                if matches!(search.phase(), Phase::Over(_)) && trial.ended.is_none() {
                    trial.ended = Some(now.seconds());
                }
                trial.doubled += doubled(&search);
                for (i, walker) in walkers.iter_mut().enumerate() {
                    obey(board, search.task(EntityId(i as u64 + 1)), walker, metres(SPEED));
                }
            }
            Manner::RandomWalk => {
                for (walker, luck) in walkers.iter_mut().zip(&mut streams) {
                    walker
                        .walk(board, metres(SPEED), |w| luck.pick(&board.beside(w.tile)).map(|(to, _)| *to));
                }
            }
            Manner::Wandering => {
                for (walker, luck) in walkers.iter_mut().zip(&mut streams) {
                    if walker.tile == walker.goal || board.next(walker.tile, walker.goal).is_none() {
                        walker.goal = luck.below(board.open().len() as u64) as usize;
                    }
                    walker.walk_to_goal(board, metres(SPEED));
                }
            }
        }
        hider.walk_to_goal(board, metres(HIDER_SPEED));
    }
    let left: Vec<EntityId> = search.searchers().collect();
    let end = Tick(steps * STRIDE);
    left.into_iter().for_each(|who| search.leave(who, Leaving::CalledAway, end));
    if manner == Manner::Coordinated {
        trial.pool = search.pool().clone();
        trial.log = search.log().to_vec();
    }
    trial
}

/// How many searchers too many are on a spot, by what they were told to do.
fn doubled(search: &Coordinator) -> u64 {
    let spots: Vec<_> = search
        .searchers()
        .filter_map(|who| match search.task(who) {
            Task::Search { spot, .. } => Some(spot),
            _ => None,
        })
        .collect();
    (spots.len() - spots.iter().collect::<BTreeSet<_>>().len()) as u64
}

fn obey(board: &Board, task: Task, walker: &mut Walker, metres: f64) {
    let (to, look) = match task {
        Task::Resume | Task::LookAround | Task::Wait | Task::Cover { stand: None, .. } => (None, None),
        Task::Investigate { to, .. } | Task::Return { to } => (Some(to), None),
        Task::Cover { stand, aim } => (stand, Some((aim - walker.at).truncate())),
        Task::Search { to, .. } => (Some(to), None),
        Task::Peek { to, look } => (Some(to), Some(look)),
    };
    if let Some(goal) = to.and_then(|to| board.number(to)) {
        walker.goal = goal;
        walker.walk_to_goal(board, metres);
    }
    // Who stands looks where it is to look; who looks around turns a little.
    let stands = walker.tile == walker.goal && walker.next.is_none();
    match look.and_then(DVec2::try_normalize) {
        Some(look) if stands => walker.facing = look,
        None if task == Task::LookAround => walker.facing = walker.facing.rotate(DVec2::new(0.8, 0.6)),
        _ => {}
    }
}

fn sees(scene: &Scene, board: &Board, report: &Report, at: DVec3) -> bool {
    let viewer = Viewer { who: report.who, at: report.at, facing: report.facing, glance: None };
    let tiles = board.number(report.at).zip(board.number(at));
    viewer.has_in_view(at, &scene.search) && tiles.is_some_and(|(from, to)| board.sees_tile(from, to))
}

/// Marks what the walkers see.
fn look(scene: &Scene, board: &Board, walkers: &[Walker], covered: &mut [bool]) {
    for walker in walkers {
        let Some(from) = board.number(walker.at) else { continue };
        let viewer = Viewer { who: EntityId(0), at: walker.at, facing: walker.facing, glance: None };
        for (to, seen) in covered.iter_mut().enumerate().filter(|(_, seen)| !**seen) {
            *seen = board.sees_tile(from, to)
                && viewer.has_in_view(board.middle(board.open()[to]), &scene.search);
        }
    }
}
