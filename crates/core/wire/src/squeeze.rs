//! Fewer bits for the same.
//!
//! | | what it keeps | what it needs |
//! |---|---|---|
//! | [`Grain`] | a number to the error somebody can live with | nothing: each message stands alone |
//! | [`radix`] | several small numbers exactly, without the bits each would waste | nothing |
//! | [`range`] | numbers exactly, in as few bits as they are likely | both ends to have coded the same before: a reliable stream, or a fresh start with each message |
//!
//! The first loses what nobody sees, the others lose nothing. The first two work within one message and so over lossy links; a coder that learns from earlier messages
//! saves most and must not miss one.

mod grain;
pub mod radix;
pub mod range;

pub use grain::Grain;
