//! What villagers say: short, varied, fitting the hour.

use wold_chance::Stream;

/// Part of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Hour {
    Morning,
    Day,
    Evening,
    Night,
}

impl Hour {
    /// The part of the day at a time, 0 midnight to 1.
    #[must_use]
    pub fn of(time: f64) -> Self {
        match time * 24.0 {
            h if h < 5.5 => Self::Night,
            h if h < 11.0 => Self::Morning,
            h if h < 17.5 => Self::Day,
            h if h < 22.0 => Self::Evening,
            _ => Self::Night,
        }
    }
}

/// A greeting for somebody.
#[must_use]
pub fn greeting(stream: &mut Stream, hour: Hour, name: &str) -> String {
    let first = name.split(' ').next().unwrap_or(name);
    let salutes: &[&str] = match hour {
        Hour::Morning => &["Good morning", "Morning", "Early up"],
        Hour::Day => &["Good day", "Hello", "Well met"],
        Hour::Evening => &["Good evening", "Evening", "Hello there"],
        Hour::Night => &["Still awake", "Hello in the dark", "Good night"],
    };
    let endings = [".", "!", ". How do you do?", ". Fine to see you.", ". Going far?"];
    format!("{}, {first}{}", pick(stream, salutes), pick(stream, &endings))
}

/// An answer to a greeting.
#[must_use]
pub fn reply(stream: &mut Stream, name: &str) -> String {
    let first = name.split(' ').next().unwrap_or(name);
    let replies = ["Likewise", "And to you", "Thank you", "Take care", "Mind the road"];
    format!("{}, {first}.", pick(stream, &replies))
}

/// Something about the hour, to nobody in particular.
#[must_use]
pub fn remark(stream: &mut Stream, hour: Hour, hungry: bool) -> &'static str {
    let remarks: &[&str] = match hour {
        _ if hungry => &["I could eat.", "Is there bread left at the market?", "My stomach growls."],
        Hour::Morning => &["The dew is still on the grass.", "A day to get things done.", "Fresh air."],
        Hour::Day => &["The sun stands high.", "Busy today.", "Good weather for walking."],
        Hour::Evening => &["The shadows grow long.", "Time to head home soon.", "What a sunset."],
        Hour::Night => &["Stars are out.", "Quiet, isn't it.", "I should be in bed."],
    };
    pick(stream, remarks)
}

fn pick<'a>(stream: &mut Stream, lines: &[&'a str]) -> &'a str {
    stream.pick(lines).copied().unwrap_or("Hm.")
}
