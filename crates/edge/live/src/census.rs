//! A census: what a town's life is like, by its ledger and by what its minds kept.
//!
//! Contract: [`Census::hear`] is told of every tick, live or replayed, and reads the world only; [`Census::ask`] is told what everybody keeps in mind at the end. Nothing it does
//! changes either. Memory: by people, deeds people talk about, and hours.

use crate::coinage::{Coinage, held};
use crate::report::{Animals, Curves, LifeReport, Price, Suspicion};
use crate::speech::Speech;
use crate::stalls::Stalls;
use crate::truth::Truth;
use std::collections::BTreeMap;
use wold_folk::{Annals, Keepsake};
use wold_lore::felt::Good;
use wold_lore::land::{PlaceKind, ThingKind};
use wold_lore::{Being, Deed};
use wold_mind::gossip::BeingId;
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND, Tick};
use wold_wire::Intent;
use wold_world::books::Entry;
use wold_world::environment::Environment;
use wold_world::fauna::Animal;
use wold_world::ground::Ground;
use wold_world::parts::{Away, Fallen, Guard, Person};
use wold_world::registry::Roll;
use wold_world::{Act, Command, Realm};

/// Respects from which somebody is a friend, and below which shunned.
const HIGH: f64 = 0.75;
const LOW: f64 = 0.35;
/// How often the same line in a day is suspicious, and how many people are named.
const OFTEN: u32 = 4;
const MOST_NAMED: usize = 24;
/// How many blows or thefts of one are.
const MANY_CRIMES: u64 = 5;

/// A kind of animal nobody has counted yet.
const NONE_YET: Animals = Animals { now: 0, least: usize::MAX, killed_by_people: 0, killed_by_animals: 0 };

/// What is known of a town's life so far.
#[derive(Debug)]
pub struct Census {
    speech: Speech,
    truth: Truth,
    names: BTreeMap<EntityId, String>,
    deeds: BTreeMap<&'static str, u64>,
    crimes: u64,
    deaths: u64,
    births: u64,
    weddings: u64,
    verdicts: u64,
    /// What the law did, by what it is called.
    law: BTreeMap<&'static str, u64>,
    /// Coins found since it last counted.
    found: u64,
    prices: BTreeMap<&'static str, Vec<f64>>,
    stalls: Stalls,
    /// How often each did what is a crime, by what it is called.
    offences: BTreeMap<(EntityId, &'static str), u64>,
    animals: BTreeMap<&'static str, Animals>,
    made: BTreeMap<&'static str, u64>,
    market: Option<DVec2>,
    coins: Option<Coinage>,
    conserved: bool,
    /// The fewest and the most inhabitants at once.
    people: Option<(usize, usize)>,
    first: Option<f64>,
    last_hour: Option<u64>,
    curves: Curves,
}

impl Default for Census {
    fn default() -> Self {
        Self {
            speech: Speech::new(),
            truth: Truth::default(),
            names: BTreeMap::new(),
            deeds: BTreeMap::new(),
            crimes: 0,
            deaths: 0,
            births: 0,
            weddings: 0,
            verdicts: 0,
            law: BTreeMap::new(),
            found: 0,
            prices: BTreeMap::new(),
            stalls: Stalls::default(),
            offences: BTreeMap::new(),
            animals: BTreeMap::new(),
            made: BTreeMap::new(),
            market: None,
            coins: None,
            conserved: true,
            people: None,
            first: None,
            last_hour: None,
            curves: Curves::default(),
        }
    }
}

impl Census {
    /// A tick has passed: the world after it, what was commanded, and what was done.
    pub fn hear(&mut self, realm: &Realm, commands: &[Command], deeds: &[Entry]) {
        let day = realm.day_number();
        for command in commands {
            if let Act::Intent(Intent::Say { text, act, .. }) = &command.act
                && let Some(speaker) = realm.body_of(command.guest)
                && deeds.iter().any(|deed| deed.kind == Deed::Say && deed.doer == speaker)
            {
                self.speech.hear(day, speaker, text, act.as_deref());
            }
        }
        for deed in deeds {
            self.note(realm, deed, day);
        }
        let hours = self.hours(realm);
        if self.last_hour.replace(hours as u64) != Some(hours as u64) {
            self.look(realm, hours);
        }
    }

