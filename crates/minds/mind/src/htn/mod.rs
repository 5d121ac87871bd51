//! Plans from hierarchies of tasks: what somebody is going to do, step by step, and why so.
//!
//! * [`Domain`]: methods of ordered branches, read from text and checked by [`Domain::parse`]; shared by all who plan by it.
//! * [`Search`]: one search for a [`Plan`], with a budget, resumable; [`Adviser`] answers its calls; [`Facts`] is what is known.
//! * [`Runner`]: somebody who plans at a fixed rate, acts, and changes its mind for something better only; reloads its domain.
//! * [`Scene`]: facts and answers from text.
//! * [`hddl`]: domains and problems of planning competitions, solved and checked.
//!
//! ```
//! use std::sync::Arc;
//! use wold_mind::htn::{Domain, Facts, Nobody, Outcome, Search, SearchConfig};
//! let domain = Domain::parse(
//!     r#"(:method (eat)
//!          (:branch "from the bag" (have ?food) ((!eat ?food)))
//!          (:branch "from the bush" (and (bush ?bush) (ripe ?bush)) ((!walk ?bush) (!pick ?bush))))"#,
//! )?;
//! let mut facts = Facts::default();
//! facts.remember("bush", &["hazel".into()]);
//! facts.remember("bush", &["elder".into()]);
//! facts.remember("ripe", &["elder".into()]);
//! let mut search = Search::new(Arc::new(domain), "eat", &[], facts, SearchConfig::default()).expect("it can eat");
//! let Outcome::Found(plan) = search.run(&mut Nobody, 1_000) else { panic!("hungry") };
//! assert_eq!(plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["(!walk elder)", "(!pick elder)"]);
//! # Ok::<(), wold_mind::htn::HtnError>(())
//! ```

mod check;
mod domain;
mod error;
mod facts;
pub mod fuzzing;
pub mod hddl;
mod memory;
mod plan;
mod read;
mod runner;
mod scene;
mod search;
mod sexpr;
#[cfg(test)]
mod tests;
mod value;
mod words;

pub use domain::{CallSign, Domain};
pub use error::HtnError;
pub use facts::{Facts, Pattern};
pub use plan::{Plan, Step, Trace, Tree, TreeLine};
pub use runner::{Kept, Runner, RunnerConfig, Verdict};
pub use scene::Scene;
pub use search::{Adviser, Answer, Nobody, Outcome, Search, SearchConfig};
pub use value::Value;
