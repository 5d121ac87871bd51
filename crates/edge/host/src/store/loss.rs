//! What is missing after damage, one line each.

use std::fmt;

use serde::Serialize;
use wold_space::Tick;

/// Something that was damaged. Its pieces are kept in the folder under the name `aside`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "lost", rename_all = "snake_case")]
pub enum Loss {
    /// The end of the log: the world goes back to the last record before it, or to a snapshot behind it.
    Tail {
        /// The segment.
        file: String,
        /// Where in the file.
        at: u64,
        /// Bytes set aside.
        bytes: u64,
        /// The last tick of the log that is whole.
        last_good: Option<u64>,
        /// What does not fit.
        reason: String,
        /// Where the piece is.
        aside: Option<String>,
    },
    /// Records in the middle of the log. A snapshot behind them leads on: the world has lost nothing, its history has a gap.
    Middle {
        /// The segment.
        file: String,
        /// Where in the file.
        at: u64,
        /// Bytes set aside.
        bytes: u64,
        /// What does not fit.
        reason: String,
        /// Where the piece is.
        aside: Option<String>,
    },
    /// A stretch of the log is not there at all.
    Gap {
        /// The last tick before it.
        after: Option<u64>,
        /// The last tick that may be missing.
        until: Option<u64>,
    },
    /// The newest segment is not there: the world goes back to what leads furthest without it.
    Missing {
        /// The segment.
        file: String,
        /// The last tick of the log that is whole.
        last_good: Option<u64>,
    },
    /// Records that are whole, but behind damage that no snapshot leads over.
    Unreachable {
        /// The segment.
        file: String,
        /// The first of them.
        first: u64,
        /// The last of them.
        last: u64,
        /// Where they are.
        aside: Option<String>,
    },
    /// A segment's head; its records are whole.
    Head {
        /// The segment.
        file: String,
        /// What does not fit.
        reason: String,
        /// Where the file as it was is.
        aside: Option<String>,
    },
    /// A snapshot; an older one and the log lead there.
    Snapshot {
        /// Its file.
        file: String,
        /// What does not fit.
        reason: String,
        /// Where it is.
        aside: Option<String>,
    },
    /// One of the two books of accounts and values; the other one has what it had.
    Book {
        /// Its file.
        file: String,
        /// What does not fit.
        reason: String,
        /// Where the file as it was is.
        aside: Option<String>,
    },
    /// Both books at once: accounts are gone, values are those of the newest snapshot.
    Accounts,
    /// The log from a tick on, whose replay came out differently.
    Differs {
        /// The first tick set aside.
        from: u64,
        /// The last.
        until: u64,
        /// Where the records are.
        aside: Option<String>,
    },
}

impl Loss {
    /// Notes where the pieces of `file` are.
    pub(super) fn set_aside_as(&mut self, of: &str, name: &str) {
        match self {
            Self::Tail { file, aside, .. }
            | Self::Middle { file, aside, .. }
            | Self::Unreachable { file, aside, .. }
            | Self::Head { file, aside, .. }
            | Self::Snapshot { file, aside, .. }
            | Self::Book { file, aside, .. } => {
                if file == of {
                    *aside = Some(name.to_owned());
                }
            }
            Self::Gap { .. } | Self::Missing { .. } | Self::Accounts | Self::Differs { .. } => {}
        }
    }

    /// Whether it tells of the end of the log, or of `segment`.
    pub(super) fn tells_of(&self, segment: &str) -> bool {
        match self {
            Self::Tail { file, .. } | Self::Middle { file, .. } | Self::Unreachable { file, .. } => {
                file == segment
            }
            Self::Gap { .. } => true,
            _ => false,
        }
    }

    fn aside(&self) -> Option<&str> {
        match self {
            Self::Tail { aside, .. }
            | Self::Middle { aside, .. }
            | Self::Unreachable { aside, .. }
            | Self::Head { aside, .. }
            | Self::Snapshot { aside, .. }
            | Self::Book { aside, .. }
            | Self::Differs { aside, .. } => aside.as_deref(),
            Self::Gap { .. } | Self::Missing { .. } | Self::Accounts => None,
        }
    }
}

fn tick(tick: Option<u64>) -> String {
    tick.map_or_else(|| "its birth".to_owned(), |tick| format!("tick {}", Tick(tick)))
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tail { file, at, bytes, last_good, reason, .. } => {
                let good = tick(*last_good);
                write!(f, "{file}: {bytes} bytes at {at} are damaged ({reason}): the log ends at {good}")
            }
            Self::Middle { file, at, bytes, reason, .. } => {
                write!(
                    f,
                    "{file}: {bytes} bytes at {at} are damaged ({reason}): a gap in the history, but a snapshot leads on"
                )
            }
            Self::Gap { after, until } => {
                write!(f, "the log is missing from {} to {}: a snapshot leads on", tick(*after), tick(*until))
            }
            Self::Missing { file, last_good } => {
                write!(f, "{file}: the file is missing: the log ends at {}", tick(*last_good))
            }
            Self::Unreachable { file, first, last, .. } => {
                write!(
                    f,
                    "{file}: ticks {first} to {last} are whole, but nothing leads over the damage before them"
                )
            }
            Self::Head { file, reason, .. } => write!(f, "{file}: {reason}; its records are whole"),
            Self::Snapshot { file, reason, .. } => write!(f, "{file}: {reason}; the log leads there"),
            Self::Book { file, reason, .. } => write!(f, "{file}: {reason}; the other copy has what it had"),
            Self::Accounts => {
                write!(f, "both books are lost: accounts are gone, values are those of the newest snapshot")
            }
            Self::Differs { from, until, .. } => {
                write!(f, "ticks {from} to {until} of the log, whose replay differs from tick {from} on")
            }
        }?;
        match self.aside() {
            Some(aside) => write!(f, "; kept as {aside}"),
            None => Ok(()),
        }
    }
}
