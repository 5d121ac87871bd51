//! A k-d tree over sources.
//!
//! Built at once by medians, alternating axes, laid out flat: node `i` of a range is its middle. Each node knows the greatest radius below it, so a
//! search descends only where something can reach: exact for sources of different radii. Sources stay in the order of the tree; ties of the median
//! go by the order they came in, so sums are the same everywhere.

use super::PointSource;
use glam::DVec2;

/// Sources, sorted into a tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    source: PointSource,
    /// The greatest radius here and below.
    reach: f64,
}

impl Tree {
    /// A tree over sources; those without a finite place, radius above 0 and finite strength are left out.
    #[must_use]
    pub fn new(sources: impl IntoIterator<Item = PointSource>) -> Self {
        let sound = |s: &PointSource| {
            s.at.is_finite() && s.radius > 0.0 && s.radius.is_finite() && s.strength.is_finite()
        };
        let nodes = sources.into_iter().filter(sound);
        let mut tree = Self { nodes: nodes.map(|source| Node { source, reach: source.radius }).collect() };
        build(&mut tree.nodes, 0);
        tree
    }

    /// How many sources there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All sources.
    pub fn sources(&self) -> impl Iterator<Item = &PointSource> {
        self.nodes.iter().map(|node| &node.source)
    }

    /// Calls with every source whose radius contains a point.
    #[inline]
    pub fn reaching(&self, at: DVec2, mut found: impl FnMut(&PointSource)) {
        visit(&self.nodes, 0, at, &|node| node.reach, &mut |source| {
            if source.at.distance_squared(at) < source.radius * source.radius {
                found(source);
            }
        });
    }

    /// Calls with every source within a distance of a point.
    pub fn near(&self, at: DVec2, radius: f64, mut found: impl FnMut(&PointSource)) {
        visit(&self.nodes, 0, at, &|_| radius, &mut |source| {
            if source.at.distance_squared(at) <= radius * radius {
                found(source);
            }
        });
    }
}

fn build(nodes: &mut [Node], axis: usize) -> f64 {
    if nodes.is_empty() {
        return 0.0;
    }
    let middle = nodes.len() / 2;
    nodes.sort_by(|a, b| a.source.at[axis].total_cmp(&b.source.at[axis]));
    let (left, rest) = nodes.split_at_mut(middle);
    let (node, right) = rest.split_first_mut().expect("the middle exists");
    let below = build(left, 1 - axis).max(build(right, 1 - axis));
    node.reach = node.source.radius.max(below);
    node.reach
}

#[inline]
fn visit(
    nodes: &[Node],
    axis: usize,
    at: DVec2,
    reach: &impl Fn(&Node) -> f64,
    found: &mut impl FnMut(&PointSource),
) {
    if nodes.is_empty() {
        return;
    }
    let (left, rest) = nodes.split_at(nodes.len() / 2);
    let (node, right) = rest.split_first().expect("the middle exists");
    let (reach_here, apart) = (reach(node), node.source.at[axis] - at[axis]);
    found(&node.source);
    if apart > -reach_here {
        visit(left, 1 - axis, at, reach, found);
    }
    if apart < reach_here {
        visit(right, 1 - axis, at, reach, found);
    }
}
