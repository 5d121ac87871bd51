//! Who is who: names, passwords, resumed connections, operators.
//!
//! * [`Name`]: what a guest may be called, and when two names are the same.
//! * [`Register`]: who is present, who may come back with a token, who tries too often. Pure logic: time and chance are arguments.
//! * [`Accounts`]: names with passwords in the [`Store`](crate::store::Store), argon2 off the async threads.
//! * [`OperatorToken`]: the key to the inspector.

mod keeper;
mod name;
mod operator;
mod register;

pub use keeper::{AccountError, Accounts, Role};
pub use name::{Name, NameError};
pub use operator::{OPERATOR_FILE, OperatorToken, OperatorTokenError};
pub use register::{Admission, Attempt, EntryError, Register, RegisterConfig, ResumeToken};
