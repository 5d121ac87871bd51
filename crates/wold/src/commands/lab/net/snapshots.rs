//! Everything, twenty times a second: raw, played back late, in as few bits as need allows, and coded by what is likely.

use super::letters::{self, Detail};
use super::watch::{Post, Technique};
use super::yard::{HALF_SIDE, STEP, Yard};
use std::collections::BTreeMap;
use wold_space::DVec2;
use wold_wire::bits::{BitReader, BitWriter, Malformed};
use wold_wire::reckoning::Trail;
use wold_wire::squeeze::range::{BitModel, Decoder, Encoder, NumberModel};
use wold_wire::squeeze::{Grain, radix};

/// How a snapshot is written.
enum Form {
    /// Floats.
    Raw,
    /// As coarse as the onlooker will not see, several numbers in one.
    Grained,
    /// Steps away from where each would be if it went on, by what is likely; needs every snapshot before.
    Coded { sender: Box<Book>, receiver: Box<Book> },
}

/// Snapshots at both ends.
pub struct Snapshots {
    form: Form,
    trails: BTreeMap<usize, Trail>,
    /// Seconds by which they are played back late; `None` shows the newest.
    late: Option<f64>,
    newest: BTreeMap<usize, (f64, DVec2)>,
    work: u64,
}

impl Snapshots {
    fn new(form: Form, late: Option<f64>) -> Self {
        Self { form, trails: BTreeMap::new(), late, newest: BTreeMap::new(), work: 0 }
    }

    /// As they come.
    pub fn raw() -> Self {
        Self::new(Form::Raw, None)
    }

    /// Played back late by so many seconds.
    pub fn late(seconds: f64) -> Self {
        Self::new(Form::Raw, Some(seconds))
    }

    /// The same, in fewer bits that each message can do without the others.
    pub fn grained(seconds: f64) -> Self {
        Self::new(Form::Grained, Some(seconds))
    }

    /// The same, coded by what came before, on a stream that loses nothing.
    pub fn coded(seconds: f64) -> Self {
        let form = Form::Coded { sender: Box::default(), receiver: Box::default() };
        Self::new(form, Some(seconds))
    }
}

impl Technique for Snapshots {
    fn tell(&mut self, step: usize, yard: &Yard, post: &mut Post) {
        let now = yard.tracks.iter().enumerate().filter_map(|(i, track)| Some((i, track.at(step)?)));
        match &mut self.form {
            Form::Raw => {
                let mut bytes = Vec::new();
                for (mover, report) in now {
                    letters::write(&mut bytes, Detail::Place, mover, report);
                    self.work += 2;
                }
                post.throw(bytes);
            }
            Form::Grained => {
                let places: Vec<(usize, DVec2)> = now.map(|(mover, report)| (mover, report.place)).collect();
                self.work += 2 * places.len() as u64;
                post.throw(grained(step, &places));
            }
            Form::Coded { sender, .. } => {
                let places: Vec<(usize, DVec2)> = now.map(|(mover, report)| (mover, report.place)).collect();
                self.work += 4 * places.len() as u64;
                post.hand(sender.write(step, &places));
            }
        }
    }

    fn hear(&mut self, _: f64, bytes: &[u8]) {
        let told: Vec<(usize, f64, DVec2)> = match &mut self.form {
            Form::Raw => {
                let parts = bytes.chunks(Detail::Place.length());
                parts
                    .filter_map(|part| letters::read(part, Detail::Place))
                    .map(|(mover, report)| (mover, report.time, report.place))
                    .collect()
            }
            Form::Grained => ungrained(bytes).unwrap_or_default(),
            Form::Coded { receiver, .. } => receiver.read(bytes).unwrap_or_default(),
        };
        self.work += 2 * told.len() as u64;
        for (mover, time, place) in told {
            let newest = self.newest.entry(mover).or_insert((time, place));
            if time >= newest.0 {
                *newest = (time, place);
            }
            if self.late.is_some() {
                self.trails.entry(mover).or_default().note(time, place);
            }
        }
    }

