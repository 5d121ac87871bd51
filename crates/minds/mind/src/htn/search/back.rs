//! Going back to the last choice and taking its next way; reasons are noted on the way.

use super::super::domain::{CondForm, CondId, Domain};
use super::super::plan::{MOST_NODES, TreeForm, TreeNode};
use super::super::value::form;
use super::super::words;
use super::{Frame, Goal, Is, Kind, Outcome, Search, TASKS};

enum Taken {
    /// A way, and no other is left.
    Last,
    /// A way, and there may be others.
    More,
    None,
}

impl Search {
    /// Back to the last choice that has another way. None: goes on.
    pub(super) fn go_back(&mut self, domain: &Domain) -> Option<Outcome> {
        loop {
            let Some(choice) = self.choices.last() else {
                return Some(if self.is_pruned { Outcome::NothingBetter } else { Outcome::Failed });
            };
            let (slots, frames, cells) = (choice.slots, choice.frames, choice.cells);
            let (trail, steps, trace, changes) = (choice.trail, choice.steps, choice.trace, choice.changes);
            let (live, rest) = (choice.live, choice.rest);
            self.untrail(trail);
            self.slots.truncate(slots);
            self.frames.truncate(frames);
            self.cells.truncate(cells);
            self.steps.truncate(steps);
            self.trace.truncate(trace);
            self.facts.take_back(&mut self.changes, changes);
            for node in self.live.drain(live..) {
                self.tree.nodes[node].is_live = false;
            }
            self.head = rest;
            self.spent += 1;
            let mut choice = self.choices.pop().expect("it was there");
            match self.take(domain, &mut choice.kind) {
                Taken::Last => return None,
                Taken::More => {
                    self.choices.push(choice);
                    return None;
                }
                Taken::None => {}
            }
        }
    }

    /// The next way of a choice.
    fn take(&mut self, domain: &Domain, kind: &mut Kind) -> Taken {
        match kind {
            Kind::Negation => Taken::Last,
            Kind::Branches { method, next, args, parent, node } => {
                let branches = &domain.methods[*method].branches;
                let Some(branch) = branches.get(*next) else {
                    if let Some((frame, task)) = *parent {
                        let name = &domain.methods[*method].name;
                        self.refuse_with(frame, TASKS + task, || {
                            format!("{} cannot be done", form(name, args))
                        });
                    }
                    return Taken::None;
                };
                self.trace.push(*next as u32);
                let at = self.trace.len();
                if let Some(running) = &self.running
                    && self.trace[..at] > running.0[..at.min(running.0.len())]
                {
                    // The branches below come later still; other values of variables above may yet lead to earlier ones.
                    self.is_pruned = true;
                    if let Some((frame, task)) = *parent {
                        let reason = "only later branches than the running plan's are left";
                        self.refuse_with(frame, TASKS + task, || reason.to_owned());
                    }
                    return Taken::None;
                }
                let frame = self.frames.len() as u32;
                let base = self.slots.len();
                self.slots.extend(args.iter().cloned().map(Some));
                self.slots.resize(base + branch.names.len(), None);
                let depth = parent.map_or(0, |(parent, _)| self.frames[parent as usize].depth) + 1;
                let node = self.grow(*node, || TreeForm::Branch {
                    label: branch.label.clone(),
                    line: branch.line,
                    bindings: String::new(),
                    reason: None,
                });
                let is = Is::Branch { method: *method, branch: *next };
                let changes = self.changes.len();
                self.frames.push(Frame { base, parent: parent.map(|(f, _)| f), node, is, changes, depth });
                for task in branch.tasks.clone().rev() {
                    self.push(Goal::Task { task, frame });
                }
                self.push(Goal::Holds { frame });
                for &cond in branch.when.iter().rev() {
                    self.push(Goal::Cond { cond, frame, quiet: false });
                }
                *next += 1;
                Taken::More
            }
            Kind::Ways { cond, frame, next, quiet } => {
                let CondForm::Or(ways) = &domain.conds[*cond as usize].form else { return Taken::None };
                let Some(way) = ways.get(*next) else {
                    if ways.is_empty() {
                        self.refuse(domain, *frame, *cond, *quiet);
                    }
                    return Taken::None;
                };
                for &inner in way.iter().rev() {
                    self.push(Goal::Cond { cond: inner, frame: *frame, quiet: *quiet });
                }
                *next += 1;
                Taken::More
            }
            Kind::Rows { cond, frame, next, matched, quiet } => {
                let CondForm::Fact { name, args } = &domain.conds[*cond as usize].form else {
                    return Taken::None;
                };
                let base = self.frames[*frame as usize].base;
                let trail = self.trail.len();
                while let Some(row) = self.facts.rows(name).get(*next) {
                    *next += 1;
                    self.spent += 1;
                    if !row.is_there || row.values.len() != args.len() {
                        continue;
                    }
                    let values = row.values.clone();
                    if args.iter().zip(values.iter()).all(|(arg, value)| self.fits(arg, base, value)) {
                        *matched = true;
                        return Taken::More;
                    }
                    self.untrail(trail);
                }
                if !*matched {
                    self.refuse(domain, *frame, *cond, *quiet);
                }
                Taken::None
            }
            Kind::Answers { cond, frame, rows, next, matched, quiet } => {
                let CondForm::Call { args, .. } = &domain.conds[*cond as usize].form else {
                    return Taken::None;
                };
                let base = self.frames[*frame as usize].base;
                let trail = self.trail.len();
                while let Some(row) = rows.get(*next) {
                    *next += 1;
                    self.spent += 1;
                    let found = &args[args.len() - row.len()..];
                    if found.iter().zip(row).all(|(arg, value)| self.fits(arg, base, value)) {
                        *matched = true;
                        return Taken::More;
                    }
                    self.untrail(trail);
                }
                if !*matched {
                    self.refuse(domain, *frame, *cond, *quiet);
                }
                Taken::None
            }
        }
    }

