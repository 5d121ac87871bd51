//! The games this program has, by the names that worlds use in their files.

use wold_world::Rules;

/// The game of a name.
pub fn game(name: &str) -> Option<Box<dyn Rules>> {
    match name {
        "tag" => Some(Box::new(wold_tag::Tag)),
        _ => None,
    }
}
