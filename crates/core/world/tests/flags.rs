//! A whole game that tells something, as `docs/contracts/game.md` shows it: whoever waves is seen to, and points are for all to know.

// excerpt: the game
use bevy_app::App;
use bevy_ecs::prelude::*;
use std::collections::BTreeSet;
use wold_space::EntityId;
use wold_wire::herald::{Circles, Field, Policy};
use wold_wire::told;
use wold_world::herald::{Board, Telling};
use wold_world::registry::Roll;
use wold_world::rules::{GameDefinition, GameInbox, answer};
use wold_world::{Phase, Registry, Rules, Step};

/// A flag somebody holds up. Who sees them sees it.
#[derive(Component)]
struct Flag {
    colour: u8,
    /// Metres above the ground.
    height: f64,
}

told! { Flag = "flags/flag" { colour: Field::whole(0, 7), height: Field::real(0, 4, 10) } }

/// The points of a colour. Everybody knows them.
struct Points {
    points: u32,
}

told! { Points = "flags/points" { points: Field::count() } }

/// Somebody began to wave. It happens, and is over.
struct Waved {
    who: EntityId,
}

told! { Waved = "flags/waved" { who: Field::id() } }

const WAVE: u16 = 0x0f01;

struct Flags;

impl Rules for Flags {
    fn definition(&self) -> GameDefinition {
        let (players, rules, goals) = ("whoever likes", "wave a flag", "wave oftener than the others");
        let (name, opponents, representation) = ("flags", Some("other colours"), "bodies with flags");
        GameDefinition { name, players, rules, goals, opponents, representation }
    }

    fn verbs(&self) -> BTreeSet<u16> {
        BTreeSet::from([WAVE])
    }

    fn build(&self, app: &mut App, registry: &mut Registry) {
        registry.replicate::<Flag>(Telling::by(Policy::Delta));
        registry.replicate_posts::<Points>(Telling::by(Policy::Delta).every(2));
        registry.replicate_posts::<Waved>(Telling::by(Policy::Passing));
        app.init_resource::<Tally>().add_systems(Step, play.in_set(Phase::Rules));
    }
}

/// Points by colour; a game that is to outlive its host would make this state.
#[derive(Resource, Default)]
struct Tally([u32; 8]);

fn play(world: &mut World) {
    for intent in world.resource_mut::<GameInbox>().take(&Flags.verbs()) {
        let colour = intent.payload.first().copied().unwrap_or(0) % 8;
        let Some(&entity) = world.resource::<Roll>().0.get(&intent.body) else { continue };
        world.entity_mut(entity).insert(Flag { colour, height: 2.25 });
        world.resource_mut::<Tally>().0[usize::from(colour)] += 1;
        world.resource_mut::<Board>().call(&Waved { who: intent.body }, Circles::EVERYBODY);
        answer(world, &intent, Ok(None));
    }
    world.resource_scope::<Tally, _>(|world, tally| {
        let mut board = world.resource_mut::<Board>();
        for (colour, &points) in (0..).zip(&tally.0) {
            board.post(colour, &Points { points }, Circles::EVERYBODY);
        }
    });
}
// end

use wold_space::GuestId;
use wold_wire::herald::{Ear, Hearer};
use wold_wire::state::metres_to_steps;
use wold_wire::{FromHost, Intent, Outcome};
use wold_world::herald::{Herald, Privy};
use wold_world::replication::{PerceptionConfig, Replicator, Watch};
use wold_world::{Act, Command, Decree, Origin, Realm, TickReport};

/// A guest, with all that stands between it and the world but the wire.
struct Visitor {
    watch: Watch,
    ear: Ear,
    circles: Circles,
    hearer: Hearer,
    waves: Vec<EntityId>,
}

struct Fair {
    realm: Realm,
    replicator: Replicator,
    herald: Herald,
    visitors: Vec<Visitor>,
}

impl Fair {
    fn new() -> Self {
        let mut realm = Realm::new(Origin { rules: vec![Box::new(Flags)], ..Origin::meadow(1) });
        let replicator = Replicator::new(&mut realm, PerceptionConfig::default());
        Self { herald: Herald::new(&realm), realm, replicator, visitors: Vec::new() }
    }

    fn step(&mut self, commands: Vec<Command>) -> TickReport {
        let report = self.realm.step(commands);
        self.replicator.observe(&mut self.realm);
        self.herald.observe(&mut self.realm);
        for visitor in &mut self.visitors {
            let (own, view) = (visitor.watch.body(), visitor.watch.look(&self.replicator, &self.realm));
            let entered = view.entered.iter().map(|(card, ..)| card.id);
            let crossed = entered.chain(view.left.iter().copied()).chain([own]);
            let knows = |id| id == own || visitor.watch.knows(&self.replicator, id);
            let mut letters = self.herald.letters_near(&mut visitor.ear, crossed, knows);
            let now = self.herald.circles_of(&self.realm, own);
            letters.extend(self.herald.letters(std::mem::replace(&mut visitor.circles, now), now));
            for letter in letters {
                let calls = visitor.hearer.take(&letter).expect("our own letter");
                visitor.waves.extend(
                    calls.iter().filter_map(|call| visitor.hearer.heard::<Waved>(call)).map(|wave| wave.who),
                );
            }
        }
        report
    }

