//! Conversation: what a neighbour does with what is said to it, and what it says by itself.
//!
//! Tales are weighed by its [`Memory`]; questions, accusations, apologies and business get an answer from whoever is called by name, or who
//! stands nearest. Nobody is talked to death: of one speaker a few turns a minute are answered, then it is enough for a while.

use super::around::{in_earshot, is_nearest};
use super::neighbour::{ACTIONS, Neighbour, SHUN, steps};
use super::talk::{self, Names, Turn, Understood};
use super::window::{Inner, open};
use super::{Spot, Wish};
use crate::known::{Known, Line, Sighted};
use std::collections::{BTreeMap, VecDeque};
use wold_mind::gossip::{BeingId, Kind, Matter, Memory, Rumour, Tale, Topic, Verdict};
use wold_mind::living::Need;
use wold_space::DVec2;
use wold_space::land::{PlaceKind, ThingKind};
use wold_wire::{EntityKind, Gait, Intent, Loudness};

/// Metres within which one tells something, and walks up to somebody to tell it.
const TELL_METRES: f64 = 5.0;
const SEEK_METRES: f64 = 14.0;
/// Seconds between two tales, and those one lets pass after somebody else spoke.
const TELL_SECONDS: f64 = 25.0;
const TURN_SECONDS: f64 = 4.0;
/// Turns of one speaker answered in a minute.
const PATIENCE: u8 = 8;
/// Speakers whose turns are counted, and answers waiting to be said.
const MOST_SPEAKERS: usize = 32;
const MOST_ANSWERS: usize = 4;
/// What a false accusation costs in respect, and what an apology restores, up to where one is neutral.
const SLANDER: f64 = 0.1;
const AMENDS: f64 = 0.15;
const NEUTRAL: f64 = 0.5;

/// Where a neighbour is with its conversations.
#[derive(Default)]
pub(super) struct Talk {
    tell_at: u64,
    heard: u64,
    /// What is to be said as soon as one may.
    answers: VecDeque<String>,
    /// Since when, and how many turns of each speaker were answered.
    turns: BTreeMap<BeingId, (u64, u8)>,
    /// The day on which each last apologised.
    forgiven: BTreeMap<BeingId, u32>,
    last_told: Option<Matter>,
}

impl Talk {
    /// Somebody who speaks first at that step.
    pub fn from(tell_at: u64) -> Self {
        Self { tell_at, ..Default::default() }
    }

    pub fn answer(&mut self, text: String) {
        if self.answers.len() < MOST_ANSWERS && text.len() <= wold_wire::intent::LONGEST_SPEECH {
            self.answers.push_back(text);
        }
    }

    /// Whether there is patience for another turn of somebody; the first turn too many is told so.
    fn has_patience(&mut self, speaker: BeingId, name: &str, step: u64) -> bool {
        self.turns.retain(|_, (since, _)| step < *since + steps(60.0));
        if self.turns.len() >= MOST_SPEAKERS && !self.turns.contains_key(&speaker) {
            return false;
        }
        let (_, count) = self.turns.entry(speaker).or_insert((step, 0));
        *count = count.saturating_add(1);
        let count = *count;
        if count == PATIENCE + 1 {
            self.answer(format!("Enough for now, {name}."));
        }
        count <= PATIENCE
    }
}

impl Neighbour {
    /// Takes in what was said within hearing.
    pub(super) fn listen(&mut self, known: &Known, asleep: bool) {
        let since = std::mem::replace(&mut self.talk.heard, known.step());
        let lines: Vec<Line> = known
            .lines()
            .iter()
            .filter(|line| line.step >= since && since > 0 && line.name != self.name)
            .cloned()
            .collect();
        for line in &lines {
            let mut inner = open(&self.inner);
            let speaker = inner.names.learn(&line.name);
            let understood = talk::understand(&line.text, speaker, self.day, &ACTIONS, &mut inner.names);
            drop(inner);
            // Who sleeps hears nothing but its own name.
            let own = BeingId::named(&self.name);
            match understood {
                Some(Understood::Tale(tale, to)) if !asleep || to == own => self.hear(known, line, &tale, to),
                Some(Understood::Turn(turn, to)) => {
                    let meant = match to {
                        Some(to) => to == own,
                        None => !asleep && is_nearest(known, line.speaker),
                    };
                    if meant && self.talk.has_patience(speaker, &line.name, known.step()) {
                        self.take_turn(known, line, turn);
                    }
                }
                _ => {}
            }
        }
    }

