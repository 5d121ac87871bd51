//! Battles that were fought, as CSV.
//!
//! `context,winner,a_units,a_<type>…,b_units,b_<type>…`, one battle per line; `winner` is `a` or `b`, `<type>` columns hold the sum of health in shares of
//! whole units, and `context` may be missing. Columns may come in any order.

use super::model::Force;
use std::fmt::Write;

/// A battle that was fought.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    /// Where or against whom.
    pub context: String,
    /// One side.
    pub a: Force,
    /// The other.
    pub b: Force,
    /// Whether the first won.
    pub won: bool,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BattleError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

/// Reads battles for these types.
pub fn read_battles(text: &str, types: &[&str]) -> Result<Vec<Battle>, BattleError> {
    let wrong = |line: usize, reason: String| BattleError { line, reason };
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((_, head)) = lines.next() else { return Err(wrong(1, "there is no head line".into())) };
    let head: Vec<&str> = head.split(',').map(str::trim).collect();
    let column = |name: &str| head.iter().position(|column| *column == name);
    let needed = |name: String| column(&name).ok_or_else(|| wrong(1, format!("there is no column {name:?}")));
    let winner = needed("winner".into())?;
    let mut sides = Vec::new();
    for side in ["a", "b"] {
        let units = needed(format!("{side}_units"))?;
        let health: Result<Vec<usize>, _> = types.iter().map(|t| needed(format!("{side}_{t}"))).collect();
        sides.push((units, health?));
    }
    let context = column("context");
    let mut battles = Vec::new();
    for (number, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != head.len() {
            return Err(wrong(
                number + 1,
                format!("{} cells where the head has {}", cells.len(), head.len()),
            ));
        }
        let value = |column: usize| match cells[column].parse::<f64>() {
            Ok(value) if (0.0..=1e6).contains(&value) => Ok(value),
            _ => Err(wrong(number + 1, format!("{:?} is no number from 0 to a million", cells[column]))),
        };
        let force = |(units, health): &(usize, Vec<usize>)| -> Result<Force, BattleError> {
            let health: Result<_, _> = health.iter().map(|column| value(*column)).collect();
            Ok(Force { units: value(*units)?, health: health? })
        };
        let won = match cells[winner] {
            "a" | "A" => true,
            "b" | "B" => false,
            other => return Err(wrong(number + 1, format!("the winner is a or b, not {other:?}"))),
        };
        let context = context.map_or("", |column| cells[column]).to_owned();
        battles.push(Battle { context, a: force(&sides[0])?, b: force(&sides[1])?, won });
    }
    Ok(battles)
}

/// Writes battles as [`read_battles`] reads them.
#[must_use]
pub fn write_battles(battles: &[Battle], types: &[&str]) -> String {
    let mut out = String::from("context,winner");
    for side in ["a", "b"] {
        let _ = write!(out, ",{side}_units");
        types.iter().for_each(|name| {
            let _ = write!(out, ",{side}_{name}");
        });
    }
    for battle in battles {
        let _ = write!(out, "\n{},{}", battle.context, if battle.won { "a" } else { "b" });
        for force in [&battle.a, &battle.b] {
            let _ = write!(out, ",{}", force.units);
            force.health.iter().for_each(|health| {
                let _ = write!(out, ",{health}");
            });
        }
    }
    out.push('\n');
    out
}
