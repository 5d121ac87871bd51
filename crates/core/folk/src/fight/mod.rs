//! Fighting as people do who know each other: not all at once, from behind if they can, and not at all where they would lose.
//!
//! * [`Ring`]: who closes in on whom, who has taken what, and why; shared by the inhabitants of one household. Places and turns are the world's to hand out.
//! * [`Sides`]: everybody in sight by side, and who would win.
//! * [`Fighter`]: decides where to stand, whether to wait, to strike, to hide or to fall back, and can say why.
//! * [`Counsel`]: the questions a household's fighters ask for places by, and the rays they share.
//! * `lay`: where one can stand, storey by storey; `ground`: the land as the ground of questions, and ways that mind who looks; `refuge`: places to hide; `history`: where people fell; `sway`: what each faction knows of places; `report`: all of it
//!   for the operator's window.

mod counsel;
mod fighter;
mod ground;
mod history;
mod lay;
mod refuge;
mod report;
mod ring;
mod sides;
mod sway;

pub use counsel::{Counsel, CounselConfig};
pub use fighter::{Cause, Fighter, Move, Nerve};
pub use ring::Ring;
pub use sides::{Odds, Sides};
