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

/// A ring of states, each left at once for the next whatever happens: no time ever passes in it. Only what is certain counts: a state on
/// the way that may be left otherwise, by completion, by a change or by an event that is sent there, is no part of a ring.
pub(super) fn endless(chart: &Chart) -> Option<Remark> {
    let next: Vec<Option<usize>> = chart
        .states
        .iter()
        .map(|state| {
            let transitions = || state.transitions.iter().map(|&number| &chart.transitions[number]);
            let leaves_otherwise =
                transitions().any(|t| matches!(t.trigger, Trigger::Completion | Trigger::When(_)));
            let at_once = transitions().find(|t| t.trigger == Trigger::After(0.0) && t.guard.is_none())?;
            let sends = |actions: &[Statement]| actions.iter().any(|a| matches!(a, Statement::Send(..)));
            let may_be_sent = sends(&state.entry) || sends(&state.exit) || sends(&at_once.actions);
            let is_plain = state.kind == StateKind::Plain && state.regions.is_empty();
            at_once.target.filter(|_| is_plain && !leaves_otherwise && !may_be_sent)
        })
        .collect();
    let ring = (0..chart.states.len()).find(|&first| {
        let mut at = Some(first);
        (0..chart.states.len()).any(|_| {
            at = at.and_then(|state| next[state]);
            at == Some(first)
        })
    })?;
    let transition = chart.states[ring].transitions.iter().map(|&number| &chart.transitions[number]);
    let line = transition.filter(|t| t.trigger == Trigger::After(0.0)).map(|t| t.line).next()?;
    let text =
        format!("{:?} is left after 0 seconds and comes back to itself without end", chart.states[ring].name);
    Some(Remark { line, text })
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
