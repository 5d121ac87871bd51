//! The search for a plan: total order, forwards, depth first, resumable.
//!
//! Contract. A task is decomposed by the first branch of its method whose conditions hold and whose tasks can all be decomposed; the planner goes
//! back over branches, over the values conditions give to variables, and over plans of tasks already decomposed. The first plan of primitives
//! alone wins, so the same facts and answers give the same plan. What a plan remembers and forgets holds for what comes after it in the plan, and
//! is taken back when the search goes back; what the adviser was asked stays known. A task within itself with the same arguments and nothing changed
//! is refused, and so is what is deeper than [`SearchConfig::depth`]. A search stands still after any number of steps and goes on later; it plans
//! on the facts it began with. After SHOP (Nau and others, 1999) as used by Straatman and others, *Hierarchical AI for Multiplayer Bots in
//! Killzone 3*. Not here: partial order, costs.
mod adviser;
mod back;
mod pursue;

pub use adviser::{Adviser, Answer, Nobody};

use super::domain::{CondId, Domain, TaskId};
use super::facts::{Change, Facts};
use super::plan::{Plan, Step, Trace, Tree, TreeForm};
use super::value::{Value, form};
use std::sync::Arc;

/// How a search goes about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchConfig {
    /// Methods within each other; default 200. More is refused, so that endless recursion ends.
    pub depth: usize,
    /// Whether the plan's tree and the reasons are kept; default no, for it costs.
    pub explains: bool,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self { depth: 200, explains: false }
    }
}

/// How far a search has come.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// A plan.
    Found(Plan),
    /// The running plan is to go on.
    Continue,
    /// Whatever could be found would be by later branches than the running plan.
    NothingBetter,
    /// There is no plan.
    Failed,
    /// The steps are used up; call again to go on.
    OutOfBudget,
}

const NIL: u32 = u32::MAX;
/// Failures of tasks come after all failures of conditions.
const TASKS: u32 = 1 << 24;

#[derive(Debug, Clone, Copy)]
enum Goal {
    Cond { cond: CondId, frame: u32, quiet: bool },
    Holds { frame: u32 },
    Task { task: TaskId, frame: u32 },
    Barrier { cond: CondId, frame: u32, height: u32, quiet: bool },
    Apply { frame: u32 },
}

#[derive(Debug)]
struct Frame {
    base: usize,
    parent: Option<u32>,
    /// The branch in the tree.
    node: Option<usize>,
    is: Is,
    /// How many changes there were when it began.
    changes: usize,
    depth: usize,
}

#[derive(Debug, Clone, Copy)]
enum Is {
    Branch { method: usize, branch: usize },
    Operator { operator: usize, task: TaskId },
}

#[derive(Debug)]
enum Kind {
    Branches {
        method: usize,
        next: usize,
        args: Vec<Value>,
        parent: Option<(u32, TaskId)>,
        node: Option<usize>,
    },
    Rows {
        cond: CondId,
        frame: u32,
        next: usize,
        matched: bool,
        quiet: bool,
    },
    Answers {
        cond: CondId,
        frame: u32,
        rows: Vec<Vec<Value>>,
        next: usize,
        matched: bool,
        quiet: bool,
    },
    Ways {
        cond: CondId,
        frame: u32,
        next: usize,
        quiet: bool,
    },
    Negation,
}

#[derive(Debug)]
struct Choice {
    kind: Kind,
    rest: u32,
    trail: usize,
    slots: usize,
    frames: usize,
    cells: usize,
    steps: usize,
    trace: usize,
    changes: usize,
    live: usize,
}

enum Next {
    On,
    Back,
    End(Outcome),
}

/// A search that can stand still and go on.
#[derive(Debug)]
pub struct Search {
    domain: Arc<Domain>,
    facts: Facts,
    config: SearchConfig,
    running: Option<Trace>,
    has_running: bool,
    cells: Vec<(Goal, u32)>,
    head: u32,
    slots: Vec<Option<Value>>,
    trail: Vec<u32>,
    frames: Vec<Frame>,
    choices: Vec<Choice>,
    steps: Vec<Step>,
    trace: Vec<u32>,
    changes: Vec<Change>,
    tree: Tree,
    live: Vec<usize>,
    learnt: Vec<(Arc<str>, Vec<Value>)>,
    spent: u64,
    begins: bool,
    is_pruned: bool,
}

