//! `wold mind chart`: run, check and draw a state chart.

use super::{read, setting};
use crate::commands::output;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use wold_mind::chart::{Chart, Context, Environment, Notice};

/// Runs a state chart, checks it, draws it.
#[derive(Args)]
#[command(
    name = "chart",
    after_help = "Example: wold mind chart crates/minds/mind/data/charts/menu.toml --events next,next,help,close --svg menu.svg\n\
    An event is a name, name:argument, or a number of seconds to wait."
)]
pub struct ChartCommand {
    /// The chart, a TOML file.
    chart: PathBuf,
    /// Events, joined by commas; a number lets so many seconds pass.
    #[arg(long, default_value = "")]
    events: String,
    /// What a sense says: NAME=NUMBER. May be given several times.
    #[arg(long)]
    set: Vec<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    /// Draw the chart, with the current states marked, into this SVG file.
    #[arg(long)]
    svg: Option<PathBuf>,
}

#[derive(Default)]
struct Stage {
    senses: BTreeMap<String, f64>,
    lines: Vec<String>,
}

impl Environment for Stage {
    fn act(&mut self, action: &str, arguments: &[f64]) {
        let given: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        self.lines.push(if given.is_empty() {
            action.to_owned()
        } else {
            format!("{action}({})", given.join(", "))
        });
    }

    fn sense(&self, name: &str) -> f64 {
        self.senses.get(name).copied().unwrap_or(0.0)
    }

    fn notice(&mut self, notice: Notice<'_>) {
        if let Notice::Ignored(event) = notice {
            self.lines.push(format!("nobody cares about {event}"));
        }
    }
}

impl ChartCommand {
    /// Runs and prints.
    pub fn run(self) -> Result<()> {
        let text = read(&self.chart)?;
        let chart = Arc::new(Chart::parse(&text).with_context(|| self.chart.display().to_string())?);
        let mut stage = Stage::default();
        for text in &self.set {
            let (name, value) = setting(text)?;
            let value = value.parse().with_context(|| format!("{value:?} is not a number"))?;
            stage.senses.insert(name, value);
        }
        let mut context = Context::new(chart.clone());
        let mut steps = Vec::new();
        context.start(&mut stage)?;
        let owned = |context: &Context| context.current().iter().map(ToString::to_string).collect::<Vec<_>>();
        steps.push(("start".to_owned(), std::mem::take(&mut stage.lines), owned(&context)));
        for event in self.events.split(',').map(str::trim).filter(|event| !event.is_empty()) {
            if let Ok(seconds) = event.parse::<f64>() {
                if !(0.0..=1e6).contains(&seconds) {
                    bail!("nobody can wait {seconds} seconds");
                }
                context.advance(seconds, &mut stage)?;
            } else {
                let (name, argument) =
                    event.split_once(':').map_or((event, None), |(name, a)| (name, Some(a)));
                let argument = argument.map(|a| a.parse().with_context(|| format!("{a:?} is not a number")));
                let given: Vec<f64> = argument.transpose()?.into_iter().collect();
                context.call(name, &given, &mut stage)?;
            }
            steps.push((event.to_owned(), std::mem::take(&mut stage.lines), owned(&context)));
        }
        if let Some(path) = &self.svg {
            output::write_whole(path, chart.svg(&context.current()).as_bytes())?;
        }
        let remarks = chart.lint();
        if self.json {
            let steps: Vec<_> = steps
                .iter()
                .map(|(event, acts, now)| json!({ "event": event, "actions": acts, "states": now }))
                .collect();
            let remarks: Vec<_> = remarks.iter().map(|r| json!({ "line": r.line, "text": r.text })).collect();
            let finished = context.is_finished();
            return output::print_json(&json!({ "steps": steps, "finished": finished, "remarks": remarks }));
        }
        let mut out = String::new();
        for (event, acts, now) in steps {
            out += &format!(
                "{event}: {}{}\n",
                now.join(" / "),
                acts.iter().map(|a| format!("\n    {a}")).collect::<String>()
            );
        }
        for remark in remarks {
            out += &format!("remark, line {}: {}\n", remark.line, remark.text);
        }
        output::print(&out)
    }
}
