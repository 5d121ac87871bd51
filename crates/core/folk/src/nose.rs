//! What somebody makes of a smell.
//!
//! Contract: one smells what is in the air where one is and feels whence the wind comes, no more. Who freezes follows smoke to a fire; who is hungry and has nothing to eat follows the smell of food; a hunter at
//! work follows game; and whoever smells death plainly goes to look, and tells. One goes against the wind; where it smells fainter than before one goes back to where it was strongest and tries a little to one side, then to
//! the other. A trail ends when what smells is in sight, when it is lost, or when it took too long; then one is deaf to that smell for a while. All of it is in the diary.
//!
//! Not covered: whose smell it is, and smells of the past; the air forgets within minutes.

use super::calling::ACTIONS;
use super::diary::{Entry, Ground, What};
use super::indoors;
use super::mindset::Mindset;
use super::moment::Moment;
use super::rows::WITS;
use super::talk;
use super::villager::steps;
use super::{Spot, Walk, Wish};
use std::collections::BTreeSet;
use std::f64::consts::TAU;
use wold_guest::known::{Known, Sighted};
use wold_lore::EntityKind;
use wold_lore::act::SpeechAct;
use wold_lore::land::FurnitureKind;
use wold_lore::sense::Smell;
use wold_mind::gossip::{Matter, Place, Tale};
use wold_mind::living::{Doing, Need};
use wold_space::{DVec2, EntityId};
use wold_wire::{Gait, Intent, Loudness, Pose};

/// Dead people one remembers having told of.
const MOST_TOLD: usize = 32;

/// Where somebody is with a smell.
#[derive(Clone, Copy, Debug)]
struct Trail {
    smell: Smell,
    since: u64,
    /// How strong it was at its strongest, and where that was.
    best: (u8, DVec2),
    /// How many directions were tried from there.
    casts: usize,
    aim: DVec2,
}

/// Somebody's nose.
#[derive(Debug, Default)]
pub(super) struct Nose {
    trail: Option<Trail>,
    /// Until when each smell is not minded.
    deaf: [u64; Smell::ALL.len()],
    told: BTreeSet<EntityId>,
}

/// How strongly it smells of something here.
fn level(known: &Known, smell: Smell) -> u8 {
    known.surroundings().map_or(0, |around| around.here.smells[smell as usize])
}

/// Where the wind comes from.
fn upwind(known: &Known) -> DVec2 {
    let turn = known.surroundings().map_or(0.0, |around| f64::from(around.here.wind_turn) / 256.0);
    -DVec2::new(libm::cos(turn * TAU), libm::sin(turn * TAU))
}

/// Whether somebody has a reason to follow a smell.
fn minds(smell: Smell, moment: &Moment<'_>, mind: &Mindset) -> bool {
    let known = moment.known;
    let level = level(known, smell);
    let needs = |need| mind.needs.level(need) >= WITS.smell.pressing;
    match smell {
        Smell::Smoke => {
            let outdoors = known.level() == 0 && known.land().house_at(known.place(), 0).is_none();
            level > 0 && needs(Need::Warmth) && outdoors
        }
        Smell::Food => {
            let has_food = known.bag().iter().flatten().any(|slot| slot.kind.nourishment() > 0.0);
            level > 0 && needs(Need::Hunger) && !has_food && !moment.is_doing(Doing::Drink)
        }
        Smell::Animal => level > 0 && moment.calling.trade.name == "hunter" && moment.is_doing(Doing::Work),
        Smell::Carrion => level >= WITS.smell.plain && !moment.is_doing(Doing::Flee),
    }
}

/// What somebody follows a smell for.
fn aim_of(smell: Smell) -> &'static str {
    match smell {
        Smell::Smoke => "looks for the fire",
        Smell::Food => "looks for something to eat",
        Smell::Animal => "is after the game",
        Smell::Carrion => "looks who or what is dead",
    }
}

