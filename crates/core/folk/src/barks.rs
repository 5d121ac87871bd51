//! What somebody says under their breath about what they hear, glimpse, miss and find amiss.
//!
//! Contract: whoever hears a fight or something breaking without seeing it, glimpses something, loses sight of somebody, misses somebody, or finds something not as it was left says a line about it ([`wold_senses::barks`]), the gravest first, and then nothing of the
//! kind for a while. Steps are remarked on at night alone: by day there are always some. No line worth remembering is said twice, nor after somebody else within hearing has said it.

use super::Wish;
use super::rows::WITS;
use super::villager::steps;
use std::sync::LazyLock;
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_lore::Rouse;
use wold_lore::act::{Meaning, Name, Quip, SpeechAct};
use wold_lore::sense::Sound;
use wold_senses::barks::{Barks, Said, Tier, Voice};
use wold_wire::Intent;

static BARKS: LazyLock<Barks> = LazyLock::new(Barks::default);

/// Somebody's remarks.
pub(super) struct Remarks {
    voice: Voice,
    quiet_until: u64,
    /// How much of what came to its ears it has considered: noises, things amiss, people missed, lines.
    marks: [u64; 4],
    /// When it was last put on edge, of what it has considered.
    roused: u64,
}

impl Remarks {
    /// Whose remarks come in an order of their own.
    pub(super) fn new(own: Seed) -> Self {
        Self { voice: Voice::new(Stream::named(own, "barks", &[])), quiet_until: 0, marks: [0; 4], roused: 0 }
    }

    /// A line about the gravest thing that is new, if it is time for one.
    pub(super) fn remark(&mut self, known: &Known) -> Option<Wish> {
        let [noises, amiss, missed, lines] = self.marks;
        for line in known.lines().after(lines) {
            if let Some(Meaning::Quip(quip)) = line.meaning() {
                let tier = if quip.family { Tier::Generic } else { Tier::Specific };
                self.voice.overhear(&BARKS, quip.topic.as_str(), tier, quip.line.into());
            }
        }
        let now = known.step();
        let fresh = |step: u64| step + steps(WITS.alarm.fresh_seconds) >= now;
        let missing = known.missed().after(missed).any(|it| fresh(it.step)).then_some("vanished");
        let found = known.amiss().after(amiss).filter(|it| fresh(it.step)).last().map(|it| it.what.label());
        let heard = known.noises().after(noises).any(|it| fresh(it.step) && is_remarkable(it.sound, known));
        self.marks =
            [known.noises().mark(), known.amiss().mark(), known.missed().mark(), known.lines().mark()];
        let topic = missing.or(found).or(self.rouse(known, fresh)).or(heard.then_some("heard"))?;
        if now < self.quiet_until {
            return None;
        }
        self.quiet_until = now + steps(WITS.alarm.silence_seconds);
        let said = self.voice.say(&BARKS, topic);
        Some(Wish::Do(Intent::say(said.line, quip(topic, said).map(SpeechAct::to_all))))
    }
}

impl Remarks {
    /// What its eyes just put it on edge about, if that is new.
    fn rouse(&mut self, known: &Known, fresh: impl Fn(u64) -> bool) -> Option<&'static str> {
        let roused = known.awareness().filter(|roused| roused.step > self.roused)?;
        self.roused = roused.step;
        let topic = match roused.aware.cause {
            Rouse::SawSomething => "saw_something",
            Rouse::LostSight => "lost_sight",
            _ => return None,
        };
        fresh(roused.step).then_some(topic)
    }
}

/// What is meant by a line that others are not to say again; one for anything means nothing in particular.
fn quip(topic: &str, said: Said) -> Option<Meaning> {
    let family = match said.tier {
        Tier::Specific => false,
        Tier::Generic => true,
        Tier::FullyGeneric => return None,
    };
    let (topic, line) = (Name::new(topic)?, u16::try_from(said.number).ok()?);
    Some(Meaning::Quip(Quip { topic, family, line }))
}

