//! What stands in the open of a chunk and stops walkers, filed by where it stands.
//!
//! Contract: [`Posts::near`] gives every trunk and stone whose rim is within reach of a point, in the order in which the chunk lists them: who is pushed out of two of them is pushed by both ends of a
//! line in the same order. What was felled is still filed; the asker knows what is gone.
//!
//! Cost: by what stands in the few squares of [`SIDE`] metres around, instead of by all that grows in the chunk.

use smallvec::SmallVec;
use wold_lore::land::Chunk;
use wold_space::{CHUNK_METRES, Vec2};

/// Side of the squares, in metres.
const SIDE: f32 = 4.0;
/// Squares along a side of a chunk.
const ACROSS: usize = (CHUNK_METRES as f32 / SIDE) as usize;

/// Something that stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Post {
    /// Which of the chunk's growths it is.
    pub(crate) index: u16,
    /// Its middle, in metres from the chunk's corner.
    pub(crate) at: Vec2,
    pub(crate) radius: f32,
}

/// All that stands in a chunk, square by square.
#[derive(Clone, Debug)]
pub(crate) struct Posts {
    filed: Box<[Post]>,
    /// Where each square's posts begin, and where the last one's end.
    starts: [u16; ACROSS * ACROSS + 1],
    widest: f32,
}

/// The row or column of a metre, within the chunk.
fn line_of(metre: f32) -> usize {
    ((metre / SIDE).max(0.0) as usize).min(ACROSS - 1)
}

impl Posts {
    pub(crate) fn of(chunk: &Chunk) -> Self {
        let square = |at: Vec2| line_of(at.y) * ACROSS + line_of(at.x);
        let growths = chunk.growths.iter().enumerate();
        let mut filed: Vec<Post> = growths
            .map(|(index, growth)| Post {
                index: index as u16,
                at: growth.local(),
                radius: growth.trunk_radius(),
            })
            .filter(|post| post.radius > 0.0)
            .collect();
        filed.sort_by_key(|post| square(post.at));
        let mut starts = [filed.len() as u16; ACROSS * ACROSS + 1];
        for (number, post) in filed.iter().enumerate().rev() {
            starts[square(post.at)] = number as u16;
        }
        for number in (0..ACROSS * ACROSS).rev() {
            starts[number] = starts[number].min(starts[number + 1]);
        }
        let widest = filed.iter().map(|post| post.radius).fold(0.0, f32::max);
        Self { filed: filed.into(), starts, widest }
    }

    /// Those whose rim is within `reach` metres of a point of the chunk or beside it.
    pub(crate) fn near(&self, local: Vec2, reach: f32) -> SmallVec<[Post; 8]> {
        let far = reach + self.widest;
        let (low, high) = (local - far, local + far);
        let (first, last) = (line_of(low.x), line_of(high.x));
        let mut near: SmallVec<[Post; 8]> = SmallVec::new();
        for row in line_of(low.y)..=line_of(high.y) {
            let squares = row * ACROSS + first..row * ACROSS + last + 1;
            let posts = usize::from(self.starts[squares.start])..usize::from(self.starts[squares.end]);
            near.extend(self.filed[posts].iter().copied().filter(|post| {
                let far = reach + post.radius;
                (post.at - local).length_squared() < far * far
            }));
        }
        near.sort_unstable_by_key(|post| post.index);
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::{Seed, Stream};
    use wold_lore::land::{Growth, GrowthKind};
    use wold_space::ChunkPos;

    #[test]
    fn what_is_near_is_what_trying_all_finds_in_the_same_order() {
        let mut stream = Stream::named(Seed(7), "posts", &[]);
        for round in 0..40 {
            let mut chunk = Chunk::meadow(ChunkPos { x: 0, y: 0 });
            let kinds = [GrowthKind::Oak, GrowthKind::Wheat, GrowthKind::Boulder, GrowthKind::Stone];
            for _ in 0..round * 8 {
                let at = [stream.below(4096) as u16, stream.below(4096) as u16];
                let kind = kinds[stream.below(4) as usize];
                chunk.growths.push(Growth { kind, at, size: stream.below(256) as u8, turn: 0 });
            }
            let posts = Posts::of(&chunk);
            for _ in 0..50 {
                let local = Vec2::new(stream.range(-3.0, 35.0) as f32, stream.range(-3.0, 35.0) as f32);
                let reach = stream.range(0.1, 20.0) as f32;
                let all = chunk.growths.iter().enumerate();
                let tried: Vec<u16> = all
                    .filter(|(_, growth)| {
                        let radius = growth.trunk_radius();
                        radius > 0.0 && (growth.local() - local).length() < reach + radius
                    })
                    .map(|(index, _)| index as u16)
                    .collect();
                let found: Vec<u16> = posts.near(local, reach).iter().map(|post| post.index).collect();
                assert_eq!(found, tried, "round {round}: {local} within {reach}");
            }
        }
    }
}