impl Nose {
    /// Follows a smell; nothing if there is none worth it.
    pub fn follow(&mut self, moment: &Moment<'_>, walk: Walk, mind: &mut Mindset) -> Option<Vec<Wish>> {
        let (known, step) = (moment.known, moment.known.step());
        if let Some(trail) = self.trail.filter(|trail| !minds_still(trail.smell, moment, mind)) {
            self.end(trail, step);
            return None;
        }
        let fresh = self.trail.is_none();
        let trail = match self.trail {
            Some(trail) => trail,
            None => *self.trail.insert(self.begin(moment, mind)?),
        };
        if let Some(deeds) = self.trace(trail, known, walk, mind) {
            return Some(deeds);
        }
        let set_out = |trail: Trail| Wish::Go { to: Spot::ground(trail.aim), gait: Gait::Walk, near: 2.0 };
        if fresh {
            return Some(vec![set_out(trail)]);
        }
        let Some(trail) = go_on(trail, known, walk) else {
            let entry = Entry::new(known.tick(), What::LostScent, Ground::Smelled).at(known.place());
            mind.diary.note(entry.saying(trail.smell.label()));
            self.end(trail, step);
            return None;
        };
        let anew = self.trail.is_none_or(|before| before.aim != trail.aim || before.casts != trail.casts);
        self.trail = Some(trail);
        Some(if anew || walk != Walk::Going { vec![set_out(trail)] } else { Vec::new() })
    }

    /// The gravest smell that is new: death before all.
    fn begin(&self, moment: &Moment<'_>, mind: &mut Mindset) -> Option<Trail> {
        let known = moment.known;
        let fresh = |smell: &Smell| known.step() >= self.deaf[*smell as usize];
        let order = [Smell::Carrion, Smell::Food, Smell::Smoke, Smell::Animal];
        let smell = order.into_iter().filter(fresh).find(|smell| minds(*smell, moment, mind))?;
        // Of whom one has told there is nothing more to find.
        if smell == Smell::Carrion && dead(known).any(|body| self.told.contains(&body.card.id)) {
            return None;
        }
        let here = known.place();
        let entry = |what| Entry::new(known.tick(), what, Ground::Smelled).at(here);
        let strength = ["not at all", "faintly", "plainly", "strongly"];
        let much = strength[usize::from(level(known, smell).min(Smell::STRONGEST))];
        mind.diary.note(entry(What::Smelt).saying(&format!("{}, {much}", smell.label())));
        mind.diary.note(entry(What::Trails).saying(&format!("{}: {}", smell.label(), aim_of(smell))));
        let aim = here + upwind(known) * WITS.smell.stretch_metres;
        Some(Trail { smell, since: known.step(), best: (level(known, smell), here), casts: 0, aim })
    }

    fn end(&mut self, trail: Trail, step: u64) {
        self.deaf[trail.smell as usize] = step + steps(WITS.smell.deaf_seconds);
        self.trail = None;
    }

    /// What to do about what smells, once it is in sight; nothing before.
    fn trace(&mut self, trail: Trail, known: &Known, walk: Walk, mind: &mut Mindset) -> Option<Vec<Wish>> {
        let here = known.place();
        let found =
            |what: &str, at: DVec2| Entry::new(known.tick(), What::Traced, Ground::Seen).at(at).saying(what);
        match trail.smell {
            Smell::Carrion => {
                let body = dead(known).find(|body| !self.told.contains(&body.card.id))?;
                let at = known.place_of(body);
                if at.distance(here) > WITS.smell.beside_metres {
                    let to = Spot { place: at, level: body.state.level };
                    let go = Wish::Go { to, gait: Gait::Walk, near: WITS.smell.beside_metres * 0.7 };
                    return Some(if walk == Walk::Going { Vec::new() } else { vec![go] });
                }
                if self.told.len() >= MOST_TOLD {
                    self.told.pop_first();
                }
                self.told.insert(body.card.id);
                mind.diary.note(found("who lies dead", at).of(&body.card.name));
                self.end(trail, known.step());
                Some([Wish::Stop, Wish::Face(at)].into_iter().chain(cry(body, at, mind)).collect())
            }
            Smell::Smoke => {
                let fire = hearth(known)?;
                mind.diary.note(found("a fire", fire.place));
                self.end(trail, known.step());
                Some(vec![Wish::Go { to: fire, gait: Gait::Walk, near: 1.0 }])
            }
            Smell::Food => {
                let food = in_sight(known, |other| {
                    other.thing().is_some_and(|kind| kind.nourishment() > 0.0)
                        && !known.owners().contains_key(&other.card.id)
                })?;
                mind.diary.note(found("something to eat", known.place_of(food)));
                // Whoever is hungry takes what lies there without being told to.
                self.end(trail, known.step());
                Some(Vec::new())
            }
            Smell::Animal => {
                let game = in_sight(
                    known,
                    |other| matches!(other.card.kind, EntityKind::Being(being) if !being.is_person() && other.state.held == 0),
                )?;
                let at = known.place_of(game);
                mind.diary.note(found(game.card.kind.label(), at));
                self.end(trail, known.step());
                let to = Spot { place: at, level: game.state.level };
                Some(vec![Wish::Go { to, gait: Gait::Sneak, near: WITS.smell.beside_metres }])
            }
        }
    }
}

