//! The rules as whole-world tests: real bodies, real commands, a world that steps.

use super::news::{BRIEF, Captured, Hurt, JOIN, PING, Ping, RoundOver, SWING, Setting, TALK, Talk, WATCH};
use super::*;
use crate::war::{Agent, STEP, TeamId};
use crate::{AgentId, CentreId};
use std::collections::BTreeMap;
use wold_chance::Seed;
use wold_space::{EntityId, GuestId};
use wold_wire::herald::{Call, Circles, Hearer, Told};
use wold_wire::state::metres_to_steps;
use wold_wire::{FromHost, Intent, Outcome, Refusal, Steering};
use wold_world::herald::Herald;
use wold_world::parts::{Body, Fallen};
use wold_world::registry::Roll;
use wold_world::{Act, Command, Decree, Origin, Realm, TickReport, WorldConfig};

/// A world with the game in it, on a meadow as large as the classic map.
struct Stage {
    realm: Realm,
    theatre: Theatre,
    herald: Herald,
    guests: BTreeMap<u64, Listener>,
}

/// What a guest was told.
struct Listener {
    hearer: Hearer,
    circles: Circles,
    /// What happened in the last step.
    calls: Vec<Call>,
}

impl Stage {
    fn new(words: &str) -> Self {
        let genesis = Genesis::new(Seed(42));
        let game = Conquero::new(words.parse().expect("sound settings"), &genesis).expect("a map");
        let theatre = game.theatre().clone();
        let (source, start) = game.land().expect("the classic map brings its land");
        let mut config = WorldConfig::default();
        config.environment.enabled = false;
        let realm =
            Realm::new(Origin { seed: genesis.seed(), source, start, config, rules: vec![Box::new(game)] });
        Self { herald: Herald::new(&realm), realm, theatre, guests: BTreeMap::new() }
    }

    /// One tick, and what everybody is told of it.
    fn step(&mut self, commands: Vec<Command>) -> TickReport {
        let report = self.realm.step(commands);
        self.herald.observe(&mut self.realm);
        for (guest, &body) in &self.realm.guests().0 {
            let now = self.herald.circles_of(&self.realm, body);
            let new = || Listener {
                hearer: Hearer::new(self.realm.manifest().as_ref().clone()).expect("a sound manifest"),
                circles: Circles::NONE,
                calls: Vec::new(),
            };
            let listener = self.guests.entry(guest.0).or_insert_with(new);
            let before = std::mem::replace(&mut listener.circles, now);
            let letters = self.herald.letters(before, now);
            let take = |letter: &Vec<u8>| listener.hearer.take(letter).expect("our own letter");
            listener.calls = letters.iter().flat_map(take).collect();
        }
        report
    }

    fn hearer(&self, guest: u64) -> &Hearer {
        &self.guests[&guest].hearer
    }

    /// What of a kind a guest heard in the last step.
    fn heard<T: Told>(&self, guest: u64) -> Vec<T> {
        let Listener { hearer, calls, .. } = &self.guests[&guest];
        calls.iter().filter_map(|call| hearer.heard(call)).collect()
    }

    fn wait(&mut self, seconds: f64) -> Vec<crate::Event> {
        let mut events = Vec::new();
        for _ in 0..(seconds / STEP).round() as u32 {
            self.step(vec![]);
            events.extend(&self.realm.ecs().resource::<Dispatches>().events);
        }
        events
    }

    fn campaign(&self) -> &Campaign {
        self.realm.ecs().resource::<Campaign>()
    }

    fn agent(&self, id: AgentId) -> &Agent {
        &self.campaign().situation.agents[id.index()]
    }

    fn soldier(&self, guest: u64) -> Option<AgentId> {
        let entity = self.entity(guest);
        self.realm.ecs().get::<Soldier>(entity).map(|soldier| soldier.0)
    }

