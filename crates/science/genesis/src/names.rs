//! Names by rules: syllables that fit together, endings that say what a place is.

use wold_chance::Stream;

const ONSETS: &[&str] = &[
    "B", "Br", "C", "Cr", "D", "Dr", "F", "G", "Gr", "H", "K", "L", "M", "N", "P", "R", "S", "St", "T", "Th",
    "Tr", "W", "Y", "",
];
const VOWELS: &[&str] = &["a", "e", "i", "o", "u", "ea", "ai", "ow", "ei"];
const CODAS: &[&str] = &["l", "n", "r", "s", "nd", "rn", "ld", "m", "ck", "th", "rd", "lm", "ft", "sh"];
const TOWN_ENDINGS: &[&str] = &[
    "ton", "by", "ham", "stead", "wick", "thorpe", "mere", "field", "dale", "worth", "ley", "bury", "combe",
    "holt",
];
const FORD_ENDINGS: &[&str] = &["ford", "bridge", "water", "bourne", "mouth"];
const GIVEN: &[&str] = &[
    "Ada", "Alric", "Anwen", "Bera", "Brand", "Cedric", "Dagna", "Edda", "Edric", "Elsa", "Finn", "Greta",
    "Hilda", "Ivo", "Jory", "Kerra", "Lena", "Lowen", "Mabel", "Morcar", "Nessa", "Odo", "Osric", "Petra",
    "Ralf", "Rowena", "Sigrid", "Tamsin", "Ulf", "Wenna", "Wilmot", "Ysolt",
];
const SIGN_FIRST: &[&str] =
    &["Golden", "Merry", "Old", "Red", "Sleeping", "White", "Dancing", "Black", "Quiet", "Crooked"];
const SIGN_SECOND: &[&str] =
    &["Hart", "Goose", "Lantern", "Badger", "Crown", "Kettle", "Oak", "Heron", "Fiddle", "Anchor"];

/// The name of a town; one by a river may be called after its crossing.
#[must_use]
pub fn town(stream: &mut Stream, by_river: bool) -> String {
    let endings = if by_river && stream.chance(0.6) { FORD_ENDINGS } else { TOWN_ENDINGS };
    root(stream) + choose(stream, endings)
}

/// The name of an inn.
#[must_use]
pub fn inn(stream: &mut Stream) -> String {
    format!("The {} {}", choose(stream, SIGN_FIRST), choose(stream, SIGN_SECOND))
}

/// The name of somebody.
#[must_use]
pub fn person(stream: &mut Stream) -> &'static str {
    choose(stream, GIVEN)
}

/// Names for the people of one town, no two the same.
#[must_use]
pub fn people(stream: &mut Stream, count: usize) -> Vec<String> {
    const FORMER: &[&str] = &["", "Old ", "Young ", "Little "];
    let mut given = GIVEN.to_vec();
    stream.shuffle(&mut given);
    let every = FORMER.iter().flat_map(|prefix| given.iter().map(move |name| format!("{prefix}{name}")));
    every.take(count).collect()
}

/// A name for a wild spot: a stem and what it is, such as "Thornhollow".
#[must_use]
pub fn wild(stream: &mut Stream, what: &str) -> String {
    format!("{} {what}", root(stream))
}

/// A star: two or three syllables, sometimes with a number.
#[must_use]
pub fn star(stream: &mut Stream) -> String {
    let mut name = root(stream);
    name.push_str(choose(stream, VOWELS));
    if stream.chance(0.5) {
        name.push_str(choose(stream, CODAS));
    }
    if stream.chance(0.25) {
        name.push_str(&format!(" {}", 1 + stream.below(99)));
    }
    name
}

fn root(stream: &mut Stream) -> String {
    let onset = choose(stream, ONSETS);
    let mut name = format!("{onset}{}{}", choose(stream, VOWELS), choose(stream, CODAS));
    if onset.is_empty() {
        name = name[..1].to_uppercase() + &name[1..];
    }
    name
}

fn choose(stream: &mut Stream, from: &'static [&'static str]) -> &'static str {
    stream.pick(from).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_chance::Seed;

    #[test]
    fn names_are_capitalised_and_varied() {
        let names: std::collections::BTreeSet<String> =
            (0..200).map(|i| town(&mut Stream::named(Seed(i), "name", &[]), i % 2 == 0)).collect();
        assert!(names.len() > 190);
        assert!(names.iter().all(|n| n.starts_with(char::is_uppercase) && n.is_ascii()), "{names:?}");
    }
}
