//! Putting things into words: opinions, reasons, where things are.

use super::mindset::Mindset;
use super::rows::COMPANY;
use wold_mind::gossip::{BeingId, Kind, Rumour, Tale, Verdict};
use wold_space::{DVec2, TICKS_PER_SECOND};

/// How a respect is put into words.
pub(super) fn opinion(respect: f64) -> &'static str {
    match respect {
        r if r >= 0.8 => "I think the world of",
        r if r >= 0.6 => "I think well of",
        r if r >= 0.45 => "I have nothing against",
        r if r >= COMPANY.regard.shun => "I do not think much of",
        _ => "I cannot stand",
    }
}

/// A trade with its article.
pub(super) fn one_of(trade: &str) -> String {
    let article = if trade.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {trade}")
}

/// What one says to somebody who plays about what they told one.
pub(super) fn reaction(verdict: &Verdict, accused: bool, name: &str) -> String {
    match verdict {
        Verdict::Duplicate | Verdict::HeardBefore if accused => {
            format!("It is true, {name}. I am not proud of it.")
        }
        Verdict::Believed { .. } => format!("Is that so? I will remember it, {name}."),
        Verdict::Overturned { .. } => format!("Then I was told wrong. Thank you, {name}."),
        Verdict::Refused { .. } => format!("Why should I listen to you, {name}?"),
        Verdict::NotTrusted { .. } => format!("I do not trust whoever says that, {name}."),
        Verdict::Doubted { .. } | Verdict::DoubtedBefore => format!("I find that hard to believe, {name}."),
        Verdict::HeardBefore | Verdict::Duplicate => format!("So I know already, {name}."),
        Verdict::Agreed => format!("Just so, {name}."),
        Verdict::Objected { .. } | Verdict::Contradicted { .. } => format!("I know better, {name}."),
    }
}

/// Why something is believed: who told whom, and what one thinks of them.
pub(super) fn reason(rumour: &Rumour, mind: &Mindset, to: BeingId) -> String {
    let Some(teller) = rumour.teller() else { return "I saw it with my own eyes.".into() };
    let feeling = opinion(mind.memory.respect(teller)).to_lowercase().replacen("i ", "I ", 1);
    let called = |being: BeingId| if being == to { "you" } else { mind.names.of(being) };
    let (told, first) = (called(teller), if teller == to { "You" } else { called(teller) });
    let before: Vec<&str> = rumour.path.iter().rev().skip(1).map(|&being| called(being)).collect();
    if before.is_empty() {
        return format!("{first} saw it and told me, and {feeling} {told}.");
    }
    let chain = before.join(", who had it from ");
    format!("{first} told me, and {feeling} {told}; {told} had it from {chain}, who saw it.")
}

/// A rumour as one would tell it again.
pub(super) fn retold(rumour: &Rumour, own: BeingId) -> Tale {
    let mut path = rumour.path.clone();
    path.push(own);
    Tale { matter: rumour.matter, denied: rumour.denied, at: rumour.at, path, kinds: [Kind::default(); 2] }
}

/// "a short walk to the north-east".
pub(super) fn direction(from: DVec2, to: DVec2) -> String {
    let way = match from.distance(to) {
        metres if metres < 4.0 => return "right here".into(),
        metres if metres < 15.0 => "a few steps",
        metres if metres < 50.0 => "a stone's throw",
        metres if metres < 150.0 => "a short walk",
        metres if metres < 500.0 => "a good walk",
        _ => "a long way",
    };
    format!("{way} to the {}", wind(from, to))
}

/// "north-east": which way a place is from another.
pub(super) fn wind(from: DVec2, to: DVec2) -> &'static str {
    const WINDS: [&str; 8] =
        ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];
    let way = to - from;
    let eighth = (libm::atan2(way.y, way.x) / std::f64::consts::FRAC_PI_4).round().rem_euclid(8.0);
    WINDS[eighth as usize % 8]
}

/// "a moment ago", "2 minutes ago".
pub(super) fn ago(ticks: u64) -> String {
    match ticks / TICKS_PER_SECOND {
        0..30 => "a moment ago".into(),
        30..90 => "a minute ago".into(),
        seconds => format!("{} minutes ago", (seconds + 30) / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_told_by_distance_and_wind() {
        assert_eq!(direction(DVec2::ZERO, DVec2::new(0.0, 40.0)), "a stone's throw to the north");
        assert_eq!(direction(DVec2::ZERO, DVec2::new(-10.0, -10.0)), "a few steps to the south-west");
        assert_eq!(direction(DVec2::ZERO, DVec2::new(1.0, 1.0)), "right here");
    }
}
