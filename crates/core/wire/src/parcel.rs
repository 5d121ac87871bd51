//! Letters that wait for each other and travel as one parcel.
//!
//! Every datagram pays for its head, so several small letters in one are cheaper. A parcel goes when its oldest letter has waited long enough (*timeout*: the delay
//! is bounded, the saving is not promised), when enough letters are in it (*quorum*: the saving is certain, the delay has no bound), or at
//! whichever comes first (*both*). A parcel is a count and each letter with its length; what has been read from the network is refused when
//! it is not exactly that.

use crate::bits::{BitReader, BitWriter, Malformed};
use bytes::Bytes;

/// The most letters in a parcel: then it goes, whatever it waits for.
pub const MOST_LETTERS: usize = 64;
/// The longest letter in bytes.
pub const LONGEST_LETTER: usize = 1024;

/// What a parcel waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Patience {
    /// So many seconds after its first letter.
    Timeout(f64),
    /// So many letters.
    Quorum(usize),
    /// Seconds or letters, whichever is first.
    Both(f64, usize),
}

impl Patience {
    fn is_over(self, waited: f64, letters: usize) -> bool {
        match self {
            Self::Timeout(seconds) => waited >= seconds,
            Self::Quorum(enough) => letters >= enough,
            Self::Both(seconds, enough) => waited >= seconds || letters >= enough,
        }
    }
}

/// Where letters wait.
///
/// ```
/// use wold_wire::parcel::{Patience, Tray, open};
/// let mut tray = Tray::new(Patience::Both(0.1, 3));
/// tray.put(0.00, "a".into());
/// tray.put(0.05, "b".into());
/// assert_eq!(tray.take(0.09), None);
/// let parcel = tray.take(0.10).expect("the first has waited long enough");
/// assert_eq!(open(&parcel).unwrap(), ["a", "b"]);
/// ```
#[derive(Clone, Debug)]
pub struct Tray {
    patience: Patience,
    since: f64,
    letters: Vec<Bytes>,
}

impl Tray {
    /// An empty one.
    #[must_use]
    pub fn new(patience: Patience) -> Self {
        Self { patience, since: 0.0, letters: Vec::new() }
    }

    /// Puts a letter of at most [`LONGEST_LETTER`] bytes into it; a longer one is cut off by nobody and will be refused by who opens the parcel.
    pub fn put(&mut self, now: f64, letter: Bytes) {
        debug_assert!(letter.len() <= LONGEST_LETTER, "a letter of {} bytes", letter.len());
        if self.letters.is_empty() {
            self.since = now;
        }
        self.letters.push(letter);
    }

    /// The parcel, if it is time.
    pub fn take(&mut self, now: f64) -> Option<Bytes> {
        let due = !self.letters.is_empty()
            && (self.letters.len() >= MOST_LETTERS
                || self.patience.is_over(now - self.since, self.letters.len()));
        due.then(|| {
            let mut w = BitWriter::default();
            w.number(self.letters.len() as u64, 7);
            self.letters.drain(..).for_each(|letter| w.blob(&letter));
            w.finish().into()
        })
    }
}

/// The letters of a parcel, in the order they were put in.
pub fn open(parcel: &[u8]) -> Result<Vec<Bytes>, Malformed> {
    let mut r = BitReader::new(parcel);
    let count = r.count("letters", 8, MOST_LETTERS as u64)?;
    let letters: Result<_, Malformed> =
        (0..count).map(|_| r.blob("letter", LONGEST_LETTER).map(Bytes::from)).collect();
    let letters = letters?;
    r.end()?;
    Ok(letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Twelve players who speak every 0.1 to 3 seconds: the longest wait of a letter, and the letters in a parcel.
    fn twelve(patience: Patience) -> (f64, f64) {
        let (mut tray, mut waiting, mut longest) = (Tray::new(patience), Vec::new(), 0.0f64);
        let (mut parcels, mut letters) = (0, 0);
        for step in 0..12_000u64 {
            let now = step as f64 * 0.01;
            for player in 0..12u64 {
                if step % (10 + player * 290 / 11) == player {
                    tray.put(now, Bytes::from_static(b"here"));
                    waiting.push(now);
                }
            }
            if tray.take(now).is_some() {
                parcels += 1;
                letters += waiting.len();
                longest = longest.max(now - waiting[0]);
                waiting.clear();
            }
        }
        (longest, f64::from(letters as u32) / f64::from(parcels))
    }

    #[test]
    fn a_timeout_bounds_the_wait_a_quorum_the_saving_and_both_the_wait() {
        let (timeout, quorum, both) =
            (twelve(Patience::Timeout(0.1)), twelve(Patience::Quorum(12)), twelve(Patience::Both(0.1, 12)));
        assert!(timeout.0 < 0.111 && both.0 < 0.111, "{timeout:?} {both:?}");
        assert!(quorum.0 > 0.3, "some letters wait long: {quorum:?}");
        assert!((12.0..13.0).contains(&quorum.1), "{quorum:?}");
        assert!(timeout.1 < quorum.1);
    }

    #[test]
    fn a_full_tray_goes_whatever_it_waits_for() {
        let mut tray = Tray::new(Patience::Timeout(1e9));
        (0..MOST_LETTERS).for_each(|_| tray.put(0.0, Bytes::new()));
        assert_eq!(open(&tray.take(0.0).expect("full")).map(|letters| letters.len()), Ok(MOST_LETTERS));
        assert_eq!(tray.take(1e12), None, "nothing is left");
    }

    proptest! {
        #[test]
        fn letters_come_out_as_they_went_in(letters in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 1..20)) {
            let mut tray = Tray::new(Patience::Timeout(0.0));
            letters.iter().for_each(|letter| tray.put(0.0, letter.clone().into()));
            prop_assert_eq!(open(&tray.take(0.0).expect("due at once")).unwrap(), letters);
        }

        #[test]
        fn whatever_comes_from_the_network_is_opened_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(letters) = open(&bytes) {
                prop_assert!(letters.len() <= MOST_LETTERS);
            }
        }
    }
}
