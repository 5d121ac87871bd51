//! Local perception filters: people are seen late, what they throw is computed and seen as late as its place asks for.

use super::letters::{self, Detail};
use super::watch::{Post, Technique};
use super::yard::{STEP, Throw, Yard};
use std::collections::BTreeMap;
use wold_space::DVec2;
use wold_wire::contours::{Contours, Eased, EasedConfig, Held, Player, Thing};
use wold_wire::reckoning::Trail;

/// First byte of where people are.
const PEOPLE: u8 = 0;
/// First byte of a throw.
const THROW: u8 = 1;
/// Bytes of a throw.
const THROW_LENGTH: usize = 26;

/// What happens to a thing's delay between people.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Gathering {
    /// It comes back to now behind each.
    Return,
    /// It stays until the next is near.
    Hold,
}

/// Both ends.
pub struct Throws {
    gathering: Gathering,
    /// Seconds by which people are seen late.
    late: f64,
    /// Throws told so far of each mover.
    told: BTreeMap<usize, usize>,
    trails: BTreeMap<usize, Trail>,
    things: BTreeMap<usize, Flight>,
    looked: f64,
    work: u64,
}

/// A thing as the onlooker has it.
struct Flight {
    throws: Vec<Throw>,
    held: Held,
    eased: Option<Eased>,
}

impl Throws {
    /// Nothing has been thrown yet.
    pub fn new(gathering: Gathering, late: f64) -> Self {
        Self {
            gathering,
            late,
            told: BTreeMap::new(),
            trails: BTreeMap::new(),
            things: BTreeMap::new(),
            looked: 0.0,
            work: 0,
        }
    }

    /// The onlooker first, then everybody who has been heard of, and which movers they are.
    fn players(&self, now: f64) -> (Vec<Player>, Vec<usize>) {
        let known = self.trails.iter().filter_map(|(mover, trail)| {
            Some((Player { place: trail.place(now - self.late)?, delay: self.late, slow: 0.0 }, *mover))
        });
        let (mut players, mut movers) = (vec![Player::default()], vec![usize::MAX]);
        for (player, mover) in known {
            players.push(player);
            movers.push(mover);
        }
        (players, movers)
    }
}

fn write(mover: usize, throw: &Throw) -> Vec<u8> {
    let mut bytes = vec![THROW, u8::from(throw.rolls)];
    bytes.extend((mover as u16).to_le_bytes());
    bytes.extend((throw.thrower as u16).to_le_bytes());
    bytes.extend(((throw.time / STEP).round() as u32).to_le_bytes());
    for number in [throw.place.x, throw.place.y, throw.velocity.x, throw.velocity.y] {
        bytes.extend((number as f32).to_le_bytes());
    }
    bytes
}

fn read(bytes: &[u8]) -> Option<(usize, Throw)> {
    if bytes.len() != THROW_LENGTH || bytes[0] != THROW {
        return None;
    }
    let short = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let long = |at: usize| bytes[at..at + 4].try_into().map(u32::from_le_bytes);
    let float = |at: usize| long(at).map(|bits| f64::from(f32::from_bits(bits)));
    let throw = Throw {
        rolls: bytes[1] != 0,
        thrower: short(4),
        time: f64::from(long(6).ok()?) * STEP,
        place: DVec2::new(float(10).ok()?, float(14).ok()?),
        velocity: DVec2::new(float(18).ok()?, float(22).ok()?),
    };
    Some((short(2), throw))
}

impl Technique for Throws {
    fn tell(&mut self, step: usize, yard: &Yard, post: &mut Post) {
        let now = step as f64 * STEP;
        let mut people = vec![PEOPLE];
        for (number, track) in yard.tracks.iter().enumerate() {
            let Some(truth) = track.at(step) else { continue };
            if track.is_willed() {
                letters::write(&mut people, Detail::Place, number, truth);
                self.work += 2;
                continue;
            }
            let told = self.told.entry(number).or_default();
            for throw in track.throws[*told..].iter().take_while(|throw| throw.time <= now) {
                post.hand(write(number, throw));
                *told += 1;
            }
        }
        post.throw(people);
    }

    fn hear(&mut self, _: f64, bytes: &[u8]) {
        if let Some((number, throw)) = read(bytes) {
            let held = Held::starting(self.late);
            let flight =
                self.things.entry(number).or_insert(Flight { throws: Vec::new(), held, eased: None });
            flight.throws.push(throw);
        } else if bytes.first() == Some(&PEOPLE) {
            for part in bytes[1..].chunks(Detail::Place.length()) {
                let Some((number, report)) = letters::read(part, Detail::Place) else { continue };
                self.trails.entry(number).or_default().note(report.time, report.place);
            }
        }
    }

    fn look(&mut self, now: f64) {
        let (players, movers) = self.players(now);
        let contours = Contours { players: &players, onlooker: 0, shadows: true };
        for flight in self.things.values_mut() {
            let Some(last) = flight.throws.last() else { continue };
            let (place, velocity) = last.at(now);
            let thrower = movers.iter().position(|mover| *mover == last.thrower);
            let thing = Thing { place, velocity, thrower };
            let wanted = match self.gathering {
                Gathering::Return => contours.delay(&thing),
                Gathering::Hold => flight.held.delay(&contours, &thing),
            };
            self.work += players.len() as u64;
            let eased = flight.eased.get_or_insert(Eased::new(wanted));
            eased.towards(&EasedConfig::default(), wanted, now - self.looked);
        }
        self.looked = now;
    }

    fn shown(&mut self, now: f64, mover: usize) -> Option<DVec2> {
        self.work += 1;
        if let Some(trail) = self.trails.get(&mover) {
            return trail.place(now - self.late);
        }
        let flight = self.things.get(&mover)?;
        let time = now - flight.eased?.delay();
        let throw = flight.throws.iter().rfind(|throw| throw.time <= time).or(flight.throws.first())?;
        Some(throw.at(time).0)
    }

    fn work(&self) -> u64 {
        self.work
    }
}