    /// Hears a tale of somebody, to itself or to another.
    fn hear(&mut self, known: &Known, line: &Line, tale: &Tale, to: BeingId) {
        let mut inner = open(&self.inner);
        let inner = &mut *inner;
        let (own, speaker) = (inner.memory.own(), tale.teller());
        let concerns = tale.matter.mentions(own);
        let told = inner.memory.recall(&tale.matter).is_some_and(|rumour| rumour.tellings > 0);
        // A denial by one who is concerned, of what one has told: whom does one respect more?
        if tale.denied && !concerns && told && tale.matter.mentions(speaker) {
            if inner.memory.told_untrue(tale, inner.now).is_some() {
                inner.learn(tale.matter, true, Some(speaker));
                inner.judge(&line.text, Verdict::Agreed);
            }
            return;
        }
        let verdict = inner.memory.hear(&ACTIONS, tale, &mut self.stream, inner.now);
        if matches!(verdict, Verdict::Believed { .. } | Verdict::Overturned { .. }) {
            inner.learn(tale.matter, tale.denied, Some(speaker));
        }
        let accused = tale.matter.subject == own && to == own && !tale.denied;
        // Where one was seen is not worth a quarrel.
        match &verdict {
            Verdict::Objected { answer } | Verdict::Contradicted { answer: Some(answer) }
                if tale.matter.place.is_none() =>
            {
                if let Some(said) = talk::say(answer, &line.name, &ACTIONS, &inner.names) {
                    self.talk.answer(said);
                }
                if accused {
                    let respect = inner.memory.respect(speaker);
                    inner.memory.set_respect(speaker, respect - SLANDER);
                }
            }
            // People who play want to see what became of their words; neighbours know each other well enough.
            verdict
                if to == own
                    && is_human(known, line)
                    && self.talk.has_patience(speaker, &line.name, known.step()) =>
            {
                self.talk.answer(reaction(verdict, accused, &line.name));
            }
            _ => {}
        }
        inner.judge(&line.text, verdict);
        // Whoever stood by heard it as well.
        for other in in_earshot(known, line.speaker) {
            inner.memory.heard_too(&tale.matter, inner.names.learn(&other.card.name));
        }
    }

    /// Answers what somebody asks or says to it.
    fn take_turn(&mut self, known: &Known, line: &Line, turn: Turn) {
        let speaker = BeingId::named(&line.name);
        let window = self.inner.clone();
        let mut inner = open(&window);
        let inner = &mut *inner;
        let respect = inner.memory.meet(speaker, Kind::default());
        let said: Vec<String> = match turn {
            Turn::Sorry => {
                let today = self.talk.forgiven.insert(speaker, self.day) == Some(self.day);
                if self.talk.forgiven.len() > MOST_SPEAKERS {
                    self.talk.forgiven.pop_first();
                }
                vec![match (today, respect) {
                    (true, _) => format!("You have said so, {}.", line.name),
                    (false, r) if r >= NEUTRAL => format!("There is nothing to forgive, {}.", line.name),
                    (false, r) => {
                        inner.memory.set_respect(speaker, (r + AMENDS).min(NEUTRAL));
                        format!("Let us see whether you mean it, {}.", line.name)
                    }
                }]
            }
            _ if respect < SHUN => vec![format!("I have nothing to say to you, {}.", line.name)],
            Turn::Sell => vec![self.offer(known, &line.name)],
            Turn::Why => {
                let rumour = self.talk.last_told.as_ref().and_then(|matter| inner.memory.recall(matter));
                vec![rumour.map_or_else(
                    || format!("Believe what, {}?", line.name),
                    |rumour| reason(rumour, &inner.memory, &inner.names),
                )]
            }
            Turn::Ask(about) => self.tell_about(known, &about, line, inner),
        };
        said.into_iter().for_each(|text| self.talk.answer(text));
    }

