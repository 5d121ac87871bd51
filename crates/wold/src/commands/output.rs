//! What commands print and write.

use anyhow::{Context, Result};
use serde_json::Value;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Prints a text; a reader that stopped listening is no error.
pub fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write to stdout"),
        _ => Ok(()),
    }
}

/// Prints one JSON object on a line of its own.
pub fn print_json(value: &Value) -> Result<()> {
    print(&format!("{value}\n"))
}

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    wold_files::write_whole(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Writes RGB pixels as a PNG.
pub fn write_png(path: &Path, width: u32, height: u32, pixels: &[u8]) -> Result<()> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().context("cannot encode a PNG of this size")?;
    writer.write_image_data(pixels).context("cannot encode the PNG")?;
    writer.finish().context("cannot finish the PNG")?;
    write_whole(path, &bytes)
}

/// A bar on stderr if that is a terminal, else nothing.
pub fn progress(steps: u64, what: &'static str) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(steps);
    let style = indicatif::ProgressStyle::with_template("{msg} {bar:40} {percent}% {eta}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.set_message(what);
    bar
}

/// Reads `a,b` or another separator as two numbers.
pub fn pair<T: std::str::FromStr>(text: &str, separator: char) -> Result<[T; 2]> {
    let wrong = || format!("{text:?} is not two numbers joined by {separator:?}");
    let (a, b) = text.split_once(separator).with_context(wrong)?;
    let number = |t: &str| t.trim().parse::<T>().ok().with_context(wrong);
    Ok([number(a)?, number(b)?])
}
