//! How people stand up for each other, and what guards do.

use super::{rows, table};

table! {
    /// How people stand up for each other, and what guards do.
    LAW: Law in "law.toml" {
        outrage: Outrage,
        foes: Foes,
        guards: Guards,
        restraint: Restraining,
        summons: Summoned,
        grudge: Grudges,
        theft: Thefts,
        evidence: Evidence,
    }
}

rows! {
    /// Whom the law calls on.
    struct Summoned {
        /// Seconds for which a call counts.
        heed_seconds: f64 => [0.0, 600.0],
        /// Metres within which a guard is heeded by who lives in peace.
        heed_metres: f64 => [0.0, 50.0],
        /// Metres within which there is no use in running.
        cornered_metres: f64 => [0.0, 50.0],
    }
}

rows! {
    /// Who sees something it will not suffer.
    struct Outrage {
        /// Respect from which somebody is a friend one stands up for.
        friend: f64 => [0.0, 1.0],
        /// Respect below which a guard lets others settle it.
        protected: f64 => [0.0, 1.0],
        /// Courage from which one stands up for others.
        brave: f64 => [0.0, 1.0],
        /// Seconds an outrage lasts.
        outrage_seconds: f64 => [0.0, 3600.0],
        /// Seconds in which a call to stop counts.
        call_seconds: f64 => [0.0, 3600.0],
        /// Metres at which somebody shunned is told to keep away.
        keep_away_metres: f64 => [0.0, 50.0],
        /// Seconds until it is told again.
        tell_off_seconds: f64 => [0.0, 86400.0],
        /// Seconds until one raises the alarm about the same person again.
        alarm_seconds: f64 => [0.0, 86400.0],
        /// Seconds somebody is feared.
        fear_seconds: f64 => [0.0, 86400.0],
        /// Metres from which a guard sizes people up.
        size_up_metres: f64 => [0.0, 500.0],
    }
}

rows! {
    /// Who has foes, by respect or by duty.
    struct Foes {
        /// Respect below which somebody is a foe.
        foe: f64 => [0.0, 1.0],
        /// Respect below which it is worth telling where a local was seen; of strangers it always is.
        wary: f64 => [0.0, 1.0],
        /// Respect from which somebody is counted on in a fight.
        dear: f64 => [0.0, 1.0],
        /// Metres within which foes are minded.
        sight_metres: f64 => [0.0, 500.0],
        /// Metres within which whom one is after is.
        chased_metres: f64 => [0.0, 500.0],
        /// Seconds for which a foe that went out of sight is still minded.
        lost_seconds: f64 => [0.0, 3600.0],
        /// Health, of 255, below which one is badly hurt.
        hurt: u8 => [0.0, 255.0],
        /// Seconds after which somebody counts as not seen for a while.
        a_while_seconds: f64 => [0.0, 86400.0],
        /// Metres from which a place is looked at.
        look_metres: f64 => [0.1, 50.0],
        /// How much danger of a place nobody goes to who need not.
        deadly: f64 => [0.0, 4.0],
    }
}

rows! {
    /// Who keeps the law.
    struct Guards {
        /// The odds from which a guard begins a fight.
        begin: f64 => [0.0, 1.0],
        /// And goes on with one.
        go_on: f64 => [0.0, 1.0],
        /// Metres from which it looks on while another strikes.
        stand_by_metres: f64 => [0.0, 50.0],
        /// Metres within which it goes to look for a culprit.
        wanted_metres: f64 => [6.0, 5000.0],
        /// Metres that danger is worth to it.
        dread_metres: f64 => [0.0, 5000.0],
        /// How sure it must be of somebody's habits.
        usual: f64 => [0.0, 1.0],
        /// And of where it thinks they are.
        believed: f64 => [0.0, 1.0],
        /// Metres from the middle of a crime's cell that count as there.
        at_post_metres: f64 => [0.5, 50.0],
        /// Seconds it is left alone when tired.
        off_duty_seconds: f64 => [0.0, 86400.0],
        /// Metres from its post that it goes for a crime: what is said of places beyond is others' business.
        beat_metres: f64 => [0.0, 5000.0],
    }
}

rows! {
    /// When a guard has struck enough.
    struct Restraining {
        /// Health, of 255, somebody loses before it is.
        enough: u8 => [0.0, 255.0],
        /// Health below which they have had it already.
        beaten: u8 => [0.0, 255.0],
        /// Health below which nobody is struck who does not strike: the law does not kill thieves.
        spared: u8 => [0.0, 255.0],
        /// Seconds for which somebody is let go.
        let_go_seconds: f64 => [0.0, 86400.0],
        /// Seconds after which a chase is another one.
        over_seconds: f64 => [0.0, 86400.0],
        /// Seconds for which a foe that struck somebody is everybody's business.
        dangerous_seconds: f64 => [0.0, 3600.0],
    }
}

rows! {
    /// Who knows who killed somebody dear to it.
    struct Grudges {
        /// Respect from which somebody was dear.
        dear: f64 => [0.0, 1.0],
        /// Metres within which one says it to their face.
        face_metres: f64 => [0.0, 50.0],
        /// Metres within which one shouts it.
        shout_metres: f64 => [0.0, 100.0],
        /// Seconds between two thoughts of it.
        think_seconds: f64 => [0.0, 3600.0],
    }
}

rows! {
    /// Who misses something.
    struct Thefts {
        /// Metres within which one sees whether a thing lies there.
        see_metres: f64 => [0.0, 50.0],
        /// Metres within which somebody was near it.
        near_metres: f64 => [0.0, 50.0],
        /// Metres within which one speaks to somebody.
        speak_metres: f64 => [0.0, 50.0],
        /// Seconds between two thoughts of one's cases.
        think_seconds: f64 => [0.0, 3600.0],
        /// Seconds between two looks.
        look_seconds: f64 => [0.0, 3600.0],
        /// Seconds until a thing that is not there is gone.
        gone_seconds: f64 => [0.0, 3600.0],
        /// Seconds within which a theft was just seen.
        just_seen_seconds: f64 => [0.0, 3600.0],
        /// Seconds until a thing is given up.
        give_up_seconds: f64 => [0.0, 86400.0],
        /// Seconds between two questions.
        ask_seconds: f64 => [0.0, 3600.0],
        /// Seconds between two looks at a suspect.
        watch_seconds: f64 => [0.0, 3600.0],
        /// Plausibility from which somebody is watched.
        suspicious: f64 => [0.0, 1.0],
        /// Respect from which one takes somebody's part.
        dear: f64 => [0.0, 1.0],
    }
}

rows! {
    /// What accounts of a theft weigh.
    struct Evidence {
        /// Belief from which one says so to somebody's face.
        accuse: f64 => [0.0, 1.0],
        /// Belief from which a guard holds it against them.
        convict: f64 => [0.0, 1.0],
        /// The mass of what one saw.
        seen: f64 => [0.0, 1.0],
        /// Of a tale one trusts fully.
        testimony: f64 => [0.0, 1.0],
        /// Of a denial.
        denial: f64 => [0.0, 1.0],
        /// Of one's own denial.
        own_denial: f64 => [0.0, 1.0],
        /// And of having been near.
        presence: f64 => [0.0, 1.0],
    }
}
