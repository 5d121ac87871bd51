//! What a guest may want, in bits. What can be wanted is [`wold_lore::intent`]'s to say.

use crate::bits::{BitReader, BitWriter, Coded, Malformed, word};
use crate::form::{
    At, Bit, Bits16, Blob, Boxed, Byte, Few, Id, Maybe, Named, Own, Part, Text, Ticks, choices, sections,
};
use wold_lore::SpeechAct;
use wold_lore::intent::{Gait, Intent, LONGEST_GAME_PAYLOAD, LONGEST_SPEECH, Loudness, Steering, Target};
use wold_lore::land::{Door, EdgeSide, ThingKind};
use wold_space::ChunkPos;

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

sections! { Steering = "[steering](#steering)": "still bit; unless still: east sbits8, north sbits8; heading byte; gait bits2" }

choices! { Target, "target", "[target](#wishes)", 2;
    1 Entity(id: Id);
    ;0 Nothing {}
    ;2 Growth { chunk: At, index: Bits16 }
    ;3 Edge { chunk: At, x: Few<5>, y: Few<5>, side: Named<EdgeSide, 1> }
}

choices! { Intent, "intent", "[intent](#wishes)", 5;
    0 Move(steering: Own<Steering>);
    1 Look(target: Part<Target>);
    3 Take(id: Id);
    7 Strike(id: Id);
    ;2 Say { loudness: Named<Loudness, 2>, text: Text<LONGEST_SPEECH>, act: Maybe<Boxed<Part<SpeechAct>>> }
    ;4 Drop { slot: Byte }
    ;5 Use { slot: Byte, on: Part<Target> }
    ;6 Give { slot: Byte, to: Id }
    ;8 Hold { slot: Byte }
    ;9 Game { verb: Bits16, payload: Blob<LONGEST_GAME_PAYLOAD> }
    ;10 Door { chunk: At, door: Part<Door> }
    ;11 Close { foe: Id }
    ;12 Draw { chunk: At, place: Bits16 }
    ;13 Work { craft: Byte }
    ;14 Offer { thing: Named<ThingKind, 6>, coins: Bits16, buys: Bit }
    ;15 Deal { with: Id, thing: Named<ThingKind, 6>, count: Byte, coins: Bits16, buys: Bit }
    ;16 Shun { who: Id, shuns: Bit }
    ;17 Shoot { at: Part<Target>, seen: Ticks }
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

#[cfg(test)]
mod tests {
    use super::*;
    use wold_space::EntityId;

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
            Intent::Work { craft: 3 },
            Intent::Shun { who: EntityId(7), shuns: true },
            Intent::Shoot { at: Target::Entity(EntityId(7)), seen: wold_space::Tick(70_000) },
            Intent::Offer { thing: ThingKind::Tools, coins: 20, buys: false },
            Intent::Deal { with: EntityId(9), thing: ThingKind::Grain, count: 12, coins: 2, buys: true },
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
            Err(Malformed::OutOfRange { field: "text", .. })
        ));
    }
}
