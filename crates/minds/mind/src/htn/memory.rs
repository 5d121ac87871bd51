//! What the primitives of memory do to facts, when they are planned and when they are carried out.
//!
//! `(!remember - name …)` for good, `(!remember 30 name …)` for so many seconds; `(!forget name …)` with `_` for any value and `**` for whatever
//! else; `(!begin_plan name …)` knows `(plan name …)` and nothing else of that kind; `(!end_plan)` forgets it.

use super::domain::Means;
use super::facts::{Facts, Pattern};
use super::value::Value;
use std::sync::Arc;

/// The fact that says which plan runs.
const PLAN: &str = "plan";

/// One change of facts.
#[derive(Debug, PartialEq)]
pub(crate) enum Lesson {
    Know { name: Arc<str>, values: Vec<Value>, seconds: Option<f64> },
    Forget { name: Arc<str>, pattern: Vec<Pattern>, and_more: bool },
}

/// What a primitive with these arguments changes.
pub(crate) fn lessons(means: Means, given: &[Value]) -> Vec<Lesson> {
    let no_plan = || Lesson::Forget { name: PLAN.into(), pattern: Vec::new(), and_more: true };
    match (means, given) {
        (Means::Remember, [until, Value::Word(name), values @ ..]) => {
            vec![Lesson::Know { name: name.clone(), values: values.to_vec(), seconds: until.number() }]
        }
        (Means::Forget, [Value::Word(name), values @ ..]) => {
            let and_more = values.last() == Some(&Value::word("**"));
            let values = &values[..values.len() - usize::from(and_more)];
            let any = Value::word("_");
            let pattern = values.iter().map(|value| (*value != any).then(|| value.clone())).collect();
            vec![Lesson::Forget { name: name.clone(), pattern, and_more }]
        }
        (Means::Begin, values) => {
            vec![no_plan(), Lesson::Know { name: PLAN.into(), values: values.to_vec(), seconds: None }]
        }
        (Means::End, _) => vec![no_plan()],
        _ => Vec::new(),
    }
}

/// Carries a primitive of memory out.
pub(crate) fn carry_out(means: Means, given: &[Value], facts: &mut Facts, now: f64) {
    for lesson in lessons(means, given) {
        match lesson {
            Lesson::Know { name, values, seconds: None } => facts.remember(&name, &values),
            Lesson::Know { name, values, seconds: Some(seconds) } => {
                facts.remember_until(&name, &values, now + seconds);
            }
            Lesson::Forget { name, pattern, and_more } => facts.forget(&name, &pattern, and_more),
        }
    }
}
