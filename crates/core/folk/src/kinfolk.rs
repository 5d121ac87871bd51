//! Kinfolk: what somebody's family means to it.
//!
//! Contract: who is told of its family respects them from the first, the nearest most; what happens between them moves that like any respect. Of relatives who died it says so to those it meets
//! and visits their grave: at the hour of funerals on the first day that comes after the death, at the hour of visits on those that follow, for as many days as they were near ([`mourning_days`]). Nothing of it is
//! kept: who mourns whom follows from what the world tells of the family.

use super::Wish;
use super::mindset::Mindset;
use super::post::{Manner, Post};
use super::rows::{COMPANY, Span};
use super::villager::steps;
use std::sync::Arc;
use wold_chance::Stream;
use wold_guest::known::{Known, Sighted};
use wold_lore::act::{Meaning, SpeechAct};
use wold_lore::{Kin, Relative, Stage};
use wold_mind::gossip::BeingId;
use wold_mind::living::{Decision, Doing};
use wold_space::DVec2;
use wold_wire::Intent;

/// How many days somebody is mourned, the day of death included.
fn mourning_days(relative: &Relative) -> u32 {
    match relative.kinship.closeness() {
        0 => 1,
        closeness => 1 + 2 * u32::from(closeness),
    }
}

/// What somebody knows of its family, and how it mourns.
#[derive(Debug, Default)]
pub(super) struct Kinfolk {
    kin: Option<Arc<Kin>>,
    at_grave: bool,
    silent_until: u64,
    /// The day, and how often it spoke of the dead on it.
    spoken: (u32, u32),
}

/// Whether one goes to a grave now.
#[derive(Debug, PartialEq)]
pub(super) enum Mourning {
    Go(Post),
    /// One was there, and takes the day up again.
    Over,
    No,
}

impl Kinfolk {
    /// Takes in what it is told of its family, if that is new: how far in life it is.
    pub fn heed(&mut self, known: &Known, mind: &mut Mindset) -> Option<Stage> {
        let kin = known.kin()?;
        if self.kin.as_ref().is_some_and(|before| Arc::ptr_eq(before, kin)) {
            return None;
        }
        let before = self.kin.replace(kin.clone());
        for relative in &kin.relatives {
            let is_new = before.as_ref().is_none_or(|before| before.to(relative.name.as_str()).is_none());
            if is_new && relative.lives() {
                regard(relative, mind);
            }
        }
        Some(kin.stage())
    }

    /// Those it mourns today.
    fn mourned(&self, today: u32) -> impl Iterator<Item = &Relative> {
        let relatives = self.kin.iter().flat_map(|kin| &kin.relatives);
        relatives.filter(move |relative| is_mourned(relative, today))
    }

    /// Goes to the grave of whom it mourns when it is time, unless something presses; again if it was just sent elsewhere.
    pub fn mourn(&mut self, known: &Known, decision: Decision, elsewhere: bool) -> Mourning {
        let free =
            matches!(decision.doing, Doing::Work | Doing::Meet | Doing::Rest | Doing::Beg | Doing::Eat);
        let (today, hour) = (known.day_number(), known.time_of_day() * 24.0);
        let due = |relative: &&Relative| {
            // Who died in the night is buried with a crowd the same day; later visits are shorter.
            COMPANY.mourning.funeral.contains(hour) && relative.died.is_some_and(|died| today <= died + 1)
                || COMPANY.mourning.visit.contains(hour)
        };
        let grave = self.mourned(today).filter(due).find_map(|relative| relative.grave).filter(|_| free);
        match grave {
            Some(_) if self.at_grave && !elsewhere => Mourning::No,
            Some([east, north]) => {
                self.at_grave = true;
                let anchor = DVec2::new(f64::from(east), f64::from(north));
                Mourning::Go(Post {
                    anchor,
                    manner: Manner::About { metres: COMPANY.mourning.grave_metres, sits: false },
                    corner: 0,
                })
            }
            None if std::mem::take(&mut self.at_grave) => Mourning::Over,
            None => Mourning::No,
        }
    }

    /// Speaks of the dead to somebody near who does not mourn them in the same house, now and then.
    pub fn lament(&mut self, known: &Known, mind: &Mindset, stream: &mut Stream) -> Option<Wish> {
        let today = mind.day;
        if known.step() < self.silent_until || self.mourned(today).next().is_none() {
            return None;
        }
        if self.spoken.0 != today {
            self.spoken = (today, 0);
        }
        let place = known.place();
        let near = |other: &&Sighted| {
            other.is_person() && other.state.place().distance(place) < COMPANY.mourning.near_metres
        };
        let hearer =
            known.entities().values().find(near).filter(|_| self.spoken.1 < COMPANY.mourning.most_a_day)?;
        let Span([least, most]) = COMPANY.mourning.silence_seconds;
        self.silent_until = known.step() + steps(stream.range(least, most));
        self.spoken.1 += 1;
        let all: Vec<&Relative> = self.mourned(today).collect();
        let dead = stream.pick(&all)?;
        let words = format!("My {} {} is dead.", dead.kinship.label(), dead.name.as_str());
        let act = SpeechAct::to(&hearer.card.name, Meaning::Remark(Some(dead.name.clone())));
        Some(Wish::Do(Intent::say(words, Some(act))))
    }
}

