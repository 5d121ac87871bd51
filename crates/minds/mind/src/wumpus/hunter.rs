//! Two hunters: one with maps of influence, one that knows the odds.

use super::cave::Senses;

/// What a hunter does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Walk through a door.
    Move(usize),
    /// Shoot through a door.
    Shoot(usize),
}

/// One that decides by what it perceives.
pub trait Hunter {
    /// Enters a room, perceives, and decides.
    fn decide(&mut self, room: usize, doors: &[Vec<usize>], senses: Senses, arrows: u32) -> Turn;

    /// Bats were found in a room: it was entered and left at once.
    fn carried_from(&mut self, room: usize);
}

/// How the hunter with maps weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapConfig {
    /// Influence of the wumpus from which it shoots. Default 2.
    pub shoot: f64,
    /// What a visit multiplies the repulsion of a room by. Default 2.
    pub visited: f64,
    /// Whether it goes for the least visited room once it has been stuck that many turns; 0 for never. Default 0.
    pub escape_after: u32,
    /// Whether it forgets a little each turn, for caves whose dangers move: known-safe rooms become unknown again. Default false.
    pub fades: bool,
}

impl Default for MapConfig {
    fn default() -> Self {
        Self { shoot: 2.0, visited: 2.0, escape_after: 0, fades: false }
    }
}

/// A hunter with a map for each danger and one for where it was.
///
/// Contract: all maps start at 1, large is repulsive. A room that was entered is safe: 0. A danger that is perceived doubles the
/// value of every room next door, one that is not sets them to 0 for good. Shoots at the room of the highest wumpus value if that
/// reaches the threshold, else walks to the least sum of all maps; lowest number among equals. After Smed & Hakonen 2006,
/// algorithm 6.3, shooting where it aimed.
#[derive(Clone, Debug)]
pub struct MapHunter {
    config: MapConfig,
    bats: Vec<f64>,
    pit: Vec<f64>,
    wumpus: Vec<f64>,
    visited: Vec<f64>,
    turns: u32,
}

impl MapHunter {
    /// A hunter in a cave of so many rooms.
    #[must_use]
    pub fn new(rooms: usize, config: MapConfig) -> Self {
        let map = vec![1.0; rooms];
        Self { config, bats: map.clone(), pit: map.clone(), wumpus: map.clone(), visited: map, turns: 0 }
    }

    /// The sum of all maps for a room.
    #[must_use]
    pub fn repulsion(&self, room: usize) -> f64 {
        self.bats[room] + self.pit[room] + self.wumpus[room] + self.visited[room]
    }
}

impl Hunter for MapHunter {
    fn decide(&mut self, room: usize, doors: &[Vec<usize>], senses: Senses, arrows: u32) -> Turn {
        self.turns += 1;
        if self.config.fades {
            for map in [&mut self.bats, &mut self.wumpus] {
                map.iter_mut().for_each(|value| *value += (1.0 - *value) * 0.1);
            }
        }
        for map in [&mut self.bats, &mut self.pit, &mut self.wumpus] {
            map[room] = 0.0;
        }
        self.visited[room] *= self.config.visited;
        let doors = &doors[room];
        for (map, sensed) in
            [(&mut self.wumpus, senses.smell), (&mut self.pit, senses.draft), (&mut self.bats, senses.noise)]
        {
            for &door in doors {
                map[door] = if sensed { map[door] * 2.0 } else { 0.0 };
            }
        }
        let most = doors.iter().copied().rev().max_by(|&a, &b| self.wumpus[a].total_cmp(&self.wumpus[b]));
        if let Some(aim) = most.filter(|&aim| self.wumpus[aim] >= self.config.shoot && arrows > 0) {
            self.wumpus[aim] = 0.0;
            return Turn::Shoot(aim);
        }
        let stuck = self.config.escape_after > 0 && self.turns.is_multiple_of(self.config.escape_after);
        let worth = |door: usize| if stuck { self.visited[door] } else { self.repulsion(door) };
        let least = doors.iter().copied().min_by(|&a, &b| worth(a).total_cmp(&worth(b)));
        Turn::Move(least.unwrap_or(room))
    }

    fn carried_from(&mut self, room: usize) {
        self.bats[room] = f64::MAX / 8.0;
    }
}

/// A hunter that keeps every placement of each danger that fits what it perceived.
///
/// Contract: exact for dangers that stay, each kind alone (that they keep rooms of their own is not used). Shoots when one room is
/// the likeliest for the wumpus by at least `shoot`, else walks to the door of the least chance to die, then of the fewest visits.
#[derive(Clone, Debug)]
pub struct OddsHunter {
    wumpus: Vec<bool>,
    pits: Vec<(usize, usize)>,
    bats: Vec<(usize, usize)>,
    visits: Vec<u32>,
    /// Chance from which it shoots.
    pub shoot: f64,
}

impl OddsHunter {
    /// A hunter in a cave of so many rooms with two pits and two colonies of bats.
    #[must_use]
    pub fn new(rooms: usize) -> Self {
        let pairs: Vec<_> = (0..rooms).flat_map(|a| (a + 1..rooms).map(move |b| (a, b))).collect();
        Self {
            wumpus: vec![true; rooms],
            pits: pairs.clone(),
            bats: pairs,
            visits: vec![0; rooms],
            shoot: 0.3,
        }
    }

    fn share(pairs: &[(usize, usize)], room: usize) -> f64 {
        let with = pairs.iter().filter(|(a, b)| *a == room || *b == room).count();
        if pairs.is_empty() { 0.0 } else { with as f64 / pairs.len() as f64 }
    }
}

impl Hunter for OddsHunter {
    fn decide(&mut self, room: usize, doors: &[Vec<usize>], senses: Senses, arrows: u32) -> Turn {
        self.visits[room] += 1;
        let leads = &doors[room];
        self.wumpus[room] = false;
        for (other, possible) in self.wumpus.iter_mut().enumerate() {
            *possible &= leads.contains(&other) == senses.smell;
        }
        let fits = |pairs: &mut Vec<(usize, usize)>, sensed: bool| {
            pairs.retain(|&(a, b)| {
                a != room && b != room && (leads.contains(&a) || leads.contains(&b)) == sensed
            });
        };
        fits(&mut self.pits, senses.draft);
        fits(&mut self.bats, senses.noise);
        let places = self.wumpus.iter().filter(|&&w| w).count().max(1) as f64;
        let odds = |door: usize| f64::from(u8::from(self.wumpus[door])) / places;
        let aim = leads.iter().copied().find(|&door| self.wumpus[door]);
        if let Some(aim) = aim.filter(|&aim| arrows > 0 && odds(aim) >= self.shoot) {
            self.wumpus[aim] = false;
            return Turn::Shoot(aim);
        }
        let danger =
            |door: usize| odds(door) + Self::share(&self.pits, door) + 0.1 * Self::share(&self.bats, door);
        let worth = |door: usize| danger(door) + 0.02 * f64::from(self.visits[door]);
        let least = leads.iter().copied().min_by(|&a, &b| worth(a).total_cmp(&worth(b)));
        Turn::Move(least.unwrap_or(room))
    }

    fn carried_from(&mut self, room: usize) {
        self.bats.retain(|&(a, b)| a == room || b == room);
        self.wumpus[room] = false;
        self.visits[room] += 1;
    }
}
