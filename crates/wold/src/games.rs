//! The games this program has: the one place that names them all.

use wold_fair::parlour::Offered;
use wold_game::Game;
use wold_genesis::Genesis;
use wold_world::Rules;

/// Every game, one line each.
pub const GAMES: &[&dyn Game] = &[&wold_conquero::Offer, &wold_tag::Offer];

/// The game that a world's settings name.
pub fn game(line: &str, genesis: &Genesis) -> Result<Box<dyn Rules>, String> {
    wold_game::rules_of(GAMES, line, genesis)
}

/// The games that pages play among themselves.
pub fn pastimes() -> Vec<Offered> {
    let offered = |listed: &wold_parlour::Listed| Offered {
        name: listed.name,
        about: listed.about,
        seats: listed.seats,
    };
    wold_parlour::PASTIMES.iter().map(offered).collect()
}
