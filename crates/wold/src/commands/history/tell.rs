//! `wold history tell`: a stretch of a world's history around a place, told so that it reads like life.

use super::houses::Houses;
use super::replayed;
use crate::commands::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use wold_chance::Seed;
use wold_genesis::Genesis;
use wold_host::store::open_history;
use wold_lore::land::{Place, PlaceKind, ThingKind};
use wold_lore::{Deed, Owner};
use wold_mind::living::Occasion;
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND, Tick};
use wold_wire::{Intent, Loudness};
use wold_world::books::Entry;
use wold_world::fauna::Animal;
use wold_world::parts::{Body, Person, SteeredBy, Thing};
use wold_world::registry::Roll;
use wold_world::{Act, Command, Realm, TickReport};

/// Metres around the world's middle in which a place is looked for by name.
const REGION: f64 = 3000.0;
/// Metres within which somebody is at a place.
const AT_PLACE: f64 = 9.0;
/// Ticks between two looks at where people are, and how many looks make an arrival.
const LOOK_TICKS: u64 = 2 * TICKS_PER_SECOND;
const SETTLED: u32 = 3;
/// Metres a second below which somebody stands still.
const STILL: f32 = 0.2;
/// Seconds within which the same deed done again is the same line.
const AGAIN_SECONDS: f64 = 15.0;

/// Tell what happened around a place: who came, what they said and did, with the hour.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold history tell wold-data --around inn --from 18 --to 22\n  \
                        wold history tell wold-data --around 120,-40 --metres 30 --day 2 --json")]
pub struct Tell {
    /// The world's folder.
    dir: PathBuf,
    /// A place: part of its name, a kind of place (inn, market, well…), or metres east and north: 120,-40.
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    around: String,
    /// How far around.
    #[arg(long, default_value_t = 40.0)]
    metres: f64,
    /// Only this day; the first is 1.
    #[arg(long)]
    day: Option<u32>,
    /// From this hour of a day.
    #[arg(long, default_value_t = 0.0)]
    from: f64,
    /// To this hour of a day.
    #[arg(long, default_value_t = 24.0)]
    to: f64,
    /// Print JSON, one object per line.
    #[arg(long)]
    json: bool,
}

impl Tell {
    /// Replays and tells.
    pub fn run(self) -> Result<()> {
        if !(self.metres > 0.0 && self.metres <= REGION) {
            bail!("--metres is {}, it must be above 0 and at most {REGION}", self.metres);
        }
        let store = open_history(&self.dir)?;
        let genesis = Genesis::new(Seed(store.meta().seed));
        let places = genesis.places_near(genesis.start(), REGION);
        let (middle, called) = find(&self.around, &places)
            .with_context(|| format!("no place near the world's middle is called {:?}", self.around))?;
        let near = genesis.places_near(middle, self.metres + AT_PLACE);
        let mut teller = Teller::new(self, middle, near, Houses::of(&genesis));
        if !teller.wanted.json {
            output::print(&format!("Around {called}.\n"))?;
        }
        let mut failure = None;
        replayed(&*store, &mut |realm, commands, report| match teller.hear(realm, commands, report) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        })?;
        failure.map_or(Ok(()), Err)?;
        if teller.lines == 0 && !teller.wanted.json {
            output::print("Nothing is known to have happened there.\n")?;
        }
        Ok(())
    }
}

/// A place by coordinates, name or kind; the first found is the nearest to the world's middle.
fn find(wanted: &str, places: &[Place]) -> Option<(DVec2, String)> {
    if let Some((x, y)) = wanted.split_once(',')
        && let (Ok(x), Ok(y)) = (x.trim().parse::<f64>(), y.trim().parse::<f64>())
    {
        return (x.abs() < 1e7 && y.abs() < 1e7).then(|| (DVec2::new(x, y), format!("{x}, {y}")));
    }
    let wanted = wanted.to_lowercase();
    let by_kind = places.iter().find(|place| place.kind.label() == wanted);
    let by_name = || places.iter().find(|place| place.name.to_lowercase().contains(&wanted));
    by_kind.or_else(by_name).map(|place| (place.at, place.name.clone()))
}

struct Visit {
    /// Where they are known to be, and where they have been seen since, how often.
    at: Option<usize>,
    next: Option<usize>,
    seen: u32,
    /// Whether they are within what is told of.
    inside: bool,
}

