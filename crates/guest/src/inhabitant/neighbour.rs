//! An inhabitant that lives among others: it has a trade, a memory and opinions.
//!
//! It goes about its day by the plan of its trade and by its needs, remembers what it sees people do, tells what it knows to whom it
//! respects by real speech, believes or doubts what it hears, and treats people by the respect it has for them. It knows nothing but
//! what its guest is sent.

use super::around::{LOCAL, PLAYER, in_earshot, is_nearest, kind_of, whereabouts};
use super::bent::Bent;
use super::fight::Ring;
use super::talk::{self, Names, Understood};
use super::window::{Inner, Window, open, remember};
use super::witness::Witness;
use super::{Mind, SharedMap, Spot, Villager, VillagerConfig, Walk, Wish};
use crate::known::{Known, Sighted};
use std::sync::{Arc, LazyLock, Mutex};
use wold_chance::{Seed, Stream};
use wold_mind::gossip::{Actions, BeingId, Kind, Matter, Memory, Place, Tale, Temper, Topic, Verdict};
use wold_mind::living::{Doing, Need, Needs, Profile, Trade, decide};
use wold_space::{DVec2, TICKS_PER_SECOND};
use wold_wire::{Gait, Intent, Loudness};

/// What all neighbours share: the tables of actions, trades and profiles.
static ACTIONS: LazyLock<Actions> = LazyLock::new(Actions::deeds);
static TRADES: LazyLock<Vec<Trade>> = LazyLock::new(Trade::all);
static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(Profile::all);

/// Metres within which one tells something, walks up to somebody to tell it, and flees from somebody.
const TELL_METRES: f64 = 5.0;
const SEEK_METRES: f64 = 14.0;
const FLEE_METRES: f64 = 14.0;
/// Respect below which somebody is shunned.
const SHUN: f64 = 0.3;
/// Seconds between two decisions, and between two tales.
const DECIDE_SECONDS: f64 = 5.0;
const TELL_SECONDS: f64 = 25.0;
/// Seconds one lets pass after somebody else spoke, and after waking.
const TURN_SECONDS: f64 = 4.0;
const WAKE_SECONDS: f64 = 20.0;
/// Hours of the day's clock between two rounds of forgetting.
const FORGET_HOURS: f64 = 2.0;

/// The neighbour's mind.
pub struct Neighbour {
    name: String,
    trade: &'static Trade,
    profile: &'static Profile,
    body: Villager,
    bent: Option<Bent>,
    ring: Ring,
    inner: Window,
    witness: Witness,
    stream: Stream,
    home: Option<DVec2>,
    day: u32,
    last_hour: f64,
    decide_at: u64,
    tell_at: u64,
    forget_at: f64,
    heard: u64,
    /// What is to be said as soon as one may.
    answers: Vec<String>,
    fears: Option<(BeingId, u64)>,
}

impl Neighbour {
    /// A neighbour; trade and character follow from seed and name.
    #[must_use]
    pub fn new(seed: Seed, name: &str, habits: VillagerConfig) -> Self {
        let key: Vec<u64> = name.bytes().map(u64::from).collect();
        let mut stream = Stream::named(seed, "neighbour", &key);
        let trade = stream.pick(&TRADES).unwrap_or(&TRADES[0]);
        let profile = stream.pick(&PROFILES).unwrap_or(&PROFILES[0]);
        let plain = Temper::default();
        let temper = Temper {
            intelligence: trade.temper.intelligence.unwrap_or_else(|| stream.range(0.2, 0.9)),
            honesty: trade.temper.honesty.unwrap_or(plain.honesty),
            memory: trade.temper.memory.unwrap_or_else(|| stream.range(0.5, 1.0)),
            prejudices: vec![(PLAYER, 0.55), (LOCAL, 0.65)],
            ..plain
        };
        let first_words = stream.range(0.1, WAKE_SECONDS);
        let mut names = Names::default();
        let own = names.learn(name);
        let memory = Memory::new(own, temper);
        let inner = Inner {
            memory,
            needs: Needs::default(),
            decision: None,
            verdicts: Vec::new(),
            names,
            bent: Vec::new(),
        };
        Self {
            name: name.to_owned(),
            trade,
            profile,
            body: Villager::new(seed, name, habits),
            bent: trade.bent.as_deref().and_then(Bent::named),
            ring: Ring::default(),
            inner: Arc::new(Mutex::new(inner)),
            witness: Witness::default(),
            stream,
            home: None,
            day: 1,
            last_hour: 0.0,
            decide_at: 0,
            tell_at: steps(first_words),
            forget_at: 0.0,
            heard: 0,
            answers: Vec::new(),
            fears: None,
        }
    }

    /// The neighbour with a map of the world's roads.
    #[must_use]
    pub fn with_map(mut self, map: SharedMap) -> Self {
        self.body = self.body.with_map(map);
        self
    }

