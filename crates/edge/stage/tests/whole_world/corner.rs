//! Furniture in the corner of a chunk: ways lead round it.

use wold_folk::Walk;
use wold_space::DVec2;
use wold_stage::town::Town;
use wold_stage::village::grown;

#[test]
fn a_room_in_the_corner_of_a_chunk_is_left_round_its_furniture() {
    let mut origin = grown(9137);
    origin.config.fauna = 0.0;
    let mut town = Town::new(origin);
    let who = town.join_locally("Fenja");
    town.gather();
    // Between a wall and a cupboard of a house of the second town, nineteen metres from the middle of the chunk.
    town.put(who, DVec2::new(1027.35, -545.81));
    town.run(1.0);
    let well = DVec2::new(1033.0, -573.0);
    town.set_out(who, well, 1.0);
    for _ in 0..60 {
        town.run(1.0);
    }
    assert_eq!(town.walk_of(who), Walk::Arrived, "{}", town.truth(who).place);
}
