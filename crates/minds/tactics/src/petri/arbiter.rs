//! The arbiter: one scarce thing, handed to the best of those who wait.
//!
//! Agents ask for the thing and are told whether they have it; none of them talks to another. The first assignment waits until `gather` agents
//! have asked, or until one has waited `patience` ticks, so that the nearest gets it and not whoever asked first. Whoever leaves, waiting or holding, is
//! taken out wherever its token lies.

use super::net::{Colour, Net};
use super::run::{Marks, Running};
use wold_chance::{Seed, Stream};

/// Hands out things of one kind.
///
/// ```
/// use wold_tactics::petri::{Arbiter, Colour};
/// let net = Arbiter::net(1, 2, 40);
/// let mut guns = Arbiter::new(&net);
/// guns.ask(Colour(1), 0);
/// guns.ask(Colour(2), 0);
/// guns.settle(0, |who| -(who.0 as f64 - 2.0).abs());
/// assert!(guns.has(Colour(2)), "the nearest, not the first");
/// guns.leave(Colour(2), 1);
/// guns.settle(1, |_| 0.0);
/// assert!(guns.has(Colour(1)));
/// ```
#[derive(Clone, Debug)]
pub struct Arbiter<'n> {
    running: Running<'n>,
}

impl<'n> Arbiter<'n> {
    /// The net of `things` pieces for which `gather` agents are waited for, at most `patience` ticks.
    #[must_use]
    pub fn net(things: u32, gather: u32, patience: u64) -> Net {
        let text = include_str!("arbiter.toml")
            .replace("tokens = 1", &format!("tokens = {things}"))
            .replace("= 1\"]", &format!("= {things}\"]"))
            .replace("{ ready_to_assign = 2 }", &format!("{{ ready_to_assign = {} }}", gather.max(1)))
            .replace("{ ready_to_use = 2 }", &format!("{{ ready_to_use = {} }}", gather.max(1)))
            .replace("after = 40", &format!("after = {patience}"));
        Net::parse(&text).expect("the arbiter's net is sound for any numbers")
    }

    /// An arbiter over a net of [`Arbiter::net`].
    #[must_use]
    pub fn new(net: &'n Net) -> Self {
        Self { running: Running::new(net, Stream::named(Seed(0), "arbiter", &[])) }
    }

    /// An arbiter over the same net that goes on from where its tokens lay.
    #[must_use]
    pub fn resumed(net: &'n Net, marks: &Marks) -> Self {
        Self { running: Running::resumed(net, Stream::named(Seed(0), "arbiter", &[]), marks) }
    }

    /// Somebody wants one. Asking twice changes nothing.
    pub fn ask(&mut self, who: Colour, now: u64) {
        self.running.event("register", who, now);
    }

    /// Somebody is done, dead, stunned or gone.
    pub fn leave(&mut self, who: Colour, now: u64) {
        self.running.event("gone", who, now);
    }

    /// Hands out what is free, to the highest score.
    pub fn settle(&mut self, now: u64, mut score: impl FnMut(Colour) -> f64) {
        self.running.settle_by(now, super::MOST_FIRINGS, |_, who| score(who));
    }

    /// Whether somebody has one.
    #[must_use]
    pub fn has(&self, who: Colour) -> bool {
        let busy = self.running.net().place("busy").expect("the arbiter's net has it");
        self.running.whose(busy).any(|holder| holder == who)
    }

    /// The net as it stands.
    #[must_use]
    pub fn running(&self) -> &Running<'n> {
        &self.running
    }
}
