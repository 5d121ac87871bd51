//! Somebody who plans and acts: plans again at a fixed rate, and changes its mind for a better plan only.
//!
//! Contract. [`Runner::think`] takes a slice of steps; a search that needs more goes on at the next thought. While a plan runs, a new one replaces
//! it if it came by earlier branches, or by the very same branches to other steps: the same way of going about it, for somebody else or
//! elsewhere, is the choice of today. A plan that is the running one, or what is left of it, changes nothing, and neither does one of later
//! branches, `continue`, or no plan at all: the running plan goes on until it is done or one of its steps fails. Branch numbers count refused
//! branches, too, so that traces of different days compare. After a reload the old trace means nothing: the next plan that differs is taken.

use super::domain::Domain;
use super::error::HtnError;
use super::facts::Facts;
use super::memory::carry_out;
use super::plan::{Plan, Step};
use super::search::{Adviser, Outcome, Search, SearchConfig};
use super::value::Value;
use std::sync::Arc;

/// How often and how much somebody plans.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunnerConfig {
    /// Seconds between the beginnings of two searches; default 0.5.
    pub every: f64,
    /// Steps of a search in one thought; default 2,000. Fewer make it go on at the next.
    pub steps: u64,
    /// Steps after which a search is given up; default 100,000.
    pub most_steps: u64,
    /// How a search goes about it.
    pub search: SearchConfig,
}

impl Default for RunnerConfig {
    fn default() -> Self {
        Self { every: 0.5, steps: 2_000, most_steps: 100_000, search: SearchConfig::default() }
    }
}

/// What came of a thought.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It is not yet time to plan again.
    Resting,
    /// The search goes on at the next thought.
    Thinking,
    /// A plan began, nothing ran before.
    Began,
    /// A plan of earlier branches replaced the running one.
    Better,
    /// The same branches led to other steps, and these are taken.
    Changed,
    /// The running plan goes on.
    Kept(Kept),
    /// Nothing runs, and no plan was found.
    Nothing,
    /// The search took too many steps and was given up.
    GivenUp,
}

/// Why a running plan goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// A branch said `continue`.
    Continued,
    /// The plan that was found is the running one, or what is left of it.
    Same,
    /// What was found, or could be, comes by later branches.
    NothingBetter,
    /// No plan was found.
    NoOther,
}

#[derive(Debug)]
struct Running {
    plan: Arc<Plan>,
    at: usize,
    /// False after a reload.
    comparable: bool,
}

/// Somebody who plans by a domain.
#[derive(Debug)]
pub struct Runner {
    domain: Arc<Domain>,
    task: (String, Vec<Value>),
    config: RunnerConfig,
    running: Option<Running>,
    search: Option<Search>,
    next: f64,
}

impl Runner {
    /// Somebody whose root task this is. None if the domain has no such method with so many arguments.
    #[must_use]
    pub fn new(domain: Arc<Domain>, task: &str, args: &[Value], config: RunnerConfig) -> Option<Self> {
        let arity = domain.methods().find(|(name, _)| *name == task)?.1;
        let task = (task.to_owned(), args.to_vec());
        (arity == args.len()).then_some(Self {
            domain,
            task,
            config,
            running: None,
            search: None,
            next: f64::NEG_INFINITY,
        })
    }

    /// The plan that runs.
    #[must_use]
    pub fn plan(&self) -> Option<&Arc<Plan>> {
        self.running.as_ref().map(|running| &running.plan)
    }

