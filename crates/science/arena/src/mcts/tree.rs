//! The tree: positions in one vector, children as chains.

use crate::Side;

/// No position.
pub const NONE: u32 = u32::MAX;

/// A position in the tree.
pub struct Node<M> {
    /// The move that led here.
    pub chosen: Option<M>,
    /// Simulations through it.
    pub visits: u32,
    first: u32,
    last: u32,
    next: u32,
    /// Children in the tree.
    pub count: u32,
    /// Which remembered order its children have; 0 for none.
    pub order: u32,
    /// Sum of rewards for First.
    pub sum: f64,
    /// The sign of the side that has lent its virtual loss here.
    pub lent: f64,
    /// The certain payoff for First.
    pub proven: Option<i32>,
    /// Who chooses here; known once it has children.
    pub side: Option<Side>,
    /// All its children are in the tree.
    pub complete: bool,
}

impl<M> Node<M> {
    /// A position not visited yet.
    pub fn new(chosen: Option<M>) -> Self {
        Self {
            chosen,
            visits: 0,
            first: NONE,
            last: NONE,
            next: NONE,
            count: 0,
            order: 0,
            sum: 0.0,
            lent: 0.0,
            proven: None,
            side: None,
            complete: false,
        }
    }
}

/// All positions; the root is number 0.
pub struct Tree<M> {
    /// The positions.
    pub nodes: Vec<Node<M>>,
    /// Remembered orders of children: bound and child, best first. Number 0 stands for none.
    pub orders: Vec<Vec<(f64, u32)>>,
}

impl<M> Tree<M> {
    /// No position yet.
    pub fn new() -> Self {
        Self { nodes: Vec::new(), orders: vec![Vec::new()] }
    }

    /// Adds a child behind its siblings.
    pub fn add(&mut self, parent: u32, chosen: M) -> u32 {
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::new(Some(chosen)));
        let parent = parent as usize;
        match self.nodes[parent].last {
            NONE => self.nodes[parent].first = child,
            last => self.nodes[last as usize].next = child,
        }
        self.nodes[parent].last = child;
        self.nodes[parent].count += 1;
        child
    }

    /// A position's children, in the order they came.
    pub fn children(&self, parent: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.nodes[parent as usize].first;
        std::iter::from_fn(move || {
            let child = (at != NONE).then_some(at)?;
            at = self.nodes[child as usize].next;
            Some(child)
        })
    }
}
