//! Sounds, how far they are, and who hears them.
//!
//! * [`Sounds`]: kinds of sound as rows of a file: radius, priority, what muffles them.
//! * [`Air`]: how far a sound is from a listener through doors, windows and gaps.
//! * [`hear`]: who hears a sound, with a [`Why`] each: the way it took, the metres, what muffled it.
//! * [`words`]: what is left of speech that was half heard.

mod air;
mod listen;
mod rows;
pub mod words;

pub use air::{Air, SoundPath, Walls};
pub use listen::{Heard, Hearing, Listener, Missed, Screens, Shown, Sound, Why, hear};
pub use rows::{
    Gait, Muffling, Rows, RowsError, SoundKind, SoundRow, Sounds, StepGrounds, Steps, Surface, Weather,
    WeatherShare,
};

#[cfg(test)]
mod tests;
