//! Whose things are, and what the ledger says of who takes them, gives them and strikes whom.

use std::sync::Arc;
use wold_lore::land::{Chunk, Growth, GrowthKind, Sprout, ThingKind};
use wold_lore::{Deed, Owner};
use wold_space::{ChunkPos, DVec2, EntityId, GuestId, TICKS_PER_SECOND};
use wold_wire::message::Saw;
use wold_wire::{FromHost, Intent, Outcome, Refusal, Target};
use wold_world::books::Entry;
use wold_world::parts::{Bag, Id, Lies, Thing};
use wold_world::{Act, ChunkSource, Command, Decree, Origin, Realm, TickReport};

const APPLE_AT: DVec2 = DVec2::new(16.0, 17.0);
const BREAD_AT: DVec2 = DVec2::new(6.0, 6.0);

/// A meadow with an apple, a coin beside it, and bread before a stall.
struct Common;

impl ChunkSource for Common {
    fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
        let mut chunk = Chunk::meadow(pos);
        if pos == ChunkPos::default() {
            let spot = |at: DVec2| [(at.x * 128.0) as u16, (at.y * 128.0) as u16];
            let sprout = |kind, at| Sprout { kind, at: spot(at) };
            chunk.sprouts = vec![
                sprout(ThingKind::Apple, APPLE_AT),
                sprout(ThingKind::Coin, APPLE_AT + DVec2::new(0.5, 0.0)),
                sprout(ThingKind::Bread, BREAD_AT),
            ];
            let at = spot(BREAD_AT + DVec2::new(0.0, 2.0));
            chunk.growths.push(Growth { kind: GrowthKind::Stall, at, size: 128, turn: 0 });
        }
        Arc::new(chunk)
    }
}

/// Ann, Ben and Cas beside the apple.
struct Yard {
    realm: Realm,
    number: u32,
    last: TickReport,
}

const ANN: u64 = 1;
const BEN: u64 = 2;
const CAS: u64 = 3;

impl Yard {
    fn new(change: impl FnOnce(&mut Origin)) -> Self {
        let mut origin = Origin { source: Arc::new(Common), ..Origin::meadow(3) };
        change(&mut origin);
        let mut realm = Realm::new(origin);
        let enter = |(guest, name): (u64, &str)| Command {
            guest: GuestId(guest),
            number: 0,
            act: Act::Enter { name: name.into(), human: true, look: 0 },
        };
        let last = realm.step([(ANN, "Ann"), (BEN, "Ben"), (CAS, "Cas")].map(enter).to_vec());
        let mut yard = Self { realm, number: 0, last };
        for (who, east) in [(ANN, 0.0), (BEN, 1.0), (CAS, -1.0)] {
            yard.send(who, APPLE_AT + DVec2::new(east, -0.9));
        }
        yard
    }

    fn body(&self, who: u64) -> EntityId {
        self.realm.body_of(GuestId(who)).expect("in")
    }

    fn decree(&mut self, decree: Decree) {
        let act = Act::Decree(decree);
        self.last = self.realm.step(vec![Command { guest: GuestId(0), number: 0, act }]);
    }

    fn send(&mut self, who: u64, at: DVec2) {
        let to = [(at.x * 128.0) as i32, (at.y * 128.0) as i32];
        let who = self.body(who);
        self.decree(Decree::Move { who, to });
    }

    fn grant(&mut self, who: u64, thing: ThingKind) -> EntityId {
        let body = self.body(who);
        let before = self.bag(who);
        self.decree(Decree::Grant { who: body, thing });
        let new = self.bag(who).into_iter().find(|id| !before.contains(id));
        // Or it lies on a stack that was there.
        let is_of_kind = |id: &EntityId| self.realm.part::<Thing>(*id).is_some_and(|part| part.kind == thing);
        new.or_else(|| self.bag(who).into_iter().find(is_of_kind)).expect("granted")
    }