    /// Thinks for one slice of steps, if it is time.
    pub fn think(&mut self, now: f64, facts: &mut Facts, adviser: &mut dyn Adviser) -> Verdict {
        let mut search = match self.search.take() {
            Some(search) => search,
            None if now < self.next => return Verdict::Resting,
            None => {
                self.next = now + self.config.every;
                facts.expire(now);
                let (task, args) = &self.task;
                let Some(search) =
                    Search::new(self.domain.clone(), task, args, facts.clone(), self.config.search)
                else {
                    return Verdict::Nothing;
                };
                match &self.running {
                    Some(running) => {
                        search.while_running(running.comparable.then(|| running.plan.trace.clone()))
                    }
                    None => search,
                }
            }
        };
        let outcome = search.run(adviser, self.config.steps);
        for (name, values) in search.take_learnt() {
            facts.remember(&name, &values);
        }
        match outcome {
            Outcome::OutOfBudget if search.spent() >= self.config.most_steps => Verdict::GivenUp,
            Outcome::OutOfBudget => {
                self.search = Some(search);
                Verdict::Thinking
            }
            Outcome::Found(plan) => self.weigh(plan),
            Outcome::Continue => Verdict::Kept(Kept::Continued),
            Outcome::NothingBetter => Verdict::Kept(Kept::NothingBetter),
            Outcome::Failed if self.running.is_some() => Verdict::Kept(Kept::NoOther),
            Outcome::Failed => Verdict::Nothing,
        }
    }

    /// A plan was found: is it to replace the running one?
    fn weigh(&mut self, plan: Plan) -> Verdict {
        let verdict = match &self.running {
            None => Verdict::Began,
            Some(running) => {
                let old = &running.plan;
                if plan.steps == old.steps || plan.steps == old.steps[running.at..] {
                    return Verdict::Kept(Kept::Same);
                }
                match plan.trace.cmp(&old.trace) {
                    _ if !running.comparable => Verdict::Changed,
                    std::cmp::Ordering::Less => Verdict::Better,
                    std::cmp::Ordering::Equal => Verdict::Changed,
                    std::cmp::Ordering::Greater => return Verdict::Kept(Kept::NothingBetter),
                }
            }
        };
        self.running = Some(Running { plan: Arc::new(plan), at: 0, comparable: true });
        verdict
    }

    /// What to do now. Steps of memory are carried out on the way; None when nothing is left.
    pub fn step(&mut self, now: f64, facts: &mut Facts) -> Option<&Step> {
        let running = self.running.as_mut()?;
        while let Some(step) = running.plan.steps.get(running.at) {
            let means = super::read::memory_of(&step.name);
            let Some(means) = means else { break };
            carry_out(means, &step.args, facts, now);
            running.at += 1;
        }
        if running.at >= running.plan.steps.len() {
            self.end();
            return None;
        }
        self.running.as_ref().and_then(|running| running.plan.steps.get(running.at))
    }

    /// The current step is done.
    pub fn done(&mut self) {
        if let Some(running) = &mut self.running {
            running.at += 1;
        }
    }

    /// The current step has failed: the whole plan is void, and a new one is sought at the next thought.
    pub fn failed(&mut self, facts: &mut Facts) {
        facts.forget("plan", &[], true);
        self.end();
    }

    fn end(&mut self) {
        (self.running, self.search, self.next) = (None, None, f64::NEG_INFINITY);
    }

    /// Takes a new domain from its text. A bad one is refused, and the old one stays. The running plan goes on.
    ///
    /// # Errors
    /// What is wrong with the text, or that it lacks the root task.
    pub fn reload(&mut self, text: &str) -> Result<(), HtnError> {
        let domain = Domain::parse(text)?;
        let (task, args) = &self.task;
        match domain.methods().find(|(name, _)| name == task) {
            None => return Err(HtnError::unknown(1, "method", task)),
            Some((_, arity)) if arity != args.len() => {
                return Err(HtnError::Arity {
                    line: 1,
                    name: task.clone(),
                    wanted: arity,
                    found: args.len(),
                });
            }
            Some(_) => {}
        }
        (self.domain, self.search, self.next) = (Arc::new(domain), None, f64::NEG_INFINITY);
        if let Some(running) = &mut self.running {
            running.comparable = false;
        }
        Ok(())
    }
}
