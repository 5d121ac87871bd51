//! Why somebody did what it did: its diary around a moment, and the world as it was then.
//!
//! Contract: a pure function of the record. The diary says what the inhabitant noticed, believed and decided, and on what evidence; the world, replayed to that moment, says who was near, whether a clear line
//! led to them, whether they hid, how far they were noticed and by what of their body, shape of the eyes and light, what was heard on which way, and what the law was like there. Neither knows the other: where they differ, the inhabitant was wrong.

use serde::Serialize;
use wold_folk::diary::{Entry, What};
use wold_space::{DVec2, EntityId, TICKS_PER_SECOND, Tick};
use wold_wire::Pose;
use wold_world::Realm;
use wold_world::environment::Environment;
use wold_world::ground::Ground;
use wold_world::noise::Noises;
use wold_world::parts::{Body, Guard, Person};
use wold_world::registry::Roll;
use wold_world::vigil::{self, Look};

/// Metres within which people are told of, and how many.
const NEAR: f64 = 40.0;
const MOST: usize = 24;

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Why {
    /// Of whom.
    pub who: String,
    /// Around when.
    pub tick: u64,
    /// What led to it, in a sentence or two; nothing if the diary says nothing.
    pub because: Vec<String>,
    /// The diary around that moment, oldest first.
    pub diary: Vec<WhyLine>,
    /// The world at that moment; nothing if they were not in it.
    pub scene: Option<WhyScene>,
}

/// A line of a diary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhyLine {
    /// When.
    pub tick: u64,
    /// Seconds after the moment asked about; before it if negative.
    pub seconds: f64,
    /// In words.
    pub text: String,
    /// As it was written.
    pub entry: Entry,
}

/// The world at a moment, around somebody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhyScene {
    /// Where it was.
    pub place: [f64; 2],
    /// On which storey.
    pub level: u8,
    /// Whether it kept the law.
    pub guard: bool,
    /// How much crime was known there.
    pub crime: f32,
    /// Who was near, the nearest first.
    pub near: Vec<WhyOther>,
    /// What it heard lately of what it did not see, the newest last.
    pub heard: Vec<WhySound>,
}

/// A sound that came to somebody's ears.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhySound {
    /// When.
    pub tick: u64,
    /// What it sounded like.
    pub sound: String,
    /// How loud it was there, 0 to 1.
    pub loudness: f64,
    /// The corners of its way, from where it was made on.
    pub way: Vec<[f64; 2]>,
}

/// Somebody near.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhyOther {
    /// Who.
    pub name: String,
    /// How far away.
    pub metres: f64,
    /// Whether nothing stood between.
    pub in_sight: bool,
    /// Whether they sneaked.
    pub sneaking: bool,
    /// Whether they were hidden from the one asked about.
    pub hidden: bool,
    /// How far anybody had noticed them, 0 to 1, if they hid.
    pub noticed: Option<f64>,
    /// How the one asked about looked at them: shape, parts of the body in sight, light; nothing if there was no look.
    pub look: Option<WhyLook>,
}

/// A look at somebody who hides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhyLook {
    /// How far they were noticed by it, 0 to 1.
    pub meter: f64,
    /// The shape of the eyes they were in; nothing outside of all.
    pub shape: Option<String>,
    /// Parts of the body in sight.
    pub hit: usize,
    /// Parts of the body that something hid.
    pub missed: usize,
    /// The reasons, in words.
    pub why: String,
}

/// Puts an answer together from somebody's diary and the world at that moment. `window` is in seconds, before and after.
#[must_use]
pub fn why<'a>(
    who: &str,
    tick: Tick,
    window: f64,
    diary: impl IntoIterator<Item = &'a Entry>,
    realm: Option<&Realm>,
) -> Why {
    let reach = (window.clamp(0.0, 86_400.0) * TICKS_PER_SECOND as f64) as u64;
    let around = |entry: &&Entry| entry.tick.0.abs_diff(tick.0) <= reach;
    let mut entries: Vec<&Entry> = diary.into_iter().filter(around).collect();
    entries.sort_by_key(|entry| entry.tick);
    let seconds = |entry: &Entry| (entry.tick.0 as f64 - tick.0 as f64) / TICKS_PER_SECOND as f64;
    Why {
        who: who.to_owned(),
        tick: tick.0,
        because: because(who, &entries, tick),
        diary: entries
            .iter()
            .map(|entry| WhyLine {
                tick: entry.tick.0,
                seconds: seconds(entry),
                text: entry.in_words(who),
                entry: (*entry).clone(),
            })
            .collect(),
        scene: realm.and_then(|realm| scene(realm, who)),
    }
}

/// The last thing it decided before the moment, and the last thing it learnt before that.
fn because(who: &str, entries: &[&Entry], tick: Tick) -> Vec<String> {
    let before: Vec<&&Entry> = entries.iter().filter(|entry| entry.tick <= tick).collect();
    let acts = |what: What| {
        matches!(
            what,
            What::Searches
                | What::Looks
                | What::GaveUp
                | What::Decided
                | What::Accused
                | What::Struck
                | What::Hides
                | What::Calm
                | What::Trails
                | What::Traced
                | What::LostScent
        )
    };
    let Some(at) = before.iter().rposition(|entry| acts(entry.what)) else {
        return before.last().map(|entry| entry.in_words(who)).into_iter().collect();
    };
    let cause = before[..at].iter().rev().find(|entry| !acts(entry.what));
    cause.into_iter().chain([&before[at]]).map(|entry| entry.in_words(who)).collect()
}

