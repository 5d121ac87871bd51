//! Branches that can never be tried.
//!
//! A branch is dead when one above it is taken whenever it could be: the upper one asks for nothing the lower one does not ask for, too, its
//! tasks cannot fail, and nothing that comes after the method can fail either, for else the planner would come back and try the lower one.
//! A primitive without conditions cannot fail; a method cannot if one of its branches asks for nothing and has only such tasks. This finds the
//! common mistake, a catch-all that is not last, and never calls a branch dead that is not.

use super::domain::{Branch, CondForm, CondId, Domain, Task, Term, What};
use super::error::HtnError;

/// Refuses a domain with a dead branch.
pub(crate) fn reachable(domain: &Domain) -> Result<(), HtnError> {
    let sure = sure_methods(domain);
    let followed = followed_methods(domain, &sure);
    for (number, method) in domain.methods.iter().enumerate() {
        if followed[number] {
            continue;
        }
        for (at, branch) in method.branches.iter().enumerate() {
            let before = method.branches[..at].iter().find(|upper| {
                cannot_fail(domain, upper, &sure)
                    && upper
                        .when
                        .iter()
                        .all(|&cond| branch.when.iter().any(|&own| same(domain, upper, cond, branch, own)))
            });
            if let Some(upper) = before {
                let label = branch.label.to_string();
                return Err(HtnError::Unreachable { line: branch.line, label, before: upper.line });
            }
        }
    }
    Ok(())
}

/// Methods that always succeed, worked out until nothing is added.
fn sure_methods(domain: &Domain) -> Vec<bool> {
    let mut sure = vec![false; domain.methods.len()];
    loop {
        let mut changed = false;
        for (number, method) in domain.methods.iter().enumerate() {
            let succeeds = |branch: &Branch| branch.when.is_empty() && cannot_fail(domain, branch, &sure);
            if !sure[number] && method.branches.iter().any(succeeds) {
                (sure[number], changed) = (true, true);
            }
        }
        if !changed {
            return sure;
        }
    }
}

/// Methods after which something may fail, worked out until nothing is added.
fn followed_methods(domain: &Domain, sure: &[bool]) -> Vec<bool> {
    let mut followed = vec![false; domain.methods.len()];
    loop {
        let mut changed = false;
        for (number, method) in domain.methods.iter().enumerate() {
            for branch in &method.branches {
                let mut may_fail = followed[number];
                for task in domain.tasks[branch.tasks.start as usize..branch.tasks.end as usize].iter().rev()
                {
                    if let What::Method(called) = task.what
                        && may_fail
                        && !followed[called]
                    {
                        (followed[called], changed) = (true, true);
                    }
                    may_fail |= !task_cannot_fail(domain, task, sure);
                }
            }
        }
        if !changed {
            return followed;
        }
    }
}

fn cannot_fail(domain: &Domain, branch: &Branch, sure: &[bool]) -> bool {
    let tasks = &domain.tasks[branch.tasks.start as usize..branch.tasks.end as usize];
    tasks.iter().all(|task| task_cannot_fail(domain, task, sure))
}

fn task_cannot_fail(domain: &Domain, task: &Task, sure: &[bool]) -> bool {
    let says_itself = !task.args.iter().any(|arg| matches!(arg, Term::Call(..)));
    says_itself
        && match task.what {
            What::Primitive(number) => domain.operators[number].when.is_empty(),
            What::Method(number) => sure[number],
            What::Continue => false,
        }
}

/// Whether two conditions are written the same. Calls are not: asking twice may be answered differently.
fn same(domain: &Domain, a: &Branch, left: CondId, b: &Branch, right: CondId) -> bool {
    let term = |x: &Term, y: &Term| match (x, y) {
        (Term::Slot(x), Term::Slot(y)) => a.names[*x] == b.names[*y],
        (Term::Value(x), Term::Value(y)) => x == y,
        (Term::Any, Term::Any) => true,
        _ => false,
    };
    let all = |left: &[CondId], right: &[CondId]| {
        left.len() == right.len() && left.iter().zip(right).all(|(&l, &r)| same(domain, a, l, b, r))
    };
    match (&domain.conds[left as usize].form, &domain.conds[right as usize].form) {
        (CondForm::Fact { name: n, args: x }, CondForm::Fact { name: m, args: y }) => {
            n == m && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| term(x, y))
        }
        (CondForm::Same(x, y), CondForm::Same(v, w)) => term(x, v) && term(y, w),
        (CondForm::Not(x), CondForm::Not(y)) => all(x, y),
        (CondForm::Or(x), CondForm::Or(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| all(x, y)),
        _ => false,
    }
}
