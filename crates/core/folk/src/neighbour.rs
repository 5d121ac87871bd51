//! An inhabitant that lives among others: it has a trade, a memory and opinions.
//!
//! It goes about its day by the plan of its trade and by its needs, remembers what it sees people do, tells what it knows to whom it
//! respects by real speech, believes or doubts what it hears, and treats people by the respect it has for them. It knows nothing but
//! what its guest is sent. [`converse`](super::converse) holds what it says, [`conduct`](super::conduct) how it treats people.

use super::around::prejudices;
use super::bent::Bent;
use super::conduct::Conduct;
use super::converse::Talk;
use super::custom::{Custom, at_stall};
use super::fight::Ring;
use super::haunts::Haunts;
use super::keepsake::Keepsake;
use super::talk::Names;
pub(super) use super::villager::steps;
use super::window::{Inner, Window, open};
use super::witness::Witness;
use super::{Law, Mind, RoadMap, SharedMap, Villager, VillagerConfig, Walk, Wells, Wish};
use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex};
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_lore::Channel;
use wold_mind::gossip::{Actions, BeingId, Memory, Temper};
use wold_mind::living::{Doing, Need, Needs, Profile, Trade, Whereabouts, decide};
use wold_space::DVec2;
use wold_wire::Intent;

/// What all neighbours share: the tables of actions, trades and profiles.
pub(super) static ACTIONS: LazyLock<Actions> = LazyLock::new(Actions::deeds);
static TRADES: LazyLock<Vec<Trade>> = LazyLock::new(Trade::all);
static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(Profile::all);

/// Metres within which one flees from somebody.
const FLEE_METRES: f64 = 14.0;
/// Respect below which somebody is shunned.
pub(super) const SHUN: f64 = 0.3;
/// Seconds between two decisions, and until one speaks after waking.
const DECIDE_SECONDS: f64 = 5.0;
const WAKE_SECONDS: f64 = 20.0;
/// Hours of the day's clock between two rounds of forgetting.
const FORGET_HOURS: f64 = 2.0;
/// Degrees at which nobody freezes, and how many less make it unbearable.
const MILD: f64 = 12.0;
const BITTER: f64 = 25.0;
/// How much of a need an hour of what serves it takes away.
const SERVED_AN_HOUR: f64 = 0.3;
/// Metres from the middle of a town beyond which one takes the road to it.
const OUT_OF_TOWN: f64 = 250.0;
/// How many in a hundred feel otherwise about other folks than their own does.
const ODD: f64 = 0.08;
/// Things kept for sale, or to be brought to those who sell.
const STOCK: usize = 5;

/// The neighbour's mind.
pub struct Neighbour {
    pub(super) name: String,
    pub(super) trade: &'static Trade,
    pub(super) profile: &'static Profile,
    pub(super) body: Villager,
    pub(super) inner: Window,
    pub(super) witness: Witness,
    pub(super) stream: Stream,
    pub(super) haunts: Option<Haunts>,
    pub(super) talk: Talk,
    pub(super) conduct: Conduct,
    pub(super) custom: Custom,
    pub(super) fears: Option<(BeingId, u64)>,
    /// The day it is.
    pub(super) day: u32,
    bent: Option<Bent>,
    ring: Ring,
    pub(super) wells: Wells,
    /// The well it waits or draws at.
    pub(super) drawing: Option<DVec2>,
    seed: Seed,
    map: Option<SharedMap>,
    town: usize,
    decide_at: u64,
    pub(super) ask_at: u64,
    forget_at: f64,
}

