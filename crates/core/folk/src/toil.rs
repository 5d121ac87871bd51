//! Toil: how somebody works at the crafts of its trade.
//!
//! Contract: an animal that is to be tended is one it sees that bears something and is not another's; it is followed. While it is to work, it takes the first craft of its trade that it has everything for and that is not piling up, finds the nearest place for it that it knows, walks there and says that it works until
//! what it makes is in its bag. A place where nothing came of it is left alone for a while. Who finds no place for any of its crafts for long (`[toil]` of `rows/work.toml`) is told so ([`Toil::is_idle`]): it may take up another trade.

use super::indoors;
use super::moment::Moment;
use super::rows::WORK;
use super::villager::steps;
use super::witness::own_body;
use super::{Spot, Walk, Wish};
use std::collections::VecDeque;
use wold_guest::known::{Known, Sighted};
use wold_lore::craft::Workplace;
use wold_lore::land::{FurnitureKind, GrowthKind, House, LATTICE, ThingKind};
use wold_lore::{Being, Craft, Intent, Pose, Refusal};
use wold_mind::living::{Doing, Whereabouts};
use wold_space::{DVec2, EntityId};
use wold_wire::{EntityKind, Gait, Outcome};

/// Places and animals left alone.
const MOST_TRIED: usize = 96;
/// Metres within which two marks are the same.
const SAME_METRES: f64 = 0.1;

/// The craft of lighting one's hearth.
const HEAT: &str = "heat";

/// What it is working at.
#[derive(Clone, Copy, Debug)]
struct Job {
    craft: u8,
    at: Spot,
    /// What is being worked on, to tell it apart from others of its kind.
    mark: DVec2,
    /// Pieces of all it has, when it began: they change when something was made.
    before: u32,
    /// The hour at which it gives the place up.
    until: f64,
    walking: bool,
    say_at: u64,
    /// The animal it is to be done with, once it is seen.
    beast: Option<EntityId>,
    /// The number of the last answer before it began.
    heard: u32,
}

impl Job {
    fn new(known: &Known, craft: u8, (at, mark): (Spot, DVec2), until: f64) -> Self {
        let heard = known.last_answer().map_or(0, |(number, _)| number);
        Self {
            craft,
            at,
            mark,
            before: belongings(known),
            until,
            walking: false,
            say_at: 0,
            beast: None,
            heard,
        }
    }
}

/// Somebody's work.
#[derive(Debug, Default)]
pub(super) struct Toil {
    job: Option<Job>,
    look_at: u64,
    /// Places left alone, for what and until when: what was just cut may be sown at once.
    tried: VecDeque<(DVec2, Workplace, f64)>,
    /// Animals it was busy with, and the hour from which it minds them again.
    tended: VecDeque<(EntityId, f64)>,
    /// The hour since which there was no place for any craft.
    idle_since: Option<f64>,
    idle: f64,
    /// The day on which it last lit its hearth.
    heated: u32,
}

impl Toil {
    /// Whether it has found no work for long.
    pub fn is_idle(&self) -> bool {
        self.idle > WORK.toil.idle_hours
    }

    /// Whether it is at work, wherever its post is.
    pub fn is_at_work(&self) -> bool {
        self.job.is_some()
    }

    /// Begins another trade.
    pub fn begin_anew(&mut self) {
        *self = Self::default();
    }

    /// What to do to get on with one's work; nothing if there is none now.
    pub fn work(&mut self, moment: &Moment<'_>, walk: Walk, about: Option<DVec2>) -> Option<Vec<Wish>> {
        let (known, trade) = (moment.known, moment.calling.trade);
        let heats = self.is_to_heat(moment);
        if !heats && (trade.crafts.is_empty() || !moment.is_doing(Doing::Work)) {
            self.job = None;
            return None;
        }
        if let Some(job) = self.job.take() {
            return self.get_on(known, walk, job);
        }
        // Who has begun far from its post need not go back to it after every stroke.
        let about_work =
            moment.at_post || about.is_some_and(|post| post.distance(known.place()) < WORK.toil.far_metres);
        if known.step() < self.look_at || !about_work {
            return None;
        }
        if heats {
            return self.light_the_hearth(known, walk, about);
        }
        let hour = known.hours();
        self.tried.retain(|(.., until)| *until > hour);
        self.tended.retain(|(_, until)| *until > hour);
        let wanted = trade.crafts.iter().filter_map(|name| known.market().craft(name));
        let mut possible =
            wanted.filter(|(_, craft)| craft.is_supplied(|kind| pieces(known, kind))).peekable();
        let lacks = possible.peek().is_none();
        let possible = possible.filter(|(_, craft)| !is_piling_up(known, craft));
        let found = possible
            .filter_map(|(number, craft)| Some((number, craft, self.place_for(known, craft.at, about)?)))
            .next();
        let Some((craft, row, (at, mark))) = found else {
            self.look_at = known.step() + steps(WORK.toil.look_seconds);
            // Who lacks something goes to buy it: that is no want of work. Hunters make what they hunt with, and have their work elsewhere.
            if !lacks && trade.hunts.is_empty() {
                let since = *self.idle_since.get_or_insert(hour);
                self.idle = hour - since;
            }
            return None;
        };
        (self.idle_since, self.idle) = (None, 0.0);
        let until = hour + f64::from(row.minutes) / 60.0 * WORK.toil.slow + WORK.toil.wait_hours;
        self.get_on(known, walk, Job::new(known, craft, (at, mark), until))
    }

