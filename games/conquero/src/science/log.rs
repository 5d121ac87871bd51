//! A war written down: text, one line for each thing that happened.
//!
//! The first line is `conquero,1,MAP,NEAR` (format version, map, what counts as near a centre), the second
//! `teams,T0,T1,…` (the team of each agent), then lines `u,STEP,AGENT,X,Y` (where somebody is), `c,STEP,AGENT,CENTRE`
//! (captures), `h,STEP,BY,AGENT,DAMAGE`, `k,STEP,BY,AGENT` and `r,STEP,AGENT` (comes back), and `end` at the end, without
//! which a log is cut off. Steps never go back. Numbers count from 0.

use crate::map::{CentreId, Map};
use crate::war::{AgentId, Event, TeamId, War};
use std::fmt::Write;
use wold_space::DVec2;

/// The version of the format.
const VERSION: &str = "1";
/// The most agents of a log.
const MOST_AGENTS: usize = 10_000;

/// What happened, and in which step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    /// Somebody is somewhere.
    Update {
        /// When.
        step: u64,
        /// Who.
        agent: AgentId,
        /// Where.
        at: DVec2,
    },
    /// Something of the war.
    War {
        /// When.
        step: u64,
        /// What.
        event: Event,
    },
}

impl Entry {
    /// When.
    #[must_use]
    pub const fn step(&self) -> u64 {
        match self {
            Self::Update { step, .. } | Self::War { step, .. } => *step,
        }
    }
}

/// A whole log.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// The map's name.
    pub map: String,
    /// What counts as near a centre.
    pub near: f64,
    /// The team of each agent.
    pub teams: Vec<TeamId>,
    /// Everything, in order.
    pub entries: Vec<Entry>,
}

/// Why a log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// Something else.
    #[error("this is no log of Conquero: it begins with {0:?}")]
    Foreign(String),
    /// Another version.
    #[error("the log has format {0:?}, this program reads {VERSION}")]
    Version(String),
    /// A line that says nothing.
    #[error("line {line}: {reason}")]
    Line {
        /// Which one.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The end is missing.
    #[error("the log is cut off after line {0}")]
    CutOff(usize),
}

/// A place as logs note it: to a tenth.
pub(crate) fn noted(at: DVec2) -> DVec2 {
    (at * 10.0).round() / 10.0
}

/// Writes a log while a war goes on.
pub struct LogWriter {
    head: String,
    teams: Vec<TeamId>,
    text: String,
    every: u64,
}

impl LogWriter {
    /// Begins a log that notes where everybody is every so many steps.
    #[must_use]
    pub fn new(war: &War, every: u64) -> Self {
        let head = format!("conquero,{VERSION},{},{}", war.map.name, war.rules.capture.near);
        Self { head, teams: Vec::new(), text: String::new(), every: every.max(1) }
    }

    /// Notes a step and its events.
    pub fn note(&mut self, war: &War, events: &[Event]) {
        let step = war.now;
        // Agents may join while it goes on; none is ever taken off the list.
        self.teams.extend(war.agents.iter().skip(self.teams.len()).map(|agent| agent.team));
        // Writing to a string cannot fail.
        for event in events {
            let _ = match event {
                Event::Capture { agent, centre, .. } => {
                    writeln!(self.text, "c,{step},{},{}", agent.0, centre.0)
                }
                Event::Hurt { by, agent, damage } => {
                    writeln!(self.text, "h,{step},{},{},{damage}", by.0, agent.0)
                }
                Event::Kill { by, agent } => writeln!(self.text, "k,{step},{},{}", by.0, agent.0),
                Event::Respawn { agent } => writeln!(self.text, "r,{step},{}", agent.0),
            };
        }
        if step.is_multiple_of(self.every) {
            for (id, agent) in war.ids().zip(&war.agents).filter(|(_, agent)| agent.lives()) {
                let at = noted(agent.at);
                let _ = writeln!(self.text, "u,{step},{},{:.1},{:.1}", id.0, at.x, at.y);
            }
        }
    }

    /// The whole log.
    #[must_use]
    pub fn finish(self) -> String {
        let teams: String = self.teams.iter().map(|team| format!(",{}", team.0)).collect();
        format!("{}\nteams{teams}\n{}end\n", self.head, self.text)
    }
}

