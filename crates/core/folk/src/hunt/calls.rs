//! What is called out in a search: words for people, an act for minds.

use crate::Wish;
use wold_guest::known::Line;
use wold_lore::act::{Call, Hunt, Meaning, Name, SpeechAct};
use wold_space::DVec2;
use wold_wire::{Intent, Loudness};

/// A call as it was heard.
pub(crate) struct Heard<'a> {
    /// Who called.
    pub by: &'a str,
    /// What.
    pub call: Call,
    /// Who is looked for.
    pub whom: Option<&'a str>,
    /// Where.
    pub place: Option<DVec2>,
}

/// The call of a line, if it is one.
pub(crate) fn heard(line: &Line) -> Option<Heard<'_>> {
    let Some(Meaning::Hunt(hunt)) = line.meaning() else { return None };
    let place = hunt.place.map(|[x, y]| DVec2::new(f64::from(x), f64::from(y)));
    Some(Heard { by: &line.name, call: hunt.call, whom: hunt.whom.as_ref().map(Name::as_str), place })
}

/// The wish to call something out about somebody.
pub(crate) fn call(call: Call, whom: Option<&str>, at: Option<DVec2>, to: Option<&str>) -> Wish {
    let them = whom.unwrap_or("somebody");
    let text = match call {
        Call::Alarm => format!("Help! Stop {them}!"),
        Call::Lost => format!("I have lost {them}! Look for {them}!"),
        Call::Look if whom.is_some() => format!("I go and look for {them}."),
        Call::Look => "What was that? I will have a look.".to_owned(),
        Call::Watch => to.map_or_else(|| "Go, I watch.".to_owned(), |to| format!("Go, {to}, I watch.")),
        Call::Clear => "Nobody here! Spread out!".to_owned(),
        Call::Found => format!("There is {them}!"),
        Call::GiveUp => "It is no use. Back to our posts.".to_owned(),
    };
    // What all are to know is shouted; what is between two is said.
    let loudness = match call {
        Call::Alarm | Call::Lost | Call::Clear | Call::Found => Loudness::Shout,
        Call::Look | Call::Watch | Call::GiveUp => Loudness::Talk,
    };
    let place = at.map(|at| [libm::round(at.x) as i32, libm::round(at.y) as i32]);
    let hunt = Hunt { call, whom: whom.and_then(Name::new), place };
    let act = SpeechAct { to: to.and_then(Name::new), meaning: Meaning::Hunt(hunt) };
    Wish::Do(Intent::Say { text, loudness, act: Some(Box::new(act)) })
}
