//! Conquero's bots as guests: they come in by the door of this process, are told what their team sees, and steer a body.
//!
//! Each decides with [`Bot`] on the [`Picture`] the news gave it, corrected by what it sees itself. Ways to a centre are walked by the same legs as
//! inhabitants have, around trees and houses; in a fight the body goes straight.

use std::sync::Arc;
use wold_chance::Seed;
use wold_conquero::bots::{Bot, Kind, Schooling, Skill};
use wold_conquero::plugin::Picture;
use wold_conquero::plugin::news::{JOIN, SWING, TOPIC};
use wold_conquero::{AgentId, Order};
use wold_dial::{Crew, CrewConfig, LocalDoor, Member};
use wold_folk::names::{Folk, name};
use wold_folk::{Legs, Spot, Walk};
use wold_guest::{Guest, GuestConfig, Known, Standing};
use wold_space::{DVec2, TICKS_PER_SECOND};
use wold_wire::state::turn_to_byte;
use wold_wire::{Gait, Intent, Steering};

/// Names of soldiers begin here, so that no inhabitant shares one.
const FIRST_NAME: usize = 600;
/// Rings of chunks a soldier sees.
const VIEW: u8 = 2;
/// Steps until a closed door is tried again.
const KNOCK_AGAIN: u64 = 5 * TICKS_PER_SECOND;
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

/// Lets an army in; it leaves when the crew is dropped.
///
/// # Errors
/// If no thread can be had.
pub fn settle(door: Arc<dyn LocalDoor>, army: &Army) -> std::io::Result<Crew> {
    let teams = army.teams.iter().enumerate();
    let kinds = teams.flat_map(|(team, &(kind, members))| std::iter::repeat_n((team as u8, kind), members));
    let soldiers = kinds.enumerate().map(|(number, (team, kind))| Soldier::new(army, number, team, kind));
    let config = CrewConfig { name: "soldiers", knock_again: KNOCK_AGAIN, ..CrewConfig::default() };
    Crew::settle(door, config, (), soldiers.collect())
}

/// One of the army, in the war or on its way into it.
struct Soldier {
    name: String,
    recruit: Box<dyn Fn() -> Pilot + Send>,
    pilot: Pilot,
}

impl Soldier {
    fn new(army: &Army, number: usize, team: u8, kind: Kind) -> Self {
        let seed = army.seed.child("conquero.soldier", &[number as u64]);
        let (skill, school) = (army.skill, army.school.clone());
        let recruit = move || Pilot::new(kind, skill, school.clone(), team, seed);
        let name = name(army.seed, Folk::Traveller, FIRST_NAME + number);
        Self { name, pilot: recruit(), recruit: Box::new(recruit) }
    }
}

impl Member for Soldier {
    type Home = ();

    fn name(&self) -> &str {
        &self.name
    }

    fn view(&self) -> u8 {
        VIEW
    }

    fn begin(&mut self, (): &mut ()) -> Guest {
        self.pilot = (self.recruit)();
        admitted()
    }

    fn live(&mut self, guest: &mut Guest, _: &dyn LocalDoor) {
        self.pilot.act(guest);
    }
}

/// A soldier's guest, let in by the door of this process.
fn admitted() -> Guest {
    Guest::admitted(GuestConfig { view: VIEW, ping_steps: 0, ..GuestConfig::default() })
}

/// A bot that steers a guest.
pub struct Pilot {
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

impl Pilot {
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

    /// Decides and steers: call before each [`Guest::step`].
    pub fn act(&mut self, guest: &mut Guest) {
        for news in guest.game_news(TOPIC) {
            if let Err(error) = self.picture.take(&news) {
                tracing::warn!(%error, "news of the war cannot be read");
            }
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

#[cfg(test)]
#[path = "soldiers_tests.rs"]
mod tests;
