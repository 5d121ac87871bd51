//! Where everybody who searches goes, and what for.

use super::{Layer, Mark};
use crate::Glimpse;
use wold_senses::search::Task;

pub(super) const LAYER: Layer = Layer { name: "searches", of };

fn of(mind: &Glimpse) -> Option<Mark> {
    let (_, task) = mind.quarry?;
    let (kind, at) = match task {
        Task::Resume => return None,
        Task::Investigate { to, .. } => ("investigates", Some(to)),
        Task::LookAround => ("looks", None),
        Task::Return { to } => ("returns", Some(to)),
        Task::Cover { aim, .. } => ("covers", Some(aim)),
        Task::Search { to, .. } => ("searches", Some(to)),
        Task::Peek { to, .. } => ("looks", Some(to)),
        Task::Wait => ("waits", None),
    };
    Some(Mark { kind: kind.to_owned(), strength: 1.0, at: at.map(|at| [at.x, at.y]), about: None })
}