    fn team(&self, guest: u64) -> TeamId {
        self.agent(self.soldier(guest).expect("plays")).team
    }

    fn entity(&self, guest: u64) -> Entity {
        let body = self.realm.body_of(GuestId(guest)).expect("in the world");
        self.realm.ecs().resource::<Roll>().0[&body]
    }

    fn place(&self, guest: u64) -> DVec2 {
        self.realm.ecs().get::<Body>(self.entity(guest)).expect("a body").0.place
    }

    /// Puts a guest's body on a place of the map.
    fn put(&self, guest: u64, at: DVec2) -> Command {
        let who = self.realm.body_of(GuestId(guest)).expect("in the world");
        let to = self.theatre.in_world(at);
        command(0, Act::Decree(Decree::Move { who, to: [metres_to_steps(to.x), metres_to_steps(to.y)] }))
    }

    fn centre(&self, number: u16) -> DVec2 {
        self.theatre.map.centre(CentreId(number - 1)).at
    }

    fn owner(&self, number: u16) -> Option<TeamId> {
        self.campaign().situation.holdings[usize::from(number) - 1].owner
    }

    /// These humans come in and play, one after the other, and stand apart in a corner where nothing is.
    fn with_players(words: &str, humans: u64) -> Self {
        let mut stage = Self::new(words);
        for guest in 1..=humans {
            stage.step(vec![enter(guest, true)]);
            stage.step(vec![wish(guest, JOIN, &[])]);
        }
        stage.wait(0.2);
        for guest in 1..=humans {
            let aside = stage.put(guest, DVec2::new(600.0 + 60.0 * guest as f64, 980.0));
            stage.step(vec![aside]);
        }
        stage
    }
}

fn command(guest: u64, act: Act) -> Command {
    Command { guest: GuestId(guest), number: 7, act }
}

fn enter(guest: u64, human: bool) -> Command {
    command(guest, Act::Enter { name: format!("N{guest}"), human, look: 0 })
}

fn leave(guest: u64) -> Command {
    command(guest, Act::Leave { keep: true })
}

fn wish(guest: u64, verb: u16, payload: &[u8]) -> Command {
    command(guest, Act::Intent(Intent::Game { verb, payload: payload.into() }))
}

fn face(guest: u64, heading: u8) -> Command {
    command(guest, Act::Intent(Intent::Move(Steering { heading, ..Steering::default() })))
}

fn outcome(report: &TickReport, guest: u64) -> Option<Outcome> {
    report.mail.iter().filter(|mail| mail.to == GuestId(guest)).find_map(|mail| match &mail.message {
        FromHost::Answer { outcome, .. } => Some(outcome.clone()),
        _ => None,
    })
}

#[test]
fn standing_alone_at_a_centre_takes_it_and_raises_the_whole_team() {
    let mut stage = Stage::with_players("teams=2 members=2", 3);
    let (home, ally) = (stage.centre(10), stage.soldier(3).expect("plays"));
    assert_eq!((stage.team(1), stage.team(2), stage.team(3)), (TeamId(0), TeamId(1), TeamId(0)));
    let there = stage.put(1, home);
    stage.step(vec![there]);
    assert!(stage.wait(3.8).is_empty(), "not before its time");
    let events = stage.wait(0.4);
    assert!(
        matches!(events[..], [crate::Event::Capture { centre: CentreId(9), from: None, .. }]),
        "{events:?}"
    );
    assert_eq!(stage.owner(10), Some(TeamId(0)));
    assert_eq!(stage.agent(ally).level, 3.5, "size 25 is two levels and a half, for all");
    assert_eq!(stage.agent(stage.soldier(2).expect("plays")).level, 1.0);
}

