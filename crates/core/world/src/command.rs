//! What a tick is made from: the ordered commands of its guests.

use crate::bearer::{TokenHash, Whose};
use serde::{Deserialize, Serialize};
use wold_lore::land::ThingKind;
use wold_space::{EntityId, GuestId};
use wold_wire::Intent;

/// One command. A tick's list is sorted by guest, then by the order in which they came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Who commands.
    pub guest: GuestId,
    /// The guest's own count, for the answer.
    pub number: u32,
    /// What.
    pub act: Act,
}

/// What a guest, or the host on its behalf, commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// One of the host's own gets a body: one that waits under that name and that nobody bears, or a new one.
    Enter {
        /// By which name.
        name: String,
        /// Whether a human steers it.
        human: bool,
        /// Chooses its looks.
        look: u32,
    },
    /// The guest gives its body up.
    Leave {
        /// Whether the body waits for its return; otherwise its things stay where it stood.
        keep: bool,
    },
    /// The guest wants something.
    Intent(Intent),
    /// An operator wants something; comes from [`GuestId`] 0, the host itself.
    Decree(Decree),
    /// Somebody from outside gets the body that is theirs, or a new one.
    Arrive(Arriving),
}

/// Somebody from outside, as the host let them in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arriving {
    /// By which name.
    pub name: String,
    /// Whether a human steers it.
    pub human: bool,
    /// Chooses its looks.
    pub look: u32,
    /// Whose the body is.
    pub whose: Whose,
    /// What lets them back when their connection breaks.
    pub token: TokenHash,
}

/// What only an operator can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decree {
    /// Somebody is elsewhere, on the ground.
    Move {
        /// Who.
        who: EntityId,
        /// Where, in wire steps of 1/128 m.
        to: [i32; 2],
    },
    /// Somebody has a thing more.
    Grant {
        /// Who.
        who: EntityId,
        /// What.
        thing: ThingKind,
    },
    /// Somebody becomes a guard, or ceases to be one.
    Appoint {
        /// Who.
        who: EntityId,
        /// Whether they keep the law from now on.
        guard: bool,
    },
    /// A field has another value in a cell.
    SetField {
        /// Which property; of a vector the first number.
        property: String,
        /// The cell's column and row, in cells of 16 m.
        cell: [i32; 2],
        /// The value in thousandths.
        value: i32,
    },
    /// Something befalls a place: a storm, a flood, an earthquake.
    Befall {
        /// What; a kind of event that the environment takes.
        kind: String,
        /// The cell's column and row, in cells of 16 m.
        cell: [i32; 2],
        /// How far it reaches, in cells.
        radius: u8,
        /// How strong it is, in thousandths; the unit is the kind's.
        strength: i32,
        /// Steps it lasts, where the kind lasts.
        span: u16,
    },
}

/// A tick's commands as the log keeps them.
#[must_use]
pub fn encode_commands(commands: &[Command]) -> Vec<u8> {
    postcard::to_stdvec(commands).expect("commands always encode")
}

/// The commands in a log record.
pub fn decode_commands(bytes: &[u8]) -> Result<Vec<Command>, postcard::Error> {
    postcard::from_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_lore::{Meaning, SpeechAct};

    #[test]
    fn what_old_logs_say_is_read_as_it_was_said_and_new_ones_keep_what_was_meant() {
        // One command of guest 3, number 4: to say "Hi" as loud as talk, as the first logs had it.
        let old = [1, 3, 4, 2, 2, 2, b'H', b'i', 0];
        let said =
            |act| vec![Command { guest: GuestId(3), number: 4, act: Act::Intent(Intent::say("Hi", act)) }];
        assert_eq!(decode_commands(&old), Ok(said(None)));
        assert_eq!(encode_commands(&said(None)), old);
        let meant = said(Some(SpeechAct::to("Bo", Meaning::Thanks)));
        assert_eq!(decode_commands(&encode_commands(&meant)), Ok(meant));
    }
}