struct Teller {
    wanted: Tell,
    middle: DVec2,
    near: Vec<Place>,
    houses: Houses,
    visits: BTreeMap<EntityId, Visit>,
    names: BTreeMap<EntityId, String>,
    last: Option<(EntityId, Deed, Option<EntityId>, Tick)>,
    day: u32,
    occasions: Vec<Occasion>,
    lines: u64,
}

impl Teller {
    fn new(wanted: Tell, middle: DVec2, near: Vec<Place>, houses: Houses) -> Self {
        Self {
            wanted,
            middle,
            near,
            houses,
            visits: BTreeMap::new(),
            names: BTreeMap::new(),
            last: None,
            day: 0,
            occasions: Occasion::all(),
            lines: 0,
        }
    }

    fn hear(&mut self, realm: &Realm, commands: &[Command], report: &TickReport) -> Result<()> {
        if report.tick.0.is_multiple_of(LOOK_TICKS) {
            self.look(realm, report.tick)?;
        }
        let (mut arrived, mut done) = (Vec::new(), Vec::new());
        for deed in report.deeds.iter().filter(|deed| deed.place.distance(self.middle) <= self.wanted.metres)
        {
            if deed.kind == Deed::Enter { arrived.push(deed.doer) } else { done.push(deed) }
        }
        self.tell_arrivals(realm, report.tick, &arrived)?;
        done.into_iter().try_for_each(|deed| self.tell_deed(realm, commands, report.tick, deed))
    }

    /// Who came into the world, a crowd as one line.
    fn tell_arrivals(&mut self, realm: &Realm, tick: Tick, arrived: &[EntityId]) -> Result<()> {
        let names: Vec<String> = arrived.iter().map(|&id| self.name(realm, id)).collect();
        let words = "comes into the world";
        if self.wanted.json {
            return names.iter().try_for_each(|name| {
                self.line(realm, tick, &format!("{name} {words}."), || json!({"who": name, "does": words}))
            });
        }
        let all = match names.as_slice() {
            [] => return Ok(()),
            [one] => return self.line(realm, tick, &format!("{one} {words}."), || json!({})),
            [one, other] => format!("{one} and {other}"),
            [one, other, last] => format!("{one}, {other} and {last}"),
            [one, other, rest @ ..] => format!("{one}, {other} and {} others", rest.len()),
        };
        self.line(realm, tick, &format!("{all} come into the world."), || json!({}))
    }

    /// Who came, who went.
    fn look(&mut self, realm: &Realm, tick: Tick) -> Result<()> {
        let world = realm.ecs();
        let mut news: Vec<(EntityId, String)> = Vec::new();
        for (&id, &entity) in &world.resource::<Roll>().0 {
            let (Some(person), Some(body)) = (world.get::<Person>(entity), world.get::<Body>(entity)) else {
                continue;
            };
            if world.get::<SteeredBy>(entity).is_none() {
                continue;
            }
            self.names.entry(id).or_insert_with(|| person.name.clone());
            let place = body.0.place;
            let inside = place.distance(self.middle) <= self.wanted.metres;
            let at = (0..self.near.len())
                .map(|n| (n, self.near[n].at.distance(place)))
                .filter(|(_, metres)| *metres < AT_PLACE)
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .map(|(n, _)| n);
            let visit = self.visits.entry(id).or_insert(Visit { at: None, next: None, seen: 0, inside });
            let was_inside = std::mem::replace(&mut visit.inside, inside);
            if at != visit.next {
                (visit.next, visit.seen) = (at, 0);
            }
            // Whoever only passes by has not come.
            visit.seen += u32::from(at.is_none() || body.0.velocity.length() < STILL);
            if visit.seen == SETTLED && visit.at != visit.next {
                visit.at = visit.next;
                if let Some(here) = visit.at.filter(|_| inside) {
                    let place = &self.near[here];
                    let house = self.houses.name(realm, place.at);
                    news.push((id, format!("comes to {}", house.unwrap_or_else(|| called(place)))));
                }
            } else if was_inside && !inside {
                visit.at = None;
                news.push((id, "goes away".into()));
            }
        }
        for (id, words) in news {
            let name = self.name(realm, id);
            self.line(realm, tick, &format!("{name} {words}."), || json!({"who": name, "does": words}))?;
        }
        Ok(())
    }

