//! A brawl: two parties of inhabitants who cannot stand each other, and who fight it out. From such fights is learned what fists and axes are worth.

use crate::soul::Soul;
use crate::town::{Town, Who};
use wold_chance::Seed;
use wold_folk::fight::{Counsel, CounselConfig, Ring};
use wold_folk::{Neighbour, VillagerConfig};
use wold_lore::land::ThingKind;
use wold_space::DVec2;

/// Seconds a brawl lasts at most, and without a blow after which it is over.
const LONGEST: u32 = 120;
const QUIET: u32 = 22;

/// Odds by which nobody holds back or runs: what a fight is worth is not to be judged by who shunned it.
const FEARLESS: &str = "types = [\"fist\", \"axe\"]\n[[context]]\nname = \"open\"\nbattles = 0\nexponent = 1.0\nexponent_between = [1.0, 2.0]\nweights = [0.001, 0.001]\nbetween = []\n";

/// A party.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// How many fight with their fists.
    pub fists: usize,
    /// How many have axes.
    pub axes: usize,
}

impl Party {
    /// How many they are.
    #[must_use]
    pub fn heads(self) -> usize {
        self.fists + self.axes
    }
}

/// Two parties face to face.
pub struct Brawl {
    /// The town.
    pub town: Town,
    /// Both parties' people.
    pub sides: [Vec<Who>; 2],
}

impl Brawl {
    /// Lets two parties come into a town nobody has entered yet. `places` are where each of them stands, one party after the other; `seed` decides what chance does in their minds.
    #[must_use]
    pub fn staged(mut town: Town, parties: [Party; 2], places: &[DVec2], seed: Seed) -> Self {
        let names: Vec<Vec<String>> = parties
            .iter()
            .zip(["Ulf", "Asa"])
            .map(|(party, name)| (0..party.heads()).map(|n| format!("{name} {n}")).collect())
            .collect();
        let mut sides: [Vec<Who>; 2] =
            [0, 1].map(|side| names[side].iter().map(|name| town.settle(name)).collect());
        town.gather();
        let everybody: Vec<Who> = sides.iter().flatten().copied().collect();
        for (who, place) in everybody.iter().zip(places) {
            town.put(*who, *place);
        }
        for (side, party) in sides.iter_mut().zip(parties) {
            for who in side.iter().take(party.axes) {
                let who = town.body(*who);
                town.steward_mut().decree(wold_world::Decree::Grant { who, thing: ThingKind::Axe });
            }
        }
        town.run(1.0);
        let counsel = Counsel::new(CounselConfig::default());
        counsel.teach(FEARLESS).expect("the table is sound");
        let habits = VillagerConfig { spread: 0.0, range: 2.0, travel: 0.0, ..Default::default() };
        for (number, side) in sides.iter().enumerate() {
            let ring = Ring::default();
            for (who, name) in side.iter().zip(&names[number]) {
                let mind = Neighbour::new(seed, name, habits).of_trade("thief");
                let soul = Soul::new(mind.with_ring(ring.clone()).with_counsel(counsel.clone()));
                let mates =
                    names[number].iter().filter(|mate| *mate != name).map(|mate| (mate.as_str(), 0.9));
                let foes = names[1 - number].iter().map(|foe| (foe.as_str(), 0.1));
                soul.respect_all(&mates.chain(foes).collect::<Vec<_>>());
                town.animate_with(*who, soul);
            }
        }
        Self { town, sides }
    }

    /// Lets them fight until one party is down, or no blow has fallen for a while; `hear` is told of every tick.
    pub fn fight(&mut self, mut hear: impl FnMut(&Town)) {
        let mut quiet = 0;
        for _ in 0..LONGEST {
            let mut blows = 0;
            for _ in 0..20 {
                self.town.tick();
                blows += self.town.deeds.iter().filter(|deed| deed.kind == wold_lore::Deed::Strike).count();
                hear(&self.town);
            }
            quiet = if blows > 0 { 0 } else { quiet + 1 };
            let down = |side: &Vec<Who>| side.iter().all(|who| self.town.known(*who).is_fallen());
            if quiet >= QUIET || (self.sides.iter().any(down) && quiet >= 2) {
                return;
            }
        }
    }
}
