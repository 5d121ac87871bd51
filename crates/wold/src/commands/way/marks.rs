//! What is laid on a mesh by the command line: blocks, water, marked ground, links, and what the walker makes of it.

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use wold_space::{DVec2, DVec3};
use wold_ways::mesh::{Area, Filter, Flags, NavMesh, OffMeshLink, Water};

/// Ground and walkers that are not plain.
#[derive(Args)]
pub struct Marks {
    /// A block that is put there once the level is baked, from its lowest corner to its highest: only tiles near it are baked again. May be given several times.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y,Z:X,Y,Z")]
    block: Vec<String>,
    /// Standing water over a rectangle and its level, X,Y,X,Y,Z; may be given several times.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y,X,Y,Z")]
    water: Vec<String>,
    /// A rectangle of marked ground: slow, amphibious, concealed or unsafe; may be given several times.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y,X,Y,MARK")]
    area: Vec<String>,
    /// A door, ladder or jump from one point to another, both ways; `>` instead of `:` leads there only. A cost may follow. May be given several times.
    #[arg(long, allow_hyphen_values = true, value_name = "X,Y,Z:X,Y,Z[:COST]")]
    link: Vec<String>,
    /// What a metre of slow ground costs the walker.
    #[arg(long, default_value_t = 2.0)]
    slow: f64,
    /// What a metre of unsafe ground costs it.
    #[arg(long = "unsafe", default_value_t = 1.0, value_name = "COST")]
    danger: f64,
    /// What a metre of ground that does not conceal costs it.
    #[arg(long, default_value_t = 1.0)]
    open: f64,
    /// It may enter amphibious ground.
    #[arg(long)]
    amphibious: bool,
}

/// Numbers within what a mesh can hold, joined by commas.
fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let all: Option<Vec<f64>> =
        text.split(',').map(|n| n.trim().parse().ok().filter(|n: &f64| n.abs() <= 1e6)).collect();
    all?.try_into().ok()
}

/// A point, X,Y,Z.
pub fn point(text: &str) -> Result<DVec3> {
    let point = numbers::<3>(text).map(DVec3::from);
    point.with_context(|| format!("{text:?} is not three numbers joined by ','"))
}

/// Two corners, the lower first.
fn corners(text: &str, [x, y, right, top]: [f64; 4]) -> Result<(DVec2, DVec2)> {
    ensure!(x < right && y < top, "{text:?}: the first corner is the south-western one");
    Ok((DVec2::new(x, y), DVec2::new(right, top)))
}

impl Marks {
    /// Whether all ground costs the same and nothing leads over it.
    pub fn is_plain(&self) -> bool {
        self.area.is_empty() && self.link.is_empty()
    }

    /// What the walker makes of marked ground.
    pub fn filter(&self) -> Result<Filter> {
        for (name, cost) in [("--slow", self.slow), ("--unsafe", self.danger), ("--open", self.open)] {
            ensure!((1.0..=1000.0).contains(&cost), "{name} is 1 to 1000, not {cost}");
        }
        Ok(Filter { slow: self.slow, danger: self.danger, open: self.open, amphibious: self.amphibious })
    }

    /// The blocks, each by its lowest and its highest corner.
    pub fn blocks(&self) -> Result<Vec<(DVec3, DVec3)>> {
        let block = |text: &String| -> Result<(DVec3, DVec3)> {
            let (low, high) = text
                .split_once(':')
                .with_context(|| format!("--block {text:?} is not two corners joined by ':'"))?;
            let corner = |text: &str| point(text).with_context(|| format!("--block {text:?}"));
            let (low, high) = (corner(low)?, corner(high)?);
            ensure!(low.cmplt(high).all(), "--block {text:?}: the first corner is the lowest in all three");
            Ok((low, high))
        };
        self.block.iter().map(block).collect()
    }

    /// The waters.
    pub fn waters(&self) -> Result<Vec<Water>> {
        let water = |text: &String| -> Result<Water> {
            let [x, y, right, top, level] = numbers(text).with_context(|| {
                format!("--water {text:?} is not five numbers joined by ',': two corners and the level")
            })?;
            let (low, high) = corners(text, [x, y, right, top])?;
            Ok(Water { low, high, level })
        };
        self.water.iter().map(water).collect()
    }

    /// The marked ground.
    pub fn areas(&self) -> Result<Vec<Area>> {
        let area = |text: &String| -> Result<Area> {
            let (rectangle, mark) = text.rsplit_once(',').unwrap_or((text, ""));
            let Some((_, flags)) = Flags::NAMES.iter().find(|(name, _)| *name == mark.trim()) else {
                let known = Flags::NAMES.map(|(name, _)| name).join(", ");
                bail!("--area {text:?} does not end with a mark: {known}");
            };
            let sides = numbers(rectangle)
                .with_context(|| format!("--area {text:?} does not begin with four numbers: two corners"))?;
            let (low, high) = corners(text, sides)?;
            Ok(Area { low, high, flags: *flags })
        };
        self.area.iter().map(area).collect()
    }

    /// The links, their ends brought to the mesh.
    pub fn links(&self, mesh: &NavMesh, reach: f64) -> Result<Vec<OffMeshLink>> {
        let link = |text: &String| -> Result<OffMeshLink> {
            let both_ways = !text.contains('>');
            let parts: Vec<&str> = text.split([':', '>']).collect();
            let (from, to, cost) = match parts[..] {
                [from, to] => (from, to, 0.0),
                [from, to, cost] => {
                    let cost: Option<f64> = cost.trim().parse().ok().filter(|n| (0.0..=1e6).contains(n));
                    (from, to, cost.with_context(|| format!("--link {text:?}: the cost is 0 to 1000000"))?)
                }
                _ => bail!("--link {text:?} is not two points joined by ':' or '>'"),
            };
            let near = |end: &str| {
                let at = point(end).with_context(|| format!("--link {text:?}"))?;
                mesh.nearest(at, reach)
                    .with_context(|| format!("--link {text:?}: {at} is more than {reach} m from the mesh"))
            };
            Ok(OffMeshLink { from: near(from)?, to: near(to)?, cost, both_ways, open: true })
        };
        self.link.iter().map(link).collect()
    }
}
