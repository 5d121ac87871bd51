//! Who sends to whom, so that everybody hears of everybody.

use super::Resources;

/// A way to use machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deployment {
    /// All on one machine.
    Single,
    /// Every machine is a player and sends to every other.
    PeerToPeer,
    /// The same on a network that copies messages itself.
    Multicast,
    /// One machine serves, the others play.
    ClientServer,
    /// Some serve and tell each other, the others play, as evenly shared among them as can be.
    ServerNetwork {
        /// How many serve.
        servers: u64,
    },
    /// The same, with one more above them through which they tell each other.
    Hierarchy {
        /// How many serve below the topmost.
        servers: u64,
    },
}

/// What a round costs in which each player says one thing and all hear it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Machines that play.
    pub players: u64,
    /// Messages sent in a round.
    pub messages: u64,
    /// Messages the busiest machine sends and gets in a round.
    pub busiest: u64,
    /// Messages for each ordered pair of players: 1 is what it takes without help.
    pub per_pair: f64,
    /// Wires a message crosses at the most.
    pub hops: u64,
    /// Destinations of each message.
    pub destinations: u64,
}

impl Deployment {
    /// What it costs with so many machines.
    ///
    /// ```
    /// use wold_wire::scale::Deployment;
    /// let messages = |deployment: Deployment| deployment.load(12).messages;
    /// assert_eq!(messages(Deployment::PeerToPeer), 132);
    /// assert_eq!(messages(Deployment::ClientServer), 121);
    /// assert_eq!(messages(Deployment::ServerNetwork { servers: 3 }), 99);
    /// ```
    #[must_use]
    pub fn load(self, machines: u64) -> Load {
        let players = match self {
            Self::Single => u64::from(machines > 0),
            Self::PeerToPeer | Self::Multicast => machines,
            Self::ClientServer => machines.saturating_sub(1),
            Self::ServerNetwork { servers } => machines.saturating_sub(servers),
            Self::Hierarchy { servers } => machines.saturating_sub(servers + 1),
        };
        let others = players.saturating_sub(1);
        let pairs = players * others;
        // The most players at one server.
        let share = |servers: u64| players.div_ceil(servers.max(1));
        let (messages, busiest, hops, destinations) = match self {
            Self::Single => (0, 0, 0, 0),
            Self::PeerToPeer => (pairs, 2 * others, 1, 1),
            Self::Multicast => (players, 1 + others, 1, others),
            Self::ClientServer => (players + pairs, players + pairs, 2, 1),
            Self::ServerNetwork { servers } => {
                let (links, own) = (servers.saturating_sub(1), share(servers));
                // Its players' news up and to every other server, theirs in, and everything down to its players.
                let busiest = own + own * links + (players - own) + own * others;
                (players + players * links + pairs, busiest, 3, 1)
            }
            Self::Hierarchy { servers } => {
                let (links, own) = (servers.saturating_sub(1), share(servers));
                let top = players + players * links;
                let below = own + own + (players - own) + own * others;
                (players + top + pairs, top.max(below), 4, 1)
            }
        };
        let per_pair = if pairs == 0 { 0.0 } else { messages as f64 / pairs as f64 };
        Load { players, messages, busiest, per_pair, hops, destinations }
    }
}

impl Load {
    /// The five numbers of a round: `bytes` is the size of a message, `hop` the seconds one wire takes.
    #[must_use]
    pub fn resources(&self, bytes: f64, hop: f64) -> Resources {
        Resources {
            messages: self.messages as f64,
            destinations: self.destinations as f64,
            bytes,
            timeliness: if self.hops == 0 { 0.0 } else { 1.0 / (self.hops as f64 * hop) },
            work: self.busiest as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_machines_as_peers_with_a_server_and_with_three() {
        let loads =
            [Deployment::PeerToPeer, Deployment::ClientServer, Deployment::ServerNetwork { servers: 3 }]
                .map(|deployment| deployment.load(12));
        assert_eq!(loads.map(|load| load.players), [12, 11, 9]);
        assert_eq!(loads.map(|load| load.messages), [132, 121, 99]);
        for (load, per_pair) in loads.iter().zip([1.0, 1.1, 1.375]) {
            assert!((load.per_pair - per_pair).abs() < 1e-9);
        }
    }

    #[test]
    fn peers_grow_by_the_square_and_multicast_does_not() {
        let load = |deployment: Deployment, machines| deployment.load(machines).messages;
        assert_eq!(load(Deployment::Single, 5), 0);
        for n in [2u64, 10, 100] {
            assert_eq!(load(Deployment::PeerToPeer, n), n * (n - 1));
            assert_eq!(load(Deployment::Multicast, n), n);
            assert_eq!(Deployment::ClientServer.load(n + 1).hops, 2);
        }
    }

    #[test]
    fn a_server_of_many_is_less_busy_than_one_alone_and_the_topmost_is_the_bottleneck() {
        let busiest = |deployment: Deployment| deployment.load(1000).busiest;
        let alone = busiest(Deployment::ClientServer);
        assert!(busiest(Deployment::ServerNetwork { servers: 10 }) * 8 < alone);
        let few_below = Deployment::Hierarchy { servers: 200 }.load(1000);
        assert_eq!(few_below.busiest, few_below.players * 200);
    }

    #[test]
    fn too_few_machines_are_no_players() {
        for deployment in [
            Deployment::ClientServer,
            Deployment::ServerNetwork { servers: 9 },
            Deployment::Hierarchy { servers: 9 },
        ] {
            assert_eq!((deployment.load(1).players, deployment.load(0).messages), (0, 0));
        }
    }
}
