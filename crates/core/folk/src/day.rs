//! The day: what somebody decides to do, where its places are, and the post it takes for it.

use super::calling::{self, Calling};
use super::errands::at_stall;
use super::haunts::{Haunts, Lodging};
use super::mindset::Mindset;
use super::moment::Moment;
use super::post::Post;
use super::rows::{ROAD, TOWN};
use super::villager::steps;
use super::want::Patience;
use super::{RoadMap, SharedMap};
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_mind::living::{Decision, Doing, Whereabouts, decide, planned};
use wold_space::DVec2;
use wold_wire::Pose;

/// How somebody spends its day.
#[derive(Debug)]
pub(super) struct Day {
    seed: Seed,
    map: Option<SharedMap>,
    lodging: Lodging,
    haunts: Option<Haunts>,
    /// Where it stays, if that is not its own town, and whether it is yet to take the road.
    away: Option<Haunts>,
    off: bool,
    decision: Option<Decision>,
    decide_at: u64,
    patience: Patience,
}

/// What a decision asks for.
pub(super) struct Plan {
    pub decision: Decision,
    /// The post to take, if another than before.
    pub post: Option<Post>,
    /// The town to take the road to.
    pub depart: Option<DVec2>,
}

impl Day {
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            map: None,
            lodging: Lodging::default(),
            haunts: None,
            away: None,
            off: false,
            decision: None,
            decide_at: 0,
            patience: Patience::default(),
        }
    }

    /// Knows the world's roads.
    pub fn know(&mut self, map: SharedMap) {
        self.map = Some(map);
    }

    /// Lives in the how-manieth nearest town.
    pub fn settle(&mut self, town: usize) {
        self.lodging.town = town;
    }

    /// What it decided last.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The places of the town it stays in, once it has chosen them.
    pub fn haunts(&self) -> Option<&Haunts> {
        self.away.as_ref().or(self.haunts.as_ref())
    }

    /// The places of its own town; nothing while it stays in another.
    pub fn at_home(&self) -> Option<&Haunts> {
        self.haunts.as_ref().filter(|_| self.away.is_none())
    }

    fn map<'a>(&'a self, known: &Known) -> Option<&'a RoadMap> {
        let (map, welcome) = self.map.as_ref().zip(known.welcome())?;
        Some(map.get_or_init(|| RoadMap::of(Seed(welcome.seed))))
    }

    /// The middles of its own town and of the one it trades with: of the towns that were settled before its own the nearest, of the first one the next by road.
    pub fn towns(&self, known: &Known) -> Option<[DVec2; 2]> {
        let own = self.haunts.as_ref()?.town();
        let settled = self.map(known)?.settled(self.lodging.town.max(1) + 1);
        let others = settled.into_iter().filter(|town| town.distance(own) > ROAD.journeys.town_metres);
        let next = others.min_by(|a, b| a.distance(own).total_cmp(&b.distance(own)))?;
        Some([own, next])
    }

    /// Takes the road to another town to stay there, or home.
    pub fn travel(&mut self, known: &Known, to: Option<DVec2>) {
        let away = to.zip(self.map(known)).map(|(to, map)| Haunts::abroad(map, self.seed, to));
        (self.away, self.off) = (away, true);
        self.come_back();
    }

    /// Decides anew at that step, or sooner if it would anyway.
    pub fn decide_by(&mut self, step: u64) {
        self.decide_at = self.decide_at.min(step);
    }

    /// Lives elsewhere from now on.
    fn move_to(&mut self, lodging: Lodging) {
        if self.lodging != lodging {
            (self.lodging, self.haunts, self.away, self.decision) = (lodging, None, None, None);
        }
    }

    /// Takes up what it does anew at the next decision: it was called away.
    pub fn come_back(&mut self) {
        self.decision = None;
        self.decide_at = 0;
    }

    /// Decides now and then what to do; nothing if it is not time.
    pub fn decide(&mut self, moment: &Moment<'_>, mind: &mut Mindset, stream: &mut Stream) -> Option<Plan> {
        let (known, Calling { trade, profile }) = (moment.known, moment.calling);
        if known.step() < self.decide_at {
            return None;
        }
        self.decide_at = known.step() + steps(TOWN.day.decide_seconds + profile.reaction);
        if let Some(kin) = known.kin() {
            self.move_to(Lodging { town: kin.town.into(), house: Some(kin.house) });
        }
        let first = self.haunts.is_none();
        let haunts = self
            .haunts
            .get_or_insert_with(|| choose(known, self.map.as_ref(), self.seed, mind.town, self.lodging));
        mind.town = Some(haunts.town());
        let haunts = self.away.as_ref().unwrap_or(haunts);
        let needs = &mind.needs;
        let planned = planned(trade, calling::occasion(known.day_number()), known.time_of_day() * 24.0);
        // Who comes to its senses abed at an hour for sleep was asleep, and sleeps on.
        let rests = matches!(known.own().pose, Pose::Sitting | Pose::Lying);
        let slept = || (first && rests && planned.0 == Doing::Sleep).then_some(Doing::Sleep);
        let current = self.decision.map(|decision| decision.doing).or_else(slept);
        if let Some(doing) = current {
            self.patience.pass(known.hours(), doing, needs);
        }
        let given_up = |doing| self.patience.has_given_up(doing);
        let decision = decide(trade, profile, needs, planned, current, &given_up, stream);
        let before = self.decision.replace(decision);
        let moved = before.is_none_or(|before| (before.at, before.doing) != (decision.at, decision.doing));
        let keeps_stall = trade.sells && (decision.doing, decision.at) == (Doing::Work, Whereabouts::Market);
        // Who dawdles at work stays where it is; who is to rest goes to rest.
        let dawdles = decision.doing == Doing::Rest && decision.at == Whereabouts::Work;
        let sets_out = decision.doing != Doing::Drink && (moved && !dawdles || first || keeps_stall);
        let post = sets_out.then(|| {
            let post = haunts.post(decision.doing, decision.at);
            if keeps_stall { at_stall(known, post) } else { post }
        });
        let far = known.place().distance(haunts.town()) > ROAD.journeys.town_metres;
        let departs = std::mem::take(&mut self.off) || first;
        Some(Plan { decision, post, depart: (departs && far).then(|| haunts.town()) })
    }
}

fn choose(
    known: &Known,
    map: Option<&SharedMap>,
    seed: Seed,
    settled: Option<DVec2>,
    lodging: Lodging,
) -> Haunts {
    let map = map.zip(known.welcome());
    let map = map.map(|(map, welcome)| map.get_or_init(|| RoadMap::of(Seed(welcome.seed))));
    Haunts::choose(known, map, seed, settled, lodging)
}
