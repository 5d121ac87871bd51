//! Conduct: how a neighbour treats people, by what it sees them do and by the respect it has for them.
//!
//! It remembers deeds in sight, is frightened or outraged by them, thanks for gifts, deals with customers or refuses to, and has a closer
//! look at strangers: what is said of them around there makes its first impression.

use super::Wish;
use super::around::kind_of;
use super::calling::ACTIONS;
use super::counter;
use super::diary::{Entry, Ground, What};
use super::hunt::calls;
use super::liking::liking;
use super::mindset::Mindset;
use super::moment::Moment;
use super::rows::{COMPANY, LAW};
use super::talk::Spoken;
use super::villager::steps;
use super::witness::{Seen, Witness};
use std::collections::BTreeSet;
use wold_chance::Stream;
use wold_guest::known::{Known, Line};
use wold_lore::Deed;
use wold_lore::act::{Call, Meaning};
use wold_mind::gossip::{BeingId, Matter, Place};
use wold_mind::living::Need;
use wold_space::EntityId;
use wold_wire::{EntityKind, Intent, Repute, Target};

/// Strangers looked at and told off that are remembered; a guard sizes up more.
const MOST_LOOKED_AT: usize = 64;
const MOST_SIZED_UP: usize = 512;
/// Wishes beyond which a guard sizes people up another time.
const MOST_WISHES: usize = 3;

/// Whom it looked at, told off, fears and stands against.
#[derive(Debug, Default)]
pub(super) struct Conduct {
    witness: Witness,
    looked_at: BTreeSet<EntityId>,
    /// Up to where what its looks told was taken in.
    seen: Option<u64>,
    told_off_at: u64,
    /// Whom it knows for a guard: looks tell, and calls in the name of the law.
    guards: BTreeSet<BeingId>,
    /// Who did something it will not suffer, and when.
    outrage: Option<(BeingId, u64)>,
    /// Who frightened it, and when.
    fears: Option<(BeingId, u64)>,
    /// About whom it raised the alarm, and when.
    alarmed: Option<(BeingId, u64)>,
}

/// What came of looking around.
#[derive(Default)]
pub(super) struct Perceived {
    pub wishes: Vec<Wish>,
    /// What is to be said about it.
    pub answers: Vec<Spoken>,
    /// Those in sight it wants nothing to do with.
    pub shunned: BTreeSet<EntityId>,
    /// What was done to it before its eyes, though it need not have noticed.
    pub suffered: Vec<Matter>,
}

impl Conduct {
    /// Whom it knows for a guard.
    pub fn guards(&self) -> &BTreeSet<BeingId> {
        &self.guards
    }

    /// Who did something lately that it will not suffer, and at which step.
    pub fn outraged_by(&self, step: u64) -> Option<(BeingId, u64)> {
        self.outrage.filter(|(_, since)| step < since + steps(LAW.outrage.outrage_seconds))
    }

    /// Who frightened it, and at which step; forgotten after a while.
    pub fn afraid_of(&self, step: u64) -> Option<(BeingId, u64)> {
        self.fears.filter(|(_, since)| step < since + steps(LAW.outrage.fear_seconds))
    }

    /// Looks around: whom it meets, what they do, what they hand to it.
    pub fn perceive(&mut self, moment: &Moment<'_>, mind: &mut Mindset, stream: &mut Stream) -> Perceived {
        let mut out = Perceived::default();
        let seen = self.witness.look(moment.known, &mind.name);
        self.meet(moment, mind, &mut out);
        // The world lets nobody call in the name of the law but guards.
        let calls = moment.known.lines().iter().filter(|line| matches!(line.meaning(), Some(Meaning::Law)));
        self.guards.extend(calls.map(|line| BeingId::named(&line.name)));
        if self.outrage.is_some_and(|(whom, _)| moment.calling.is_guard() && self.guards.contains(&whom)) {
            self.outrage = None;
        }
        for deed in &seen {
            let mine = deed.object.as_deref() == Some(mind.name.as_str());
            // What oneself does or suffers is always noticed.
            if mine || deed.subject == mind.name || stream.chance(moment.calling.profile.attention) {
                let matter = self.witness_deed(moment, mind, deed, mine);
                if matter.is_some() {
                    out.wishes.extend(self.raise_alarm(moment, mind, deed, mine));
                }
                out.suffered.extend(matter.filter(|_| mine && deed.deed == Deed::Steal));
            }
        }
        let sells = moment.calling.trade.sells;
        let bought = |deed: &&Seen| deed.deed == Deed::Trade && deed.subject == mind.name && !sells;
        if let Some(seller) = seen.iter().find(bought).and_then(|deed| deed.object.as_deref()) {
            out.answers.push(Spoken::to(seller, format!("Thank you, {seller}."), Meaning::Thanks));
        }
        for (from, kind) in self.witness.handed() {
            if let Some((wish, said)) = counter::receive(moment, mind, from, *kind) {
                out.wishes.extend(wish);
                out.answers.push(said);
            }
        }
        // Fear fades within half a minute.
        mind.needs.serve(Need::Safety, 0.012);
        out
    }

