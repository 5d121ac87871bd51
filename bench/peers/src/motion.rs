//! The motion all are given: a hundred people in a town for twenty seconds, as `crates/edge/stage/examples/motion.rs` records it and tells how.

use std::path::Path;
use wold_lore::Pose;
use wold_wire::EntityState;

/// How everybody is at first and in each tick after.
pub struct Motion {
    pub ticks: Vec<Vec<EntityState>>,
}

fn whole(mut numbers: impl FnMut() -> i32) -> EntityState {
    let (x, y) = (numbers(), numbers());
    let [course, speed, heading, pose] = [(); 4].map(|()| numbers() as u8);
    EntityState {
        x,
        y,
        course,
        speed,
        heading,
        pose: Pose::from_bits(pose),
        health: 255,
        ..Default::default()
    }
}

impl Motion {
    /// Reads the recording.
    pub fn read(path: &Path) -> Self {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut lines = text.lines();
        let number = |word: &str| word.parse::<i32>().expect("a whole number");
        let head = lines.next().expect("a first line");
        let count = number(head.split(' ').next().expect("how many")) as usize;
        let first: Vec<EntityState> = lines
            .by_ref()
            .take(count)
            .map(|line| {
                let mut words = line.split(' ').map(number);
                whole(|| words.next().expect("six numbers"))
            })
            .collect();
        // All are put about the middle of the square, so that the peers can tell places by 16 bits.
        let (middle_x, middle_y) = (first[0].x, first[0].y);
        let mut ticks = vec![first];
        for line in lines {
            let before = ticks.last().expect("there is a first");
            let mut words = line.split(' ').filter(|word| !word.is_empty());
            let mut states = Vec::with_capacity(count);
            while let Some(word) = words.next() {
                if word.as_bytes()[0].is_ascii_alphabetic() {
                    for letter in word.bytes() {
                        let error = i32::from(letter - b'a');
                        let guess = before[states.len()].predicted(1);
                        states.push(EntityState {
                            x: guess.x + error / 3 - 1,
                            y: guess.y + error % 3 - 1,
                            ..guess
                        });
                    }
                } else {
                    let mut first = Some(word);
                    states
                        .push(whole(|| number(first.take().or_else(|| words.next()).expect("six numbers"))));
                }
            }
            assert_eq!(states.len(), count, "everybody is told of in every tick");
            ticks.push(states);
        }
        for state in ticks.iter_mut().flatten() {
            (state.x, state.y) = (state.x - middle_x, state.y - middle_y);
        }
        Self { ticks }
    }

    /// Of a tick, those who move or have stopped: whom a world offers to be told of, even if they have not come a step farther.
    pub fn stirred(&self, tick: usize) -> impl Iterator<Item = (usize, &EntityState)> {
        let (before, now) = (&self.ticks[tick - 1], &self.ticks[tick]);
        now.iter().enumerate().filter(move |(who, state)| state.speed > 0 || before[*who] != **state)
    }

    /// Of a tick, those who are not as they were the tick before.
    pub fn moved(&self, tick: usize) -> impl Iterator<Item = (usize, &EntityState)> {
        let (before, now) = (&self.ticks[tick - 1], &self.ticks[tick]);
        now.iter().enumerate().filter(move |(who, state)| before[*who] != **state)
    }
}
