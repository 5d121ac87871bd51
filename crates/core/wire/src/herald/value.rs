//! One field's contents, as both ends hold them.
//!
//! Contract: a value is already as coarse as its field: what was written is what is read, and two values are equal exactly if their bytes are. A value of one field means nothing in another.

use super::manifest::{Extent, Field};
use crate::bits::{BitReader, BitWriter, Malformed};
use std::sync::Arc;
use wold_space::EntityId;

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Nothing,
    /// A number, in the field's steps from its least.
    Steps(u64),
    /// Letters.
    Letters(Arc<str>),
}

/// A row's values, one for each field.
pub type Row = Vec<Value>;

/// Numbers of counts stay below this, so that pages can hold them.
const COUNT_LIMIT: u64 = 1 << 53;

impl Value {
    /// A number's code in an extent: the nearest there is.
    pub(super) fn of_number(number: f64, extent: Extent) -> Self {
        let (least, steps) = match extent {
            Extent::Real { least, steps, .. } => (f64::from(least), f64::from(steps)),
            Extent::Whole { least, .. } => (f64::from(least), 1.0),
            Extent::Flag | Extent::Count | Extent::Id | Extent::Letters { .. } => (0.0, 1.0),
        };
        let span = extent.span().unwrap_or(COUNT_LIMIT - 1);
        // What is no number becomes the least; `as` keeps to the range of whole numbers.
        Self::Steps((libm::round((number - least) * steps) as u64).min(span))
    }

    /// The number meant, if it is one.
    #[must_use]
    pub fn number(&self, extent: Extent) -> Option<f64> {
        let &Self::Steps(code) = self else { return None };
        Some(match extent {
            Extent::Real { least, steps, .. } => f64::from(least) + code as f64 / f64::from(steps.max(1)),
            Extent::Whole { least, .. } => f64::from(least) + code as f64,
            Extent::Flag | Extent::Count | Extent::Id | Extent::Letters { .. } => code as f64,
        })
    }

    pub(super) fn write(&self, w: &mut BitWriter, field: &Field) {
        if field.optional {
            w.bit(*self != Self::Nothing);
        }
        match (self, field.extent.span()) {
            (Self::Nothing, _) => {}
            (Self::Steps(code), Some(span)) => w.bits(*code, bits_of(span)),
            (Self::Steps(code), None) => w.number(*code, 7),
            (Self::Letters(text), _) => w.text(text),
        }
    }

    pub(super) fn read(r: &mut BitReader, field: &Field) -> Result<Self, Malformed> {
        if field.optional && !r.bit()? {
            return Ok(Self::Nothing);
        }
        Ok(match (field.extent, field.extent.span()) {
            (Extent::Letters { most }, _) => Self::Letters(r.text("letters", most.into())?.into()),
            (_, Some(span)) => match r.bits(bits_of(span))? {
                code if code <= span => Self::Steps(code),
                value => return Err(Malformed::OutOfRange { field: "number", value }),
            },
            (Extent::Id, None) => Self::Steps(r.number(7)?),
            (_, None) => Self::Steps(r.number_below(7, "count", COUNT_LIMIT)?),
        })
    }

    /// What stands in a field that was given nothing it can hold.
    pub(super) fn least(field: &Field) -> Self {
        match field.extent {
            _ if field.optional => Self::Nothing,
            Extent::Letters { .. } => Self::Letters("".into()),
            _ => Self::Steps(0),
        }
    }

    /// Whether it can stand in a field at all: a host's own rows are checked before they are told.
    pub(super) fn fits(&self, field: &Field) -> bool {
        match (self, field.extent) {
            (Self::Nothing, _) => field.optional,
            (Self::Letters(text), Extent::Letters { most }) => text.len() <= most.into(),
            (Self::Steps(_), Extent::Letters { .. }) | (Self::Letters(_), _) => false,
            (Self::Steps(code), Extent::Id) => *code < u64::MAX,
            (Self::Steps(code), extent) => *code <= extent.span().unwrap_or(COUNT_LIMIT - 1),
        }
    }
}

fn bits_of(span: u64) -> u32 {
    u64::BITS - span.leading_zeros()
}

/// What a field of a Rust type can be.
pub trait Quantity: Sized {
    /// As a field of that extent holds it.
    fn value(&self, extent: Extent) -> Value;
    /// What a field of that extent says; nothing if it says no such thing.
    fn of(value: &Value, extent: Extent) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($number:ty),+) => {
        $(impl Quantity for $number {
            fn value(&self, extent: Extent) -> Value {
                Value::of_number(*self as f64, extent)
            }

            fn of(value: &Value, extent: Extent) -> Option<Self> {
                let number = value.number(extent)?;
                let whole = number as Self;
                (whole as f64 == number).then_some(whole)
            }
        })+
    };
}

whole_numbers!(u8, u16, u32, i8, i16, i32);

impl Quantity for u64 {
    fn value(&self, extent: Extent) -> Value {
        match extent {
            Extent::Id => Value::Steps(*self),
            extent => Value::of_number(*self as f64, extent),
        }
    }

    fn of(value: &Value, extent: Extent) -> Option<Self> {
        match (value, extent) {
            (Value::Steps(code), Extent::Id | Extent::Count) => Some(*code),
            (value, extent) => Some(value.number(extent)? as Self),
        }
    }
}

impl Quantity for EntityId {
    fn value(&self, _: Extent) -> Value {
        Value::Steps(self.0)
    }

    fn of(value: &Value, extent: Extent) -> Option<Self> {
        u64::of(value, extent).map(Self)
    }
}

impl Quantity for bool {
    fn value(&self, _: Extent) -> Value {
        Value::Steps(u64::from(*self))
    }

    fn of(value: &Value, _: Extent) -> Option<Self> {
        matches!(value, Value::Steps(_)).then(|| *value != Value::Steps(0))
    }
}

impl Quantity for f64 {
    fn value(&self, extent: Extent) -> Value {
        Value::of_number(*self, extent)
    }

    fn of(value: &Value, extent: Extent) -> Option<Self> {
        value.number(extent)
    }
}

impl Quantity for f32 {
    fn value(&self, extent: Extent) -> Value {
        f64::from(*self).value(extent)
    }

    fn of(value: &Value, extent: Extent) -> Option<Self> {
        Some(value.number(extent)? as Self)
    }
}

impl Quantity for String {
    fn value(&self, extent: Extent) -> Value {
        let most = if let Extent::Letters { most } = extent { most.into() } else { 0 };
        Value::Letters(self[..self.floor_char_boundary(most)].into())
    }

    fn of(value: &Value, _: Extent) -> Option<Self> {
        if let Value::Letters(text) = value { Some(text.as_ref().to_owned()) } else { None }
    }
}

impl<Q: Quantity> Quantity for Option<Q> {
    fn value(&self, extent: Extent) -> Value {
        self.as_ref().map_or(Value::Nothing, |inner| inner.value(extent))
    }

    fn of(value: &Value, extent: Extent) -> Option<Self> {
        if *value == Value::Nothing { Some(None) } else { Q::of(value, extent).map(Some) }
    }
}
