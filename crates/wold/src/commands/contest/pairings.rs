//! `wold contest pairings`: who meets whom.

use super::format::FormatOptions;
use crate::commands::output;
use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use wold_chance::Seed;
use wold_contest::round_robin::{Schedule, matches, resting, rounds};
use wold_contest::{Contest, Plan};

/// List who meets whom, as far as it is known before the first result: all rounds of a round robin, the first of others.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold contest pairings --format round-robin --players 7 --json\n  \
                        wold contest pairings --format round-robin --players 10000 --round 4711\n  \
                        wold contest pairings --format swiss --players 12")]
pub struct Pairings {
    #[command(flatten)]
    format: FormatOptions,
    /// How many players, numbered from 0, best first.
    #[arg(long)]
    players: usize,
    /// Only this round of a round robin, from 0.
    #[arg(long)]
    round: Option<usize>,
    /// What all draws grow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// A round: its number, its matches, and who rests.
struct Round(usize, Vec<(usize, usize)>, Vec<usize>);

impl Pairings {
    /// Computes and prints.
    pub fn run(self) -> Result<()> {
        let plan = self.format.plan(self.players);
        let listed = match plan {
            Plan::RoundRobin { schedule, .. } => self.robin(schedule)?,
            _ => {
                ensure!(
                    self.round.is_none(),
                    "--round is for round-robin: later rounds of {} depend on results",
                    plan.name()
                );
                let contest = Contest::new(plan, self.players, self.format.best_of, Seed(self.seed))?;
                let games =
                    contest.next().iter().map(|game| (game.home.index(), game.away.index())).collect();
                vec![Round(0, games, contest.resting().iter().map(|player| player.index()).collect())]
            }
        };
        if self.json {
            let rounds: Vec<Value> = listed
                .iter()
                .map(|Round(round, matches, resting)| json!({ "round": round, "matches": matches, "resting": resting }))
                .collect();
            return output::print_json(
                &json!({ "format": plan.name(), "players": self.players, "rounds": rounds }),
            );
        }
        let line = |Round(round, matches, resting): &Round| {
            let pairs: Vec<String> = matches.iter().map(|(p, q)| format!("{p}-{q}")).collect();
            let rest: Vec<String> = resting.iter().map(ToString::to_string).collect();
            let rest = if rest.is_empty() { String::new() } else { format!("  resting: {}", rest.join(" ")) };
            format!("round {round}: {}{rest}\n", pairs.join(" "))
        };
        output::print(&listed.iter().map(line).collect::<String>())
    }

    fn robin(&self, schedule: Schedule) -> Result<Vec<Round>> {
        let n = self.players;
        ensure!((1..=1_000_000).contains(&n), "{n} players are not 1 to 1000000");
        let one = |round| {
            let rest = (n % 2 == 1).then(|| resting(schedule, n, round));
            Round(round, matches(schedule, n, round), rest.into_iter().collect())
        };
        if let Some(round) = self.round {
            ensure!(round < rounds(n), "round {round} is not below {}", rounds(n));
            return Ok(vec![one(round)]);
        }
        ensure!(n <= Plan::MOST_ROUND_ROBIN, "{n} players have too many matches to list; name one --round");
        Ok((0..rounds(n)).map(one).collect())
    }
}
