//! Small talk: greetings and what they are answered with, remarks on the weather and the day's work, and answers to those of others.
//!
//! Nobody talks over others: who has just heard somebody waits, and after speaking one is silent for a while.

use super::around::is_nearest;
use super::lines::{self, Hour};
use super::rows::COMPANY;
use super::talk::Spoken;
use super::villager::{VillagerConfig, steps};
use std::collections::{BTreeMap, BTreeSet};
use wold_chance::Stream;
use wold_guest::known::{Known, Line, Sighted};
use wold_lore::Channel;
use wold_lore::act::{Meaning, Name, SpeechAct};
use wold_mind::living::Occasion;
use wold_space::{DVec2, EntityId};
use wold_wire::surroundings::SIDE;

/// Acquaintances whose greeting is remembered.
const MOST_GREETED: usize = 64;

/// Something to say, and where the one it is said to stands.
pub(super) type Said = (Spoken, Option<DVec2>);

/// Where somebody is with its pleasantries.
pub(super) struct SmallTalk {
    name: String,
    greet_again: u64,
    silence: f64,
    greeted: BTreeMap<EntityId, u64>,
    /// Whom it neither greets nor answers.
    shunned: BTreeSet<EntityId>,
    silent_until: u64,
    /// Up to where speech was considered.
    heard: u64,
    /// Its trade, where it is, and what day: what it may speak of.
    matters: [&'static str; 4],
}

impl SmallTalk {
    pub fn new(name: &str, habits: &VillagerConfig) -> Self {
        Self {
            name: name.to_owned(),
            greet_again: steps(habits.greet_again),
            silence: habits.silence,
            greeted: BTreeMap::new(),
            shunned: BTreeSet::new(),
            silent_until: 0,
            heard: 0,
            matters: [""; 4],
        }
    }

    /// Greets and answers these no more; nobody else is shunned.
    pub fn shun(&mut self, whom: BTreeSet<EntityId>) {
        self.shunned = whom;
    }

    /// What it may speak of: its trade, where it is, and what day if one unlike others.
    pub fn concern(
        &mut self,
        trade: &'static str,
        whereabouts: &'static str,
        day: Option<&'static Occasion>,
    ) {
        let [kind, name] = day.map_or([""; 2], |day| [day.kind.label(), &day.name]);
        self.matters = [trade, whereabouts, kind, name];
    }

    /// Something fitting, if there is somebody to say it to.
    pub fn think(&mut self, known: &Known, hungry: bool, stream: &mut Stream) -> Option<Said> {
        let heard = std::mem::replace(&mut self.heard, known.lines().mark());
        if known.step() < self.silent_until {
            return None;
        }
        let said = self.choose(known, heard, hungry, stream)?;
        self.silent_until = known.step() + steps(self.silence * stream.range(0.7, 1.6));
        Some(said)
    }

    fn choose(&mut self, known: &Known, heard: u64, hungry: bool, stream: &mut Stream) -> Option<Said> {
        let fresh: Vec<&Line> = known
            .lines()
            .after(heard)
            .filter(|line| {
                !self.shunned.contains(&line.speaker)
                    && known.entities().get(&line.speaker).is_some_and(Sighted::is_person)
            })
            .collect();
        let place = |id: EntityId| known.entities().get(&id).map(|sighted| known.place_of(sighted));
        if let Some(line) = fresh.iter().find(|line| self.is_greeted(known, line)) {
            let anew = self.greeted.insert(line.speaker, known.step()).is_none();
            let replies = anew || stream.chance(COMPANY.greeting.replies);
            return replies.then(|| {
                let reply = Spoken::answer(&line.name, lines::reply(stream, &line.name));
                (reply, place(line.speaker))
            });
        }
        for line in fresh.iter().filter(|line| is_nearest(known, line.speaker)) {
            let Some(Meaning::Remark(Some(about))) = line.meaning() else { continue };
            if let Some(answer) = lines::answer(stream, about.as_str()) {
                let answer = Spoken::answer(&line.name, answer.to_owned());
                return stream.chance(COMPANY.greeting.answers).then(|| (answer, place(line.speaker)));
            }
        }
        let (here, level) = (known.place(), known.level());
        let mut near: Vec<(&Sighted, f64)> = known
            .entities()
            .values()
            .filter(|other| other.is_person() && other.state.level == level)
            .filter(|other| !self.shunned.contains(&other.card.id))
            .map(|other| (other, other.state.place().distance(here)))
            .filter(|(_, distance)| *distance < COMPANY.greeting.earshot_metres)
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        if let Some(greeting) = self.greet(known, &near, stream) {
            return Some(greeting);
        }
        let lately = known.step().saturating_sub(steps(COMPANY.greeting.quiet_seconds));
        let quiet = known.lines().back().is_none_or(|line| line.step < lately);
        if near.is_empty() || !quiet || !stream.chance(COMPANY.greeting.remarks) {
            return None;
        }
        let tags = tags(known, hungry);
        let holds = |tag: &str| tags.contains(&tag) || self.matters.contains(&tag);
        lines::remark(stream, holds).map(|(text, about)| {
            let act = SpeechAct::to_all(Meaning::Remark(Name::new(&about)));
            (Spoken { text: text.to_owned(), act }, None)
        })
    }

