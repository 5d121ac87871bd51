//! The same seed and the same script give the same world, whatever runs it; the log gives it back.

use std::collections::BTreeMap;
use wold_folk::VillagerConfig;
use wold_space::Tick;
use wold_stage::town::Town;
use wold_stage::village::{grown, village};
use wold_steward::clockwork::Page;
use wold_wire::network::LinkConfig;
use wold_world::{Realm, decode_commands};

type Log = BTreeMap<Tick, Page>;

/// Twenty villagers over links of every kind in a grown world for twelve seconds.
fn live() -> Log {
    let mut town = Town::new(grown(42));
    let weather = [LinkConfig::LAN, LinkConfig::COUNTRY, LinkConfig::STORM];
    for n in 0..20 {
        let name = format!("Villager {n}");
        let who = if n % 4 == 3 { town.join_locally(&name) } else { town.join(&name, weather[n % 4]) };
        town.animate(who, &name, VillagerConfig { silence: 3.0, ..Default::default() });
    }
    town.run(12.0);
    town.log().clone()
}

fn with_threads(threads: usize) -> Log {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
    pool.install(live)
}

#[test]
fn two_runs_and_one_or_two_threads_give_the_same_hashes_and_the_same_log() {
    let once = with_threads(1);
    let hashes: Vec<_> = once.values().filter_map(|page| page.hash).collect();
    assert_eq!(hashes.len(), 12);
    let distinct: std::collections::BTreeSet<_> = hashes.into_iter().collect();
    assert_eq!(distinct.len(), 12, "the world goes on");
    assert!(once == with_threads(2), "two threads");
    assert!(once == with_threads(2), "again");
}

#[test]
fn the_log_replayed_from_any_snapshot_gives_every_later_hash() {
    let mut town = Town::new(village(11));
    for n in 0..8 {
        let name = format!("Villager {n}");
        let who = town.join(&name, LinkConfig::COUNTRY);
        town.animate(who, &name, VillagerConfig { silence: 2.0, ..Default::default() });
    }
    let mut snapshots = vec![(Tick(0), Realm::new(village(11)).save())];
    for _ in 0..4 {
        town.run(3.7);
        snapshots.push((town.steward().realm().now(), town.steward().save()));
    }
    town.run(3.0);
    let commands = |page: &Page| decode_commands(&page.payload).expect("our own log decodes");
    assert!(town.log().values().map(|page| commands(page).len()).sum::<usize>() > 100);
    for (from, saved) in snapshots {
        let mut realm = Realm::new(village(11));
        realm.restore(&saved).expect("our own snapshot restores");
        let mut compared = 0;
        while realm.now() < town.steward().realm().now() {
            // A tick that is not in the log had no commands.
            let page = town.log().get(&realm.now().next());
            let report = realm.step(page.map(commands).unwrap_or_default());
            assert_eq!(
                report.hash,
                page.and_then(|page| page.hash),
                "tick {} from snapshot {from}",
                report.tick
            );
            compared += usize::from(report.hash.is_some());
        }
        assert!(compared >= 3);
        assert_eq!(realm.hash(), town.steward().realm().hash());
    }
}
