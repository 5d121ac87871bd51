use super::*;
use crate::command::{Act, Command};
use crate::parts::{Bag, CarriedBy, Thing};
use crate::realm::{Origin, Realm, spawn};
use crate::registry::Roll;
use crate::replication::{PerceptionConfig, Replicator, Watch as View};
use wold_lore::act::{Call, Hunt, Meaning};
use wold_lore::land::ThingKind;
use wold_lore::{Deed, SpeechAct};
use wold_space::TICKS_PER_SECOND;
use wold_wire::{Gait, Intent, Loudness, Steering};

const GUARD: u64 = 1;
const THIEF: u64 = 2;
const HERE: DVec2 = DVec2::new(16.0, 16.0);
const EAST: u8 = 0;

/// A guard who looks east and a player somewhere near, at an hour of the first night.
struct Night {
    realm: Realm,
    replicator: Replicator,
    eyes: View,
    told: Vec<(u8, bool)>,
}

impl Night {
    fn new(hour: f64, thief: DVec2) -> Self {
        let mut origin = Origin::meadow(1);
        origin.config.first_hour = hour;
        let mut realm = Realm::new(origin);
        let enter = |guest: u64, human| {
            let act = Act::Enter { name: format!("P{guest}"), human, look: 0 };
            Command { guest: GuestId(guest), number: 0, act }
        };
        realm.step(vec![enter(GUARD, false), enter(THIEF, true)]);
        let replicator = Replicator::new(&mut realm, PerceptionConfig::default());
        let eyes = View::new(realm.body_of(GuestId(GUARD)).expect("in"));
        let mut night = Self { realm, replicator, eyes, told: Vec::new() };
        night.put(GUARD, HERE);
        night.put(THIEF, thief);
        night.steer(GUARD, Gait::Walk);
        night
    }

    fn body(&self, guest: u64) -> EntityId {
        self.realm.body_of(GuestId(guest)).expect("in")
    }

    fn entity(&self, guest: u64) -> Entity {
        self.realm.ecs().resource::<Roll>().0[&self.body(guest)]
    }

    fn put(&mut self, guest: u64, place: DVec2) {
        let entity = self.entity(guest);
        self.realm.ecs_mut().get_mut::<Body>(entity).expect("bodies").0.place = place;
    }

    /// Stands, facing east, in a gait.
    fn steer(&mut self, guest: u64, gait: Gait) {
        let steering = Steering { east: 0, north: 0, heading: EAST, gait };
        self.step(vec![Command {
            guest: GuestId(guest),
            number: 0,
            act: Act::Intent(Intent::Move(steering)),
        }]);
    }

    fn step(&mut self, commands: Vec<Command>) -> Vec<crate::books::Entry> {
        let done = self.realm.step(commands);
        for mail in done.mail.iter().filter(|mail| mail.to == GuestId(THIEF)) {
            if let FromHost::Noticed { meter, perceived } = mail.message {
                self.told.push((meter, perceived));
            }
        }
        self.replicator.observe(&mut self.realm);
        self.eyes.look(&self.replicator, &self.realm);
        done.deeds
    }

    fn pass(&mut self, seconds: u64) {
        (0..seconds * TICKS_PER_SECOND).for_each(|_| drop(self.step(vec![])));
    }

    fn guard_sees(&self) -> bool {
        self.eyes.knows(&self.replicator, self.body(THIEF))
    }

    fn lantern(&mut self, lit: bool) {
        let entity = self.entity(THIEF);
        let by = CarriedBy(self.body(THIEF));
        let world = self.realm.ecs_mut();
        let lantern = spawn(world, (Thing { kind: ThingKind::Lantern, lit }, by));
        let id = world.get::<Id>(lantern).expect("spawned").0;
        let mut bag = world.get_mut::<Bag>(entity).expect("people have bags");
        bag.slots[0] = Some(id);
        bag.held = Some(0);
    }
}

#[test]
fn who_sneaks_up_from_behind_at_night_is_not_seen() {
    let mut night = Night::new(0.0, HERE - DVec2::new(6.0, 0.0));
    night.steer(THIEF, Gait::Sneak);
    night.pass(6);
    assert!(!night.guard_sees());
    assert_eq!(night.realm.ecs().resource::<Vigil>().meter(night.body(THIEF)), 0.0);
    night.steer(THIEF, Gait::Walk);
    night.pass(1);
    assert!(night.guard_sees(), "who walks is plain");
}

#[test]
fn a_lit_lantern_betrays_who_sneaks_before_the_watchers_eyes_in_the_dark() {
    for lit in [false, true] {
        let mut night = Night::new(0.0, HERE + DVec2::new(7.0, 60.0));
        night.lantern(lit);
        night.steer(THIEF, Gait::Sneak);
        night.put(THIEF, HERE + DVec2::new(7.0, 0.0));
        night.pass(8);
        assert_eq!(night.guard_sees(), lit, "lantern {lit}");
        let vigil = night.realm.ecs().resource::<Vigil>();
        assert_eq!(vigil.meter(night.body(THIEF)) == 1.0, lit);
    }
}

