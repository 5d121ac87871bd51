//! `wold mind plan`: plans from hierarchies of tasks.

use super::read;
use crate::commands::output;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wold_mind::htn::hddl::{Problem, ProblemError, SolveConfig, Solved};
use wold_mind::htn::{
    Domain, Facts, Kept, Outcome, Runner, RunnerConfig, Scene, Search, SearchConfig, Step, TreeLine, Verdict,
};

/// Plans by a domain of tasks, and says why so.
#[derive(Args)]
#[command(
    after_help = "Examples: wold mind plan crates/minds/mind/data/htn/medic.htn --facts crates/minds/mind/data/htn/medic.facts --trace\n          \
    wold mind plan domain.hddl --facts problem.hddl --budget 2000000\n\
    With several --facts, each is what is known at a later time, while the plan made before is running.\n\
    Domains of competitions are known by their ending .hddl; their plans are checked before they are printed."
)]
pub struct Plan {
    /// The domain, .htn or .hddl.
    domain: PathBuf,
    /// What is known: facts and answers, or the problem of a domain in HDDL. May be given several times.
    #[arg(long, required = true)]
    facts: Vec<PathBuf>,
    /// The task to plan for, with its arguments; else the one the facts name, else `behave`.
    #[arg(long)]
    task: Option<String>,
    /// Show what was tried below refused branches, too, with every reason.
    #[arg(long)]
    trace: bool,
    /// Steps before giving up.
    #[arg(long, default_value_t = 1_000_000)]
    budget: u64,
    /// Print the plan of a problem in HDDL as competitions want it.
    #[arg(long, conflicts_with = "json")]
    ipc: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Plan {
    /// Plans and prints.
    pub fn run(self) -> Result<()> {
        ensure!(self.budget > 0, "a plan needs a budget of at least one step");
        if self.domain.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("hddl")) {
            return self.solve();
        }
        ensure!(!self.ipc, "--ipc is for domains in HDDL");
        let place = || self.domain.display().to_string();
        let domain = Arc::new(Domain::parse(&read(&self.domain)?).with_context(place)?);
        let mut scenes = Vec::new();
        for path in &self.facts {
            scenes.push(Scene::parse(&read(path)?).with_context(|| path.display().to_string())?);
        }
        let (task, args) = match &self.task {
            Some(text) => Scene::parse(&format!("(:task ({text}))"))
                .ok()
                .and_then(|scene| scene.task)
                .with_context(|| format!("{text:?} is no task: NAME and values, joined by spaces"))?,
            None => scenes[0].task.clone().unwrap_or_else(|| ("behave".to_owned(), Vec::new())),
        };
        let Some((_, arity)) = domain.methods().find(|(name, _)| *name == task) else {
            bail!("{} has no method {task:?}", self.domain.display());
        };
        ensure!(arity == args.len(), "{task:?} takes {arity} arguments, not {}", args.len());
        if scenes.len() > 1 {
            return self.run_on(&domain, &task, &args, scenes);
        }
        let mut scene = scenes.remove(0);
        let config = SearchConfig { explains: true, ..SearchConfig::default() };
        let mut search = Search::new(domain, &task, &args, scene.facts.clone(), config)
            .context("the method was there a moment ago")?;
        // Facts that say which plan runs mean that one is running.
        if scene.facts.all("plan").next().is_some() {
            search = search.while_running(None);
        }
        let outcome = search.run(&mut scene, self.budget);
        let lines = search.tree().map(|tree| tree.lines(self.trace)).unwrap_or_default();
        let (word, plan) = match &outcome {
            Outcome::Found(plan) => ("found", Some(plan)),
            Outcome::Continue => ("continue", None),
            Outcome::OutOfBudget => ("out of budget", None),
            Outcome::Failed | Outcome::NothingBetter => ("no plan", None),
        };
        if self.json {
            let steps = plan.map(|plan| plan.steps.iter().map(step).collect::<Vec<_>>());
            let trace = plan.map(|plan| plan.trace.0.clone());
            return output::print_json(&json!({
                "outcome": word, "plan": steps, "trace": trace, "tree": tree(&lines), "steps": search.spent(),
            }));
        }
        let mut out = TreeLine::text(&lines);
        out += &match plan {
            Some(plan) => {
                let list = plan.steps.iter().enumerate().map(|(at, step)| format!("{:>3}. {step}\n", at + 1));
                format!("\nplan, {} steps of search:\n{}", search.spent(), list.collect::<String>())
            }
            None if word == "continue" => "\nthe running plan goes on\n".to_owned(),
            None => format!("\n{word}, {} steps of search\n", search.spent()),
        };
        output::print(&out)
    }