    fn tell_deed(&mut self, realm: &Realm, commands: &[Command], tick: Tick, deed: &Entry) -> Result<()> {
        let doer = self.name(realm, deed.doer);
        if deed.kind == Deed::Say {
            let Some((text, loudness)) = said(realm, commands, deed.doer) else { return Ok(()) };
            let verb = match loudness {
                Loudness::Talk => "",
                Loudness::Whisper => " (whispers)",
                Loudness::Shout => " (shouts)",
            };
            return self.line(
                realm,
                tick,
                &format!("{doer}{verb}: “{text}”"),
                || json!({"who": doer, "says": text}),
            );
        }
        let again = self.last.replace((deed.doer, deed.kind, deed.object, tick));
        let repeats = again.is_some_and(|(doer, kind, object, before)| {
            (doer, kind, object) == (deed.doer, deed.kind, deed.object)
                && tick.seconds() - before.seconds() < AGAIN_SECONDS
        });
        if repeats {
            return Ok(());
        }
        let object = deed.object.map(|id| self.object(realm, id));
        let owner = deed.owner.map(|owner| match owner {
            Owner::Person(id) => self.name(realm, id),
            Owner::Market => "the market".into(),
        });
        let Some(words) = words(deed, object.as_deref().unwrap_or("something"), owner.as_deref()) else {
            return Ok(());
        };
        self.line(realm, tick, &format!("{doer} {words}."), || json!({"who": doer, "does": words}))
    }

    fn name(&mut self, realm: &Realm, id: EntityId) -> String {
        let world = realm.ecs();
        let person = world.resource::<Roll>().0.get(&id).and_then(|&entity| world.get::<Person>(entity));
        if let Some(person) = person {
            self.names.insert(id, person.name.clone());
        }
        if let Some(animal) = realm.part::<Animal>(id) {
            return format!("A {}", animal.being.label());
        }
        self.names.get(&id).cloned().unwrap_or_else(|| "Somebody".into())
    }

    fn object(&mut self, realm: &Realm, id: EntityId) -> String {
        let world = realm.ecs();
        let thing = world.resource::<Roll>().0.get(&id).and_then(|&entity| world.get::<Thing>(entity));
        match thing {
            _ if realm.part::<Animal>(id).is_some() => self.name(realm, id).to_lowercase(),
            Some(thing) => one_of(thing.kind),
            None if self.names.contains_key(&id) => self.names[&id].clone(),
            None => {
                let name = self.name(realm, id);
                if name == "Somebody" { "something".into() } else { name }
            }
        }
    }

    /// Prints a line if its hour is wanted.
    fn line(&mut self, realm: &Realm, tick: Tick, words: &str, value: impl FnOnce() -> Value) -> Result<()> {
        let (day, hour) = (realm.day_number(), realm.time_of_day() * 24.0);
        let wanted = &self.wanted;
        if wanted.day.is_some_and(|wanted| wanted != day) || hour < wanted.from || hour >= wanted.to {
            return Ok(());
        }
        self.lines += 1;
        let clock = format!("{:02}:{:02}", hour as u32, (hour.fract() * 60.0) as u32);
        if wanted.json {
            let mut value = value();
            value["tick"] = json!(tick.0);
            value["day"] = json!(day);
            value["hour"] = json!(clock);
            if let Some(occasion) = Occasion::of(&self.occasions, day) {
                value["occasion"] = json!(occasion.name);
            }
            return output::print_json(&value);
        }
        if std::mem::replace(&mut self.day, day) != day {
            let occasion = Occasion::of(&self.occasions, day).map(|occasion| format!(", {}", occasion.name));
            output::print(&format!("\nDay {day}{}\n", occasion.unwrap_or_default()))?;
        }
        output::print(&format!("{clock}  {words}\n"))
    }
}