    /// Whether it is at home in the evening with wood for the hearth, and has not lit it today.
    fn is_to_heat(&self, moment: &Moment<'_>) -> bool {
        let known = moment.known;
        let at_home = moment.decision.is_some_and(|decision| {
            decision.at == Whereabouts::Home
                && matches!(decision.doing, Doing::Sleep | Doing::Rest | Doing::Eat)
        });
        let evening = WORK.hearth.evening.contains(known.time_of_day() * 24.0);
        at_home && evening && self.heated != known.day_number() && pieces(known, ThingKind::Log) > 0
    }

    fn light_the_hearth(&mut self, known: &Known, walk: Walk, about: Option<DVec2>) -> Option<Vec<Wish>> {
        self.heated = known.day_number();
        let (craft, row) = known.market().craft(HEAT)?;
        let (at, mark) = self.place_for(known, row.at, about)?;
        let until = known.hours() + WORK.hearth.try_hours;
        self.get_on(known, walk, Job::new(known, craft, (at, mark), until))
    }

    fn get_on(&mut self, known: &Known, walk: Walk, mut job: Job) -> Option<Vec<Wish>> {
        let step = known.step();
        let row = known.market().crafts().get(usize::from(job.craft))?;
        let done = belongings(known) != job.before;
        if let Some(being) = row.at.animal().filter(|_| !done) {
            let Some((id, at)) = self.beast(known, being, job.beast) else {
                // None in sight: where it should be it is not, or it is bare.
                let there = known.place().distance(job.at.place) < WORK.toil.at_metres;
                if job.beast.is_some() || there || known.hours() >= job.until {
                    self.look_at = step + steps(WORK.toil.look_seconds);
                    return None;
                }
                return self.walk_on(known, walk, job);
            };
            // It moves: one sets out anew where it has gone too far.
            if job.beast != Some(id) || at.distance(job.at.place) > WORK.toil.at_metres {
                let until = job.until;
                job = Job {
                    beast: Some(id),
                    walking: false,
                    ..Job::new(known, job.craft, (Spot::ground(at), at), until)
                };
            }
        }
        let refused = known.last_answer().is_some_and(|(number, outcome)| {
            number > job.heard
                && matches!(outcome, Outcome::Refused(Refusal::NothingThere | Refusal::NoWorkplace))
        });
        let refused = refused && !job.walking && job.say_at > 0;
        let in_vain = refused || known.hours() >= job.until || job.walking && walk == Walk::Stuck;
        if done || in_vain || !row.is_supplied(|kind| pieces(known, kind)) {
            // Wheat is cut once, and what was sown is sown; a hearth is as good as before.
            let used = matches!(row.at, Workplace::Wheat | Workplace::Stubble);
            if in_vain || used {
                self.leave_alone(job.mark, row.at, known.hours());
            }
            if let Some(beast) = job.beast {
                self.leave_beast(beast, known.hours());
            }
            return None;
        }
        let there =
            known.level() == job.at.level && known.place().distance(job.at.place) < WORK.toil.at_metres;
        if !there {
            return self.walk_on(known, walk, job);
        }
        let mut wishes = Vec::new();
        if job.walking || job.say_at == 0 {
            job.walking = false;
            wishes.extend([Wish::Stop, Wish::Face(job.mark)]);
        }
        if step >= job.say_at {
            job.say_at = step + steps(WORK.toil.say_seconds);
            wishes.push(Wish::Do(Intent::Work { craft: job.craft }));
        }
        self.job = Some(job);
        Some(wishes)
    }

