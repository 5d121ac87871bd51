//! `wold history why`: why somebody saw, heard, chased or let be, from the record.

use super::replayed_by;
use crate::commands::output;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use wold_dial::journal;
use wold_folk::diary::Entry;
use wold_host::archive::Games;
use wold_host::store::open_history;
use wold_inspect::why::{Why, WhyScene, why};
use wold_space::{TICKS_PER_SECOND, Tick};

/// Seconds that may be asked about, before and after.
const WIDEST: f64 = 3600.0;

/// Tell why an inhabitant did what it did around a tick: what it noticed, believed and decided, and the world as it was.
///
/// The diary is what the inhabitant wrote down itself; inhabitants of other processes than the host's keep theirs to themselves. The world is replayed to that tick.
#[derive(Args)]
#[command(after_help = "Examples:\n  wold history why wold-data --who \"Asa Reed\" --tick 24000\n  \
                        wold history why wold-data --who \"Asa Reed\" --tick 24000 --window 60 --json")]
pub struct Ask {
    /// The world's folder.
    dir: PathBuf,
    /// The inhabitant's name.
    #[arg(long, value_name = "NAME")]
    who: String,
    /// Around which tick; there are 20 in a second.
    #[arg(long, value_name = "T")]
    tick: u64,
    /// So many seconds before and after.
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    window: f64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Ask {
    /// Reads, replays and tells.
    pub fn run(self) -> Result<()> {
        let answer = self.answer(crate::games::game)?;
        if self.json {
            return output::print_json(&json!(answer));
        }
        output::print(&told(&answer))
    }

    /// The answer from the record, whose games are found by `games`.
    fn answer(&self, games: Games) -> Result<Why> {
        if !(0.0..=WIDEST).contains(&self.window) {
            bail!("--window is {}, it must be 0 to {WIDEST} seconds", self.window);
        }
        let store = open_history(&self.dir)?;
        let last = store.last_tick()?.unwrap_or_default();
        if self.tick > last.0 {
            bail!("--tick is {}, the history ends at tick {}", self.tick, last.0);
        }
        let reach = (self.window * TICKS_PER_SECOND as f64) as u64;
        let near =
            |line: &journal::Line| line.who == self.who && line.entry.tick.0.abs_diff(self.tick) <= reach;
        let lines = journal::read(&self.dir, near)
            .with_context(|| format!("{}: the diaries cannot be read", self.dir.display()))?;
        let diary: Vec<Entry> = lines.into_iter().map(|line| line.entry).collect();
        let mut answer: Option<Why> = None;
        replayed_by(&*store, games, &mut |realm, _, report| {
            if report.tick.0 < self.tick {
                return ControlFlow::Continue(());
            }
            answer = Some(why(&self.who, Tick(self.tick), self.window, &diary, Some(realm)));
            ControlFlow::Break(())
        })?;
        let answer = answer.unwrap_or_else(|| why(&self.who, Tick(self.tick), self.window, &diary, None));
        if answer.diary.is_empty() && answer.scene.is_none() {
            bail!("nothing is known of {:?} around tick {}", self.who, self.tick);
        }
        Ok(answer)
    }
}

/// The answer in words.
fn told(answer: &Why) -> String {
    let mut text = String::new();
    for sentence in &answer.because {
        let _ = writeln!(text, "{sentence}.");
    }
    if answer.diary.is_empty() {
        let _ = writeln!(text, "The diary of {} says nothing of that time.", answer.who);
    } else {
        let _ = writeln!(text, "\nFrom the diary of {}:", answer.who);
    }
    for line in &answer.diary {
        let _ = writeln!(text, "{:>8} {:>+7.1} s  {}", line.tick, line.seconds, line.text);
    }
    if let Some(scene) = &answer.scene {
        tell_scene(&mut text, answer, scene);
    }
    text
}

fn tell_scene(text: &mut String, answer: &Why, scene: &WhyScene) {
    let [x, y] = scene.place;
    let duty = if scene.guard { ", keeping the law" } else { "" };
    let _ = writeln!(
        text,
        "\nAt tick {} {} was at {x:.1}, {y:.1} on storey {}{duty}; crime known there: {:.1}.",
        answer.tick, answer.who, scene.level, scene.crime
    );
    for other in &scene.near {
        let sight = if other.in_sight { "in sight" } else { "out of sight" };
        let hides = match (other.hidden, other.noticed) {
            (true, Some(meter)) => format!(", hidden, noticed to {:.0} %", meter * 100.0),
            (false, Some(meter)) => format!(", sneaking but seen, noticed to {:.0} %", meter * 100.0),
            _ => String::new(),
        };
        let _ = writeln!(text, "  {} {:.1} m away, {sight}{hides}", other.name, other.metres);
        if let Some(look) = &other.look {
            let (hit, all) = (look.hit, look.hit + look.missed);
            let _ = writeln!(text, "    looked at: {hit} of {all} parts in sight; {}", look.why);
        }
    }
    for sound in &scene.heard {
        let corners = sound.way.iter().map(|[x, y]| format!("{x:.1}, {y:.1}")).collect::<Vec<_>>();
        let (name, loud) = (&sound.sound, 100.0 * sound.loudness);
        let _ = writeln!(
            text,
            "  heard at tick {}: {name}, {loud:.0} % loud, by way of {}",
            sound.tick,
            corners.join("; ")
        );
    }
}

#[cfg(test)]
mod tests {
    //! The show: a theft seen through a window by one, the search for the thief, and why it ended as it did, from the folder it was recorded in.

    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::Arc;
    use wold_chance::Seed;
    use wold_dial::Journal;
    use wold_folk::Mind;
    use wold_folk::diary::What;
    use wold_genesis::Genesis;
    use wold_host::archive;
    use wold_host::store::{LogConfig, Store, TickRecord};
    use wold_space::DVec2;
    use wold_stage::burglary::{Burglary, Searched};
    use wold_stage::manor::{self, Manor};
    use wold_world::registry::Registry;
    use wold_world::rules::GameDefinition;
    use wold_world::{ChunkSource, Rules, WorldConfig};

