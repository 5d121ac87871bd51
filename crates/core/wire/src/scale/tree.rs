//! A tree of servers that pass on less than they hear.
//!
//! Everybody cannot know everything about everybody: whatever carries it grows with their number. In a tree whose servers each serve `arity` below and pass on one in
//! `arity` of what those say, every server hears as much as any other, however many players there are, and a message crosses about `log n` wires. What
//! is not passed on is news whose receivers all sit below (interest management first), and then whatever can be reckoned from what was. The same tree
//! emulates multicast where the network offers none: nobody sends a message more than `arity` times.

/// A tree with players as its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    /// How many players; at least 1.
    pub players: u64,
    /// How many each server serves; at least 2.
    pub arity: u64,
}

/// One level of servers, counted from the players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Servers of this level.
    pub servers: u64,
    /// What each hears a round if all is passed on, when each player says one thing.
    pub hears_all: f64,
    /// What each hears if one in `arity` is passed on.
    pub hears_some: f64,
}

impl Tree {
    /// The levels of servers, the topmost last.
    ///
    /// ```
    /// use wold_wire::scale::Tree;
    /// let levels = Tree { players: 1000, arity: 10 }.levels();
    /// assert_eq!(levels.iter().map(|level| level.servers).collect::<Vec<_>>(), [100, 10, 1]);
    /// assert!(levels.iter().all(|level| level.hears_some <= 10.0));
    /// assert_eq!(levels[2].hears_all, 1000.0);
    /// ```
    #[must_use]
    pub fn levels(&self) -> Vec<Level> {
        let arity = self.arity.max(2);
        let (mut levels, mut below) = (Vec::new(), self.players.max(1));
        // What all of the level below say together.
        let mut said = below as f64;
        loop {
            let servers = below.div_ceil(arity);
            let all = self.players as f64 / servers as f64;
            levels.push(Level { servers, hears_all: all, hears_some: said / servers as f64 });
            if servers == 1 {
                return levels;
            }
            said /= arity as f64;
            below = servers;
        }
    }

    /// Wires from a player to the topmost server.
    #[must_use]
    pub fn hops(&self) -> u64 {
        self.levels().len() as u64
    }

    /// Messages one source sends to reach all others: without help, and with others that pass it on to `arity` each; and the wires it crosses then.
    #[must_use]
    pub fn multicast(&self) -> [u64; 3] {
        let others = self.players.saturating_sub(1);
        let arity = self.arity.max(2);
        let (mut reached, mut row, mut hops) = (0, 1u64, 0);
        while reached < others {
            row = row.saturating_mul(arity);
            reached = reached.saturating_add(row);
            hops += 1;
        }
        [others, others.min(arity), hops]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topmost_server_hears_no_more_however_many_players_there_are() {
        for (players, hops) in [(10, 1), (100, 2), (10_000, 4), (1_000_000, 6)] {
            let tree = Tree { players, arity: 10 };
            let top = *tree.levels().last().expect("there is always one");
            assert_eq!((tree.hops(), top.servers), (hops, 1));
            assert!((top.hears_some - 10.0).abs() < 1e-9 && (top.hears_all - players as f64).abs() < 1e-9);
        }
    }

    #[test]
    fn multicast_over_others_takes_few_messages_each_and_few_wires() {
        assert_eq!(Tree { players: 1, arity: 2 }.multicast(), [0, 0, 0]);
        assert_eq!(Tree { players: 7, arity: 2 }.multicast(), [6, 2, 2]);
        assert_eq!(Tree { players: 1_000_000, arity: 10 }.multicast(), [999_999, 10, 6]);
    }
}
