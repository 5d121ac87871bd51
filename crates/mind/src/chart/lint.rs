//! What is allowed in a chart and still a bad idea.

use super::structure::{Chart, StateKind, Trigger};
use super::words::Statement;

/// A remark about a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line it is about.
    pub line: usize,
    /// What is questionable.
    pub text: String,
}

/// Which states can be reached if every event may come and every guard may hold.
pub(super) fn reachable(chart: &Chart) -> Vec<bool> {
    let mut reached = vec![false; chart.states.len()];
    let mut open = vec![chart.regions[0].start];
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut reached[state], true) {
            continue;
        }
        let this = &chart.states[state];
        open.extend(this.regions.iter().map(|&region| chart.regions[region].start));
        open.extend(this.transitions.iter().filter_map(|&t| chart.transitions[t].target));
        // Entered from further out: so is everything around, with the regions beside.
        open.extend(chart.ancestors(state).iter().skip(1).map(|(_, around)| *around));
        if matches!(this.kind, StateKind::History | StateKind::DeepHistory) {
            open.push(chart.regions[this.region].start);
        }
    }
    reached
}

impl Chart {
    /// Remarks on style: logic in exit actions, transitions without an event out of plain states, transitions that cross levels,
    /// transitions that can never fire, entry actions that a self-transition would break.
    #[must_use]
    pub fn lint(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        for state in &self.states {
            let mut remark = |text: String| remarks.push(Remark { line: state.line, text });
            if state.exit.iter().any(|action| matches!(action, Statement::Set(..))) {
                remark(format!("{:?} computes in its exit action; only release what entry took", state.name));
            }
            let counts = |action: &Statement| match action {
                Statement::Set(variable, expr) => mentions(expr, *variable),
                _ => false,
            };
            if state.entry.iter().any(counts) {
                remark(format!("{:?} counts on entry: a transition to itself would count twice", state.name));
            }
        }
        for transition in &self.transitions {
            let source = &self.states[transition.source];
            let mut remark = |text: String| remarks.push(Remark { line: transition.line, text });
            let is_plain = source.regions.is_empty() && source.during.is_none();
            if transition.trigger == Trigger::Completion && is_plain && transition.guard.is_none() {
                remark(format!("{:?} is left at once: it acts as a transition, not as a state", source.name));
            }
            if let Some(target) = transition.target {
                let common = self.common_region(transition.source, target);
                if self.states[target].region != common {
                    remark(format!("{:?} leads into the inside of another state", source.name));
                }
                if source.region != common {
                    remark(format!("{:?} leads out of the state around it", source.name));
                }
            }
            let is_shadowed = source
                .transitions
                .iter()
                .map(|&t| &self.transitions[t])
                .take_while(|other| !std::ptr::eq(*other, transition))
                .any(|other| {
                    other.guard.is_none()
                        && (other.trigger == transition.trigger
                            || (other.trigger == Trigger::Any
                                && matches!(transition.trigger, Trigger::Event(_))))
                });
            if is_shadowed {
                remark(format!(
                    "{:?} in {:?} never fires: one above always does",
                    transition.label, source.name
                ));
            }
        }
        remarks.sort_by_key(|remark| remark.line);
        remarks
    }
}

fn mentions(expr: &super::words::Expr, variable: usize) -> bool {
    use super::words::Expr;
    match expr {
        Expr::Variable(v) => *v == variable,
        Expr::Unary(_, inner) => mentions(inner, variable),
        Expr::Binary(_, a, b) => mentions(a, variable) || mentions(b, variable),
        _ => false,
    }
}