impl Search {
    /// A search for a plan of a task. None if the domain has no such method with so many arguments.
    #[must_use]
    pub fn new(
        domain: Arc<Domain>,
        task: &str,
        args: &[Value],
        facts: Facts,
        config: SearchConfig,
    ) -> Option<Self> {
        let method = *domain.method_of.get(task)?;
        if domain.methods[method].arity != args.len() {
            return None;
        }
        let mut search = Self {
            domain,
            facts,
            config,
            running: None,
            has_running: false,
            cells: Vec::new(),
            head: NIL,
            slots: Vec::new(),
            trail: Vec::new(),
            frames: Vec::new(),
            choices: Vec::new(),
            steps: Vec::new(),
            trace: Vec::new(),
            changes: Vec::new(),
            tree: Tree::default(),
            live: Vec::new(),
            learnt: Vec::new(),
            spent: 0,
            begins: true,
            is_pruned: false,
        };
        let node = search.grow(None, || TreeForm::Task(form(task, args)));
        search.choose(Kind::Branches { method, next: 0, args: args.to_vec(), parent: None, node });
        Some(search)
    }

    /// A plan is running: `continue` means that one. With its trace, the search ends as soon as it could only find something of later branches.
    #[must_use]
    pub fn while_running(mut self, trace: Option<Trace>) -> Self {
        self.has_running = true;
        self.running = trace;
        self
    }

    /// What the adviser has said so far and that the search's owner may want to remember, too.
    pub fn take_learnt(&mut self) -> Vec<(Arc<str>, Vec<Value>)> {
        std::mem::take(&mut self.learnt)
    }

    /// Steps so far: conditions and tasks looked at, values tried.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// What was tried so far, if that is kept.
    #[must_use]
    pub fn tree(&self) -> Option<&Tree> {
        self.config.explains.then_some(&self.tree)
    }

    /// Goes on for so many steps. After anything but [`Outcome::OutOfBudget`] the search is over, and asked again says [`Outcome::Failed`].
    pub fn run(&mut self, adviser: &mut dyn Adviser, budget: u64) -> Outcome {
        let domain = self.domain.clone();
        let end = self.spent.saturating_add(budget);
        loop {
            if self.spent >= end {
                return Outcome::OutOfBudget;
            }
            self.spent += 1;
            let next = if std::mem::take(&mut self.begins) {
                Next::Back
            } else if self.head == NIL {
                self.choices.clear();
                self.begins = true;
                let (steps, trace) =
                    (std::mem::take(&mut self.steps), Trace(std::mem::take(&mut self.trace)));
                let tree = self.config.explains.then(|| self.tree.clone());
                return Outcome::Found(Plan { steps, trace, tree });
            } else {
                let (goal, rest) = self.cells[self.head as usize];
                self.head = rest;
                self.pursue(&domain, goal, adviser)
            };
            let ended = match next {
                Next::On => None,
                Next::Back => self.go_back(&domain),
                Next::End(outcome) => Some(outcome),
            };
            if let Some(outcome) = ended {
                self.choices.clear();
                self.begins = true;
                return outcome;
            }
        }
    }

    fn choose(&mut self, kind: Kind) {
        self.choices.push(Choice {
            kind,
            rest: self.head,
            trail: self.trail.len(),
            slots: self.slots.len(),
            frames: self.frames.len(),
            cells: self.cells.len(),
            steps: self.steps.len(),
            trace: self.trace.len(),
            changes: self.changes.len(),
            live: self.live.len(),
        });
    }

    fn push(&mut self, goal: Goal) {
        self.cells.push((goal, self.head));
        self.head = self.cells.len() as u32 - 1;
    }
}

impl Is {
    fn names(self, domain: &Domain) -> &[Arc<str>] {
        match self {
            Self::Branch { method, branch } => &domain.methods[method].branches[branch].names,
            Self::Operator { operator, .. } => &domain.operators[operator].names,
        }
    }
}
