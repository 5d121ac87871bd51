//! `wold sim reputation --compare`: which way of moving leaves the field that a real war leaves.
//!
//! Bots of each model play a war of the same teams as the log; the log itself is repeated beside. Everybody spreads word as in the
//! simulation, with the same deeds at the same steps, and after some numbers of steps the fields are held against the log's:
//! the sum over all cells of the absolute difference. Three steps of the war make one of the field, in which a runner
//! crosses about one cell.

use super::people::{deeds, field_engine};
use crate::commands::history::wars::LONGEST_LOG;
use crate::commands::schooling::{check, school};
use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use wold_chance::Seed;
use wold_conquero::bots::{Kind, Replay};
use wold_conquero::science::Log;
use wold_conquero::{AgentId, Map, Match, MatchConfig, TeamId};
use wold_fields::engine::Traveller;
use wold_fields::rules::Rules;
use wold_space::DVec2;

/// Steps of the war to one of the field.
const WAR_STEPS: u64 = 3;

/// What is compared with what.
#[derive(Args)]
pub struct Models {
    /// Compare ways of moving with a written war: the sum of absolute differences of the fields.
    #[arg(long, value_name = "LOG")]
    compare: Option<PathBuf>,
    /// The models to compare, parted by commas: kinds of Conquero's bots.
    #[arg(long, default_value = "random,simple,chooser,tactician", requires = "compare")]
    models: String,
    /// A tree for the chooser or the learned, grown by `wold history train`. Can be given for each.
    #[arg(long, value_name = "TOML", requires = "compare")]
    school: Vec<PathBuf>,
    /// After how many steps the fields are compared.
    #[arg(long, default_value = "1000,2000,3000,5000", requires = "compare")]
    marks: String,
}

/// A row of the table.
struct Line {
    model: &'static str,
    differences: Vec<f64>,
}

impl Models {
    /// The log to compare with, if there is one.
    pub fn log(&self) -> Option<&Path> {
        self.compare.as_deref()
    }

    /// Runs all models and prints the table.
    pub fn run(&self, path: &Path, rules: &Rules, size: [usize; 2], seed: u64, as_json: bool) -> Result<()> {
        let map = Map::classic();
        let log =
            Log::parse(&input::text(path, LONGEST_LOG)?, &map).with_context(|| path.display().to_string())?;
        let marks: Vec<u64> = self
            .marks
            .split(',')
            .map(|mark| {
                mark.trim().parse().with_context(|| format!("--marks: {mark:?} is no number of steps"))
            })
            .collect::<Result<_>>()?;
        let last = marks.last().copied().unwrap_or(0);
        ensure!(
            marks.is_sorted() && marks.first().is_some_and(|first| *first > 0) && last <= 100_000,
            "--marks must rise from 1 to at most 100000"
        );
        let kinds: Vec<Kind> = self
            .models
            .split(',')
            .map(|name| name.trim().parse().map_err(anyhow::Error::msg))
            .collect::<Result<_>>()?;
        let school = school(&self.school, None, &map)?;
        check(kinds.iter().copied().filter(|kind| *kind != Kind::Experiment), &school)?;
        let scale = DVec2::new(size[0] as f64, size[1] as f64) / map.extent;
        let bar = output::progress(last * (kinds.len() as u64 + 1), "steps");

        let replay = Replay::of(&log);
        let agents: Vec<AgentId> = (0..log.teams.len() as u16).map(AgentId).collect();
        let mut repeat = |step: u64| -> Result<Vec<DVec2>> {
            let place = |&agent: &AgentId| replay.place(agent, step * WAR_STEPS).unwrap_or(DVec2::ZERO);
            Ok(agents.iter().map(place).collect())
        };
        let truth = fields(&marks, rules, size, scale, seed, &bar, &mut repeat)?;
        let mut lines = Vec::new();
        for kind in kinds {
            let config = MatchConfig {
                teams: teams_of(&log, kind),
                school: school.clone(),
                minutes: 10_000.0,
                conquest_ends: false,
                ..MatchConfig::default()
            };
            let mut game = Match::new(&config, Seed(seed))?;
            let mut play = |_: u64| -> Result<Vec<DVec2>> {
                for _ in 0..WAR_STEPS {
                    game.step();
                }
                Ok(game.war.agents.iter().map(|agent| agent.at).collect())
            };
            let own = fields(&marks, rules, size, scale, seed, &bar, &mut play)?;
            let differences = truth.iter().zip(&own).map(|(a, b)| difference(a, b)).collect();
            lines.push(Line { model: kind.name(), differences });
        }
        bar.finish_and_clear();
        print(&marks, &lines, as_json)
    }
}

/// Bots of one kind in teams as large as those of a log.
fn teams_of(log: &Log, kind: Kind) -> Vec<Vec<Kind>> {
    let teams = log.teams.iter().map(|team| team.0).max().map_or(0, |last| last + 1);
    let members = |team: u8| log.teams.iter().filter(|other| **other == TeamId(team)).count();
    (0..teams).map(|team| vec![kind; members(team)]).collect()
}

/// The field after each mark, of travellers whose places `ways` gives step by step.
fn fields(
    marks: &[u64],
    rules: &Rules,
    size: [usize; 2],
    scale: DVec2,
    seed: u64,
    bar: &indicatif::ProgressBar,
    ways: &mut dyn FnMut(u64) -> Result<Vec<DVec2>>,
) -> Result<Vec<Vec<f32>>> {
    let mut engine = field_engine(rules, size)?;
    let most = DVec2::new(size[0] as f64, size[1] as f64) - 1e-6;
    let mut before: Vec<DVec2> = Vec::new();
    let mut noted = Vec::new();
    for step in 0..marks.last().copied().unwrap_or(0) {
        let places: Vec<DVec2> =
            ways(step)?.into_iter().map(|at| (at * scale).clamp(DVec2::ZERO, most)).collect();
        let travellers: Vec<Traveller> = places
            .iter()
            .enumerate()
            .map(|(n, &at)| {
                // Whoever comes back from the dead did not walk there.
                let way = before.get(n).map_or(DVec2::ZERO, |&last| at - last);
                let velocity = if way.length() > 4.0 { DVec2::ZERO } else { way };
                Traveller { at, velocity, guard: false }
            })
            .collect();
        for event in deeds(&rules.reputation, &travellers, Seed(seed), step) {
            engine.announce(event)?;
        }
        engine.step(&travellers);
        before = places;
        if marks.contains(&(step + 1)) {
            noted.push(engine.field("repute.0")?.to_vec());
        }
        bar.inc(1);
    }
    Ok(noted)
}

fn difference(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from((a - b).abs())).sum()
}

fn print(marks: &[u64], lines: &[Line], as_json: bool) -> Result<()> {
    if as_json {
        let rows: Vec<_> =
            lines.iter().map(|line| json!({"model": line.model, "differences": line.differences})).collect();
        return output::print_json(&json!({"steps": marks, "models": rows}));
    }
    let mut text = String::from("difference to the war after");
    for mark in marks {
        text += &format!("{mark:>12}");
    }
    text.push('\n');
    for line in lines {
        text += &format!("{:<27}", line.model);
        for difference in &line.differences {
            text += &format!("{difference:>12.0}");
        }
        text.push('\n');
    }
    output::print(&text)
}
