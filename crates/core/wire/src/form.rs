//! The form of a message: its fields in order, each described once.
//!
//! A message is declared by [`messages!`] as a list of fields with a [`Codec`] each; what messages are made of by [`choices!`], where it is one of several, and by
//! [`record!`], where it is always the same. From those lists come the bytes, the reader, and a [`Form`] that says the same in words: the page's reader and writer
//! and the protocol's tables are written from it, and it is part of the protocol's hash. What is coded by hand tells its layout in words instead ([`Sectioned`]).
//!
//! Contract: a codec reads whatever it wrote, refuses with [`Malformed`] whatever it could not have written, and never takes more memory than its bound.

mod codec;

pub(crate) use codec::{
    At, Bit, Bits16, Bits32, Blob, Boxed, Byte, Called, Codec, Few, GuestNumber, Id, List, Maybe, Metres,
    Named, Number, Own, Part, Raw, Shared, Signed, Text, Ticks, Wide,
};

use std::fmt;

/// How one field lies in the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One bit: yes or no.
    Bit,
    /// So many bits, at most 32, unsigned.
    Bits(u32),
    /// Sixty-four bits, the lower half first.
    Wide,
    /// So many bytes.
    Raw(usize),
    /// A number in groups of seven bits, below 2^32.
    Number,
    /// A signed number in groups of seven bits, from -2^31 to below 2^31.
    Signed,
    /// A body or a thing.
    Id,
    /// A tick.
    Tick,
    /// A chunk's place.
    Chunk,
    /// A place, east and north, in whole metres.
    Metres,
    /// What somebody or something is called: letters, at most so many bytes and not none.
    Name(usize),
    /// Letters, at most so many bytes.
    Text(usize),
    /// Bytes, at most so many.
    Blob(usize),
    /// A word of a vocabulary, by its number in so many bits.
    Word(&'static str, u32),
    /// Something or nothing.
    Maybe(&'static Shape),
    /// At most so many of them, of at least so many bits each.
    List(&'static Shape, usize, u32),
    /// Something that is described like a message: what code calls it, and the protocol's page.
    Part(&'static str, &'static str),
    /// Something coded by hand, by the name it has on the protocol's page.
    Own(&'static str),
}

/// As the protocol's page writes it.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bit => write!(f, "`bit`"),
            Self::Bits(8) => write!(f, "`byte`"),
            Self::Bits(count) => write!(f, "`bits({count})`"),
            Self::Wide => write!(f, "`bits(64)`"),
            Self::Raw(count) => write!(f, "{count} bytes"),
            Self::Number => write!(f, "`number(7)` below 2^32"),
            Self::Signed => write!(f, "`signed(7)`"),
            Self::Id => write!(f, "`id`"),
            Self::Tick => write!(f, "`number(7)`"),
            Self::Chunk => write!(f, "`chunk`"),
            Self::Metres => write!(f, "`signed(7)` × 2 in metres"),
            Self::Name(most) => write!(f, "`text` of 1 to {most} bytes"),
            Self::Text(most) => write!(f, "`text` of at most {most} bytes"),
            Self::Blob(most) => write!(f, "`blob` of at most {most} bytes"),
            Self::Word(what, 8) => write!(f, "{what} `byte`"),
            Self::Word(what, bits) => write!(f, "{what} `bits({bits})`"),
            Self::Maybe(shape) => write!(f, "option of {shape}"),
            Self::List(shape, most, _) => write!(f, "list of at most {most}: {shape}"),
            Self::Part(_, page) | Self::Own(page) => write!(f, "{page}"),
        }
    }
}

/// The form of one message, or of one of several things a part may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The number it begins with.
    pub tag: u8,
    /// What code calls it.
    pub name: &'static str,
    /// Its fields in order.
    pub fields: Vec<(&'static str, Shape)>,
}

impl Form {
    /// Its fields as the protocol's page writes them.
    #[must_use]
    pub fn told(&self) -> String {
        let fields: Vec<String> =
            self.fields.iter().map(|(field, shape)| format!("{field}: {shape}")).collect();
        fields.join(", ")
    }
}

/// What messages are made of: one of several forms, told by a number in so many bits; or always the same one, without a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartForm {
    /// What code calls it.
    pub name: &'static str,
    /// The bits of the number; 0 if it has but one form.
    pub bits: u32,
    /// Its forms by number.
    pub forms: Vec<Form>,
}

/// Forms as one text, for the protocol's hash.
pub(crate) fn spelled(forms: &[Form]) -> String {
    forms.iter().map(|form| format!("{} {} {:?}\n", form.tag, form.name, form.fields)).collect()
}

/// A part that says of itself how it is formed.
pub(crate) trait Described {
    /// What code calls it.
    const NAME: &'static str;
    /// What the protocol's page calls it.
    const PAGE: &'static str;

    fn part() -> PartForm;
}

