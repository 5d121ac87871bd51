//! A map of the land seen from above, as a PNG: the same drawing as `wold world draw`.

use rayon::prelude::*;
use wold_genesis::Genesis;
use wold_genesis::draw::{Layer, View, row};
use wold_space::DVec2;

/// Draws the square whose south-west corner is `(x, y)`, `pixels` by `pixels`, north up.
#[must_use]
pub fn draw(world: &Genesis, x: f64, y: f64, size: f64, pixels: u32) -> Vec<u8> {
    let view = view(x, y, size, pixels);
    let rows: Vec<Vec<u8>> =
        (0..pixels).into_par_iter().map(|number| row(world, &view, Layer::All, number)).collect();
    encode(&rows.concat(), pixels, pixels, png::ColorType::Rgb)
}

/// The same picture as [`draw`], on the caller's core alone.
#[must_use]
pub fn draw_alone(world: &Genesis, x: f64, y: f64, size: f64, pixels: u32) -> Vec<u8> {
    let view = view(x, y, size, pixels);
    let rows: Vec<Vec<u8>> = (0..pixels).map(|number| row(world, &view, Layer::All, number)).collect();
    encode(&rows.concat(), pixels, pixels, png::ColorType::Rgb)
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

    #[test]
    fn a_map_is_a_png_of_the_asked_size() {
        let world = Genesis::new(wold_chance::Seed(42));
        let start = world.start();
        let png = draw(&world, start.x, start.y, 64.0, 32);
        let decoder = png::Decoder::new(std::io::Cursor::new(&png));
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it has a size")];
        let info = reader.next_frame(&mut pixels).expect("it has a picture");
        assert_eq!((info.width, info.height), (32, 32));
        let first = &pixels[..3];
        assert!(pixels.chunks(3).any(|pixel| pixel != first), "a town is not one colour");
    }
}