/// What is said of a deed after the doer's name; nothing of those told elsewhere.
fn words(deed: &Entry, object: &str, owner: Option<&str>) -> Option<String> {
    let thing = deed.thing.map_or_else(|| "something".to_owned(), |kind| so_many(deed.pieces, kind));
    Some(match deed.kind {
        Deed::Leave => "leaves the world".into(),
        Deed::Take => format!("picks up {thing}"),
        Deed::Drop => format!("puts down {thing}"),
        Deed::Give => format!("gives {thing} to {object}"),
        Deed::Eat if deed.thing == Some(ThingKind::Ale) => format!("drinks {thing}"),
        Deed::Eat => format!("eats {thing}"),
        Deed::Fell => "fells a tree".into(),
        Deed::Build => "builds a wall".into(),
        Deed::Raze => "tears down a wall".into(),
        Deed::Strike => format!("strikes {object}"),
        Deed::Kill => format!("kills {object}"),
        Deed::Starve => "dies of hunger".into(),
        Deed::Heal => format!("tends the wounds of {object}"),
        Deed::Steal => match owner {
            Some(owner) => format!("steals {thing} of {owner}'s"),
            None => format!("steals {thing}"),
        },
        Deed::Trade => format!("trades with {object} for {thing}"),
        Deed::Help => format!("helps {object}"),
        Deed::Find => format!("finds {thing}"),
        Deed::Hunt => match owner {
            Some(owner) => format!("kills {object} of {owner}'s"),
            None => format!("kills {object}"),
        },
        Deed::Prop => "props a door open".into(),
        Deed::Arrest => format!("arrests {object}"),
        Deed::Convict if object.is_empty() => "is found guilty".into(),
        Deed::Convict => format!("is found guilty of wronging {object}"),
        Deed::Acquit => "is let go by the law".into(),
        Deed::Bury => "is buried".into(),
        Deed::Shoot if object.is_empty() => format!("lets fly {thing}"),
        Deed::Shoot => format!("lets fly {thing} at {object}"),
        Deed::Make => format!("makes {thing}"),
        Deed::Earn => format!("is paid {thing} by the town"),
        Deed::Pay => format!("pays the town {thing}"),
        // What went into something is told by what became of it.
        Deed::Spend => return None,
        Deed::Wed => format!("weds {object}"),
        Deed::Birth => format!("gives birth to {object}"),
        Deed::Die => "dies, of age or a fever".into(),
        Deed::Banish => "is banished from the town".into(),
        Deed::Expel => format!("drives {object} out of town"),
        Deed::Proclaim => format!("calls out {thing} for who helps to take {object}"),
        Deed::Claim => format!("is paid {thing} for the taking of {object}"),
        Deed::Say | Deed::Enter => return None,
    })
}

/// So many pieces of a thing in a sentence.
fn so_many(pieces: u32, kind: ThingKind) -> String {
    match pieces {
        0 | 1 => one_of(kind),
        pieces if is_uncounted(kind) => format!("{pieces} {}", kind.label()),
        pieces => format!("{pieces} {}s", kind.label()),
    }
}

/// Whether one speaks of it without counting.
fn is_uncounted(kind: ThingKind) -> bool {
    use ThingKind as T;
    let goods = [
        T::Berries,
        T::Bread,
        T::Ore,
        T::Meat,
        T::Grain,
        T::Flour,
        T::Ale,
        T::Wool,
        T::Cloth,
        T::Fish,
        T::Milk,
    ];
    goods.contains(&kind) || [T::Clothes, T::Tools].contains(&kind)
}

/// A thing in a sentence; what is many or not counted has no article.
fn one_of(kind: ThingKind) -> String {
    let noun = kind.label();
    if is_uncounted(kind) {
        return noun.into();
    }
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// A place in a sentence.
fn called(place: &Place) -> String {
    match place.kind {
        PlaceKind::Inn | PlaceKind::Home | PlaceKind::Smithy => place.name.clone(),
        PlaceKind::Town => "the middle of town".into(),
        kind => format!("the {}", kind.label()),
    }
}

/// What somebody said in a tick.
fn said<'a>(realm: &Realm, commands: &'a [Command], speaker: EntityId) -> Option<(&'a str, Loudness)> {
    commands.iter().find_map(|command| match &command.act {
        Act::Intent(Intent::Say { text, loudness, .. }) if realm.body_of(command.guest) == Some(speaker) => {
            Some((text.as_str(), *loudness))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_have_the_article_their_kind_asks_for() {
        let told = [ThingKind::Berries, ThingKind::Apple, ThingKind::Log, ThingKind::Bread].map(one_of);
        assert_eq!(told, ["berries", "an apple", "a log", "bread"]);
    }

    #[test]
    fn a_theft_is_told_with_the_thing_and_its_owner_and_a_trade_with_the_ware() {
        let deed = |kind| Entry::new(EntityId(1), kind, DVec2::ZERO).with(ThingKind::Apple);
        let told = |kind, object: &str, owner| words(&deed(kind), object, owner);
        assert_eq!(told(Deed::Steal, "an apple", Some("Bo")).as_deref(), Some("steals an apple of Bo's"));
        assert_eq!(told(Deed::Trade, "Mia", None).as_deref(), Some("trades with Mia for an apple"));
        assert_eq!(told(Deed::Help, "Cy", None).as_deref(), Some("helps Cy"));
        assert_eq!(told(Deed::Enter, "", None), None, "arrivals are told together");
    }
}
