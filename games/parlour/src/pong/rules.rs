//! The numbers of Pong, as data: `data/pong.json`, which the page reads, too.

use serde::Deserialize;
use std::sync::LazyLock;

/// All of them. Lengths are in the court's own small units, times in turns or thousandths of one.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The court.
    pub court: Court,
    /// The ball.
    pub ball: Ball,
    /// Each player's paddle.
    pub paddle: Paddle,
    /// Slow motion, which is used up.
    pub slow_motion: SlowMotion,
    /// How points are counted.
    pub round: Round,
}

/// The court, seen from its middle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Court {
    /// To each player's end.
    pub half_length: i32,
    /// To each side.
    pub half_width: i32,
}

/// The ball.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ball {
    /// Its radius.
    pub radius: i32,
    /// Thousandths of a turn from end to end at first.
    pub first_flight: i32,
    /// The same at the least.
    pub least_flight: i32,
    /// By how much each return is shorter than the last.
    pub hurry: i32,
    /// How much a paddle may turn it by chance, to either side in a turn.
    pub roughness: i32,
}

/// A paddle.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paddle {
    /// Half its length.
    pub half: i32,
    /// How far it moves in a turn.
    pub step: i32,
    /// How far to the side the ball goes in a turn off its very edge.
    pub steepest: i32,
}

/// Slow motion: a delay of the ball at one's own end. Delays are in thousandths of a turn.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlowMotion {
    /// Delay gained or lost in a turn; below 1000 the ball never stands still.
    pub give: i32,
    /// The longest delay.
    pub longest: i32,
    /// What there is of it: each turn costs the delay held in it.
    pub most: i32,
    /// What comes back in a turn without any.
    pub refill: i32,
}

/// How points are counted.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Points that win a round.
    pub target: i32,
    /// Turns from a goal to the next serve.
    pub pause: i32,
    /// Turns between two rounds.
    #[serde(rename = "break")]
    pub rest: i32,
}

/// The rules played by.
pub static RULES: LazyLock<Rules> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/pong.json"))
        .expect("pong.json holds the rules: a test reads it")
});
