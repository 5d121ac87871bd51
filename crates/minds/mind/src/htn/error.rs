//! What can be wrong with a text that plans are made from.

use thiserror::Error;

/// What is wrong with a domain, a scene or a problem, and on which line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HtnError {
    /// The text does not follow the grammar.
    #[error("line {line}: {reason}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// What was expected, what was found.
        reason: String,
    },
    /// A name that nobody has declared.
    #[error("line {line}: there is no {kind} {name:?}")]
    Unknown {
        /// The line, counted from 1.
        line: usize,
        /// What sort of thing it should be.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A name that is declared twice.
    #[error("line {line}: {name:?} is there already, on line {before}")]
    Twice {
        /// The line, counted from 1.
        line: usize,
        /// The name.
        name: String,
        /// Where it was declared first.
        before: usize,
    },
    /// Too many or too few arguments.
    #[error("line {line}: {name:?} takes {wanted} arguments, not {found}")]
    Arity {
        /// The line, counted from 1.
        line: usize,
        /// What was given arguments.
        name: String,
        /// So many it takes.
        wanted: usize,
        /// So many it got.
        found: usize,
    },
    /// A variable that nothing has given a value when it is used.
    #[error("line {line}: ?{name} has no value there")]
    Unbound {
        /// The line, counted from 1.
        line: usize,
        /// The variable, without its question mark.
        name: String,
    },
    /// A branch that can never be tried.
    #[error(
        "line {line}: the branch {label:?} is never reached: the one on line {before} always succeeds first"
    )]
    Unreachable {
        /// The line, counted from 1.
        line: usize,
        /// The branch.
        label: String,
        /// The line of the branch that is always taken instead.
        before: usize,
    },
    /// Something the language has and this planner has not.
    #[error("{what} are not supported, line {line}")]
    Unsupported {
        /// The line, counted from 1.
        line: usize,
        /// What it is, in the plural.
        what: String,
    },
    /// More than is read.
    #[error("line {line}: more than {most} {what}")]
    TooMany {
        /// The line, counted from 1.
        line: usize,
        /// What there is too much of.
        what: &'static str,
        /// How many may be.
        most: usize,
    },
}

impl HtnError {
    pub(crate) fn syntax(line: usize, reason: impl Into<String>) -> Self {
        Self::Syntax { line, reason: reason.into() }
    }

    pub(crate) fn unsupported(line: usize, what: impl Into<String>) -> Self {
        Self::Unsupported { line, what: what.into() }
    }

    pub(crate) fn unknown(line: usize, kind: &'static str, name: &str) -> Self {
        Self::Unknown { line, kind, name: name.to_owned() }
    }

    /// The line it is about.
    #[must_use]
    pub fn line(&self) -> usize {
        match self {
            Self::Syntax { line, .. }
            | Self::Unknown { line, .. }
            | Self::Twice { line, .. }
            | Self::Arity { line, .. }
            | Self::Unbound { line, .. }
            | Self::Unreachable { line, .. }
            | Self::Unsupported { line, .. }
            | Self::TooMany { line, .. } => *line,
        }
    }
}
