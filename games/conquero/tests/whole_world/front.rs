//! The fixture: a town at war.

use wold_chance::Seed;
use wold_conquero::plugin::news::{Hold, JOIN, Standing, Whereabouts};
use wold_conquero::plugin::{Conquero, Happening, Picture, Theatre};
use wold_conquero::{AgentId, CentreId, TeamId};
use wold_genesis::Genesis;
use wold_land::Physique;
use wold_space::DVec2;
use wold_stage::town::{Town, Who};
use wold_wire::network::LinkConfig;
use wold_wire::state::metres_to_steps;
use wold_wire::{Intent, Outcome};
use wold_world::{Decree, Origin, Rules, WorldConfig};

pub struct Front {
    pub town: Town,
    theatre: Theatre,
    pictures: Vec<Picture>,
    happened: Vec<Vec<Happening>>,
}

impl Front {
    /// These come in over these links and play, one after the other, so that teams fill in turn; they stand apart where no centre is.
    pub fn with_players(settings: &str, links: &[LinkConfig]) -> Self {
        let genesis = Genesis::new(Seed(42));
        let game = Conquero::new(settings.parse().expect("sound settings"), &genesis).expect("a map");
        let theatre = game.theatre().clone();
        let (source, start) = game.land().expect("the classic map brings its land");
        let physique = Physique { walk: 4.0, run: 8.5, breath_spent: 0.0, ..Physique::default() };
        let mut config = WorldConfig { physique, ..WorldConfig::default() };
        config.environment.enabled = false;
        let origin = Origin { seed: genesis.seed(), source, start, config, rules: vec![Box::new(game)] };
        let mut front = Self { town: Town::new(origin), theatre, pictures: Vec::new(), happened: Vec::new() };
        for (number, &link) in links.iter().enumerate() {
            let who = front.enter(&format!("P{number}"), link);
            assert_eq!(front.wish(who, JOIN, &[]), Outcome::Done);
            front.run(0.5);
            front.put(who, DVec2::new(500.0 + 100.0 * number as f64, 990.0));
        }
        front
    }

    /// Somebody comes in and watches.
    pub fn enter(&mut self, name: &str, link: LinkConfig) -> Who {
        let who = self.town.join(name, link);
        self.town.gather();
        self.pictures.push(Picture::default());
        self.happened.push(Vec::new());
        who
    }

    /// Wishes something of the game and waits for the answer.
    pub fn wish(&mut self, who: Who, verb: u16, payload: &[u8]) -> Outcome {
        let outcome = self.town.ask(who, Intent::Game { verb, payload: payload.into() });
        self.listen();
        outcome
    }

    pub fn tick(&mut self) {
        self.town.tick();
        self.listen();
    }

    pub fn run(&mut self, seconds: f64) {
        for _ in 0..(seconds * 20.0).round() as u32 {
            self.tick();
        }
    }

    /// Runs until something holds; panics after so many seconds.
    pub fn until(&mut self, seconds: f64, holds: impl Fn(&Self) -> bool) -> f64 {
        for tick in 0..(seconds * 20.0) as u32 {
            if holds(self) {
                return f64::from(tick) / 20.0;
            }
            self.tick();
        }
        panic!("it did not come to that within {seconds} s");
    }

    fn listen(&mut self) {
        for (who, picture) in self.pictures.iter_mut().enumerate() {
            let calls = self.town.guest(who).calls();
            let known = self.town.known(who);
            if let Some(welcome) = known.welcome() {
                picture.read(welcome.body, known.herald(), &calls);
            }
            self.happened[who].extend(picture.happened());
        }
    }

    /// The operator sends somebody to a place of the map; they know it and the land around it when this returns.
    pub fn put(&mut self, who: Who, at: DVec2) {
        let to = self.theatre.in_world(at);
        let (body, to) = (self.town.body(who), [metres_to_steps(to.x), metres_to_steps(to.y)]);
        self.town.steward_mut().decree(Decree::Move { who: body, to });
        self.run(1.0);
    }

    /// Somebody walks to a place of the map on their own feet.
    pub fn walk(&mut self, who: Who, to: DVec2) {
        let place = self.theatre.in_world(to);
        self.town.walk(who, place);
        self.listen();
    }

    pub fn centre(&self, number: u16) -> DVec2 {
        self.theatre.map.centre(CentreId(number - 1)).at
    }

    /// What somebody was told of a centre.
    pub fn told(&self, who: Who, number: u16) -> &Hold {
        &self.pictures[who].holds()[usize::from(number) - 1]
    }

    /// Whose everybody was told a centre is; they must agree.
    pub fn owner(&self, number: u16) -> Option<TeamId> {
        let mut told = (0..self.pictures.len()).map(|who| self.told(who, number).owner);
        let first = told.next().expect("somebody is there");
        assert!(told.all(|owner| owner == first), "all are told alike");
        first
    }

    pub fn agent(&self, who: Who) -> AgentId {
        self.pictures[who].role().expect("plays")
    }

    /// How somebody was told a player stands.
    pub fn standing(&self, who: Who, of: Who) -> &Standing {
        &self.pictures[who].standings()[self.agent(of).index()]
    }

    /// Where somebody was told a player is.
    pub fn whereabouts(&self, who: Who, of: Who) -> Option<&Whereabouts> {
        self.pictures[who].whereabouts(self.agent(of))
    }

    /// Everybody's levels, as somebody was told.
    pub fn levels(&self, who: Who) -> Vec<f64> {
        self.pictures[who].standings().iter().map(|standing| standing.level).collect()
    }

    /// What somebody heard of since this was last asked.
    pub fn heard(&mut self, who: Who) -> Vec<Happening> {
        std::mem::take(&mut self.happened[who])
    }
}