    /// A game that brings the manor's land and nothing else.
    struct AtTheManor;

    impl Rules for AtTheManor {
        fn definition(&self) -> GameDefinition {
            GameDefinition {
                name: "manor",
                players: "a thief, a guard and who is robbed",
                rules: "the world's",
                goals: "none",
                opponents: None,
                representation: "the world's",
            }
        }

        fn verbs(&self) -> BTreeSet<u16> {
            BTreeSet::new()
        }

        fn land(&self) -> Option<(Arc<dyn ChunkSource>, DVec2)> {
            Some((Arc::new(Manor), manor::START))
        }

        fn build(&self, _: &mut bevy_app::App, _: &mut Registry) {}
    }

    fn games(_: &str, _: &Genesis) -> Result<Box<dyn Rules>, String> {
        Ok(Box::new(AtTheManor))
    }

    fn settings(seed: u64) -> WorldConfig {
        WorldConfig { games: vec!["manor".into()], ..manor::settings(seed) }
    }

    /// Writes what was played into a folder, as a host would have.
    fn record(folder: &Path, seed: u64, scene: &Burglary) {
        let store = archive::open(folder, seed, 0, LogConfig::default(), games).expect("a new world");
        archive::settings(&store, settings(seed)).expect("they can be kept");
        let pages = scene.town.log().values();
        let records: Vec<TickRecord> = pages
            .map(|page| TickRecord { tick: page.tick, hash: page.hash, payload: page.payload.clone() })
            .collect();
        store.append(&records).expect("there is room");
        let minds: Vec<_> = scene.souls.iter().filter_map(Mind::keepsake).collect();
        Journal::beside(&folder.join("minds.jsonl")).append(minds.iter()).expect("there is room");
    }

    fn ask(folder: &Path, who: &str, tick: Tick, window: f64) -> Why {
        let ask = Ask { dir: folder.to_owned(), who: who.into(), tick: tick.0, window, json: false };
        ask.answer(games).expect("it is on record")
    }

    #[test]
    fn the_record_of_a_theft_seen_through_a_window_says_why_the_thief_was_found_or_not() {
        let (mut found, mut missed) = (0, 0);
        for seed in 0..64 {
            let genesis = Genesis::new(Seed(seed));
            let (origin, _) = archive::origin(&genesis, settings(seed), games).expect("the land is there");
            let Some(mut scene) = Burglary::staged(origin) else { continue };
            let searched = scene.search();
            assert!(searched.is_in_order(), "seed {seed}: {:?}", searched.rooms);
            let Searched { end, .. } = searched;
            let news = if end.what == What::Found { &mut found } else { &mut missed };
            *news += 1;
            if *news > 1 {
                continue;
            }
            let folder = tempfile::tempdir().expect("a folder can be had");
            record(folder.path(), seed, &scene);
            let answer = ask(folder.path(), "Stan", end.tick, 200.0);
            let text = told(&answer);
            assert!(text.contains("Stan heard Rob"), "he was called: {text}");
            assert!(text.contains("Stan searches for Rob"), "{text}");
            assert!(text.contains("keeping the law"), "{text}");
            if end.what == What::Found {
                assert!(text.contains("Stan found Rob"), "{text}");
            } else {
                assert!(answer.because.iter().any(|why| why.contains("Stan gave up")), "{text}");
                let rob = answer.scene.and_then(|it| it.near.into_iter().find(|one| one.name == "Rob"));
                assert!(rob.is_none_or(|rob| rob.hidden || !rob.in_sight), "{text}");
            }
            let witness = told(&ask(folder.path(), "Dan", end.tick, 200.0));
            assert!(witness.contains("Dan noticed Rob"), "{witness}");
            let thief = told(&ask(folder.path(), "Rob", end.tick, 200.0));
            assert!(thief.contains("Rob hides from"), "{thief}");
            if found > 0 && missed > 0 {
                return;
            }
        }
        panic!("by seed he is found or not: found {found}, not found {missed}");
    }
}