impl Neighbour {
    /// A neighbour; trade and character follow from seed and name. Guards are not born but appointed by the world.
    #[must_use]
    pub fn new(seed: Seed, name: &str, habits: VillagerConfig) -> Self {
        let key: Vec<u64> = name.bytes().map(u64::from).collect();
        let mut stream = Stream::named(seed, "neighbour", &key);
        let trades: Vec<&Trade> = TRADES.iter().filter(|trade| trade.name != "guard").collect();
        let trade = stream.pick(&trades).copied().unwrap_or(&TRADES[0]);
        let profile = stream.pick(&PROFILES).unwrap_or(&PROFILES[0]);
        let plain = Temper::default();
        let temper = Temper {
            intelligence: trade.temper.intelligence.unwrap_or_else(|| stream.range(0.2, 0.9)),
            honesty: trade.temper.honesty.unwrap_or(plain.honesty),
            memory: trade.temper.memory.unwrap_or_else(|| stream.range(0.5, 1.0)),
            prejudices: prejudices(name, stream.chance(ODD)),
            ..plain
        };
        let first_words = stream.range(0.1, WAKE_SECONDS);
        let mut names = Names::default();
        let own = names.learn(name);
        let inner = Inner {
            name: name.to_owned(),
            trade: &trade.name,
            profile: &profile.name,
            home: None,
            place: DVec2::ZERO,
            now: 0.0,
            memory: Memory::new(own, temper),
            needs: Needs::default(),
            decision: None,
            verdicts: Vec::new(),
            names,
            bent: ("townsman", Vec::new()),
            learnt: VecDeque::new(),
        };
        let neighbour = Self {
            name: name.to_owned(),
            trade,
            profile,
            body: Villager::new(seed, name, habits),
            ring: Ring::default(),
            wells: Wells::default(),
            drawing: None,
            inner: Arc::new(Mutex::new(inner)),
            witness: Witness::default(),
            stream,
            haunts: None,
            talk: Talk::from(steps(first_words)),
            conduct: Conduct::default(),
            custom: Custom::default(),
            fears: None,
            day: 1,
            bent: None,
            seed: seed.child("neighbour", &key),
            map: None,
            town: 0,
            decide_at: 0,
            ask_at: 0,
            forget_at: 0.0,
        };
        let trade = neighbour.trade;
        neighbour.practising(trade)
    }

    /// The neighbour with a map of the world's roads.
    #[must_use]
    pub fn with_map(mut self, map: SharedMap) -> Self {
        self.body = self.body.with_map(map.clone());
        self.map = Some(map);
        self
    }

    /// The neighbour that, made a guard, goes by its world's rules (`LawRules::controller`) instead of those compiled in.
    #[must_use]
    pub fn with_law(mut self, rules: Law) -> Self {
        self.body = self.body.with_law(rules);
        self
    }

    /// The neighbour living in the how-manieth nearest town, if it has a map; 0 is the nearest and the default.
    #[must_use]
    pub fn of_town(mut self, town: usize) -> Self {
        self.town = town;
        self
    }

    /// The neighbour with another trade, by name; one that nobody has heard of changes nothing.
    #[must_use]
    pub fn of_trade(self, name: &str) -> Self {
        match TRADES.iter().find(|trade| trade.name == name) {
            Some(trade) => self.practising(trade),
            None => self,
        }
    }

    /// The neighbour with a trade of one's own making, from a data file.
    #[must_use]
    pub fn practising(mut self, trade: &'static Trade) -> Self {
        self.take_up(trade);
        self
    }

    /// The neighbour with what it remembered when it was last put down.
    #[must_use]
    pub fn remembering(self, keepsake: Keepsake) -> Self {
        keepsake.restore(&mut open(&self.inner), &ACTIONS);
        self
    }

    fn take_up(&mut self, trade: &'static Trade) {
        self.trade = trade;
        let bent = Bent::named(trade.bent.as_deref().unwrap_or("townsman"));
        self.bent = bent.map(|bent| bent.minding(self.ring.clone()));
        self.body.stock(if trade.sells || trade.supplies { STOCK } else { 0 });
        self.body.forage(trade.supplies);
        let mut inner = open(&self.inner);
        inner.trade = &trade.name;
        inner.bent = (self.bent.as_ref().map_or("", Bent::name), Vec::new());
        drop(inner);
        self.decide_at = 0;
    }

