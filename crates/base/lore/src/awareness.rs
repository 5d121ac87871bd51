//! How much on edge somebody is, and what puts them there.

use crate::vocabulary;

vocabulary! {
    /// How much on edge somebody is, the calmest first.
    #[derive(Default)]
    #[serde(rename_all = "snake_case")]
    Awareness, "state of awareness" {
        /// Nothing is amiss.
        #[default]
        Unaware = 0 "unaware",
        /// Something may be amiss.
        Suspicious = 1 "suspicious",
        /// Somebody is about; where?
        Searching = 2 "searching",
        /// There they are.
        Alert = 3 "alert",
    }
}

vocabulary! {
    /// What puts somebody on edge, or calms them.
    #[serde(rename_all = "snake_case")]
    Rouse, "cause of awareness" {
        /// They saw something, and not well.
        SawSomething = 0 "saw something",
        /// They see somebody they were not meant to.
        Perceived = 1 "saw somebody",
        /// They heard something.
        Heard = 2 "heard something",
        /// Somebody said so.
        Told = 3 "was told",
        /// Who they saw is out of sight.
        LostSight = 4 "lost sight",
        /// A thing is not as it was left.
        Changed = 5 "found something changed",
        /// Somebody who was about is not heard any more.
        Missed = 6 "misses somebody",
        /// Nothing for a while.
        Quiet = 7 "heard nothing more",
    }
}
