//! Learning from cases.
//!
//! * [`Cases`]: what was seen, from CSV.
//! * [`Tree`]: decisions by questions, C4.5.
//! * [`Net`]: a small multilayer net; [`Som`]: a map that orders itself; [`Hmm`]: what is behind a series.

mod cases;
mod hmm;
mod net;
mod som;
mod tree;

pub use cases::{Cases, CasesError};
pub use hmm::{Hmm, HmmError};
pub use net::{Net, NetConfig};
pub use som::{Som, SomConfig};
pub use tree::{Tree, TreeConfig};
