//! A plan: what to do, by which branches, and why not otherwise.

use super::value::{Value, form};
use std::fmt;
use std::sync::Arc;

/// One primitive task with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The primitive's name, with its exclamation mark.
    pub name: Arc<str>,
    /// Its arguments. Those of `!forget` that may be anything are `_`, and `**` for whatever else.
    pub args: Vec<Value>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&form(&self.name, &self.args))
    }
}

/// Which branch was taken at each method, in the order of the plan, counted from 0 over *all* branches of the method, those that were refused
/// among them. No trace is the beginning of another one of the same task, so that two are equal or one comes first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Trace(pub Vec<u32>);

/// What to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// What to do, in this order.
    pub steps: Vec<Step>,
    /// By which branches: an earlier one is better.
    pub trace: Trace,
    /// How it came about, if that was asked for.
    pub tree: Option<Tree>,
}

/// What was tried: tasks, their branches, and below each branch its tasks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tree {
    pub(crate) nodes: Vec<TreeNode>,
    /// More was tried than is kept.
    pub is_cut: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TreeNode {
    pub parent: Option<usize>,
    pub is_live: bool,
    pub form: TreeForm,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TreeForm {
    Task(String),
    Branch { label: Arc<str>, line: usize, bindings: String, reason: Option<(u32, String)> },
    Step(String),
}

/// A line of a printed tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeLine {
    /// How deep it stands.
    pub depth: usize,
    /// The task, branch or primitive.
    pub text: String,
    /// True for what is part of the plan, false for what was refused.
    pub is_taken: bool,
    /// Whether it is a branch.
    pub is_branch: bool,
    /// Why it was refused, or the values its variables have.
    pub reason: String,
    /// The branch's line in its domain.
    pub line: Option<usize>,
}

/// Nodes that are kept of what was tried.
pub(crate) const MOST_NODES: usize = 20_000;

impl Tree {
    /// The tree, line by line. With `refused`, what was tried below refused branches is there, too.
    #[must_use]
    pub fn lines(&self, refused: bool) -> Vec<TreeLine> {
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut open = Vec::new();
        for (at, node) in self.nodes.iter().enumerate().rev() {
            match node.parent {
                Some(parent) => below[parent].push(at),
                None => open.push((at, 0)),
            }
        }
        let mut lines = Vec::new();
        while let Some((at, depth)) = open.pop() {
            let node = &self.nodes[at];
            let is_branch = matches!(node.form, TreeForm::Branch { .. });
            let (text, reason, line) = match &node.form {
                TreeForm::Task(text) | TreeForm::Step(text) => (text.clone(), String::new(), None),
                TreeForm::Branch { label, line, bindings, .. } if node.is_live => {
                    (label.to_string(), bindings.clone(), Some(*line))
                }
                TreeForm::Branch { label, line, reason, .. } => {
                    let reason = reason.as_ref().map_or("what comes after it failed", |(_, text)| text);
                    (label.to_string(), reason.to_owned(), Some(*line))
                }
            };
            let shown = refused || node.is_live || is_branch;
            if !shown {
                continue;
            }
            lines.push(TreeLine { depth, text, is_taken: node.is_live, is_branch, reason, line });
            if refused || node.is_live {
                open.extend(below[at].iter().map(|&child| (child, depth + 1)));
            }
        }
        lines
    }

    /// The tree as text: `+` before a branch that was taken, `-` before one that was refused, with the reason.
    #[must_use]
    pub fn text(&self, refused: bool) -> String {
        let mut out = TreeLine::text(&self.lines(refused));
        if self.is_cut {
            out += "… more was tried than is shown\n";
        }
        out
    }
}

impl TreeLine {
    /// Lines as text: `+` before a branch that was taken, `-` before one that was refused, with the reason.
    #[must_use]
    pub fn text(lines: &[Self]) -> String {
        let mut out = String::new();
        for line in lines {
            let mark = match (line.is_branch, line.is_taken) {
                (true, true) => "+ ",
                (true, false) => "- ",
                (false, true) => "",
                (false, false) => "x ",
            };
            out += &format!("{}{mark}{}", "  ".repeat(line.depth), line.text);
            if !line.reason.is_empty() {
                out += &if line.is_taken {
                    format!("  [{}]", line.reason)
                } else {
                    format!(": {}", line.reason)
                };
            }
            out += "\n";
        }
        out
    }
}