    /// What becomes of a running plan as facts change.
    fn run_on(
        &self,
        domain: &Arc<Domain>,
        task: &str,
        args: &[wold_mind::htn::Value],
        scenes: Vec<Scene>,
    ) -> Result<()> {
        let search = SearchConfig { explains: true, ..SearchConfig::default() };
        let config = RunnerConfig { every: 1.0, steps: self.budget, most_steps: self.budget, search };
        let mut runner =
            Runner::new(domain.clone(), task, args, config).context("the method was there a moment ago")?;
        let (mut rows, mut out) = (Vec::new(), String::new());
        let mut running = None::<Facts>;
        for (at, (mut scene, path)) in scenes.into_iter().zip(&self.facts).enumerate() {
            let now = 2.0 * at as f64;
            let mut facts = scene.facts.clone();
            // Which plan runs is not for the facts of a later time to say.
            if let Some(running) = &running {
                facts.forget("plan", &[], true);
                running.all("plan").for_each(|values| facts.remember("plan", values));
            }
            let verdict = runner.think(now, &mut facts, &mut scene);
            let plan = runner.plan().cloned();
            runner.step(now, &mut facts);
            let word = word(&verdict);
            running = Some(facts);
            let steps: Vec<&Step> = plan.iter().flat_map(|plan| &plan.steps).collect();
            rows.push(json!({
                "facts": path.display().to_string(), "verdict": word,
                "plan": plan.as_ref().map(|_| steps.iter().map(|s| step(s)).collect::<Vec<_>>()),
                "trace": plan.as_ref().map(|plan| plan.trace.0.clone()),
            }));
            out += &format!("{}: {word}\n", path.display());
            if matches!(verdict, Verdict::Began | Verdict::Better | Verdict::Changed) {
                if let Some(tree) = plan.as_ref().and_then(|plan| plan.tree.as_ref()) {
                    out += &tree.text(self.trace);
                }
                out += &steps
                    .iter()
                    .enumerate()
                    .map(|(at, s)| format!("{:>3}. {s}\n", at + 1))
                    .collect::<String>();
            }
        }
        if self.json { output::print_json(&json!({ "times": rows })) } else { output::print(&out) }
    }

    fn solve(&self) -> Result<()> {
        let [path] = &self.facts[..] else { bail!("a domain in HDDL is given one problem by --facts") };
        ensure!(self.task.is_none(), "a problem in HDDL has its own tasks");
        let problem = problem(&self.domain, path)?;
        let bar = output::progress(self.budget, "planning");
        let config = SolveConfig { steps: self.budget, ..SolveConfig::default() };
        let solved = problem.solve(config, &mut |spent| bar.set_position(spent));
        bar.finish_and_clear();
        let solution = match solved {
            Solved::Plan(solution) => solution,
            other => {
                let word = match other {
                    Solved::Unsolvable => "no plan",
                    Solved::TooBig => "too big",
                    _ => "out of budget",
                };
                return if self.json {
                    output::print_json(&json!({ "outcome": word, "plan": null, "problem": problem.name() }))
                } else {
                    output::print(&format!("{word}\n"))
                };
            }
        };
        problem.judge(&solution).with_context(|| format!("the plan for {} is wrong", path.display()))?;
        if self.ipc {
            return output::print(&problem.competition_text(&solution));
        }
        let (lines, steps) = (problem.lines(&solution, true), problem.steps(&solution));
        if self.json {
            return output::print_json(&json!({
                "outcome": "found", "problem": problem.name(), "plan": steps, "valid": true,
                "tree": tree(&lines), "steps": solution.steps,
            }));
        }
        let shown: Vec<TreeLine> = lines.into_iter().filter(|line| self.trace || line.is_taken).collect();
        let list =
            steps.iter().enumerate().map(|(at, step)| format!("{:>3}. {step}\n", at + 1)).collect::<String>();
        let spent = solution.steps;
        output::print(&format!("{}\nplan, valid, {spent} steps of search:\n{list}", TreeLine::text(&shown)))
    }
}

fn problem(domain: &Path, problem: &Path) -> Result<Problem> {
    Problem::parse(&read(domain)?, &read(problem)?).map_err(|error| match error {
        ProblemError::Domain(error) => anyhow::Error::new(error).context(domain.display().to_string()),
        ProblemError::Problem(error) => anyhow::Error::new(error).context(problem.display().to_string()),
    })
}

fn step(step: &Step) -> String {
    step.to_string()
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Resting | Verdict::Thinking => "still thinking",
        Verdict::Began => "a plan begins",
        Verdict::Better => "a better plan, of earlier branches, replaces the running one",
        Verdict::Changed => "the same branches, other steps: these replace the running ones",
        Verdict::Kept(Kept::Continued) => "the running plan goes on: a branch says continue",
        Verdict::Kept(Kept::Same) => "the running plan goes on: it would be planned again",
        Verdict::Kept(Kept::NothingBetter) => "the running plan goes on: nothing better was found",
        Verdict::Kept(Kept::NoOther) => "the running plan goes on: no other was found",
        Verdict::Nothing => "no plan",
        Verdict::GivenUp => "out of budget",
    }
}

fn tree(lines: &[TreeLine]) -> Vec<Json> {
    lines
        .iter()
        .map(|line| {
            json!({
                "depth": line.depth, "text": line.text, "taken": line.is_taken, "branch": line.is_branch,
                "reason": line.reason, "line": line.line,
            })
        })
        .collect()
}