    /// Whether somebody means to be friendly to it: calls it, by its whole name or the first, or greets whoever is nearest.
    fn is_greeted(&self, known: &Known, line: &Line) -> bool {
        let Some(act) = &line.act else { return false };
        let is_friendly =
            matches!(act.meaning, Meaning::Greeting | Meaning::Farewell | Meaning::Remark(None));
        let first = self.name.split(' ').next().unwrap_or(&self.name);
        is_friendly
            && match &act.to {
                Some(to) => *to == *self.name || *to == *first,
                None => act.meaning == Meaning::Greeting && is_nearest(known, line.speaker),
            }
    }

    /// A greeting for the nearest who was not greeted lately.
    fn greet(&mut self, known: &Known, near: &[(&Sighted, f64)], stream: &mut Stream) -> Option<Said> {
        let now = known.step();
        self.greeted.retain(|_, since| now.saturating_sub(*since) < self.greet_again);
        if self.greeted.len() >= MOST_GREETED {
            return None;
        }
        let met = near.iter().take_while(|(_, distance)| *distance < COMPANY.greeting.meet_metres);
        let (other, _) = met.into_iter().find(|(other, _)| !self.greeted.contains_key(&other.card.id))?;
        self.greeted.insert(other.card.id, now);
        let hour = Hour::of(known.time_of_day());
        let greets =
            stream.chance(COMPANY.greeting.greets / (1.0 + near.len() as f64 / COMPANY.greeting.crowd));
        let name = &other.card.name;
        greets.then(|| {
            let greeting = Spoken::to(name, lines::greeting(stream, hour, name), Meaning::Greeting);
            (greeting, Some(known.place_of(other)))
        })
    }
}

/// What there is to notice.
fn tags(known: &Known, hungry: bool) -> Vec<&'static str> {
    let mut tags = vec![Hour::of(known.time_of_day()).label()];
    tags.extend(hungry.then_some("hungry"));
    tags.extend((known.time_of_day() * 24.0 > COMPANY.greeting.late_hour).then_some("tired"));
    let Some(around) = known.surroundings() else { return tags };
    let middle = |channel| around.value(channel, SIDE / 2, SIDE / 2).unwrap_or(0.0);
    let (warmth, cloud) = (around.here.celsius(), middle(Channel::Cloud));
    let falls = middle(Channel::Falling) > COMPANY.weather.wet;
    let weather = [
        ("rain", falls && warmth > 0.0),
        ("snow", falls && warmth <= 0.0 || middle(Channel::Snow) > COMPANY.weather.wet),
        ("wind", around.here.wind_speed >= COMPANY.weather.windy),
        ("hot", warmth > COMPANY.weather.hot),
        ("cold", warmth < COMPANY.weather.cold),
        ("flood", middle(Channel::Flood) > COMPANY.weather.flooded),
        ("cloud", cloud > COMPANY.weather.clouded),
        ("clear", cloud < COMPANY.weather.clear && !falls),
    ];
    tags.extend(weather.into_iter().filter(|(_, holds)| *holds).map(|(tag, _)| tag));
    tags
}