    /// Hours since the midnight before the world began.
    fn hours(&self, realm: &Realm) -> f64 {
        (f64::from(realm.day_number() - 1) + realm.time_of_day()) * 24.0
    }

    fn note(&mut self, realm: &Realm, deed: &Entry, day: u32) {
        let account = deed.kind.account();
        if deed.kind != Deed::Say {
            *self.deeds.entry(account.label).or_default() += 1;
        }
        for id in [Some(deed.doer), deed.object].into_iter().flatten() {
            if let Some(person) = realm.part::<Person>(id)
                && self.names.get(&id) != Some(&person.name)
            {
                self.speech.meet(&person.name);
                self.names.insert(id, person.name.clone());
            }
        }
        if let Some(kind) = deed.thing.filter(|_| deed.kind == Deed::Make) {
            *self.made.entry(kind.label()).or_default() += u64::from(deed.pieces);
        }
        if let Some(prey) = deed.object.filter(|_| deed.kind == Deed::Hunt) {
            self.note_kill(realm, deed.doer, prey);
        }
        // What the law does by force is no crime.
        if account.crime > 0.0 && realm.part::<Guard>(deed.doer).is_none() {
            self.crimes += 1;
            *self.offences.entry((deed.doer, account.label)).or_default() += 1;
        }
        self.births += u64::from(deed.kind == Deed::Birth);
        self.weddings += u64::from(deed.kind == Deed::Wed);
        let died = matches!(deed.kind, Deed::Starve | Deed::Die)
            || deed.kind == Deed::Kill && deed.object.is_some_and(|id| self.names.contains_key(&id));
        self.deaths += u64::from(died);
        self.found += u64::from(deed.kind == Deed::Find && deed.thing == Some(ThingKind::Coin));
        self.verdicts += u64::from(matches!(deed.kind, Deed::Convict | Deed::Acquit));
        let of_law = match deed.kind {
            Deed::Convict => Some("guilty"),
            Deed::Acquit => Some("let go"),
            Deed::Banish => Some("banished"),
            Deed::Expel => Some("driven out"),
            Deed::Proclaim => Some("price set"),
            Deed::Claim => Some("price paid"),
            _ => None,
        };
        of_law.into_iter().for_each(|kind| *self.law.entry(kind).or_default() += 1);
        let names = &self.names;
        self.truth.enter(deed, day, |id| names.get(&id).map(|name| BeingId::named(name)));
    }

    /// Somebody killed an animal, or another animal did.
    fn note_kill(&mut self, realm: &Realm, doer: EntityId, prey: EntityId) {
        let Some(animal) = realm.part::<Animal>(prey) else { return };
        let counted = self.animals.entry(animal.being.label()).or_insert(NONE_YET);
        match realm.part::<Animal>(doer) {
            Some(_) => counted.killed_by_animals += 1,
            None => counted.killed_by_people += 1,
        }
    }

    /// Counts the animals in the land that is awake, by kind.
    fn count_animals(&mut self, realm: &Realm, time: f64) {
        let world = realm.ecs();
        let mut now: BTreeMap<&'static str, usize> =
            Being::animals().map(|being| (being.label(), 0)).collect();
        for entity in
            world.resource::<Roll>().0.values().filter(|entity| world.get::<Fallen>(**entity).is_none())
        {
            if let Some(animal) = world.get::<Animal>(*entity) {
                *now.entry(animal.being.label()).or_default() += 1;
            }
        }
        for (kind, count) in now {
            let counted = self.animals.entry(kind).or_insert(NONE_YET);
            (counted.now, counted.least) = (count, counted.least.min(count));
            self.curves.add(&format!("animals: {kind}"), time, count as f64);
        }
    }

