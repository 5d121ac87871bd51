//! What a program's own pages may ask of the host: who somebody is, and to tell them something.

use super::reception::Desk;
use super::ticker::Event;
use crate::accounts::{Name, ResumeToken};
use std::sync::Arc;

/// A page's line to the host.
#[derive(Clone)]
pub struct Liaison {
    pub(super) desk: Arc<Desk>,
}

impl Liaison {
    /// The name of the person who holds this resume token, as 32 hexadecimal digits; `None` if nobody present does.
    #[must_use]
    pub fn bearer(&self, token: &str) -> Option<String> {
        let token = ResumeToken::from_hex(token)?;
        let register = self.desk.register();
        register.bearer(token).map(|name| name.as_str().to_owned())
    }

    /// Whether this is the operator's token.
    #[must_use]
    pub fn is_operator(&self, token: &str) -> bool {
        self.desk.operator.matches(token)
    }

    /// Shows words from the host to somebody, if they are present. Whether they read them is not known.
    pub fn tell(&self, name: &str, words: &str) {
        let Ok(name) = name.parse::<Name>() else { return };
        let Some(guest) = self.desk.register().guest(&name) else { return };
        // A world too busy to take a question forgets the words; the page still shows what is open.
        let _ = self.desk.events.try_send(Event::Tell { guest, words: words.to_owned() });
    }
}
