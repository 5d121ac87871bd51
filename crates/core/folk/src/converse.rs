//! Conversation: what a neighbour does with what is said to it, and what it says by itself.
//!
//! Tales are weighed by its [`Memory`]; questions, accusations, apologies and business get an answer from whoever is called by name, or who
//! stands nearest. Nobody is talked to death: of one speaker a few turns a minute are answered, then it is enough for a while.

use super::around::{in_earshot, is_human, is_nearest};
use super::beliefs::Basis;
use super::calling::ACTIONS;
use super::counter;
use super::lines;
use super::mindset::Mindset;
use super::moment::{Ken, Moment};
use super::rows::COMPANY;
use super::talk::{self, Spoken};
use super::villager::steps;
use super::wording::{ago, direction, opinion, reaction, reason, retold};
use super::{Spot, Wish};
use std::collections::{BTreeMap, VecDeque};
use wold_chance::Stream;
use wold_guest::known::{Known, Line, Sighted};
use wold_lore::act::{Meaning, Name, Question};
use wold_lore::land::{PlaceKind, ThingKind};
use wold_mind::gossip::{BeingId, Kind, Matter, Rumour, Tale, Topic, Verdict};
use wold_mind::living::{Doing, Need};
use wold_space::EntityId;
use wold_wire::{EntityKind, Gait};

/// Speakers whose turns are counted, and answers waiting to be said.
const MOST_SPEAKERS: usize = 32;
const MOST_ANSWERS: usize = 4;

/// Where a neighbour is with its conversations.
#[derive(Debug, Default)]
pub(super) struct Converse {
    tell_at: u64,
    wonder_at: u64,
    /// What it has taken in; nothing of what was said before it listened.
    heard: Option<u64>,
    /// What is to be said as soon as one may.
    answers: VecDeque<Spoken>,
    /// Since when, and how many turns of each speaker were answered.
    turns: BTreeMap<BeingId, (u64, u8)>,
    /// The day on which each last apologised.
    forgiven: BTreeMap<BeingId, u32>,
    last_told: Option<Matter>,
    /// Whom it contradicted about what, and when.
    quarrels: Vec<(Matter, BeingId, u64)>,
}

impl Converse {
    /// Somebody who speaks first at that step.
    pub fn from(tell_at: u64) -> Self {
        Self { tell_at, ..Default::default() }
    }

    pub fn answer(&mut self, said: Spoken) {
        if self.answers.len() < MOST_ANSWERS && said.text.len() <= wold_lore::intent::LONGEST_SPEECH {
            self.answers.push_back(said);
        }
    }

    /// Whether somebody has not been contradicted about a matter lately.
    fn may_quarrel(&mut self, matter: &Matter, with: BeingId, step: u64) -> bool {
        self.quarrels.retain(|(.., since)| step < since + steps(COMPANY.tales.quarrel_seconds));
        let may = self.quarrels.len() < MOST_SPEAKERS
            && !self.quarrels.iter().any(|(about, whom, _)| about == matter && *whom == with);
        if may {
            self.quarrels.push((*matter, with, step));
        }
        may
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
        if count == COMPANY.tales.patience + 1 {
            self.answer(Spoken::answer(name, format!("Enough for now, {name}.")));
        }
        count <= COMPANY.tales.patience
    }
}

/// What came of listening.
#[derive(Default)]
pub(super) struct Heard {
    /// The tales it heard, whatever it made of them.
    pub tales: Vec<Tale>,
    /// What is to be handed to whom at once: the slot, and to whom.
    pub alms: Option<(u8, EntityId)>,
}

