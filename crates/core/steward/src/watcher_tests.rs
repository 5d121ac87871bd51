use super::*;
use crate::{Arrival, Steward, Stock};
use wold_wire::message::Watching;
use wold_wire::{Gait, Intent, Loudness, Receiver, Snapshot, Steering};
use wold_world::{Origin, WorldConfig};

const ADA: GuestId = GuestId(1);
const LOOKER: GuestId = GuestId(2);

/// A meadow with Ada in it, and somebody who looks on.
struct Scene {
    steward: Steward,
    receiver: Receiver,
    heard: Vec<FromHost>,
    shown: Vec<Snapshot>,
}

impl Scene {
    fn new(config: WorldConfig, whom: Option<&str>) -> Self {
        let meadow = Origin::meadow(7);
        let origin = Origin { config: WorldConfig { fauna: 0.0, ..config }, ..meadow };
        let shelf = Stock::new(origin.source.clone());
        let mut steward = Steward::new(Realm::new(origin), shelf, StewardConfig::default());
        steward.admit(Arrival {
            guest: ADA,
            name: "Ada".into(),
            human: true,
            operator: false,
            token: [1; 16],
            view: 2,
            account: None,
            reach: Reach::Local,
        });
        let mut scene = Self { steward, receiver: Receiver::default(), heard: Vec::new(), shown: Vec::new() };
        scene.run(2);
        scene.steward.watch(Looker { guest: LOOKER, view: 2, whom: whom.map(str::to_owned) });
        scene.run(2);
        scene
    }

    fn say(&mut self, guest: GuestId, message: FromGuest) {
        self.steward.take(guest, Up::Message(message)).expect("no offence");
    }

    fn run(&mut self, ticks: usize) {
        for _ in 0..ticks {
            let work = self.steward.step(&mut |_| {});
            self.steward.durable(work.tick);
            let ready = self.steward.take_ready();
            for Delivery { out, .. } in
                work.deliveries.into_iter().chain(ready).filter(|delivery| delivery.to == LOOKER)
            {
                match out {
                    Out::Frame(Frame::Datagram(bytes)) => {
                        self.shown.extend(self.receiver.take(&bytes).expect("our own bytes decode"));
                    }
                    Out::Frame(Frame::Reliable(bytes)) => {
                        self.heard.push(FromHost::decode(&bytes).expect("our own bytes decode"));
                    }
                    Out::Typed(_) => panic!("watchers are far away"),
                }
            }
            let packet = SteeringPacket { acks: self.receiver.acks(), ..SteeringPacket::default() };
            self.steward.take(LOOKER, Up::Steering(packet)).expect("no offence");
        }
    }

    fn watching(&self) -> &Watching {
        let mut told = self.heard.iter().rev();
        told.find_map(|message| match message {
            FromHost::Watching(watching) => Some(watching),
            _ => None,
        })
        .expect("a watcher is told where it looks from")
    }

    fn place(&self) -> DVec2 {
        self.shown.last().expect("snapshots come").own.place
    }

    fn ada(&self) -> DVec2 {
        let body = self.steward.realm().body_of(ADA).expect("Ada is here");
        self.steward.realm().part::<wold_world::parts::Body>(body).expect("a body").0.place
    }
}

#[test]
fn a_watcher_is_shown_who_walks_and_is_nowhere_itself() {
    let mut scene = Scene::new(WorldConfig::default(), None);
    let entered = scene.shown.iter().flat_map(|snapshot| &snapshot.entered);
    assert_eq!(entered.map(|(card, _)| card.name.as_str()).collect::<Vec<_>>(), ["Ada"]);
    let east = Steering { east: 127, north: 0, heading: 0, gait: Gait::Walk };
    let before = scene.steward.realm().hash();
    scene.say(ADA, FromGuest::Do { number: 1, intent: Intent::Move(east) });
    scene.run(40);
    assert!(scene.shown.iter().any(|snapshot| !snapshot.updated.is_empty()), "Ada's steps are told");
    assert_ne!(scene.steward.realm().hash(), before);
    assert_eq!(scene.steward.realm().guests().0.len(), 1, "nobody but Ada has a body");
    assert_eq!(scene.steward.sessions().count(), 1);
    assert_eq!(scene.steward.watchers().count(), 1);
}

