//! How people are with each other.

use super::{Span, rows, table};

table! {
    /// How people are with each other.
    COMPANY: Company in "company.toml" {
        regard: Regard,
        greeting: Greeting,
        weather: Weathers,
        tales: Tales,
        chats: Chat,
        courtship: Courting,
        mourning: Mourning,
    }
}

rows! {
    /// What they think of each other before anything has happened.
    struct Regard {
        /// Respect below which somebody is shunned.
        shun: f64 => [0.0, 1.0],
        /// The share of people who feel otherwise about other folks than their own folk does.
        odd: f64 => [0.0, 1.0],
        /// What liking adds to a first impression at most, or takes away.
        liking: f64 => [0.0, 1.0],
        /// What being spoken of well or ill adds to it, or takes away.
        repute: f64 => [0.0, 1.0],
        /// The respect one begins with for kin that is far, near and nearest.
        kin: [f64; 3] => [0.0, 1.0],
    }
}

rows! {
    /// What they say when they meet.
    struct Greeting {
        /// Metres within which somebody is met.
        meet_metres: f64 => [0.0, 50.0],
        /// Metres within which talk is company.
        earshot_metres: f64 => [0.0, 50.0],
        /// How likely somebody met is greeted.
        greets: f64 => [0.0, 1.0],
        /// Among so many one greets half as often.
        crowd: f64 => [0.1, 1000.0],
        /// How likely a greeting is answered again.
        replies: f64 => [0.0, 1.0],
        /// How likely a remark is answered.
        answers: f64 => [0.0, 1.0],
        /// How likely a remark is made at a thought.
        remarks: f64 => [0.0, 1.0],
        /// Seconds of quiet before it.
        quiet_seconds: f64 => [0.0, 3600.0],
        /// The hour from which everybody is tired.
        late_hour: f64 => [0.0, 24.0],
    }
}

rows! {
    /// From when on they speak of the weather.
    struct Weathers {
        /// The wind's strength.
        windy: u8 => [0.0, 255.0],
        /// Degrees above which it is hot.
        hot: f32 => [-50.0, 60.0],
        /// Degrees below which it is cold.
        cold: f32 => [-50.0, 60.0],
        /// What falls, or lies as snow, that is worth a word.
        wet: f32 => [0.0, 100.0],
        /// Water that is a flood.
        flooded: f32 => [0.0, 100.0],
        /// The share of the sky above which it is cloudy.
        clouded: f32 => [0.0, 1.0],
        /// And below which it is clear.
        clear: f32 => [0.0, 1.0],
    }
}

rows! {
    /// What they tell and ask.
    struct Tales {
        /// Metres within which one tells something.
        tell_metres: f64 => [0.5, 50.0],
        /// Metres within which one walks up to somebody to tell it.
        seek_metres: f64 => [0.0, 100.0],
        /// Seconds between two tales.
        tell_seconds: f64 => [0.0, 3600.0],
        /// Seconds one lets pass after somebody else spoke.
        turn_seconds: f64 => [0.0, 3600.0],
        /// Seconds between two questions about somebody.
        wonder_seconds: f64 => [0.0, 86400.0],
        /// How many of those spoken of last may be asked about.
        spoken_of: usize => [0.0, 100.0],
        /// Seconds until one contradicts the same person about the same matter again.
        quarrel_seconds: f64 => [0.0, 86400.0],
        /// How sure one must be to say where somebody usually is.
        usual: f64 => [0.0, 1.0],
        /// And where one thinks they are.
        believed: f64 => [0.0, 1.0],
        /// How likely a tale of a neighbour gets a word of surprise or doubt.
        remarks: f64 => [0.0, 1.0],
        /// Turns of one speaker answered in a minute.
        patience: u8 => [1.0, 254.0],
        /// What a false accusation costs in respect.
        slander: f64 => [0.0, 1.0],
        /// What an apology restores.
        amends: f64 => [0.0, 1.0],
        /// Up to which respect it does.
        neutral: f64 => [0.0, 1.0],
    }
}

rows! {
    /// What two who are at ease talk of.
    struct Chat {
        /// Metres within which one talks.
        beside_metres: f64 => [0.0, 50.0],
        /// Seconds before the first conversation, at least.
        first_seconds: f64 => [0.0, 86400.0],
        /// Seconds between two, at least and at most.
        pause_seconds: Span => [0.0, 86400.0],
        /// Seconds a look at a noise takes at most.
        look_seconds: f64 => [0.0, 3600.0],
        /// Metres from which one sees that nothing is there.
        sees_metres: f64 => [0.1, 50.0],
        /// Metres within which somebody dead is found.
        finds_metres: f64 => [0.0, 100.0],
        /// What a line does for one's want of company.
        comfort: f64 => [0.0, 1.0],
        /// How often a conversation is held in a day.
        enough: u32 => [0.0, 1000.0],
        /// Seconds without a word of a member after which its conversation is paused.
        absent_seconds: f64 => [0.0, 3600.0],
        /// And after which it has left.
        gone_seconds: f64 => [0.0, 3600.0],
        /// Seconds for which somebody who said that it is at ease is.
        at_ease_seconds: f64 => [0.0, 3600.0],
    }
}

rows! {
    /// Who is free courts, asks and weds.
    struct Courting {
        /// Years from which somebody courts.
        years: u16 => [16.0, 200.0],
        /// What the first meeting adds to a spark at most.
        first: f64 => [0.0, 1000.0],
        /// How much of that the next adds, and so on.
        shrinks: f64 => [0.0, 1.0],
        /// The spark from which one asks; half of it is enough to say yes.
        kindled: f64 => [0.0, 1000.0],
        /// The respect one asks with, and says yes with.
        fond: f64 => [0.0, 1.0],
        /// What of a spark is left where one is old and the other is not.
        ages_apart: f64 => [0.0, 1.0],
        /// Metres within which two meet.
        meet_metres: f64 => [0.0, 50.0],
        /// Seconds between two looks.
        look_seconds: f64 => [0.0, 3600.0],
        /// How likely one finds the words at a look.
        dares: f64 => [0.0, 1.0],
    }
}

rows! {
    /// Who has lost somebody.
    struct Mourning {
        /// The hours of the day at which the dead are buried with a crowd.
        funeral: Span => [0.0, 24.0],
        /// And visited later.
        visit: Span => [0.0, 24.0],
        /// Metres about a grave at which one stands.
        grave_metres: f64 => [0.0, 50.0],
        /// Metres within which one speaks of it to somebody.
        near_metres: f64 => [0.0, 50.0],
        /// Seconds of silence between two times.
        silence_seconds: Span => [0.0, 86400.0],
        /// How often a day.
        most_a_day: u32 => [0.0, 1000.0],
        /// The respect from which somebody who is no kin is mourned.
        dear: f64 => [0.0, 1.0],
        /// For how many days, the day of death included.
        friend_days: u32 => [0.0, 1000.0],
        /// Metres from which friends come to a funeral.
        about_metres: f64 => [0.0, 5000.0],
        /// Seconds between two times one thinks of who died.
        recall_seconds: f64 => [0.0, 86400.0],
    }
}