impl Log {
    /// Reads a log of a war on this map.
    pub fn parse(text: &str, map: &Map) -> Result<Self, LogError> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let first = lines.next().map_or("", |(_, line)| line);
        let mut head = first.split(',');
        if head.next() != Some("conquero") {
            return Err(LogError::Foreign(first.chars().take(30).collect()));
        }
        let version = head.next().unwrap_or_default();
        if version != VERSION {
            return Err(LogError::Version(version.chars().take(30).collect()));
        }
        let wrong = |line: usize, reason: &str| LogError::Line { line, reason: reason.into() };
        let name = head.next().unwrap_or_default().to_owned();
        if name != map.name {
            return Err(LogError::Line {
                line: 1,
                reason: format!("the war was on map {name:?}, not {:?}", map.name),
            });
        }
        let near = head.next().and_then(|near| near.parse().ok()).filter(|near: &f64| *near > 0.0);
        let near = near.ok_or_else(|| wrong(1, "what is near is missing"))?;
        let (_, teams) = lines.next().ok_or(LogError::CutOff(1))?;
        let teams: Option<Vec<TeamId>> = teams
            .strip_prefix("teams,")
            .and_then(|teams| teams.split(',').map(|team| team.parse().ok().map(TeamId)).collect());
        let teams = teams
            .filter(|teams| teams.len() <= MOST_AGENTS)
            .ok_or_else(|| wrong(2, "the teams are missing"))?;
        let mut log = Self { map: name, near, teams, entries: Vec::new() };
        let mut last = 0;
        for (number, line) in lines {
            if line == "end" {
                return Ok(log);
            }
            let entry = log.entry(line, map).map_err(|reason| wrong(number, reason))?;
            if entry.step() < last {
                return Err(wrong(number, "time goes back"));
            }
            last = entry.step();
            log.entries.push(entry);
        }
        Err(LogError::CutOff(log.entries.len() + 2))
    }

    fn entry(&self, line: &str, map: &Map) -> Result<Entry, &'static str> {
        let mut parts = line.split(',');
        let kind = parts.next().unwrap_or_default();
        let mut whole =
            || parts.next().and_then(|part| part.parse::<u64>().ok()).ok_or("a number is missing");
        let agent = |number: u64| match usize::try_from(number) {
            Ok(index) if index < self.teams.len() => Ok(AgentId(index as u16)),
            _ => Err("there is no such agent"),
        };
        let step = whole()?;
        let event = match kind {
            "u" => {
                let agent = agent(whole()?)?;
                let mut number =
                    || parts.next().and_then(|part| part.parse::<f64>().ok()).filter(|v| v.is_finite());
                let at = number().zip(number()).map(DVec2::from).ok_or("a place is missing")?;
                return Ok(Entry::Update { step, agent, at });
            }
            "c" => {
                let (agent, centre) = (agent(whole()?)?, whole()?);
                let centre = u16::try_from(centre).ok().filter(|id| usize::from(*id) < map.centres.len());
                Event::Capture {
                    agent,
                    centre: CentreId(centre.ok_or("there is no such centre")?),
                    from: None,
                }
            }
            "h" => {
                let (by, agent, damage) = (agent(whole()?)?, agent(whole()?)?, whole()?);
                Event::Hurt { by, agent, damage: u32::try_from(damage).map_err(|_| "too much damage")? }
            }
            "k" => Event::Kill { by: agent(whole()?)?, agent: agent(whole()?)? },
            "r" => Event::Respawn { agent: agent(whole()?)? },
            _ => return Err("the line is of no known kind"),
        };
        Ok(Entry::War { step, event })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::bots::Kind;
    use crate::{Match, MatchConfig};
    use wold_chance::Seed;

    /// A war of some minutes, written down five times a second.
    pub fn written(kind: Kind, minutes: f64) -> String {
        let config = MatchConfig {
            teams: vec![vec![kind; 4]; 3],
            minutes,
            conquest_ends: false,
            ..MatchConfig::default()
        };
        let mut game = Match::new(&config, Seed(5)).expect("a match");
        let mut writer = LogWriter::new(&game.war, 4);
        while let Some(events) = game.step().map(<[Event]>::to_vec) {
            writer.note(&game.war, &events);
        }
        writer.finish()
    }

    #[test]
    fn what_was_written_is_read_again() {
        let text = written(Kind::Simple, 2.0);
        let log = Log::parse(&text, &Map::classic()).expect("a whole log");
        assert_eq!(log.teams.len(), 12);
        assert_eq!(log.entries.len(), text.lines().count() - 3);
        assert!(
            log.entries.iter().any(|entry| matches!(entry, Entry::War { event: Event::Capture { .. }, .. }))
        );
    }

    #[test]
    fn damaged_and_foreign_logs_are_refused_with_place_and_reason() {
        let text = written(Kind::Simple, 0.2);
        let refused = |text: &str| Log::parse(text, &Map::classic()).expect_err("damaged").to_string();
        assert!(refused("hello").contains("begins with \"hello\""));
        assert!(refused(&text.replacen("conquero,1", "conquero,7", 1)).contains("format \"7\""));
        assert!(refused(&text.replacen("classic", "moon", 1)).contains("map \"moon\""));
        assert!(refused(text.trim_end_matches("end\n")).contains("cut off after line"));
        let third = text.lines().nth(2).expect("an entry").to_owned();
        assert!(refused(&text.replacen(&third, "u,1,99,0,0", 1)).contains("line 3: there is no such agent"));
        assert!(refused(&text.replacen(&third, "u,1,0,NaN,0", 1)).contains("line 3: a place is missing"));
        assert!(refused(&text.replacen(&third, "u,99999,0,1,1", 1)).contains("time goes back"));
        assert!(refused(&text.replacen(&third, "x,1", 1)).contains("no known kind"));
    }
}
