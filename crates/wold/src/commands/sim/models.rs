//! `wold sim reputation --compare`: which way of moving leaves the field that a real war leaves.
//!
//! Bots of each model play a war of the same teams as the log; the log itself is repeated beside. Everybody spreads word as in the
//! simulation, with the same deeds at the same steps, and after some numbers of steps the fields are held against the log's:
//! the sum over all cells of the absolute difference. Three steps of the war make one of the field, in which a runner
//! crosses about one cell. One war of bots differs much from the next, so this is done with several seeds, and the table holds mean and
//! deviation. With `--each-other` every model is held against every other as well, the war itself among them as the model
//! *experiment*.

use super::people::{deeds, field_engine};
use crate::commands::history::played;
use crate::commands::history::wars::LONGEST_LOG;
use crate::commands::{input, output};
use anyhow::{Context, Error, Result, ensure};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};
use wold_chance::Seed;
use wold_conquero::bots::{self, Kind, Replay, Schooling};
use wold_conquero::science::Log;
use wold_conquero::science::chart::{Chart, Series};
use wold_conquero::{AgentId, Map, Match, MatchConfig, TeamId};
use wold_fields::engine::Traveller;
use wold_fields::rules::FieldRules;
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
    /// How many wars of each model, with seeds from --seed on.
    #[arg(long, default_value_t = 1, requires = "compare", value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: u64,
    /// Hold every model against every other as well; the model experiment is the war itself.
    #[arg(long, requires = "compare")]
    each_other: bool,
    /// Draw the table.
    #[arg(long, value_name = "SVG", requires = "compare")]
    chart: Option<PathBuf>,
}

/// A row of the table: for each mark, mean and deviation over the seeds; and in how many of them it was the nearest at the end.
struct Line {
    model: &'static str,
    differences: Vec<f64>,
    deviations: Vec<f64>,
    nearest: usize,
}

impl Line {
    /// From the differences of each seed, by mark.
    fn of(model: &'static str, seeds: &[Vec<f64>]) -> Self {
        let marks = seeds.first().map_or(0, Vec::len);
        let over =
            |value: &dyn Fn(&Vec<f64>) -> f64| seeds.iter().map(value).sum::<f64>() / seeds.len() as f64;
        let differences: Vec<f64> = (0..marks).map(|mark| over(&|one| one[mark])).collect();
        let off = |mark: usize, one: &Vec<f64>| (one[mark] - differences[mark]).powi(2);
        // Of a sample: one seed says nothing of the others.
        let free = seeds.len() as f64 / (seeds.len() as f64 - 1.0).max(1.0);
        let deviations = (0..marks).map(|mark| (over(&|one| off(mark, one)) * free).sqrt()).collect();
        Self { model, differences, deviations, nearest: 0 }
    }
}

/// What every seed's wars share.
struct Contest<'a> {
    log: &'a Log,
    marks: &'a [u64],
    rules: &'a FieldRules,
    size: [usize; 2],
    scale: DVec2,
    school: &'a Schooling,
    bar: indicatif::ProgressBar,
}

/// Differences of the wars of one seed.
struct Compared {
    /// To the log's field, by model and mark.
    to_war: Vec<Vec<f64>>,
    /// To each other, by model, model and mark.
    pairs: Vec<Vec<Vec<f64>>>,
}

/// Every model against every other: means over the seeds by mark, row and column.
struct Tables {
    models: Vec<&'static str>,
    means: Vec<Vec<Vec<f64>>>,
}

impl Tables {
    /// From the pairs of each seed.
    fn of(models: Vec<&'static str>, seeds: &[Vec<Vec<Vec<f64>>>]) -> Self {
        let marks = seeds.first().map_or(0, |pairs| pairs[0][0].len());
        let all = 0..models.len();
        let mean = |mark: usize, row: usize, column: usize| {
            seeds.iter().map(|pairs| pairs[row][column][mark]).sum::<f64>() / seeds.len() as f64
        };
        let row = |mark: usize, row: usize| all.clone().map(|column| mean(mark, row, column)).collect();
        let table = |mark: usize| all.clone().map(|at| row(mark, at)).collect();
        Self { means: (0..marks).map(table).collect(), models }
    }

    fn text(&self, marks: &[u64]) -> String {
        let mut text = String::new();
        for (mark, rows) in marks.iter().zip(&self.means) {
            text += &format!("\n{:<12}", format!("after {mark}"));
            self.models.iter().for_each(|model| text += &format!("{model:>12}"));
            text += "\n";
            for (model, row) in self.models.iter().zip(rows) {
                text += &format!("{model:<12}");
                row.iter().for_each(|mean| text += &format!("{mean:>12.0}"));
                text += "\n";
            }
        }
        text
    }
}

