//! What the host turns away, and how it says so: one counter per reason, and log lines that a flood cannot multiply.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

/// Why somebody was turned away or put out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// Every seat of the house is taken.
    HouseFull,
    /// The address holds as many seats as one address may.
    AddressFull,
    /// The handshake was begun and not finished in time.
    HalfOpen,
    /// The handshake was not one.
    BadHandshake,
    /// A frame longer than allowed was announced or sent.
    Oversize,
    /// Something that is not a frame was sent.
    Malformed,
    /// Frames came faster than allowed.
    TooFast,
    /// The guest reads more slowly than the world speaks.
    TooSlow,
    /// Nothing was heard for too long.
    Idle,
    /// Names or passwords were tried too often.
    LoginTooOften,
    /// A page of another site wanted in.
    ForeignPage,
}

impl Refusal {
    /// Every reason, in the order of its close code.
    pub const ALL: [Self; 11] = [
        Self::HouseFull,
        Self::AddressFull,
        Self::HalfOpen,
        Self::BadHandshake,
        Self::Oversize,
        Self::Malformed,
        Self::TooFast,
        Self::TooSlow,
        Self::Idle,
        Self::LoginTooOften,
        Self::ForeignPage,
    ];

    /// The label of its counter `wold_refused_total{reason=…}`.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::HouseFull => "house_full",
            Self::AddressFull => "address_full",
            Self::HalfOpen => "half_open",
            Self::BadHandshake => "bad_handshake",
            Self::Oversize => "oversize",
            Self::Malformed => "malformed",
            Self::TooFast => "too_fast",
            Self::TooSlow => "too_slow",
            Self::Idle => "idle",
            Self::LoginTooOften => "login_too_often",
            Self::ForeignPage => "foreign_page",
        }
    }

    /// The number a transport closes with; counted from 1, 0 means no refusal.
    #[must_use]
    pub fn code(self) -> u16 {
        self as u16 + 1
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HouseFull => "the house is full",
            Self::AddressFull => "too many connections from this address",
            Self::HalfOpen => "the handshake was not finished in time",
            Self::BadHandshake => "the handshake failed",
            Self::Oversize => "a frame was too long",
            Self::Malformed => "something that is not a frame was sent",
            Self::TooFast => "frames came too fast",
            Self::TooSlow => "the connection is too slow for the world",
            Self::Idle => "nothing was heard for too long",
            Self::LoginTooOften => "too many attempts to log in",
            Self::ForeignPage => "pages of other sites are not let in",
        })
    }
}

/// Counts refusals and logs the first of each second and reason.
#[derive(Debug, Default)]
pub struct RefusalLog {
    last: Mutex<[Line; Refusal::ALL.len()]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Line {
    second: Option<u64>,
    unsaid: u64,
}

impl RefusalLog {
    /// Raises the counter and, at most once a second per reason, writes a line. `now` is counted from any fixed moment.
    pub fn note(&self, refusal: Refusal, peer: SocketAddr, now: Duration) {
        metrics::counter!("wold_refused_total", "reason" => refusal.label()).increment(1);
        if let Some(unsaid) = self.speak(refusal, now) {
            tracing::warn!(%peer, unsaid, "refused: {refusal}");
        }
    }

    /// Whether a line is due, and how many refusals passed in silence since the last one.
    fn speak(&self, refusal: Refusal, now: Duration) -> Option<u64> {
        let mut lines = self.last.lock().expect("no holder of the refusal log panics");
        let line = &mut lines[refusal as usize];
        if line.second == Some(now.as_secs()) {
            line.unsaid += 1;
            return None;
        }
        line.second = Some(now.as_secs());
        Some(std::mem::take(&mut line.unsaid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_one_line_a_second_and_none_is_forgotten() {
        let log = RefusalLog::default();
        let at = Duration::from_millis;
        assert_eq!(log.speak(Refusal::Idle, at(100)), Some(0));
        for _ in 0..500 {
            assert_eq!(log.speak(Refusal::Idle, at(200)), None);
        }
        assert_eq!(log.speak(Refusal::TooFast, at(200)), Some(0), "another reason has its own line");
        assert_eq!(log.speak(Refusal::Idle, at(1100)), Some(500));
    }

    #[test]
    fn codes_and_labels_are_distinct() {
        let labels: std::collections::BTreeSet<_> = Refusal::ALL.map(Refusal::label).into();
        let codes: std::collections::BTreeSet<_> = Refusal::ALL.map(Refusal::code).into();
        assert_eq!((labels.len(), codes.len()), (Refusal::ALL.len(), Refusal::ALL.len()));
        assert!(!codes.contains(&0));
    }
}