    /// What it knows about something, for one who asks.
    fn tell_about(&mut self, known: &Known, about: &str, line: &Line, inner: &mut Inner) -> Vec<String> {
        let name = &line.name;
        let plain = about.trim_start_matches("the ").trim_start_matches("a ").trim_start_matches("an ");
        if let Some(kind) = PlaceKind::ALL.iter().find(|kind| kind.label() == plain) {
            let at = self.haunts.as_ref().and_then(|haunts| haunts.nearest(*kind, known.place()));
            return vec![at.map_or_else(
                || format!("I know of no {plain} here, {name}."),
                |at| format!("The {plain} is {}, {name}.", direction(known.place(), at)),
            )];
        }
        if let Some(kind) = ThingKind::ALL.iter().find(|kind| kind.label() == plain) {
            let things = known.entities().values().filter(|other| other.thing() == Some(*kind));
            let nearest = things
                .map(|thing| thing.state.place())
                .min_by(|a, b| a.distance(known.place()).total_cmp(&b.distance(known.place())));
            return vec![nearest.map_or_else(
                || format!("I see no {plain} about, {name}."),
                |at| format!("I see one {}, {name}.", direction(known.place(), at)),
            )];
        }
        let (asker, whom) = (BeingId::named(name), BeingId::named(about));
        if whom == inner.memory.own() {
            return vec![format!("I am {}, {} by trade.", self.name, self.trade.name)];
        }
        let mut said = Vec::new();
        if inner.memory.acquaintance(whom).is_some() {
            let feeling = opinion(inner.memory.respect(whom));
            let whom = if whom == asker { "you" } else { about };
            said.push(format!("{feeling} {whom}, {name}."));
        }
        let topic = talk::topic(about, &ACTIONS);
        let chosen = inner.memory.choose(asker, topic, &ACTIONS, &mut self.stream);
        // Whoever asks is told again, even what they said themselves.
        let tale = chosen.or_else(|| {
            let told = inner.memory.about(topic).into_iter().next();
            told.map(|rumour| retold(rumour, inner.memory.own()))
        });
        let told = tale.and_then(|tale| {
            let said = talk::say(&tale, name, &ACTIONS, &inner.names)?;
            self.talk.last_told = Some(tale.matter);
            Some(said)
        });
        said.extend(told);
        if said.is_empty() {
            said.push(format!("I know nothing of that, {name}."));
        }
        said
    }

    /// Says what is to be answered, or tells somebody near by something.
    pub(super) fn speak(&mut self, known: &Known, asleep: bool, wishes: &mut Vec<Wish>) {
        let step = known.step();
        if let Some(text) = self.talk.answers.pop_front() {
            self.talk.tell_at = self.talk.tell_at.max(step + steps(2.0));
            wishes.push(Wish::Do(Intent::Say { text, loudness: Loudness::Talk }));
            return;
        }
        if asleep || step < self.talk.tell_at {
            return;
        }
        let lately = step.saturating_sub(steps(TURN_SECONDS));
        if known.lines().iter().any(|line| line.step >= lately && line.name != self.name) {
            self.talk.tell_at = step + steps(self.stream.range(0.5, 3.0));
            return;
        }
        let (here, level) = (known.place(), known.level());
        let mut near: Vec<(&Sighted, f64)> = known
            .entities()
            .values()
            .filter(|other| other.is_person() && other.state.level == level)
            .map(|other| (other, other.state.place().distance(here)))
            .filter(|(_, distance)| *distance < SEEK_METRES)
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut inner = open(&self.inner);
        let inner = &mut *inner;
        for (other, distance) in near {
            let to = inner.names.learn(&other.card.name);
            if inner.memory.respect(to) < SHUN || !inner.memory.has_news(to) {
                continue;
            }
            if distance >= TELL_METRES {
                // Worth a few steps.
                self.talk.tell_at = step + steps(2.0);
                let to = Spot { place: other.state.place(), level };
                wishes.push(Wish::Go { to, gait: Gait::Walk, near: TELL_METRES * 0.5 });
                return;
            }
            self.talk.tell_at = step + steps(TELL_SECONDS * self.stream.range(0.6, 1.6));
            let tale = inner.memory.choose(to, Topic::Anything, &ACTIONS, &mut self.stream);
            // Where somebody is, is told by who saw it, to others than them; the rest say so only when asked.
            let tale = tale.filter(|tale| {
                let first_hand = tale.path.len() == 1 && !tale.denied;
                tale.matter.place.is_none() || first_hand && tale.matter.subject != to
            });
            let said = tale.and_then(|tale| {
                Some((talk::say(&tale, &other.card.name, &ACTIONS, &inner.names)?, tale.matter))
            });
            if let Some((text, matter)) = said {
                for by in in_earshot(known, other.card.id) {
                    inner.memory.heard_too(&matter, inner.names.learn(&by.card.name));
                }
                self.talk.last_told = Some(matter);
                wishes.push(Wish::Face(other.state.place()));
                wishes.push(Wish::Do(Intent::Say { text, loudness: Loudness::Talk }));
                inner.needs.serve(Need::Company, 0.2);
                return;
            }
        }
    }
}

