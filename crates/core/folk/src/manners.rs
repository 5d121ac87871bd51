//! Walking among others: round them rather than into them.
//!
//! Each sees where those close by are and how they move, and takes the velocity nearest to its wish that keeps clear of them for a
//! moment ([`wold_ways::motion::avoid`]). Nobody talks to anybody; those who walk are trusted to do the same, those who
//! stand are walked around. Walls are not known here: whoever would be pressed against one stalls, and [`Legs`](super::Legs) then pushes
//! gently through, as people do in a doorway.

use crate::rows::GAIT;
use wold_guest::known::Known;
use wold_space::time::STEP_SECONDS;
use wold_space::{DVec2, Vec2};
use wold_ways::motion::avoid::{AvoidConfig, Walker, velocity};

/// A little to the right of whom one meets, as people do: two who meet head on would otherwise both stop.
const RIGHT: Vec2 = Vec2::new(0.995, -0.0998);

/// The velocity to take instead of `wish`, both in shares of `fastest`, which is in metres per second.
pub(super) fn among(known: &Known, wish: DVec2, fastest: f32) -> DVec2 {
    let Some(physique) = known.welcome().map(|welcome| &welcome.physique) else { return wish };
    let here = known.place();
    let body = |position: Vec2, velocity: Vec2, wish: Vec2| Walker {
        position,
        velocity,
        wish,
        radius: physique.radius + GAIT.manners.room_metres,
        max_speed: fastest,
    };
    let others: Vec<Walker> = known
        .company()
        .map(|other| {
            let velocity = other.state.velocity().as_vec2();
            body((known.place_of(other) - here).as_vec2(), velocity, velocity)
        })
        .collect();
    if others.is_empty() || fastest <= 0.0 {
        return wish;
    }
    let wished = RIGHT.rotate(wish.as_vec2() * fastest);
    let me = body(Vec2::ZERO, known.footing().motion().velocity, wished);
    let rows = &GAIT.manners;
    let care =
        AvoidConfig { horizon: rows.ahead_seconds, sight: rows.sight_metres, neighbours: rows.neighbours };
    (velocity(&me, &others, &care, STEP_SECONDS as f32) / fastest).as_dvec2()
}
