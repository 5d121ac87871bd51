//! Deeds: what the world writes into its ledger when somebody has done something, and all that is said of each.

use crate::vocabulary::{UnknownWord, Word};
use serde::{Deserialize, Serialize};

/// All that is said of a deed. One row of the table below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Account {
    /// What people call it: the doer *steals*.
    pub label: &'static str,
    /// What minds call it, in their table of actions; none for what nobody talks about. Who sees a deed that has one is told of it.
    pub action: Option<&'static str>,
    /// What is told of its doer where it was seen: below 0 ill, above 0 well.
    pub word: f32,
    /// What it adds to the crime of a place, for each who saw it.
    pub crime: f32,
    /// What it does to the trade of a place, as the economy calls it.
    pub trade: Option<&'static str>,
    /// Whether it frightens who sees it.
    pub violent: bool,
}

macro_rules! deeds {
    ($($deed:ident = $number:literal $label:literal, $action:expr, $word:literal, $crime:literal, $trade:expr, $violent:literal;)+) => {
        /// Something that was done. Numbers never change once given; new ones are added at the end.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Deed { $($deed = $number),+ }

        impl Deed {
            /// All of them, by number.
            pub const ALL: &'static [Self] = &[$(Self::$deed),+];

            /// All that is said of it.
            #[must_use]
            pub const fn account(self) -> Account {
                match self {
                    $(Self::$deed => Account {
                        label: $label, action: $action, word: $word, crime: $crime, trade: $trade, violent: $violent,
                    },)+
                }
            }
        }
    };
}

// The economy's stock is what there is: what is made comes into it, what goes into something else leaves it, and what people eat and burn in their houses is the need
// that the land's survey sets. What changes hands is still there: a trade moves no stock. A thief takes from the stock and pays nothing (`theft`). A gift that is
// answered is told as a gift when it is given and as a trade when it is answered: who paid, or else gave first, is the doer.
deeds! {
//  deed       label       action         word    crime trade         violent
    Enter = 0  "enters",   None,            0.0,  0.0, None,          false;
    Leave = 1  "leaves",   None,            0.0,  0.0, None,          false;
    Say = 2    "speaks",   None,            0.0,  0.0, None,          false;
    Take = 3   "takes",    None,            0.0,  0.0, None,          false;
    Drop = 4   "drops",    None,            0.0,  0.0, None,          false;
    Give = 5   "gives",    Some("give"),    4.0,  0.0, None,          false;
    Eat = 6    "eats",     None,            0.0,  0.0, None,          false;
    Fell = 7   "fells",    Some("fell"),    0.0,  0.0, None,          false;
    Build = 8  "builds",   None,            0.0,  0.0, None,          false;
    Raze = 9   "razes",    None,            0.0,  0.0, None,          false;
    Strike = 10 "strikes", Some("hit"),    -4.0,  3.0, None,          true;
    Kill = 11  "kills",    Some("kill"), -100.0, 30.0, None,          true;
    Heal = 12  "heals",    Some("heal"),   10.0,  0.0, None,          false;
    Starve = 13 "starves", None,            0.0,  0.0, None,          false;
    Steal = 14 "steals",   Some("steal"), -20.0,  8.0, Some("theft"), false;
    Trade = 15 "trades",   Some("trade"),   0.0,  0.0, None,          false;
    Help = 16  "helps",    Some("help"),    6.0,  0.0, None,          false;
    Find = 17  "finds",    Some("find"),    0.0,  0.0, None,          false;
    Hunt = 18  "hunts",    None,            0.0,  0.0, None,          false;
    Prop = 19  "props open", None,          0.0,  0.0, None,          false;
    Arrest = 20 "arrests", Some("arrest"),  0.0,  0.0, None,          false;
    Convict = 21 "is found guilty of wronging", Some("convict"), -2.0, 0.0, None, false;
    Acquit = 22 "is let go", None,          0.0,  0.0, None,          false;
    Bury = 23  "is buried", None,           0.0,  0.0, None,          false;
    Make = 24  "makes",    None,            0.0,  0.0, Some("harvest"), false;
    Spend = 25 "uses up",  None,            0.0,  0.0, Some("buy"),   false;
    Earn = 26  "is paid",  None,            0.0,  0.0, None,          false;
    Wed = 27   "weds",     Some("wed"),     1.0,  0.0, None,          false;
    Birth = 28 "gives birth to", Some("bear"), 1.0, 0.0, None,        false;
    Die = 29   "dies",     Some("die"),     0.0,  0.0, None,          false;
    Banish = 30 "is banished", Some("banish"), -2.0, 0.0, None,       false;
    Expel = 31 "drives out", Some("expel"), 0.0,  0.0, None,          false;
    Proclaim = 32 "sets a price on", Some("proclaim"), 0.0, 0.0, None, false;
    Claim = 33 "is paid for the taking of", Some("claim"), 0.0, 0.0, None, false;
    Pay = 34   "pays the town", None,       0.0,  0.0, None,          false;
    Shoot = 35 "lets fly at", None,         0.0,  0.0, None,          false;
}

impl Deed {
    /// What people call it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        self.account().label
    }

    /// Whether people talk about it, so that who sees it is told.
    #[must_use]
    pub const fn is_told(self) -> bool {
        self.account().action.is_some()
    }
}

impl TryFrom<u8> for Deed {
    type Error = UnknownWord;

    fn try_from(number: u8) -> Result<Self, UnknownWord> {
        Self::numbered(number)
    }
}

impl Word for Deed {
    const WHAT: &'static str = "deed";
    const WORDS: &'static [Self] = Self::ALL;

    fn number(self) -> u8 {
        self as u8
    }

    fn called(self) -> &'static str {
        self.label()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn deeds_are_numbered_without_a_gap() {
        for (number, &deed) in Deed::ALL.iter().enumerate() {
            assert_eq!(deed as usize, number);
            assert_eq!(Deed::try_from(number as u8), Ok(deed));
        }
        assert!(Deed::try_from(Deed::ALL.len() as u8).is_err());
    }

    #[test]
    fn no_two_deeds_are_called_the_same_and_crimes_are_spoken_ill_of() {
        let labels: BTreeSet<&str> = Deed::ALL.iter().map(|deed| deed.label()).collect();
        assert_eq!(labels.len(), Deed::ALL.len());
        for account in Deed::ALL.iter().map(|deed| deed.account()) {
            assert!(account.crime == 0.0 || account.word < 0.0 && account.action.is_some(), "{account:?}");
        }
    }
}
