//! Doors for fuzzing: texts of domains, scenes and problems are anybody's.

use super::hddl::{HddlDomain, Problem, SolveConfig};
use super::{Domain, Facts, Nobody, Scene, Search, SearchConfig};
use std::sync::Arc;

const DOMAIN: &str = include_str!("../../data/htn/supper.hddl");
const PROBLEM: &str = include_str!("../../data/htn/supper-1.hddl");

/// Reads bytes as each kind of text, and plans a little by what could be read. Whatever they are, this neither panics nor takes long.
pub fn read_anything(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = Scene::parse(text);
    if let Ok(domain) = Domain::parse(text) {
        let domain = Arc::new(domain);
        let tasks: Vec<(String, usize)> = domain.methods().map(|(name, n)| (name.to_owned(), n)).collect();
        for (name, arity) in tasks.into_iter().take(4) {
            let args = vec!["x".into(); arity];
            let search = Search::new(domain.clone(), &name, &args, Facts::default(), SearchConfig::default());
            let _ = search.map(|mut search| search.run(&mut Nobody, 500));
        }
    }
    let _ = HddlDomain::parse(text);
    for (domain, problem) in [(text, PROBLEM), (DOMAIN, text)] {
        if let Ok(problem) = Problem::parse(domain, problem) {
            let config = SolveConfig { steps: 2_000, grounding: 20_000 };
            if let super::hddl::Solved::Plan(solution) = problem.solve(config, &mut |_| {}) {
                assert_eq!(problem.judge(&solution), Ok(()), "what is found is a plan");
            }
        }
    }
}