/// Whether a trail is worth going on with: what drove one is still so, wherever the air has led.
fn minds_still(smell: Smell, moment: &Moment<'_>, mind: &Mindset) -> bool {
    match smell {
        Smell::Carrion => !moment.is_doing(Doing::Flee),
        Smell::Animal => moment.is_doing(Doing::Work),
        Smell::Smoke => mind.needs.level(Need::Warmth) >= WITS.smell.pressing / 2.0,
        Smell::Food => mind.needs.level(Need::Hunger) >= WITS.smell.pressing / 2.0,
    }
}

/// The next stretch of a trail; nothing if it is lost.
fn go_on(trail: Trail, known: &Known, walk: Walk) -> Option<Trail> {
    if known.step() >= trail.since + steps(WITS.smell.longest_seconds) {
        return None;
    }
    let (here, now) = (known.place(), level(known, trail.smell));
    if now > trail.best.0 {
        let aim = here + upwind(known) * WITS.smell.stretch_metres;
        return Some(Trail { best: (now, here), casts: 0, aim, ..trail });
    }
    let stretch_is_over = walk != Walk::Going;
    if now < trail.best.0 || (stretch_is_over && trail.aim.distance(here) > WITS.smell.stretch_metres / 2.0) {
        // Fainter, or there is no way on: another direction from where it was strongest.
        let on_the_way = walk == Walk::Going && trail.best.1.distance(here) < WITS.smell.stretch_metres;
        if on_the_way {
            return Some(trail);
        }
        let casts = trail.casts + 1;
        let off = WITS.smell.casts.get(casts)?.to_radians();
        let aim = trail.best.1
            + DVec2::new(libm::cos(off), libm::sin(off)).rotate(upwind(known)) * WITS.smell.stretch_metres;
        return Some(Trail { casts, aim, ..trail });
    }
    if stretch_is_over {
        let aim = here + upwind(known) * WITS.smell.stretch_metres;
        return Some(Trail { best: (now, here), aim, ..trail });
    }
    Some(trail)
}

