//! Many inhabitants against a host anywhere, and how the host serves them.
//!
//! Each inhabitant is one connection and one task; every 64 of them have a thread and a socket of their own, since one socket's
//! queue would grow longer than one thread can empty. A [`Swarm`] counts what each of them gets; between a [`Swarm::mark`] and a [`Swarm::report`] lies what is reported.

mod figures;
mod life;
mod squad;

pub use figures::{HostTicks, Mark, SwarmReport};

use crate::transport::{DialError, Way};
use figures::{Fate, Tally};
use squad::{SQUAD, Squad};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{oneshot, watch};
use wold_chance::Seed;
use wold_folk::VillagerConfig;
use wold_folk::fight::{Counsel, Ring};
use wold_folk::hunt::Hunts;
use wold_folk::names::Folk;
use wold_guest::guest::GuestConfig;

/// Who goes where.
#[derive(Clone, Debug)]
pub struct SwarmConfig {
    /// Address of the host, `http://…` or `https://…`.
    pub host: String,
    /// How many. Default 40.
    pub count: usize,
    /// The host's pass for inhabitants from outside. Without one they come as guests do: no coins, no office, and people take them
    /// for players. Default none.
    pub pass: Option<String>,
    /// Seeds their names and decisions. Default 0.
    pub seed: Seed,
    /// Which transport to take.
    pub way: Way,
    /// How long one of them may take to get in. Default 20 s.
    pub timeout: Duration,
    /// How many of each 64 may be coming in at once. Default 16.
    pub doorway: usize,
    /// What each is like as a guest. Default: a view of two rings, which is enough to walk by.
    pub guest: GuestConfig,
    /// Whether they just stand there, to learn what a guest costs who does nothing. Default no.
    pub idle: bool,
    /// Whether they have minds of their own: trade, memory and opinions. They then gather where people do, and many of them
    /// in one town are a crowd in everybody's sight. Default no.
    pub minds: bool,
    /// Of which folk they are. Default travellers.
    pub folk: Folk,
    /// What each is like as a villager. Default: spread so that a few hundred see about a hundred each.
    pub habits: VillagerConfig,
    /// The searches that those with minds share.
    pub hunts: Hunts,
    /// The ring they share: they know of each other's fights.
    pub ring: Ring,
    /// Of those with minds: what they ask for places by when they fight.
    pub counsel: Counsel,
}

impl SwarmConfig {
    /// Forty inhabitants for a host.
    #[must_use]
    pub fn new(host: impl Into<String>) -> Self {
        Self {
            host: host.into(),
            count: 40,
            pass: None,
            seed: Seed(0),
            way: Way::Best,
            timeout: Duration::from_secs(20),
            doorway: 16,
            idle: false,
            minds: false,
            folk: Folk::Traveller,
            guest: GuestConfig { view: 2, ..Default::default() },
            habits: VillagerConfig { spread: 130.0, travel: 0.0, ..Default::default() },
            hunts: Hunts::default(),
            ring: Ring::default(),
            counsel: Counsel::default(),
        }
    }
}

/// How coming in goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many are in.
    pub inside: usize,
    /// How many have been turned away, failed to connect or lost their connection.
    pub outside: usize,
    /// How many are meant to come in.
    pub count: usize,
}

/// Inhabitants on their way to a host or in it.
pub struct Swarm {
    config: SwarmConfig,
    tallies: Vec<Arc<Tally>>,
    squads: Vec<JoinHandle<()>>,
    ports: Vec<u16>,
    stop: watch::Sender<bool>,
    trouble: Arc<OnceLock<String>>,
}

impl Swarm {
    /// Sends them off. Fails only if the host cannot be asked the way; what becomes of each is counted.
    pub async fn enter(config: SwarmConfig) -> Result<Self, DialError> {
        let (stop, stopped) = watch::channel(false);
        let trouble = Arc::new(OnceLock::new());
        let birth = Instant::now();
        let tallies: Vec<Arc<Tally>> = (0..config.count).map(|_| Arc::new(Tally::since(birth))).collect();
        let mut swarm = Self { config, tallies, squads: Vec::new(), ports: Vec::new(), stop, trouble };
        let mut answers = Vec::new();
        for (place, tallies) in swarm.tallies.chunks(SQUAD).enumerate() {
            let squad = Squad {
                place,
                config: swarm.config.clone(),
                tallies: tallies.to_vec(),
                trouble: swarm.trouble.clone(),
                stopped: stopped.clone(),
            };
            let (told, answer) = oneshot::channel();
            swarm.squads.push(squad.set_out(told).map_err(DialError::Socket)?);
            answers.push(answer);
        }
        for answer in answers {
            match answer.await {
                Ok(Ok(port)) => swarm.ports.extend(port),
                Ok(Err(error)) => {
                    swarm.leave().await;
                    return Err(error);
                }
                Err(_) => unreachable!("a squad answers before anything else"),
            }
        }
        Ok(swarm)
    }

    /// How coming in goes.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let count_of = |fates: &[Fate]| self.tallies.iter().filter(|t| fates.contains(&t.fate())).count();
        Progress {
            inside: count_of(&[Fate::Inside]),
            outside: count_of(&[Fate::TurnedAway, Fate::Failed, Fate::Lost]),
            count: self.tallies.len(),
        }
    }

    /// The first trouble anybody met, in words.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.get().map(String::as_str)
    }

    /// Remembers where everybody's counts stand.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { at: Instant::now(), counts: self.tallies.iter().map(|tally| tally.counts()).collect() }
    }

    /// What happened since a mark, and what the host says of its own ticks.
    pub async fn report(&self, since: &Mark) -> SwarmReport {
        let until = self.mark();
        let ticks = HostTicks::ask(&self.config.host, until.at - since.at).await;
        let mut report = SwarmReport::between(&self.tallies, since, &until, ticks);
        report.packets_lost_here = squad::packets_lost(&self.ports);
        report.trouble = self.trouble().map(str::to_owned);
        report
    }

    /// Everybody says goodbye; returns when they are gone.
    pub async fn leave(self) {
        // Fails only if nobody is left to tell.
        let _ = self.stop.send(true);
        let gone =
            tokio::task::spawn_blocking(move || self.squads.into_iter().for_each(|squad| drop(squad.join())));
        let _ = gone.await;
    }
}
