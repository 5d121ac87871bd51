//! Kinfolk: what somebody's family means to it, and what its dead do.
//!
//! Contract: who is told of its family respects them from the first, the nearest most; what happens between them moves that like any respect. Of relatives who died it says so to those it meets
//! and visits their grave: at the hour of funerals on the first day that comes after the death, at the hour of visits on those that follow, for as many days as they were near ([`mourning_days`]). A dear friend who is known to
//! have died is mourned for `friend_days`: one speaks of it, and comes to the funeral where they are known to have died, from no farther than `about_metres`. Nothing of it is kept: who mourns whom follows from what the world tells of the family and from what
//! one remembers.

use super::Wish;
use super::calling::ACTIONS;
use super::mindset::Mindset;
use super::post::{Manner, Post};
use super::rows::{COMPANY, Span};
use super::villager::steps;
use std::sync::Arc;
use wold_chance::Stream;
use wold_guest::known::{Known, Sighted};
use wold_lore::act::{Meaning, Name, SpeechAct};
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

/// A friend who died, as far as one knows.
#[derive(Clone, Debug)]
struct Friend {
    name: Name,
    died: u32,
    at: Option<DVec2>,
}

/// What somebody knows of its family, and how it mourns.
#[derive(Debug, Default)]
pub(super) struct Kinfolk {
    kin: Option<Arc<Kin>>,
    friends: Vec<Friend>,
    recall_at: u64,
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

    /// Whether it mourns anybody on a day.
    pub fn mourns(&self, today: u32) -> bool {
        self.mourned(today).next().is_some() || self.friends.iter().any(|friend| friend.is_mourned(today))
    }

    /// As what it speaks of somebody it mourns; nothing if it does not mourn them.
    pub fn late(&self, name: &Name, today: u32) -> Option<String> {
        let relative = self.mourned(today).find(|relative| relative.name == *name);
        let friend = || self.friends.iter().find(|friend| friend.name == *name && friend.is_mourned(today));
        let of_kin =
            relative.map(|relative| format!("my late {} {}", relative.kinship.label(), name.as_str()));
        of_kin.or_else(|| friend().map(|_| format!("my friend {}", name.as_str())))
    }

    /// Goes through what it remembers for friends who died lately.
    pub fn recall(&mut self, known: &Known, mind: &Mindset) {
        if known.step() < self.recall_at {
            return;
        }
        self.recall_at = known.step() + steps(COMPANY.mourning.recall_seconds);
        let action = |name| ACTIONS.named(name).ok();
        let (kill, die) = (action("kill"), action("die"));
        let is_kin = |name: &str| self.kin.as_ref().is_some_and(|kin| kin.to(name).is_some());
        let mut friends: Vec<Friend> = Vec::new();
        for rumour in mind.memory.rumours().iter().filter(|rumour| !rumour.denied) {
            let matter = &rumour.matter;
            let dead = match Some(matter.action) {
                action if action == kill => matter.object,
                action if action == die => Some(matter.subject),
                _ => None,
            };
            let Some(dead) = dead.filter(|dead| *dead != mind.memory.own()) else { continue };
            let name = mind.names.of(dead);
            let at = rumour.at.map(|at| DVec2::new(f64::from(at.x), f64::from(at.y)));
            let friend = Name::new(name).map(|name| Friend { name, died: matter.day, at });
            let is_dear = || mind.memory.respect(dead) >= COMPANY.mourning.dear && !is_kin(name);
            let fits = |friend: &Friend| {
                friend.is_mourned(mind.day) && friends.iter().all(|other| other.name != friend.name)
            };
            friends.extend(friend.filter(|friend| fits(friend) && is_dear()));
        }
        self.friends = friends;
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
        let place = |[east, north]: [i32; 2]| DVec2::new(f64::from(east), f64::from(north));
        let of_kin = self.mourned(today).filter(due).find_map(|relative| relative.grave).map(place);
        // Friends come when there is a crowd, if they are about.
        let crowd = COMPANY.mourning.funeral.contains(hour);
        let newly = |friend: &&Friend| crowd && today <= friend.died + 1;
        let about = |at: &DVec2| at.distance(known.place()) < COMPANY.mourning.about_metres;
        let of_friend = || self.friends.iter().filter(newly).filter_map(|friend| friend.at).find(about);
        match of_kin.or_else(of_friend).filter(|_| free) {
            Some(_) if self.at_grave && !elsewhere => Mourning::No,
            Some(anchor) => {
                self.at_grave = true;
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
        if known.step() < self.silent_until || !self.mourns(today) {
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
        let kin = self.mourned(today).map(|dead| (&dead.name, dead.kinship.label()));
        let friends = self.friends.iter().filter(|friend| friend.is_mourned(today));
        let all: Vec<(&Name, &str)> = kin.chain(friends.map(|dead| (&dead.name, "friend"))).collect();
        let &(dead, to_me) = stream.pick(&all)?;
        let words = format!("My {to_me} {} is dead.", dead.as_str());
        let act = SpeechAct::to(&hearer.card.name, Meaning::Remark(Some(dead.clone())));
        Some(Wish::Do(Intent::say(words, Some(act))))
    }
}

impl Friend {
    fn is_mourned(&self, today: u32) -> bool {
        today < self.died + COMPANY.mourning.friend_days
    }
}

/// Whether somebody of the family is mourned on a day.
fn is_mourned(relative: &Relative, today: u32) -> bool {
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

    #[test]
    fn a_dear_friend_is_mourned_for_some_days_and_a_stranger_is_not() {
        use wold_mind::gossip::{Matter, Place};
        let guest = told(Vec::new(), 3, 10.5);
        let mut mind = Mindset::new("Lena Reed", Temper::default());
        mind.day = 3;
        let (kill, ivo) = (ACTIONS.named("kill").expect("listed"), mind.names.learn("Ivo Ash"));
        let deed = Matter::deed(mind.names.learn("Greta Moss"), kill, Some(ivo), 3);
        mind.memory.witness(&ACTIONS, deed, Some(Place { x: 10, y: 20 }), 72.0);
        let work = Decision { doing: Doing::Work, at: Whereabouts::Field, score: 1.0, is_planned: true };
        let mourns = |mind: &Mindset, respect: f64| {
            let (mut kinfolk, mut mind) = (Kinfolk::default(), mind.clone());
            mind.memory.set_respect(ivo, respect);
            kinfolk.recall(guest.known(), &mind);
            let goes = matches!(kinfolk.mourn(guest.known(), work, false), Mourning::Go(_));
            (kinfolk.late(&Name::new("Ivo Ash").expect("a name"), mind.day), goes)
        };
        assert_eq!(mourns(&mind, 0.95), (Some("my friend Ivo Ash".to_owned()), true));
        assert_eq!(mourns(&mind, 0.5), (None, false));
        mind.day = 4 + COMPANY.mourning.friend_days;
        assert_eq!(mourns(&mind, 0.95), (None, false));
    }
}
