//! `wold lab net duel`: one arrow, two screens.
//!
//! Somebody shoots, somebody is hit; news takes a while between them. Each screen shows the arrow as late as its place asks for, and the hit is seen by the shooter exactly when
//! the news of it can be there. Slow motion moves the hit for both, as long as it lasts.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;
use wold_space::DVec2;
use wold_wire::contours::{Contours, Player, Reserve, ReserveConfig, Thing, is_critical};

/// Seconds of a step of the search for the hit.
const STEP: f64 = 0.001;
/// Rows of the timeline.
const ROWS: usize = 12;

/// When an arrow is seen to hit by who shot it and by who is hit.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold lab net duel --delay 0.5 --flight 2\n  \
    wold lab net duel --delay 0.5 --flight 2 --shooter-slows 0.2 --json")]
pub struct Duel {
    /// Seconds news takes from one to the other.
    #[arg(long, value_name = "S", default_value_t = 0.1)]
    delay: f64,
    /// Metres between them.
    #[arg(long, value_name = "M", default_value_t = 30.0)]
    distance: f64,
    /// Seconds the arrow flies.
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    flight: f64,
    /// Seconds by which the shooter stretches time.
    #[arg(long, value_name = "S", default_value_t = 0.0)]
    shooter_slows: f64,
    /// Seconds by which the target stretches time.
    #[arg(long, value_name = "S", default_value_t = 0.0)]
    target_slows: f64,
    /// Let the delay peak at the players themselves: arrows are then seen before they can be known.
    #[arg(long)]
    no_shadows: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// The share of its way at which the arrow is seen.
#[derive(Serialize)]
struct Moment {
    time: f64,
    shooter_sees: f64,
    target_sees: f64,
}

#[derive(Serialize)]
struct Told {
    shooter_sees_hit: f64,
    target_sees_hit: f64,
    /// What the shooter waits for the news of the hit.
    shooter_after_target: f64,
    delay: f64,
    /// Whether the arrow is at the target before it is known to be on its way.
    critical: bool,
    shooter_reserve_left: f64,
    target_reserve_left: f64,
    timeline: Vec<Moment>,
}

impl Duel {
    /// Shoots and prints.
    pub fn run(self) -> Result<()> {
        ensure!((0.0..=5.0).contains(&self.delay), "a delay is 0 to 5 s, not {}", self.delay);
        ensure!(
            (0.01..=1e5).contains(&self.distance),
            "a distance is 0.01 to 100000 m, not {}",
            self.distance
        );
        ensure!((0.01..=60.0).contains(&self.flight), "a flight is 0.01 to 60 s, not {}", self.flight);
        let limits = ReserveConfig::default();
        for slow in [self.shooter_slows, self.target_slows] {
            ensure!(
                (0.0..=limits.longest).contains(&slow),
                "time is stretched by 0 to {} s, not {slow}",
                limits.longest
            );
        }
        let told = self.shoot(&limits);
        if self.json {
            return output::print_json(&serde_json::to_value(&told)?);
        }
        let mut text = "   time  shooter sees it at  target sees it at\n".to_owned();
        for moment in &told.timeline {
            text += &format!(
                "{:>6.3}s {:>17.1} m {:>16.1} m\n",
                moment.time,
                moment.shooter_sees * self.distance,
                moment.target_sees * self.distance
            );
        }
        let warning =
            if told.critical { "too near: it arrives before it is known to be on its way\n" } else { "" };
        output::print(&format!(
            "{text}the target sees the hit at {:.3} s, the shooter at {:.3} s: {:.3} s later, news takes {:.3} s\n\
             left of their slow motion: {:.2} and {:.2}\n{warning}",
            told.target_sees_hit,
            told.shooter_sees_hit,
            told.shooter_after_target,
            self.delay,
            told.shooter_reserve_left,
            told.target_reserve_left
        ))
    }

    fn shoot(&self, limits: &ReserveConfig) -> Told {
        let speed = self.distance / self.flight;
        let mut reserves = [Reserve::full(limits); 2];
        let mut hits = [None, None];
        let mut timeline = Vec::new();
        let end = self.flight + self.delay + 2.0 * limits.longest;
        let every = ((end / STEP) as usize / ROWS).max(1);
        let mut seen = [0.0f64; 2];
        for step in 0..=(end / STEP) as usize {
            let time = step as f64 * STEP;
            let wanted = [self.shooter_slows, self.target_slows];
            let slow = [0, 1].map(|who| reserves[who].stretch(limits, wanted[who], STEP));
            for onlooker in 0..2 {
                let delay = |who: usize| if who == onlooker { 0.0 } else { self.delay };
                let players = [0, 1].map(|who| Player {
                    place: DVec2::new(if who == 0 { 0.0 } else { self.distance }, 0.0),
                    delay: delay(who),
                    slow: slow[who],
                });
                let view = Contours { players: &players, onlooker, shadows: !self.no_shadows };
                let thing = Thing {
                    place: DVec2::new(time * speed, 0.0),
                    velocity: DVec2::new(speed, 0.0),
                    thrower: Some(0),
                };
                // Nothing is seen of what is not known yet, and an arrow does not fly back.
                let known = time >= delay(0);
                let share = if known { (time - view.delay(&thing)) / self.flight } else { 0.0 };
                seen[onlooker] = share.clamp(seen[onlooker], 1.0);
                // A hair less than all of the way: sums of thousandths are not exact.
                if seen[onlooker] >= 1.0 - 1e-9 && hits[onlooker].is_none() {
                    hits[onlooker] = Some(time);
                }
            }
            if step % every == 0 {
                timeline.push(Moment { time, shooter_sees: seen[0], target_sees: seen[1] });
            }
        }
        let [shooter_sees_hit, target_sees_hit] = hits.map(|hit| hit.unwrap_or(end));
        Told {
            shooter_sees_hit,
            target_sees_hit,
            shooter_after_target: shooter_sees_hit - target_sees_hit,
            delay: self.delay,
            critical: is_critical(self.distance, self.delay, speed),
            shooter_reserve_left: reserves[0].left(),
            target_reserve_left: reserves[1].left(),
            timeline,
        }
    }
}
