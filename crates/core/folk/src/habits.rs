//! Habits: where somebody is usually found at an hour, by where one has seen them.
//!
//! Contract: of up to 48 people the last 32 sightings are kept; a sighting is the part of the day, three hours each, and the place of one's town they were near; the same twice running counts
//! once. A forecast learns that log as a sequence of parts and places in turn ([`Sequences`], contexts of up to two) and asks what place follows the last one and the part in question. Nothing is
//! foreseen from too few sightings (`[habits]` of `rows/town.toml`).

use super::haunts::Haunts;
use super::rows::TOWN;
use super::villager::steps;
use std::collections::{BTreeMap, VecDeque};
use wold_guest::known::Known;
use wold_lore::land::PlaceKind;
use wold_mind::gossip::BeingId;
use wold_mind::sequence::Sequences;
use wold_space::DVec2;

/// People and sightings of each that are kept.
const MOST_PEOPLE: usize = 48;
const MOST_SEEN: usize = 32;
/// Parts of a day.
const PARTS: u8 = 8;
/// Symbols a context may have.
const ORDER: usize = 2;

/// The part of the day of an hour.
fn part(hour: f64) -> u8 {
    ((hour / 24.0 * f64::from(PARTS)) as u8).min(PARTS - 1)
}

/// Where somebody was, newest last: the part of the day, and which place of town.
#[derive(Clone, Debug, Default)]
struct Trail {
    seen: VecDeque<(u8, u8)>,
    last: u64,
}

/// Where people were seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Habits {
    people: BTreeMap<BeingId, Trail>,
    look_at: u64,
}

/// Where somebody is likely to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// What kind of place.
    pub kind: PlaceKind,
    /// Where it is.
    pub at: DVec2,
    /// How likely, 0 to 1.
    pub chance: f64,
}

impl Habits {
    /// Notes now and then who is where.
    pub fn look(&mut self, known: &Known, town: &Haunts) {
        if known.step() < self.look_at {
            return;
        }
        self.look_at = known.step() + steps(TOWN.habits.look_seconds);
        for other in known.entities().values().filter(|other| other.is_person()) {
            if let Some(place) = town.place_near(other.state.place()) {
                let whom = BeingId::named(&other.card.name);
                self.note(whom, known.time_of_day() * 24.0, place, known.step());
            }
        }
    }

    fn note(&mut self, whom: BeingId, hour: f64, place: u8, step: u64) {
        if self.people.len() >= MOST_PEOPLE && !self.people.contains_key(&whom) {
            let longest = self.people.iter().min_by_key(|(_, trail)| trail.last).map(|(id, _)| *id);
            longest.into_iter().for_each(|id| drop(self.people.remove(&id)));
        }
        let trail = self.people.entry(whom).or_default();
        trail.last = step;
        let seen = (part(hour), place);
        if trail.seen.back() != Some(&seen) {
            if trail.seen.len() >= MOST_SEEN {
                trail.seen.pop_front();
            }
            trail.seen.push_back(seen);
        }
    }

    /// Where somebody is likely to be at an hour of the day.
    pub fn forecast(&self, whom: BeingId, hour: f64, town: &Haunts) -> Option<Forecast> {
        let (place, chance) = self.expect(whom, hour)?;
        let (kind, at) = town.place(place)?;
        Some(Forecast { kind, at, chance })
    }

    fn expect(&self, whom: BeingId, hour: f64) -> Option<(u8, f64)> {
        let trail = self.people.get(&whom).filter(|trail| trail.seen.len() >= TOWN.habits.fewest)?;
        let mut places: Vec<u8> = trail.seen.iter().map(|(_, place)| *place).collect();
        places.sort_unstable();
        places.dedup();
        let symbol = |place: u8| PARTS + places.iter().position(|other| *other == place).unwrap_or(0) as u8;
        let mut model = Sequences::new(usize::from(PARTS) + places.len(), ORDER);
        trail.seen.iter().for_each(|(part, place)| model.learn(&[*part, symbol(*place)]));
        let last = trail.seen.back().map(|(_, place)| symbol(*place))?;
        let chances = model.predict(&[last, part(hour)]);
        let chances = &chances[usize::from(PARTS)..];
        let all: f64 = chances.iter().sum();
        let best = (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b]))?;
        Some((places[best], chances[best] / all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKET: u8 = 3;
    const INN: u8 = 7;
    const HOME: u8 = 11;

    #[test]
    fn the_baker_is_expected_at_the_market_by_day_and_at_the_inn_in_the_evening() {
        let baker = BeingId::named("the baker");
        let mut habits = Habits::default();
        assert_eq!(habits.expect(baker, 10.0), None, "nobody has seen the baker");
        for day in 0..5 {
            for (hour, place) in [(7.0, HOME), (10.0, MARKET), (13.0, MARKET), (19.5, INN), (22.0, HOME)] {
                habits.note(baker, hour, place, day * 100);
            }
        }
        for (hour, place) in [(10.5, MARKET), (14.0, MARKET), (20.0, INN), (23.0, HOME)] {
            let (found, chance) = habits.expect(baker, hour).expect("seen often enough");
            assert_eq!(found, place, "at {hour}");
            assert!(chance > 0.5, "{chance} at {hour}");
        }
    }

    #[test]
    fn sightings_and_people_are_bounded_and_who_was_seen_long_ago_is_forgotten_first() {
        let mut habits = Habits::default();
        for n in 0..200_u64 {
            for place in 0..100 {
                habits.note(BeingId(n), f64::from(place % 24), place, n);
            }
        }
        assert_eq!(habits.people.len(), MOST_PEOPLE);
        assert!(habits.people.values().all(|trail| trail.seen.len() <= MOST_SEEN));
        assert!(habits.people.contains_key(&BeingId(199)) && !habits.people.contains_key(&BeingId(0)));
    }
}