    /// The neighbour minding a ring: who shares one takes turns at a foe.
    #[must_use]
    pub fn with_ring(mut self, ring: Ring) -> Self {
        self.bent = self.bent.map(|bent| bent.minding(ring.clone()));
        self.ring = ring;
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

    /// Lets hours pass; returns the hours since the first day.
    fn pass_time(&mut self, known: &Known) -> f64 {
        let hour = known.time_of_day() * 24.0;
        if hour + 12.0 < self.last_hour {
            self.day += 1;
        }
        let passed = (hour - self.last_hour).clamp(0.0, 1.0);
        self.last_hour = hour;
        let now = f64::from(self.day) * 24.0 + hour;
        let mut inner = open(&self.inner);
        inner.needs.pass(passed);
        inner.needs.set(Need::Hunger, f64::from(known.own().hunger) / 255.0);
        if now >= self.forget_at {
            self.forget_at = now + FORGET_HOURS;
            inner.memory.decay(now);
        }
        now
    }

    /// Remembers what people do in sight, and who is there.
    fn perceive(&mut self, known: &Known, now: f64) {
        let seen = self.witness.look(known, &self.name);
        let mut inner = open(&self.inner);
        let inner = &mut *inner;
        for sighted in known.entities().values().filter(|sighted| sighted.is_person()) {
            let id = inner.names.learn(&sighted.card.name);
            if inner.memory.acquaintance(id).is_none() {
                inner.memory.meet(id, kind_of(sighted));
            }
        }
        for deed in seen {
            let mine = deed.object.as_deref() == Some(self.name.as_str());
            // What is done to oneself is always noticed.
            if !mine && !self.stream.chance(self.profile.attention) {
                continue;
            }
            let Ok(action) = ACTIONS.named(deed.action) else { continue };
            let subject = inner.names.learn(&deed.subject);
            let object = deed.object.as_deref().map(|name| inner.names.learn(name));
            let at = Place { x: deed.place.x as i32, y: deed.place.y as i32 };
            inner.memory.witness(&ACTIONS, Matter::deed(subject, action, object, self.day), Some(at), now);
            // Blows that fall on somebody one despises frighten nobody.
            let deserved = !mine && object.is_some_and(|object| inner.memory.respect(object) < SHUN);
            if ACTIONS.row(action).severity < -0.1 && !deserved {
                let fright = if mine { 0.9 } else { 0.35 };
                inner.needs.set(Need::Safety, inner.needs.level(Need::Safety).max(fright));
                self.fears = Some((subject, known.step()));
            }
        }
        // Fear fades within half a minute.
        inner.needs.serve(Need::Safety, 0.012);
    }

    /// Takes in what was said within hearing.
    fn listen(&mut self, known: &Known, now: f64) {
        let since = std::mem::replace(&mut self.heard, known.step());
        let lines: Vec<_> =
            known.lines().iter().filter(|line| line.step >= since && since > 0).cloned().collect();
        let mut inner = open(&self.inner);
        let inner = &mut *inner;
        for line in lines.iter().filter(|line| line.name != self.name) {
            let speaker = inner.names.learn(&line.name);
            match talk::understand(&line.text, speaker, self.day, &ACTIONS, &mut inner.names) {
                Some(Understood::Tale(tale, _)) => {
                    let own = tale.matter.mentions(inner.memory.own());
                    let told = inner.memory.recall(&tale.matter).is_some_and(|r| r.tellings > 0);
                    // A denial by one who is concerned, of what one has told: whom does one respect more?
                    if tale.denied && !own && told && tale.matter.mentions(speaker) {
                        if inner.memory.told_untrue(&tale, now).is_some() {
                            remember(&mut inner.verdicts, &line.text, Verdict::Agreed);
                        }
                        continue;
                    }
                    let verdict = inner.memory.hear(&ACTIONS, &tale, &mut self.stream, now);
                    // Where one was seen is not worth a quarrel.
                    if let Verdict::Objected { answer } | Verdict::Contradicted { answer: Some(answer) } =
                        &verdict
                        && tale.matter.place.is_none()
                    {
                        self.answers.extend(talk::say(answer, &line.name, &ACTIONS, &inner.names));
                    }
                    remember(&mut inner.verdicts, &line.text, verdict);
                    // Whoever stood by heard it as well.
                    for other in in_earshot(known, line.speaker) {
                        inner.memory.heard_too(&tale.matter, inner.names.learn(&other.card.name));
                    }
                }
                // A question into a crowd is answered by who stands nearest.
                Some(Understood::Question(topic)) if is_nearest(known, line.speaker) => {
                    let answer = answer_to(&mut inner.memory, speaker, topic, &mut self.stream);
                    let said = answer.and_then(|tale| talk::say(&tale, &line.name, &ACTIONS, &inner.names));
                    self.answers
                        .push(said.unwrap_or_else(|| format!("I know nothing of that, {}.", line.name)));
                }
                Some(Understood::Question(_)) | None => {}
            }
        }
        self.answers.truncate(3);
    }

    /// Says what is to be answered, or tells somebody near by something.
    fn speak(&mut self, known: &Known, wishes: &mut Vec<Wish>) {
        let step = known.step();
        if let Some(text) = (!self.answers.is_empty()).then(|| self.answers.remove(0)) {
            self.tell_at = self.tell_at.max(step + steps(2.0));
            wishes.push(Wish::Do(Intent::Say { text, loudness: Loudness::Talk }));
            return;
        }
        if step < self.tell_at {
            return;
        }
        let lately = step.saturating_sub(steps(TURN_SECONDS));
        if known.lines().iter().any(|line| line.step >= lately && line.name != self.name) {
            self.tell_at = step + steps(self.stream.range(0.5, 3.0));
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
                self.tell_at = step + steps(2.0);
                let to = Spot { place: other.state.place(), level };
                wishes.push(Wish::Go { to, gait: Gait::Walk, near: TELL_METRES * 0.5 });
                return;
            }
            self.tell_at = step + steps(TELL_SECONDS * self.stream.range(0.6, 1.6));
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
                wishes.push(Wish::Face(other.state.place()));
                wishes.push(Wish::Do(Intent::Say { text, loudness: Loudness::Talk }));
                inner.needs.serve(Need::Company, 0.2);
                return;
            }
        }
    }

    /// Decides now and then what to do, and moves its haunt there.
    fn decide(&mut self, known: &Known) {
        if known.step() < self.decide_at {
            return;
        }
        let slow = self.profile.reaction;
        self.decide_at = known.step() + steps(DECIDE_SECONDS + slow);
        let home = *self.home.get_or_insert(known.place());
        let mut inner = open(&self.inner);
        let current = inner.decision.map(|decision| decision.doing);
        let decision =
            decide(self.trade, self.profile, &inner.needs, self.last_hour, current, &mut self.stream);
        inner.needs.serve(decision.doing.serves(), 0.02);
        let moved = inner.decision.is_none_or(|before| before.at != decision.at);
        inner.decision = Some(decision);
        drop(inner);
        if moved && let Some(place) = whereabouts(known, decision.at, home) {
            self.body.settle(place);
        }
    }

    /// What it does besides its trade, if anything now.
    fn up_to(&mut self, known: &Known, now: f64) -> Option<Vec<Wish>> {
        let bent = self.bent.as_mut()?;
        let mut inner = open(&self.inner);
        let wishes = bent.act(known, &mut inner.memory, &ACTIONS, now);
        inner.bent = bent.current();
        wishes
    }

    /// The neighbour with another trade, by name.
    #[must_use]
    pub fn of_trade(mut self, name: &str) -> Self {
        if let Some(trade) = TRADES.iter().find(|trade| trade.name == name) {
            self.trade = trade;
            let bent = trade.bent.as_deref().and_then(Bent::named);
            self.bent = bent.map(|bent| bent.minding(self.ring.clone()));
        }
        self
    }

    /// Runs from who frightened it, as long as it is frightened. Returns whether it does.
    fn flee(&mut self, known: &Known, wishes: &mut Vec<Wish>) -> bool {
        let Some((whom, since)) = self.fears else { return false };
        let inner = open(&self.inner);
        let fleeing = inner.decision.is_some_and(|decision| decision.doing == Doing::Flee);
        let danger = known.entities().values().find(|other| BeingId::named(&other.card.name) == whom);
        let here = known.place();
        let near = danger.map(|other| other.state.place()).filter(|at| at.distance(here) < FLEE_METRES);
        match near {
            Some(at) if fleeing && known.step() < since + steps(30.0) => {
                let away = (here - at).normalize_or(DVec2::X);
                wishes.push(Wish::Go {
                    to: Spot::ground(here + away * FLEE_METRES),
                    gait: Gait::Run,
                    near: 2.0,
                });
                true
            }
            _ if known.step() >= since + steps(30.0) => {
                drop(inner);
                self.fears = None;
                false
            }
            _ => false,
        }
    }
}

