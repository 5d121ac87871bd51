//! Trees by L-systems.
//!
//! A species is an axiom, a few rules that rewrite a branch symbol (one chosen by chance each time) and the angles and
//! proportions by which a turtle turns the result into branches: `F` grow, `A` a bud that rewrites, `+ -` turn, `& ^`
//! pitch, `/ \` roll, `[ ]` branch off. What comes out are tapered branches and tufts of leaves in metres, for a size of
//! 1; a page turns them into low-poly wood.

use glam::{Quat, Vec3};
use wold_chance::{Seed, Stream};
use wold_lore::land::GrowthKind;

/// A piece of wood between two points, thinner at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// Its two ends, z up, the root at the origin.
    pub ends: [Vec3; 2],
    /// Radius at both ends in metres.
    pub radii: [f32; 2],
}

/// A tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plant {
    /// Wood, from the root up.
    pub branches: Vec<Branch>,
    /// Middles of tufts of leaves.
    pub leaves: Vec<Vec3>,
}

struct Species {
    axiom: &'static str,
    rules: &'static [&'static str],
    rounds: u32,
    /// Degrees a turn, pitch or roll takes.
    angle: f32,
    roll: f32,
    /// Metres of the first branch, and how much each bud is shorter.
    length: f32,
    shrink: f32,
    radius: f32,
    /// How strongly branches bend up (or down, below 0) each step.
    lift: f32,
}

/// The most symbols a tree is written with.
const LONGEST: usize = 6_000;

fn species(kind: GrowthKind) -> Option<Species> {
    let base = Species {
        axiom: "FFA",
        rules: &["[&FA]/[&FA]/[&FA]"],
        rounds: 4,
        angle: 34.0,
        roll: 122.0,
        length: 1.3,
        shrink: 0.78,
        radius: 0.32,
        lift: 0.06,
    };
    Some(match kind {
        GrowthKind::Oak => Species { rules: &["[&FA]/[&FA]/[&FA]", "[&FFA]/[&FA]", "F[&FA]/[&FA]"], ..base },
        GrowthKind::Birch => Species {
            axiom: "FFFA",
            rules: &["F[&FA]/[&FA]", "FA/[&FA]"],
            rounds: 5,
            angle: 26.0,
            length: 1.0,
            shrink: 0.84,
            radius: 0.16,
            lift: 0.02,
            ..base
        },
        GrowthKind::Pine | GrowthKind::Spruce => Species {
            axiom: "FFA",
            rules: &["[&&F[+F][-F]]/[&&F[+F][-F]]/[&&F[+F][-F]]/FA"],
            rounds: if kind == GrowthKind::Pine { 6 } else { 8 },
            angle: if kind == GrowthKind::Pine { 41.0 } else { 52.0 },
            roll: 97.0,
            length: 1.05,
            shrink: 0.86,
            radius: 0.24,
            lift: if kind == GrowthKind::Pine { 0.05 } else { -0.05 },
        },
        GrowthKind::Willow => Species {
            axiom: "FA",
            rules: &["[&FA]/[&FA]/[&FFA]"],
            rounds: 4,
            angle: 38.0,
            lift: -0.22,
            ..base
        },
        GrowthKind::AppleTree => Species {
            axiom: "FA",
            rules: &["[&FA]/[&FA]/[&FA]", "[&FA]/[&FA]"],
            angle: 42.0,
            length: 1.0,
            radius: 0.22,
            ..base
        },
        GrowthKind::Palm => Species {
            axiom: "FFFFA",
            rules: &["[&&B]/[&&B]/[&&B]/[&&B]/[&&B]/[&&B]/[&&B]"],
            rounds: 1,
            angle: 31.0,
            roll: 51.4,
            length: 1.2,
            shrink: 0.9,
            radius: 0.18,
            lift: -0.3,
        },
        GrowthKind::DeadTree => Species { rules: &["[&FA]/[&F]", "F/[&FA]"], rounds: 3, lift: 0.0, ..base },
        GrowthKind::Bush => Species { axiom: "A", rounds: 3, length: 0.5, radius: 0.06, angle: 40.0, ..base },
        _ => return None,
    })
}

