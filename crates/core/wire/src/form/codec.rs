//! Ways to write the kinds of fields there are.

use super::{Described, Sectioned, Shape};
use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::intent::{read_chunk_pos, write_chunk_pos};
use std::marker::PhantomData;
use std::sync::Arc;
use wold_lore::act::{LONGEST_NAME, Name};
use wold_lore::vocabulary::Word;
use wold_space::{ChunkPos, EntityId, GuestId, Tick};

/// A way to write one kind of field.
pub(crate) trait Codec {
    type Value;
    const SHAPE: Shape;
    fn write(value: &Self::Value, w: &mut BitWriter);
    fn read(r: &mut BitReader, field: &'static str) -> Result<Self::Value, Malformed>;
}

/// Declares a field's codec: its value, its shape, how it is written and read.
macro_rules! codec {
    ($(#[$doc:meta])* $name:ident$(<$(const $most:ident: usize),+>)?, $value:ty, $shape:expr, |$it:ident, $w:ident| $write:expr, |$r:ident, $field:pat_param| $read:expr) => {
        $(#[$doc])*
        pub(crate) struct $name$(<$(const $most: usize),+>)?;

        impl$(<$(const $most: usize),+>)? Codec for $name$(<$($most),+>)? {
            type Value = $value;
            const SHAPE: Shape = $shape;

            fn write($it: &$value, $w: &mut BitWriter) {
                $write
            }

            fn read($r: &mut BitReader, $field: &'static str) -> Result<$value, Malformed> {
                $read
            }
        }
    };
}

codec!(Bit, bool, Shape::Bit, |it, w| w.bit(*it), |r, _| r.bit());
codec!(Byte, u8, Shape::Bits(8), |it, w| w.byte(*it), |r, _| r.byte());
codec!(Bits16, u16, Shape::Bits(16), |it, w| w.bits(u64::from(*it), 16), |r, _| Ok(r.bits(16)? as u16));
codec!(Bits32, u32, Shape::Bits(32), |it, w| w.bits(u64::from(*it), 32), |r, _| Ok(r.bits(32)? as u32));
codec!(Number, u32, Shape::Number, |it, w| w.number(u64::from(*it), 7), |r, field| Ok(r.number_below(
    7,
    field,
    1 << 32
)? as u32));
codec!(Signed, i32, Shape::Signed, |it, w| w.signed(i64::from(*it), 7), |r, field| {
    let value = r.signed(7)?;
    i32::try_from(value).map_err(|_| Malformed::OutOfRange { field, value: value.unsigned_abs() })
});
codec!(Id, EntityId, Shape::Id, |it, w| w.number(it.0, 7), |r, _| Ok(EntityId(r.number(7)?)));
codec!(Ticks, Tick, Shape::Tick, |it, w| w.number(it.0, 7), |r, _| Ok(Tick(r.number(7)?)));
codec!(At, ChunkPos, Shape::Chunk, |it, w| write_chunk_pos(w, *it), |r, _| read_chunk_pos(r));
codec!(GuestNumber, GuestId, Shape::Id, |it, w| w.number(it.0, 7), |r, _| Ok(GuestId(r.number(7)?)));
codec!(
    Wide,
    u64,
    Shape::Wide,
    |it, w| {
        w.bits(it & 0xffff_ffff, 32);
        w.bits(it >> 32, 32);
    },
    |r, _| Ok(r.bits(32)? | r.bits(32)? << 32)
);
codec!(
    /// A place in whole metres.
    Metres,
    [i32; 2],
    Shape::Metres,
    |it, w| it.iter().for_each(|axis| w.signed(i64::from(*axis), 7)),
    |r, field| {
        let mut axis = || {
            let value = r.signed(7)?;
            i32::try_from(value).map_err(|_| Malformed::OutOfRange { field, value: value.unsigned_abs() })
        };
        Ok([axis()?, axis()?])
    }
);
codec!(
    /// What somebody or something is called.
    Called,
    Name,
    Shape::Name(LONGEST_NAME),
    |it, w| w.text(it.as_str()),
    |r, field| {
        let text = r.text(field, LONGEST_NAME)?;
        let value = text.len() as u64;
        Name::try_from(text).map_err(|_| Malformed::OutOfRange { field, value })
    }
);
codec!(
    /// A small number in so few bits.
    Few<const BITS: usize>,
    u8,
    Shape::Bits(BITS as u32),
    |it, w| w.bits(u64::from(*it) & ((1 << BITS) - 1), BITS as u32),
    |r, _| Ok(r.bits(BITS as u32)? as u8)
);
codec!(
    Raw<const COUNT: usize>,
    [u8; COUNT],
    Shape::Raw(COUNT),
    |it, w| it.iter().for_each(|byte| w.byte(*byte)),
    |r, _| {
        let mut bytes = [0; COUNT];
        for byte in &mut bytes {
            *byte = r.byte()?;
        }
        Ok(bytes)
    }
);
codec!(Text<const MOST: usize>, String, Shape::Text(MOST), |it, w| w.text(it), |r, field| r.text(field, MOST));
codec!(Blob<const MOST: usize>, Vec<u8>, Shape::Blob(MOST), |it, w| w.blob(it), |r, field| r.blob(field, MOST));

/// A word of a vocabulary, by its number in so many bits.
pub(crate) struct Named<W, const BITS: u32>(PhantomData<W>);

impl<W: Word, const BITS: u32> Codec for Named<W, BITS> {
    type Value = W;
    const SHAPE: Shape = Shape::Word(W::WHAT, BITS);

    fn write(value: &W, w: &mut BitWriter) {
        w.bits(u64::from(value.number()), BITS);
    }

    fn read(r: &mut BitReader, _: &'static str) -> Result<W, Malformed> {
        crate::bits::word(r, BITS)
    }
}

/// What is described like a message.
pub(crate) struct Part<T>(PhantomData<T>);

impl<T: Described + Coded> Codec for Part<T> {
    type Value = T;
    const SHAPE: Shape = Shape::Part(T::NAME, T::PAGE);

    fn write(value: &T, w: &mut BitWriter) {
        value.write(w);
    }

    fn read(r: &mut BitReader, _: &'static str) -> Result<T, Malformed> {
        T::read(r)
    }
}

/// What is coded by hand.
pub(crate) struct Own<T>(PhantomData<T>);

impl<T: Sectioned + Coded> Codec for Own<T> {
    type Value = T;
    const SHAPE: Shape = Shape::Own(T::NAME);

    fn write(value: &T, w: &mut BitWriter) {
        value.write(w);
    }

    fn read(r: &mut BitReader, _: &'static str) -> Result<T, Malformed> {
        T::read(r)
    }
}

/// Something or nothing: a bit, then what it is.
pub(crate) struct Maybe<C>(PhantomData<C>);

impl<C: Codec> Codec for Maybe<C> {
    type Value = Option<C::Value>;
    const SHAPE: Shape = Shape::Maybe(&C::SHAPE);

    fn write(value: &Self::Value, w: &mut BitWriter) {
        w.bit(value.is_some());
        value.iter().for_each(|value| C::write(value, w));
    }

    fn read(r: &mut BitReader, field: &'static str) -> Result<Self::Value, Malformed> {
        if r.bit()? { C::read(r, field).map(Some) } else { Ok(None) }
    }
}

/// A list of at most so many, of at least so many bits each.
pub(crate) struct List<C, const MOST: usize, const LEAST: u32>(PhantomData<C>);

impl<C: Codec, const MOST: usize, const LEAST: u32> Codec for List<C, MOST, LEAST> {
    type Value = Vec<C::Value>;
    const SHAPE: Shape = Shape::List(&C::SHAPE, MOST, LEAST);

    fn write(value: &Self::Value, w: &mut BitWriter) {
        w.number(value.len() as u64, 7);
        value.iter().for_each(|value| C::write(value, w));
    }

    fn read(r: &mut BitReader, field: &'static str) -> Result<Self::Value, Malformed> {
        let count = r.count(field, LEAST as usize, MOST as u64)?;
        (0..count).map(|_| C::read(r, field)).collect()
    }
}

/// The same, kept in a box.
pub(crate) struct Boxed<C>(PhantomData<C>);

impl<C: Codec> Codec for Boxed<C> {
    type Value = Box<C::Value>;
    const SHAPE: Shape = C::SHAPE;

    fn write(value: &Self::Value, w: &mut BitWriter) {
        C::write(value, w);
    }

    fn read(r: &mut BitReader, field: &'static str) -> Result<Self::Value, Malformed> {
        C::read(r, field).map(Box::new)
    }
}

/// The same, shared by those it is told to.
pub(crate) struct Shared<C>(PhantomData<C>);

impl<C: Codec> Codec for Shared<C> {
    type Value = Arc<C::Value>;
    const SHAPE: Shape = C::SHAPE;

    fn write(value: &Self::Value, w: &mut BitWriter) {
        C::write(value, w);
    }

    fn read(r: &mut BitReader, field: &'static str) -> Result<Self::Value, Malformed> {
        C::read(r, field).map(Arc::new)
    }
}
