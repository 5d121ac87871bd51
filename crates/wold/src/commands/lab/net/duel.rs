//! `wold lab net duel`: one arrow, two screens.
//!
//! Somebody shoots, somebody is hit; news takes a while between them. Each screen shows the arrow as late as its place asks for, and the hit is seen by the shooter exactly when
//! the news of it can be there. Slow motion moves the hit for both, as long as it lasts. Where news jitters, or the target leaves in the middle
//! of it, the delay jumps and the arrow with it, unless it is eased.

use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde::Serialize;
use wold_chance::{Seed, Stream};
use wold_space::DVec2;
use wold_wire::contours::{Contours, Eased, EasedConfig, Player, Reserve, ReserveConfig, Thing, is_critical};

/// Seconds of a step of the search for the hit.
const STEP: f64 = 0.001;
/// Steps after which news is measured afresh.
const MEASURED: usize = 50;
/// Rows of the timeline.
const ROWS: usize = 12;

/// When an arrow is seen to hit by who shot it and by who is hit.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold lab net duel --delay 0.5 --flight 2\n  \
    wold lab net duel --delay 0.5 --flight 2 --shooter-slows 0.2 --json\n  \
    wold lab net duel --delay 0.3 --flight 2 --jitter 0.1 --leaves 1.5")]
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
    /// Up to so many seconds that news takes longer, measured afresh every 50 ms.
    #[arg(long, value_name = "S", default_value_t = 0.0)]
    jitter: f64,
    /// The target leaves after so many seconds, and with it the reason for any delay.
    #[arg(long, value_name = "S")]
    leaves: Option<f64>,
    /// Show the arrow by the bare number even if that jumps.
    #[arg(long)]
    no_easing: bool,
    /// Seeds the jitter.
    #[arg(long, default_value_t = 1)]
    seed: u64,
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
    /// Nothing if the target is gone by then.
    target_sees_hit: Option<f64>,
    /// What the shooter waits for the news of the hit.
    shooter_after_target: Option<f64>,
    delay: f64,
    /// Whether the arrow is at the target before it is known to be on its way.
    critical: bool,
    shooter_reserve_left: f64,
    target_reserve_left: f64,
    /// The longest way the shooter sees the arrow leap within a millisecond, forth or back, beyond what it flies in one.
    worst_leap_m: f64,
    timeline: Vec<Moment>,
}

impl Duel {
    /// Shoots and prints.
    pub fn run(self) -> Result<()> {
        ensure!((0.0..=5.0).contains(&self.delay), "a delay is 0 to 5 s, not {}", self.delay);
        ensure!((0.0..=5.0).contains(&self.jitter), "jitter is 0 to 5 s, not {}", self.jitter);
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
        let target = match (told.target_sees_hit, told.shooter_after_target) {
            (Some(hit), Some(later)) => format!("the target at {hit:.3} s: {later:.3} s sooner"),
            _ => "the target is gone by then".to_owned(),
        };
        output::print(&format!(
            "{text}the shooter sees the hit at {:.3} s, {target}, and news takes {:.3} s\n\
             left of their slow motion: {:.2} and {:.2}\nthe shooter sees it leap by {:.3} m at the most\n{warning}",
            told.shooter_sees_hit,
            self.delay,
            told.shooter_reserve_left,
            told.target_reserve_left,
            told.worst_leap_m
        ))
    }

    fn shoot(&self, limits: &ReserveConfig) -> Told {
        let speed = self.distance / self.flight;
        let mut reserves = [Reserve::full(limits); 2];
        let mut hits = [None, None];
        let mut timeline = Vec::new();
        let end = self.flight + self.delay + self.jitter + 2.0 * limits.longest;
        let every = ((end / STEP) as usize / ROWS).max(1);
        let (mut seen, mut eased) = ([0.0f64; 2], [None, None]);
        let mut chance = Stream::named(Seed(self.seed), "duel", &[]);
        let (mut news, mut worst_leap) = (self.delay, 0.0f64);
        // A steady delay has nothing to be eased, and is shown to the millisecond.
        let easy = !self.no_easing && (self.jitter > 0.0 || self.leaves.is_some());
        for step in 0..=(end / STEP) as usize {
            let time = step as f64 * STEP;
            if step % MEASURED == 0 {
                news = self.delay + chance.unit() * self.jitter;
            }
            let here = if self.leaves.is_some_and(|leaves| time >= leaves) { 1 } else { 2 };
            let wanted = [self.shooter_slows, self.target_slows];
            let slow = [0, 1].map(|who| reserves[who].stretch(limits, wanted[who], STEP));
            for onlooker in 0..here {
                let delay = |who: usize| if who == onlooker { 0.0 } else { news };
                let players = [0, 1].map(|who| Player {
                    place: DVec2::new(if who == 0 { 0.0 } else { self.distance }, 0.0),
                    delay: delay(who),
                    slow: slow[who],
                });
                let view = Contours { players: &players[..here], onlooker, shadows: !self.no_shadows };
                let thing = Thing {
                    place: DVec2::new(time * speed, 0.0),
                    velocity: DVec2::new(speed, 0.0),
                    thrower: Some(0),
                };
                // Nothing is seen of what is not known yet.
                if time < delay(0) {
                    continue;
                }
                let mut late = view.delay(&thing);
                if easy {
                    let eased = eased[onlooker].get_or_insert(Eased::new(late));
                    late = eased.towards(&EasedConfig::default(), late, STEP);
                }
                let share = ((time - late) / self.flight).clamp(0.0, 1.0);
                if onlooker == 0 {
                    worst_leap = worst_leap.max((share - seen[0]).abs() * self.distance - STEP * speed);
                }
                seen[onlooker] = share;
                // A hair less than all of the way: sums of thousandths are not exact.
                if seen[onlooker] >= 1.0 - 1e-9 && hits[onlooker].is_none() {
                    hits[onlooker] = Some(time);
                }
            }
            if step % every == 0 {
                timeline.push(Moment { time, shooter_sees: seen[0], target_sees: seen[1] });
            }
        }
        let [shooter_sees_hit, target_sees_hit] = hits;
        let shooter_sees_hit = shooter_sees_hit.unwrap_or(end);
        Told {
            shooter_sees_hit,
            target_sees_hit,
            shooter_after_target: target_sees_hit.map(|hit| shooter_sees_hit - hit),
            delay: self.delay,
            critical: is_critical(self.distance, self.delay, speed),
            shooter_reserve_left: reserves[0].left(),
            target_reserve_left: reserves[1].left(),
            worst_leap_m: worst_leap,
            timeline,
        }
    }
}
