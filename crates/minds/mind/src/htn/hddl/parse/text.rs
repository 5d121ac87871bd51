//! Sections, keywords and lists with types, whatever they are about.

use super::super::super::error::HtnError;
use super::super::super::sexpr::Node;
use super::super::model::Sign;

/// Arguments of one thing.
pub(super) const MOST_ARGUMENTS: usize = 64;
pub(super) const MOST_OBJECTS: usize = 100_000;
pub(super) const MOST_TYPES: usize = 1_000;

/// Requirements that are met.
pub(super) const MET: [&str; 18] = [
    ":strips",
    ":typing",
    ":hierarchy",
    ":hierachy",
    ":htn",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":universal-effects",
    ":adl",
    ":method-preconditions",
    ":htn-method-prec",
    ":action-costs",
    ":method-constraints",
];

/// What a requirement or section stands for, in the plural.
pub(super) fn refused(word: &str) -> Option<&'static str> {
    Some(match word {
        ":durative-actions" | ":durative-action" => "durative actions",
        ":duration-inequalities" => "inequalities of durations",
        ":continuous-effects" => "continuous effects",
        ":numeric-fluents" | ":fluents" => "numeric fluents",
        ":object-fluents" => "object fluents",
        ":derived-predicates" | ":derived" | ":axioms" | ":axiom" => "derived predicates",
        ":timed-initial-literals" | ":timed-initial-effects" => "timed initial literals",
        ":preferences" => "preferences",
        ":constraints" => "constraints on trajectories",
        ":time" | ":process" | ":processes" | ":event" | ":events" => "processes and events",
        ":goal-utilities" => "utilities of goals",
        ":partial-order" | ":partially-ordered" => "partly ordered tasks",
        ":multi-agent" | ":unfactored-privacy" | ":factored-privacy" => "several agents",
        _ => return None,
    })
}

pub(super) fn keyword(node: &Node<'_>) -> Option<String> {
    node.word().map(str::to_ascii_lowercase)
}

/// A section's keyword and the rest of it.
pub(super) fn section<'n, 'a>(node: &'n Node<'a>) -> Result<(String, &'n [Node<'a>]), HtnError> {
    let list = node.must_list("a section in brackets")?;
    match list.split_first().map(|(head, rest)| (keyword(head), rest)) {
        Some((Some(word), rest)) => Ok((word, rest)),
        _ => Err(HtnError::syntax(node.line, "a section begins with a keyword")),
    }
}

/// Keywords with what follows each.
pub(super) type Pairs<'n, 'a> = Vec<(String, &'n Node<'a>)>;

/// `:key value` pairs of a section.
pub(super) fn pairs<'n, 'a>(list: &'n [Node<'a>], known: &[&str]) -> Result<Pairs<'n, 'a>, HtnError> {
    let mut found: Vec<(String, &Node<'_>)> = Vec::new();
    let mut rest = list.iter();
    while let Some(key) = rest.next() {
        let word = keyword(key).filter(|word| word.starts_with(':'));
        let Some(word) = word else {
            return Err(HtnError::syntax(key.line, format!("expected a keyword, found {}", key.brief())));
        };
        if word == ":duration" || word == ":condition" {
            return Err(HtnError::unsupported(key.line, "durative actions"));
        }
        if !known.contains(&word.as_str()) {
            return Err(HtnError::syntax(key.line, format!("{word:?} does not belong there")));
        }
        let Some(value) = rest.next() else {
            return Err(HtnError::syntax(key.line, format!("nothing follows {word:?}")));
        };
        if let Some((_, before)) = found.iter().find(|(other, _)| *other == word) {
            return Err(HtnError::Twice { line: key.line, name: word, before: before.line });
        }
        found.push((word, value));
    }
    Ok(found)
}

pub(super) fn value<'n, 'a>(pairs: &[(String, &'n Node<'a>)], keys: &[&str]) -> Option<&'n Node<'a>> {
    pairs.iter().find(|(key, _)| keys.contains(&key.as_str())).map(|(_, node)| *node)
}

/// The sections of `(define (what name) …)`.
pub(super) fn define<'n, 'a>(
    nodes: &'n [Node<'a>],
    what: &str,
) -> Result<(&'a str, &'n [Node<'a>]), HtnError> {
    let wrong = |line| HtnError::syntax(line, format!("expected (define ({what} NAME) …)"));
    let [node] = nodes else { return Err(wrong(nodes.get(1).map_or(1, |node| node.line))) };
    let list = node.must_list("a definition")?;
    match list {
        [define, title, sections @ ..] if keyword(define).as_deref() == Some("define") => {
            match title.list() {
                Some([kind, name]) if keyword(kind).as_deref() == Some(what) => {
                    Ok((name.must_word("a name")?, sections))
                }
                _ => Err(wrong(title.line)),
            }
        }
        _ => Err(wrong(node.line)),
    }
}

pub(super) fn requirements(list: &[Node<'_>]) -> Result<(), HtnError> {
    for node in list {
        let word = node.must_word("a requirement")?.to_ascii_lowercase();
        if MET.contains(&word.as_str()) {
            continue;
        }
        return Err(match refused(&word) {
            Some(what) => HtnError::unsupported(node.line, what),
            None => HtnError::unsupported(node.line, format!("requirements like {word}")),
        });
    }
    Ok(())
}

pub(super) fn named<'n, 'a>(
    rest: &'n [Node<'a>],
    line: usize,
    known: &[&str],
) -> Result<(&'a str, Pairs<'n, 'a>), HtnError> {
    let Some((name, rest)) = rest.split_first() else {
        return Err(HtnError::syntax(line, "a name is missing"));
    };
    Ok((name.must_word("a name")?, pairs(rest, known)?))
}

pub(super) fn twice(signs: &[Sign], name: &str, line: usize) -> HtnError {
    let before = signs.iter().find(|sign| sign.name == name).map_or(line, |sign| sign.line);
    HtnError::Twice { line, name: name.to_owned(), before }
}

/// One of the names, or the type behind a hyphen.
pub(super) type Group<'n, 'a> = (Vec<&'n Node<'a>>, Option<&'n Node<'a>>);

/// `a b - c d - e f` in groups with their types.
pub(super) fn groups<'n, 'a>(list: &'n [Node<'a>]) -> Result<Vec<Group<'n, 'a>>, HtnError> {
    let (mut found, mut names) = (Vec::new(), Vec::new());
    let mut rest = list.iter();
    while let Some(node) = rest.next() {
        if node.word() == Some("-") {
            let Some(kind) = rest.next() else {
                return Err(HtnError::syntax(node.line, "no type follows the hyphen"));
            };
            found.push((std::mem::take(&mut names), Some(kind)));
        } else {
            names.push(node);
        }
    }
    if !names.is_empty() {
        found.push((names, None));
    }
    Ok(found)
}

/// A type, or several by `either`.
pub(super) fn either<'a>(node: &Node<'a>) -> Result<Vec<(&'a str, usize)>, HtnError> {
    match node.list() {
        None => Ok(vec![(node.must_word("a type")?, node.line)]),
        Some([head, rest @ ..]) if keyword(head).as_deref() == Some("either") && !rest.is_empty() => {
            rest.iter().map(|node| Ok((node.must_word("a type")?, node.line))).collect()
        }
        Some(_) => Err(HtnError::syntax(node.line, format!("expected a type, found {}", node.brief()))),
    }
}