impl Converse {
    /// What was said within hearing since it last listened; nothing of what oneself says.
    pub fn take_in<'a>(&mut self, known: &'a Known, own: &str) -> Vec<&'a Line> {
        let mark = self.heard.replace(known.lines().mark()).unwrap_or(u64::MAX);
        known.lines().after(mark).filter(|line| line.name != own).collect()
    }

    /// Does something about what was said: weighs tales, answers questions. `ken` is what it knows of its town and its people's ways.
    pub fn listen(
        &mut self,
        moment: &Moment<'_>,
        lines: &[&Line],
        mind: &mut Mindset,
        ken: Ken<'_>,
        stream: &mut Stream,
    ) -> Heard {
        let (known, asleep) = (moment.known, moment.asleep);
        let mut heard = Heard::default();
        for &line in lines {
            let speaker = mind.names.learn(&line.name);
            let Some(act) = &line.act else { continue };
            let told = talk::tale_of(act, speaker, &ACTIONS, &mut mind.names);
            let to_me = act.to.as_ref().is_some_and(|to| *to == *mind.name);
            if let Some(tale) = told {
                // Who sleeps hears nothing but its own name.
                if !asleep || to_me {
                    self.hear(known, line, &tale, to_me, mind, stream);
                    heard.tales.push(tale);
                }
                continue;
            }
            if let (Meaning::Offer(goods), true) = (&act.meaning, to_me && moment.calling.trade.sells) {
                // Nobody offers wares to who sells them but who brings them.
                goods.iter().for_each(|kind| mind.trips.receive(*kind, &line.name, known.hours()));
            }
            if !matches!(act.meaning, Meaning::Question(_) | Meaning::Apology) {
                continue;
            }
            let open_to_all = act.to.is_none() && !asleep && is_nearest(known, line.speaker);
            if (to_me || open_to_all) && self.has_patience(speaker, &line.name, known.step()) {
                let alms = self.take_turn(moment, line, &act.meaning, mind, ken, stream);
                heard.alms = alms.or(heard.alms);
            }
        }
        heard
    }

    /// Hears a tale of somebody, to itself or to another.
    fn hear(
        &mut self,
        known: &Known,
        line: &Line,
        tale: &Tale,
        to_me: bool,
        mind: &mut Mindset,
        stream: &mut Stream,
    ) {
        let (own, speaker) = (mind.memory.own(), tale.teller());
        let concerns = tale.matter.mentions(own);
        let told = mind.memory.recall(&tale.matter).is_some_and(|rumour| rumour.tellings > 0);
        // A denial by one who is concerned, of what one has told: whom does one respect more?
        if tale.denied && !concerns && told && tale.matter.mentions(speaker) {
            if mind.memory.told_untrue(tale, mind.now).is_some() {
                mind.learn(tale.matter, true, Some(speaker));
                mind.judge(&line.text, Verdict::Agreed);
            }
            return;
        }
        let verdict = mind.memory.hear(&ACTIONS, tale, stream, mind.now);
        if matches!(verdict, Verdict::Believed { .. } | Verdict::Overturned { .. }) {
            mind.learn(tale.matter, tale.denied, Some(speaker));
        }
        let accused = tale.matter.subject == own && to_me && !tale.denied;
        // Where one was seen or what one gave is not worth a quarrel, and what one only heard of neither.
        let was_there = mind.memory.recall(&tale.matter).is_some_and(Rumour::is_experience);
        let grave = tale.matter.place.is_none() && ACTIONS.row(tale.matter.action).severity < 0.0;
        match &verdict {
            Verdict::Objected { answer } | Verdict::Contradicted { answer: Some(answer) }
                if grave && (concerns || was_there) =>
            {
                let said = talk::say(answer, &line.name, mind.day, &ACTIONS, &mind.names);
                let quarrels = self.may_quarrel(&tale.matter, speaker, known.step());
                said.filter(|_| quarrels).into_iter().for_each(|said| self.answer(said));
                if accused {
                    let respect = mind.memory.respect(speaker);
                    mind.memory.set_respect(speaker, respect - COMPANY.tales.slander);
                }
            }
            // People who play want to see what became of their words; neighbours say something now and then.
            verdict
                if to_me
                    && is_human(known, line.speaker)
                    && self.has_patience(speaker, &line.name, known.step()) =>
            {
                self.answer(Spoken::answer(&line.name, reaction(verdict, accused, &line.name)));
            }
            verdict if to_me && tale.matter.place.is_none() && stream.chance(COMPANY.tales.remarks) => {
                let severity = ACTIONS.row(tale.matter.action).severity;
                let kind = match verdict {
                    Verdict::Believed { .. } if tale.denied => Some("other"),
                    Verdict::Believed { .. } if severity < -0.1 => Some("bad"),
                    Verdict::Believed { .. } if severity > 0.0 => Some("good"),
                    Verdict::Believed { .. } => Some("other"),
                    Verdict::Doubted { .. } | Verdict::NotTrusted { .. } => Some("doubted"),
                    _ => None,
                };
                let whom = mind.names.of(tale.matter.subject);
                let said = kind.map(|kind| lines::reaction(stream, kind, &line.name, whom));
                said.into_iter().for_each(|text| self.answer(Spoken::answer(&line.name, text)));
            }
            _ => {}
        }
        mind.judge(&line.text, verdict);
        // Whoever stood by heard it as well.
        for other in in_earshot(known, line.speaker) {
            mind.memory.heard_too(&tale.matter, mind.names.learn(&other.card.name));
        }
    }

    /// Answers what somebody asks or says to it; returns what it gives them.
    fn take_turn(
        &mut self,
        moment: &Moment<'_>,
        line: &Line,
        meaning: &Meaning,
        mind: &mut Mindset,
        ken: Ken<'_>,
        stream: &mut Stream,
    ) -> Option<(u8, EntityId)> {
        let speaker = BeingId::named(&line.name);
        let mut alms = None;
        let respect = mind.memory.meet(speaker, Kind::default());
        let answer = |text: String| Spoken::answer(&line.name, text);
        let said: Vec<Spoken> = match meaning {
            Meaning::Apology => {
                let today = self.forgiven.insert(speaker, mind.day) == Some(mind.day);
                if self.forgiven.len() > MOST_SPEAKERS {
                    self.forgiven.pop_first();
                }
                vec![answer(match (today, respect) {
                    (true, _) => format!("You have said so, {}.", line.name),
                    (false, r) if r >= COMPANY.tales.neutral => {
                        format!("There is nothing to forgive, {}.", line.name)
                    }
                    (false, r) => {
                        mind.memory
                            .set_respect(speaker, (r + COMPANY.tales.amends).min(COMPANY.tales.neutral));
                        format!("Let us see whether you mean it, {}.", line.name)
                    }
                })]
            }
            _ if respect < COMPANY.regard.shun => {
                vec![answer(format!("I have nothing to say to you, {}.", line.name))]
            }
            Meaning::Question(question) => match question {
                Question::Wares => vec![counter::offer(moment, &line.name)],
                Question::Price(kind) => vec![counter::price(moment, mind, &line.name, *kind)],
                Question::Alms => {
                    let (said, slot) = counter::charity(moment, line, respect, stream);
                    alms = slot.map(|slot| (slot, line.speaker));
                    vec![said]
                }
                Question::Why => {
                    let rumour = self.last_told.as_ref().and_then(|matter| mind.memory.recall(matter));
                    vec![rumour.map_or_else(
                        || answer(format!("Believe what, {}?", line.name)),
                        |rumour| {
                            let why = reason(rumour, mind, speaker);
                            Spoken::to(&line.name, why, Meaning::Answer(mind.names.path(&rumour.path)))
                        },
                    )]
                }
                Question::About(about) | Question::Opinion(about) => {
                    self.tell_about(moment, about, line, mind, ken, stream)
                }
            },
            _ => Vec::new(),
        };
        said.into_iter().for_each(|said| self.answer(said));
        alms
    }

    /// What it knows about something, for one who asks.
    fn tell_about(
        &mut self,
        moment: &Moment<'_>,
        about: &Name,
        line: &Line,
        mind: &mut Mindset,
        ken: Ken<'_>,
        stream: &mut Stream,
    ) -> Vec<Spoken> {
        let known = moment.known;
        let name = &line.name;
        let answer = |text: String| Spoken::answer(name, text);
        let (about, plain) = (about.as_str(), about.plain());
        if let Some(kind) = PlaceKind::ALL.iter().find(|kind| kind.label() == plain) {
            let at = ken.town.and_then(|haunts| haunts.nearest(*kind, known.place()));
            return vec![answer(at.map_or_else(
                || format!("I know of no {plain} here, {name}."),
                |at| format!("The {plain} is {}, {name}.", direction(known.place(), at)),
            ))];
        }
        if let Some(kind) = ThingKind::ALL.iter().find(|kind| kind.label() == plain) {
            let things = known.entities().values().filter(|other| other.thing() == Some(*kind));
            let nearest = things
                .map(|thing| thing.state.place())
                .min_by(|a, b| a.distance(known.place()).total_cmp(&b.distance(known.place())));
            let holder = mind.beliefs.holders(*kind, known.tick()).into_iter().next();
            let holder = holder.filter(|belief| belief.sure_at(known.tick()) >= COMPANY.tales.believed);
            let nowhere = || match holder {
                Some(belief) => format!("{} has one, {name}.", mind.names.of(belief.about)),
                None => format!("I see no {plain} about, {name}."),
            };
            return vec![answer(
                nearest.map_or_else(nowhere, |at| {
                    format!("I see one {}, {name}.", direction(known.place(), at))
                }),
            )];
        }
        let (asker, whom) = (BeingId::named(name), BeingId::named(about));
        if whom == mind.memory.own() {
            return vec![answer(format!("I am {}, {} by trade.", mind.name, moment.calling.trade.name))];
        }
        let mut said = Vec::new();
        if mind.memory.acquaintance(whom).is_some() {
            let feeling = opinion(mind.memory.respect(whom));
            let whom = if whom == asker { "you" } else { about };
            said.push(answer(format!("{feeling} {whom}, {name}.")));
        }
        if asker != whom {
            said.extend(
                whereabouts(known, about, mind, ken)
                    .into_iter()
                    .map(|text| answer(format!("{text}, {name}."))),
            );
        }
        let topic = talk::topic(about, &ACTIONS, mind.day);
        let chosen = mind.memory.choose_gravest(asker, topic, &ACTIONS, stream);
        // Whoever asks is told again, even what they said themselves.
        let tale = chosen.or_else(|| {
            let told = mind.memory.about(topic).into_iter().next();
            told.map(|rumour| retold(rumour, mind.memory.own()))
        });
        let told = tale.and_then(|tale| {
            let said = talk::say(&tale, name, mind.day, &ACTIONS, &mind.names)?;
            self.last_told = Some(tale.matter);
            Some(said)
        });
        said.extend(told);
        if said.is_empty() {
            said.push(answer(format!("I know nothing of that, {name}.")));
        }
        said
    }

    /// Says what is to be answered, or tells somebody near by something.
    pub fn speak(
        &mut self,
        moment: &Moment<'_>,
        mind: &mut Mindset,
        stream: &mut Stream,
        wishes: &mut Vec<Wish>,
    ) {
        let (known, asleep) = (moment.known, moment.asleep);
        let step = known.step();
        if let Some(said) = self.answers.pop_front() {
            self.tell_at = self.tell_at.max(step + steps(2.0));
            wishes.push(Wish::Do(said.intent()));
            return;
        }
        if asleep || step < self.tell_at {
            return;
        }
        let lately = step.saturating_sub(steps(COMPANY.tales.turn_seconds));
        if known.lines().iter().any(|line| line.step >= lately && line.name != mind.name) {
            self.tell_at = step + steps(stream.range(0.5, 3.0));
            return;
        }
        let (here, level) = (known.place(), known.level());
        let mut near: Vec<(&Sighted, f64)> = known
            .entities()
            .values()
            .filter(|other| other.is_person() && other.state.level == level)
            .map(|other| (other, other.state.place().distance(here)))
            .filter(|(_, distance)| *distance < COMPANY.tales.seek_metres)
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1));
        for (other, distance) in near {
            let to = mind.names.learn(&other.card.name);
            if mind.memory.respect(to) < COMPANY.regard.shun || !mind.memory.has_news(to) {
                continue;
            }
            if distance >= COMPANY.tales.tell_metres {
                // Worth a few steps.
                self.tell_at = step + steps(2.0);
                let to = Spot { place: other.state.place(), level };
                wishes.push(Wish::Go { to, gait: Gait::Walk, near: COMPANY.tales.tell_metres * 0.5 });
                return;
            }
            self.tell_at = step + steps(COMPANY.tales.tell_seconds * stream.range(0.6, 1.6));
            let tale = mind.memory.choose(to, Topic::Anything, &ACTIONS, stream);
            // Where somebody is, is told by who saw it, to others than them; the rest say so only when asked.
            let tale = tale.filter(|tale| {
                let first_hand = tale.path.len() == 1 && !tale.denied;
                tale.matter.place.is_none() || first_hand && tale.matter.subject != to
            });
            // Nobody needs to be told who struck them, nor by their victim what they did: that is for accusing them.
            let tale = tale.filter(|tale| {
                let (matter, own) = (&tale.matter, mind.memory.own());
                let felt = matter.object == Some(to) && ACTIONS.row(matter.action).is_felt() && !tale.denied;
                let mine = matter.subject == to && matter.object == Some(own) && tale.path.len() == 1;
                !felt && !mine
            });
            let said = tale.and_then(|tale| {
                Some((talk::say(&tale, &other.card.name, mind.day, &ACTIONS, &mind.names)?, tale.matter))
            });
            if let Some((said, matter)) = said {
                for by in in_earshot(known, other.card.id) {
                    mind.memory.heard_too(&matter, mind.names.learn(&by.card.name));
                }
                self.last_told = Some(matter);
                wishes.push(Wish::Face(other.state.place()));
                wishes.push(Wish::Do(said.intent()));
                mind.needs.serve(Need::Company, 0.2);
                return;
            }
        }
        if step >= self.wonder_at {
            self.wonder_at = step + steps(COMPANY.tales.wonder_seconds * stream.range(0.5, 1.5));
            wishes.extend(wonder(moment, mind, stream));
        }
    }
}

