//! Headless games: bots of several kinds, a time limit, and what became of it.
//!
//! The winner is who holds every centre, else who held the most for the longest (size times seconds). The same seed and
//! configuration give the same game on every machine.

use crate::bots::{Bot, Kind, Schooling, Skill};
use crate::map::{Map, MapError};
use crate::rules::Rulebook;
use crate::war::{AgentId, Event, Order, STEP, TeamId, War};
use serde::Serialize;
use std::sync::Arc;
use wold_chance::Seed;

/// Who plays, where and for how long.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The map.
    pub map: Arc<Map>,
    /// The rules.
    pub rules: Arc<Rulebook>,
    /// The members of each team.
    pub teams: Vec<Vec<Kind>>,
    /// How good the bots are.
    pub skill: Skill,
    /// What they were taught.
    pub school: Schooling,
    /// The time limit.
    pub minutes: f64,
    /// Whether holding everything ends the game.
    pub conquest_ends: bool,
}

impl Default for MatchConfig {
    fn default() -> Self {
        Self {
            map: Arc::new(Map::classic()),
            rules: Arc::new(Rulebook::default()),
            teams: vec![vec![Kind::Simple; 4]; 5],
            skill: Skill::default(),
            school: Schooling::default(),
            minutes: 10.0,
            conquest_ends: true,
        }
    }
}

/// What became of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchResult {
    /// Size times seconds, by team.
    pub scores: Vec<f64>,
    /// The winner; nobody if the best are level.
    pub winner: Option<TeamId>,
    /// Seconds played.
    pub seconds: f64,
    /// Centres taken.
    pub captures: u32,
    /// Hits that hurt.
    pub hurts: u32,
    /// Deaths.
    pub kills: u32,
}

/// A game that is being played.
pub struct Match {
    /// The war.
    pub war: War,
    bots: Vec<Bot>,
    orders: Vec<Order>,
    events: Vec<Event>,
    steps: u64,
    conquest_ends: bool,
    result: MatchResult,
}

impl Match {
    /// Sets the pieces up.
    pub fn new(config: &MatchConfig, seed: Seed) -> Result<Self, MapError> {
        let sizes: Vec<usize> = config.teams.iter().map(Vec::len).collect();
        let war = War::new(config.map.clone(), config.rules.clone(), &sizes, seed)?;
        let kinds = config.teams.iter().flatten();
        let bots: Vec<Bot> = kinds
            .zip(war.ids())
            .map(|(&kind, id)| {
                Bot::new(
                    kind,
                    config.skill,
                    config.school.clone(),
                    id,
                    seed.child("conquero.bot", &[id.0.into()]),
                )
            })
            .collect();
        Ok(Self {
            orders: vec![Order::default(); bots.len()],
            bots,
            events: Vec::new(),
            steps: (config.minutes.clamp(0.0, 10_000.0) * 60.0 / STEP) as u64,
            conquest_ends: config.conquest_ends,
            result: MatchResult {
                scores: vec![0.0; sizes.len()],
                winner: None,
                seconds: 0.0,
                captures: 0,
                hurts: 0,
                kills: 0,
            },
            war,
        })
    }

    /// Goes on by one step and gives what happened; `None` when the game is over.
    pub fn step(&mut self) -> Option<&[Event]> {
        if self.war.now >= self.steps || (self.conquest_ends && self.war.conqueror().is_some()) {
            return None;
        }
        for (bot, order) in self.bots.iter_mut().zip(&mut self.orders) {
            *order = bot.order(&self.war);
        }
        self.events.clear();
        self.war.step(&self.orders, &mut self.events);
        for event in &self.events {
            match event {
                Event::Capture { .. } => self.result.captures += 1,
                Event::Hurt { .. } => self.result.hurts += 1,
                Event::Kill { .. } => self.result.kills += 1,
                Event::Respawn { .. } => {}
            }
        }
        Some(&self.events)
    }

    /// Plays to the end.
    #[must_use]
    pub fn play(mut self) -> MatchResult {
        while self.step().is_some() {}
        self.result()
    }

    /// How it stands.
    #[must_use]
    pub fn result(&self) -> MatchResult {
        let (scores, winner) = (self.war.scores.clone(), self.war.leader());
        MatchResult { scores, winner, seconds: self.war.seconds(), ..self.result.clone() }
    }

    /// The orders given last, by agent.
    #[must_use]
    pub fn order(&self, agent: AgentId) -> Order {
        self.orders[agent.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(a: Kind, b: Kind) -> MatchConfig {
        MatchConfig { teams: vec![vec![a; 4], vec![b; 4]], minutes: 6.0, ..MatchConfig::default() }
    }

    #[test]
    fn the_same_seed_gives_the_same_game_and_another_another() {
        let play =
            |seed| Match::new(&config(Kind::Tactician, Kind::Simple), Seed(seed)).expect("a match").play();
        assert_eq!(play(3), play(3));
        assert_ne!(play(3), play(4));
    }

    /// Wins of the first kind over `games`, sides changed every other game.
    fn wins(a: Kind, b: Kind, games: u64) -> u64 {
        (0..games)
            .filter(|&game| {
                let (config, own) =
                    if game % 2 == 0 { (config(a, b), TeamId(0)) } else { (config(b, a), TeamId(1)) };
                Match::new(&config, Seed(game)).expect("a match").play().winner == Some(own)
            })
            .count() as u64
    }

    #[test]
    fn tacticians_beat_simple_movers_who_beat_random_ones() {
        // 60 of 100 would be chance only three times in a hundred.
        let (upper, lower) = (wins(Kind::Tactician, Kind::Simple, 40), wins(Kind::Simple, Kind::Random, 40));
        assert!(upper >= 28, "tacticians won {upper} of 40");
        assert!(lower >= 26, "simple movers won {lower} of 40");
    }

    #[test]
    fn the_tactician_beats_itself_without_tactics() {
        // 27 of 40 would be chance only twice in a hundred.
        let won = wins(Kind::Tactician, Kind::SelfTaught, 40);
        assert!(won >= 27, "tacticians won {won} of 40");
    }
}
