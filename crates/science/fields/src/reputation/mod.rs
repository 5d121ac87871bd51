//! Reputation: word of mouth, carried by those who travel.
//!
//! Per group two properties: `word.N`, what is being told (good above 0, bad below), and `repute.N`, what people came to think. A `deed`
//! puts word on its place. **repwind**: where there is traffic a share of the word flows along it (see [`crate::flow`]); wherever there
//! is word, up to `settle` of it per cell and step stops being news and is added to the repute there. Nothing
//! else moves it: without travellers no word leaves a place. Word and repute together are conserved.
//!
//! Fields are kept per group, not per character; [`groups`] says what a deed of a member does to its groups and how they reflect on it.
//! This is not faction, which is how two parties stand to each other.

pub mod groups;

use crate::angle::direction;
use crate::engine::{Book, Cells, EngineError, Here, LIMIT, LayerId, Layout, Property, System, Window, Yard};
use crate::flow::{Membership, Spread};
use crate::stencil::{Lattice, Stencil};
use serde::{Deserialize, Serialize};

/// How word travels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReputationRules {
    /// How many groups there are, 1 to 64.
    pub groups: u32,
    /// The share of the word in a cell that goes along with the traffic in a step.
    pub carried: f32,
    /// How much word per cell and step turns into repute.
    pub settle: f32,
    /// The chance that an agent of a simulation does a deed in a step.
    pub deed_chance: f64,
    /// The chance that such a deed is a good one.
    pub good_chance: f64,
}

impl ReputationRules {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Names the first number out of its range.
    pub fn check(&self) -> Result<(), EngineError> {
        let unit = 0.0..=1.0;
        let rule = |what: &str, must, value: f64, fine: bool| match fine {
            true => Ok(()),
            false => Err(EngineError::Rule { what: what.to_owned(), must, value }),
        };
        rule("groups", "1 to 64", f64::from(self.groups), (1..=64).contains(&self.groups))?;
        rule("carried", "0 to 1", f64::from(self.carried), unit.contains(&f64::from(self.carried)))?;
        rule("settle", "0 to 5000", f64::from(self.settle), (0.0..=LIMIT).contains(&self.settle))?;
        rule("deed_chance", "0 to 1", self.deed_chance, unit.contains(&self.deed_chance))?;
        rule("good_chance", "0 to 1", self.good_chance, unit.contains(&self.good_chance))
    }
}

impl Default for ReputationRules {
    fn default() -> Self {
        crate::rules::FieldRules::default().reputation
    }
}

/// The reputations of an engine; needs [`crate::traffic::Traffic`] beside it.
pub struct Reputation {
    rules: ReputationRules,
    stencil: Stencil,
    membership: Membership,
    words: Vec<LayerId>,
    traffic: Option<LayerId>,
}

impl Reputation {
    /// Reputation by these rules.
    ///
    /// # Errors
    /// When a number is out of its range.
    pub fn new(rules: ReputationRules) -> Result<Self, EngineError> {
        rules.check()?;
        let (stencil, membership) = (Stencil::new(Lattice::Square), Membership::default());
        Ok(Self { rules, stencil, membership, words: Vec::new(), traffic: None })
    }
}