/// Grows a tree of this kind; `None` for what is no tree. The same seed grows the same tree.
///
/// ```
/// use wold_chance::Seed;
/// use wold_genesis::plant::grow;
/// use wold_lore::land::GrowthKind;
/// let oak = grow(GrowthKind::Oak, Seed(7)).expect("an oak is a tree");
/// assert!(oak.branches.len() > 20 && !oak.leaves.is_empty());
/// assert!(grow(GrowthKind::Boulder, Seed(7)).is_none());
/// ```
#[must_use]
pub fn grow(kind: GrowthKind, seed: Seed) -> Option<Plant> {
    let species = species(kind)?;
    let mut stream = Stream::named(seed, "plant", &[kind as u64]);
    let word = rewrite(&species, &mut stream);
    let mut plant = walk(&species, &word, &mut stream);
    if kind == GrowthKind::DeadTree {
        plant.leaves.clear();
    }
    Some(plant)
}

/// Rewrites every bud, round by round.
fn rewrite(species: &Species, stream: &mut Stream) -> String {
    let mut word = species.axiom.to_owned();
    for _ in 0..species.rounds {
        let mut next = String::with_capacity(word.len() * 4);
        for symbol in word.chars() {
            match symbol {
                'A' => next.push_str(stream.pick(species.rules).copied().unwrap_or("F")),
                // A frond grows along its whole length.
                'B' => next.push_str("FF&F"),
                other => next.push(other),
            }
        }
        if next.len() > LONGEST {
            break;
        }
        word = next;
    }
    word
}

#[derive(Clone, Copy)]
struct Turtle {
    at: Vec3,
    heading: Quat,
    length: f32,
    radius: f32,
}

fn walk(species: &Species, word: &str, stream: &mut Stream) -> Plant {
    let mut plant = Plant::default();
    let mut turtle =
        Turtle { at: Vec3::ZERO, heading: Quat::IDENTITY, length: species.length, radius: species.radius };
    let mut forks: Vec<Turtle> = Vec::new();
    let mut bare = true;
    for symbol in word.chars() {
        let wobble = 1.0 + stream.range(-0.25, 0.25) as f32;
        let angle = (species.angle * wobble).to_radians();
        match symbol {
            'F' => {
                let up = turtle.heading * Vec3::Z;
                let along = (up + Vec3::Z * species.lift * forks.len() as f32).normalize_or(Vec3::Z);
                let end = turtle.at + along * turtle.length * wobble;
                let thin = turtle.radius * 0.86;
                plant.branches.push(Branch { ends: [turtle.at, end], radii: [turtle.radius, thin] });
                turtle.heading = Quat::from_rotation_arc(up, along) * turtle.heading;
                (turtle.at, turtle.radius, bare) = (end, thin, false);
            }
            '+' => turtle.heading *= Quat::from_rotation_y(angle),
            '-' => turtle.heading *= Quat::from_rotation_y(-angle),
            '&' => turtle.heading *= Quat::from_rotation_x(angle),
            '^' => turtle.heading *= Quat::from_rotation_x(-angle),
            '/' => turtle.heading *= Quat::from_rotation_z((species.roll * wobble).to_radians()),
            '[' => {
                forks.push(turtle);
                turtle.length *= species.shrink;
                turtle.radius *= 0.62;
            }
            ']' => {
                plant.leaves.push(turtle.at);
                if let Some(fork) = forks.pop() {
                    turtle = fork;
                }
            }
            _ => {}
        }
    }
    if !bare {
        plant.leaves.push(turtle.at);
    }
    plant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tree_of_the_world_has_a_species_and_grows_upright() {
        for &kind in GrowthKind::ALL.iter().filter(|k| k.is_tree()) {
            for seed in 0..8 {
                let tree = grow(kind, Seed(seed)).expect("trees have a species");
                let top = tree.branches.iter().map(|b| b.ends[1].z).fold(0.0, f32::max);
                assert!((1.5..14.0).contains(&top), "{kind:?} is {top} m high");
                assert!(tree.branches.iter().all(|b| b.radii[1] <= b.radii[0] && b.ends[1].is_finite()));
                assert!(tree.branches.len() < 2_000, "{kind:?} {}", tree.branches.len());
                assert_eq!(tree.leaves.is_empty(), kind == GrowthKind::DeadTree);
                assert_eq!(Some(tree), grow(kind, Seed(seed)));
            }
        }
    }

    #[test]
    fn branches_hang_together() {
        let tree = grow(GrowthKind::Oak, Seed(3)).expect("a tree");
        for branch in &tree.branches[1..] {
            let joined = tree.branches.iter().any(|b| b.ends[1].distance(branch.ends[0]) < 1e-4);
            assert!(joined, "{branch:?}");
        }
    }
}
