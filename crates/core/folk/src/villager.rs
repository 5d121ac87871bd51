//! A simple mind: it strolls between the places it knows, rests there, eats when hungry, greets whom it meets, sleeps at night, and
//! now and then takes the road to another town. If it is a guard, crime comes before all that.

use super::beat::Beat;
use super::lines::Hour;
use super::post::{Manner, Post, disc, open_spot};
use super::rows::{ROAD, TOWN};
use super::smalltalk::SmallTalk;
use super::witness::own_body;
use super::{Mind, RoadMap, Spot, Walk, Wish, indoors};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_land::market;
use wold_land::measures::TOUCHING_METRES;
use wold_lore::land::{PlaceKind, ThingKind};
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND};
use wold_wire::{Gait, Intent, Pose, Target};

/// A villager's habits. Times are in seconds, distances in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VillagerConfig {
    /// How far from where it woke its haunt may lie. Default 60.
    pub spread: f64,
    /// How far from its haunt it strolls. Default 40.
    pub range: f64,
    /// Longest rest by day. Default 20.
    pub rest: f64,
    /// Hunger, 0 to 255, from which it looks for food. Default 100.
    pub hungry: u8,
    /// How soon it greets the same person again. Default 600.
    pub greet_again: f64,
    /// How long it is silent after it spoke. Default 15.
    pub silence: f64,
    /// How likely it is, whenever it sets out, to leave for another town. Default 0.01. Needs a map.
    pub travel: f64,
}

impl Default for VillagerConfig {
    fn default() -> Self {
        Self {
            spread: 60.0,
            range: 40.0,
            rest: 20.0,
            hungry: 100,
            greet_again: 600.0,
            silence: 15.0,
            travel: 0.01,
        }
    }
}

/// Metres from a place that are at it.
const FEET_METRES: f64 = 1.5;
/// Places and hopeless things remembered.
const MOST_PLACES: usize = 48;
const MOST_SPURNED: usize = 16;
/// Thoughts between two looks for new places.
const LEARN_EVERY: u64 = 16;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    Nothing,
    /// On the way to a place, to rest there.
    Stroll(Option<PlaceKind>),
    /// On the way to food; `asked` is the step at which the hand went out.
    Fetch {
        thing: EntityId,
        asked: Option<u64>,
    },
    /// Resting until that step.
    Rest {
        until: u64,
    },
    /// On the road to another town.
    Journey,
}

/// A map that is drawn when the first of those who share it needs it.
pub type SharedMap = Arc<OnceLock<RoadMap>>;

/// The simple mind.
pub struct Villager {
    config: VillagerConfig,
    stream: Stream,
    smalltalk: SmallTalk,
    haunt: Option<DVec2>,
    aim: Aim,
    beat: Beat,
    /// Whether it has graver things on its mind than duty.
    excused: bool,
    places: Vec<(PlaceKind, DVec2)>,
    spurned: Vec<EntityId>,
    map: Option<SharedMap>,
    stock: usize,
    /// Whether it has time to pick things up.
    at_leisure: bool,
    forages: bool,
    /// Things of its own that are for sale; what is another's it never takes.
    for_sale: BTreeSet<EntityId>,
    /// Where it is to be now, if somebody says so; else it strolls about its haunt.
    post: Option<Post>,
    /// The way to another town, the next point last.
    trail: Vec<DVec2>,
    /// How fast it goes there.
    pace: Gait,
    thoughts: u64,
}

impl Villager {
    /// A villager; what it decides depends on seed, name and what it experiences, on nothing else.
    #[must_use]
    pub fn new(seed: Seed, name: &str, config: VillagerConfig) -> Self {
        let key: Vec<u64> = name.bytes().map(u64::from).collect();
        Self {
            config,
            stream: Stream::named(seed, "villager", &key),
            smalltalk: SmallTalk::new(name, &config),
            haunt: None,
            aim: Aim::Nothing,
            beat: Beat::default(),
            excused: false,
            places: Vec::new(),
            spurned: Vec::new(),
            map: None,
            stock: 0,
            at_leisure: true,
            forages: false,
            for_sale: BTreeSet::new(),
            post: None,
            trail: Vec::new(),
            pace: Gait::Walk,
            thoughts: 0,
        }
    }