#[test]
fn a_second_body_blocks_the_capture_whoever_it_is_and_a_watcher_does_not() {
    let mut stage = Stage::with_players("teams=2 members=2", 3);
    let home = stage.centre(1);
    let there = stage.put(1, home);
    stage.step(vec![there]);
    for intruder in [2, 3] {
        let beside = stage.put(intruder, home + DVec2::new(0.0, 14.0));
        stage.step(vec![beside]);
        assert!(stage.wait(6.0).is_empty(), "friend or foe: two are one too many");
        let away = stage.put(intruder, DVec2::new(600.0, 980.0));
        stage.step(vec![away]);
    }
    stage.step(vec![wish(3, WATCH, &[])]);
    let near = stage.put(3, home);
    stage.step(vec![near]);
    assert_eq!(stage.wait(4.2).len(), 1);
    assert!(stage.theatre.is_closed(stage.theatre.in_world(home)));
    assert!(!stage.theatre.is_closed(stage.place(3)), "who watches was led off the field");
}

#[test]
fn only_neighbours_of_what_the_team_holds_can_be_taken() {
    let mut stage = Stage::with_players("teams=2 members=1", 1);
    let mut visit = |number: u16| {
        let there = stage.put(1, stage.centre(number));
        stage.step(vec![there]);
        stage.wait(4.5);
        stage.owner(number).is_some()
    };
    assert!(visit(20), "who holds nothing takes anything");
    assert!(!visit(1), "1 is no neighbour of 20");
    assert!(visit(23));
    assert!(visit(1), "and 1 is a neighbour of 23");
}

#[test]
fn swings_hit_straight_ahead_within_dice_and_pause_and_cost_stamina() {
    let mut stage = Stage::with_players("teams=2 members=1", 2);
    let spot = DVec2::new(600.0, 700.0);
    let apart = vec![stage.put(1, spot), stage.put(2, spot + DVec2::new(12.0, 0.0)), face(1, 0)];
    stage.step(apart);
    let (attacker, target) = (stage.soldier(1).expect("plays"), stage.soldier(2).expect("plays"));
    let (life, stamina) = (stage.agent(target).life, stage.agent(attacker).stamina);
    // With the back to the target nothing happens but the effort.
    stage.step(vec![wish(1, SWING, &[128])]);
    assert_eq!(stage.agent(target).life, life);
    assert!(stage.agent(attacker).stamina < stamina - 8.0);
    let report = stage.step(vec![wish(1, SWING, &[0])]);
    assert_eq!(outcome(&report, 1), Some(Outcome::Refused(Refusal::TooOften)));
    let (mut most, mut hurts) = (0, 0);
    for _ in 0..12 {
        stage.wait(1.3);
        let back = vec![stage.put(2, spot + DVec2::new(12.0, 0.0)), wish(1, SWING, &[0])];
        stage.step(back);
        for Hurt { damage, .. } in stage.heard(2) {
            (most, hurts) = (most.max(damage), hurts + 1);
        }
    }
    assert!(hurts > 3 && (1..=8).contains(&most), "{hurts} hits of at most {most}");
}

#[test]
fn the_dead_fall_lose_a_level_and_come_back_elsewhere() {
    let mut stage = Stage::with_players("teams=2 members=1", 2);
    let rich = stage.centre(10);
    let there = stage.put(2, rich);
    stage.step(vec![there]);
    stage.wait(4.2);
    let target = stage.soldier(2).expect("plays");
    assert_eq!(stage.agent(target).level, 3.5);
    let mut died = None;
    for _ in 0..200 {
        let spot = stage.place(2);
        let near = stage.put(1, stage.theatre.on_map(spot) - DVec2::new(12.0, 0.0));
        let still = stage.put(2, stage.theatre.on_map(spot));
        stage.step(vec![near, still, wish(1, SWING, &[0])]);
        if !stage.agent(target).lives() {
            died = Some(spot);
            break;
        }
        stage.wait(1.3);
    }
    let died = died.expect("two hundred swings kill");
    assert!(stage.realm.ecs().get::<Fallen>(stage.entity(2)).is_some());
    assert_eq!(stage.agent(target).level, 2.5, "death costs a level");
    let report = stage.step(vec![wish(2, TALK, b"I am dead"), wish(1, SWING, &[0])]);
    assert_eq!(outcome(&report, 2), Some(Outcome::Done), "the dead may talk");
    let report = stage.step(vec![wish(2, SWING, &[0])]);
    assert_eq!(outcome(&report, 2), Some(Outcome::Refused(Refusal::Dead)));
    let events = stage.wait(3.0);
    assert!(events.contains(&crate::Event::Respawn { agent: target }));
    assert!(stage.realm.ecs().get::<Fallen>(stage.entity(2)).is_none());
    assert!(stage.place(2).distance(died) > 1.0);
    assert!(stage.agent(target).life > 20.0);
}