    /// The neighbour minding a ring: who shares one takes turns at a foe.
    #[must_use]
    pub fn with_ring(mut self, ring: Ring) -> Self {
        self.bent = self.bent.map(|bent| bent.minding(ring.clone()));
        self.ring = ring;
        self
    }

    /// The neighbour drawing at wells it shares with others.
    #[must_use]
    pub fn with_wells(mut self, wells: Wells) -> Self {
        self.wells = wells;
        self
    }

    /// A window into its mind.
    #[must_use]
    pub fn window(&self) -> Window {
        self.inner.clone()
    }

    /// Its trade.
    #[must_use]
    pub fn trade(&self) -> &'static Trade {
        self.trade
    }

    /// Lets the world's time pass: needs grow, old things are forgotten.
    fn pass_time(&mut self, known: &Known) {
        self.day = known.day_number();
        let mut inner = open(&self.inner);
        let inner = &mut *inner;
        let passed = (known.hours() - inner.now).clamp(0.0, 1.0);
        inner.now = known.hours();
        inner.place = known.place();
        inner.needs.pass(passed);
        inner.needs.set(Need::Hunger, f64::from(known.own().hunger) / 255.0);
        let warmth = cold(known, inner.needs.level(Need::Warmth), passed);
        inner.needs.set(Need::Warmth, warmth);
        // Who drinks must reach the water, and who freezes a roof.
        if let Some(decision) = inner.decision
            && !matches!(decision.doing, Doing::Drink | Doing::Warm)
            && self.body.keeps_post(known)
        {
            inner.needs.serve(decision.doing.serves(), SERVED_AN_HOUR * passed);
        }
        if inner.now >= self.forget_at {
            self.forget_at = inner.now + FORGET_HOURS;
            inner.memory.decay(inner.now);
        }
    }

    /// Whom the world makes a guard takes up that trade.
    fn heed_duty(&mut self, known: &Known) {
        let on_duty = known.surroundings().is_some_and(|around| around.here.duty);
        if on_duty
            && self.trade.name != "guard"
            && let Some(guard) = TRADES.iter().find(|trade| trade.name == "guard")
        {
            self.take_up(guard);
        }
    }

    /// Decides now and then what to do, and takes its post for it.
    fn decide(&mut self, known: &Known) {
        if known.step() < self.decide_at {
            return;
        }
        self.decide_at = known.step() + steps(DECIDE_SECONDS + self.profile.reaction);
        let first = self.haunts.is_none();
        let haunts = self.haunts.get_or_insert_with(|| {
            let map = self.map.as_ref().zip(known.welcome());
            let map = map.map(|(map, welcome)| map.get_or_init(|| RoadMap::of(Seed(welcome.seed))));
            Haunts::choose(known, map, self.seed, self.town)
        });
        let mut inner = open(&self.inner);
        inner.home = Some(haunts.home());
        let current = inner.decision.map(|decision| decision.doing);
        let hour = known.time_of_day() * 24.0;
        let decision = decide(self.trade, self.profile, &inner.needs, hour, current, &mut self.stream);
        let before = inner.decision.replace(decision);
        let moved = before.is_none_or(|before| (before.at, before.doing) != (decision.at, decision.doing));
        drop(inner);
        self.body.smalltalk().concern(&self.trade.name, decision.at.label());
        let mut post = haunts.post(decision.doing, decision.at);
        let keeps_stall =
            self.trade.sells && (decision.doing, decision.at) == (Doing::Work, Whereabouts::Market);
        if keeps_stall {
            post = at_stall(known, post);
        }
        // Who dawdles stays where it is.
        if decision.doing == Doing::Drink {
            self.seek_water(known);
        } else if moved && decision.doing != Doing::Rest || first || keeps_stall {
            self.body.take_post(post);
        }
        let Some(haunts) = &self.haunts else { return };
        if first && known.place().distance(haunts.town()) > OUT_OF_TOWN {
            self.body.depart(known, haunts.town());
        }
    }

    fn is_asleep(&self, known: &Known) -> bool {
        let sleeps = |inner: &Inner| inner.decision.is_some_and(|decision| decision.doing == Doing::Sleep);
        sleeps(&open(&self.inner)) && self.body.keeps_post(known)
    }

    /// What it does besides its trade, if anything now.
    fn up_to(&mut self, known: &Known, walk: Walk) -> Option<Vec<Wish>> {
        let bent = self.bent.as_mut()?;
        let mut inner = open(&self.inner);
        let inner = &mut *inner;
        let outrage = self.conduct.outraged_by(known.step());
        let wishes =
            bent.act((known, walk), &mut inner.memory, &ACTIONS, inner.now, (outrage, self.conduct.guards()));
        inner.bent = (bent.name(), bent.current());
        wishes
    }

    /// Runs from who frightened it, as long as it is frightened and not in a fight it means to win. Returns whether it does.
    fn flee(&mut self, known: &Known, walk: Walk, wishes: &mut Vec<Wish>) -> bool {
        let Some((whom, since)) = self.fears else { return false };
        if known.step() >= since + steps(30.0) {
            self.fears = None;
            return false;
        }
        let decision = open(&self.inner).decision;
        let Some(bent) = self.bent.as_mut().filter(|bent| !bent.is_fighting()) else { return false };
        let danger = known.entities().values().find(|other| BeingId::named(&other.card.name) == whom);
        let here = known.place();
        let near = danger.filter(|other| other.state.place().distance(here) < FLEE_METRES);
        match near {
            Some(danger) if decision.is_some_and(|decision| decision.doing == Doing::Flee) => {
                wishes.extend(bent.flee_from(known, walk, danger));
                true
            }
            _ => false,
        }
    }
}

