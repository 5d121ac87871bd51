//! Moves as tables to learn from.
//!
//! *Chooser*: for each move whether the goal is a neighbour, the three heuristics and the class. *Learned*: how the whole war
//! looked to the mover when it left, 16 numbers and nine for each centre, and where it went. Ownership is followed through
//! the log's captures; places are the last noted ones.
//!
//! Bots that follow a tree see the war through the same [`Features::seen_by`], with places as a log notes them. Whoever leaves a
//! centre is taken to stand in its middle: in a log it is last seen at the rim, on the side where it is going, and a tree
//! that learns from that side knows nothing when it is asked where to go.

use super::journeys::{Journeys, Move, class, heuristics};
use super::log::{Entry, Log, noted};
use crate::map::{CentreId, Map};
use crate::war::{Event, TeamId, War};
use std::fmt::Write;
use wold_space::DVec2;

/// Names of the numbers about the whole war.
pub const GLOBAL: [&str; 16] = [
    "oldCC", "mopx", "mopy", "mtpx", "mtpy", "coo", "cto", "dco", "dct", "dcc", "dcuc", "dcoc", "dcec", "x",
    "y", "alive",
];
/// Names of the numbers about each centre.
pub const PER_CENTRE: [&str; 9] = ["neighbor", "own", "size", "dist", "h1", "h2", "h4", "nop", "nte"];

/// What one sees of a war: everybody's place and every centre's owner.
#[derive(Clone, Debug)]
pub struct Features {
    /// Places of the living, by agent.
    pub places: Vec<Option<DVec2>>,
    /// Owners, by centre.
    pub owners: Vec<Option<TeamId>>,
    /// Teams, by agent.
    pub teams: Vec<TeamId>,
}

/// Within so many times *near* of a centre one is close to it.
const CLOSE: f64 = 3.0;

impl Features {
    /// A war as it stands.
    #[must_use]
    pub fn of(war: &War) -> Self {
        Self {
            places: war.agents.iter().map(|agent| agent.lives().then(|| noted(agent.at))).collect(),
            owners: war.holdings.iter().map(|holding| holding.owner).collect(),
            teams: war.agents.iter().map(|agent| agent.team).collect(),
        }
    }

    /// Whether a team may take a centre; the rule of [`War::may_take`].
    #[must_use]
    pub fn may_take(&self, team: TeamId, centre: CentreId, map: &Map) -> bool {
        let owns = |id: CentreId| self.owners[id.index()] == Some(team);
        !owns(centre) && (map.roads[centre.index()].iter().any(|&id| owns(id)) || !map.ids().any(owns))
    }

    /// The names of all numbers, in their order.
    #[must_use]
    pub fn names(map: &Map) -> Vec<String> {
        let centres = map.ids().flat_map(|id| PER_CENTRE.map(|name| format!("C{}{name}", id.0 + 1)));
        GLOBAL.iter().map(|&name| name.to_owned()).chain(centres).collect()
    }

    /// All numbers, as the agent sees them that leaves a centre.
    #[must_use]
    pub fn seen_by(&self, agent: usize, from: CentreId, map: &Map, near: f64) -> Vec<f64> {
        let team = self.teams[agent];
        let own = map.centre(from).at;
        let of = |mates: bool| {
            let others = self.places.iter().enumerate().filter(move |(other, _)| *other != agent);
            others
                .filter(move |(other, _)| (self.teams[*other] == team) == mates)
                .filter_map(|(_, place)| *place)
        };
        let mean = |mates: bool| {
            let (mut sum, mut count) = (DVec2::ZERO, 0.0);
            for place in of(mates) {
                sum += place;
                count += 1.0;
            }
            if count > 0.0 { sum / count } else { own }
        };
        let nearest = |places: &mut dyn Iterator<Item = DVec2>| {
            let far = places.map(|place| place.distance(own)).fold(f64::INFINITY, f64::min);
            if far.is_finite() { far } else { map.extent.length() }
        };
        let centres = |wanted: &dyn Fn(Option<TeamId>) -> bool| {
            nearest(&mut map.ids().filter(|id| wanted(self.owners[id.index()])).map(|id| map.centre(id).at))
        };
        let owned = |wanted: &dyn Fn(TeamId) -> bool| {
            self.owners.iter().flatten().filter(|t| wanted(**t)).count() as f64
        };
        let (foes, mates) = (mean(false), mean(true));
        let mut numbers = vec![
            f64::from(from.0 + 1),
            foes.x,
            foes.y,
            mates.x,
            mates.y,
            owned(&|owner| owner != team),
            owned(&|owner| owner == team),
            nearest(&mut of(false)),
            nearest(&mut of(true)),
            centres(&|_| true),
            centres(&|owner| owner.is_none()),
            centres(&|owner| owner == Some(team)),
            centres(&|owner| owner.is_some_and(|owner| owner != team)),
            own.x,
            own.y,
            self.places.iter().flatten().count() as f64,
        ];
        for id in map.ids() {
            let centre = map.centre(id);
            let [h1, h2, h4] = if id == from { [0.0; 3] } else { heuristics(map, from, id) };
            let close = |mates: bool| {
                of(mates).filter(|place| place.distance(centre.at) < CLOSE * near).count() as f64
            };
            let own_by = match self.owners[id.index()] {
                None => 0.0,
                Some(owner) if owner == team => 1.0,
                Some(_) => 2.0,
            };
            let joined = f64::from(u8::from(map.roads[from.index()].contains(&id)));
            numbers.extend([
                joined,
                own_by,
                centre.size,
                centre.at.distance(own),
                h1,
                h2,
                h4,
                close(false),
                close(true),
            ]);
        }
        numbers
    }
}

