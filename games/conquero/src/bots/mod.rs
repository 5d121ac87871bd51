//! Who plays when nobody does.
//!
//! A bot has a way to choose where to go next (its [`Kind`]) and hands that fight. Movement models choose a centre by its
//! size and distance, go there, stay for a while drawn from what people did (mean 17.079 s, deviation 25.958 s, nothing below
//! zero), and choose again; they fight whoever comes close. The tactician decides anew every half second by who is
//! strong where, who would win and which way they come (`situation`); the self-taught one by strength and distance alone.
//! Difficulty is a [`Skill`]: how long a bot takes to see what happened and how well it aims.

mod school;
mod situation;
mod tactics;

pub use school::{check, school};

use crate::map::CentreId;
use crate::science::log::Entry;
use crate::science::{Features, Log, MovementTree};
use crate::war::{AgentId, Order, STEP, War};
use std::str::FromStr;
use std::sync::Arc;
use wold_chance::normal::Normal;
use wold_chance::{Seed, Stream};
use wold_fields::travel::tree::Tree;
use wold_fields::travel::{Atlas, Movement};
use wold_space::DVec2;

/// Mean and deviation of the seconds people stayed at a centre.
pub const STAY: Normal = Normal { mean: 17.079, deviation: 25.958 };
/// The aim of somebody whose hands tremble by one.
const AIM: Normal = Normal { mean: 0.0, deviation: 1.0 };
/// Whoever is nearer than this is fought.
const QUARREL: f64 = 45.0;
/// How often a goal that cannot be taken is thought over.
const SECOND_THOUGHTS: u32 = 6;

/// How a bot chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any centre, by size / distance².
    Random,
    /// Nearly half the time any centre at all, else a neighbour.
    Simple,
    /// A neighbour, by the heuristics people were seen to follow.
    Chooser,
    /// As a tree says that was grown from wars.
    Learned,
    /// As somebody did in a war that was written down.
    Experiment,
    /// By influence, avenues and predicted fights.
    Tactician,
    /// By strength, value and distance: the tactician without tactics, to compare with.
    SelfTaught,
}

/// What bots were taught, beside what they know by themselves.
#[derive(Clone, Debug, Default)]
pub struct Schooling {
    /// A tree for choosers; without it they follow frequencies people were seen to follow.
    pub chooser: Option<Arc<MovementTree>>,
    /// A tree for the learned; without it they move like simple ones.
    pub learned: Option<Arc<MovementTree>>,
    /// A war to repeat; without it those bots stand still.
    pub replay: Option<Arc<Replay>>,
}

/// Where everybody was, step by step.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    ways: Vec<Vec<(u64, DVec2)>>,
    length: u64,
}

impl Replay {
    /// The ways of a log.
    #[must_use]
    pub fn of(log: &Log) -> Self {
        let mut ways = vec![Vec::new(); log.teams.len()];
        for entry in &log.entries {
            if let Entry::Update { step, agent, at } = *entry {
                ways[agent.index()].push((step, at));
            }
        }
        let length = log.entries.last().map_or(0, Entry::step);
        Self { ways, length }
    }

    /// Steps after which it is over.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Where somebody was going in a step; nowhere if the log never saw them.
    #[must_use]
    pub fn place(&self, agent: AgentId, step: u64) -> Option<DVec2> {
        let way = self.ways.get(agent.index())?;
        let next = way.partition_point(|&(at, _)| at < step);
        way.get(next).or(way.last()).map(|&(_, place)| place)
    }
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::Simple,
        Self::Chooser,
        Self::Learned,
        Self::Experiment,
        Self::Tactician,
        Self::SelfTaught,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Simple => "simple",
            Self::Chooser => "chooser",
            Self::Learned => "learned",
            Self::Experiment => "experiment",
            Self::Tactician => "tactician",
            Self::SelfTaught => "self-taught",
        }
    }

    /// Whether it plays without being taught anything.
    #[must_use]
    pub const fn is_ready(self) -> bool {
        !matches!(self, Self::Learned | Self::Experiment)
    }

    fn movement(self) -> Option<Movement> {
        match self {
            Self::Random => Some(Movement::Random),
            Self::Simple | Self::Learned => Some(Movement::Simple),
            Self::Chooser => Some(Movement::Chooser(Tree::default())),
            Self::Tactician | Self::SelfTaught | Self::Experiment => None,
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = || Self::ALL.map(Self::name).join(", ");
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| format!("there is no bot {name:?}; there are {}", known()))
    }
}

