//! Hunt the wumpus: deciding under half-knowledge, in a cave.
//!
//! * [`Cave`], [`Shape`]: rooms and what lurks in them.
//! * [`Hunter`]: [`MapHunter`] goes by maps of influence, [`OddsHunter`] by what is possible.
//! * [`hunt`]: one hunt; [`Tally`]: many.

mod cave;
mod hunter;

pub use cave::{Cave, Senses, Shape};
pub use hunter::{Hunter, MapConfig, MapHunter, OddsHunter, Turn};

use wold_chance::Stream;

/// How a hunt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The wumpus was shot.
    Won,
    /// The hunter walked into the wumpus.
    Eaten,
    /// The hunter fell into a pit.
    Fell,
    /// Neither within the turns allowed.
    Stuck,
}

/// The rules of a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntRules {
    /// Arrows. Default 5.
    pub arrows: u32,
    /// Turns after which a hunter counts as stuck. Default 500.
    pub turns: u32,
    /// Whether wumpus and bats move each turn. Default false.
    pub stirs: bool,
}

impl Default for HuntRules {
    fn default() -> Self {
        Self { arrows: 5, turns: 500, stirs: false }
    }
}

/// Lets a hunter hunt; `trace` sees each turn with the room it was decided in.
pub fn hunt(
    cave: &mut Cave,
    hunter: &mut dyn Hunter,
    rules: HuntRules,
    stream: &mut Stream,
    trace: &mut dyn FnMut(usize, Turn),
) -> End {
    let (mut room, mut arrows) = (cave.hunter, rules.arrows);
    for _ in 0..rules.turns {
        let turn = hunter.decide(room, &cave.doors, cave.senses(room), arrows);
        trace(room, turn);
        match turn {
            Turn::Shoot(aim) => {
                arrows = arrows.saturating_sub(1);
                if aim == cave.wumpus {
                    return End::Won;
                }
            }
            Turn::Move(next) => room = next,
        }
        if rules.stirs {
            cave.stir(stream);
        }
        loop {
            if room == cave.wumpus {
                return End::Eaten;
            }
            if cave.pits.contains(&room) {
                return End::Fell;
            }
            if !cave.bats.contains(&room) {
                break;
            }
            hunter.carried_from(room);
            room = stream.below(cave.doors.len() as u64) as usize;
        }
    }
    End::Stuck
}

/// How many hunts ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub won: u64,
    /// Eaten.
    pub eaten: u64,
    /// Fallen into a pit.
    pub fell: u64,
    /// Stuck.
    pub stuck: u64,
}

impl Tally {
    /// Counts an end.
    pub fn count(&mut self, end: End) {
        match end {
            End::Won => self.won += 1,
            End::Eaten => self.eaten += 1,
            End::Fell => self.fell += 1,
            End::Stuck => self.stuck += 1,
        }
    }

    /// How many hunts.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.won + self.eaten + self.fell + self.stuck
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    fn rates(config: MapConfig, games: u64) -> (f64, f64) {
        let mut tally = Tally::default();
        for game in 0..games {
            let mut stream = Stream::named(Seed(1), "wumpus tests", &[game]);
            let mut cave = Cave::random(Shape::Dodecahedron.doors(), 2, 2, &mut stream);
            let mut hunter = MapHunter::new(20, config);
            tally.count(hunt(&mut cave, &mut hunter, HuntRules::default(), &mut stream, &mut |_, _| {}));
        }
        (tally.won as f64 / games as f64, tally.stuck as f64 / games as f64)
    }

    #[test]
    fn rates_are_as_published() {
        for (shoot, visited, won, stuck) in [
            (2.0, 1.5, 0.729, 0.123),
            (2.0, 2.0, 0.772, 0.024),
            (2.0, 2.5, 0.747, 0.001),
            (4.0, 1.5, 0.636, 0.125),
            (4.0, 2.0, 0.604, 0.025),
            (4.0, 2.5, 0.497, 0.001),
            (8.0, 2.0, 0.553, 0.024),
        ] {
            let found = rates(MapConfig { shoot, visited, ..MapConfig::default() }, 10_000);
            assert!(
                (found.0 - won).abs() < 0.02 && (found.1 - stuck).abs() < 0.02,
                "shoot {shoot}, visited {visited}: {found:?}, not {won} {stuck}"
            );
        }
    }

    fn trace_of(shoot: f64) -> (Vec<usize>, End) {
        let doors = Shape::Dodecahedron.doors();
        let mut cave = Cave { doors, hunter: 0, wumpus: 10, pits: vec![4], bats: vec![15] };
        let mut hunter = MapHunter::new(20, MapConfig { shoot, ..MapConfig::default() });
        let mut rooms = Vec::new();
        let mut stream = Stream::named(Seed(1), "wumpus trace", &[]);
        let end = hunt(&mut cave, &mut hunter, HuntRules::default(), &mut stream, &mut |room, turn| {
            rooms.push(room + 1);
            let (Turn::Shoot(aim) | Turn::Move(aim)) = turn;
            rooms.push(aim + 1);
        });
        rooms.dedup();
        (rooms, end)
    }

    #[test]
    fn a_known_hunt_goes_as_traced() {
        assert_eq!(trace_of(4.0), (vec![1, 2, 3, 4, 3, 12, 11], End::Eaten));
        assert_eq!(trace_of(2.0), (vec![1, 2, 3, 4, 3, 12, 11], End::Won));
    }

    #[test]
    fn an_escape_frees_the_stuck_and_the_odds_beat_the_maps() {
        let plain = MapConfig { visited: 1.5, ..MapConfig::default() };
        let freed = rates(MapConfig { escape_after: 12, ..plain }, 3_000);
        assert!(freed.1 < rates(plain, 3_000).1 / 2.0, "{freed:?}");
        let mut tally = Tally::default();
        for game in 0..3_000 {
            let mut stream = Stream::named(Seed(1), "wumpus tests", &[game]);
            let mut cave = Cave::random(Shape::Dodecahedron.doors(), 2, 2, &mut stream);
            let mut hunter = OddsHunter::new(20);
            tally.count(hunt(&mut cave, &mut hunter, HuntRules::default(), &mut stream, &mut |_, _| {}));
        }
        assert!(tally.won as f64 / 3_000.0 > 0.8, "{tally:?}");
    }

    #[test]
    fn other_caves_and_stirring_dangers_are_hunted_too() {
        for shape in [Shape::Grid(5), Shape::Torus(5), Shape::Moebius(4)] {
            let mut tally = Tally::default();
            for game in 0..500 {
                let mut stream = Stream::named(Seed(2), "wumpus tests", &[game]);
                let mut cave = Cave::random(shape.doors(), 2, 2, &mut stream);
                let mut hunter =
                    MapHunter::new(cave.doors.len(), MapConfig { fades: true, ..MapConfig::default() });
                let rules = HuntRules { stirs: true, ..HuntRules::default() };
                tally.count(hunt(&mut cave, &mut hunter, rules, &mut stream, &mut |_, _| {}));
            }
            assert!(tally.games() == 500 && tally.won > 50, "{shape:?} {tally:?}");
        }
    }
}