    /// Gets to know who is in sight; strangers who play are looked at more closely, and by a guard everybody near, for it must know its fellows.
    fn meet(&mut self, moment: &Moment<'_>, mind: &mut Mindset, out: &mut Perceived) {
        let known = moment.known;
        for sighted in known.entities().values().filter(|sighted| sighted.is_person()) {
            let id = mind.names.learn(&sighted.card.name);
            if mind.memory.acquaintance(id).is_none() {
                let impression = mind.memory.meet(id, kind_of(sighted));
                let human = sighted.card.kind == EntityKind::HUMAN;
                // Whoever plays begins as they are met, and is liked for what they do.
                if !human {
                    mind.memory.set_respect(id, impression + liking(mind.memory.own(), id));
                }
                if human && self.looked_at.len() < MOST_LOOKED_AT && self.looked_at.insert(sighted.card.id) {
                    out.wishes.push(Wish::Do(Intent::Look(Target::Entity(sighted.card.id))));
                }
            }
            if moment.calling.is_guard()
                && out.wishes.len() < MOST_WISHES
                && known.place_of(sighted).distance(known.place()) < LAW.outrage.size_up_metres
                && self.looked_at.len() < MOST_SIZED_UP
                && self.looked_at.insert(sighted.card.id)
            {
                out.wishes.push(Wish::Do(Intent::Look(Target::Entity(sighted.card.id))));
            }
            if mind.memory.respect(id) < COMPANY.regard.shun {
                out.shunned.insert(sighted.card.id);
            }
        }
        let mark = self.seen.replace(known.looks().mark()).unwrap_or(u64::MAX);
        for bearing in known.looks().after(mark) {
            let Some(other) = known.entities().get(&bearing.who) else { continue };
            let id = BeingId::named(&other.card.name);
            if bearing.guard {
                self.guards.insert(id);
            }
            let by = match bearing.repute {
                Repute::Good => COMPANY.regard.repute,
                Repute::Bad => -COMPANY.regard.repute,
                Repute::None => continue,
            };
            let respect = mind.memory.respect(id);
            mind.memory.set_respect(id, respect + by);
        }
    }

    /// Calls out to all about who robs or strikes somebody it stands up for; guards act instead.
    fn raise_alarm(&mut self, moment: &Moment<'_>, mind: &Mindset, deed: &Seen, mine: bool) -> Option<Wish> {
        let (known, subject) = (moment.known, BeingId::named(&deed.subject));
        let grave = deed.deed == Deed::Steal || deed.deed.account().violent;
        let dear = deed.object.as_deref().is_some_and(|whom| mind.respect(whom) >= LAW.outrage.friend);
        let again = self.alarmed.is_some_and(|(whom, since)| {
            whom == subject && known.step() < since + steps(LAW.outrage.alarm_seconds)
        });
        let stays_quiet = moment.calling.is_guard()
            || moment.asleep
            || again
            || self.guards.contains(&subject)
            || is_lawful(known, &deed.subject);
        if !grave || !(mine || dear) || stays_quiet {
            return None;
        }
        self.alarmed = Some((subject, known.step()));
        Some(calls::call(Call::Alarm, Some(&deed.subject), Some(deed.place), None))
    }