impl Mind for Neighbour {
    fn think(&mut self, known: &Known, walk: Walk) -> Vec<Wish> {
        let now = self.pass_time(known);
        if known.is_fallen() {
            if let Some(bent) = &mut self.bent {
                bent.fell(known);
            }
            return self.body.think(known, walk);
        }
        self.perceive(known, now);
        self.listen(known, now);
        if self.fears.is_some_and(|(_, since)| since + steps(self.profile.reaction + 1.0) > known.step()) {
            self.decide_at = self.decide_at.min(known.step() + steps(self.profile.reaction));
        }
        self.decide(known);
        let mut wishes = Vec::new();
        if !self.flee(known, &mut wishes) {
            wishes = self.up_to(known, now).unwrap_or_else(|| self.body.think(known, walk));
        }
        if !wishes.iter().any(|wish| matches!(wish, Wish::Do(Intent::Say { .. }))) {
            self.speak(known, &mut wishes);
        }
        wishes
    }
}

/// What one knows about a topic, for one who asks; nothing for the disrespected.
fn answer_to(memory: &mut Memory, asker: BeingId, topic: Topic, stream: &mut Stream) -> Option<Tale> {
    let respected = memory.meet(asker, Kind::default()) >= SHUN;
    if respected { memory.choose(asker, topic, &ACTIONS, stream) } else { None }
}

fn steps(seconds: f64) -> u64 {
    (seconds * TICKS_PER_SECOND as f64) as u64
}