impl System for Reputation {
    fn name(&self) -> &'static str {
        "reputation"
    }

    fn properties(&self) -> Vec<Property> {
        let of = |group| {
            [
                Property::scalar(&format!("word.{group}"), 0.0),
                Property::scalar(&format!("repute.{group}"), 0.0),
            ]
        };
        (0..self.rules.groups).flat_map(of).collect()
    }

    fn procedures(&self) -> &'static [&'static str] {
        &["repEvent", "repwind"]
    }

    fn events(&self) -> &'static [&'static str] {
        &["deed"]
    }

    fn bind(&mut self, book: &Book, layout: &Layout) -> Result<(), EngineError> {
        self.stencil = Stencil::new(layout.lattice);
        let word = |group| book.need(&format!("word.{group}"));
        self.words = (0..self.rules.groups).map(word).collect::<Result<_, _>>()?;
        self.traffic = Some(book.need("traffic")?);
        Ok(())
    }

    fn listens(&self) -> Vec<LayerId> {
        self.traffic.into_iter().flat_map(|layer| [layer, layer.second()]).collect()
    }

    fn prepare(&mut self, yard: &mut Yard<'_>) {
        let events = yard.events;
        for event in events.iter().filter(|event| event.kind == "deed") {
            if let (Some(word), Some(cell)) =
                (self.words.get(event.subject as usize), yard.cell_at(event.place))
            {
                yard.add(*word, cell, event.strength);
            }
        }
    }

    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>) {
        let traffic = self.traffic.expect("an engine binds its systems before it uses them");
        out.blocks(|out| {
            let spread = Spread::new(&self.stencil, cells, out.rect);
            let rect = out.rect;
            let n = rect.x1 - rect.x0;
            let busy: Vec<Vec<usize>> =
                (rect.y0..rect.y1).map(|y| self.busy_columns(cells, traffic, y, rect.x0, rect.x1)).collect();
            let bare: Vec<bool> = self.words.iter().map(|word| spread.is_bare(*word)).collect();
            let mut changed = vec![0.0_f32; n];
            for y in rect.y0..rect.y1 {
                changed.fill(0.0);
                for (group, word) in self.words.iter().enumerate() {
                    let [words, reputes] = out.rows([group * 2, group * 2 + 1], y);
                    let old = |layer: LayerId| &cells.row(layer, y as isize, rect.x0..rect.x1)[1..=n];
                    let (told, thought) = (old(*word), old(word.second()));
                    words.copy_from_slice(told);
                    if bare[group] {
                        reputes.copy_from_slice(thought);
                        continue;
                    }
                    for x in &busy[y - rect.y0] {
                        let here = Here { x: *x, y, slot: cells.slot(*x, y) };
                        words[x - rect.x0] +=
                            spread.gain_by(here, |slot, ways| self.sent(cells, *word, traffic, slot, ways));
                    }
                    self.settle(words, reputes, told, thought, &mut changed);
                }
                out.report(y, &changed, &changed);
            }
        });
    }
}

impl Reputation {
    /// Lets the word of a row turn into repute, as far as it does in a step.
    fn settle(
        &self,
        words: &mut [f32],
        reputes: &mut [f32],
        told: &[f32],
        thought: &[f32],
        changed: &mut [f32],
    ) {
        let (settle, n) = (self.rules.settle, words.len());
        let (reputes, told, thought, changed) =
            (&mut reputes[..n], &told[..n], &thought[..n], &mut changed[..n]);
        for i in 0..n {
            let word = words[i];
            let high = if word > settle { settle } else { word };
            let stays = if high < -settle { -settle } else { high };
            let left = word - stays;
            let left = if left > LIMIT { LIMIT } else { left };
            words[i] = if left < -LIMIT { -LIMIT } else { left };
            let repute = thought[i] + stays;
            let repute = if repute > LIMIT { LIMIT } else { repute };
            reputes[i] = if repute < -LIMIT { -LIMIT } else { repute };
            changed[i] += (words[i] - told[i]).abs() + stays.abs();
        }
    }

    /// The columns of a row into or out of which traffic may carry.
    fn busy_columns(
        &self,
        cells: &Cells<'_>,
        traffic: LayerId,
        y: usize,
        x0: usize,
        x1: usize,
    ) -> Vec<usize> {
        let mut busy = vec![false; x1 - x0];
        for dy in -1..=1 {
            let row = y as isize + dy;
            let (east, north) = (cells.row(traffic, row, x0..x1), cells.row(traffic.second(), row, x0..x1));
            for (i, (e, n)) in east.iter().zip(north).enumerate() {
                if *e != 0.0 || *n != 0.0 {
                    // Cell i of the widened row touches columns i-2..=i of the narrow one.
                    busy[i.saturating_sub(2).min(x1 - x0)..(i + 1).min(x1 - x0)].fill(true);
                }
            }
        }
        (x0..x1).filter(|x| busy[x - x0]).collect()
    }

    /// The word that the cell at `slot` sends along each of its ways.
    fn sent(
        &self,
        cells: &Cells<'_>,
        word: LayerId,
        traffic: LayerId,
        slot: usize,
        ways: &[crate::stencil::Way],
    ) -> [f32; 8] {
        let word = cells.layer(word)[slot];
        let (east, north) = (cells.layer(traffic)[slot], cells.layer(traffic.second())[slot]);
        if word == 0.0 || east * east + north * north < 1e-12 {
            return [0.0; 8];
        }
        self.membership.shares(direction(east, north), ways).map(|share| self.rules.carried * share * word)
    }
}

#[cfg(test)]
mod tests;
