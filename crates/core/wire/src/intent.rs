//! What a guest may want, in bits. What can be wanted is [`wold_lore::intent`]'s to say.

use crate::bits::{BitReader, BitWriter, Coded, Malformed, word};
use crate::speech::{read_act, write_act};
use wold_lore::intent::{Gait, Intent, LONGEST_GAME_PAYLOAD, LONGEST_SPEECH, Steering, Target};
use wold_lore::land::{Door, EdgeSide};
use wold_space::{ChunkPos, EntityId};

impl Coded for Steering {
    fn write(&self, w: &mut BitWriter) {
        let still = self.east == 0 && self.north == 0;
        w.bit(still);
        if !still {
            w.signed_bits(i32::from(self.east), 8);
            w.signed_bits(i32::from(self.north), 8);
        }
        w.byte(self.heading);
        w.bits(self.gait as u64, 2);
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        let (east, north) =
            if r.bit()? { (0, 0) } else { (r.signed_bits(8)? as i8, r.signed_bits(8)? as i8) };
        Ok(Self { east, north, heading: r.byte()?, gait: word::<Gait>(r, 2)? })
    }
}

impl Coded for Target {
    fn write(&self, w: &mut BitWriter) {
        match *self {
            Self::Nothing => w.bits(0, 2),
            Self::Entity(id) => {
                w.bits(1, 2);
                w.number(id.0, 7);
            }
            Self::Growth { chunk, index } => {
                w.bits(2, 2);
                write_chunk_pos(w, chunk);
                w.bits(u64::from(index), 16);
            }
            Self::Edge { chunk, x, y, side } => {
                w.bits(3, 2);
                write_chunk_pos(w, chunk);
                w.bits(u64::from(x & 31), 5);
                w.bits(u64::from(y & 31), 5);
                w.bits(side as u64, 1);
            }
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(match r.bits(2)? {
            0 => Self::Nothing,
            1 => Self::Entity(EntityId(r.number(7)?)),
            2 => Self::Growth { chunk: read_chunk_pos(r)?, index: r.bits(16)? as u16 },
            _ => Self::Edge {
                chunk: read_chunk_pos(r)?,
                x: r.bits(5)? as u8,
                y: r.bits(5)? as u8,
                side: if r.bit()? { EdgeSide::West } else { EdgeSide::South },
            },
        })
    }
}

pub(crate) fn write_chunk_pos(w: &mut BitWriter, pos: ChunkPos) {
    w.signed(i64::from(pos.x), 7);
    w.signed(i64::from(pos.y), 7);
}

pub(crate) fn read_chunk_pos(r: &mut BitReader) -> Result<ChunkPos, Malformed> {
    let mut axis = || {
        let value = r.signed(7)?;
        if value.unsigned_abs() > ChunkPos::LIMIT as u64 {
            return Err(Malformed::OutOfRange { field: "chunk", value: value.unsigned_abs() });
        }
        Ok(value as i32)
    };
    Ok(ChunkPos { x: axis()?, y: axis()? })
}

impl Coded for Intent {
    fn write(&self, w: &mut BitWriter) {
        match self {
            Self::Move(steering) => {
                w.bits(0, 4);
                steering.write(w);
            }
            Self::Look(target) => {
                w.bits(1, 4);
                target.write(w);
            }
            Self::Say { text, loudness, act } => {
                w.bits(2, 4);
                w.bits(*loudness as u64, 2);
                w.text(text);
                write_act(w, act.as_deref());
            }
            Self::Take(id) => {
                w.bits(3, 4);
                w.number(id.0, 7);
            }
            Self::Drop { slot } => {
                w.bits(4, 4);
                w.byte(*slot);
            }
            Self::Use { slot, on } => {
                w.bits(5, 4);
                w.byte(*slot);
                on.write(w);
            }
            Self::Give { slot, to } => {
                w.bits(6, 4);
                w.byte(*slot);
                w.number(to.0, 7);
            }
            Self::Strike(id) => {
                w.bits(7, 4);
                w.number(id.0, 7);
            }
            Self::Hold { slot } => {
                w.bits(8, 4);
                w.byte(*slot);
            }
            Self::Game { verb, payload } => {
                w.bits(9, 4);
                w.bits(u64::from(*verb), 16);
                w.blob(payload);
            }
            Self::Door { chunk, door } => {
                w.bits(10, 4);
                write_chunk_pos(w, *chunk);
                door.write(w);
            }
            Self::Close { foe } => {
                w.bits(11, 4);
                w.number(foe.0, 7);
            }
            Self::Draw { chunk, place } => {
                w.bits(12, 4);
                write_chunk_pos(w, *chunk);
                w.bits(u64::from(*place), 16);
            }
        }
    }