#[test]
fn who_begins_to_sneak_before_somebodys_eyes_is_not_hidden_from_them() {
    let mut day = Night::new(12.0, HERE + DVec2::new(5.0, 0.0));
    day.pass(1);
    assert!(day.guard_sees());
    day.steer(THIEF, Gait::Sneak);
    day.pass(3);
    assert!(day.guard_sees());
    assert_eq!(day.told.last(), Some(&(255, true)));
}

#[test]
fn the_one_who_sneaks_is_told_the_meter_whenever_it_changes_and_nothing_once_it_is_over() {
    let mut day = Night::new(12.0, HERE + DVec2::new(8.0, 60.0));
    day.steer(THIEF, Gait::Sneak);
    day.put(THIEF, HERE + DVec2::new(8.0, 0.0));
    let mut rising = Vec::new();
    for _ in 0..60 {
        day.step(vec![]);
        let vigil = day.realm.ecs().resource::<Vigil>();
        let (meter, told) = (vigil.meter(day.body(THIEF)), day.told.last().map_or(0, |told| told.0));
        assert_eq!(told, u8_of(meter), "what the page shows is the world's own number");
        rising.push(told);
    }
    assert!(rising.is_sorted() && rising.contains(&255), "{rising:?}");
    assert!(rising.iter().any(|meter| (1..255).contains(meter)), "it takes its time");
    day.steer(THIEF, Gait::Walk);
    assert_eq!(day.told.last(), Some(&(0, false)));
    let told = day.told.len();
    day.pass(1);
    assert_eq!(day.told.len(), told);
}

#[test]
fn a_theft_that_nobody_noticed_has_no_witness() {
    for gait in [Gait::Sneak, Gait::Walk] {
        let mut night = Night::new(0.0, HERE - DVec2::new(6.0, 0.0));
        night.steer(THIEF, gait);
        night.pass(2);
        let (doer, place) = (night.body(THIEF), HERE - DVec2::new(6.0, 0.0));
        crate::deeds::record(night.realm.ecs_mut(), doer, Deed::Kill, None, place);
        let deeds = night.step(vec![]);
        let seen: Vec<_> =
            deeds.iter().filter(|deed| deed.kind == Deed::Kill).map(|deed| deed.seen_by.len()).collect();
        assert_eq!(seen, [usize::from(gait == Gait::Walk)], "{gait:?}");
    }
}

#[test]
fn meters_are_part_of_what_is_saved() {
    let mut day = Night::new(12.0, HERE + DVec2::new(8.0, 60.0));
    day.steer(THIEF, Gait::Sneak);
    day.put(THIEF, HERE + DVec2::new(12.0, 0.0));
    (0..6).for_each(|_| drop(day.step(vec![])));
    let meter = day.realm.ecs().resource::<Vigil>().meter(day.body(THIEF));
    assert!(meter > 0.0 && meter < 1.0, "{meter}");
    let saved = day.realm.save();
    let mut again = Realm::new(Origin::meadow(1));
    again.restore(&saved).expect("just saved");
    assert_eq!(again.ecs().resource::<Vigil>(), day.realm.ecs().resource::<Vigil>());
    assert_eq!(again.hash(), day.realm.hash());
}

/// Indoors at night: a guard at the window of the upper room who looks into it, and a thief behind.
mod indoors {
    use crate::hamlet::{AT_WINDOW, BEHIND, STREET, Yard};
    use wold_lore::{Awareness, Rouse};
    use wold_space::DVec2;
    use wold_wire::{FromHost, Gait};

    const GUARD: u64 = 1;
    const THIEF: u64 = 2;

    fn states(yard: &Yard) -> Vec<(Awareness, Rouse)> {
        let told = yard.mail.iter().filter_map(|(to, message)| match message {
            FromHost::Aware(aware) if *to == GUARD => Some((aware.state, aware.cause)),
            _ => None,
        });
        told.collect()
    }