/// Where somebody is; else where they were seen or are said to be, and are usually found at this hour.
fn whereabouts(known: &Known, name: &str, mind: &Mindset, ken: Ken<'_>) -> Vec<String> {
    if let Some(other) = known.entities().values().find(|other| other.is_person() && other.card.name == name)
    {
        return vec![format!("{name} is {}", direction(known.place(), known.place_of(other)))];
    }
    believed(known, name, mind).into_iter().chain(usual(known, name, ken)).collect()
}

/// Where somebody is thought to be.
fn believed(known: &Known, name: &str, mind: &Mindset) -> Option<String> {
    let belief = mind.beliefs.place_of(BeingId::named(name))?;
    let (at, _) = belief.place().filter(|_| belief.sure_at(known.tick()) >= COMPANY.tales.believed)?;
    let way = direction(known.place(), at);
    Some(match belief.basis {
        Basis::Seen => format!("I saw {name} {way}, {}", ago(known.tick().since(belief.since))),
        Basis::Heard => format!("I heard {name} {way}"),
        Basis::Told(by) => format!("{} says that {name} is {way}", mind.names.of(by)),
        Basis::Inferred => format!("I think that {name} is {way}"),
    })
}

/// Where somebody is usually found at this hour.
fn usual(known: &Known, name: &str, ken: Ken<'_>) -> Option<String> {
    let hour = known.time_of_day() * 24.0;
    let expected = ken
        .habits
        .forecast(BeingId::named(name), hour, ken.town?)
        .filter(|it| it.chance >= COMPANY.tales.usual)?;
    let way = direction(known.place(), expected.at);
    Some(format!("At this hour {name} is usually at the {}, {way}", expected.kind.label()))
}

