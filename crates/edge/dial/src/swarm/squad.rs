//! A squad: a few dozen inhabitants on a thread and a socket of their own, so that no queue is longer than one squad can empty.

use super::SwarmConfig;
use super::figures::Tally;
use super::life::Venture;
use crate::transport::{DialError, DialOptions, Dialer};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::JoinSet;
use url::Url;

/// Inhabitants of one squad.
pub(super) const SQUAD: usize = 64;

/// How far a squad steps back behind a host on its machine: a tenth of a core where both want all of it.
#[cfg(unix)]
const STEPS_BACK: i32 = 10;

pub(super) struct Squad {
    /// Its place among the squads.
    pub place: usize,
    pub config: SwarmConfig,
    pub tallies: Vec<Arc<Tally>>,
    pub trouble: Arc<OnceLock<String>>,
    pub stopped: watch::Receiver<bool>,
}

impl Squad {
    /// Sets out on a thread of its own. The channel tells the UDP port it uses once the host has answered, or why it does not.
    pub fn set_out(
        self,
        told: oneshot::Sender<Result<Option<u16>, DialError>>,
    ) -> std::io::Result<JoinHandle<()>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name(format!("squad {}", self.place)).spawn(move || {
            if is_this_machine(&self.config.host) {
                give_way();
            }
            runtime.block_on(self.march(told));
        })
    }

    async fn march(self, told: oneshot::Sender<Result<Option<u16>, DialError>>) {
        let config = &self.config;
        let source = is_this_machine(&config.host).then(|| own_address(self.place));
        let options = DialOptions { way: config.way, timeout: config.timeout, source };
        let dialer = match Dialer::new(&config.host, options).await {
            Ok(dialer) => Arc::new(dialer),
            Err(error) => return drop(told.send(Err(error))),
        };
        // Whoever waited for this may be gone; the squad then learns it by being stopped.
        let _ = told.send(Ok(dialer.udp_port()));
        let doorway = Arc::new(Semaphore::new(config.doorway.max(1)));
        let mut lives = JoinSet::new();
        for (number, tally) in self.tallies.iter().enumerate() {
            let venture = Venture {
                dialer: dialer.clone(),
                doorway: doorway.clone(),
                config: config.clone(),
                number: self.place * SQUAD + number,
                tally: tally.clone(),
                trouble: self.trouble.clone(),
                stopped: self.stopped.clone(),
            };
            lives.spawn(venture.run());
        }
        while lives.join_next().await.is_some() {}
    }
}

/// Lets whoever else wants this core go first: a swarm that shares its machine with the host it measures would else measure itself.
fn give_way() {
    // A system that does not let us gives worse figures, nothing else.
    #[cfg(unix)]
    let _ = rustix::process::nice(STEPS_BACK);
}

/// A host bounds what one address may do; on this machine every squad has an address of its own.
fn own_address(place: usize) -> IpAddr {
    let [high, low] = (place as u16 + 2).to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, 0, high, low))
}

fn is_this_machine(host: &str) -> bool {
    let url = Url::parse(host).ok();
    let name = url.as_ref().and_then(Url::host_str);
    name.is_some_and(|name| name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback()))
}

/// Packets that came to these UDP ports of this machine and were thrown away because nobody fetched them in time; `None` where the
/// system does not say.
pub(super) fn packets_lost(ports: &[u16]) -> Option<u64> {
    let read = |file| std::fs::read_to_string(file).ok();
    let tables = [read("/proc/net/udp"), read("/proc/net/udp6")];
    tables.iter().any(Option::is_some).then(|| tables.iter().flatten().map(|table| drops(table, ports)).sum())
}

/// The last column of every line whose local port is one of these.
fn drops(table: &str, ports: &[u16]) -> u64 {
    let of_line = |line: &str| {
        let mut words = line.split_whitespace();
        let local = words.nth(1)?;
        let port = u16::from_str_radix(local.rsplit_once(':')?.1, 16).ok()?;
        ports.contains(&port).then(|| words.last()?.parse::<u64>().ok()).flatten()
    };
    table.lines().skip(1).filter_map(of_line).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_are_read_from_the_systems_table() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops\n\
             1: 0100007F:1E78 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 12 2 0000000000000000 41\n\
             2: 0100007F:1E79 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 13 2 0000000000000000 7\n\
             3: 0100007F:1E7A 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 14 2 0000000000000000 9\n";
        assert_eq!(drops(table, &[0x1e78, 0x1e79]), 48);
        assert_eq!(drops("", &[1]), 0);
    }

    #[test]
    fn squads_on_this_machine_have_addresses_of_their_own() {
        assert_ne!(own_address(0), own_address(1));
        assert!(own_address(300).is_loopback());
        assert!(is_this_machine("http://127.0.0.1:7800") && !is_this_machine("https://wold.example"));
    }
}