impl Models {
    /// The log to compare with, if there is one.
    pub fn log(&self) -> Option<&Path> {
        self.compare.as_deref()
    }

    /// Runs all models and prints the table.
    pub fn run(
        &self,
        path: &Path,
        rules: &FieldRules,
        size: [usize; 2],
        seed: u64,
        as_json: bool,
    ) -> Result<()> {
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
            .map(|name| name.trim().parse().map_err(Error::msg))
            .collect::<Result<_>>()?;
        let school = played::school(&self.school, None, &map)?;
        bots::check(kinds.iter().copied().filter(|kind| *kind != Kind::Experiment), &school)
            .map_err(Error::msg)?;
        let scale = DVec2::new(size[0] as f64, size[1] as f64) / map.extent;
        let runs = kinds.iter().filter(|kind| **kind != Kind::Experiment).count() as u64 + 1;
        let bar = output::progress(last * runs * self.seeds, "steps");
        let contest = Contest { log: &log, marks: &marks, rules, size, scale, school: &school, bar };
        let seeds: Vec<u64> = (0..self.seeds).map(|more| seed.wrapping_add(more)).collect();
        let compared: Vec<Compared> =
            seeds.par_iter().map(|&seed| contest.compared(&kinds, seed)).collect::<Result<_>>()?;
        contest.bar.finish_and_clear();
        let (all, pairs): (Vec<_>, Vec<_>) = compared.into_iter().map(|one| (one.to_war, one.pairs)).unzip();
        let line = |(at, kind): (usize, &Kind)| {
            let own: Vec<Vec<f64>> = all.iter().map(|models| models[at].clone()).collect();
            Line::of(kind.name(), &own)
        };
        let mut lines: Vec<Line> = kinds.iter().enumerate().map(line).collect();
        for models in &all {
            let end = |at: &usize| models[*at].last().copied().unwrap_or(0.0);
            // Wars of one seed share their deeds, so they are held against each other and not only against the mean.
            // The war itself is no model of it.
            let rivals = (0..models.len()).filter(|at| kinds[*at] != Kind::Experiment);
            if let Some(best) = rivals.min_by(|a, b| end(a).total_cmp(&end(b))) {
                lines[best].nearest += 1;
            }
        }
        if let Some(path) = &self.chart {
            output::write_whole(path, drawn(&marks, &lines).bars().as_bytes())?;
        }
        let names: Vec<&'static str> = kinds.iter().map(|kind| kind.name()).collect();
        let tables = self.each_other.then(|| Tables::of(names, &pairs));
        print(&marks, &lines, self.seeds, tables.as_ref(), as_json)
    }
}

impl Contest<'_> {
    /// The differences of each model's field to the log's and to each other's, at each mark, of wars of one seed.
    fn compared(&self, kinds: &[Kind], seed: u64) -> Result<Compared> {
        let replay = Replay::of(self.log);
        let agents: Vec<AgentId> = (0..self.log.teams.len() as u16).map(AgentId).collect();
        let truth = self.fields(seed, &mut |step: u64| {
            let place = |&agent: &AgentId| replay.place(agent, step * WAR_STEPS).unwrap_or(DVec2::ZERO);
            agents.iter().map(place).collect()
        })?;
        let mut fields = Vec::new();
        for &kind in kinds {
            if kind == Kind::Experiment {
                fields.push(truth.clone());
                continue;
            }
            let config = MatchConfig {
                teams: teams_of(self.log, kind),
                school: self.school.clone(),
                minutes: 10_000.0,
                conquest_ends: false,
                ..MatchConfig::default()
            };
            let mut game = Match::new(&config, Seed(seed))?;
            fields.push(self.fields(seed, &mut |_: u64| {
                for _ in 0..WAR_STEPS {
                    game.step();
                }
                game.war.agents.iter().map(|agent| agent.at).collect()
            })?);
        }
        let between =
            |a: &[Vec<f32>], b: &[Vec<f32>]| a.iter().zip(b).map(|(a, b)| difference(a, b)).collect();
        Ok(Compared {
            to_war: fields.iter().map(|own| between(&truth, own)).collect(),
            pairs: fields.iter().map(|a| fields.iter().map(|b| between(a, b)).collect()).collect(),
        })
    }

    /// The field after each mark, of travellers whose places `ways` gives step by step.
    fn fields(&self, seed: u64, ways: &mut dyn FnMut(u64) -> Vec<DVec2>) -> Result<Vec<Vec<f32>>> {
        let mut engine = field_engine(self.rules, self.size)?;
        let most = DVec2::new(self.size[0] as f64, self.size[1] as f64) - 1e-6;
        let mut before: Vec<DVec2> = Vec::new();
        let mut noted = Vec::new();
        for step in 0..self.marks.last().copied().unwrap_or(0) {
            let places: Vec<DVec2> =
                ways(step).into_iter().map(|at| (at * self.scale).clamp(DVec2::ZERO, most)).collect();
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
            for event in deeds(&self.rules.reputation, &travellers, Seed(seed), step) {
                engine.announce(event)?;
            }
            engine.step(&travellers);
            before = places;
            if self.marks.contains(&(step + 1)) {
                noted.push(engine.field("repute.0")?.to_vec());
            }
            self.bar.inc(1);
        }
        Ok(noted)
    }
}

