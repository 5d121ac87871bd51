//! Traffic: the movement of travellers as a field, along which word, goods and fear are carried.
//!
//! Property: `traffic`, a vector by parts. Each traveller adds the direction of its velocity to its cell and, falling linearly with
//! the number of columns and rows between, to those within `reach`. The field is made anew each step. Whoever stands
//! still adds nothing.

use crate::engine::{Book, Cell, Cells, EngineError, LayerId, Layout, Property, System, Window, Yard};
use serde::{Deserialize, Serialize};

/// How far travellers reach.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrafficRules {
    /// Cells; at most 16.
    pub reach: u32,
}

impl Default for TrafficRules {
    fn default() -> Self {
        crate::rules::FieldRules::default().traffic
    }
}

/// The traffic of an engine.
pub struct Traffic {
    rules: TrafficRules,
    layer: Option<LayerId>,
    /// What travellers add in this step, by row and column.
    auras: Vec<((i64, i64), [f32; 2])>,
}

impl Traffic {
    /// Traffic by these rules.
    ///
    /// # Errors
    /// When the reach is more than 16.
    pub fn new(rules: TrafficRules) -> Result<Self, EngineError> {
        rules.check()?;
        Ok(Self { rules, layer: None, auras: Vec::new() })
    }
}

impl TrafficRules {
    /// Checks the ranges.
    ///
    /// # Errors
    /// When the reach is more than 16.
    pub fn check(&self) -> Result<(), EngineError> {
        let value = f64::from(self.reach);
        let wrong = EngineError::Rule { what: "reach".into(), must: "0 to 16", value };
        if self.reach <= 16 { Ok(()) } else { Err(wrong) }
    }
}

impl System for Traffic {
    fn name(&self) -> &'static str {
        "traffic"
    }

    fn properties(&self) -> Vec<Property> {
        vec![Property::cartesian("traffic")]
    }

    fn procedures(&self) -> &'static [&'static str] {
        &["agentBend"]
    }

    fn bind(&mut self, book: &Book, _: &Layout) -> Result<(), EngineError> {
        self.layer = Some(book.need("traffic")?);
        Ok(())
    }

    fn prepare(&mut self, yard: &mut Yard<'_>) {
        let mut parts: Vec<((i64, i64), [f32; 2])> = Vec::new();
        let reach = i64::from(self.rules.reach);
        for traveller in yard.travellers {
            let speed = traveller.velocity.length();
            let Some(cell) = yard.layout.cell_at(traveller.at).filter(|_| speed > 0.0 && speed.is_finite())
            else {
                continue;
            };
            let way = traveller.velocity / speed;
            for dy in -reach..=reach {
                for dx in -(reach - dy.abs())..=reach - dy.abs() {
                    let Some(near) = yard.layout.wrap(Cell::new(cell.x + dx, cell.y + dy)) else { continue };
                    let weight = 1.0 - (dx.abs() + dy.abs()) as f64 / (reach + 1) as f64;
                    parts.push(((near.y, near.x), [(way.x * weight) as f32, (way.y * weight) as f32]));
                }
            }
        }
        // A stable sort: what meets in a cell is added in the order of travellers.
        parts.sort_by_key(|(place, _)| *place);
        parts.dedup_by(|next, sum| {
            let same = next.0 == sum.0;
            if same {
                sum.1[0] += next.1[0];
                sum.1[1] += next.1[1];
            }
            same
        });
        if let Some(layer) = self.layer {
            parts.iter().for_each(|((y, x), _)| yard.wake(layer, Cell::new(*x, *y)));
        }
        self.auras = parts;
    }

    fn step(&self, cells: &Cells<'_>, out: &mut Window<'_>) {
        let layer = self.layer.expect("an engine binds its systems before it uses them");
        let rect = out.rect;
        let n = rect.x1 - rect.x0;
        let mut changed = vec![0.0_f32; n];
        for y in rect.y0..rect.y1 {
            let [east, north] = out.rows([0, 1], y);
            east.fill(0.0);
            north.fill(0.0);
            let row = cells.origin.y + y as i64;
            let (first, end) = (cells.origin.x + rect.x0 as i64, cells.origin.x + rect.x1 as i64);
            let begin = self.auras.partition_point(|(place, _)| *place < (row, first));
            for ((_, x), way) in self.auras[begin..].iter().take_while(|(place, _)| *place < (row, end)) {
                let i = (x - first) as usize;
                (east[i], north[i]) = (way[0], way[1]);
            }
            let old = |layer| &cells.row(layer, y as isize, rect.x0..rect.x1)[1..=n];
            let (old_east, old_north) = (old(layer), old(layer.second()));
            for i in 0..n {
                changed[i] = (east[i] - old_east[i]).abs().max((north[i] - old_north[i]).abs());
            }
            out.report(y, &changed, &changed);
        }
    }

    fn finish(&mut self) {
        self.auras.clear();
    }

    fn save(&self) -> Vec<u8> {
        if self.auras.is_empty() {
            return Vec::new();
        }
        postcard::to_stdvec(&self.auras).expect("plain data in memory can always be written")
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        self.auras.clear();
        if !bytes.is_empty() {
            let unreadable = |_| EngineError::Snapshot("its traffic cannot be read");
            self.auras = postcard::from_bytes(bytes).map_err(unreadable)?;
        }
        Ok(())
    }
}
