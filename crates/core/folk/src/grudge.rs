//! A grudge: who lost somebody dear says so to the face of who did it.
//!
//! Contract: who saw or believes that somebody killed one of its kin or a friend, and meets them, accuses them once for each dead; from afar it shouts. What it says is an accusation as any other: in a guard's
//! hearing it is an account. Nothing of it is kept: who is asked again after a stop accuses again.

use super::Wish;
use super::calling::ACTIONS;
use super::mindset::Mindset;
use super::rows::LAW;
use super::villager::steps;
use std::collections::BTreeSet;
use wold_guest::known::Known;
use wold_lore::act::{Done, Meaning, Name, SpeechAct, Verb};
use wold_mind::gossip::{BeingId, Matter, Rumour};
use wold_wire::{Intent, Loudness};

/// Dead for whom somebody was accused.
const MOST: usize = 32;

/// Whom somebody has accused of whose death.
#[derive(Debug, Default)]
pub(super) struct Grudge {
    accused: BTreeSet<Matter>,
    think_at: u64,
}

impl Grudge {
    /// Accuses a killer in sight, if there is one it has not accused.
    pub fn act(&mut self, known: &Known, mind: &Mindset) -> Option<[Wish; 2]> {
        if known.step() < self.think_at || self.accused.len() >= MOST {
            return None;
        }
        self.think_at = known.step() + steps(LAW.grudge.think_seconds);
        let kill = ACTIONS.named("kill").ok()?;
        let own = mind.memory.own();
        let is_dear = |whom: BeingId| {
            let name = mind.names.of(whom);
            let kin = known.kin().and_then(|kin| kin.to(name)).is_some_and(|it| it.kinship.closeness() > 0);
            kin || mind.memory.respect(whom) >= LAW.grudge.dear
        };
        let fits = |rumour: &&Rumour| {
            let matter = &rumour.matter;
            matter.action == kill
                && !rumour.denied
                && matter.subject != own
                && matter.object.is_some_and(|dead| dead != own && is_dear(dead))
                && !self.accused.contains(matter)
        };
        let deaths = mind.memory.rumours().iter().filter(fits);
        let (rumour, killer, metres) = deaths.into_iter().find_map(|rumour| {
            let killer = known.entities().values().find(|other| {
                other.is_person()
                    && other.state.level == known.level()
                    && BeingId::named(&other.card.name) == rumour.matter.subject
            })?;
            let metres = known.place_of(killer).distance(known.place());
            (metres < LAW.grudge.shout_metres).then_some((rumour, killer, metres))
        })?;
        self.accused.insert(rumour.matter);
        let dead = mind.names.of(rumour.matter.object?);
        let done = Done { verb: Verb::Kill, object: Name::new(dead), day: rumour.matter.day };
        let why = match rumour.teller() {
            None => "I saw it!".to_owned(),
            Some(teller) => format!("{} told me.", mind.names.of(teller)),
        };
        let name = &killer.card.name;
        let text = format!("{name}, you killed {dead}! {why}");
        let loudness = if metres < LAW.grudge.face_metres { Loudness::Talk } else { Loudness::Shout };
        let act = Some(Box::new(SpeechAct::to(name, Meaning::Accusation(done))));
        Some([Wish::Face(known.place_of(killer)), Wish::Do(Intent::Say { text, loudness, act })])
    }
}