    fn shown(&mut self, now: f64, mover: usize) -> Option<DVec2> {
        match self.late {
            None => self.newest.get(&mover).map(|(_, place)| *place),
            Some(late) => {
                self.work += 1;
                self.trails.get(&mover)?.place(now - late)
            }
        }
    }

    fn work(&self) -> u64 {
        self.work
    }
}

/// The classes of nearness: the error in metres that is not seen from there, and up to where it is used. A degree of arc a hundredth wide, about.
const NEEDS: [(f64, f64); 4] = [(0.02, 10.0), (0.04, 20.0), (0.08, 40.0), (0.16, f64::INFINITY)];
/// The most movers in a message, and what is below the numbers they have.
const MOST: u32 = 256;

fn grain(class: usize) -> Grain {
    Grain::to_within(-HALF_SIDE, HALF_SIDE, NEEDS[class].0)
}

fn grained(step: usize, places: &[(usize, DVec2)]) -> Vec<u8> {
    let mut w = BitWriter::default();
    w.bits(step as u64 & 0xffff_ffff, 32);
    w.number(places.len() as u64, 7);
    for (mover, place) in places {
        let class = NEEDS.iter().position(|(_, reach)| place.length() < *reach).unwrap_or(NEEDS.len() - 1);
        let grain = grain(class);
        radix::write(&mut w, &[*mover as u32 % MOST, class as u32], &[MOST, NEEDS.len() as u32]);
        radix::write(&mut w, &[grain.step(place.x), grain.step(place.y)], &[grain.steps(); 2]);
    }
    w.finish()
}

fn ungrained(bytes: &[u8]) -> Result<Vec<(usize, f64, DVec2)>, Malformed> {
    let mut r = BitReader::new(bytes);
    let time = r.bits(32)? as f64 * STEP;
    let least = radix::bits(&[MOST, NEEDS.len() as u32]) as usize;
    let count = r.count("movers", least, u64::from(MOST))?;
    let told = (0..count)
        .map(|_| {
            let head = radix::read(&mut r, &[MOST, NEEDS.len() as u32])?;
            let grain = grain(head[1] as usize);
            let steps = radix::read(&mut r, &[grain.steps(); 2])?;
            Ok((head[0] as usize, time, DVec2::new(grain.number(steps[0]), grain.number(steps[1]))))
        })
        .collect::<Result<Vec<_>, Malformed>>()?;
    r.end()?;
    Ok(told)
}

/// What both ends of a stream have learned, and what was said last of each mover.
#[derive(Default)]
struct Book {
    /// Steps of place at the last snapshot and the way from the one before.
    last: BTreeMap<usize, ([i32; 2], [i32; 2])>,
    is_here: BitModel,
    residual: [NumberModel; 2],
    step: NumberModel,
}

/// The finest need: what is coded by what is likely costs little more when it is finer.
fn fine() -> Grain {
    grain(0)
}

impl Book {
    fn write(&mut self, step: usize, places: &[(usize, DVec2)]) -> Vec<u8> {
        let (mut encoder, fine) = (Encoder::default(), fine());
        self.step.write(&mut encoder, step as u32);
        let most = places.iter().map(|(mover, _)| mover + 1).max().unwrap_or(0) as u32;
        encoder.even(most, 8);
        let places: BTreeMap<usize, DVec2> = places.iter().copied().collect();
        for mover in 0..most as usize {
            let place = places.get(&mover);
            encoder.bit(&mut self.is_here, place.is_some());
            let Some(place) = place else {
                self.last.remove(&mover);
                continue;
            };
            let now = [fine.step(place.x) as i32, fine.step(place.y) as i32];
            let expected = self.expected(mover);
            for axis in 0..2 {
                match expected {
                    Some(at) => self.residual[axis].write_signed(&mut encoder, now[axis] - at[axis]),
                    // Where somebody appears is as likely as anywhere else.
                    None => encoder.even(now[axis] as u32, radix::bits(&[fine.steps()])),
                }
            }
            self.note(mover, now);
        }
        encoder.finish()
    }