/// What is coded by hand.
pub(crate) trait Sectioned {
    /// What the protocol's page calls it.
    const NAME: &'static str;
    /// How its bits lie, in words: whoever changes the code changes this with it, and so the protocol's hash.
    const LAYOUT: &'static str;
}

/// Declares what is coded by hand: its name on the protocol's page, and its layout.
macro_rules! sections {
    ($($type:ty = $name:literal: $layout:expr),+ $(,)?) => {
        $(impl $crate::form::Sectioned for $type { const NAME: &'static str = $name; const LAYOUT: &'static str = $layout; })+
    };
}

/// Declares a part that is one of several things: those that are one thing, and those of several fields, or none.
macro_rules! choices {
    ($part:ident, $what:literal, $page:literal, $bits:literal; $($tag_one:literal $one:ident($only:ident: $only_codec:ty);)* $(;$tag:literal $name:ident { $($field:ident: $codec:ty),* $(,)? })*) => {
        impl $crate::form::Described for $part {
            const NAME: &'static str = stringify!($part);
            const PAGE: &'static str = $page;

            fn part() -> $crate::form::PartForm {
                use $crate::form::{Codec, Form};
                let mut forms = vec![
                    $(Form { tag: $tag_one, name: stringify!($one), fields: vec![(stringify!($only), <$only_codec as Codec>::SHAPE)] },)*
                    $(Form { tag: $tag, name: stringify!($name), fields: vec![$((stringify!($field), <$codec as Codec>::SHAPE)),*] },)*
                ];
                forms.sort_by_key(|form| form.tag);
                $crate::form::PartForm { name: stringify!($part), bits: $bits, forms }
            }
        }

        impl $crate::bits::Coded for $part {
            fn write(&self, w: &mut $crate::bits::BitWriter) {
                use $crate::form::Codec;
                match self {
                    $(Self::$one($only) => {
                        w.bits($tag_one, $bits);
                        <$only_codec as Codec>::write($only, w);
                    })*
                    $(Self::$name { $($field),* } => {
                        w.bits($tag, $bits);
                        $(<$codec as Codec>::write($field, w);)*
                    })*
                }
            }

            fn read(r: &mut $crate::bits::BitReader) -> Result<Self, $crate::bits::Malformed> {
                #[allow(unused_imports, reason = "where no choice has fields")]
                use $crate::form::Codec;
                Ok(match r.bits($bits)? {
                    $($tag_one => Self::$one(<$only_codec as Codec>::read(r, stringify!($only))?),)*
                    $($tag => Self::$name { $($field: <$codec as Codec>::read(r, stringify!($field))?),* },)*
                    value => return Err($crate::bits::Malformed::OutOfRange { field: $what, value }),
                })
            }
        }
    };
}

/// Declares a part that is always the same: its fields in order.
macro_rules! record {
    ($part:ident, $page:literal { $($field:ident: $codec:ty),+ $(,)? }) => {
        impl $crate::form::Described for $part {
            const NAME: &'static str = stringify!($part);
            const PAGE: &'static str = $page;

            fn part() -> $crate::form::PartForm {
                let fields = vec![$((stringify!($field), <$codec as $crate::form::Codec>::SHAPE)),+];
                let form = $crate::form::Form { tag: 0, name: stringify!($part), fields };
                $crate::form::PartForm { name: stringify!($part), bits: 0, forms: vec![form] }
            }
        }

        impl $crate::bits::Coded for $part {
            fn write(&self, w: &mut $crate::bits::BitWriter) {
                $(<$codec as $crate::form::Codec>::write(&self.$field, w);)+
            }

            fn read(r: &mut $crate::bits::BitReader) -> Result<Self, $crate::bits::Malformed> {
                // Fields are read in the order in which they stand.
                Ok(Self { $($field: <$codec as $crate::form::Codec>::read(r, stringify!($field))?),+ })
            }
        }
    };
}

/// Declares all messages of a direction, as [`choices!`] does, each in bytes of its own.
macro_rules! messages {
    ($messages:ident, $page:literal; $($forms:tt)*) => {
        $crate::form::choices! { $messages, "message", $page, 8; $($forms)* }

        impl $messages {
            /// The form of every message.
            #[must_use]
            pub fn forms() -> Vec<$crate::form::Form> {
                <Self as $crate::form::Described>::part().forms
            }

            /// The message's bytes.
            #[must_use]
            pub fn encode(&self) -> Vec<u8> {
                let mut w = $crate::bits::BitWriter::default();
                $crate::bits::Coded::write(self, &mut w);
                w.finish()
            }

            /// The message in those bytes.
            pub fn decode(bytes: &[u8]) -> Result<Self, $crate::bits::Malformed> {
                let mut r = $crate::bits::BitReader::new(bytes);
                let message = $crate::bits::Coded::read(&mut r)?;
                r.end()?;
                Ok(message)
            }
        }
    };
}

pub(crate) use {choices, messages, record, sections};
