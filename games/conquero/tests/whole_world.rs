//! The rules as guests live them: a host, players and watchers in one process, on a simulated network in virtual time, from one seed.
//!
//! Everything goes through the door: players walk, wish and swing by commands, and what they then know is what news and snapshots told
//! them. Only to be at the right place soon, the operator's word sends somebody there.
//!
//! * `front`: the fixture. One file per behaviour below.

mod whole_world {
    mod blows;
    mod captures;
    pub mod front;
    mod reaction;
}
