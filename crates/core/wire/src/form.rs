//! The form of a message: its fields in order, each described once.
//!
//! A message is declared by [`forms!`] as a list of fields with a [`Codec`] each. From that list come the bytes, the reader, and a [`Form`] that says the
//! same in words: the page's reader and the protocol's tables are written from it, and it is part of the protocol's hash.
//!
//! Contract: a codec reads whatever it wrote, refuses with [`Malformed`] whatever it could not have written, and never takes more memory than its bound.

use crate::bits::{BitReader, BitWriter, Coded, Malformed};
use crate::intent::{read_chunk_pos, write_chunk_pos};
use std::fmt;
use std::marker::PhantomData;
use wold_lore::vocabulary::Word;
use wold_space::{ChunkPos, EntityId, Tick};

/// How one field lies in the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One bit: yes or no.
    Bit,
    /// So many bits, at most 32, unsigned.
    Bits(u32),
    /// A number in groups of seven bits, below 2^32.
    Number,
    /// A body or a thing.
    Id,
    /// A tick.
    Tick,
    /// A chunk's place.
    Chunk,
    /// Letters, at most so many bytes.
    Text(usize),
    /// Bytes, at most so many.
    Blob(usize),
    /// A word of a vocabulary, by its number in so many bits.
    Word(&'static str, u32),
    /// Something with a form of its own, by the name it has on the protocol's page.
    Own(&'static str),
}

/// As the protocol's page writes it.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit => write!(f, "`bit`"),
            Self::Bits(8) => write!(f, "`byte`"),
            Self::Bits(count) => write!(f, "`bits({count})`"),
            Self::Number => write!(f, "`number(7)` below 2^32"),
            Self::Id => write!(f, "`id`"),
            Self::Tick => write!(f, "`number(7)`"),
            Self::Chunk => write!(f, "`chunk`"),
            Self::Text(most) => write!(f, "`text` of at most {most} bytes"),
            Self::Blob(most) => write!(f, "`blob` of at most {most} bytes"),
            Self::Word(what, 8) => write!(f, "{what} `byte`"),
            Self::Word(what, bits) => write!(f, "{what} `bits({bits})`"),
            Self::Own(name) => write!(f, "{name}"),
        }
    }
}

/// The form of one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The byte it begins with.
    pub tag: u8,
    /// What code calls it.
    pub name: &'static str,
    /// Its fields in order.
    pub fields: Vec<(&'static str, Shape)>,
}

/// All forms as one text, for the protocol's hash.
pub(super) fn spelled(forms: &[Form]) -> String {
    forms.iter().map(|form| format!("{} {} {:?}\n", form.tag, form.name, form.fields)).collect()
}

/// A way to write one kind of field.
pub(super) trait Codec {
    type Value;
    const SHAPE: Shape;
    fn write(value: &Self::Value, w: &mut BitWriter);
    fn read(r: &mut BitReader, field: &'static str) -> Result<Self::Value, Malformed>;
}

/// Declares a field's codec: its value, its shape, how it is written and read.
macro_rules! codec {
    ($(#[$doc:meta])* $name:ident$(<$(const $most:ident: usize),+>)?, $value:ty, $shape:expr, |$it:ident, $w:ident| $write:expr, |$r:ident, $field:pat_param| $read:expr) => {
        $(#[$doc])*
        pub(super) struct $name$(<$(const $most: usize),+>)?;

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
codec!(Id, EntityId, Shape::Id, |it, w| w.number(it.0, 7), |r, _| Ok(EntityId(r.number(7)?)));
codec!(Ticks, Tick, Shape::Tick, |it, w| w.number(it.0, 7), |r, _| Ok(Tick(r.number(7)?)));
codec!(At, ChunkPos, Shape::Chunk, |it, w| write_chunk_pos(w, *it), |r, _| read_chunk_pos(r));
codec!(Text<const MOST: usize>, String, Shape::Text(MOST), |it, w| w.text(it), |r, field| r.text(field, MOST));
codec!(Blob<const MOST: usize>, Vec<u8>, Shape::Blob(MOST), |it, w| w.blob(it), |r, field| r.blob(field, MOST));

/// A word of a vocabulary, by its number in so many bits.
pub(super) struct Named<W, const BITS: u32>(PhantomData<W>);

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

/// What has a section of its own on the protocol's page.
pub(super) trait Sectioned: Coded {
    const NAME: &'static str;
}

/// A field with a form of its own.
pub(super) struct Own<T>(PhantomData<T>);

impl<T: Sectioned> Codec for Own<T> {
    type Value = T;
    const SHAPE: Shape = Shape::Own(T::NAME);

    fn write(value: &T, w: &mut BitWriter) {
        value.write(w);
    }

    fn read(r: &mut BitReader, _: &'static str) -> Result<T, Malformed> {
        T::read(r)
    }
}

/// Declares the forms of all messages of a direction: those that are one thing, and those of several fields.
macro_rules! forms {
    ($messages:ident; $($tag_one:literal $one:ident($only:ident: $only_codec:ty);)* $(;$tag:literal $name:ident { $($field:ident: $codec:ty),* $(,)? })*) => {
        impl $messages {
            /// The form of every message.
            #[must_use]
            pub fn forms() -> Vec<Form> {
                let mut forms = vec![
                    $(Form { tag: $tag_one, name: stringify!($one), fields: vec![(stringify!($only), <$only_codec as Codec>::SHAPE)] },)*
                    $(Form { tag: $tag, name: stringify!($name), fields: vec![$((stringify!($field), <$codec as Codec>::SHAPE)),*] },)*
                ];
                forms.sort_by_key(|form| form.tag);
                forms
            }

            /// The message's bytes.
            #[must_use]
            pub fn encode(&self) -> Vec<u8> {
                let mut w = BitWriter::default();
                match self {
                    $(Self::$one($only) => {
                        w.byte($tag_one);
                        <$only_codec as Codec>::write($only, &mut w);
                    })*
                    $(Self::$name { $($field),* } => {
                        w.byte($tag);
                        $(<$codec as Codec>::write($field, &mut w);)*
                    })*
                }
                w.finish()
            }

            /// The message in those bytes.
            pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
                let mut r = BitReader::new(bytes);
                let r = &mut r;
                let message = match r.byte()? {
                    $($tag_one => Self::$one(<$only_codec as Codec>::read(r, stringify!($only))?),)*
                    $($tag => Self::$name { $($field: <$codec as Codec>::read(r, stringify!($field))?),* },)*
                    value => return Err(Malformed::OutOfRange { field: "message", value: u64::from(value) }),
                };
                r.end()?;
                Ok(message)
            }
        }
    };
}

pub(super) use forms;
