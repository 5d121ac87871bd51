//! Thirst: where to drink one knows from one's own town, or from what others say; else one asks.
//!
//! What one was told is put to the test by going there. If there is water the rumour becomes an experience and its teller is respected
//! more; if there is none it was a lie, or a mistake, and is undone. A well has one bucket, which the
//! world hands out: one says that one wants it, and waits until one is told.

use super::Wish;
use super::calling::ACTIONS;
use super::haunts::Haunts;
use super::mindset::Mindset;
use super::moment::Moment;
use super::post::{Manner, Post};
use super::rows::TOWN;
use super::talk::{self, Spoken};
use super::villager::steps;
use std::collections::BTreeMap;
use wold_guest::known::{Known, Sighted};
use wold_lore::Bucket;
use wold_lore::land::PlaceKind;
use wold_lore::turn::BROUGHT;
use wold_mind::gossip::{BeingId, Matter, Place};
use wold_mind::living::{Doing, Need};
use wold_space::{ChunkPos, DVec2, EntityId};
use wold_wire::Intent;

/// People remembered who were asked today.
const MOST_ASKED: usize = 64;

/// Where somebody is with its thirst.
#[derive(Debug, Default)]
pub(super) struct Thirst {
    drawing: Option<Drawing>,
    /// Who was asked for water, and on which day: nobody is asked twice.
    asked: BTreeMap<EntityId, u32>,
    /// When it was last brought a bucket.
    brought: u64,
}

/// The well somebody waits or draws at.
#[derive(Clone, Copy, Debug)]
struct Drawing {
    at: DVec2,
    /// Its chunk, and which of the chunk's places it is.
    well: (ChunkPos, u16),
    /// Since when, and when it said last that it wants the bucket.
    since: u64,
    said: Option<u64>,
}

/// What is to be done to get to water.
pub(super) enum Search {
    /// Go there.
    Go(Post),
    /// Ask for it.
    Ask(Spoken),
    /// Nothing now.
    Stay,
}

impl Thirst {
    /// Goes where water is or is said to be, drinks there, or asks for it.
    pub fn seek(&mut self, known: &Known, mind: &mut Mindset, town: Option<&Haunts>) -> Search {
        let here = known.place();
        let well = town.and_then(|haunts| haunts.nearest(PlaceKind::Well, here));
        let told = rumoured_water(mind, here);
        let near = |at: &DVec2| at.distance(here) < TOWN.drinking.reach_metres;
        if let Some((well, at)) = near_well(known) {
            let fresh = Drawing { at, well, since: known.step(), said: None };
            self.drawing = self.drawing.filter(|drawing| drawing.well == well).or(Some(fresh));
            return Search::Stay;
        }
        if let Some(at) = open_water(known).filter(near) {
            drink(mind, at);
            return Search::Stay;
        }
        if let Some((at, matter)) = told
            && at.distance(here) < TOWN.drinking.reach_metres
        {
            match near_water(known) {
                Some(_) => {
                    mind.needs.serve(Need::Thirst, 1.0);
                    mind.memory.confirm(&ACTIONS, matter, mind.now);
                }
                None => drop(mind.memory.discover_lie(&matter, mind.now)),
            }
            return Search::Stay;
        }
        match well.or(told.map(|(at, _)| at)) {
            Some(anchor) => {
                let manner = Manner::About { metres: 2.0, sits: false };
                Search::Go(Post { anchor, manner, corner: 0 })
            }
            None => self.ask(known),
        }
    }

    /// Takes its turn at a well it happens to be at, if it would drink.
    pub fn pass_by(&mut self, moment: &Moment<'_>, mind: &Mindset) {
        if self.drawing.is_none()
            && would_drink(moment, mind)
            && let Some((well, at)) = near_well(moment.known)
        {
            self.drawing = Some(Drawing { at, well, since: moment.known.step(), said: None });
        }
    }

    /// Asks somebody near by who was not asked today.
    fn ask(&mut self, known: &Known) -> Search {
        let today = known.day_number();
        self.asked.retain(|_, day| *day == today);
        let near = |other: &&Sighted| {
            other.is_person()
                && other.state.level == known.level()
                && known.place_of(other).distance(known.place()) < TOWN.drinking.ask_metres
                && !self.asked.contains_key(&other.card.id)
        };
        let Some(other) = known.entities().values().find(near).filter(|_| self.asked.len() < MOST_ASKED)
        else {
            return Search::Stay;
        };
        self.asked.insert(other.card.id, today);
        talk::ask(&other.card.name, "water").map_or(Search::Stay, Search::Ask)
    }

