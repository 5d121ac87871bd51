//! What a census found, as numbers, as words and as JSON.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// How a town lived.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LifeReport {
    /// The integer the world grew from.
    pub seed: u64,
    /// Days that were looked at.
    pub days: f64,
    /// Inhabitants alive at the end.
    pub people: usize,
    /// The most and the fewest at once, from the first full hour on.
    pub people_most: usize,
    /// The fewest.
    pub people_fewest: usize,
    /// The share of their lives that people wanted one thing in vain, for more than ten minutes on end.
    pub stuck_share: f64,
    /// The share of their lives they starved.
    pub starving_share: f64,
    /// The share of their lives they were parched.
    pub thirsting_share: f64,
    /// First-hand rumours held at the end, and the share of them that is true by the ledger.
    pub first_hand: usize,
    /// The share of them that is true; 1 where there are none.
    pub first_hand_true_share: f64,
    /// Lines spoken.
    pub speech_lines: u64,
    /// Their shapes, once names, goods and numbers are taken out.
    pub speech_shapes: usize,
    /// How often somebody said the same, word for word, in a day; greetings aside.
    pub most_repeats_in_a_day: u32,
    /// Rumours held at the end by how many told them on: 0 for what was seen.
    pub gossip_path_lengths: BTreeMap<usize, usize>,
    /// Pairs of people who know each other.
    pub respects: usize,
    /// The share of respects above 0.75.
    pub respects_above_075: f64,
    /// The share of respects below 0.35.
    pub respects_below_035: f64,
    /// Whether no coin came from nowhere or went there.
    pub coins_conserved: bool,
    /// Coins at the end.
    pub coins: u64,
    /// The share of people without a coin.
    pub penniless_share: f64,
    /// People who died.
    pub deaths: u64,
    /// Children who were born.
    pub births: u64,
    /// Couples who were wed.
    pub weddings: u64,
    /// Everybody who lives there by the register, children who are carried included.
    pub population: usize,
    /// How many of them are below 7, below 14, below 60, and older.
    pub ages: [usize; 4],
    /// Thefts, blows and killings.
    pub crimes: u64,
    /// Judgments of the law: guilty or let go.
    pub verdicts: u64,
    /// What the law did, by kind: guilty, let go, banished, driven out, price set, price paid.
    pub verdicts_by_kind: BTreeMap<&'static str, u64>,
    /// Deeds by what they are called.
    pub deeds: BTreeMap<&'static str, u64>,
    /// What each good cost at the market, by the field of prices.
    pub prices: BTreeMap<&'static str, Price>,
    /// What dealers asked for each thing, in each town.
    pub asked: BTreeMap<&'static str, Vec<Asked>>,
    /// Animals by kind, in the land that is awake.
    pub animals: BTreeMap<&'static str, Animals>,
    /// Pieces of each thing that were made, in all the days.
    pub made: BTreeMap<&'static str, u64>,
    /// People whose lives look wrong, and why.
    pub suspicious: Vec<Suspicion>,
    /// How it went from hour to hour, for pictures.
    #[serde(skip)]
    pub curves: Curves,
}

/// How many animals of a kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Animals {
    /// At the end.
    pub now: usize,
    /// At the least, from the first full hour on.
    pub least: usize,
    /// Killed by people.
    pub killed_by_people: u64,
    /// Killed by other animals.
    pub killed_by_animals: u64,
}

/// What a good cost over time, in coins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Price {
    /// On average.
    pub mean: f64,
    /// At the least.
    pub least: f64,
    /// At the most.
    pub most: f64,
}

impl Price {
    /// Of some values; of none, nothing in particular.
    pub(crate) fn of(values: &[f64]) -> Self {
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let (least, most) =
            values.iter().fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
        Self { mean, least, most }
    }
}

/// What was asked for a thing in a town.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Asked {
    /// The how-manieth town; 1 is where the world begins.
    pub town: usize,
    /// Hours in which somebody offered it.
    pub hours: usize,
    /// Coins for one.
    #[serde(flatten)]
    pub price: Price,
}

/// Somebody whose life looks wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suspicion {
    /// Who.
    pub name: String,
    /// Why.
    pub why: String,
}

