//! Conquero's bots as guests: they come in by the door like everybody, are told what their team sees, and steer a body.
//!
//! Each decides with [`Bot`] on the [`Picture`] the news gave it, corrected by what it sees itself. Ways to a centre are walked by the same legs as
//! inhabitants have, around trees and houses; in a fight the body goes straight.

use super::news::{JOIN, SWING};
use super::picture::Picture;
use crate::bots::{Bot, Kind, Schooling, Skill};
use crate::war::{AgentId, Order};
use wold_chance::Seed;
use wold_folk::names::{Folk, name};
use wold_folk::{Legs, Spot, Walk};
use wold_guest::{Guest, Known, Pilot, Recruit, Standing};
use wold_space::DVec2;
use wold_wire::state::turn_to_byte;
use wold_wire::{Gait, Intent, Steering};

/// Names of soldiers begin here, so that no inhabitant shares one.
const FIRST_NAME: usize = 600;
/// Rings of chunks a soldier sees.
const VIEW: u8 = 2;
/// Metres from a centre at which legs have arrived.
const ARRIVED: f64 = 1.5;

/// Who fights.
#[derive(Clone, Debug)]
pub struct Army {
    /// Kind and number of each team's bots.
    pub teams: Vec<(Kind, usize)>,
    /// How good they are with their hands.
    pub skill: Skill,
    /// What they were taught.
    pub school: Schooling,
    /// Seeds their names and decisions.
    pub seed: Seed,
}

impl Army {
    /// Everybody in it, team by team.
    #[must_use]
    pub fn recruits(&self) -> Vec<Recruit> {
        let teams = self.teams.iter().enumerate();
        let kinds =
            teams.flat_map(|(team, &(kind, members))| std::iter::repeat_n((team as u8, kind), members));
        kinds.enumerate().map(|(number, (team, kind))| self.recruit(number, team, kind)).collect()
    }

    fn recruit(&self, number: usize, team: u8, kind: Kind) -> Recruit {
        let seed = self.seed.child("conquero.soldier", &[number as u64]);
        let (skill, school) = (self.skill, self.school.clone());
        let name = name(self.seed, Folk::Traveller, FIRST_NAME + number);
        Recruit::new(name, VIEW, move || Trooper::new(kind, skill, school.clone(), team, seed))
    }
}

/// A bot that steers a guest.
struct Trooper {
    picture: Picture,
    kind: Kind,
    skill: Skill,
    school: Schooling,
    team: u8,
    seed: Seed,
    bot: Option<(AgentId, Bot)>,
    legs: Legs,
    goal: Option<DVec2>,
    joined: bool,
}

impl Trooper {
    /// A bot that will ask for a seat in a team.
    #[must_use]
    pub fn new(kind: Kind, skill: Skill, school: Schooling, team: u8, seed: Seed) -> Self {
        Self {
            picture: Picture::default(),
            kind,
            skill,
            school,
            team,
            seed,
            bot: None,
            legs: Legs::new(seed.0),
            goal: None,
            joined: false,
        }
    }

    /// What one sees oneself is newer than any news.
    fn look(&mut self, known: &Known) {
        for (&id, sighted) in known.entities().iter().filter(|(_, sighted)| sighted.is_person()) {
            self.picture.see(id, known.place_of(sighted));
        }
        if let Some(welcome) = known.welcome() {
            self.picture.see(welcome.body, known.place());
        }
    }

    fn steering(&mut self, known: &Known, order: &Order, bound: Option<DVec2>) -> Steering {
        if let Some(goal) = bound
            && goal.distance(known.place()) > ARRIVED
        {
            let lost = matches!(self.legs.walk(), Walk::Idle | Walk::Stuck | Walk::Arrived);
            if self.goal != Some(goal) || lost {
                self.goal = Some(goal);
                self.legs.go(known, Spot::ground(goal), Gait::Run, ARRIVED * 0.6);
            }
            return self.legs.step(known);
        }
        self.goal = None;
        let thrust = if bound.is_some() { DVec2::ZERO } else { order.thrust.clamp_length_max(1.0) };
        let look = if order.face == DVec2::ZERO { thrust } else { order.face };
        let heading = look.try_normalize().map_or(known.footing().motion().heading, |look| {
            turn_to_byte(libm::atan2(look.y, look.x) / std::f64::consts::TAU)
        });
        let part = |share: f64| (share * 127.0).round() as i8;
        Steering { east: part(thrust.x), north: part(thrust.y), heading, gait: Gait::Run }
    }
}

impl Pilot for Trooper {
    fn act(&mut self, guest: &mut Guest) {
        let calls = guest.calls();
        if let Some(body) = guest.known().welcome().map(|welcome| welcome.body) {
            self.picture.read(body, guest.known().herald(), &calls);
        }
        if *guest.known().standing() != Standing::Inside {
            return;
        }
        if !self.joined {
            self.joined = true;
            guest.wish(Intent::Game { verb: JOIN, payload: vec![self.team] });
        }
        self.picture.pass();
        self.look(guest.known());
        let Some(role) = self.picture.role() else {
            self.bot = None;
            guest.steer(Steering::default());
            return;
        };
        if self.bot.as_ref().is_none_or(|(id, _)| *id != role) {
            self.bot = Some((role, Bot::new(self.kind, self.skill, self.school.clone(), role, self.seed)));
        }
        let (Some(war), Some((_, bot))) = (self.picture.war(), &mut self.bot) else { return };
        let order = bot.order(war);
        let bound = bot.bound().map(|id| self.picture.in_world(war.map.centre(id).at));
        let steering = self.steering(guest.known(), &order, bound);
        if order.swing {
            self.picture.swung();
            guest.wish(Intent::Game { verb: SWING, payload: vec![steering.heading] });
        }
        guest.steer(steering);
    }
}

#[cfg(test)]
#[path = "trooper_tests.rs"]
mod tests;