fn is_remarkable(sound: Sound, known: &Known) -> bool {
    let hour = known.time_of_day() * 24.0;
    match sound {
        Sound::Blow | Sound::Breaking | Sound::CryOfPain | Sound::Fall => true,
        Sound::Step | Sound::Door => !WITS.alarm.day.contains(hour),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use wold_guest::{Guest, GuestConfig};
    use wold_lore::Awareness;
    use wold_space::{ChunkPos, EntityId};
    use wold_wire::message::Aware;
    use wold_wire::{Down, FromHost};

    fn blow() -> FromHost {
        FromHost::Noise { sound: Sound::Blow, turn: 0, metres: 5, loudness: 200, muffled: false }
    }

    fn said(wish: Option<Wish>) -> Option<String> {
        match wish {
            Some(Wish::Do(Intent::Say { text, .. })) => Some(text),
            _ => None,
        }
    }

    #[test]
    fn a_blow_is_remarked_on_once_and_memorable_lines_never_come_twice() {
        let mut guest = Guest::admitted(GuestConfig::default());
        let mut remarks = Remarks::new(Seed(4));
        let (mut lines, mut generic) = (Vec::new(), 0);
        for _ in 0..12 {
            guest.take(Down::Message(blow()));
            let line = said(remarks.remark(guest.known())).expect("it is long since the last");
            assert_eq!(said(remarks.remark(guest.known())), None, "once");
            generic += u32::from(lines.contains(&line));
            lines.push(line);
            (0..steps(WITS.alarm.silence_seconds)).for_each(|_| drop(guest.step()));
        }
        let memorable: BTreeSet<&String> = lines[..5].iter().collect();
        assert_eq!(memorable.len(), 5, "{lines:?}");
        assert!(generic <= 2, "{lines:?}");
    }

    #[test]
    fn who_glimpses_something_says_so_once() {
        let mut guest = Guest::admitted(GuestConfig::default());
        let mut remarks = Remarks::new(Seed(4));
        (0..5).for_each(|_| drop(guest.step()));
        let aware = |cause| Aware { state: Awareness::Suspicious, cause, about: None, place: None };
        guest.take(Down::Message(FromHost::Aware(aware(Rouse::SawSomething))));
        let line = said(remarks.remark(guest.known())).expect("it saw something");
        let mut voice = Voice::new(Stream::named(Seed(9), "barks", &[]));
        let lines: BTreeSet<String> =
            (0..4).map(|_| voice.say(&BARKS, "saw_something").line.to_owned()).collect();
        assert!(lines.contains(&line), "{line:?} is none of {lines:?}");
        (0..steps(WITS.alarm.silence_seconds)).for_each(|_| drop(guest.step()));
        assert_eq!(said(remarks.remark(guest.known())), None, "once");
        guest.take(Down::Message(FromHost::Aware(aware(Rouse::Quiet))));
        assert_eq!(said(remarks.remark(guest.known())), None, "who calms down says nothing");
    }

    #[test]
    fn what_another_said_is_stale_and_who_is_missed_matters_more_than_a_blow() {
        let mut guest = Guest::admitted(GuestConfig::default());
        let mut remarks = Remarks::new(Seed(4));
        let topic = Name::new("vanished").expect("a name");
        let stale = |line| Meaning::Quip(Quip { topic: topic.clone(), family: false, line });
        guest.take(Down::Message(FromHost::Heard {
            speaker: EntityId(9),
            name: "Bo".into(),
            loudness: wold_wire::Loudness::Talk,
            text: "words are for people".into(),
            act: Some(SpeechAct::to_all(stale(0)).into()),
            muffled: false,
        }));
        guest.take(Down::Message(blow()));
        let chunk = ChunkPos::default();
        guest.take(Down::Message(FromHost::Missed { who: EntityId(3), chunk, east: 0, north: 0 }));
        let line = said(remarks.remark(guest.known()));
        assert_eq!(line.as_deref(), Some("Say something. This isn't funny."));
    }
}