    /// Somebody comes in; gives which of the visitors they are.
    fn enter(&mut self) -> usize {
        let number = self.visitors.len() as u64 + 1;
        let act = Act::Enter { name: format!("N{number}"), human: true, look: 0 };
        self.step(vec![Command { guest: GuestId(number), number: 0, act }]);
        let body = self.realm.body_of(GuestId(number)).expect("in the world");
        let hearer = Hearer::new(self.realm.manifest().as_ref().clone()).expect("a sound manifest");
        let (watch, ear) = (Watch::new(body), Ear::default());
        self.visitors.push(Visitor { watch, ear, circles: Circles::NONE, hearer, waves: Vec::new() });
        self.visitors.len() - 1
    }

    fn body(&self, who: usize) -> EntityId {
        self.visitors[who].watch.body()
    }

    fn put(&mut self, who: usize, x: f64, y: f64) {
        let decree = Decree::Move { who: self.body(who), to: [metres_to_steps(x), metres_to_steps(y)] };
        self.step(vec![Command { guest: GuestId(0), number: 0, act: Act::Decree(decree) }]);
        // Views are looked through anew a few times a second.
        (0..40).for_each(|_| drop(self.step(vec![])));
    }

    fn wave(&mut self, who: usize, colour: u8) {
        let act = Act::Intent(Intent::Game { verb: WAVE, payload: vec![colour] });
        let (guest, number) = (GuestId(who as u64 + 1), self.realm.now().0 as u32);
        let report = self.step(vec![Command { guest, number, act }]);
        let done = FromHost::Answer { number, outcome: Outcome::Done };
        assert!(report.mail.iter().any(|mail| mail.message == done));
        self.step(vec![]);
    }

    /// The flag somebody sees another hold.
    fn seen(&self, who: usize, other: usize) -> Option<(u8, f64)> {
        let flag = self.visitors[who].hearer.row::<Flag>(self.body(other).0);
        flag.map(|flag| (flag.colour, flag.height))
    }

    fn points(&self, who: usize, colour: u64) -> Option<u32> {
        self.visitors[who].hearer.row::<Points>(colour).map(|points| points.points)
    }
}

#[test]
fn flags_are_seen_by_who_is_near_and_points_and_waves_are_known_to_all() {
    let mut fair = Fair::new();
    let (ann, bob, far) = (fair.enter(), fair.enter(), fair.enter());
    fair.put(far, 900.0, 900.0);
    fair.wave(ann, 3);
    assert_eq!(fair.seen(ann, ann), Some((3, 2.3)), "one's own, as coarse as it is told");
    assert_eq!(fair.seen(bob, ann), Some((3, 2.3)));
    assert_eq!(fair.seen(far, ann), None);
    assert_eq!([ann, bob, far].map(|who| fair.points(who, 3)), [Some(1); 3]);
    assert_eq!(fair.visitors[far].waves, [fair.body(ann)]);
    let late = fair.enter();
    fair.step(vec![]);
    assert_eq!((fair.seen(late, ann), fair.points(late, 3)), (Some((3, 2.3)), Some(1)), "late is as good");
    assert!(fair.visitors[late].waves.is_empty(), "but what happened is over");
    fair.put(bob, 900.0, 905.0);
    assert_eq!(fair.seen(bob, ann), None, "out of sight");
    fair.wave(bob, 5);
    assert_eq!(fair.seen(far, bob), Some((5, 2.3)));
    fair.wave(ann, 4);
    fair.put(bob, 16.0, 16.0);
    assert_eq!(fair.seen(bob, ann), Some((4, 2.3)), "as it is when they meet again");
    let entity = fair.realm.ecs().resource::<Roll>().0[&fair.body(ann)];
    fair.realm.ecs_mut().entity_mut(entity).remove::<Flag>();
    fair.step(vec![]);
    assert_eq!(fair.seen(bob, ann), None, "let down");
}

#[test]
fn circles_are_a_matter_of_bodies_and_a_restored_world_begins_with_an_empty_board() {
    let mut fair = Fair::new();
    let (ann, bob) = (fair.enter(), fair.enter());
    let entity = fair.realm.ecs().resource::<Roll>().0[&fair.body(ann)];
    fair.realm.ecs_mut().entity_mut(entity).insert(Privy(Circles::one(4)));
    fair.realm.ecs_mut().resource_mut::<Board>().post(77, &Points { points: 9 }, Circles::one(4));
    fair.step(vec![]);
    assert_eq!([ann, bob].map(|who| fair.points(who, 77)), [Some(9), None]);
    let saved = fair.realm.save();
    fair.realm.restore(&saved).expect("our own state");
    fair.step(vec![]);
    assert_eq!(fair.points(ann, 77), None);
    assert_eq!(fair.points(ann, 0), Some(0), "what a step posts is there again");
}

/// Tells something else by a name that is taken.
struct Copycat;

struct Marks {
    marks: u8,
}

told! { Marks = "flags/points" { marks: Field::whole(1, 6) } }

impl Rules for Copycat {
    fn definition(&self) -> GameDefinition {
        Flags.definition()
    }

    fn build(&self, _: &mut App, registry: &mut Registry) {
        registry.replicate_posts::<Marks>(Telling::default());
    }
}

#[test]
#[should_panic(expected = "\"flags/points\" stands twice")]
fn two_games_cannot_tell_something_of_one_name() {
    let rules: Vec<Box<dyn Rules>> = vec![Box::new(Flags), Box::new(Copycat)];
    let _ = Herald::new(&Realm::new(Origin { rules, ..Origin::meadow(1) }));
}
