//! Reasons in words.

use super::domain::{CondForm, CondId, Domain, Term};
use super::value::Value;
use std::sync::Arc;

fn term(domain: &Domain, term: &Term, names: &[Arc<str>], slots: &[Option<Value>]) -> String {
    match term {
        Term::Value(value) => value.to_string(),
        Term::Any => "_".to_owned(),
        Term::Slot(slot) => match slots.get(*slot) {
            Some(Some(value)) => value.to_string(),
            _ => format!("?{}", names.get(*slot).map_or("", |name| name)),
        },
        Term::Call(callee, args) => {
            format!("(call {}{})", domain.callee_name(*callee), terms(domain, args, names, slots))
        }
    }
}

fn terms(domain: &Domain, list: &[Term], names: &[Arc<str>], slots: &[Option<Value>]) -> String {
    list.iter().map(|one| format!(" {}", term(domain, one, names, slots))).collect()
}

/// Why a condition does not hold.
pub(crate) fn cond(domain: &Domain, id: CondId, names: &[Arc<str>], slots: &[Option<Value>]) -> String {
    let condition = &domain.conds[id as usize];
    let why = match &condition.form {
        CondForm::Fact { name, args } => format!("no fact ({name}{})", terms(domain, args, names, slots)),
        CondForm::Call { callee, args } => {
            format!("(call {}{}) says no", domain.callee_name(*callee), terms(domain, args, names, slots))
        }
        CondForm::Same(a, b) => {
            format!("{} is not {}", term(domain, a, names, slots), term(domain, b, names, slots))
        }
        CondForm::Not(inner) => {
            let parts: Vec<String> = inner.iter().map(|&id| brief(domain, id, names, slots)).collect();
            format!("{} holds", parts.join(" and "))
        }
        CondForm::Or(_) => "none of several conditions holds".to_owned(),
    };
    format!("{why} (line {})", condition.line)
}

fn brief(domain: &Domain, id: CondId, names: &[Arc<str>], slots: &[Option<Value>]) -> String {
    match &domain.conds[id as usize].form {
        CondForm::Fact { name, args } => format!("({name}{})", terms(domain, args, names, slots)),
        CondForm::Call { callee, args } => {
            format!("(call {}{})", domain.callee_name(*callee), terms(domain, args, names, slots))
        }
        CondForm::Same(a, b) => {
            format!("{} = {}", term(domain, a, names, slots), term(domain, b, names, slots))
        }
        CondForm::Not(_) | CondForm::Or(_) => "(…)".to_owned(),
    }
}