impl Mind for Neighbour {
    fn think(&mut self, known: &Known, walk: Walk) -> Vec<Wish> {
        self.pass_time(known);
        self.heed_duty(known);
        self.draw(known);
        if known.is_fallen() {
            if let Some(bent) = &mut self.bent {
                bent.fell(known);
            }
            return self.body.think(known, walk);
        }
        let asleep = self.is_asleep(known);
        let mut wishes = Vec::new();
        self.perceive(known, &mut wishes);
        self.listen(known, asleep);
        if self.fears.is_some_and(|(_, since)| since + steps(self.profile.reaction + 1.0) > known.step()) {
            self.decide_at = self.decide_at.min(known.step() + steps(self.profile.reaction));
        }
        self.decide(known);
        if !self.flee(known, walk, &mut wishes) {
            let deeds =
                self.up_to(known, walk).or_else(|| if asleep { None } else { self.run_errand(known) });
            wishes.extend(deeds.unwrap_or_else(|| self.body.think(known, walk)));
        }
        let speaks = |wishes: &[Wish]| wishes.iter().any(|wish| matches!(wish, Wish::Do(Intent::Say { .. })));
        if !asleep && !speaks(&wishes) {
            self.tell_off(known, &mut wishes);
        }
        if !speaks(&wishes) {
            self.speak(known, asleep, &mut wishes);
        }
        wishes
    }
}

/// How much one wants to be warm after some hours: it grows in cold and wet, and goes under a roof.
fn cold(known: &Known, before: f64, hours: f64) -> f64 {
    let Some(around) = known.surroundings() else { return 0.0 };
    let frost = ((MILD - f64::from(around.here.celsius())) / BITTER).clamp(0.0, 1.0);
    let middle = wold_wire::surroundings::SIDE / 2;
    let wet = around.value(Channel::Falling, middle, middle).map_or(0.0, |falling| f64::from(falling) * 0.2);
    let outdoors = known.level() == 0 && known.land().house_at(known.place(), 0).is_none();
    let target = if outdoors { (frost + wet).min(1.0) } else { 0.0 };
    // Half the way within an hour.
    before + (target - before) * (0.5 * hours).min(1.0)
}