    fn read(&mut self, bytes: &[u8]) -> Option<Vec<(usize, f64, DVec2)>> {
        let (mut decoder, fine) = (Decoder::new(bytes), fine());
        let time = f64::from(self.step.read(&mut decoder)) * STEP;
        let most = decoder.even(8) as usize;
        let mut told = Vec::new();
        for mover in 0..most {
            if !decoder.bit(&mut self.is_here) {
                self.last.remove(&mover);
                continue;
            }
            let expected = self.expected(mover);
            let now = [0, 1].map(|axis| match expected {
                // Bytes nobody wrote may say anything.
                Some(at) => at[axis].wrapping_add(self.residual[axis].read_signed(&mut decoder)),
                None => decoder.even(radix::bits(&[fine.steps()])) as i32,
            });
            self.note(mover, now);
            let number = |axis: usize| fine.number(now[axis].max(0) as u32);
            told.push((mover, time, DVec2::new(number(0), number(1))));
        }
        (!decoder.is_exhausted()).then_some(told)
    }

    /// Where it would be if it went on.
    fn expected(&self, mover: usize) -> Option<[i32; 2]> {
        self.last.get(&mover).map(|(at, way)| [at[0].wrapping_add(way[0]), at[1].wrapping_add(way[1])])
    }

    fn note(&mut self, mover: usize, now: [i32; 2]) {
        let way = self
            .last
            .get(&mover)
            .map_or([0; 2], |(at, _)| [now[0].wrapping_sub(at[0]), now[1].wrapping_sub(at[1])]);
        self.last.insert(mover, (now, way));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::{Seed, Stream};

    #[test]
    fn a_book_reads_what_its_twin_wrote_in_a_fraction_of_the_packed_bits() {
        let yard = Yard::new(5, 20);
        let (mut sender, mut receiver) = (Book::default(), Book::default());
        let (mut coded, mut packed) = (0, 0);
        for step in (0..yard.steps).step_by(5) {
            let places: Vec<(usize, DVec2)> =
                yard.tracks.iter().enumerate().filter_map(|(i, t)| Some((i, t.at(step)?.place))).collect();
            let bytes = sender.write(step, &places);
            coded += bytes.len();
            packed += grained(step, &places).len();
            let told = receiver.read(&bytes).expect("what was written is read");
            for ((mover, place), (heard, time, seen)) in places.iter().zip(told) {
                assert_eq!((*mover, step), (heard, (time / STEP).round() as usize));
                assert!(place.distance(seen) < 0.03);
            }
        }
        assert!(coded * 2 < packed, "{coded} against {packed} bytes");
    }

    #[test]
    fn coded_snapshots_with_wrong_bits_are_read_or_refused_without_harm() {
        let yard = Yard::new(5, 3);
        let mut chance = Stream::named(Seed(9), "flips", &[]);
        let (mut sender, mut receiver) = (Book::default(), Book::default());
        for step in (0..yard.steps).step_by(5) {
            let places: Vec<(usize, DVec2)> =
                yard.tracks.iter().enumerate().filter_map(|(i, t)| Some((i, t.at(step)?.place))).collect();
            for mut bytes in [sender.write(step, &places), grained(step, &places)] {
                for _ in 0..chance.below(4) {
                    let at = chance.below(bytes.len() as u64) as usize;
                    bytes[at] ^= 1 << chance.below(8);
                }
                bytes.truncate(chance.below(bytes.len() as u64 * 3) as usize);
                let _ = receiver.read(&bytes);
                let _ = ungrained(&bytes);
            }
        }
    }

    #[test]
    fn grained_places_are_as_near_as_need_be() {
        let places = [(0, DVec2::new(1.234, -2.0)), (7, DVec2::new(-39.9, 40.0))];
        let told = ungrained(&grained(12, &places)).expect("what was written is read");
        assert!(told[0].2.distance(places[0].1) < 0.03 && told[1].2.distance(places[1].1) < 0.23);
        assert_eq!(told[1].0, 7);
        for bytes in [&[][..], &[1, 2, 3], &[255; 40]] {
            let _ = ungrained(bytes);
            let _ = Book::default().read(bytes);
        }
    }
}