/// Bots of one kind in teams as large as those of a log.
fn teams_of(log: &Log, kind: Kind) -> Vec<Vec<Kind>> {
    let teams = log.teams.iter().map(|team| team.0).max().map_or(0, |last| last + 1);
    let members = |team: u8| log.teams.iter().filter(|other| **other == TeamId(team)).count();
    (0..teams).map(|team| vec![kind; members(team)]).collect()
}

fn difference(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from((a - b).abs())).sum()
}

/// The table as a picture.
fn drawn(marks: &[u64], lines: &[Line]) -> Chart {
    let series = |line: &Line| Series {
        name: line.model.into(),
        values: line.differences.clone(),
        spread: line.deviations.clone(),
    };
    Chart {
        title: "Difference between the field a model leaves and the war's own".into(),
        across: "steps".into(),
        up: "sum of absolute differences".into(),
        labels: marks.iter().map(u64::to_string).collect(),
        series: lines.iter().map(series).collect(),
    }
}

fn print(marks: &[u64], lines: &[Line], seeds: u64, tables: Option<&Tables>, as_json: bool) -> Result<()> {
    if as_json {
        let row = |line: &Line| {
            json!({
                "model": line.model, "differences": line.differences, "deviations": line.deviations,
                "nearest": line.nearest,
            })
        };
        let rows: Vec<_> = lines.iter().map(row).collect();
        let mut told = json!({"steps": marks, "seeds": seeds, "models": rows});
        if let Some(tables) = tables {
            told["each_other"] = json!({"models": tables.models, "differences": tables.means});
        }
        return output::print_json(&told);
    }
    let mut text = String::from("difference to the war after");
    for mark in marks {
        text += &format!("{mark:>18}");
    }
    text += if seeds > 1 { "   nearest\n" } else { "\n" };
    for line in lines {
        text += &format!("{:<27}", line.model);
        for (difference, deviation) in line.differences.iter().zip(&line.deviations) {
            let told = if seeds > 1 {
                format!("{difference:.0} ± {deviation:.0}")
            } else {
                format!("{difference:.0}")
            };
            text += &format!("{told:>18}");
        }
        text += &if seeds > 1 { format!("{:>4} of {seeds}\n", line.nearest) } else { "\n".into() };
    }
    text += &tables.map_or_else(String::new, |tables| tables.text(marks));
    output::print(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_mean_and_deviation_over_the_seeds() {
        let line = Line::of("simple", &[vec![1.0, 10.0], vec![3.0, 10.0], vec![5.0, 10.0]]);
        assert_eq!(line.differences, [3.0, 10.0]);
        assert_eq!(line.deviations, [2.0, 0.0]);
        assert_eq!(Line::of("simple", &[vec![7.0]]).deviations, [0.0]);
    }

    #[test]
    fn tables_hold_the_means_of_every_pair_at_every_mark() {
        let seed =
            |far: f64| vec![vec![vec![0.0, 0.0], vec![far, 10.0]], vec![vec![far, 10.0], vec![0.0, 0.0]]];
        let tables = Tables::of(vec!["random", "experiment"], &[seed(1.0), seed(3.0)]);
        assert_eq!(tables.means, [[[0.0, 2.0], [2.0, 0.0]], [[0.0, 10.0], [10.0, 0.0]]]);
        assert_eq!(tables.text(&[1000, 2000]).matches("experiment").count(), 4);
    }
}