    #[test]
    fn upstairs_one_sneaks_and_is_noticed_as_anywhere_and_the_guard_calms_down_again() {
        let mut yard = Yard::new(12.0, &[(GUARD, false), (THIEF, true)]);
        yard.put(GUARD, AT_WINDOW, 1);
        yard.put(THIEF, STREET + DVec2::new(0.0, 30.0), 0);
        yard.face(THIEF, DVec2::X, Gait::Sneak);
        yard.face(GUARD, -DVec2::Y, Gait::Walk);
        yard.put(THIEF, BEHIND + DVec2::new(0.5, 0.0), 0);
        yard.pass(4.0);
        assert!(!yard.knows(GUARD, THIEF) && states(&yard).is_empty(), "a floor is between them");
        yard.put(THIEF, BEHIND + DVec2::new(0.5, 0.0), 1);
        yard.pass(4.0);
        assert!(yard.knows(GUARD, THIEF));
        let expected = [(Awareness::Suspicious, Rouse::SawSomething), (Awareness::Alert, Rouse::Perceived)];
        assert_eq!(states(&yard), expected);
        let edge = yard.realm.on_edge();
        assert_eq!(edge.state(yard.body(GUARD)), Awareness::Alert);
        let why = edge.last(yard.body(GUARD)).expect("it changed").cause.why.expect("it was seen");
        assert!(why.parts.count() >= why.needed, "{why:?}");
        yard.put(THIEF, STREET + DVec2::new(0.0, 60.0), 0);
        yard.pass(60.0);
        let calmed = [
            (Awareness::Searching, Rouse::LostSight),
            (Awareness::Suspicious, Rouse::Quiet),
            (Awareness::Unaware, Rouse::Quiet),
        ];
        assert_eq!(states(&yard)[2..], calmed);
    }

    #[test]
    fn from_an_upper_window_one_sees_the_street_and_is_told_of_who_walks_there() {
        let mut yard = Yard::new(12.0, &[(GUARD, false), (THIEF, true)]);
        yard.put(GUARD, AT_WINDOW, 1);
        yard.put(THIEF, STREET, 0);
        yard.pass(3.0);
        assert!(yard.knows(GUARD, THIEF) && yard.knows(THIEF, GUARD));
        yard.put(GUARD, DVec2::new(14.5, 9.0), 1);
        yard.pass(5.0);
        assert!(!yard.knows(GUARD, THIEF) && !yard.knows(THIEF, GUARD), "in the back room nobody sees out");
    }

    #[test]
    fn where_somebody_was_lost_is_where_they_were_last_seen() {
        let mut yard = Yard::new(12.0, &[(GUARD, false), (THIEF, true)]);
        yard.put(GUARD, STREET, 0);
        yard.face(GUARD, DVec2::X, Gait::Walk);
        yard.put(THIEF, STREET + DVec2::new(-60.0, 0.0), 0);
        yard.face(THIEF, DVec2::X, Gait::Sneak);
        let seen = STREET + DVec2::new(6.0, 0.0);
        yard.put(THIEF, seen, 0);
        yard.pass(4.0);
        yard.put(THIEF, STREET + DVec2::new(-9.0, 3.0), 0);
        yard.pass(6.0);
        let lost = yard.mail.iter().find_map(|(_, message)| match message {
            FromHost::Aware(aware) if aware.cause == Rouse::LostSight => Some(*aware),
            _ => None,
        });
        let lost = lost.expect("out of sight");
        assert!(lost.place.expect("somewhere").distance(seen) < 0.5, "{lost:?}");
        assert_eq!(lost.about, Some(yard.body(THIEF)));
    }
}

#[test]
fn who_bumps_into_a_back_or_strikes_it_is_noticed_at_once() {
    let mut night = Night::new(0.0, HERE - DVec2::new(6.0, 0.0));
    night.steer(THIEF, Gait::Sneak);
    night.pass(1);
    let (guard, thief) = (night.body(GUARD), night.body(THIEF));
    assert!(night.realm.vigil().hides(thief, guard));
    night.put(THIEF, HERE - DVec2::new(0.55, 0.0));
    night.step(vec![]);
    assert!(!night.realm.vigil().hides(thief, guard), "they touch");
    assert_eq!(night.realm.on_edge().state(guard), Awareness::Alert);

    let mut night = Night::new(0.0, HERE - DVec2::new(1.6, 0.0));
    night.steer(THIEF, Gait::Sneak);
    night.pass(1);
    assert!(night.realm.vigil().hides(thief, guard), "behind its back in the dark");
    let act = Act::Intent(Intent::Strike(guard));
    night.step(vec![Command { guest: GuestId(THIEF), number: 1, act }]);
    assert_eq!(night.realm.on_edge().state(guard), Awareness::Alert, "a blow is felt");
}

#[test]
fn an_alarm_that_is_understood_puts_who_hears_it_on_edge_and_small_talk_does_not() {
    for (call, state) in [(Some(Call::Alarm), Awareness::Searching), (None, Awareness::Unaware)] {
        let mut night = Night::new(12.0, HERE + DVec2::new(8.0, 0.0));
        let hunt = |call| Meaning::Hunt(Hunt { call, whom: None, place: Some([30, 16]) });
        let meaning = call.map_or(Meaning::Remark(None), hunt);
        let act = Some(Box::new(SpeechAct::to_all(meaning)));
        let say = Intent::Say { text: "Help! Stop them!".into(), loudness: Loudness::Talk, act };
        night.step(vec![Command { guest: GuestId(THIEF), number: 1, act: Act::Intent(say) }]);
        assert_eq!(night.realm.on_edge().state(night.body(GUARD)), state, "{call:?}");
    }
}