/// The nearest of those one sees who fit.
fn in_sight(known: &Known, fits: impl Fn(&Sighted) -> bool) -> Option<&Sighted> {
    let here = known.place();
    let far = |other: &Sighted| known.place_of(other).distance(here);
    let near = known.entities().values().filter(|other| fits(other) && far(other) < WITS.smell.seen_metres);
    near.min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// Who lies dead within sight.
fn dead(known: &Known) -> impl Iterator<Item = &Sighted> {
    let here = known.place();
    let fallen = |other: &&Sighted| other.is_person() && other.state.pose == Pose::Fallen;
    known
        .entities()
        .values()
        .filter(fallen)
        .filter(move |body| known.place_of(body).distance(here) < WITS.smell.seen_metres)
}

/// A place to stand at the nearest hearth of the land one holds.
fn hearth(known: &Known) -> Option<Spot> {
    let here = known.place();
    let houses = known.land().plots().flat_map(|plot| &plot.chunk.houses);
    let fires = houses.flat_map(|house| {
        let pieces = house.floors.first().into_iter().flat_map(|floor| &floor.furniture);
        let fires = pieces.filter(|piece| piece.kind == FurnitureKind::Hearth);
        fires.map(move |piece| {
            (house, house.corner + DVec2::new(f64::from(piece.x), f64::from(piece.y)) + 0.5)
        })
    });
    let near = fires.filter(|(_, at)| at.distance(here) < WITS.smell.seen_metres);
    let (house, fire) = near.min_by(|a, b| a.1.distance(here).total_cmp(&b.1.distance(here)))?;
    let ground = indoors::standable(house).into_iter().filter(|spot| spot.level == 0);
    ground.min_by(|a, b| a.place.distance(fire).total_cmp(&b.place.distance(fire)))
}

/// Remembers who lies there, for whoever has not heard of it, and calls it out.
fn cry(body: &Sighted, at: DVec2, mind: &mut Mindset) -> Option<Wish> {
    let action = ACTIONS.named("dead").ok()?;
    let whom = mind.names.learn(&body.card.name);
    let place = Place { x: at.x as i32, y: at.y as i32 };
    let matter = Matter::sighting(whom, action, place);
    mind.witness(matter, Some(place));
    let tale = Tale::first_hand(mind.memory.own(), matter);
    let act = talk::meant(&tale, &ACTIONS, &mind.names).map(|meaning| Box::new(SpeechAct::to_all(meaning)));
    let text = format!("{} lies dead here!", body.card.name);
    Some(Wish::Do(Intent::Say { text, loudness: Loudness::Shout, act }))
}

#[cfg(test)]
mod tests {
    use super::super::calling::{Calling, trade};
    use super::*;
    use wold_chance::{Seed, Stream};
    use wold_guest::{Guest, GuestConfig};
    use wold_mind::gossip::Temper;
    use wold_mind::living::{Decision, Whereabouts};
    use wold_wire::surroundings::Here;
    use wold_wire::{Down, Felt, FromHost};

    /// Somebody who smells that, in a wind from the west.
    fn smelling(guest: &mut Guest, smell: Smell, level: u8) {
        let mut here = Here { wind_turn: 0, wind_speed: 80, ..Here::default() };
        here.smells[smell as usize] = level;
        guest.take(Down::Message(FromHost::Felt(Felt { here, ..Felt::default() })));
    }

    fn moment<'a>(guest: &'a Guest, trade_name: &str, doing: Doing) -> Moment<'a> {
        let (calling, _) = Calling::draw("Ann", &mut Stream::named(Seed(1), "nose", &[]));
        let calling = Calling { trade: trade(trade_name).expect("there is one"), ..calling };
        let decision = Some(Decision { doing, at: Whereabouts::Wild, score: 1.0, is_planned: true });
        Moment { known: guest.known(), calling, decision, at_post: true, asleep: false, town: None }
    }

    fn goes_west(wishes: Option<Vec<Wish>>) -> bool {
        let aim = wishes.into_iter().flatten().find_map(|wish| match wish {
            Wish::Go { to, .. } => Some(to.place),
            _ => None,
        });
        aim.is_some_and(|to| to.x < -WITS.smell.stretch_metres * 0.9 && to.y.abs() < 0.1)
    }

    #[test]
    fn the_cold_follow_smoke_the_hungry_food_and_hunters_game_against_the_wind() {
        let needs =
            [(Smell::Smoke, Some(Need::Warmth)), (Smell::Food, Some(Need::Hunger)), (Smell::Animal, None)];
        for (smell, need) in needs {
            let mut guest = Guest::admitted(GuestConfig::default());
            smelling(&mut guest, smell, 1);
            let mut mind = Mindset::new("Ann", Temper::default());
            let (mut nose, idle) = (Nose::default(), moment(&guest, "smith", Doing::Work));
            assert_eq!(
                nose.follow(&idle, Walk::Idle, &mut mind),
                None,
                "{smell:?} is nothing to who wants nothing"
            );
            need.into_iter().for_each(|need| mind.needs.set(need, 0.8));
            let keen = moment(&guest, if need.is_none() { "hunter" } else { "smith" }, Doing::Work);
            assert!(goes_west(nose.follow(&keen, Walk::Idle, &mut mind)), "{smell:?}");
            let noted: Vec<What> = mind.diary.entries().map(|entry| entry.what).collect();
            assert_eq!(noted, [What::Smelt, What::Trails], "{smell:?}");
        }
    }

    #[test]
    fn a_scent_that_gets_fainter_is_cast_about_for_and_given_up_for_a_while() {
        let mut guest = Guest::admitted(GuestConfig::default());
        let mut mind = Mindset::new("Ann", Temper::default());
        let mut nose = Nose::default();
        smelling(&mut guest, Smell::Carrion, 1);
        assert!(
            nose.follow(&moment(&guest, "smith", Doing::Rest), Walk::Idle, &mut mind).is_none(),
            "too faint"
        );
        smelling(&mut guest, Smell::Carrion, 2);
        assert!(goes_west(nose.follow(&moment(&guest, "smith", Doing::Rest), Walk::Idle, &mut mind)));
        smelling(&mut guest, Smell::Carrion, 0);
        let casts = (0..10)
            .filter(|_| nose.follow(&moment(&guest, "smith", Doing::Rest), Walk::Stuck, &mut mind).is_some())
            .count();
        assert_eq!(casts, WITS.smell.casts.len() - 1);
        let given_up = mind.diary.entries().filter(|entry| entry.what == What::LostScent).count();
        smelling(&mut guest, Smell::Carrion, 3);
        let again = nose.follow(&moment(&guest, "smith", Doing::Rest), Walk::Idle, &mut mind);
        assert_eq!((given_up, again), (1, None));
        assert!(
            nose.follow(&moment(&guest, "smith", Doing::Flee), Walk::Idle, &mut mind).is_none(),
            "who flees has no nose"
        );
    }
}
