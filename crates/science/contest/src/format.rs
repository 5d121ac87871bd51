//! What a kind of tournament has to say.
//!
//! A tournament goes in rounds. [`Format::pair`] names the bouts of the next round, the desk ([`crate::Contest`]) gathers
//! their outcomes in whatever order they come, and [`Format::settle`] takes them in the order they were named. So the
//! order of reports cannot matter. A format never sees series, no-shows or withdrawals: the desk turns them into outcomes,
//! and settles by itself a bout in which only one side is left.

use crate::table::Tally;
use serde::{Deserialize, Serialize};

/// A player: the place on the entry list, best first where the format seeds by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(pub u32);

impl Player {
    /// The player as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Two sides of a round; a side with nobody gives the other a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    /// The side named first.
    pub home: Option<Player>,
    /// The other side.
    pub away: Option<Player>,
}

impl Bout {
    /// Two players who meet.
    #[must_use]
    pub const fn of(home: Player, away: Player) -> Self {
        Self { home: Some(home), away: Some(away) }
    }

    /// A player who rests.
    #[must_use]
    pub const fn bye(player: Player) -> Self {
        Self { home: Some(player), away: None }
    }

    /// Both players, if it is no bye.
    #[must_use]
    pub fn players(&self) -> Option<(Player, Player)> {
        self.home.zip(self.away)
    }
}

/// How a bout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The home side won.
    Home,
    /// The away side won.
    Away,
    /// Nobody won.
    Tie,
    /// Neither side was there: both lose.
    Neither,
}

impl Outcome {
    /// The same, seen from the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Home => Self::Away,
            Self::Away => Self::Home,
            other => other,
        }
    }
}

/// A bout and how it ended. A bye is won by the side that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Who met.
    pub bout: Bout,
    /// How it ended.
    pub outcome: Outcome,
}

impl Settled {
    /// Who won, if anybody.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        match self.outcome {
            Outcome::Home => self.bout.home,
            Outcome::Away => self.bout.away,
            Outcome::Tie | Outcome::Neither => None,
        }
    }

    /// Who lost while the other side won, if anybody.
    #[must_use]
    pub fn loser(&self) -> Option<Player> {
        match self.outcome {
            Outcome::Home => self.bout.away,
            Outcome::Away => self.bout.home,
            Outcome::Tie | Outcome::Neither => None,
        }
    }
}

/// A kind of tournament.
///
/// `pair` and `settle` alternate until `pair` names nobody; each `pair` is a pure function of the state.
pub trait Format: Send {
    /// The bouts of the next round; empty if the tournament is over. No player is in two of them. `gone` marks those
    /// who withdrew; a format may still name them, their opponents then win.
    fn pair(&self, gone: &[bool]) -> Vec<Bout>;

    /// Takes the outcomes of the round last paired, in the order of its bouts.
    fn settle(&mut self, round: &[Settled]);

    /// Whether a bout of the next round may end in a tie.
    fn ties(&self) -> bool;

    /// The rank of each player, 0 is best, as far as it is known; equals share one. `tallies` holds what the desk counted.
    fn ranks(&self, tallies: &[Tally]) -> Vec<u32>;

    /// Takes in one more player, numbered after all others, from the next round on; `false` if it is too late for that.
    fn enter(&mut self) -> bool {
        false
    }

    /// Points of each player, for formats that score.
    fn points(&self, _tallies: &[Tally]) -> Option<Vec<f64>> {
        None
    }
}
