//! Domains and problems of planning competitions, in the language HDDL: read, solved, checked.
//!
//! * [`HddlDomain`], [`Problem`]: what was written. Totally ordered; what the language has beyond that is refused by name and line.
//! * [`Problem::solve`]: two searches that take turns, with a budget. [`Problem::judge`]: whether a plan is one, by code of its own.
//! * [`Problem::lines`]: the plan's tree with reasons; [`Problem::competition_text`]: the plan for other judges.
//!
//! ```
//! use wold_mind::htn::hddl::{Problem, SolveConfig, Solved};
//! let domain = "(define (domain lamp) (:predicates (lit)) (:task light :parameters ())
//!     (:method switch :parameters () :task (light) :precondition (not (lit)) :ordered-subtasks (turn-on))
//!     (:action turn-on :parameters () :effect (lit)))";
//! let problem = "(define (problem dark) (:domain lamp) (:htn :ordered-subtasks (and (light))) (:init) (:goal (lit)))";
//! let problem = Problem::parse(domain, problem)?;
//! let Solved::Plan(plan) = problem.solve(SolveConfig::default(), &mut |_| {}) else { panic!("no light") };
//! assert_eq!(problem.judge(&plan), Ok(()));
//! assert_eq!(problem.steps(&plan), ["(turn-on)"]);
//! # Ok::<(), wold_mind::htn::hddl::ProblemError>(())
//! ```

mod explain;
mod formulas;
mod ground;
mod guess;
mod join;
mod judge;
mod model;
mod names;
mod parse;
mod solve;
mod split;
#[cfg(test)]
mod tests;

pub use judge::Fault;
pub use model::{HddlDomain, Problem};
pub use parse::ProblemError;
pub use solve::{Solution, SolveConfig, Solved};