/// The table of the chooser: `N,h1,h2,h4,y`.
#[must_use]
pub fn chooser_table(journeys: &Journeys, map: &Map) -> String {
    let mut table = String::from("N,h1,h2,h4,y\n");
    for one in &journeys.moves {
        let [h1, h2, h4] = heuristics(map, one.from, one.to);
        let joined = u8::from(map.roads[one.from.index()].contains(&one.to));
        let _ = writeln!(table, "{joined},{h1:.6},{h2:.6},{h4:.8},{}", class(map, one.from, one.to));
    }
    table
}

/// Which moves a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All of them.
    All,
    /// Those to a centre that the mover's team could take when it left: whoever flees, passes or goes home teaches nothing about
    /// conquest.
    Gains,
}

/// The table of the whole war: the names of [`Features::names`] and `goal`, the number of the centre, from 1.
#[must_use]
pub fn learned_table(log: &Log, journeys: &Journeys, map: &Map, which: Moves) -> String {
    let mut table = Features::names(map).join(",");
    table.push_str(",goal\n");
    let mut departures: Vec<&Move> = journeys.moves.iter().collect();
    departures.sort_by_key(|one| one.left);
    let mut seen = Features {
        places: vec![None; log.teams.len()],
        owners: vec![None; map.centres.len()],
        teams: log.teams.clone(),
    };
    let mut next = departures.into_iter().peekable();
    for entry in &log.entries {
        while let Some(one) = next.next_if(|one| one.left < entry.step()) {
            let team = log.teams[one.agent.index()];
            if which == Moves::Gains && !seen.may_take(team, one.to, map) {
                continue;
            }
            for number in seen.seen_by(one.agent.index(), one.from, map, log.near) {
                // In full: size / distance² is a matter of the sixth digit, and bots see it so.
                let _ = write!(table, "{number},");
            }
            let _ = writeln!(table, "{}", one.to.0 + 1);
        }
        match *entry {
            Entry::Update { agent, at, .. } => seen.places[agent.index()] = Some(at),
            Entry::War { event: Event::Capture { agent, centre, .. }, .. } => {
                seen.owners[centre.index()] = Some(log.teams[agent.index()]);
            }
            Entry::War { event: Event::Kill { agent, .. }, .. } => seen.places[agent.index()] = None,
            Entry::War { .. } => {}
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::log::tests::written;
    use super::*;
    use crate::bots::Kind;
    use crate::{Match, MatchConfig};
    use std::collections::BTreeMap;
    use wold_chance::Seed;

    #[test]
    fn bots_see_at_a_tick_the_very_numbers_that_the_table_holds_for_it() {
        let map = Map::classic();
        let config =
            MatchConfig { teams: vec![vec![Kind::Simple; 4]; 3], minutes: 3.0, ..MatchConfig::default() };
        let mut game = Match::new(&config, Seed(77)).expect("a match");
        let mut writer = super::super::LogWriter::new(&game.war, 1);
        let mut by_step = BTreeMap::new();
        while let Some(events) = game.step().map(<[Event]>::to_vec) {
            writer.note(&game.war, &events);
            by_step.insert(game.war.now, Features::of(&game.war));
        }
        let log = Log::parse(&writer.finish(), &map).expect("a log");
        let journeys = Journeys::of(&log, &map);
        let table = learned_table(&log, &journeys, &map, Moves::All);
        let mut moves = journeys.moves;
        moves.sort_by_key(|one| one.left);
        assert!(moves.len() > 20, "{}", moves.len());
        for (one, row) in moves.iter().zip(table.lines().skip(1)) {
            let played = by_step[&one.left].seen_by(one.agent.index(), one.from, &map, log.near);
            let written: Vec<f64> = row.split(',').map(|cell| cell.parse().expect("a number")).collect();
            assert_eq!(written[..232], played[..], "{one:?}");
        }
        assert!(learned_table(&log, &Journeys::of(&log, &map), &map, Moves::Gains).lines().count() > 10);
    }

    #[test]
    fn every_move_is_a_row_of_232_numbers_and_a_goal() {
        let map = Map::classic();
        let log = Log::parse(&written(Kind::Simple, 6.0), &map).expect("a log");
        let journeys = Journeys::of(&log, &map);
        assert!(journeys.moves.len() > 20, "{}", journeys.moves.len());
        let table = learned_table(&log, &journeys, &map, Moves::All);
        assert_eq!(Features::names(&map).len(), 232);
        assert!(table.lines().all(|line| line.split(',').count() == 233));
        let rows = table.lines().count() - 1;
        assert!(journeys.moves.len() - rows <= 12, "only moves of the last step have no row");
        assert_eq!(chooser_table(&journeys, &map).lines().count(), journeys.moves.len() + 1);
    }
}