    pub(super) fn grow(&mut self, parent: Option<usize>, form: impl FnOnce() -> TreeForm) -> Option<usize> {
        if !self.config.explains {
            return None;
        }
        if self.tree.nodes.len() >= MOST_NODES {
            self.tree.is_cut = true;
            return None;
        }
        let at = self.tree.nodes.len();
        self.tree.nodes.push(TreeNode { parent, is_live: true, form: form() });
        self.live.push(at);
        Some(at)
    }

    pub(super) fn note_bindings(&mut self, domain: &Domain, frame: u32) {
        let Frame { base, node: Some(node), is: Is::Branch { method, branch }, .. } =
            self.frames[frame as usize]
        else {
            return;
        };
        let (arity, names) = (domain.methods[method].arity, &domain.methods[method].branches[branch].names);
        let mut text = Vec::new();
        for (at, name) in names.iter().enumerate().skip(arity) {
            if let Some(value) = &self.slots[base + at] {
                text.push(format!("?{name} = {value}"));
            }
        }
        if let Some(TreeForm::Branch { bindings, .. }) =
            self.tree.nodes.get_mut(node).map(|node| &mut node.form)
        {
            *bindings = text.join(", ");
        }
    }

    pub(super) fn refuse(&mut self, domain: &Domain, frame: u32, cond: CondId, quiet: bool) {
        if !self.config.explains || quiet {
            return;
        }
        let Frame { base, is, .. } = self.frames[frame as usize];
        let text = words::cond(domain, cond, is.names(domain), &self.slots[base..]);
        match is {
            Is::Branch { .. } => self.refuse_with(frame, cond, || text),
            Is::Operator { operator, task } => {
                let name = &domain.operators[operator].name;
                self.refuse_with(frame, TASKS + task, || format!("{name}: {text}"));
            }
        }
    }

    /// Keeps the reason of what came farthest.
    pub(super) fn refuse_with(&mut self, frame: u32, progress: u32, text: impl FnOnce() -> String) {
        let node = self.frames[frame as usize].node;
        if let Some(TreeForm::Branch { reason, .. }) = node.map(|node| &mut self.tree.nodes[node].form)
            && reason.as_ref().is_none_or(|(before, _)| *before <= progress)
        {
            *reason = Some((progress, text()));
        }
    }
}