    /// Looks around, once an hour.
    fn look(&mut self, realm: &Realm, hours: f64) {
        let world = realm.ecs();
        let time = hours / 24.0;
        let start = *self.first.get_or_insert(hours);
        let is_here = |entity| {
            let person = world.get::<Person>(entity).is_some_and(|person| !person.human);
            person && world.get::<Away>(entity).is_none() && world.get::<Fallen>(entity).is_none()
        };
        let people = world.resource::<Roll>().0.values().filter(|entity| is_here(**entity)).count();
        self.curves.add("people", time, people as f64);
        self.curves.add("population", time, realm.parish().living().count() as f64);
        // Herds and game come within the first minutes.
        if hours - start >= 1.0 {
            self.count_animals(realm, time);
            let (fewest, most) = self.people.unwrap_or((people, people));
            self.people = Some((fewest.min(people), most.max(people)));
        }
        let coins = Coinage::count(realm);
        if let Some(before) = &self.coins {
            // More people may have come, for whom coins were struck, and treasures been found; else there are as many as there were.
            let found = std::mem::take(&mut self.found);
            self.conserved &= coins.about + before.struck == before.about + coins.struck + found;
        }
        let all: u64 = coins.purses.iter().map(|coins| u64::from(*coins)).sum();
        let tenth = coins.purses.len().div_ceil(10);
        let rich: u64 = coins.purses.iter().take(tenth).map(|coins| u64::from(*coins)).sum();
        self.curves.add("coins of the richest tenth", time, rich as f64);
        self.curves.add("coins in purses", time, all as f64);
        self.coins = Some(coins);
        for (kind, pieces) in held(realm).into_iter().filter(|(kind, _)| *kind != ThingKind::Coin) {
            self.curves.add(&format!("{} in store", kind.label()), time, pieces as f64);
        }
        self.curves.add("crimes", time, self.crimes as f64);
        self.curves.add("lines", time, self.speech.lines as f64);
        self.stalls.look(realm, time, &mut self.curves);
        let market = self.market.or_else(|| market(realm));
        self.market = market;
        let Some(prices) = market.and_then(|at| world.resource::<Environment>().prices(at)) else { return };
        for (good, price) in Good::ALL.iter().zip(prices) {
            self.prices.entry(good.label()).or_default().push(price.into());
            self.curves.add(&format!("price of {}", good.label()), time, price.into());
        }
        if let Some(weather) = market.and_then(|at| world.resource::<Environment>().weather(at)) {
            self.curves.add("warmth", time, weather.warmth.into());
            self.curves.add("flood", time, weather.flood.into());
        }
    }

    /// What it comes to, with what everybody keeps in mind.
    #[must_use]
    pub fn report(mut self, realm: &Realm, minds: impl Iterator<Item = Keepsake>) -> LifeReport {
        let hours = self.hours(realm);
        self.look(realm, hours);
        self.count_animals(realm, hours / 24.0);
        let coins = self.coins.clone().unwrap_or_default();
        let (fewest, most) = self.people.unwrap_or_default();
        let prices = self.prices.iter().map(|(good, values)| (*good, Price::of(values))).collect();
        let mut report = LifeReport {
            seed: realm.seed().0,
            days: (hours - self.first.unwrap_or(hours)) / 24.0,
            people: self.curves.by_name["people"].last().map_or(0, |(_, people)| *people as usize),
            people_most: most,
            people_fewest: fewest,
            speech_lines: self.speech.lines,
            speech_shapes: self.speech.shapes(),
            most_repeats_in_a_day: self.speech.most_repeats,
            coins_conserved: self.conserved,
            coins: coins.about,
            penniless_share: share(
                coins.purses.iter().filter(|coins| **coins == 0).count(),
                coins.purses.len(),
            ),
            deaths: self.deaths,
            births: self.births,
            weddings: self.weddings,
            population: realm.parish().living().count(),
            ages: ages(realm),
            verdicts: self.verdicts,
            verdicts_by_kind: std::mem::take(&mut self.law),
            crimes: self.crimes,
            deeds: std::mem::take(&mut self.deeds),
            prices,
            asked: self.stalls.report(),
            animals: std::mem::take(&mut self.animals),
            made: std::mem::take(&mut self.made),
            ..LifeReport::default()
        };
        self.ask(&mut report, minds);
        self.suspect(&mut report);
        report.curves = self.curves;
        report
    }