/// Reads teams of bots: KIND:MEMBERS, parted by commas; without a number there are four.
///
/// ```
/// use wold_conquero::bots::{Kind, teams};
/// assert_eq!(teams("tactician:2,simple"), Ok(vec![(Kind::Tactician, 2), (Kind::Simple, 4)]));
/// assert!(teams("wizard:2").is_err());
/// ```
pub fn teams(text: &str) -> Result<Vec<(Kind, usize)>, String> {
    let team = |text: &str| -> Result<(Kind, usize), String> {
        let (kind, members) = text.trim().split_once(':').unwrap_or((text.trim(), "4"));
        let count = members.parse().map_err(|_| format!("{text}: {members:?} is no number of members"))?;
        Ok((kind.parse()?, count))
    };
    text.split(',').map(team).collect()
}

/// How good a bot is with its hands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Seconds until it sees that somebody came close.
    pub reaction: f64,
    /// Deviation of its aim, in turns.
    pub tremble: f64,
}

impl Default for Skill {
    fn default() -> Self {
        Self { reaction: 0.25, tremble: 0.02 }
    }
}

impl Skill {
    /// Slow and clumsy.
    pub const EASY: Self = Self { reaction: 0.8, tremble: 0.08 };
    /// Quick and sure.
    pub const HARD: Self = Self { reaction: 0.1, tremble: 0.005 };
    /// What they are called; the one between is the default.
    pub const NAMES: &[&str] = &["easy", "fair", "hard"];
}

impl FromStr for Skill {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "easy" => Ok(Self::EASY),
            "fair" => Ok(Self::default()),
            "hard" => Ok(Self::HARD),
            _ => Err(format!("there is no skill {name:?}; there are {}", Self::NAMES.join(", "))),
        }
    }
}

/// A bot.
#[derive(Clone, Debug)]
pub struct Bot {
    kind: Kind,
    skill: Skill,
    own: AgentId,
    luck: Stream,
    goal: Option<CentreId>,
    /// The centre its last order leads to, if it leads to one.
    bound: Option<CentreId>,
    /// The step until which it stays where it is.
    stay: u64,
    /// Whom it fights and since which step it knows.
    foe: Option<(AgentId, u64)>,
    movement: Option<Movement>,
    atlas: Option<Atlas>,
    plan: tactics::Plan,
    school: Schooling,
}

impl Bot {
    /// A bot that leads this agent.
    #[must_use]
    pub fn new(kind: Kind, skill: Skill, school: Schooling, own: AgentId, seed: Seed) -> Self {
        let luck = Stream::named(seed, "conquero.bot", &[]);
        Self {
            kind,
            skill,
            own,
            luck,
            goal: None,
            bound: None,
            stay: 0,
            foe: None,
            movement: kind.movement(),
            atlas: None,
            plan: tactics::Plan::default(),
            school,
        }
    }

    /// The centre its last order leads to; nothing while it fights, falls back or stays. Legs that know the land find a way of
    /// their own there.
    #[must_use]
    pub fn bound(&self) -> Option<CentreId> {
        self.bound
    }

    /// What it wants this step.
    pub fn order(&mut self, war: &War) -> Order {
        self.bound = None;
        let own = &war.agents[self.own.index()];
        if !own.lives() {
            (self.goal, self.foe) = (None, None);
            return Order::default();
        }
        match self.kind {
            Kind::Experiment => self.repeat(war),
            Kind::Tactician | Kind::SelfTaught => self.lead(war),
            _ => {
                self.notice(war, QUARREL);
                self.fight(war).unwrap_or_else(|| self.wander(war))
            }
        }
    }

