//! Bots as guests of a real steward, in virtual time: everything but the clock and the thread.

use super::*;
use crate::bots::Replay;
use crate::plugin::{Campaign, Conquero, Soldier};
use crate::science::{Log, LogWriter};
use crate::{Match, MatchConfig};
use std::sync::Arc;
use wold_genesis::Genesis;
use wold_land::Physique;
use wold_space::{GuestId, TICKS_PER_SECOND};
use wold_steward::{Arrival, Out, Reach, Steward, StewardConfig, Stock};
use wold_wire::Down;
use wold_world::registry::Roll;
use wold_world::{Origin, Realm, Rules, WorldConfig};

struct Camp {
    steward: Steward,
    pilots: Vec<(Box<dyn Pilot>, Guest)>,
    mail: Vec<Vec<Down>>,
}

impl Camp {
    fn new(settings: &str, teams: &[(Kind, usize)]) -> Self {
        Self::taught(settings, teams, &Schooling::default())
    }

    fn taught(settings: &str, teams: &[(Kind, usize)], school: &Schooling) -> Self {
        let genesis = Genesis::new(Seed(42));
        let game = Conquero::new(settings.parse().expect("sound"), &genesis).expect("a map");
        let own = game.land();
        let (source, start) = own.unwrap_or_else(|| (Arc::new(genesis.clone()), genesis.start()));
        let mut config = WorldConfig {
            physique: Physique { run: 8.5, acceleration: 40.0, breath_spent: 0.0, ..Physique::default() },
            ..WorldConfig::default()
        };
        config.environment.enabled = false;
        let rules: Vec<Box<dyn Rules>> = vec![Box::new(game)];
        let realm = Realm::new(Origin { seed: genesis.seed(), source: source.clone(), start, config, rules });
        let steward = Steward::new(realm, Stock::new(source), StewardConfig::default());
        let mut camp = Self { steward, pilots: Vec::new(), mail: Vec::new() };
        for (team, &(kind, members)) in teams.iter().enumerate() {
            for _ in 0..members {
                let number = camp.pilots.len() as u64 + 1;
                camp.steward.admit(Arrival {
                    guest: GuestId(number),
                    name: format!("N{number}"),
                    human: false,
                    view: VIEW,
                    token: [0; 16],
                    operator: false,
                    account: None,
                    reach: Reach::Local,
                });
                let (seed, school) = (Seed(number), school.clone());
                let enlist = move || Trooper::new(kind, Skill::default(), school.clone(), team as u8, seed);
                let (guest, pilot) = Recruit::new(format!("N{number}"), VIEW, enlist).enter();
                camp.pilots.push((pilot, guest));
                camp.mail.push(Vec::new());
            }
        }
        camp
    }

    fn tick(&mut self) {
        let work = self.steward.step(&mut |_| {});
        self.steward.durable(work.tick);
        let ready = self.steward.take_ready();
        for delivery in work.deliveries.into_iter().chain(ready) {
            if let Out::Typed(down) = delivery.out {
                self.mail[delivery.to.0 as usize - 1].push(down);
            }
        }
        for (n, (pilot, guest)) in self.pilots.iter_mut().enumerate() {
            self.mail[n].drain(..).for_each(|down| guest.take(down));
            pilot.act(guest);
            for up in guest.step() {
                let _ = self.steward.take(GuestId(n as u64 + 1), up);
            }
        }
    }

    fn campaign(&self) -> &Campaign {
        self.steward.realm().ecs().resource::<Campaign>()
    }

    fn captures(&self) -> u32 {
        self.campaign().situation.agents.iter().map(|agent| agent.captures).sum()
    }
}

#[test]
fn bots_come_in_by_the_door_take_centres_and_fight() {
    let mut camp = Camp::new("teams=2 members=3", &[(Kind::Tactician, 3), (Kind::Simple, 3)]);
    for _ in 0..150 * TICKS_PER_SECOND {
        camp.tick();
    }
    let world = camp.steward.realm().ecs();
    let seated = world.resource::<Roll>().0.values().filter(|&&e| world.get::<Soldier>(e).is_some()).count();
    assert_eq!(seated, 6, "every bot has a seat");
    assert!(camp.captures() >= 10, "{} captures in two and a half minutes", camp.captures());
    let scores = &camp.campaign().situation.scores;
    assert!(scores.iter().all(|&score| score > 0.0), "both teams held something: {scores:?}");
}

#[test]
fn bots_find_their_way_between_the_houses_of_the_living_world() {
    let mut camp = Camp::new("map=living teams=2 members=2", &[(Kind::Tactician, 2), (Kind::Tactician, 2)]);
    for _ in 0..120 * TICKS_PER_SECOND {
        camp.tick();
    }
    assert!(camp.captures() >= 4, "{} captures in two minutes", camp.captures());
}

#[test]
fn bots_repeat_a_written_war_with_bodies_that_walk() {
    let config = MatchConfig {
        teams: vec![vec![Kind::Simple; 2]; 2],
        minutes: 2.0,
        conquest_ends: false,
        ..MatchConfig::default()
    };
    let mut war = Match::new(&config, Seed(5)).expect("a match");
    let mut writer = LogWriter::new(&war.war, 2);
    while let Some(events) = war.step().map(<[crate::Event]>::to_vec) {
        writer.note(&war.war, &events);
    }
    let log = Log::parse(&writer.finish(), &config.map).expect("our own log");
    let replay = Arc::new(Replay::of(&log));
    let school = Schooling { replay: Some(replay.clone()), ..Schooling::default() };
    let teams = [(Kind::Experiment, 2), (Kind::Experiment, 2)];
    let mut camp = Camp::taught("teams=2 members=2", &teams, &school);
    let (mut near, mut looked) = (0, 0);
    for tick in 0..100 * TICKS_PER_SECOND {
        camp.tick();
        // Bodies run slower than agents fly, so they catch up while the others rest.
        if tick < 20 * TICKS_PER_SECOND || tick % 20 != 0 {
            continue;
        }
        let situation = &camp.campaign().situation;
        for (id, agent) in (0..).map(AgentId).zip(&situation.agents).filter(|(_, agent)| agent.lives()) {
            let place = replay.place(id, situation.now).expect("everybody is in the log");
            looked += 1;
            near += u32::from(place.distance(agent.at) < 60.0);
        }
    }
    assert!(near * 2 > looked, "they were near those they follow {near} times of {looked}");
    assert!(camp.captures() > 0, "and take centres as they did");
}