    /// Waits at a well for the bucket, draws and drinks; goes away when it thinks of something else. Returns what it tells the world.
    pub fn draw(&mut self, moment: &Moment<'_>, mind: &mut Mindset) -> Option<Wish> {
        let known = moment.known;
        // Whom the law holds is brought a bucket.
        let brought = known.turns().at_well.filter(|told| told.well.1 == BROUGHT && told.step > self.brought);
        if let Some(told) = brought {
            self.brought = told.step;
            mind.needs.serve(Need::Thirst, 1.0);
        }
        let drawing = self.drawing.as_mut()?;
        let away = drawing.at.distance(known.place()) >= TOWN.drinking.reach_metres;
        let minds = moment.is_doing(Doing::Drink) || would_drink(moment, mind);
        if !minds || away || known.is_fallen() {
            self.drawing = None;
            return None;
        }
        let told = known.turns().at_well;
        let told = told.filter(|told| told.well == drawing.well && told.step > drawing.since);
        if told.is_some_and(|told| told.turn == Bucket::Drinks) {
            let at = drawing.at;
            self.drawing = None;
            drink(mind, at);
            return None;
        }
        let is_due = drawing.said.is_none_or(|said| known.step() >= said + steps(TOWN.drinking.say_seconds));
        is_due.then(|| {
            drawing.said = Some(known.step());
            let (chunk, place) = drawing.well;
            Wish::Do(Intent::Draw { chunk, place })
        })
    }
}

/// Whether somebody who is at a well anyway drinks there.
fn would_drink(moment: &Moment<'_>, mind: &Mindset) -> bool {
    !moment.asleep && mind.needs.level(Need::Thirst) > TOWN.drinking.gladly
}

/// The nearest place where water is said to be.
fn rumoured_water(mind: &Mindset, here: DVec2) -> Option<(DVec2, Matter)> {
    let from = Place { x: here.x as i32, y: here.y as i32 };
    let (place, matter) = mind.memory.nearest(ACTIONS.named("water").ok()?, from)?;
    Some((DVec2::new(f64::from(place.x), f64::from(place.y)), matter))
}

/// Drinks, and remembers where: for those who ask.
fn drink(mind: &mut Mindset, at: DVec2) {
    mind.needs.serve(Need::Thirst, 1.0);
    let Ok(action) = ACTIONS.named("water") else { return };
    let place = Place { x: at.x as i32, y: at.y as i32 };
    mind.names.learn("water");
    let matter = Matter::sighting(BeingId::named("water"), action, place);
    match mind.memory.recall(&matter) {
        Some(known) if known.is_experience() => {}
        // It was told, and is true.
        Some(_) => drop(mind.memory.confirm(&ACTIONS, matter, mind.now)),
        None => {
            mind.witness(matter, None);
            // Everybody here knows the well: it is told to who asks.
            mind.memory.keep_quiet(&matter);
        }
    }
}

/// Water within reach: a well, or open water.
fn near_water(known: &Known) -> Option<DVec2> {
    near_well(known).map(|(_, at)| at).or_else(|| open_water(known))
}

/// A well within reach: its chunk, which of the chunk's places it is, and where.
fn near_well(known: &Known) -> Option<((ChunkPos, u16), DVec2)> {
    let here = known.place();
    let wells = known.land().plots().flat_map(|plot| {
        let places = plot.chunk.places.iter().enumerate();
        let wells = places.filter(|(_, place)| place.kind == PlaceKind::Well);
        wells.map(|(number, place)| ((plot.chunk.pos, number as u16), place.at))
    });
    wells.into_iter().find(|(_, at)| at.distance(here) < TOWN.drinking.reach_metres)
}

fn open_water(known: &Known) -> Option<DVec2> {
    let here = known.place();
    let mut around =
        (0..8).map(|n| here + DVec2::from_angle(f64::from(n) * std::f64::consts::FRAC_PI_4) * 3.0);
    around.find(|&at| known.land().depth(at) > 0.1)
}