    fn witness_deed(
        &mut self,
        moment: &Moment<'_>,
        mind: &mut Mindset,
        deed: &Seen,
        mine: bool,
    ) -> Option<Matter> {
        let known = moment.known;
        let account = deed.deed.account();
        let action = account.action.and_then(|name| ACTIONS.named(name).ok())?;
        let own = deed.subject == mind.name;
        let subject = mind.names.learn(&deed.subject);
        let object = deed.object.as_deref().map(|name| mind.names.learn(name));
        let at = Place { x: deed.place.x as i32, y: deed.place.y as i32 };
        let before = object.map_or(1.0, |object| mind.memory.respect(object));
        let of_subject = mind.memory.respect(subject);
        let matter = Matter::deed(subject, action, object, mind.day);
        // What it did itself it remembers once, so that it does not deny it.
        if own && mind.memory.recall(&matter).is_some() {
            return None;
        }
        mind.witness(matter, Some(at));
        note(known, mind, deed, own, mine);
        // Nobody boasts.
        if own {
            mind.memory.keep_quiet(&matter);
        }
        if own || ACTIONS.row(action).severity >= -0.1 {
            return None;
        }
        let violent = account.violent;
        // Blows that fall on somebody one despises frighten nobody.
        if violent && (mine || before >= COMPANY.regard.shun) {
            let fright = if mine { 0.9 } else { 0.35 };
            mind.needs.set(Need::Safety, mind.needs.level(Need::Safety).max(fright));
            self.fears = Some((subject, known.step()));
        }
        let guard = moment.calling.is_guard();
        let cares = mine
            || before >= LAW.outrage.friend && before > of_subject
            || guard && before >= LAW.outrage.protected;
        if cares
            && (violent || guard)
            && (guard || moment.calling.profile.courage >= LAW.outrage.brave && !moment.calling.is_meek())
            && !is_lawful(known, &deed.subject)
            // Guards do not fall out over who struck first: a fellow's blow is the law's.
            && !(guard && self.guards.contains(&subject))
        {
            self.outrage = Some((subject, known.step()));
        }
        Some(matter)
    }

    /// Tells people it does not want around to keep away.
    pub fn tell_off(&mut self, known: &Known, mind: &Mindset, wishes: &mut Vec<Wish>) {
        if known.step() < self.told_off_at {
            return;
        }
        let here = known.place();
        let unwanted = known.entities().values().find(|other| {
            other.card.kind == EntityKind::HUMAN
                && other.state.level == known.level()
                && other.state.place().distance(here) < LAW.outrage.keep_away_metres
                && mind.respect(&other.card.name) < COMPANY.regard.shun
        });
        if let Some(other) = unwanted {
            self.told_off_at = known.step() + steps(LAW.outrage.tell_off_seconds);
            wishes.push(Wish::Face(other.state.place()));
            let text = format!("Keep away from me, {}.", other.card.name);
            wishes.push(Wish::Do(Spoken::answer(&other.card.name, text).intent()));
        }
    }
}

/// Writes down what it saw, did or suffered, if that is worth a line.
fn note(known: &Known, mind: &mut Mindset, deed: &Seen, own: bool, mine: bool) {
    let account = deed.deed.account();
    let Some(row) = account.action.and_then(|name| ACTIONS.named(name).ok()).map(|id| ACTIONS.row(id)) else {
        return;
    };
    if row.severity >= -0.1 {
        return;
    }
    let object = deed.object.as_deref().unwrap_or_default();
    let (what, whom) = match () {
        () if own && account.violent => (What::Struck, object),
        () if mine && account.violent => (What::Suffered, deed.subject.as_str()),
        () => (What::Noticed, deed.subject.as_str()),
    };
    let more = format!("{} {object}", row.past);
    let entry = Entry::new(known.tick(), what, Ground::Seen).of(whom).at(deed.place);
    mind.diary.note(entry.saying(more.trim_end()));
}

/// Whether somebody was heard to call on another before striking: guards, and those who stand up for friends. That who calls the law is a guard is the world's to see to.
fn is_lawful(known: &Known, name: &str) -> bool {
    let since = known.step().saturating_sub(steps(LAW.outrage.call_seconds));
    let calls = |line: &Line| matches!(line.meaning(), Some(Meaning::Law | Meaning::Plea));
    known.lines().iter().any(|line| line.step >= since && line.name == name && calls(line))
}
