//! What a guest's character takes note of, by medium, and why it is told of some and not of others.

use crate::inspected::Problem;
use crate::report::{InterestLine, InterestReport, RingLine};
use wold_folk::report::Key;
use wold_lore::sense::Sound;
use wold_senses::aura::Medium;
use wold_steward::Steward;
use wold_wire::Loudness;
use wold_world::environment::CELL_METRES;
use wold_world::replication::{Other, Reason};

/// Metres within which it is told why somebody is perceived or not: beyond the farthest cell.
const WITHIN: f64 = 120.0;
/// Lines at the most, the nearest first.
const MOST: usize = 200;

/// Answers for a guest, by its body.
pub fn show(steward: &Steward, body: Key) -> Result<InterestReport, Problem> {
    let id = body.entity();
    let interest = steward.interest(id, WITHIN).ok_or(Problem::NoGuest(id))?;
    let ring = |medium: Medium, what: &str, metres: f64| RingLine {
        medium: medium.label().to_owned(),
        what: what.to_owned(),
        metres,
    };
    let mut rings = vec![
        ring(Medium::Sight, "notices who keeps small", interest.focus),
        ring(Medium::Smell, "smells what the air of its square carries", CELL_METRES / 2.0),
    ];
    if interest.nimbus.is_finite() {
        rings.push(ring(Medium::Sight, "is noticed, beyond the focus of who looks", interest.nimbus));
    }
    let earshot = |sound: Sound| steward.realm().earshot(sound);
    let speech = Loudness::ALL.iter().map(|loudness| {
        let said = format!("its {} is understood", loudness.label());
        ring(Medium::Speech, &said, earshot(Sound::of(*loudness)))
    });
    rings.extend(speech);
    rings.push(ring(Medium::Hearing, "is heard walking", earshot(Sound::Step)));
    let mut others = interest.others;
    others.sort_by(|a, b| a.metres.total_cmp(&b.metres).then(a.id.cmp(&b.id)));
    others.truncate(MOST);
    let line = |other: &Other| InterestLine {
        id: other.id.into(),
        at: other.place.to_array(),
        told: other.told,
        why: in_words(other, interest.focus),
    };
    Ok(InterestReport {
        id: body,
        at: interest.place.to_array(),
        cells: interest.cells.map(|corner| corner.to_array()),
        rings,
        others: others.iter().map(line).collect(),
    })
}

/// Why somebody is told of or not, in a line.
fn in_words(other: &Other, focus: f64) -> String {
    let metres = other.metres;
    let why = match other.reason {
        Reason::Perceived if other.regard > 1.0 => {
            format!("perceived at {metres:.0} m, and told as if at {:.0} m", metres / other.regard)
        }
        Reason::Perceived => format!("perceived at {metres:.0} m"),
        Reason::Cells => format!("at {metres:.0} m in no cell that is looked through"),
        Reason::Small => {
            format!(
                "keeps small: a focus of {focus:.0} m and a nimbus of {:.0} m do not meet at {metres:.0} m",
                other.nimbus
            )
        }
        Reason::Hides => "hides and was not noticed".to_owned(),
        Reason::Walls => format!("something is in the way, at {metres:.0} m"),
    };
    let kept = other.told && other.reason != Reason::Perceived;
    if kept { format!("remembered for a while; {why}") } else { why }
}
