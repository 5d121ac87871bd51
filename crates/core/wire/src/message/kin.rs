//! What somebody is told of its family.

use crate::form::{Bits16, Called, List, Maybe, Metres, Named, Number, Part, record};
use wold_lore::kin::MOST_RELATIVES;
use wold_lore::{Kin, Kinship, Relative};

record! { Kin, "[kin](#kin)" {
    years: Bits16,
    town: Bits16,
    house: Bits16,
    relatives: List<Part<Relative>, MOST_RELATIVES, 39>,
} }

record! { Relative, "[relative](#kin)" {
    name: Called,
    kinship: Named<Kinship, 5>,
    years: Bits16,
    died: Maybe<Number>,
    grave: Maybe<Metres>,
} }
