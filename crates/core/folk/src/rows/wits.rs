//! What people make of what they see, hear and smell.

use super::{Span, rows, table};

table! {
    /// What people make of what they see, hear and smell.
    WITS: Wits in "wits.toml" {
        beliefs: Beliefs,
        alarm: Alarms,
        smell: Smells,
        hiding: Hides,
        words: Words,
    }
}

rows! {
    /// Where they think others are.
    struct Beliefs {
        /// Seconds between two looks at who is where.
        look_seconds: f64 => [0.0, 3600.0],
        /// How far from indifferent a respect must be for somebody to matter.
        matters: f64 => [0.0, 1.0],
        /// Metres within which one sees who somebody is and what they hold.
        far_metres: f64 => [0.0, 500.0],
        /// Metres within which one sees that nobody is at a place.
        see_metres: f64 => [0.0, 500.0],
        /// Seconds for which nobody is missed there.
        just_now_seconds: f64 => [0.0, 3600.0],
        /// How sure a word makes one at most.
        word: f64 => [0.0, 1.0],
        /// How sure a voice makes one that somebody is about.
        voice: f64 => [0.0, 1.0],
        /// And one of which not all is understood.
        muffled: f64 => [0.0, 1.0],
        /// How sure of somebody's habits one must be to think them there.
        usual: f64 => [0.0, 1.0],
        /// What such a thought counts against a word.
        thought: f64 => [0.0, 1.0],
        /// Seconds in which a place becomes half as sure.
        place_halves_seconds: f64 => [0.1, 86400.0],
        /// And something carried.
        thing_halves_seconds: f64 => [0.1, 86400.0],
        /// Below this a belief is none.
        forgotten: f64 => [0.0, 1.0],
        /// Metres between two places that are not the same.
        elsewhere_metres: f64 => [0.0, 500.0],
    }
}

rows! {
    /// What puts them on edge.
    struct Alarms {
        /// Metres within which one sees that somebody lies there.
        body_metres: f64 => [0.0, 500.0],
        /// Seconds of silence after a remark on something heard.
        silence_seconds: f64 => [0.0, 3600.0],
        /// Seconds for which something heard is worth a word.
        fresh_seconds: f64 => [0.0, 3600.0],
        /// The hours at which steps are not worth a word.
        day: Span => [0.0, 24.0],
    }
}

rows! {
    /// Who follows a smell.
    struct Smells {
        /// Metres of a stretch against the wind: about as far as the air is told apart.
        stretch_metres: f64 => [1.0, 500.0],
        /// Degrees off the wind that are tried, one after the other, when it smells fainter.
        casts: [f64; 5] => [-180.0, 180.0],
        /// Seconds after which a trail is given up.
        longest_seconds: f64 => [0.0, 3600.0],
        /// Seconds for which one then minds that smell no more.
        deaf_seconds: f64 => [0.0, 86400.0],
        /// How strong death must smell to be minded.
        plain: u8 => [0.0, 255.0],
        /// The level from which a need sends one after a smell; half of it keeps one on.
        pressing: f64 => [0.0, 1.0],
        /// Metres within which one sees what smells.
        seen_metres: f64 => [0.0, 500.0],
        /// Metres from which one looks at it.
        beside_metres: f64 => [0.1, 50.0],
    }
}

rows! {
    /// Who hides from those who are after it.
    struct Hides {
        /// Seconds without anybody about until all is calm, longer than guards look for somebody.
        calm_seconds: f64 => [0.0, 86400.0],
        /// Seconds until another spot is looked for.
        again_seconds: f64 => [0.0, 3600.0],
        /// Metres within which who is after one is minded.
        minded_metres: f64 => [0.0, 500.0],
        /// Metres within which a theft has a witness.
        witnessed_metres: f64 => [0.0, 500.0],
        /// Metres within which spots are looked for.
        radius_metres: f64 => [1.0, 100.0],
        /// Of so many of the best spots one is drawn.
        drawn: usize => [1.0, 100.0],
        /// Metres a niche is worth.
        niche_metres: f64 => [0.0, 500.0],
        /// Metres a roof is worth.
        indoors_metres: f64 => [0.0, 500.0],
        /// What a metre away from those who look is worth, in metres.
        away: f64 => [0.0, 100.0],
        /// Metres that danger is worth: those who hide keep from where those after them were seen.
        dread_metres: f64 => [0.0, 500.0],
        /// Metres from tall furniture that are beside it.
        beside_metres: f64 => [0.1, 10.0],
    }
}

rows! {
    /// How they put things.
    struct Words {
        /// Times the same is said in a day, courtesies aside.
        most_calls: u8 => [0.0, 254.0],
        /// How often one says what somebody is to one.
        by_kinship: f64 => [0.0, 1.0],
        /// Respect from which one speaks warmly.
        warm: f64 => [0.0, 1.0],
        /// And below which coolly.
        cool: f64 => [0.0, 1.0],
        /// The level from which one hears a need in what somebody says.
        pressed: f64 => [0.0, 1.0],
        /// And below which all needs must be for somebody to be merry without a feast.
        content: f64 => [0.0, 1.0],
        /// Days for which a deed is an answer to who asks after its kind.
        lately_days: u32 => [0.0, 1000.0],
        /// How often who is known is called by the first name alone.
        familiar: f64 => [0.0, 1.0],
        /// Metres within which one says that something is at a landmark.
        at_metres: f64 => [0.0, 5000.0],
        /// And near it.
        near_metres: f64 => [0.0, 5000.0],
        /// And on one side of it.
        aside_metres: f64 => [0.0, 5000.0],
    }
}
