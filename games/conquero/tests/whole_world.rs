//! The rules as guests live them: a host, players and watchers in one process, on a simulated network in virtual time, from one seed.
//!
//! Everything goes through the door: players walk, wish and swing by commands, and what they then know is what news and snapshots told
//! them. Only to be at the right place soon, the operator's word sends somebody there.
//!
//! * `front`: the fixture. One file per behaviour below.

/// The fixture of all whole worlds, of which this game needs a part.
#[expect(dead_code, reason = "other worlds need the rest")]
#[path = "../../../crates/host/tests/whole_world/town.rs"]
mod town;

mod whole_world {
    mod blows;
    mod captures;
    pub mod front;
    mod reaction;
}
