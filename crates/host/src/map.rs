//! A map of the land seen from above, as a PNG: ecosystem colours, water, roads, roofs, lit from the north-west.

use std::collections::BTreeMap;
use std::sync::Arc;
use wold_space::land::{Chunk, Ecosystem, LATTICE, VERTEX_METRES};
use wold_space::{ChunkPos, DVec2, Vec2};
use wold_world::ChunkSource;

fn ground_colour(kind: Ecosystem) -> [f32; 3] {
    use Ecosystem as E;
    let [r, g, b] = match kind {
        E::Sea => [46, 92, 138],
        E::Lake | E::River => [72, 126, 168],
        E::Beach => [222, 205, 158],
        E::Meadow => [143, 182, 96],
        E::Forest => [84, 134, 74],
        E::Pinewood => [66, 110, 84],
        E::Heath => [156, 138, 112],
        E::Marsh => [108, 128, 92],
        E::Steppe => [190, 182, 116],
        E::Desert => [222, 196, 132],
        E::Rock => [140, 136, 130],
        E::Tundra => [164, 168, 150],
        E::Snow => [236, 240, 244],
        E::Farmland => [204, 184, 98],
        E::Town => [186, 168, 140],
    };
    [r as f32, g as f32, b as f32]
}

/// Draws the square whose south-west corner is `(x, y)`, `pixels` by `pixels`, north up.
#[must_use]
pub fn draw(source: &dyn ChunkSource, x: f64, y: f64, size: f64, pixels: u32) -> Vec<u8> {
    let mut chunks: BTreeMap<ChunkPos, Arc<Chunk>> = BTreeMap::new();
    let mut rgb = Vec::with_capacity((pixels * pixels * 3) as usize);
    let step = size / f64::from(pixels);
    for row in 0..pixels {
        for column in 0..pixels {
            let place =
                DVec2::new(x + (f64::from(column) + 0.5) * step, y + size - (f64::from(row) + 0.5) * step);
            let pos = ChunkPos::of(place);
            let chunk = chunks.entry(pos).or_insert_with(|| source.chunk(pos));
            rgb.extend(pixel(chunk, (place - pos.origin()).as_vec2()));
        }
    }
    let houses: Vec<_> = chunks.values().flat_map(|chunk| chunk.houses.iter()).collect();
    for house in houses {
        paint_roof(
            &mut rgb,
            pixels,
            (house.corner - DVec2::new(x, y)) / step,
            DVec2::new(f64::from(house.width), f64::from(house.depth)) / step,
        );
    }
    encode(&rgb, pixels)
}

fn pixel(chunk: &Chunk, local: Vec2) -> [u8; 3] {
    let vertex = |v: f32| ((v / VERTEX_METRES + 0.5) as usize).min(LATTICE - 1);
    let index = vertex(local.y) * LATTICE + vertex(local.x);
    let mut colour = ground_colour(chunk.ecosystems[index]);
    if let Some(level) = chunk.water(local) {
        let depth = (level - chunk.height(local)).clamp(0.0, 8.0) / 8.0;
        colour = mix([104.0, 160.0, 196.0], [38.0, 78.0, 124.0], depth);
    } else {
        colour = mix(colour, [206.0, 186.0, 150.0], f32::from(chunk.road[index]) / 255.0);
        let slope = Vec2::new(
            chunk.height(local + Vec2::X) - chunk.height(local - Vec2::X),
            chunk.height(local + Vec2::Y) - chunk.height(local - Vec2::Y),
        ) / 2.0;
        let light = 1.0 + (slope.x * 0.7 - slope.y * 0.7).clamp(-0.6, 0.6) * 0.6;
        colour = colour.map(|part| part * light);
    }
    colour.map(|part| part.clamp(0.0, 255.0) as u8)
}

fn mix(a: [f32; 3], b: [f32; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

fn paint_roof(rgb: &mut [u8], pixels: u32, corner: DVec2, size: DVec2) {
    let (side, limit) = (pixels as usize, f64::from(pixels));
    let (left, right) = (corner.x.clamp(0.0, limit) as usize, (corner.x + size.x).clamp(0.0, limit) as usize);
    let (top, bottom) = (
        (limit - corner.y - size.y).clamp(0.0, limit) as usize,
        (limit - corner.y).clamp(0.0, limit) as usize,
    );
    for row in top..bottom {
        for column in left..right {
            let at = (row * side + column) * 3;
            rgb[at..at + 3].copy_from_slice(&[158, 84, 62]);
        }
    }
}

fn encode(rgb: &[u8], pixels: u32) -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, pixels, pixels);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a vector takes every byte");
    writer.write_image_data(rgb).expect("the picture has the promised size");
    drop(writer);
    png
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_a_png_of_the_asked_size() {
        let png = draw(&wold_world::Meadow, -10.0, 5.0, 64.0, 32);
        let decoder = png::Decoder::new(std::io::Cursor::new(&png));
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it has a size")];
        let info = reader.next_frame(&mut pixels).expect("it has a picture");
        assert_eq!((info.width, info.height), (32, 32));
        assert!(pixels[1] > pixels[0] && pixels[1] > pixels[2], "meadows are green");
    }
}
