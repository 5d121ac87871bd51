use super::*;
use proptest::prelude::*;
use wold_lore::land::{
    Edge, EdgeKind, EdgeSide, Floor, Furniture, FurnitureKind, House, Roof, RoomUse, Stairs,
};

pub(crate) fn busy_chunk() -> Chunk {
    let mut chunk = Chunk::meadow(ChunkPos { x: -3, y: 7 });
    for i in 0..VERTICES {
        let (column, row) = ((i % LATTICE) as i16, (i / LATTICE) as i16);
        chunk.heights[i] = column * 9 - row * row / 3 + (column * row) % 5;
        chunk.moisture[i] = (i % 256) as u8;
        if row < 3 {
            chunk.water[i] = 16;
            chunk.ecosystems[i] = Ecosystem::River;
        }
        if column == 8 {
            chunk.road[i] = 200;
        }
    }
    chunk.growths.push(Growth { kind: GrowthKind::Signpost, at: [4095, 17], size: 130, turn: 9 });
    chunk.sprouts.push(Sprout { kind: ThingKind::Apple, at: [5, 4000] });
    chunk.places.push(Place {
        kind: PlaceKind::Inn,
        name: "The Öak".into(),
        at: ChunkPos { x: -3, y: 7 }.origin() + DVec2::new(3.5, 30.0),
    });
    chunk.houses.push(House {
        corner: ChunkPos { x: -3, y: 7 }.origin() + DVec2::new(4.0, 6.0),
        width: 3,
        depth: 2,
        base: -40,
        floors: vec![Floor {
            rooms: vec![1, 1, 2, 1, 0, 2],
            uses: vec![RoomUse::Hall, RoomUse::Taproom],
            edges: vec![Edge { x: 3, y: 2, side: EdgeSide::West, kind: EdgeKind::Window }],
            stairs: Some(Stairs { x: 0, y: 1, quarter: 1, length: 3 }),
            furniture: vec![Furniture { kind: FurnitureKind::Counter, x: 2, y: 1, quarter: 3 }],
        }],
        roof: Roof::Hip,
        facade: 5,
    });
    chunk
}

#[test]
fn a_busy_chunk_survives_the_wire_in_about_a_kilobyte() {
    let chunk = busy_chunk();
    let mut w = BitWriter::default();
    write_chunk(&mut w, &chunk);
    let bytes = w.finish();
    let mut r = BitReader::new(&bytes);
    assert_eq!(read_chunk(&mut r), Ok(chunk));
    assert_eq!(r.end(), Ok(()));
    assert!(bytes.len() < 1024, "{}", bytes.len());
}

#[test]
fn a_meadow_takes_less_than_a_hundred_bytes() {
    let mut w = BitWriter::default();
    write_chunk(&mut w, &Chunk::meadow(ChunkPos::default()));
    assert!(w.finish().len() < 100);
}

proptest! {
    #[test]
    fn every_height_and_moisture_survives(seed in any::<u64>()) {
        let mut chunk = Chunk::meadow(ChunkPos { x: 1, y: -1 });
        let mut state = seed | 1;
        for i in 0..VERTICES {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            chunk.heights[i] = (state >> 48) as i16;
            chunk.moisture[i] = (state >> 40) as u8;
            chunk.water[i] = if state & 64 == 0 { DRY } else { (state >> 32) as i16 };
        }
        let mut w = BitWriter::default();
        write_chunk(&mut w, &chunk);
        let bytes = w.finish();
        prop_assert_eq!(read_chunk(&mut BitReader::new(&bytes)), Ok(chunk));
    }

    #[test]
    fn mutated_chunks_never_panic(flips in prop::collection::vec((0usize..700, any::<u8>()), 1..8)) {
        let mut w = BitWriter::default();
        write_chunk(&mut w, &busy_chunk());
        let mut bytes = w.finish();
        for (at, value) in flips {
            let n = bytes.len();
            bytes[at % n] = value;
        }
        let _ = read_chunk(&mut BitReader::new(&bytes));
    }
}