    fn read(r: &mut BitReader) -> Result<Self, Malformed> {
        Ok(match r.bits(4)? {
            0 => Self::Move(Steering::read(r)?),
            1 => Self::Look(Target::read(r)?),
            2 => {
                let loudness = word(r, 2)?;
                let text = r.text("speech", LONGEST_SPEECH)?;
                Self::Say { text, loudness, act: read_act(r)?.map(Box::new) }
            }
            3 => Self::Take(EntityId(r.number(7)?)),
            4 => Self::Drop { slot: r.byte()? },
            5 => Self::Use { slot: r.byte()?, on: Target::read(r)? },
            6 => Self::Give { slot: r.byte()?, to: EntityId(r.number(7)?) },
            7 => Self::Strike(EntityId(r.number(7)?)),
            8 => Self::Hold { slot: r.byte()? },
            9 => Self::Game {
                verb: r.bits(16)? as u16,
                payload: r.blob("game payload", LONGEST_GAME_PAYLOAD)?,
            },
            10 => Self::Door { chunk: read_chunk_pos(r)?, door: Door::read(r)? },
            11 => Self::Close { foe: EntityId(r.number(7)?) },
            12 => Self::Draw { chunk: read_chunk_pos(r)?, place: r.bits(16)? as u16 },
            value => return Err(Malformed::OutOfRange { field: "intent", value }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_lore::{Loudness, SpeechAct};

    fn there_and_back(intent: &Intent) -> Intent {
        let mut w = BitWriter::default();
        intent.write(&mut w);
        let bytes = w.finish();
        let mut r = BitReader::new(&bytes);
        let back = Intent::read(&mut r).expect("our own bytes decode");
        r.end().expect("nothing is left");
        back
    }

    #[test]
    fn every_intent_survives_the_wire() {
        let chunk = ChunkPos { x: -4, y: 70_000 };
        let edge = Target::Edge { chunk, x: 31, y: 0, side: EdgeSide::West };
        for intent in [
            Intent::Move(Steering { east: -127, north: 3, heading: 200, gait: Gait::Run }),
            Intent::Move(Steering::default()),
            Intent::Look(Target::Growth { chunk, index: 65_535 }),
            Intent::Say { text: "Grüß dich".into(), loudness: Loudness::Shout, act: None },
            Intent::say("Grüß dich, Bo", Some(SpeechAct::to("Bo", wold_lore::Meaning::Greeting))),
            Intent::Take(EntityId(u64::MAX)),
            Intent::Drop { slot: 7 },
            Intent::Use { slot: 1, on: edge },
            Intent::Use { slot: 1, on: Target::Nothing },
            Intent::Give { slot: 2, to: EntityId(9) },
            Intent::Strike(EntityId(0)),
            Intent::Hold { slot: 255 },
            Intent::Close { foe: EntityId(300) },
            Intent::Draw { chunk, place: 65_535 },
            Intent::Game { verb: 513, payload: vec![1, 2, 3] },
        ] {
            assert_eq!(there_and_back(&intent), intent);
        }
    }

    #[test]
    fn a_speech_over_the_limit_is_malformed() {
        let mut w = BitWriter::default();
        Intent::say("a".repeat(LONGEST_SPEECH + 1), None).write(&mut w);
        let bytes = w.finish();
        assert!(matches!(
            Intent::read(&mut BitReader::new(&bytes)),
            Err(Malformed::OutOfRange { field: "speech", .. })
        ));
    }
}
