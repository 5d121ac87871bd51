//! Courtship: how somebody who is free comes to ask another, and what it answers.
//!
//! Contract: who is grown and has no living spouse may take to somebody of the other sex who is grown and no kin. Each day they meet a spark grows by less than the day before (factor [`SHRINKS`]), so
//! it levels at five times the first; the first is drawn once by both names, the same for both, damped where one is old. From [`KINDLED`] on, and with a respect of [`FOND`], one asks, if nobody refused one before; who
//! is asked says yes by the same measure, at half the spark, and no if bound or unwilling. Whoever was refused does not ask again. The world weds those who both said so.

use super::Wish;
use super::mindset::Mindset;
use super::rows::COMPANY;
use super::villager::steps;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wold_chance::{Seed, Stream};
use wold_genesis::people::Sex;
use wold_guest::known::{Known, Sighted};
use wold_lore::act::{Meaning, SpeechAct, Suit};
use wold_lore::{Kin, Stage};
use wold_mind::gossip::BeingId;
use wold_wire::Intent;

/// The most people somebody has an eye on.
const MOST: usize = 16;

/// What there is between somebody and another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spark {
    /// How strong it is.
    pub strength: f64,
    /// What the last meeting added.
    pub gain: f64,
    /// The day of it; 0 before the first.
    pub day: u32,
    /// Whether the other said no.
    pub refused: bool,
}

/// Somebody's heart.
#[derive(Debug, Default)]
pub(super) struct Courtship {
    look_at: u64,
    heard: u64,
}

impl Courtship {
    /// Answers who asked, and asks whom it may; nothing most of the time.
    pub fn act(&mut self, known: &Known, mind: &mut Mindset, stream: &mut Stream) -> Option<Wish> {
        let kin = known.kin()?.clone();
        if let Some(answer) = self.answer(known, &kin, mind) {
            return Some(answer);
        }
        if known.step() < self.look_at || !is_free(&kin) {
            return None;
        }
        self.look_at = known.step() + steps(COMPANY.courtship.look_seconds);
        let place = known.place();
        let near = |other: &&Sighted| {
            other.is_person()
                && other.state.place().distance(place) < COMPANY.courtship.meet_metres
                && suits(&mind.name, &kin, other)
        };
        let met: Vec<&Sighted> = known.entities().values().filter(near).collect();
        for other in &met {
            meet(other, &kin, mind);
        }
        let asks = |other: &&&Sighted| {
            let spark = mind.sparks.get(&other.card.name).copied().unwrap_or_default();
            let fond = mind.memory.respect(BeingId::named(&other.card.name)) >= COMPANY.courtship.fond;
            spark.strength >= COMPANY.courtship.kindled && !spark.refused && fond
        };
        let whom = met.iter().find(asks).filter(|_| stream.chance(COMPANY.courtship.dares))?;
        let name = whom.card.name.clone();
        say(&name, Suit::Propose, format!("{name}, will you marry me?"))
    }

    /// What it says to who asked it, and takes from who answered.
    fn answer(&mut self, known: &Known, kin: &Kin, mind: &mut Mindset) -> Option<Wish> {
        let mark = std::mem::replace(&mut self.heard, known.lines().mark());
        let mut asked = None;
        for line in known.lines().after(mark) {
            let Some(act) =
                line.act.as_ref().filter(|act| act.to.as_ref().is_some_and(|to| *to == *mind.name))
            else {
                continue;
            };
            match act.meaning {
                Meaning::Suit(Suit::Propose) => asked = Some(line.name.clone()),
                Meaning::Suit(Suit::Decline) => {
                    mind.sparks.entry(line.name.clone()).or_default().refused = true;
                }
                _ => {}
            }
        }
        let name = asked?;
        let spark = mind.sparks.get(&name).map_or(0.0, |spark| spark.strength);
        let fond = mind.memory.respect(BeingId::named(&name)) >= COMPANY.courtship.fond
            && spark >= COMPANY.courtship.kindled / 2.0;
        if fond && is_free(kin) && kin.to(&name).is_none_or(|it| it.kinship.closeness() == 0) {
            return say(&name, Suit::Accept, format!("Yes, {name}. I will."));
        }
        let words = match kin.spouse() {
            Some(_) => format!("I am wed, {name}."),
            None => format!("No, {name}. Let us stay what we are."),
        };
        say(&name, Suit::Decline, words)
    }
}

fn say(to: &str, suit: Suit, words: String) -> Option<Wish> {
    Some(Wish::Do(Intent::say(words, Some(SpeechAct::to(to, Meaning::Suit(suit))))))
}

fn is_free(kin: &Kin) -> bool {
    kin.years >= COMPANY.courtship.years && kin.spouse().is_none()
}

/// Whether somebody is one it may take to.
fn suits(own: &str, kin: &Kin, other: &Sighted) -> bool {
    let name = &other.card.name;
    let apart = Sex::of(own).zip(Sex::of(name)).is_some_and(|(own, other)| own != other);
    apart
        && Stage::in_look(other.card.look) != Stage::Child
        && kin.to(name).is_none_or(|it| it.kinship.closeness() == 0)
}

/// They meet: once a day that counts.
fn meet(other: &Sighted, kin: &Kin, mind: &mut Mindset) {
    let (own, name) = (BeingId::named(&mind.name), &other.card.name);
    if mind.sparks.len() >= MOST && !mind.sparks.contains_key(name) {
        let weakest = mind.sparks.iter().min_by(|a, b| a.1.strength.total_cmp(&b.1.strength));
        if let Some(weakest) = weakest.map(|(name, _)| name.clone()) {
            mind.sparks.remove(&weakest);
        }
    }
    let today = mind.day;
    let damped =
        if Stage::in_look(other.card.look) == kin.stage() { 1.0 } else { COMPANY.courtship.ages_apart };
    let first = first(own, BeingId::named(name)) * damped;
    let spark = mind.sparks.entry(name.clone()).or_default();
    if spark.day != today {
        spark.gain = if spark.day == 0 { first } else { spark.gain * COMPANY.courtship.shrinks };
        spark.strength += spark.gain;
        spark.day = today;
    }
}

/// What the first meeting of two kindles, the same for both.
fn first(one: BeingId, other: BeingId) -> f64 {
    let key = [one.0.min(other.0), one.0.max(other.0)];
    COMPANY.courtship.first * Stream::named(Seed(0), "spark", &key).unit()
}

/// What somebody feels for others, by name.
pub(super) type Sparks = BTreeMap<String, Spark>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spark_levels_at_five_times_the_first_and_few_kindle() {
        let people: Vec<BeingId> = (0..40).map(|n| BeingId::named(&format!("Person {n}"))).collect();
        let level = |first: f64| {
            (0..60).fold((0.0, first), |(sum, gain), _| (sum + gain, gain * COMPANY.courtship.shrinks)).0
        };
        let pairs = people.iter().flat_map(|a| people.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b);
        let kindled: Vec<bool> = pairs
            .map(|(a, b)| {
                assert_eq!(first(a, b), first(b, a));
                assert!((level(first(a, b)) - 5.0 * first(a, b)).abs() < 0.01);
                level(first(a, b)) >= COMPANY.courtship.kindled
            })
            .collect();
        let share = kindled.iter().filter(|it| **it).count() as f64 / kindled.len() as f64;
        assert!((0.35..0.65).contains(&share), "{share}");
        // Not on the first day, even where it burns brightest.
        assert!(
            COMPANY.courtship.first < COMPANY.courtship.kindled
                && level(COMPANY.courtship.first) > COMPANY.courtship.kindled
        );
    }
}