/// The world around somebody, if they are in it.
#[must_use]
pub fn scene(realm: &Realm, who: &str) -> Option<WhyScene> {
    let world = realm.ecs();
    let people: Vec<(EntityId, &Person, &Body)> = world
        .resource::<Roll>()
        .0
        .iter()
        .filter_map(|(id, &entity)| Some((*id, world.get::<Person>(entity)?, world.get::<Body>(entity)?)))
        .collect();
    let (own, _, body) = *people.iter().find(|(_, person, _)| person.name == who)?;
    let (land, vigils) = (&world.resource::<Ground>().land, realm.vigil());
    let here: DVec2 = body.0.place;
    let looks = vigil::looks(realm);
    let mut near: Vec<WhyOther> = people
        .iter()
        .filter(|(id, ..)| *id != own)
        .map(|(id, person, other)| WhyOther {
            name: person.name.clone(),
            metres: other.0.place.distance(here),
            in_sight: land.sees_body(
                land.eyes(here, body.0.level, body.0.pose),
                &land.figure(other.0.place, other.0.level, other.0.pose),
            ),
            sneaking: other.0.pose == Pose::Sneaking,
            hidden: vigils.hides(*id, own),
            noticed: vigils.is_hiding(*id).then(|| vigils.meter(*id)),
            look: looks.iter().find(|look| (look.watcher, look.target) == (own, *id)).map(looked),
        })
        .filter(|other| other.metres <= NEAR)
        .collect();
    near.sort_by(|a, b| a.metres.total_cmp(&b.metres));
    near.truncate(MOST);
    Some(WhyScene {
        place: [here.x, here.y],
        level: body.0.level,
        guard: realm.part::<Guard>(own).is_some(),
        crime: world.resource::<Environment>().crime(here),
        near,
        heard: heard(realm, own),
    })
}

fn looked(look: &Look) -> WhyLook {
    let hit = look.parts.iter().filter(|(_, seen)| *seen).count();
    WhyLook {
        meter: look.meter,
        shape: look.shape.as_ref().map(|(name, ..)| name.clone()),
        hit,
        missed: look.parts.len() - hit,
        why: look.why.clone(),
    }
}

/// What somebody heard lately of what it did not see.
fn heard(realm: &Realm, own: EntityId) -> Vec<WhySound> {
    let sounds = realm.ecs().resource::<Noises>().lately().flat_map(|noise| {
        let own = noise.heard.iter().filter(move |(by, ..)| *by == own);
        own.map(move |(_, loudness, way)| WhySound {
            tick: noise.tick.0,
            sound: noise.sound.label().to_owned(),
            loudness: *loudness,
            way: way.iter().map(|at| [at.x, at.y]).collect(),
        })
    });
    let mut sounds: Vec<WhySound> = sounds.collect();
    sounds.sort_by_key(|sound| sound.tick);
    sounds.split_off(sounds.len().saturating_sub(MOST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_folk::diary::Ground as Seen;
    use wold_space::GuestId;
    use wold_wire::state::metres_to_steps;
    use wold_wire::{Gait, Intent, Steering};
    use wold_world::{Act, Command, Decree, Origin};

    fn entry(tick: u64, what: What, whom: &str) -> Entry {
        Entry::new(Tick(tick), what, Seen::Seen).of(whom)
    }

    #[test]
    fn an_answer_names_the_last_decision_and_what_led_to_it() {
        let diary = [
            entry(100, What::Noticed, "Rob"),
            entry(140, What::LostSight, "Rob"),
            entry(141, What::Searches, "Rob"),
            entry(900, What::GaveUp, "Rob"),
        ];
        let told = why("Stan", Tick(200), 10.0, &diary, None);
        assert_eq!(told.diary.len(), 3, "what is too long after is left out");
        assert_eq!(told.because, ["Stan lost sight of Rob (saw it)", "Stan searches for Rob (saw it)"]);
        assert_eq!(told.diary[1].seconds, -3.0);
        assert!(why("Stan", Tick(5000), 1.0, &diary, None).because.is_empty());
    }

    #[test]
    fn the_world_says_who_was_near_and_whether_a_line_led_to_them() {
        let mut realm = Realm::new(Origin::meadow(3));
        let enter = |guest: u64, name: &str| Command {
            guest: GuestId(guest),
            number: 1,
            act: Act::Enter { name: name.into(), human: false, look: 0 },
        };
        realm.step(vec![enter(1, "Stan"), enter(2, "Rob")]);
        let seen = scene(&realm, "Stan").expect("he is in");
        assert_eq!((seen.near.len(), seen.near[0].name.as_str(), seen.guard), (1, "Rob", false));
        assert!(seen.near[0].in_sight && !seen.near[0].hidden);
        assert_eq!(
            (seen.near[0].look.as_ref(), seen.heard.len()),
            (None, 0),
            "nobody hides and nothing is heard"
        );
        // Rob sneaks three metres before Stan's eyes.
        let who = realm.body_of(GuestId(2)).expect("in");
        let [x, y] = seen.place;
        let to = [metres_to_steps(x + 3.0), metres_to_steps(y)];
        let sneak = Steering { gait: Gait::Sneak, ..Steering::default() };
        let act = |number, act| Command { guest: GuestId(2), number, act };
        realm.step(vec![act(2, Act::Decree(Decree::Move { who, to }))]);
        realm.step(vec![act(3, Act::Intent(Intent::Move(sneak)))]);
        (0..20).for_each(|_| drop(realm.step(Vec::new())));
        let seen = scene(&realm, "Stan").expect("he is in");
        let look = seen.near[0].look.clone().expect("Stan looks at him");
        assert_eq!((look.hit, look.missed), (8, 0), "{look:?}");
        assert!(look.shape.is_some() && look.why.contains("light"), "{look:?}");
        assert_eq!(scene(&realm, "Nobody"), None);
    }
}
