//! What a guest is told besides what it sees: words, deeds, answers, land, the state of its bag.

use super::Known;
use crate::footing::Footing;
use crate::told::{Roused, Seen};
use std::sync::Arc;
use wold_lore::{Meaning, SpeechAct};
use wold_space::EntityId;
use wold_wire::herald::{Call, Hearer};
use wold_wire::message::TurnedAway;
use wold_wire::{FromHost, Loudness, Outcome};

/// What happened in games and waits to be asked for; the oldest is forgotten first.
const MOST_CALLS: usize = 256;
/// Answers remembered.
const MOST_ANSWERS: usize = 128;
/// Things of which one was told whose they are.
const MOST_OWNED: usize = 512;

/// Where a guest stands with its host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// Not let in yet.
    #[default]
    Waiting,
    /// In the world.
    Inside,
    /// Not let in.
    TurnedAway {
        /// The reason.
        reason: TurnedAway,
        /// The reason in words.
        text: String,
    },
    /// The host said goodbye.
    Ended(String),
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it was heard, in the guest's steps.
    pub step: u64,
    /// Who said it.
    pub speaker: EntityId,
    /// By which name.
    pub name: String,
    /// How loud.
    pub loudness: Loudness,
    /// The words.
    pub text: String,
    /// What is meant by them.
    pub act: Option<Arc<SpeechAct>>,
    /// Whether words are lost.
    pub muffled: bool,
}

impl Line {
    /// What is meant, if that is known.
    #[must_use]
    pub fn meaning(&self) -> Option<&Meaning> {
        self.act.as_ref().map(|act| &act.meaning)
    }
}

impl Known {
    /// What happened in the world's games since this was last asked, oldest first.
    pub(crate) fn take_calls(&mut self) -> Vec<Call> {
        self.calls.drain(..).collect()
    }

    /// What cannot be read is not known: the host is then another than it says, and its next welcome begins afresh.
    fn hear_games(&mut self, letter: &[u8]) {
        self.calls.extend(self.herald.take(letter).unwrap_or_default());
        let surplus = self.calls.len().saturating_sub(MOST_CALLS);
        self.calls.drain(..surplus);
    }

    pub(crate) fn take_message(&mut self, message: FromHost) {
        match message {
            FromHost::Welcome(welcome) => {
                self.standing = Standing::Inside;
                self.surroundings = None;
                self.tick = welcome.tick;
                self.now = welcome.tick.seconds();
                self.footing = Footing::new(welcome.physique);
                self.herald = Hearer::new(welcome.manifest.as_ref().clone()).unwrap_or_default();
                self.calls.clear();
                self.welcome = Some(welcome);
            }
            FromHost::TurnedAway { reason, text } => self.standing = Standing::TurnedAway { reason, text },
            FromHost::Goodbye(text) => self.standing = Standing::Ended(text),
            FromHost::Chunk { land, changes } => self.land.put(land, changes),
            FromHost::Changed { pos, changes } => self.land.change(pos, changes),
            FromHost::Doors { pos, open } => self.land.set_doors(pos, open),
            FromHost::Forget(pos) => self.land.forget(pos),
            FromHost::Heard { speaker, name, loudness, text, act, muffled } => {
                let line = Line { step: self.step, speaker, name, loudness, text, act, muffled };
                self.lines.push(line);
            }
            FromHost::Aware(aware) => self.roused = Some(Roused { step: self.step, aware }),
            FromHost::Part { .. } | FromHost::Bucket { .. } => self.turns.take(&message, self.step),
            FromHost::Noise { .. } | FromHost::Amiss { .. } | FromHost::Missed { .. } => {
                let here = self.place();
                self.ears.take(&message, self.step, here);
            }
            FromHost::Saw(saw) => self.deeds.push(Seen { step: self.step, saw }),
            FromHost::Whose { thing, owner } => {
                match owner {
                    Some(owner) => self.owners.insert(thing, owner),
                    None => self.owners.remove(&thing),
                };
                if self.owners.len() > MOST_OWNED {
                    self.owners.pop_first();
                }
            }
            FromHost::Crafts { .. }
            | FromHost::Shots { .. }
            | FromHost::Stand { .. }
            | FromHost::Law { .. }
            | FromHost::Kin(_) => self.ties.take(message, self.step),
            FromHost::Notice(text) => self.notices.push(text),
            FromHost::Answer { number, outcome } => {
                match &outcome {
                    Outcome::Told(text) => self.told.push(text.clone()),
                    Outcome::Seen(text, bearing) => {
                        self.told.push(text.clone());
                        self.looks.push(*bearing);
                    }
                    Outcome::Done | Outcome::Refused(_) => {}
                }
                if self.answers.len() >= MOST_ANSWERS {
                    self.answers.pop_first();
                }
                self.answers.insert(number, outcome);
            }
            FromHost::Bag { slots, held, .. } => (self.slots, self.held) = (slots, held),
            FromHost::Clock { day, days, .. } => (self.day, self.days) = (day, days),
            FromHost::Felt(felt) => self.surroundings.get_or_insert_default().apply(&felt),
            FromHost::Told { letter } => self.hear_games(&letter),
            FromHost::Watching(watching) => self.watching = Some(watching),
            // What is for people's eyes and ears, or for measuring the line, is nothing to know.
            _ => {}
        }
    }
}
