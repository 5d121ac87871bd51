//! Who is who: names, passwords, resumed connections, operators.
//!
//! * [`Name`]: what a guest may be called, and when two names are the same.
//! * [`Register`]: who is present, who may come back with a token, who tries too often. Pure logic: time and chance are arguments.
//! * [`Accounts`]: names with passwords in the [`Store`](crate::store::Store), argon2 off the async threads.
//! * [`Secret`]: the key to the inspector, and the pass of inhabitants from outside.

mod keeper;
mod name;
mod register;
mod secret;

pub use keeper::{AccountError, Accounts, Role};
pub use name::{Name, NameError};
pub use register::{Admission, Attempt, EntryError, Register, RegisterConfig, ResumeToken};
pub use secret::{INHABITANTS_FILE, OPERATOR_FILE, Secret, SecretError};
