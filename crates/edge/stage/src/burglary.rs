//! A theft that one sees through a window, and the search for the thief: a scene that several tests look at.

use crate::manor::{CORNER, room};
use crate::soul::{Soul, of_character};
use crate::town::{Town, Who};
use wold_chance::Seed;
use wold_folk::diary::{Entry, What};
use wold_folk::hunt::{HuntConfig, Hunts};
use wold_folk::{Neighbour, VillagerConfig};
use wold_lore::Deed;
use wold_lore::land::ThingKind;
use wold_space::DVec2;
use wold_wire::Intent;
use wold_world::{Decree, Origin};

/// Seconds within which the guard has found the thief or given up.
const LONGEST: u32 = 180;

/// The scene: Rob has taken Dan's apple in the first room of the manor; Dan saw it through the window and nobody else did. Stan keeps the law round the corner.
pub struct Burglary {
    /// The town.
    pub town: Town,
    /// The victim, the thief and the guard.
    pub people: [Who; 3],
    /// Their minds.
    pub souls: [Soul; 3],
    /// The searches the guard shares.
    pub hunts: Hunts,
    seed: u64,
}

/// How the search went.
pub struct Searched {
    /// The rooms the guard was in, in the order it first was.
    pub rooms: Vec<usize>,
    /// The line of its diary with which it ended: found, or gave up.
    pub end: Entry,
}

impl Searched {
    /// Whether the rooms were searched one after the other, from the one of the theft on, and none left out.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.rooms.iter().copied().eq(1..=self.rooms.len())
    }
}

impl Burglary {
    /// Plays the scene in a world whose land is the [`Manor`](crate::manor::Manor). Nothing where Dan did not see it, for it was too dark.
    #[must_use]
    pub fn staged(origin: Origin) -> Option<Self> {
        let seed = origin.seed.0;
        let mut town = Town::new(origin);
        let [dan, rob, stan] = ["Dan", "Rob", "Stan"].map(|name| town.settle(name));
        town.gather();
        town.put(dan, CORNER + DVec2::new(1.5, 1.0));
        let body = town.body(dan);
        town.steward_mut().decree(Decree::Grant { who: body, thing: ThingKind::Apple });
        town.run(0.5);
        let slot = town.slot_of(dan, ThingKind::Apple).expect("granted");
        let apple = town.known(dan).bag()[usize::from(slot)].expect("in that slot").id;
        assert_eq!(town.refusal(dan, Intent::Drop { slot }), None);
        town.put(dan, CORNER + DVec2::new(1.5, -3.0));
        town.put(rob, CORNER + DVec2::new(1.5, 2.0));
        town.put(stan, CORNER + DVec2::new(-9.0, 8.0));
        // Who stepped out of sight is kept in mind for a moment.
        town.run(4.0);
        let hunts = Hunts::new(HuntConfig::default(), Seed(seed));
        let dan_soul = Soul::new(of_character("Dan", "smith", "sharp"));
        town.animate_with(dan, dan_soul.clone());
        town.run(1.0);
        // He comes back to the window and looks in.
        let watched = town.still(dan);
        town.put(dan, CORNER + DVec2::new(1.5, -5.0));
        town.put(dan, CORNER + DVec2::new(1.5, -3.0));
        let stan_soul = town.enlist(stan, "Stan", &hunts, &[("Dan", 0.8), ("Rob", 0.5)]);
        town.run(1.0);
        let habits = VillagerConfig { spread: 0.0, range: 1.0, travel: 0.0, ..Default::default() };
        let rob_soul = Soul::new(Neighbour::new(Seed(seed), "Rob", habits).of_trade("thief"));
        town.animate_with(rob, rob_soul.clone());
        town.run(0.4);
        if town.known(rob).bag().iter().flatten().count() == 0 {
            let lies = town.known(rob).entities().get(&apple).map(|it| it.state.place());
            let at = town.truth(rob).place;
            assert_eq!(town.refusal(rob, Intent::Take(apple)), None, "seed {seed}: {at} {lies:?}");
        }
        let saw = |who: Who| town.known(who).deeds().iter().any(|seen| seen.saw.deed == Deed::Steal);
        assert!(!saw(stan), "seed {seed}: Stan did not see it");
        // In the dark Dan may not, either.
        if !saw(dan) {
            return None;
        }
        town.wake(dan, watched);
        Some(Self { town, people: [dan, rob, stan], souls: [dan_soul, rob_soul, stan_soul], hunts, seed })
    }

    /// Lets the guard search until it has found the thief or given up.
    pub fn search(&mut self) -> Searched {
        let [.., stan] = self.people;
        let mut rooms: Vec<usize> = Vec::new();
        for _ in 0..LONGEST {
            self.town.run(1.0);
            let at = room(self.town.truth(stan).place);
            if at > 0 && !rooms.contains(&at) {
                rooms.push(at);
            }
            let soul = &self.souls[2];
            if let Some(end) = soul.noted(What::Found).or_else(|| soul.noted(What::GaveUp)) {
                return Searched { rooms, end };
            }
        }
        let diaries = self.souls.each_ref().map(Soul::diary);
        panic!("seed {}: it does not end: {:#?}\n{diaries:#?}", self.seed, self.hunts.report());
    }
}
