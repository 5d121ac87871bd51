//! What movers say, as bytes: plain floats, so that what a technique saves is seen against what it costs without.

use wold_space::DVec2;
use wold_wire::reckoning::Report;

/// How much of a report is said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The place.
    Place,
    /// Velocity, too.
    Motion,
    /// Acceleration, too.
    Force,
}

impl Detail {
    fn vectors(self) -> usize {
        match self {
            Self::Place => 1,
            Self::Motion => 2,
            Self::Force => 3,
        }
    }

    /// Bytes of a report.
    pub fn length(self) -> usize {
        6 + 8 * self.vectors()
    }
}

/// Writes a report of a mover: number, milliseconds, then two floats for each vector.
pub fn write(bytes: &mut Vec<u8>, detail: Detail, mover: usize, report: &Report) {
    bytes.extend((mover as u16).to_le_bytes());
    bytes.extend(((report.time * 1000.0).round() as u32).to_le_bytes());
    for vector in &[report.place, report.velocity, report.acceleration][..detail.vectors()] {
        bytes.extend((vector.x as f32).to_le_bytes());
        bytes.extend((vector.y as f32).to_le_bytes());
    }
}

/// Reads a report; `None` for bytes that are none.
pub fn read(bytes: &[u8], detail: Detail) -> Option<(usize, Report)> {
    if bytes.len() != detail.length() {
        return None;
    }
    let mover = u16::from_le_bytes(bytes[..2].try_into().ok()?);
    let millis = u32::from_le_bytes(bytes[2..6].try_into().ok()?);
    let mut vectors = [DVec2::ZERO; 3];
    for (vector, said) in vectors.iter_mut().zip(bytes[6..].chunks_exact(8)) {
        let float = |part: &[u8]| Some(f64::from(f32::from_le_bytes(part.try_into().ok()?)));
        *vector = DVec2::new(float(&said[..4])?, float(&said[4..])?);
    }
    let [place, velocity, acceleration] = vectors;
    Some((usize::from(mover), Report { time: f64::from(millis) / 1000.0, place, velocity, acceleration }))
}