    /// The villager with a map of the world's roads.
    #[must_use]
    pub fn with_map(mut self, map: SharedMap) -> Self {
        self.map = Some(map);
        self
    }

    /// Takes a post: it sets out at once, unless it is on the road or fetches something.
    pub(super) fn take_post(&mut self, post: Post) {
        let is_there = |kept: &Post| kept.anchor == post.anchor && kept.manner == post.manner;
        if self.post.as_ref().is_some_and(is_there) {
            return;
        }
        self.haunt = Some(post.anchor);
        self.post = Some(post);
        if matches!(self.aim, Aim::Rest { .. } | Aim::Stroll(_)) {
            self.aim = Aim::Nothing;
        }
    }

    /// Excuses it from duty, or not.
    pub(super) fn excuse(&mut self, excused: bool) {
        self.excused = excused;
    }

    /// Its pleasantries.
    pub(super) fn smalltalk(&mut self) -> &mut SmallTalk {
        &mut self.smalltalk
    }

    /// Leaves these things alone, whatever else it needs.
    pub(super) fn leave_alone(&mut self, things: BTreeSet<EntityId>) {
        self.for_sale = things;
    }

    /// Keeps so many provisions to sell, besides its own.
    pub(super) fn stock(&mut self, count: usize) {
        self.stock = count;
    }

    /// Picks things up on its way, or has no time for that: who is thirsty does not go for berries first.
    pub(super) fn take_time(&mut self, at_leisure: bool) {
        self.at_leisure = at_leisure;
    }

    /// Whether it picks up herbs besides food.
    pub(super) fn forage(&mut self, forages: bool) {
        self.forages = forages;
    }

    /// Where it is to be now.
    pub(super) fn post_at(&self) -> Option<DVec2> {
        self.post.as_ref().map(|post| post.anchor)
    }

    /// Whether it is where it is to be.
    pub(super) fn keeps_post(&self, known: &Known) -> bool {
        self.post.as_ref().is_some_and(|post| post.is_kept(known))
    }

    /// Whether it is sent to bed: duty yields to sleep.
    fn is_abed(&self) -> bool {
        self.post.as_ref().is_some_and(|post| post.manner == Manner::Asleep)
    }

    /// Whether it lies in its corner: nothing but being spoken to or struck disturbs it.
    fn is_asleep(&self, known: &Known) -> bool {
        let asleep = self.post.as_ref().is_some_and(|post| post.manner == Manner::Asleep);
        asleep && matches!(self.aim, Aim::Rest { .. }) && self.keeps_post(known)
    }

    /// Sets out for another town along the roads, if there is a way; in haste, or at a walk.
    pub(super) fn depart(&mut self, known: &Known, town: DVec2, gait: Gait) {
        self.pace = gait;
        let Some((map, welcome)) = self.map.clone().zip(known.welcome()) else { return };
        let map = map.get_or_init(|| RoadMap::of(Seed(welcome.seed)));
        let Some(&nearest) = map.towns(known.place(), ROAD.journeys.travel_metres).first() else { return };
        self.trail = map.trail(nearest, town).unwrap_or_default();
        self.trail.reverse();
        self.aim = Aim::Journey;
    }

    /// Decides to see another town, if there is a road to one.
    fn take_the_road(&mut self, known: &Known) -> bool {
        let Some((map, welcome)) = self.map.clone().zip(known.welcome()) else { return false };
        let map = map.get_or_init(|| RoadMap::of(Seed(welcome.seed)));
        let here = known.place();
        let towns = map.towns(here, ROAD.journeys.travel_metres);
        let Some((&home, others)) = towns.split_first() else { return false };
        let Some(&town) = self.stream.pick(others) else { return false };
        self.trail = map.trail(home, town).unwrap_or_default();
        self.trail.reverse();
        !self.trail.is_empty()
    }

