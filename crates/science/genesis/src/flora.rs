//! What grows and lies where.
//!
//! Two layers of Poisson-disc points: what takes room (trees, rocks, ores) and what grows between. Each point is offered
//! to the ecosystem under it, whose table gives how much of the ground is taken and by what.

use wold_lore::land::{Ecosystem, GrowthKind, ThingKind};

/// A table: the share of points that bear anything, and the kinds with their weights.
pub(crate) struct Table {
    pub share: f32,
    pub kinds: &'static [(GrowthKind, u32)],
}

impl Table {
    const NOTHING: Self = Self { share: 0.0, kinds: &[] };

    const fn of(share: f32, kinds: &'static [(GrowthKind, u32)]) -> Self {
        Self { share, kinds }
    }

    /// The kind these bits choose, or nothing. The upper half decides whether, the lower which.
    pub fn choose(&self, bits: u64) -> Option<GrowthKind> {
        if (bits >> 40) as f32 / (1u32 << 24) as f32 >= self.share {
            return None;
        }
        let total: u32 = self.kinds.iter().map(|(_, weight)| weight).sum();
        let mut left = (((bits & 0xffff) * u64::from(total)) >> 16) as u32;
        self.kinds.iter().find_map(|&(kind, weight)| {
            if left < weight {
                return Some(kind);
            }
            left -= weight;
            None
        })
    }
}

/// Trees, rocks and ores.
pub(crate) fn large(ecosystem: Ecosystem) -> Table {
    use Ecosystem as E;
    use GrowthKind as G;
    match ecosystem {
        E::Forest => Table::of(
            0.82,
            &[
                (G::Oak, 46),
                (G::Birch, 30),
                (G::AppleTree, 5),
                (G::Bush, 12),
                (G::DeadTree, 3),
                (G::Boulder, 1),
                (G::Stone, 3),
            ],
        ),
        E::Pinewood => Table::of(
            0.8,
            &[
                (G::Pine, 40),
                (G::Spruce, 45),
                (G::DeadTree, 4),
                (G::Boulder, 3),
                (G::Stone, 5),
                (G::Birch, 3),
            ],
        ),
        E::Meadow => Table::of(
            0.075,
            &[
                (G::Oak, 26),
                (G::Birch, 18),
                (G::AppleTree, 20),
                (G::Bush, 26),
                (G::Stone, 8),
                (G::Boulder, 2),
            ],
        ),
        E::Heath => Table::of(
            0.09,
            &[
                (G::Birch, 16),
                (G::Pine, 14),
                (G::Bush, 30),
                (G::Stone, 26),
                (G::Boulder, 12),
                (G::CopperOre, 2),
            ],
        ),
        E::Marsh => Table::of(0.22, &[(G::Willow, 55), (G::Birch, 12), (G::DeadTree, 18), (G::Bush, 15)]),
        E::Steppe => Table::of(0.035, &[(G::Bush, 50), (G::Stone, 30), (G::DeadTree, 8), (G::Boulder, 12)]),
        E::Desert => Table::of(
            0.05,
            &[(G::Cactus, 45), (G::Stone, 30), (G::DeadTree, 6), (G::Boulder, 14), (G::GoldOre, 2)],
        ),
        E::Beach => Table::of(0.03, &[(G::Palm, 45), (G::Stone, 40), (G::DeadTree, 15)]),
        E::Rock => Table::of(
            0.2,
            &[
                (G::Boulder, 40),
                (G::Stone, 42),
                (G::IronOre, 8),
                (G::CopperOre, 6),
                (G::GoldOre, 2),
                (G::Pine, 4),
            ],
        ),
        E::Tundra => Table::of(
            0.06,
            &[(G::Stone, 42), (G::Boulder, 22), (G::Spruce, 18), (G::Bush, 12), (G::IronOre, 4)],
        ),
        E::Snow => Table::of(0.03, &[(G::Boulder, 40), (G::Stone, 38), (G::Spruce, 18), (G::IronOre, 4)]),
        E::Sea | E::Lake | E::River | E::Farmland | E::Town => Table::NOTHING,
    }
}

/// Grasses, flowers and mushrooms.
pub(crate) fn small(ecosystem: Ecosystem) -> Table {
    use Ecosystem as E;
    use GrowthKind as G;
    match ecosystem {
        E::Forest => Table::of(0.16, &[(G::Grass, 40), (G::Mushroom, 26), (G::Flower, 14), (G::Bush, 20)]),
        E::Pinewood => Table::of(0.1, &[(G::Mushroom, 40), (G::Heather, 30), (G::Grass, 30)]),
        E::Meadow => Table::of(0.34, &[(G::Grass, 62), (G::Flower, 36), (G::Mushroom, 2)]),
        E::Heath => Table::of(0.5, &[(G::Heather, 84), (G::Grass, 14), (G::Flower, 2)]),
        E::Marsh => Table::of(0.45, &[(G::Reed, 78), (G::Grass, 18), (G::Flower, 4)]),
        E::Steppe => Table::of(0.25, &[(G::Grass, 94), (G::Flower, 6)]),
        E::Tundra => Table::of(0.1, &[(G::Heather, 50), (G::Grass, 50)]),
        E::Beach => Table::of(0.02, &[(G::Grass, 100)]),
        E::Farmland => Table::of(0.8, &[(G::Wheat, 97), (G::Flower, 3)]),
        E::Town => Table::of(0.06, &[(G::Grass, 70), (G::Flower, 30)]),
        E::Lake | E::River => Table::NOTHING,
        E::Desert | E::Rock | E::Snow | E::Sea => Table::NOTHING,
    }
}

/// What may be found lying near a growth, and how likely.
pub(crate) fn found_near(kind: GrowthKind) -> Option<(ThingKind, f64)> {
    match kind {
        GrowthKind::AppleTree => Some((ThingKind::Apple, 0.8)),
        GrowthKind::Bush => Some((ThingKind::Berries, 0.3)),
        GrowthKind::Mushroom => Some((ThingKind::Mushroom, 0.35)),
        GrowthKind::Flower => Some((ThingKind::Herb, 0.06)),
        GrowthKind::DeadTree => Some((ThingKind::Log, 0.5)),
        GrowthKind::Boulder => Some((ThingKind::Stone, 0.4)),
        GrowthKind::IronOre | GrowthKind::CopperOre | GrowthKind::GoldOre => Some((ThingKind::Ore, 0.5)),
        _ => None,
    }
}