/// Whether somebody of the family is mourned on a day.
pub(super) fn is_mourned(relative: &Relative, today: u32) -> bool {
    relative.died.is_some_and(|died| today < died + mourning_days(relative))
}

/// Begins with the respect one has for kin, unless more than that is known of them.
fn regard(relative: &Relative, mind: &mut Mindset) {
    let being = mind.names.learn(relative.name.as_str());
    let closeness = usize::from(relative.kinship.closeness());
    let unknown = mind.memory.acquaintance(being).is_none();
    if let Some(respect) = closeness.checked_sub(1).and_then(|near| COMPANY.regard.kin.get(near))
        && (unknown || relative.kinship.is_wedlock())
    {
        let before = mind.memory.acquaintance(being).map_or(0.0, |known| known.respect);
        mind.memory.set_respect(BeingId::named(relative.name.as_str()), respect.max(before));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_guest::{Guest, GuestConfig};
    use wold_lore::Kinship;
    use wold_lore::act::Name;
    use wold_mind::gossip::Temper;
    use wold_mind::living::Whereabouts;
    use wold_wire::{Down, FromHost};

    fn relative(name: &str, kinship: Kinship, died: Option<u32>) -> Relative {
        let name = Name::new(name).expect("a name");
        Relative { name, kinship, years: 40, died, grave: died.map(|_| [10, 20]) }
    }

    /// Somebody who was told of its family, at an hour of a day.
    fn told(relatives: Vec<Relative>, day: u32, hour: f64) -> Guest {
        let mut guest = Guest::admitted(GuestConfig::default());
        let tell = |guest: &mut Guest, message| guest.take(Down::Message(message));
        tell(&mut guest, FromHost::Kin(Kin { years: 30, town: 0, house: 3, relatives }));
        let day_part = (hour / 24.0 * 65_536.0) as u16;
        let clock = FromHost::Clock { tick: wold_space::Tick(1), day: day_part, days: day, paused: false };
        tell(&mut guest, clock);
        guest
    }

    #[test]
    fn kin_is_respected_from_the_first_the_nearest_most() {
        let relatives = vec![
            relative("Ada Reed", Kinship::Mother, None),
            relative("Odo Reed", Kinship::Brother, None),
            relative("Ivo Reed", Kinship::Cousin, None),
            relative("Till Ash", Kinship::Housemate, None),
        ];
        let guest = told(relatives, 1, 12.0);
        let (mut kinfolk, mut mind) = (Kinfolk::default(), Mindset::new("Lena Reed", Temper::default()));
        let stranger = mind.respect("Till Ash");
        assert_eq!(kinfolk.heed(guest.known(), &mut mind), Some(Stage::Grown));
        assert_eq!(kinfolk.heed(guest.known(), &mut mind), None, "it is told once");
        let respects = ["Ada Reed", "Odo Reed", "Ivo Reed"].map(|name| mind.respect(name));
        assert!(respects[0] > respects[1] && respects[1] > respects[2] && respects[2] > stranger);
        assert_eq!(mind.respect("Till Ash"), stranger, "a roof is no kinship");
    }

    #[test]
    fn the_dead_are_mourned_for_days_at_their_grave_and_then_let_rest() {
        let work = Decision { doing: Doing::Work, at: Whereabouts::Field, score: 1.0, is_planned: true };
        let asleep = Decision { doing: Doing::Sleep, ..work };
        let goes = |day: u32, hour: f64, decision: Decision| {
            let guest = told(vec![relative("Ada Reed", Kinship::Mother, Some(3))], day, hour);
            let (mut kinfolk, mut mind) = (Kinfolk::default(), Mindset::new("Lena Reed", Temper::default()));
            kinfolk.heed(guest.known(), &mut mind);
            matches!(kinfolk.mourn(guest.known(), decision, false), Mourning::Go(_))
        };
        assert!(goes(3, 10.5, work) && goes(4, 10.5, work) && !goes(5, 10.5, work), "the funeral");
        assert!(goes(5, 17.2, work) && goes(9, 17.2, work) && !goes(10, 17.2, work), "visits for a week");
        assert!(!goes(3, 3.0, work) && !goes(3, 10.5, asleep), "nobody is woken for it");
    }
}
