//! What tests of several modules share.

use crate::tiles::TileMap;
use wold_chance::{Seed, Stream};

/// A map with about `walls` of a hundred tiles blocked, and its open tiles in random order.
pub(crate) fn random_map(width: u32, height: u32, walls: u32, salt: u64) -> (TileMap, Vec<(i32, i32)>) {
    let mut draws = Stream::named(Seed(salt), "test map", &[]);
    let mut map = TileMap::new(width, height).expect("test maps have a size");
    let mut open = Vec::new();
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            if draws.below(100) < u64::from(walls) {
                map.set_open(x, y, false);
            } else {
                open.push((x, y));
            }
        }
    }
    for i in (1..open.len()).rev() {
        open.swap(i, draws.below(i as u64 + 1) as usize);
    }
    (map, open)
}

/// Houses of ten by ten tiles between streets of six, each with a door in its south wall.
pub(crate) fn town(side: u32) -> TileMap {
    let mut map = TileMap::new(side, side).expect("test maps have a size");
    for (x, y) in (0..side as i32).flat_map(|y| (0..side as i32).map(move |x| (x, y))) {
        let (in_x, in_y) = (x % 16, y % 16);
        let wall = (in_x == 0 || in_x == 9) && in_y < 10 || (in_y == 0 || in_y == 9) && in_x < 10;
        map.set_open(x, y, !wall || (in_y == 9 && in_x == 4));
    }
    map
}

/// A file of the shared data, if there is any.
pub(crate) fn data(path: &str) -> Option<String> {
    let root = std::env::var_os("WOLD_DATA").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../shared/data"),
        std::path::PathBuf::from,
    );
    let text = std::fs::read_to_string(root.join(path)).ok();
    if text.is_none() {
        println!("skipped: no data");
    }
    text
}
