//! A map of the land seen from above, as a PNG: the same drawing as `wold world draw`, whoever made the land.

use rayon::prelude::*;
use std::sync::Arc;
use wold_genesis::Genesis;
use wold_genesis::draw::{Layer, View, row, row_of, soil};
use wold_genesis::survey::MapPoint;
use wold_land::Land;
use wold_lore::land::{LATTICE, VERTEX_METRES};
use wold_space::{CHUNK_METRES, ChunkPos, DVec2, Vec2};
use wold_wire::ChunkChanges;
use wold_world::ChunkSource;

/// The land that a world is lived on, for those who draw it.
#[derive(Clone)]
pub enum Chart {
    /// Grown from the seed.
    Grown(Genesis),
    /// Brought by a game; its chunks tell all there is to know.
    Brought(Arc<dyn ChunkSource>),
}

impl Chart {
    /// Draws the square whose south-west corner is `(x, y)`, `pixels` by `pixels`, north up, on all cores.
    #[must_use]
    pub fn draw(&self, x: f64, y: f64, size: f64, pixels: u32) -> Vec<u8> {
        let (view, land) = (view(x, y, size, pixels), self.land(x, y, size));
        let rows: Vec<Vec<u8>> =
            (0..pixels).into_par_iter().map(|number| self.row(&land, &view, number)).collect();
        encode(&rows.concat(), pixels, pixels, png::ColorType::Rgb)
    }

    /// The same picture as [`draw`](Self::draw), on the caller's core alone.
    #[must_use]
    pub fn draw_alone(&self, x: f64, y: f64, size: f64, pixels: u32) -> Vec<u8> {
        let (view, land) = (view(x, y, size, pixels), self.land(x, y, size));
        let rows: Vec<Vec<u8>> = (0..pixels).map(|number| self.row(&land, &view, number)).collect();
        encode(&rows.concat(), pixels, pixels, png::ColorType::Rgb)
    }

    fn row(&self, land: &Land, view: &View, number: u32) -> Vec<u8> {
        match self {
            Self::Grown(genesis) => row(genesis, view, Layer::All, number),
            Self::Brought(_) => row_of(view, Layer::All, number, |place| spot(land, place)),
        }
    }

    /// The chunks of a square and around it, where they are all there is.
    fn land(&self, x: f64, y: f64, size: f64) -> Land {
        let mut land = Land::default();
        let Self::Brought(source) = self else { return land };
        let corner = DVec2::new(x, y);
        // Houses reach in from the west and south, slopes are measured to the east and north.
        let (low, high) = (ChunkPos::of(corner - CHUNK_METRES), ChunkPos::of(corner + size + SLOPE));
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                land.put(source.chunk(ChunkPos { x, y }), ChunkChanges::default());
            }
        }
        land
    }
}

/// Metres over which slopes are measured.
const SLOPE: f64 = 2.0;

/// What a point of held land is like.
fn spot(land: &Land, place: DVec2) -> MapPoint {
    let pos = ChunkPos::of(place);
    let chunk = &land.plot(pos).expect("the chunks of the whole square are held").chunk;
    let local = (place - pos.origin()).as_vec2();
    let nearest = (local / VERTEX_METRES).round().as_uvec2();
    let vertex = nearest.y as usize * LATTICE + nearest.x as usize;
    let height = land.height(place);
    let rise = |way: DVec2| (land.height(place + way * SLOPE) - height) / SLOPE as f32;
    let (ecosystem, moisture) = (chunk.ecosystems[vertex], f32::from(chunk.moisture[vertex]) / 255.0);
    MapPoint {
        height,
        water: chunk.water(local),
        ecosystem,
        moisture,
        slope: Vec2::new(rise(DVec2::X), rise(DVec2::Y)),
        road: f32::from(chunk.road[vertex]) / 255.0,
        house: land.house_at(place, 0).is_some(),
        soil: soil(ecosystem, moisture),
    }
}

fn view(x: f64, y: f64, size: f64, pixels: u32) -> View {
    View { corner: DVec2::new(x, y), scale: size / f64::from(pixels), width: pixels, height: pixels }
}

/// Pixels as a PNG, eight bits a channel.
pub(crate) fn encode(samples: &[u8], width: u32, height: u32, colours: png::ColorType) -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width, height);
    encoder.set_color(colours);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a vector takes every byte");
    writer.write_image_data(samples).expect("the picture has the promised size");
    drop(writer);
    png
}

#[cfg(test)]
mod tests {
    use super::*;
    use wold_lore::land::{Chunk, Ecosystem};

    fn pixels_of(png: &[u8]) -> (Vec<u8>, (u32, u32)) {
        let decoder = png::Decoder::new(std::io::Cursor::new(png));
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it has a size")];
        let info = reader.next_frame(&mut pixels).expect("it has a picture");
        (pixels, (info.width, info.height))
    }

    #[test]
    fn a_map_is_a_png_of_the_asked_size() {
        let world = Genesis::new(wold_chance::Seed(42));
        let start = world.start();
        let (pixels, size) = pixels_of(&Chart::Grown(world).draw(start.x, start.y, 64.0, 32));
        assert_eq!(size, (32, 32));
        let first = &pixels[..3];
        assert!(pixels.chunks(3).any(|pixel| pixel != first), "a town is not one colour");
    }

    /// Snow west of the origin, a road east of it.
    struct Halves;

    impl ChunkSource for Halves {
        fn chunk(&self, pos: ChunkPos) -> Arc<Chunk> {
            let mut chunk = Chunk::meadow(pos);
            if pos.x < 0 {
                chunk.ecosystems.fill(Ecosystem::Snow);
            } else {
                chunk.road.fill(255);
            }
            Arc::new(chunk)
        }
    }

    #[test]
    fn land_that_a_game_brings_is_drawn_as_it_is() {
        let chart = Chart::Brought(Arc::new(Halves));
        let png = chart.draw(-32.0, -32.0, 64.0, 16);
        let (pixels, _) = pixels_of(&png);
        let at = |x: usize, y: usize| &pixels[(y * 16 + x) * 3..][..3];
        assert!(at(2, 8).iter().all(|&channel| channel > 220), "snow is white: {:?}", at(2, 8));
        assert!(at(13, 8)[2] < 180, "a road is not: {:?}", at(13, 8));
        assert_eq!(at(2, 2), at(2, 13));
        assert_eq!(png, chart.draw_alone(-32.0, -32.0, 64.0, 16));
    }
}
