//! `wold sim combat`: who would win.

use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;
use wold_chance::{Seed, Stream};
use wold_tactics::combat::{
    Armies, Battle, FitConfig, Fitted, Judgement, Looks, Told, read_battles, skirmish, write_battles,
};

/// Units of a type in the battles to learn from: as many as the armies have, within what is fought quickly.
const FEWEST_A_TYPE: u32 = 3;
const MOST_A_TYPE: u32 = 12;

/// Looks from unit to unit that all fights of a command may take: some twenty seconds.
const MOST_LOOKS: Looks = Looks(3_000_000_000);

/// Who would win: by Lanchester's law, by learned weights, and by fighting it out.
#[derive(Args)]
#[command(
    after_help = "Example: wold sim combat worlds/armies/bridge.toml\nExample: wold sim combat worlds/armies/bridge.toml --record 500 battles.csv --learn 0 && wold sim combat worlds/armies/bridge.toml --fit battles.csv"
)]
pub struct Combat {
    /// Types and two armies.
    armies: PathBuf,
    /// Learn weights and exponent from battles; the last fifth is held back to judge them.
    #[arg(long)]
    fit: Option<PathBuf>,
    /// Without --fit: fight so many random battles of these types and learn from them; 0 believes the tables.
    #[arg(long, default_value_t = 400, conflicts_with = "fit")]
    learn: usize,
    /// Skirmishes to fight for comparison.
    #[arg(long, default_value_t = 100)]
    fights: u32,
    /// Fight so many random battles and write them to a file.
    #[arg(long, num_args = 2, value_names = ["COUNT", "CSV"])]
    record: Option<Vec<String>>,
    /// For skirmishes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Combat {
    /// Predicts and prints.
    pub fn run(self) -> Result<()> {
        let named = || self.armies.display().to_string();
        let armies = Armies::parse(&input::text(&self.armies, input::SETTINGS)?).with_context(named)?;
        ensure!(self.fights <= 100_000, "--fights is at most 100000");
        let mut looks = MOST_LOOKS;
        let luck = Stream::named(Seed(self.seed), "combat", &[]);
        let types: Vec<&str> = armies.types.iter().map(|unit| unit.name.as_str()).collect();
        if let Some(record) = &self.record {
            let count: usize = record[0]
                .parse()
                .ok()
                .filter(|n| (1..=100_000).contains(n))
                .context("--record takes 1 to 100000 battles")?;
            let bar = output::progress(count as u64, "battles to record");
            let tell = |done| bar.set_position(done);
            let kinds = &armies.types;
            let battles = skirmish::battles(kinds, "skirmish", count, 6, &luck.split(1), &mut looks, tell);
            bar.finish_and_clear();
            ensure!(
                battles.len() == count,
                "--record {count}: such battles take too long, at most {}",
                battles.len()
            );
            output::write_whole(record[1].as_ref(), write_battles(&battles, &types).as_bytes())?;
        }
        let forces = [armies.force(0), armies.force(1)];
        let table = armies.static_model();
        let (mut fitted, mut judged) = (None, None);
        let battles = self.lessons(&armies, &types, &luck, &mut looks)?;
        if !battles.is_empty() {
            let (lessons, unseen) = battles.split_at(battles.len() - battles.len() / 5);
            let learned = table.fit(lessons, FitConfig::default());
            let plain = table.fit(&lessons[..lessons.len().min(9)], FitConfig::default()).model;
            judged = Some([Judgement::of(&learned.model, unseen), Judgement::of(&plain, unseen)]);
            fitted = Some(learned);
        }
        let model = fitted.as_ref().map_or(&table, |fitted| &fitted.model);
        let start = Instant::now();
        let bar = output::progress(self.fights.into(), "fighting");
        let fought = skirmish::wins(&armies, self.fights, &luck.split(0), &mut looks, |done| {
            bar.set_position(done.into());
        });
        bar.finish_and_clear();
        let by_fighting = start.elapsed().as_secs_f64() / f64::from(fought.fights.max(1));
        let taken = (fought.fights > 0).then(|| fought.share());
        let start = Instant::now();
        let mut chance = 0.0;
        const TIMES: u32 = 1000;
        for _ in 0..TIMES {
            chance = std::hint::black_box(model).wins(&forces[0], &forces[1]);
        }
        let by_law = start.elapsed().as_secs_f64() / f64::from(TIMES);
        let left = model.left(&forces[0], &forces[1]);
        if self.json {
            return output::print_json(&json!({
                "armies": armies.names,
                "exponent": model.exponent,
                "weights": types.iter().copied().zip(&model.weights).collect::<std::collections::BTreeMap<_, _>>(),
                "chance": chance,
                "chance_by_tables": table.wins(&forces[0], &forces[1]),
                "left": left,
                "skirmish": taken,
                "fights": { "wanted": self.fights, "fought": fought.fights, "drawn": fought.drawn },
                "seconds": { "prediction": by_law, "skirmish": by_fighting },
                "fit": fitted.as_ref().map(|f| json!({ "battles": f.battles, "intervals": f.intervals, "exponent": f.exponent, "told": told(f.told) })),
                "judged": judged.as_ref().map(|[learned, table]| json!({
                    "held_back": learned.battles, "brier": learned.brier, "brier_static": table.brier, "auc": learned.auc,
                    "confusion": learned.confusion, "calibration": learned.calibration,
                })),
            }));
        }
        let mut out = format!(
            "{} wins against {} with a chance of {:.1} %",
            armies.names[0],
            armies.names[1],
            100.0 * chance
        );
        let (winner, share) = if left >= 0.0 { (0, left) } else { (1, -left) };
        out += &format!(
            " (exponent {:.2}); {} would have {:.0} % left\n",
            model.exponent,
            armies.names[winner],
            100.0 * share
        );
        if fitted.is_some() {
            out += &format!(
                "by the tables alone it would be {:.1} %\n",
                100.0 * table.wins(&forces[0], &forces[1])
            );
        }
        if fought.fights < self.fights {
            out += &format!(
                "only {} of {} skirmishes were fought: they are too large\n",
                fought.fights, self.fights
            );
        }
        if let Some(share) = taken {
            out += &format!(
                "of {} skirmishes it won {:.0} %; a prediction is {:.0} times faster\n",
                fought.fights,
                100.0 * share,
                by_fighting / by_law.max(1e-12)
            );
        }
        if let (Some(fitted), Some([learned, plain])) = (&fitted, &judged) {
            out += &written(fitted, &types);
            if learned.battles == 0 {
                out += "no battle was held back: how good this is nobody knows\n";
                return output::print(&out);
            }
            out += &format!(
                "held back {}: Brier {:.4} learned, {:.4} by the tables' proportions; AUC {:.3}\n",
                learned.battles, learned.brier, plain.brier, learned.auc
            );
            for (count, predicted, won) in learned.calibration.iter().filter(|bin| bin.0 > 0) {
                out += &format!(
                    "  predicted {:4.0} %, won {:4.0} % of {count}\n",
                    100.0 * predicted,
                    100.0 * won
                );
            }
        }
        output::print(&out)
    }
}