    /// The next stage of a journey; at its end the new town becomes home.
    fn travel(&mut self, known: &Known, wishes: &mut Vec<Wish>) {
        let here = known.place();
        while self.trail.len() > 1
            && self.trail.last().is_some_and(|next| next.distance(here) < ROAD.journeys.skip_metres)
        {
            self.trail.pop();
        }
        if let Some(next) = self.trail.pop() {
            self.aim = Aim::Journey;
            wishes.push(Wish::Go { to: Spot::ground(next), gait: self.pace, near: 2.0 });
        } else {
            if self.post.is_none() {
                self.haunt = Some(here);
            }
            self.places.clear();
            self.rest(known, wishes);
        }
    }

    fn disc(&mut self, radius: f64) -> DVec2 {
        disc(radius, &mut self.stream)
    }

    fn learn(&mut self, known: &Known, haunt: DVec2) {
        let reach = self.config.range * 1.5;
        for place in known.land().plots().flat_map(|plot| &plot.chunk.places) {
            let is_new = !self.places.iter().any(|(_, at)| *at == place.at);
            if is_new && self.places.len() < MOST_PLACES && place.at.distance(haunt) < reach {
                self.places.push((place.kind, place.at));
            }
        }
    }

    /// Eats from the bag if hungry.
    fn eat(&mut self, known: &Known, wishes: &mut Vec<Wish>) {
        if known.own().hunger < self.config.hungry || !self.thoughts.is_multiple_of(4) {
            return;
        }
        let food = known.bag().iter().position(|slot| slot.is_some_and(|s| s.kind.nourishment() > 0.0));
        if let Some(slot) = food {
            wishes.push(Wish::Do(Intent::Use { slot: slot as u8, on: Target::Nothing }));
        }
    }

    /// Food worth walking to: any in sight when hungry, handy one otherwise, as long as the bag holds little.
    fn find_food(&mut self, known: &Known) -> Option<(EntityId, DVec2)> {
        let food = known.bag().iter().flatten().filter(|slot| slot.kind.nourishment() > 0.0);
        let provisions: usize = food.map(|slot| slot.count as usize).sum();
        let reach = match known.own().hunger >= self.config.hungry {
            _ if !self.at_leisure => return None,
            true if provisions == 0 => TOWN.gathering.food_metres,
            _ if provisions < self.stock => TOWN.gathering.food_metres,
            _ if provisions < 2 => TOWN.gathering.handy_metres,
            _ => return None,
        };
        let (here, me) = (known.place(), own_body(known));
        let strays = |at: DVec2| {
            self.post.as_ref().is_some_and(|post| post.anchor.distance(at) > TOWN.gathering.post_metres)
        };
        let wanted = |kind: ThingKind| kind.nourishment() > 0.0 || self.forages && kind == ThingKind::Herb;
        known
            .entities()
            .values()
            .filter(|other| other.state.level == 0 && other.thing().is_some_and(wanted))
            .filter(|other| !self.spurned.contains(&other.card.id) && !self.for_sale.contains(&other.card.id))
            .filter(|other| known.owners().get(&other.card.id).is_none_or(|owner| owner.person() == me))
            .map(|other| (other.card.id, other.state.place()))
            .filter(|(_, at)| at.distance(here) < reach && !strays(*at) && !is_kept(known, *at))
            .min_by(|a, b| a.1.distance_squared(here).total_cmp(&b.1.distance_squared(here)))
    }

    fn spurn(&mut self, thing: EntityId) {
        if self.spurned.len() >= MOST_SPURNED {
            self.spurned.remove(0);
        }
        self.spurned.push(thing);
    }