    fn bag(&self, who: u64) -> Vec<EntityId> {
        let bag = self.realm.part::<Bag>(self.body(who)).expect("people have bags");
        bag.slots.iter().flatten().copied().collect()
    }

    fn slot(&self, who: u64, thing: EntityId) -> u8 {
        let bag = self.realm.part::<Bag>(self.body(who)).expect("people have bags");
        bag.slots.iter().position(|slot| *slot == Some(thing)).expect("it carries that") as u8
    }

    /// What becomes of a wish.
    fn ask(&mut self, who: u64, intent: Intent) -> Outcome {
        self.number += 1;
        let number = self.number;
        self.last = self.realm.step(vec![Command { guest: GuestId(who), number, act: Act::Intent(intent) }]);
        let answered = |message: &FromHost| match message {
            FromHost::Answer { number: n, outcome } if *n == number => Some(outcome.clone()),
            _ => None,
        };
        self.last.mail.iter().find_map(|mail| answered(&mail.message)).expect("every wish is answered")
    }

    /// Does something that must be done, and says what the ledger says of it.
    fn done(&mut self, who: u64, intent: Intent) -> Vec<Entry> {
        assert_eq!(self.ask(who, intent), Outcome::Done);
        self.last.deeds.clone()
    }

    fn lay(&mut self, who: u64, thing: EntityId) {
        let slot = self.slot(who, thing);
        self.done(who, Intent::Drop { slot });
    }

    fn give(&mut self, who: u64, thing: EntityId, to: u64) -> Vec<Entry> {
        let (slot, to) = (self.slot(who, thing), self.body(to));
        self.done(who, Intent::Give { slot, to })
    }

    fn owner(&self, thing: EntityId) -> Option<Owner> {
        self.realm.owner_of(thing)
    }

    fn lying(&mut self, kind: ThingKind) -> EntityId {
        let world = self.realm.ecs_mut();
        let mut things = world.query::<(&Id, &Thing, &Lies)>();
        things.iter(world).find(|(_, thing, _)| thing.kind == kind).expect("it lies there").0.0
    }

    fn pass(&mut self, seconds: u64) {
        (0..seconds * TICKS_PER_SECOND).for_each(|_| self.last = self.realm.step(vec![]));
    }

    /// Who was told of deeds in the last tick, and what.
    fn told(&self) -> Vec<(u64, &Saw)> {
        let letters = self.last.mail.iter();
        letters
            .filter_map(|mail| match &mail.message {
                FromHost::Saw(saw) => Some((mail.to.0, saw)),
                _ => None,
            })
            .collect()
    }
}

fn kinds(deeds: &[Entry]) -> Vec<Deed> {
    deeds.iter().map(|deed| deed.kind).collect()
}

#[test]
fn a_wild_apple_is_nobodys_and_who_takes_it_owns_it() {
    let mut yard = Yard::new(|_| {});
    let (apple, coin) = (yard.lying(ThingKind::Apple), yard.lying(ThingKind::Coin));
    assert_eq!(yard.owner(apple), None);
    assert_eq!(kinds(&yard.done(ANN, Intent::Take(apple))), [Deed::Take]);
    assert!(yard.told().is_empty(), "nobody talks about that");
    assert_eq!(yard.owner(apple), Some(Owner::Person(yard.body(ANN))));
    let found = yard.done(BEN, Intent::Take(coin));
    assert_eq!((kinds(&found), found[0].thing), (vec![Deed::Find], Some(ThingKind::Coin)));
    yard.lay(BEN, coin);
    assert_eq!(kinds(&yard.done(BEN, Intent::Take(coin))), [Deed::Take], "one's own is no find");
}

