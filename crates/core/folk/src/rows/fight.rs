//! How people fight.

use super::{rows, table};

table! {
    /// How people fight.
    FIGHT: Fighting in "fight.toml" {
        closing: Closing,
        sway: Swaying,
        traces: Traces,
        refuge: Refuges,
        siege: Sieges,
        search: Searching,
    }
}

rows! {
    /// Who goes at a foe.
    struct Closing {
        /// Metres from its place that count as there.
        in_place_metres: f64 => [0.05, 10.0],
        /// Metres from it within which who touches the foe already stays where it is.
        elbow_metres: f64 => [0.05, 10.0],
        /// Where so many others stand about the foe: farther off it would be in another's way.
        crowded: u8 => [0.0, 255.0],
        /// Seconds between two times of saying that it closes in.
        say_seconds: f64 => [0.05, 60.0],
        /// Metres to a foe to which one comes before one is told one's part.
        before_told_metres: f64 => [0.5, 100.0],
        /// Metres from a slot from which one goes round.
        round_metres: f64 => [0.5, 100.0],
        /// Metres it may move before the way is asked anew.
        moved_metres: f64 => [0.1, 100.0],
        /// What a metre in a foe's sight costs who goes round.
        seen_cost: f64 => [0.0, 100.0],
        /// Seconds one lies in wait.
        lurk_seconds: f64 => [0.0, 3600.0],
        /// Seconds one then minds its own business before it would again.
        bored_seconds: f64 => [0.0, 86400.0],
        /// Seconds until an axe is drawn again that did not come to hand.
        draw_seconds: f64 => [0.05, 60.0],
        /// Metres beside a foe within which somebody armed came with it.
        beside_metres: f64 => [0.0, 100.0],
    }
}

rows! {
    /// Whose a place is, as one feels it.
    struct Swaying {
        /// What being somewhere for a moment counts.
        presence: f64 => [0.0, 4.0],
        /// What seeing a foe there counts.
        glimpse: f64 => [0.0, 4.0],
        /// What the fall of one's own counts against a foe seen.
        loss: f64 => [0.0, 100.0],
        /// What one's own people count for safety.
        company: f64 => [0.0, 100.0],
        /// No place is more dangerous, or more promising, than this.
        most: f64 => [0.1, 100.0],
    }
}

rows! {
    /// What is remembered of places.
    struct Traces {
        /// The share that is kept each time.
        kept: f64 => [0.0, 1.0],
        /// Seconds between two times: half is forgotten in about three minutes.
        fade_seconds: f64 => [0.05, 3600.0],
        /// Less than this is forgotten altogether.
        least: f64 => [0.0001, 1.0],
        /// Danger beyond which ground is gone round.
        shunned: f64 => [0.0, 4.0],
        /// What a moment of a fighter counts as traffic.
        traffic: f64 => [0.0, 4.0],
        /// Seconds a fall, and the reason of a part, are remembered.
        kept_seconds: f64 => [0.0, 3600.0],
        /// Seconds a claim lasts unless it is renewed: somebody who left without a word blocks nothing for long.
        lease_seconds: f64 => [0.1, 3600.0],
        /// Seconds after which who said nothing more closes in no more.
        idle_seconds: f64 => [0.1, 3600.0],
    }
}

rows! {
    /// Who falls back or lies in wait.
    struct Refuges {
        /// Seconds between two looks whether a place is still good.
        look_seconds: f64 => [0.05, 3600.0],
        /// Seconds between two searches for another.
        seek_seconds: f64 => [0.05, 3600.0],
        /// Metres from a place that count as there.
        there_metres: f64 => [0.05, 10.0],
        /// What a metre in sight costs.
        seen_cost: f64 => [0.0, 100.0],
        /// Seconds a place one chose is thought of when one looks for another.
        thought_of_seconds: f64 => [0.0, 3600.0],
        /// Metres one runs if no query knows a place.
        away_metres: f64 => [0.0, 500.0],
        /// Breath, of 255, below which one looks for a place near by.
        winded: u8 => [0.0, 255.0],
        /// Metres within which.
        winded_metres: f64 => [0.0, 500.0],
        /// Metres from a place within which somebody is company.
        company_metres: f64 => [0.0, 100.0],
        /// How many are as good as more.
        company_enough: f64 => [1.0, 100.0],
        /// What the place one chose last counts more than others: a fifth of what the nearest has before the farthest is not worth a change of mind.
        constancy: f64 => [0.0, 10.0],
        /// Metres above the eyes that must be hidden, too: nobody trusts what just reaches to the brow.
        crown_metres: f64 => [0.0, 5.0],
        /// How far ahead somebody's eyes command the ground.
        gaze_metres: f64 => [2.0, 100.0],
        /// Metres one keeps from somebody one goes round.
        kept_off_metres: f64 => [0.0, 100.0],
        /// What a metre of shunned ground costs besides.
        shunned_cost: f64 => [0.0, 100.0],
    }
}

rows! {
    /// Who cannot get at a foe.
    struct Sieges {
        /// Seconds between two looks whether there is a way.
        look_seconds: f64 => [0.05, 3600.0],
        /// Metres from the foe at which one stands.
        stand_off_metres: f64 => [0.5, 100.0],
        /// Metres below which one goes back that far.
        too_near_metres: f64 => [0.0, 100.0],
        /// Seconds one waits for company before one calls.
        alone_seconds: f64 => [0.0, 3600.0],
        /// Seconds from the order to fall back until one may have arrived.
        settles_seconds: f64 => [0.0, 3600.0],
        /// Seconds for which who said that it cannot get at somebody cannot.
        lately_seconds: f64 => [0.0, 3600.0],
    }
}

rows! {
    /// Who looks for somebody.
    struct Searching {
        /// Metres from the last known place at which one sees for oneself that nobody is there.
        there_metres: f64 => [0.5, 100.0],
        /// How far a word is trusted in the heat of a chase.
        word: f64 => [0.0, 1.0],
        /// Seconds after which a search is forgotten that is over, or that nobody took part in.
        kept_seconds: f64 => [0.0, 3600.0],
        /// Turns a second of one who looks about.
        turns: f64 => [0.0, 10.0],
        /// Metres a goal must move until the way there is asked anew.
        moved_metres: f64 => [0.05, 100.0],
    }
}