    /// Chooses what to do next and sets out.
    fn set_out(&mut self, known: &Known, haunt: DVec2, wishes: &mut Vec<Wish>) {
        if let Some((thing, at)) = self.find_food(known) {
            self.aim = Aim::Fetch { thing, asked: None };
            wishes.push(Wish::Go { to: Spot::ground(at), gait: Gait::Walk, near: TOUCHING_METRES * 0.7 });
            return;
        }
        if let Some(post) = &mut self.post {
            let to = post.next(known, &mut self.stream);
            self.aim = Aim::Stroll(None);
            wishes.push(Wish::Go { to, gait: Gait::Walk, near: if to.level > 0 { 0.4 } else { 0.8 } });
            return;
        }
        let night = Hour::of(known.time_of_day()) == Hour::Night;
        if !night && self.stream.chance(self.config.travel) && self.take_the_road(known) {
            return self.travel(known, wishes);
        }
        let far_off = known.place().distance(haunt) > self.config.range;
        let at_home = |kind: PlaceKind| matches!(kind, PlaceKind::Home | PlaceKind::Inn);
        let choices: Vec<(PlaceKind, DVec2)> = self
            .places
            .iter()
            .copied()
            .filter(|(kind, at)| at.distance(haunt) < self.config.range && (!night || at_home(*kind)))
            .collect();
        let (kind, to) = match self.stream.pick(&choices) {
            Some(&(kind, at)) if night || self.stream.chance(0.6) => (Some(kind), at + self.disc(1.5)),
            _ => (None, open_spot(known, haunt, self.config.range * 0.7, &mut self.stream)),
        };
        let gait = if far_off && !night { Gait::Run } else { Gait::Walk };
        self.aim = Aim::Stroll(kind);
        wishes.push(Wish::Go { to: Spot::ground(to), gait, near: 1.0 });
    }

    fn rest(&mut self, known: &Known, wishes: &mut Vec<Wish>) {
        let night = Hour::of(known.time_of_day()) == Hour::Night;
        let (seconds, sits) = match &self.post {
            Some(post) => post.linger(&mut self.stream),
            None => {
                let seconds = self.stream.range(2.0, self.config.rest) * if night { 4.0 } else { 1.0 };
                (seconds, night || self.stream.chance(0.4))
            }
        };
        self.aim = Aim::Rest { until: known.step() + steps(seconds) };
        if sits {
            wishes.push(Wish::Sit);
        } else {
            wishes.push(Wish::Stop);
            let look_at = known.place() + self.disc(5.0);
            wishes.push(Wish::Face(look_at));
        }
    }

    /// Goes into the house by whose door it stands.
    fn step_inside(&mut self, known: &Known, wishes: &mut Vec<Wish>) -> bool {
        let here = known.place();
        let tiles: Vec<Spot> = known
            .land()
            .houses_near(here)
            .flat_map(indoors::standable)
            .filter(|tile| tile.place.distance(here) < 9.0)
            .collect();
        let Some(&to) = self.stream.pick(&tiles) else { return false };
        self.aim = Aim::Stroll(None);
        wishes.push(Wish::Go { to, gait: Gait::Walk, near: 0.4 });
        true
    }

    fn pursue(&mut self, known: &Known, walk: Walk, haunt: DVec2, wishes: &mut Vec<Wish>) {
        match self.aim {
            Aim::Nothing => self.set_out(known, haunt, wishes),
            Aim::Rest { until } => {
                if self.is_asleep(known) && known.step() >= until {
                    self.rest(known, wishes);
                } else if known.step() >= until {
                    self.set_out(known, haunt, wishes);
                }
            }
            Aim::Stroll(kind) => match walk {
                Walk::Going => {}
                Walk::Arrived if matches!(kind, Some(PlaceKind::Home | PlaceKind::Inn)) => {
                    if !self.stream.chance(0.5) || !self.step_inside(known, wishes) {
                        self.rest(known, wishes);
                    }
                }
                Walk::Arrived | Walk::Idle => self.rest(known, wishes),
                // Near enough, if there is no way to the very spot.
                Walk::Stuck if self.keeps_post(known) => self.rest(known, wishes),
                Walk::Stuck => self.set_out(known, haunt, wishes),
            },
            Aim::Journey if walk == Walk::Going => {}
            Aim::Journey => self.travel(known, wishes),
            Aim::Fetch { thing, asked } => self.fetch(known, walk, thing, asked, wishes),
        }
    }