#[test]
fn taking_what_another_put_down_is_theft_until_it_is_given_back_and_taking_back_ones_own_is_not() {
    let mut yard = Yard::new(|_| {});
    let apple = yard.grant(ANN, ThingKind::Apple);
    let ann = Owner::Person(yard.body(ANN));
    yard.lay(ANN, apple);
    assert_eq!(yard.owner(apple), Some(ann));
    assert_eq!(kinds(&yard.done(ANN, Intent::Take(apple))), [Deed::Take]);
    yard.lay(ANN, apple);
    let theft = yard.done(BEN, Intent::Take(apple));
    assert_eq!(
        (theft[0].kind, theft[0].thing, theft[0].owner),
        (Deed::Steal, Some(ThingKind::Apple), Some(ann))
    );
    assert_eq!((theft[0].doer, theft[0].object), (yard.body(BEN), Some(apple)));
    let seen_by: Vec<EntityId> = [ANN, CAS].map(|who| yard.body(who)).to_vec();
    assert_eq!(theft[0].seen_by, seen_by, "the ledger names the witnesses");
    let told: Vec<u64> = yard.told().iter().map(|(guest, _)| *guest).collect();
    assert_eq!(told, [BEN, ANN, CAS], "the thief knows it, too");
    assert_eq!(yard.told()[1].1.whose, Some(ann));
    assert_eq!(yard.owner(apple), Some(ann), "in the thief's bag");
    yard.give(BEN, apple, CAS);
    assert_eq!(yard.owner(apple), Some(ann), "who is given what was stolen does not own it");
    yard.give(CAS, apple, ANN);
    yard.give(ANN, apple, BEN);
    assert_eq!(yard.owner(apple), Some(Owner::Person(yard.body(BEN))), "a gift is the receiver's");
    let slot = yard.slot(BEN, apple);
    assert_eq!(kinds(&yard.done(BEN, Intent::Use { slot, on: Target::Nothing })), [Deed::Eat]);
}

#[test]
fn where_theft_is_forbidden_hands_are_kept_off() {
    let mut yard = Yard::new(|origin| origin.config.property.theft = false);
    let apple = yard.grant(ANN, ThingKind::Apple);
    yard.lay(ANN, apple);
    assert_eq!(yard.ask(BEN, Intent::Take(apple)), Outcome::Refused(Refusal::NotYours));
    assert!(yard.last.deeds.is_empty() && yard.bag(BEN).is_empty());
    yard.done(ANN, Intent::Take(apple));
    let wild = yard.lying(ThingKind::Apple);
    yard.done(BEN, Intent::Take(wild));
}

#[test]
fn what_was_put_down_long_ago_and_what_was_that_of_who_left_is_nobodys() {
    let mut yard = Yard::new(|origin| origin.config.property.lost_minutes = 0.1);
    let [apple, herb, axe] =
        [ThingKind::Apple, ThingKind::Herb, ThingKind::Axe].map(|kind| yard.grant(ANN, kind));
    yard.lay(ANN, apple);
    yard.pass(5);
    assert!(yard.owner(apple).is_some());
    yard.pass(2);
    assert_eq!(yard.owner(apple), None);
    assert_eq!(kinds(&yard.done(BEN, Intent::Take(apple))), [Deed::Take]);
    yard.lay(ANN, herb);
    yard.done(CAS, Intent::Take(herb));
    let leave = Act::Leave { keep: false };
    yard.last = yard.realm.step(vec![Command { guest: GuestId(ANN), number: 0, act: leave }]);
    assert_eq!(yard.owner(axe), None, "it lies where she was");
    assert_eq!(yard.owner(herb), Some(Owner::Person(yard.body(CAS))), "nobody claims it any more");
}

#[test]
fn wares_before_a_stall_are_the_markets_while_somebody_minds_them() {
    let mut yard = Yard::new(|_| {});
    let bread = yard.lying(ThingKind::Bread);
    yard.send(ANN, BREAD_AT + DVec2::new(0.0, -1.0));
    yard.send(BEN, BREAD_AT + DVec2::new(4.0, 0.0));
    let theft = yard.done(ANN, Intent::Take(bread));
    assert_eq!((theft[0].kind, theft[0].owner), (Deed::Steal, Some(Owner::Market)));
    let mut yard = Yard::new(|_| {});
    let bread = yard.lying(ThingKind::Bread);
    yard.send(ANN, BREAD_AT + DVec2::new(0.0, -1.0));
    assert_eq!(kinds(&yard.done(ANN, Intent::Take(bread))), [Deed::Take], "nobody minds it");
}

