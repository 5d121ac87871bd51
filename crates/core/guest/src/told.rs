//! What a guest was told of deeds and of its own nerves, and when.

use wold_wire::message::{Aware, Saw};

/// A deed one saw, did or suffered.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// When one was told, in the guest's steps.
    pub step: u64,
    /// What the world says of it.
    pub saw: Saw,
}

/// How much on edge one is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roused {
    /// When one was told, in the guest's steps.
    pub step: u64,
    /// What the world says of it.
    pub aware: Aware,
}