#[test]
fn a_round_ends_with_a_winner_and_the_next_begins_afresh() {
    let mut stage = Stage::with_players("teams=2 members=1 minutes=0.2 rounds=2", 2);
    let there = stage.put(2, stage.centre(1));
    stage.step(vec![there]);
    let mut told = Vec::new();
    for _ in 0..(40.0 / STEP) as u32 {
        stage.step(vec![]);
        let Listener { hearer, calls, .. } = &stage.guests[&1];
        let rounds = |one: &Happening| matches!(one, Happening::RoundOver(_) | Happening::RoundBegins);
        told.extend(calls.iter().filter_map(|call| Happening::of(hearer, call)).filter(rounds));
    }
    let over = |winner, last| Happening::RoundOver(RoundOver { winner, last });
    assert_eq!(told[0], over(Some(TeamId(1)), false));
    assert_eq!(told[1], Happening::RoundBegins);
    assert_eq!(told[2], over(None, true), "nobody held anything");
    assert_eq!(told[3], Happening::RoundBegins);
    assert_eq!(stage.campaign().wins, [0, 0], "a new series");
    assert!((1..=24).all(|number| stage.owner(number).is_none()));
}

#[test]
fn holding_everything_ends_a_round_where_conquest_counts_and_not_otherwise() {
    for (words, ends) in [("teams=2 members=1 conquest", true), ("teams=2 members=1", false)] {
        let mut stage = Stage::with_players(words, 1);
        for holding in &mut stage.realm.ecs_mut().resource_mut::<Campaign>().situation.holdings {
            holding.owner = Some(TeamId(0));
        }
        stage.step(vec![]);
        assert_eq!(stage.campaign().pause_until.is_some(), ends);
        assert_eq!(stage.campaign().wins, [u32::from(ends), 0]);
    }
}

#[test]
fn late_comers_go_where_the_fewest_humans_are() {
    let mut stage = Stage::with_players("teams=3 members=2", 2);
    stage.step(vec![enter(3, true), enter(4, true)]);
    stage.step(vec![wish(3, JOIN, &[0])]);
    assert_eq!(stage.team(3), TeamId(2), "a wish for the fuller team is not heard");
    stage.step(vec![wish(4, JOIN, &[1])]);
    assert_eq!(stage.team(4), TeamId(1), "a wish that keeps the balance is");
    let report = stage.step(vec![wish(4, JOIN, &[])]);
    assert_eq!(outcome(&report, 4), Some(Outcome::Refused(Refusal::NoUse)));
    for guest in 5..=9 {
        stage.step(vec![enter(guest, true)]);
        stage.step(vec![wish(guest, JOIN, &[])]);
    }
    let humans: Vec<usize> =
        (0..3).map(|team| (1..=9).filter(|&guest| stage.team(guest) == TeamId(team)).count()).collect();
    assert_eq!(humans, [3, 3, 3], "seats are made for those who come");
}