    /// Takes in what everybody keeps in mind.
    fn ask(&self, report: &mut LifeReport, minds: impl Iterator<Item = Keepsake>) {
        let mut lives = Annals::default();
        let (mut right, mut high, mut low) = (0, 0, 0);
        for mind in minds {
            let annals = mind.annals();
            lives.steps += annals.steps;
            lives.stuck += annals.stuck;
            lives.starving += annals.starving;
            lives.thirsting += annals.thirsting;
            if let Some((want, steps)) = &annals.longest {
                let minutes = steps / (60 * TICKS_PER_SECOND);
                let why = format!("wanted to {want} for {minutes} minutes on end");
                report.suspicious.push(Suspicion { name: mind.name().to_owned(), why });
            }
            for (rumour, action) in mind.rumours() {
                *report.gossip_path_lengths.entry(rumour.path.len()).or_default() += 1;
                if rumour.is_experience() && !rumour.denied && rumour.matter.place.is_none() {
                    report.first_hand += 1;
                    right += usize::from(self.truth.holds(&rumour.matter, action));
                }
            }
            for person in mind.acquaintances() {
                report.respects += 1;
                high += usize::from(person.respect > HIGH);
                low += usize::from(person.respect < LOW);
            }
        }
        let of_life = |steps: u64| steps as f64 / lives.steps.max(1) as f64;
        report.stuck_share = of_life(lives.stuck);
        report.starving_share = of_life(lives.starving);
        report.thirsting_share = of_life(lives.thirsting);
        report.first_hand_true_share =
            if report.first_hand == 0 { 1.0 } else { share(right, report.first_hand) };
        report.respects_above_075 = share(high, report.respects);
        report.respects_below_035 = share(low, report.respects);
    }

    fn name(&self, id: EntityId) -> String {
        self.names.get(&id).cloned().unwrap_or_else(|| "somebody".into())
    }

    /// Names those whose lives look wrong, the worst first.
    fn suspect(&self, report: &mut LifeReport) {
        let mut repeats: Vec<_> =
            self.speech.by_speaker.iter().filter(|(_, (many, _))| *many >= OFTEN).collect();
        repeats.sort_by_key(|(id, (many, _))| (std::cmp::Reverse(*many), **id));
        for (id, (many, line)) in repeats {
            let why = format!("said {line:?} {many} times in a day");
            report.suspicious.push(Suspicion { name: self.name(*id), why });
        }
        let mut offences: Vec<_> = self.offences.iter().filter(|(_, times)| **times >= MANY_CRIMES).collect();
        offences.sort_by_key(|(whose, times)| (std::cmp::Reverse(**times), **whose));
        for ((id, what), times) in offences {
            let why = format!("{what} {times} times in {:.0} days", report.days);
            report.suspicious.push(Suspicion { name: self.name(*id), why });
        }
        report.suspicious.truncate(MOST_NAMED);
    }

    /// The tick up to which a world would have to be heard for so many days.
    #[must_use]
    pub fn ticks_of(realm: &Realm, days: f64) -> Tick {
        let a_day = realm.config().day_minutes.max(0.1) * 60.0 * TICKS_PER_SECOND as f64;
        Tick((days * a_day).ceil() as u64)
    }
}

/// How many are below 7, below 14, below 60, and older.
fn ages(realm: &Realm) -> [usize; 4] {
    let parish = realm.parish();
    let mut ages = [0; 4];
    for years in parish.living().filter_map(|(name, _)| parish.years(name)) {
        ages[[7, 14, 60].iter().filter(|bound| years >= **bound).count()] += 1;
    }
    ages
}

fn share(some: usize, all: usize) -> f64 {
    some as f64 / all.max(1) as f64
}

/// The market of the land that is awake: the first there is.
fn market(realm: &Realm) -> Option<DVec2> {
    let ground = realm.ecs().resource::<Ground>();
    let mut places = ground.land.plots().flat_map(|plot| &plot.chunk.places);
    places.find(|place| place.kind == PlaceKind::Market).map(|place| place.at)
}
