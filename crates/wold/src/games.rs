//! The games this program has: the one place that names them all.

use wold_game::Game;
use wold_genesis::Genesis;
use wold_world::Rules;

/// Every game, one line each.
pub const GAMES: &[&dyn Game] = &[&wold_conquero::Offer, &wold_tag::Offer];

/// The game that a world's settings name.
pub fn game(line: &str, genesis: &Genesis) -> Result<Box<dyn Rules>, String> {
    wold_game::rules_of(GAMES, line, genesis)
}