#[test]
fn a_human_takes_a_programs_seat_and_gives_it_back_when_leaving() {
    let mut stage = Stage::new("teams=2 members=2");
    let programs: Vec<u64> = (11..=14).collect();
    for &guest in &programs {
        stage.step(vec![enter(guest, false)]);
        stage.step(vec![wish(guest, JOIN, &[(guest % 2) as u8])]);
    }
    stage.wait(0.2);
    assert!(programs.iter().all(|&guest| stage.soldier(guest).is_some()));
    stage.step(vec![enter(1, true)]);
    stage.step(vec![wish(1, JOIN, &[])]);
    let seat = stage.soldier(1).expect("a human always gets in");
    let out: Vec<u64> = programs.iter().copied().filter(|&guest| stage.soldier(guest).is_none()).collect();
    assert_eq!(out.len(), 1);
    stage.wait(0.5);
    assert!(!stage.theatre.is_closed(stage.place(out[0])), "it waits off the field");
    assert!(stage.theatre.is_closed(stage.place(1)));
    stage.step(vec![leave(1)]);
    stage.wait(0.2);
    assert_eq!(stage.soldier(out[0]), Some(seat), "the program is back in its seat");
    assert!(stage.agent(seat).lives());
    stage.step(vec![enter(1, true)]);
    stage.step(vec![wish(1, JOIN, &[])]);
    assert!(
        stage.soldier(1).is_some() && programs.iter().filter(|&&g| stage.soldier(g).is_some()).count() == 3
    );
}

#[test]
fn each_side_is_told_what_it_may_know_and_watchers_everything() {
    let mut stage = Stage::with_players("teams=2 members=1", 2);
    stage.step(vec![enter(3, true)]);
    assert!(stage.hearer(3).row::<Setting>(0).is_some(), "told without asking");
    let apart = vec![stage.put(1, DVec2::new(30.0, 960.0)), stage.put(2, DVec2::new(1100.0, 30.0))];
    stage.step(apart);
    let seen = |stage: &mut Stage, guest: u64| {
        stage.wait(0.2);
        stage.hearer(guest).rows::<news::Whereabouts>().count()
    };
    assert_eq!([seen(&mut stage, 1), seen(&mut stage, 2), seen(&mut stage, 3)], [1, 1, 2]);
    let near = stage.put(2, DVec2::new(200.0, 960.0));
    stage.step(vec![near]);
    assert_eq!(seen(&mut stage, 1), 2);
    stage.step(vec![wish(1, WATCH, &[]), enter(4, false)]);
    let away = stage.put(2, DVec2::new(1100.0, 30.0));
    stage.step(vec![away]);
    assert_eq!(seen(&mut stage, 1), 1, "who watches sees the one who still plays");
    assert_eq!(stage.hearer(4).letters(), 0, "a program that is about something else is told nothing");
}

#[test]
fn words_and_pings_reach_the_team_alone_and_bad_ones_nobody() {
    let mut stage = Stage::with_players("teams=2 members=2", 3);
    stage.step(vec![wish(1, TALK, "nach Osten!".as_bytes())]);
    let talk = |stage: &Stage, guest| stage.heard::<Talk>(guest).len();
    assert_eq!([1, 2, 3].map(|guest| talk(&stage, guest)), [1, 0, 1]);
    let report = stage.step(vec![wish(1, TALK, b"again")]);
    assert_eq!(outcome(&report, 1), Some(Outcome::Refused(Refusal::TooOften)));
    stage.wait(1.0);
    let place = |x: f32, y: f32| [x.to_le_bytes(), y.to_le_bytes()].concat();
    stage.step(vec![wish(3, PING, &place(10.0, 20.25))]);
    let pings = stage.heard::<Ping>(1);
    assert_eq!((pings[0].east, pings[0].north), (10.0, 20.25));
    assert!(stage.heard::<Ping>(2).is_empty());
    let nonsense =
        [place(f32::NAN, 0.0), place(1e9, 0.0), vec![1, 2, 3], vec![]].map(|bytes| wish(1, PING, &bytes));
    for bad in nonsense.into_iter().chain([wish(1, TALK, &[0xff, 0xfe]), wish(1, TALK, &[b'a'; 400])]) {
        let report = stage.step(vec![bad]);
        assert!(matches!(outcome(&report, 1), Some(Outcome::Refused(_))));
    }
    let stranger = stage.step(vec![enter(9, true)]);
    drop(stranger);
    let report = stage.step(vec![wish(9, SWING, &[]), wish(9, 0x0c77, &[])]);
    assert_eq!(outcome(&report, 9), Some(Outcome::Refused(Refusal::UnknownVerb)));
}