    /// Goes where somebody went before; when that war is over it begins anew.
    fn repeat(&mut self, war: &War) -> Order {
        let own = &war.agents[self.own.index()];
        self.notice(war, QUARREL);
        let place = self.school.replay.as_ref().and_then(|replay| {
            // The last step is one of them.
            replay.place(self.own, war.now % (replay.length() + 1))
        });
        let fight = self.fight(war).unwrap_or_default();
        let Some(place) = place else { return fight };
        // Where the other rests at a centre, legs may find their own way; on the road they follow step by step.
        let near = |id: &CentreId| war.map.centre(*id).at.distance(place) <= war.rules.capture.near;
        self.bound = Some(war.map.nearest(place)).filter(near).filter(|_| !fight.swing);
        // The way is the log's; the hands are its own.
        Order { thrust: arrive(place - own.at), ..fight }
    }

    /// Where to go from a centre, by a tree if there is one for this kind.
    fn choose_next(&mut self, war: &War, from: CentreId) -> CentreId {
        let tree = match self.kind {
            Kind::Chooser => self.school.chooser.clone(),
            Kind::Learned => self.school.learned.clone(),
            _ => None,
        };
        if let Some(tree) = tree {
            let near = war.rules.capture.near;
            let seen = || Features::of(war).seen_by(self.own.index(), from, &war.map, near);
            let team = war.agents[self.own.index()].team;
            let may_take = |goal| war.may_take(team, goal);
            return tree.next(&war.map, from, seen, may_take, &mut self.luck);
        }
        let Some(movement) = &self.movement else { return from };
        let atlas = self.atlas.get_or_insert_with(|| war.map.atlas());
        CentreId(movement.next(atlas, from.index(), &mut self.luck) as u16)
    }

    /// Goes from centre to centre and stays a while at each.
    fn wander(&mut self, war: &War) -> Order {
        let own = &war.agents[self.own.index()];
        let goal = match self.goal {
            Some(goal) => goal,
            None => {
                let from = war.map.nearest(own.at);
                let mut goal = self.choose_next(war, from);
                // All but the random one know the rules: a centre that cannot be taken is thought over. (The learned never
                // names one while another is left to name.)
                for _ in 0..SECOND_THOUGHTS {
                    if self.kind == Kind::Random || war.may_take(own.team, goal) {
                        break;
                    }
                    goal = self.choose_next(war, from);
                }
                self.goal = Some(goal);
                let seconds = STAY.draw(&mut self.luck).max(0.0);
                self.stay = (seconds / STEP) as u64;
                goal
            }
        };
        let to = war.map.centre(goal).at - own.at;
        if to.length() > war.rules.capture.near * 0.5 {
            self.bound = Some(goal);
            return Order { thrust: arrive(to), ..Order::default() };
        }
        // Arrived: the stay runs only here.
        self.stay = self.stay.saturating_sub(1);
        if self.stay == 0 {
            self.goal = None;
        }
        Order::default()
    }

    /// Sees who is close, after its time to react.
    fn notice(&mut self, war: &War, within: f64) {
        let own = &war.agents[self.own.index()];
        let far = |id: &AgentId| war.agents[id.index()].at.distance(own.at);
        let foes = war.ids().filter(|id| {
            let other = &war.agents[id.index()];
            other.lives() && other.team != own.team && far(id) < within
        });
        let nearest = foes.min_by(|a, b| far(a).total_cmp(&far(b)));
        self.foe = nearest.map(|id| match self.foe {
            Some((known, since)) if known == id => (id, since),
            _ => (id, war.now),
        });
    }

    /// Closes in on whom it fights and swings.
    fn fight(&mut self, war: &War) -> Option<Order> {
        let (foe, since) = self.foe?;
        if war.now < since + (self.skill.reaction / STEP) as u64 {
            return None;
        }
        let (own, other) = (&war.agents[self.own.index()], &war.agents[foe.index()]);
        let to = other.at - own.at;
        let reach = war.rules.reach(own.level) + war.rules.movement.radius;
        let tremble = AIM.draw(&mut self.luck) * self.skill.tremble * std::f64::consts::TAU;
        let aim = DVec2::new(libm::cos(tremble), libm::sin(tremble)).rotate(to);
        let close = to.length() < reach * 0.6;
        Some(Order {
            thrust: if close { DVec2::ZERO } else { to.normalize_or_zero() },
            face: aim,
            swing: to.length() < reach && own.ready <= war.now,
        })
    }
}

/// Full speed, and slower on the last metres, so that one stops where one wanted to.
fn arrive(to: DVec2) -> DVec2 {
    (to / 15.0).clamp_length_max(1.0)
}
