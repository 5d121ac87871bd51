//! What a faction knows of places: where its people go, where they saw foes, and where they lost their own.
//!
//! Contract: a faction is everybody of a household with one bent (guards, thugs, townsmen). Each layer holds only what its own people did, saw or suffered, and fades; no faction reads another's. From
//! them follow the two numbers its people reckon with: [`Ring::danger`], what it costs to be at a place (own losses count twice, foes seen once, own people about make up for half), and
//! [`Ring::hunch`], what speaks for looking for a foe there. Both are 0 where nothing is known. Fighters choose ways and places to fall back and lie in wait by the first, the hunted hide by it, and
//! searchers take spots by both.

use super::Ring;
use super::history::{CELL, History};
use crate::rows::FIGHT;
use wold_space::DVec2;

/// What a faction knows.
#[derive(Clone, Debug, Default)]
pub(super) struct Sway {
    /// Where its people went.
    pub own: History,
    /// Where they saw foes.
    pub foes: History,
    /// Where they fell.
    pub lost: History,
}

/// What is known of a place and, half as much, of the ground beside it.
fn about(history: &History, at: DVec2) -> f64 {
    let beside = [DVec2::X, -DVec2::X, DVec2::Y, -DVec2::Y];
    history.at(at) + beside.into_iter().map(|step| history.at(at + step * CELL)).sum::<f64>() / 2.0
}

impl Sway {
    fn danger(&self, at: DVec2) -> f64 {
        let bad = FIGHT.sway.loss * about(&self.lost, at) + about(&self.foes, at);
        // Company makes a place safer, not safer than safe.
        if bad > 0.0 {
            (bad - FIGHT.sway.company * about(&self.own, at)).clamp(0.0, FIGHT.sway.most)
        } else {
            0.0
        }
    }

    /// Time passes.
    pub fn pass(&mut self, now: u64) {
        [&mut self.own, &mut self.foes, &mut self.lost].into_iter().for_each(|layer| layer.pass(now));
    }
}

impl Ring {
    /// Somebody of the faction is somewhere and sees these foes.
    pub(crate) fn tread(&self, at: DVec2, foes: impl Iterator<Item = DVec2>) {
        let mut inner = self.open();
        let sway = inner.sways.entry(self.faction).or_default();
        sway.own.note(at, FIGHT.sway.presence);
        foes.for_each(|foe| sway.foes.note(foe, FIGHT.sway.glimpse));
    }

    /// What it costs the faction's people to be at a place.
    pub(crate) fn danger(&self, at: DVec2) -> f64 {
        self.open().sways.get(self.faction).map_or(0.0, |sway| sway.danger(at))
    }

    /// What speaks for looking for a foe at a place: that foes were seen about there, and that nobody of one's own goes there anyway.
    pub(crate) fn hunch(&self, at: DVec2) -> f64 {
        let inner = self.open();
        let hunch = |sway: &Sway| about(&sway.foes, at) - FIGHT.sway.company * about(&sway.own, at);
        inner.sways.get(self.faction).map_or(0.0, hunch).clamp(0.0, FIGHT.sway.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_space::{EntityId, Tick};

    const HERE: DVec2 = DVec2::new(10.0, 10.0);

    #[test]
    fn a_faction_shuns_where_it_lost_people_and_its_foes_do_not() {
        let ring = Ring::default();
        let (guards, thugs) = (ring.of("guard"), ring.of("thug"));
        guards.fell(EntityId(1), HERE, Tick(5));
        assert!(guards.danger(HERE) >= FIGHT.sway.loss && guards.danger(HERE + DVec2::X * CELL) > 0.5);
        assert_eq!((thugs.danger(HERE), guards.danger(HERE + DVec2::X * 20.0)), (0.0, 0.0));
        assert_eq!(ring.deaths_at(HERE), 1.0, "that somebody fell there all remember");
    }

    #[test]
    fn where_foes_were_seen_is_dangerous_and_worth_a_look_and_company_makes_up_for_it() {
        let guards = Ring::default().of("guard");
        let there = HERE + DVec2::X * 12.0;
        (0..20).for_each(|_| guards.tread(HERE, [there].into_iter()));
        assert!(guards.danger(there) > 0.9 && guards.hunch(there) > 0.9);
        assert_eq!((guards.danger(HERE), guards.hunch(HERE)), (0.0, 0.0));
        (0..200).for_each(|_| guards.tread(there, std::iter::empty()));
        assert!(guards.danger(there) < 0.1 && guards.hunch(there) < 0.1);
    }
}