    fn fetch(
        &mut self,
        known: &Known,
        walk: Walk,
        thing: EntityId,
        asked: Option<u64>,
        wishes: &mut Vec<Wish>,
    ) {
        let Some(sighted) = known.entities().get(&thing) else {
            // Taken, by us or by somebody quicker.
            self.aim = Aim::Nothing;
            wishes.push(Wish::Stop);
            return;
        };
        // Somebody may have come to keep it meanwhile.
        let lies = sighted.state.place();
        if asked.is_none() && market::is_at_stall(known.land(), lies) && is_kept(known, lies) {
            self.aim = Aim::Nothing;
            wishes.push(Wish::Stop);
            return;
        }
        let within_arm = sighted.state.place().distance(known.place()) < TOUCHING_METRES;
        match asked {
            Some(step) if known.step() > step + steps(2.0) => {
                self.spurn(thing);
                self.aim = Aim::Nothing;
            }
            Some(_) => {}
            None if within_arm => {
                wishes.push(Wish::Stop);
                wishes.push(Wish::Face(sighted.state.place()));
                wishes.push(Wish::Do(Intent::Take(thing)));
                self.aim = Aim::Fetch { thing, asked: Some(known.step()) };
            }
            None if walk == Walk::Going => {}
            None => {
                self.spurn(thing);
                self.aim = Aim::Nothing;
            }
        }
    }
}

/// Whether something is somebody's: what lies at their feet, or before a stall they keep.
fn is_kept(known: &Known, at: DVec2) -> bool {
    let people =
        known.entities().values().filter(|other| other.is_person() && other.state.pose != Pose::Fallen);
    let mut places = people.map(|other| (other.state.place(), other.state.level));
    if market::is_at_stall(known.land(), at) {
        return market::is_kept(known.land(), at, places);
    }
    places.any(|(place, _)| place.distance(at) < FEET_METRES)
}

impl Mind for Villager {
    fn think(&mut self, known: &Known, walk: Walk) -> Vec<Wish> {
        let mut wishes = Vec::new();
        if known.is_fallen() {
            self.aim = Aim::Nothing;
            return wishes;
        }
        let haunt = match self.haunt {
            Some(haunt) => haunt,
            None => {
                let haunt = known.place() + self.disc(self.config.spread);
                *self.haunt.insert(haunt)
            }
        };
        if self.thoughts.is_multiple_of(LEARN_EVERY) {
            self.learn(known, haunt);
        }
        self.thoughts += 1;
        self.eat(known, &mut wishes);
        let on_duty = !self.is_abed() && !self.excused && self.beat.think(known, walk, haunt, &mut wishes);
        if on_duty {
            // Whatever it was about to do it begins anew when all is calm.
            self.aim = Aim::Nothing;
        } else {
            self.pursue(known, walk, haunt, &mut wishes);
        }
        if !self.is_asleep(known) {
            let hungry = known.own().hunger > self.config.hungry;
            if let Some((spoken, to)) = self.smalltalk.think(known, hungry, &mut self.stream) {
                wishes.extend(to.map(Wish::Face));
                wishes.push(Wish::Do(spoken.intent()));
            }
        }
        wishes
    }
}

pub(super) fn steps(seconds: f64) -> u64 {
    (seconds * TICKS_PER_SECOND as f64) as u64
}