/// Asks somebody near by what they think of one who was talked about: how word is sought, not only spread.
fn wonder(moment: &Moment<'_>, mind: &Mindset, stream: &mut Stream) -> Vec<Wish> {
    let known = moment.known;
    let at_ease = |doing| matches!(doing, Doing::Meet | Doing::Eat | Doing::Rest | Doing::Beg);
    if !moment.decision.is_some_and(|decision| at_ease(decision.doing)) {
        return Vec::new();
    }
    let (here, level) = (known.place(), known.level());
    let company = known.entities().values().find(|other| {
        other.card.kind == EntityKind::INHABITANT
            && other.state.level == level
            && other.state.place().distance(here) < COMPANY.tales.tell_metres
            && mind.memory.respect(BeingId::named(&other.card.name)) >= COMPANY.regard.shun
    });
    let Some(company) = company else { return Vec::new() };
    let (own, listener) = (mind.memory.own(), BeingId::named(&company.card.name));
    let spoken_of: Vec<BeingId> = mind
        .learnt
        .iter()
        .rev()
        .filter(|learnt| learnt.matter.place.is_none())
        .map(|learnt| learnt.matter.subject)
        .filter(|&being| being != own && being != listener && mind.names.knows(being))
        .take(COMPANY.tales.spoken_of)
        .collect();
    let Some(&whom) = stream.pick(&spoken_of) else { return Vec::new() };
    let (name, whom) = (&company.card.name, mind.names.of(whom));
    let Some(about) = Name::new(whom) else { return Vec::new() };
    let text = format!("{name}, what do you think of {whom}?");
    let asked = Spoken::to(name, text, Meaning::Question(Question::Opinion(about)));
    vec![Wish::Face(company.state.place()), Wish::Do(asked.intent())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chatterer_is_answered_a_few_times_a_minute_and_told_when_it_is_enough() {
        let mut talk = Converse::default();
        let who = BeingId::named("Chatterer");
        let answered = (0..40).filter(|n| talk.has_patience(who, "Chatterer", *n)).count();
        assert_eq!(answered, usize::from(COMPANY.tales.patience));
        let said: Vec<&str> = talk.answers.iter().map(|said| said.text.as_str()).collect();
        assert_eq!(said, ["Enough for now, Chatterer."], "once");
        assert!(talk.has_patience(BeingId::named("Other"), "Other", 41));
        assert!(talk.has_patience(who, "Chatterer", steps(61.0)), "a minute later all is forgotten");
        for n in 0..1000 {
            talk.has_patience(BeingId(n), "crowd", steps(61.0));
            talk.answer(Spoken::answer("crowd", "blah".into()));
        }
        assert!(talk.turns.len() <= MOST_SPEAKERS && talk.answers.len() <= MOST_ANSWERS);
    }
}