/// Values over time: the day, with its fraction, and one value each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curves {
    /// By name.
    pub by_name: BTreeMap<String, Vec<(f64, f64)>>,
}

impl Curves {
    /// A value at a time.
    pub fn add(&mut self, name: &str, day: f64, value: f64) {
        self.by_name.entry(name.to_owned()).or_default().push((day, value));
    }

    /// All of them as a table with a head: day, what, value.
    #[must_use]
    pub fn csv(&self) -> String {
        let rows = self.by_name.iter().flat_map(|(name, values)| {
            values.iter().map(move |(day, value)| format!("{day:.4},\"{name}\",{value}\n"))
        });
        std::iter::once("day,what,value\n".to_owned()).chain(rows).collect()
    }
}

impl fmt::Display for LifeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        let mut row = |what: &str, value: String| writeln!(f, "{what:<34} {value}");
        row("seed", self.seed.to_string())?;
        row("days", format!("{:.1}", self.days))?;
        row("people", format!("{} ({} to {})", self.people, self.people_fewest, self.people_most))?;
        row("stuck in one want", percent(self.stuck_share))?;
        row("starving", percent(self.starving_share))?;
        row("parched", percent(self.thirsting_share))?;
        let truth = format!("{} of {}", percent(self.first_hand_true_share), self.first_hand);
        row("first-hand rumours that are true", truth)?;
        row("lines spoken", format!("{}, of {} shapes", self.speech_lines, self.speech_shapes))?;
        row("the same line in a day, at most", self.most_repeats_in_a_day.to_string())?;
        let paths: Vec<String> =
            self.gossip_path_lengths.iter().map(|(n, many)| format!("{n}: {many}")).collect();
        row("rumours by tellers", paths.join(", "))?;
        let spread = format!(
            "{} above 0.75, {} below 0.35",
            percent(self.respects_above_075),
            percent(self.respects_below_035)
        );
        row("respects", format!("{}: {spread}", self.respects))?;
        let kept = if self.coins_conserved { "conserved" } else { "NOT conserved" };
        row("coins", format!("{}, {kept}; {} have none", self.coins, percent(self.penniless_share)))?;
        row("deaths, births, weddings", format!("{}, {}, {}", self.deaths, self.births, self.weddings))?;
        let [small, young, grown, old] = self.ages;
        let ages = format!("{small} below 7, {young} below 14, {grown} below 60, {old} older");
        row("population", format!("{}: {ages}", self.population))?;
        let kinds: Vec<String> =
            self.verdicts_by_kind.iter().map(|(kind, times)| format!("{kind} {times}")).collect();
        let kinds = if kinds.is_empty() { String::new() } else { format!(": {}", kinds.join(", ")) };
        row("crimes, verdicts", format!("{}, {}{kinds}", self.crimes, self.verdicts))?;
        for (good, Price { mean, least, most }) in &self.prices {
            row(&format!("price of {good}"), format!("{mean:.2} ({least:.2} to {most:.2})"))?;
        }
        for (thing, asked) in &self.asked {
            let town = |it: &Asked| {
                format!(
                    "{:.1} ({:.0} to {:.0}) in town {}",
                    it.price.mean, it.price.least, it.price.most, it.town
                )
            };
            row(&format!("asked for {thing}"), asked.iter().map(town).collect::<Vec<_>>().join(", "))?;
        }
        for (kind, it) in &self.animals {
            let killed = match (it.killed_by_people, it.killed_by_animals) {
                (0, 0) => String::new(),
                (people, animals) => format!("; {people} killed by people, {animals} by animals"),
            };
            row(&format!("animals: {kind}"), format!("{}, at least {}{killed}", it.now, it.least))?;
        }
        let per_day = |pieces: u64| pieces as f64 / self.days.max(1e-3);
        let made: Vec<String> =
            self.made.iter().map(|(kind, n)| format!("{kind} {:.1}", per_day(*n))).collect();
        row("made in a day", made.join(", "))?;
        let deeds: Vec<String> = self.deeds.iter().map(|(deed, many)| format!("{deed} {many}")).collect();
        row("deeds", deeds.join(", "))?;
        for Suspicion { name, why } in &self.suspicious {
            writeln!(f, "  look at {name}: {why}")?;
        }
        Ok(())
    }
}