    /// Goes to where the work is.
    fn walk_on(&mut self, known: &Known, walk: Walk, mut job: Job) -> Option<Vec<Wish>> {
        let sets_out = !job.walking || walk == Walk::Arrived || walk == Walk::Idle;
        (job.walking, job.heard) = (true, known.last_answer().map_or(0, |(number, _)| number));
        self.job = Some(job);
        let go = Wish::Go { to: job.at, gait: Gait::Walk, near: WORK.toil.at_metres * 0.5 };
        Some(if sets_out { vec![go] } else { Vec::new() })
    }

    /// The animal it is busy with, or the nearest it may tend, and where that is.
    fn beast(&self, known: &Known, being: Being, busy: Option<EntityId>) -> Option<(EntityId, DVec2)> {
        let me = own_body(known);
        let fits = |other: &&Sighted| {
            let bears = other.card.kind == EntityKind::Being(being) && other.state.held != 0;
            let alive = other.state.pose != Pose::Fallen && other.state.level == 0;
            let whose = known.owners().get(&other.card.id);
            let mine = whose.is_none_or(|owner| owner.person() == me);
            let tried = self.tended.iter().any(|(id, _)| *id == other.card.id);
            bears && alive && mine && (!tried || busy == Some(other.card.id))
        };
        let here = known.place();
        let all = known.entities().values().filter(fits).map(|other| (other.card.id, known.place_of(other)));
        let near = all.filter(|(_, at)| at.distance(here) < WORK.toil.far_metres);
        near.min_by(|a, b| {
            let far = |(id, at): &(EntityId, DVec2)| (busy != Some(*id), at.distance(here));
            let (a, b) = (far(a), far(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
    }

    fn leave_beast(&mut self, beast: EntityId, hour: f64) {
        if self.tended.len() >= MOST_TRIED {
            self.tended.pop_front();
        }
        self.tended.push_back((beast, hour + WORK.toil.tended_hours));
    }

    fn leave_alone(&mut self, mark: DVec2, at: Workplace, hour: f64) {
        if self.tried.len() >= MOST_TRIED {
            self.tried.pop_front();
        }
        self.tried.push_back((mark, at, hour + WORK.toil.left_hours));
    }

    /// Whether nothing within some metres was tried in vain for that lately, or used up by it.
    fn is_new(&self, mark: DVec2, at: Workplace, metres: f64) -> bool {
        !self.tried.iter().any(|(tried, wanted, _)| *wanted == at && tried.distance(mark) < metres)
    }

    /// Where to stand for a craft, and what one works on there.
    fn place_for(&self, known: &Known, at: Workplace, about: Option<DVec2>) -> Option<(Spot, DVec2)> {
        let is_new = |mark: &DVec2| self.is_new(*mark, at, SAME_METRES);
        match at {
            Workplace::Anywhere | Workplace::Yard | Workplace::Pasture => {
                let here = Spot { place: known.place(), level: known.level() };
                let outdoors = known.level() == 0 && known.land().house_at(here.place, 0).is_none();
                let near = about.filter(|_| !outdoors).map(Spot::ground);
                let spot = if outdoors { Some(here) } else { near };
                spot.map(|spot| (spot, spot.place))
            }
            Workplace::Hearth => self.indoors(known, at, FurnitureKind::Hearth, about),
            Workplace::Anvil => self.indoors(known, at, FurnitureKind::Anvil, about),
            Workplace::Table => self.indoors(known, at, FurnitureKind::Table, about),
            Workplace::Barrel => self.indoors(known, at, FurnitureKind::Barrel, about),
            Workplace::Tree => plant(known, |kind, gone| kind.is_tree() && !gone, is_new),
            Workplace::Wheat => plant(known, |kind, gone| kind == GrowthKind::Wheat && !gone, is_new),
            Workplace::Stubble => plant(known, |kind, gone| kind == GrowthKind::Wheat && gone, is_new),
            Workplace::Rock => {
                use GrowthKind as G;
                let rock = |kind: GrowthKind, gone: bool| {
                    let kinds =
                        [G::Boulder, G::Stone, G::IronOre, G::CopperOre, G::GoldOre, G::MineMouth, G::Ruin];
                    !gone && kinds.contains(&kind)
                };
                plant(known, rock, is_new)
            }
            // Where nothing bites, nothing does a few steps on.
            Workplace::Water => bank(known, |mark| self.is_new(*mark, at, WORK.toil.fished_metres)),
            Workplace::Sheep | Workplace::Cow | Workplace::Hen => {
                let seen = at.animal().and_then(|being| self.beast(known, being, None));
                let indoors = known.level() > 0 || known.land().house_at(known.place(), 0).is_some();
                // From within a house one sees no yard: one steps out to look.
                let out = about.filter(|_| indoors && seen.is_none()).map(|at| (Spot::ground(at), at));
                seen.map(|(_, at)| (Spot::ground(at), at)).or(out)
            }
        }
    }

    /// A tile beside a piece of furniture, in the house of one's post or else in the nearest that has one.
    fn indoors(
        &self,
        known: &Known,
        at: Workplace,
        kind: FurnitureKind,
        about: Option<DVec2>,
    ) -> Option<(Spot, DVec2)> {
        let middle = about.unwrap_or_else(|| known.place());
        let is_new = |mark: DVec2| self.is_new(mark, at, SAME_METRES);
        let pieces = |house: &House| {
            let ground = house.floors.first().map(|floor| floor.furniture.clone()).unwrap_or_default();
            let corner = house.corner;
            ground
                .into_iter()
                .filter(move |piece| piece.kind == kind)
                .map(move |piece| corner + DVec2::new(f64::from(piece.x) + 0.5, f64::from(piece.y) + 0.5))
        };
        let houses = known.land().plots().flat_map(|plot| &plot.chunk.houses);
        let near = houses.filter(|house| house.corner.distance(middle) < WORK.toil.far_metres);
        let best = near
            .flat_map(|house| pieces(house).filter(|mark| is_new(*mark)).map(move |mark| (house, mark)))
            .min_by(|a, b| a.1.distance(middle).total_cmp(&b.1.distance(middle)));
        let (house, mark) = best?;
        let tiles = indoors::standable(house).into_iter().filter(|tile| tile.level == 0);
        let tile = tiles.min_by(|a, b| a.place.distance(mark).total_cmp(&b.place.distance(mark)))?;
        Some((tile, mark))
    }
}

/// The nearest plant or stone that is wanted, by its kind and whether it is gone, with a spot beside it.
fn plant(
    known: &Known,
    wanted: impl Fn(GrowthKind, bool) -> bool,
    is_new: impl Fn(&DVec2) -> bool,
) -> Option<(Spot, DVec2)> {
    let here = known.place();
    let growths = known.land().plots().flat_map(|plot| {
        let growths = plot.chunk.growths.iter().enumerate();
        growths.map(move |(index, growth)| {
            let gone = plot.changes.gone.contains(&(index as u16));
            (growth, plot.chunk.pos.origin() + growth.local().as_dvec2(), gone)
        })
    });
    let best = growths
        .filter(|(growth, _, gone)| wanted(growth.kind, *gone))
        .map(|(growth, at, _)| (growth, at, at.distance(here)))
        .filter(|(_, at, far)| *far < WORK.toil.far_metres && is_new(at))
        .min_by(|a, b| a.2.total_cmp(&b.2));
    let (growth, at, _) = best?;
    let toward = (here - at).normalize_or(DVec2::X);
    Some((Spot::ground(at + toward * (f64::from(growth.trunk_radius()) + 0.6)), at))
}

/// The nearest dry spot beside water.
fn bank(known: &Known, is_new: impl Fn(&DVec2) -> bool) -> Option<(Spot, DVec2)> {
    let (here, land) = (known.place(), known.land());
    let vertices = land.plots().flat_map(|plot| {
        let origin = plot.chunk.pos.origin();
        let lattice = (0..LATTICE - 1).flat_map(|j| (0..LATTICE - 1).map(move |i| (i, j)));
        lattice.map(move |(i, j)| origin + DVec2::new(i as f64 * 2.0, j as f64 * 2.0))
    });
    let wet = vertices
        .filter(|at| at.distance(here) < WORK.toil.far_metres && land.depth(*at) > 0.25 && is_new(at));
    let dry_beside = |at: DVec2| {
        let beside = [DVec2::X, -DVec2::X, DVec2::Y, -DVec2::Y].map(|way| at + way * 2.5);
        let dry = beside.into_iter().filter(|at| land.depth(*at) <= 0.0 && land.house_at(*at, 0).is_none());
        dry.min_by(|a, b| a.distance(here).total_cmp(&b.distance(here)))
    };
    let banks = wet.filter_map(|at| Some((dry_beside(at)?, at)));
    let (spot, mark) = banks.min_by(|a, b| a.0.distance(here).total_cmp(&b.0.distance(here)))?;
    Some((Spot::ground(spot), mark))
}

/// How many pieces of a kind somebody has.
pub(super) fn pieces(known: &Known, kind: ThingKind) -> u32 {
    known.bag().iter().flatten().filter(|slot| slot.kind == kind).map(|slot| slot.count).sum()
}

fn belongings(known: &Known) -> u32 {
    let things = known.bag().iter().flatten().filter(|slot| slot.kind != ThingKind::Coin);
    things.map(|slot| slot.count).sum()
}

/// Whether it has so many of what a craft makes that it is time to sell.
fn is_piling_up(known: &Known, craft: &Craft) -> bool {
    craft
        .gives
        .iter()
        .any(|portion| pieces(known, portion.kind) >= WORK.toil.plenty.min(portion.kind.stack()))
}

#[cfg(test)]
mod tests {
    use super::super::calling::{Calling, trade};
    use super::*;
    use std::sync::Arc;
    use wold_chance::{Seed, Stream};
    use wold_guest::{Guest, GuestConfig};
    use wold_lore::{Owner, Portion};
    use wold_mind::living::Decision;
    use wold_space::Tick;
    use wold_wire::state::metres_to_steps;
    use wold_wire::{Card, Down, EntityState, FromHost, OwnState, Snapshot};

    const WOOL: u8 = ThingKind::Wool as u8 + 1;

    /// A shepherd at its field who sees sheep: so far to the east, what they bear, and whether they are another's.
    fn on_the_pasture(sheep: &[(f64, u8, bool)]) -> Guest {
        let mut guest = Guest::admitted(GuestConfig::default());
        let gives = vec![Portion { kind: ThingKind::Wool, count: 3 }];
        let shear = Craft {
            name: "shear".into(),
            at: Workplace::Sheep,
            takes: vec![],
            gives,
            minutes: 60,
            tool: None,
        };
        guest.take(Down::Message(FromHost::Crafts { crafts: vec![shear] }));
        let seen = |(number, (metres, held, _)): (usize, &(f64, u8, bool))| {
            let id = EntityId(number as u64 + 10);
            let card = Card { id, kind: EntityKind::Being(Being::Sheep), name: String::new(), look: 0 };
            let state =
                EntityState { x: metres_to_steps(*metres), held: *held, health: 255, ..Default::default() };
            (Arc::new(card), state)
        };
        guest.take(Down::Snapshot(Snapshot {
            tick: Tick(1),
            own: OwnState { health: 255, ..Default::default() },
            entered: sheep.iter().enumerate().map(seen).collect(),
            ..Default::default()
        }));
        for (number, _) in sheep.iter().enumerate().filter(|(_, (.., anothers))| *anothers) {
            let thing = EntityId(number as u64 + 10);
            guest.take(Down::Message(FromHost::Whose { thing, owner: Some(Owner::Person(EntityId(99))) }));
        }
        guest
    }

    fn sets_out_for(guest: &Guest) -> Option<f64> {
        let (calling, _) = Calling::draw("Ann", &mut Stream::named(Seed(1), "toil", &[]));
        let calling = Calling { trade: trade("shepherd").expect("there is one"), ..calling };
        let decision =
            Some(Decision { doing: Doing::Work, at: Whereabouts::Field, score: 1.0, is_planned: true });
        let moment =
            Moment { known: guest.known(), calling, decision, at_post: true, asleep: false, town: None };
        let wishes = Toil::default().work(&moment, Walk::Idle, Some(DVec2::ZERO))?;
        wishes.into_iter().find_map(|wish| match wish {
            Wish::Go { to, .. } => Some(to.place.x),
            _ => None,
        })
    }

    #[test]
    fn a_shepherd_goes_to_the_nearest_sheep_that_has_wool_and_is_not_anothers() {
        let flock = [(5.0, 0, false), (8.0, WOOL, true), (12.0, WOOL, false), (20.0, WOOL, false)];
        let x = sets_out_for(&on_the_pasture(&flock)).expect("there is work");
        assert!((x - 12.0).abs() < 0.1, "{x}");
        assert_eq!(sets_out_for(&on_the_pasture(&flock[..2])), None, "bare, or another's");
    }
}
