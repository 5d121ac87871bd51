//! Where everybody lives.

use super::{Layer, Mark};
use crate::Glimpse;

pub(super) const LAYER: Layer = Layer { name: "homes", of };

fn of(mind: &Glimpse) -> Option<Mark> {
    let home = mind.home?;
    Some(Mark { kind: mind.trade.to_owned(), strength: 1.0, at: Some([home.x, home.y]), about: None })
}