#[test]
fn the_game_is_saved_hashed_and_the_same_every_time() {
    let words = "teams=2 members=2 minutes=1";
    let play = |stage: &mut Stage| {
        let there = stage.put(1, stage.centre(1));
        stage.step(vec![there]);
        stage.wait(5.0);
        stage.step(vec![wish(2, SWING, &[9])]);
        stage.wait(1.0);
    };
    let (mut one, mut twin) = (Stage::with_players(words, 3), Stage::with_players(words, 3));
    play(&mut one);
    let mut restored = Stage::new(words);
    restored.realm.restore(&twin.realm.save()).expect("our own state");
    play(&mut twin);
    play(&mut restored);
    assert_eq!(one.owner(1), Some(TeamId(0)));
    assert_eq!(one.realm.hash(), twin.realm.hash());
    assert_eq!(one.realm.hash(), restored.realm.hash());
    let body: EntityId = one.realm.body_of(GuestId(1)).expect("in");
    let words = one.realm.describe(body).expect("described");
    assert!(words.iter().any(|(name, _)| *name == "conquero soldier"), "the inspector shows who plays");
}

#[test]
fn a_guest_pictures_the_war_as_it_is_told() {
    let mut stage = Stage::with_players("teams=2 members=1", 2);
    let mut picture = Picture::default();
    let body = stage.realm.body_of(GuestId(1)).expect("in the world");
    let there = vec![wish(1, BRIEF, &[]), stage.put(1, stage.centre(1)), stage.put(2, stage.centre(2))];
    let report = stage.step(there);
    assert_eq!(outcome(&report, 1), Some(Outcome::Done), "pages of before ask to be told");
    for _ in 0..100 {
        stage.step(vec![]);
        let Listener { hearer, calls, .. } = &stage.guests[&1];
        picture.read(body, hearer, calls);
    }
    let war = picture.war().expect("briefed");
    assert_eq!(picture.role(), Some(AgentId(0)));
    assert_eq!(war.map.roads, stage.theatre.map.roads);
    assert_eq!(war.holdings[0].owner, Some(TeamId(0)));
    assert_eq!(war.holdings[1].owner, Some(TeamId(1)));
    assert!(war.agents[0].at.distance(stage.centre(1)) < 1.0);
    assert!(war.agents[1].lives(), "the foe at the next centre is seen");
    let captures =
        picture.happened().into_iter().filter(|one| matches!(one, Happening::Captured(Captured { .. })));
    assert_eq!(captures.count(), 2);
}

#[test]
fn the_living_world_has_centres_in_towns_and_hills_that_feet_reach() {
    for seed in [1, 42] {
        let genesis = Genesis::new(Seed(seed));
        let theatre = Theatre::new(Country::Living, &genesis).expect("a map");
        let again = Theatre::new(Country::Living, &genesis).expect("a map");
        assert_eq!(theatre.map, again.map, "the seed is the map");
        assert!(theatre.map.centres.len() >= 10, "{} centres", theatre.map.centres.len());
        assert_eq!(theatre.map.names.len(), theatre.map.centres.len());
        for centre in &theatre.map.centres {
            let place = theatre.in_world(centre.at);
            assert!(theatre.footing(centre.at).distance(place) < 2.0, "one can stand at a centre");
        }
        assert!(!theatre.is_closed(theatre.stand()));
    }
}