#[test]
fn a_world_with_watchers_is_the_world_without() {
    let mut alone = Scene::new(WorldConfig::default(), None);
    alone.steward.unwatch(LOOKER);
    let mut watched = Scene::new(WorldConfig::default(), Some("Ada"));
    watched.say(LOOKER, FromGuest::Fly { to: [900, 900] });
    watched.say(LOOKER, FromGuest::Do { number: 1, intent: Intent::say("Boo!", None) });
    for scene in [&mut alone, &mut watched] {
        scene.run(60);
    }
    assert_eq!(alone.steward.realm().hash(), watched.steward.realm().hash());
    let refused = |message: &FromHost| {
        matches!(message, FromHost::Answer { number: 1, outcome: Outcome::Refused(Refusal::NoUse) })
    };
    assert!(watched.heard.iter().any(refused), "who looks on can do nothing");
}

#[test]
fn a_watcher_follows_by_name_and_is_told_when_there_is_nobody_of_it() {
    let mut scene = Scene::new(WorldConfig::default(), Some("Ada"));
    assert_eq!(scene.watching().name, "Ada");
    assert!(scene.place().distance(scene.ada()) < 0.01);
    let run = Steering { east: 127, north: 0, heading: 0, gait: Gait::Run };
    scene.say(ADA, FromGuest::Do { number: 1, intent: Intent::Move(run) });
    scene.run(60);
    assert!(scene.place().distance(scene.ada()) < 0.01, "the viewpoint goes along");
    scene.say(LOOKER, FromGuest::Follow { whom: "Nobody".into() });
    scene.run(1);
    assert!(matches!(scene.heard.last(), Some(FromHost::Notice(words)) if words.contains("Nobody")));
    scene.steward.release(ADA, false);
    scene.run(2);
    assert_eq!(scene.watching().whom, None, "whoever is gone is followed no longer");
}

#[test]
fn a_viewpoint_flies_at_its_pace_and_within_the_worlds_bounds() {
    let watching = WatchingConfig { reach: 50.0, pace: 20.0, ..WatchingConfig::default() };
    let mut scene = Scene::new(WorldConfig { watching, ..WorldConfig::default() }, None);
    let begin = scene.place();
    scene.say(LOOKER, FromGuest::Fly { to: [i32::MAX, 0] });
    scene.run(20);
    assert!(
        (scene.place().distance(begin) - 20.0).abs() < 1.5,
        "{} m in a second",
        scene.place().distance(begin)
    );
    scene.run(100);
    assert!((scene.place().x - (begin.x + 50.0)).abs() < 0.01, "and no farther than it may");
}

#[test]
fn where_nobody_is_followed_the_viewpoint_stays() {
    let watching = WatchingConfig { follow: false, ..WatchingConfig::default() };
    let scene = Scene::new(WorldConfig { watching, ..WorldConfig::default() }, Some("Ada"));
    assert_eq!(scene.watching().whom, None);
    assert!(!scene.watching().follows);
}

#[test]
fn a_watcher_hears_what_is_said_aloud_and_no_whisper() {
    let mut scene = Scene::new(WorldConfig::default(), Some("Ada"));
    let say = |text: &str, loudness| Intent::Say { text: text.into(), loudness, act: None };
    scene.say(ADA, FromGuest::Do { number: 1, intent: say("A secret.", Loudness::Whisper) });
    scene.say(ADA, FromGuest::Do { number: 2, intent: say("Good morning.", Loudness::Talk) });
    scene.run(3);
    let heard: Vec<&str> = scene
        .heard
        .iter()
        .filter_map(|message| match message {
            FromHost::Heard { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(heard, ["Good morning."]);
}

#[test]
fn who_sneaks_is_not_shown() {
    let mut scene = Scene::new(WorldConfig::default(), None);
    let sneak = Steering { east: 127, north: 0, heading: 0, gait: Gait::Sneak };
    scene.say(ADA, FromGuest::Do { number: 1, intent: Intent::Move(sneak) });
    scene.run(5);
    assert!(scene.shown.iter().any(|snapshot| !snapshot.left.is_empty()));
    let walk = Steering { gait: Gait::Walk, ..sneak };
    scene.say(ADA, FromGuest::Do { number: 2, intent: Intent::Move(walk) });
    scene.shown.clear();
    scene.run(5);
    assert!(scene.shown.iter().any(|snapshot| !snapshot.entered.is_empty()), "and shown again when upright");
}

#[test]
fn nobody_asks_without_end() {
    let mut scene = Scene::new(WorldConfig::default(), None);
    let ask = || Up::Message(FromGuest::Follow { whom: "Ada".into() });
    let put_out = (0..1000).find_map(|_| scene.steward.take(LOOKER, ask()).err());
    assert_eq!(put_out, Some(Offence::Frantic));
}