impl Combat {
    /// The battles to learn from: a file's, or random ones of the same types.
    fn lessons(
        &self,
        armies: &Armies,
        types: &[&str],
        luck: &Stream,
        looks: &mut Looks,
    ) -> Result<Vec<Battle>> {
        if let Some(path) = &self.fit {
            let named = || path.display().to_string();
            let battles = read_battles(&input::text(path, input::TABLE)?, types).with_context(named)?;
            ensure!(!battles.is_empty(), "{}: there is no battle in it", path.display());
            return Ok(battles);
        }
        ensure!(self.learn <= 100_000, "--learn is at most 100000");
        let largest = armies.counts.iter().flatten().max().copied().unwrap_or(0);
        let most = u64::from(largest.clamp(FEWEST_A_TYPE, MOST_A_TYPE));
        let bar = output::progress(self.learn as u64, "battles to learn from");
        let tell = |done| bar.set_position(done);
        let kinds = &armies.types;
        let battles = skirmish::battles(kinds, "skirmish", self.learn, most, &luck.split(2), looks, tell);
        bar.finish_and_clear();
        Ok(battles)
    }
}

fn told(told: Told) -> &'static str {
    match told {
        Told::Nothing => "nothing",
        Told::Scale => "scale",
        Told::Weights => "weights",
    }
}

fn written(fitted: &Fitted, types: &[&str]) -> String {
    let battles =
        if fitted.battles == 1 { "1 battle".to_owned() } else { format!("{} battles", fitted.battles) };
    let mut out = match fitted.told {
        Told::Nothing => return format!("{battles} of equals tell nothing: the tables' weights are kept\n"),
        Told::Scale => {
            format!("{battles} tell too little: the tables' proportions are kept, on the likeliest scale:\n")
        }
        Told::Weights => format!("learned from {battles}:\n"),
    };
    for (at, (name, weight)) in types.iter().zip(&fitted.model.weights).enumerate() {
        let range = fitted.intervals.get(at).map(|(low, high)| format!(" ({low:.4} to {high:.4})"));
        out += &format!("  {name:16} {weight:.4}{}\n", range.unwrap_or_default());
    }
    if fitted.told == Told::Weights {
        let (low, high) = fitted.exponent;
        out += &format!("  {:16} {:.2} ({low:.2} to {high:.2})\n", "exponent", fitted.model.exponent);
    }
    out
}