#[test]
fn something_given_back_at_once_is_a_trade_and_later_another_gift() {
    let mut yard = Yard::new(|_| {});
    let [coin, bread, more] =
        [ThingKind::Coin, ThingKind::Bread, ThingKind::Apple].map(|k| yard.grant(ANN, k));
    yard.give(ANN, bread, BEN);
    yard.pass(5);
    assert_eq!(kinds(&yard.give(ANN, coin, BEN)), [Deed::Give]);
    yard.pass(2);
    let trade = yard.give(BEN, bread, ANN);
    assert_eq!((kinds(&trade), trade[0].thing), (vec![Deed::Trade], Some(ThingKind::Bread)));
    assert_eq!((trade[0].doer, trade[0].object), (yard.body(ANN), Some(yard.body(BEN))), "Ann has bought");
    assert_eq!(kinds(&yard.give(ANN, more, BEN)), [Deed::Give]);
    // Where one of them is from a log read up to here, the other half makes the same trade.
    let saved = yard.realm.save();
    yard.realm.restore(&saved).expect("our own snapshot");
    assert_eq!(kinds(&yard.give(BEN, coin, ANN)), [Deed::Trade]);
    yard.pass(5);
    assert_eq!(kinds(&yard.give(ANN, coin, BEN)), [Deed::Give]);
}

#[test]
fn who_strikes_a_striker_helps_and_the_victim_is_told_even_when_dead() {
    let mut yard = Yard::new(|origin| origin.config.flesh.fist = 0.6);
    let [ann, ben, cas] = [ANN, BEN, CAS].map(|who| yard.body(who));
    assert_eq!(kinds(&yard.done(BEN, Intent::Strike(ann))), [Deed::Strike]);
    let rescue = yard.done(CAS, Intent::Strike(ben));
    assert_eq!(kinds(&rescue), [Deed::Strike, Deed::Help]);
    assert_eq!((rescue[1].doer, rescue[1].object), (cas, Some(ann)));
    yard.pass(1);
    assert_eq!(kinds(&yard.done(BEN, Intent::Strike(ann))), [Deed::Strike, Deed::Kill]);
    let deaths = |(guest, saw): &(u64, &Saw)| (saw.deed == Deed::Kill).then_some(*guest);
    let told: Vec<u64> = yard.told().iter().filter_map(deaths).collect();
    assert_eq!(told, [BEN, ANN, CAS]);
}

#[test]
fn what_is_far_away_is_not_seen_and_nobody_takes_in_a_whole_throng() {
    let mut yard = Yard::new(|_| {});
    yard.send(CAS, APPLE_AT + DVec2::new(60.0, 0.0));
    let ben = yard.body(BEN);
    yard.done(ANN, Intent::Strike(ben));
    assert_eq!(yard.told().iter().map(|(guest, _)| *guest).collect::<Vec<_>>(), [ANN, BEN]);
    let crowd = |n: u64| Command {
        guest: GuestId(n),
        number: 0,
        act: Act::Enter { name: format!("Person {n}"), human: true, look: 0 },
    };
    yard.realm.step((10..40).map(crowd).collect());
    let ann = yard.body(ANN);
    for n in 10..40 {
        yard.send(n, APPLE_AT + DVec2::new(1.0, -0.9));
    }
    let strike = |n| Command { guest: GuestId(n), number: 1, act: Act::Intent(Intent::Strike(ann)) };
    yard.last = yard.realm.step((10..40).map(strike).collect());
    let blows = yard.last.deeds.iter().filter(|deed| deed.kind == Deed::Strike).count();
    let told = yard.told().iter().filter(|(guest, _)| *guest == BEN).count();
    assert!(blows > 8 && told == 8, "{told} of {blows}");
}
