//! Whole worlds in one process: a steward and its guests on a simulated network, in virtual time, from one seed.
//!
//! One file per behaviour below.

/// The cookbook's inhabitant, lived with below.
#[path = "../../dial/examples/crier/crier.rs"]
mod crier;

mod whole_world {
    mod bad_line;
    mod chatting;
    mod cheating;
    mod corner;
    mod crowds;
    mod custom;
    mod deeds;
    mod ears;
    mod fight;
    mod garbage;
    mod gossip;
    mod inhabitants;
    mod lands;
    mod law;
    mod neighbours;
    mod next_town;
    mod out_of_reach;
    mod outmatched;
    mod reasoning;
    mod sameness;
    mod searching;
    mod seeing;
    mod smelling;
    mod speech;
    mod theft;
    mod wells;
    mod word;
}