fn is_human(known: &Known, line: &Line) -> bool {
    known.entities().get(&line.speaker).is_some_and(|other| other.card.kind == EntityKind::Human)
}

/// How a respect is put into words.
fn opinion(respect: f64) -> &'static str {
    match respect {
        r if r >= 0.8 => "I think the world of",
        r if r >= 0.6 => "I think well of",
        r if r >= 0.45 => "I have nothing against",
        r if r >= SHUN => "I do not think much of",
        _ => "I cannot stand",
    }
}

/// What one says to somebody who plays about what they told one.
fn reaction(verdict: &Verdict, accused: bool, name: &str) -> String {
    match verdict {
        Verdict::Duplicate | Verdict::HeardBefore if accused => {
            format!("It is true, {name}. I am not proud of it.")
        }
        Verdict::Believed { .. } => format!("Is that so? I will remember it, {name}."),
        Verdict::Overturned { .. } => format!("Then I was told wrong. Thank you, {name}."),
        Verdict::Refused { .. } => format!("Why should I listen to you, {name}?"),
        Verdict::NotTrusted { .. } => format!("I do not trust whoever says that, {name}."),
        Verdict::Doubted { .. } | Verdict::DoubtedBefore => format!("I find that hard to believe, {name}."),
        Verdict::HeardBefore | Verdict::Duplicate => format!("So I know already, {name}."),
        Verdict::Agreed => format!("Just so, {name}."),
        Verdict::Objected { .. } | Verdict::Contradicted { .. } => format!("I know better, {name}."),
    }
}

/// Why something is believed: who told whom, and what one thinks of them.
fn reason(rumour: &Rumour, memory: &Memory, names: &Names) -> String {
    let Some(teller) = rumour.teller() else { return "I saw it with my own eyes.".into() };
    let feeling = opinion(memory.respect(teller)).to_lowercase().replacen("i ", "I ", 1);
    let told = names.of(teller);
    let before: Vec<&str> = rumour.path.iter().rev().skip(1).map(|&being| names.of(being)).collect();
    if before.is_empty() {
        return format!("{told} saw it and told me, and {feeling} {told}.");
    }
    let chain = before.join(", who had it from ");
    format!("{told} told me, and {feeling} {told}; {told} had it from {chain}, who saw it.")
}

/// A rumour as one would tell it again.
fn retold(rumour: &Rumour, own: BeingId) -> Tale {
    let mut path = rumour.path.clone();
    path.push(own);
    Tale { matter: rumour.matter, denied: rumour.denied, at: rumour.at, path, kinds: [Kind::default(); 2] }
}

/// "40 metres to the north-east".
fn direction(from: DVec2, to: DVec2) -> String {
    const WINDS: [&str; 8] =
        ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
    let way = to - from;
    if way.length() < 4.0 {
        return "right here".into();
    }
    let eighth = (libm::atan2(way.y, way.x) / std::f64::consts::FRAC_PI_4).round().rem_euclid(8.0);
    format!("{} metres to the {}", way.length().round(), WINDS[eighth as usize % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_told_by_distance_and_wind() {
        assert_eq!(direction(DVec2::ZERO, DVec2::new(0.0, 40.0)), "40 metres to the north");
        assert_eq!(direction(DVec2::ZERO, DVec2::new(-10.0, -10.0)), "14 metres to the south-west");
        assert_eq!(direction(DVec2::ZERO, DVec2::new(1.0, 1.0)), "right here");
    }

    #[test]
    fn a_chatterer_is_answered_a_few_times_a_minute_and_told_when_it_is_enough() {
        let mut talk = Talk::default();
        let who = BeingId::named("Chatterer");
        let answered = (0..40).filter(|n| talk.has_patience(who, "Chatterer", *n)).count();
        assert_eq!(answered, usize::from(PATIENCE));
        assert_eq!(talk.answers, ["Enough for now, Chatterer."], "once");
        assert!(talk.has_patience(BeingId::named("Other"), "Other", 41));
        assert!(talk.has_patience(who, "Chatterer", steps(61.0)), "a minute later all is forgotten");
        for n in 0..1000 {
            talk.has_patience(BeingId(n), "crowd", steps(61.0));
            talk.answer("blah".into());
        }
        assert!(talk.turns.len() <= MOST_SPEAKERS && talk.answers.len() <= MOST_ANSWERS);
    }
}
