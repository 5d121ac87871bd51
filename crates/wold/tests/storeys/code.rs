//! What a source file reaches for outside its tests, read without a compiler.
//!
//! Contract: comments, texts and items under `#[cfg(test)]` are blanked out, line for line; what stands after such an item is still read. Of the rest every path is
//! told with its line, lists in braces written out: `use std::{fs, time::Duration}` is `std::fs` and `std::time::Duration`. Macros are read like any other code.

/// What may begin an item. What begins otherwise is a field, a variant or an arm, and ends at a comma.
const ITEMS: &[&str] = &[
    "pub",
    "fn",
    "impl",
    "mod",
    "use",
    "const",
    "static",
    "struct",
    "enum",
    "type",
    "trait",
    "unsafe",
    "async",
    "extern",
    "macro_rules",
    "let",
];

/// A word, a `::` or a single other character, and its line.
type Token = (usize, String);

/// Every path outside tests, with its line.
pub fn paths(text: &str) -> Vec<(usize, String)> {
    let tokens = outside_tests(&tokens(text));
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if is_word(&tokens[at].1) {
            at = path(&tokens, at, "", &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Reads the path that begins at a word, and tells where the text goes on.
fn path(tokens: &[Token], mut at: usize, before: &str, found: &mut Vec<(usize, String)>) -> usize {
    let line = tokens[at].0;
    let mut whole = format!("{before}{}", tokens[at].1);
    at += 1;
    while tokens.get(at).is_some_and(|(_, t)| t == "::") {
        let Some((_, next)) = tokens.get(at + 1) else { break };
        if is_word(next) || next == "*" {
            whole = format!("{whole}::{next}");
            at += 2;
        } else if next == "{" {
            at += 2;
            while tokens.get(at).is_some_and(|(_, t)| t != "}") {
                let begins = is_word(&tokens[at].1) || tokens[at].1 == "*";
                at = if begins { path(tokens, at, &format!("{whole}::"), found) } else { at + 1 };
            }
            return at + 1;
        } else {
            // A turbofish: what it names is a path of its own.
            break;
        }
    }
    found.push((line, whole));
    at
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The text cut into tokens, without comments, texts and characters.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    let skip = |at: &mut usize, line: &mut usize, to: usize| {
        let to = to.min(chars.len());
        *line += chars[*at..to].iter().filter(|c| **c == '\n').count();
        *at = to;
    };
    while at < chars.len() {
        let next = chars.get(at + 1).copied().unwrap_or(' ');
        match chars[at] {
            '/' if next == '/' => {
                let end = chars[at..].iter().position(|c| *c == '\n').map_or(chars.len(), |n| at + n);
                skip(&mut at, &mut line, end);
            }
            '/' if next == '*' => {
                let end = chars[at..]
                    .windows(2)
                    .position(|two| two == ['*', '/'])
                    .map_or(chars.len(), |n| at + n + 2);
                skip(&mut at, &mut line, end);
            }
            'r' if raw_text(&chars[at..]).is_some() => {
                let end = at + raw_text(&chars[at..]).expect("just seen");
                skip(&mut at, &mut line, end);
            }
            '"' => {
                let mut end = at + 1;
                while end < chars.len() && chars[end] != '"' {
                    end += if chars[end] == '\\' { 2 } else { 1 };
                }
                skip(&mut at, &mut line, end + 1);
            }
            // A character, not a lifetime: closed after one, or after a backslash.
            '\'' if next == '\\' || chars.get(at + 2) == Some(&'\'') => {
                let from = at + if next == '\\' { 3 } else { 2 };
                let end = chars[from.min(chars.len())..].iter().position(|c| *c == '\'');
                skip(&mut at, &mut line, end.map_or(chars.len(), |n| from + n + 1));
            }
            ':' if next == ':' => {
                tokens.push((line, "::".to_owned()));
                at += 2;
            }
            c if c.is_alphanumeric() || c == '_' => {
                let word: String =
                    chars[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
                at += word.chars().count();
                tokens.push((line, word));
            }
            c => {
                if !c.is_whitespace() {
                    tokens.push((line, c.to_string()));
                }
                let next = at + 1;
                skip(&mut at, &mut line, next);
            }
        }
    }
    tokens
}

/// How long the raw text is that begins here, if one does.
fn raw_text(chars: &[char]) -> Option<usize> {
    let hashes = chars[1..].iter().take_while(|c| **c == '#').count();
    if chars.get(1 + hashes) != Some(&'"') {
        return None;
    }
    let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    let from = 2 + hashes;
    let end = chars[from..].windows(close.len()).position(|some| some == close);
    Some(end.map_or(chars.len(), |n| from + n + close.len()))
}

/// The tokens without the items marked `#[cfg(test)]`.
fn outside_tests(tokens: &[Token]) -> Vec<Token> {
    let marks = |at: usize, mark: &str| {
        let here = tokens[at..].iter().map(|(_, t)| t.as_str());
        let mut wanted = mark.split(' ');
        here.zip(wanted.by_ref()).all(|(a, b)| a == b) && wanted.next().is_none()
    };
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if marks(at, "# ! [ cfg ( test ) ]") {
            break;
        }
        if marks(at, "# [ cfg ( test ) ]") {
            at = after_item(tokens, at + 7);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Where the text goes on after the item that begins here.
fn after_item(tokens: &[Token], mut at: usize) -> usize {
    let token = |at: usize| tokens.get(at).map_or("", |(_, t)| t.as_str());
    let mut depth = 0_i32;
    // Further marks first.
    while token(at) == "#" {
        loop {
            at += 1;
            match token(at) {
                "[" => depth += 1,
                "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 || at >= tokens.len() {
                break;
            }
        }
        at += 1;
    }
    let first = token(at).to_owned();
    let item = ITEMS.contains(&first.as_str());
    // `pub use`, `pub(crate) const`: what is declared says how it ends.
    let declared = (at..at + 6).map(token).find(|t| ITEMS.contains(t) && *t != "pub");
    let by_semicolon = declared.is_some_and(|word| ["use", "const", "static", "let", "type"].contains(&word));
    while at < tokens.len() {
        match token(at) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                if depth == 0 {
                    return at;
                }
                depth -= 1;
                if depth == 0 && token(at) == "}" && !by_semicolon {
                    return at + 1;
                }
            }
            ";" if depth == 0 => return at + 1,
            "," if depth == 0 && !item => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

#[test]
fn lists_in_braces_are_written_out() {
    let told: Vec<String> =
        paths("use std::{fs, time::{Duration, self}, sync::*};").into_iter().map(|(_, path)| path).collect();
    assert_eq!(told, ["use", "std::fs", "std::time::Duration", "std::time::self", "std::sync::*"]);
}

#[test]
fn what_stands_below_an_item_for_tests_is_still_read() {
    let text = "#[cfg(test)]\nmod tests;\n#[cfg(test)]\n#[allow(x)]\nuse std::{fs, net};\nfn f() { std::thread::spawn(g) }\n\
                #[cfg(test)]\nmod tests { use std::fs; fn a<A, B>() {} }\nstruct S { #[cfg(test)] a: std::fs::File, b: std::net::A }\n";
    let told: Vec<(usize, String)> =
        paths(text).into_iter().filter(|(_, path)| path.contains("std")).collect();
    assert_eq!(told, [(6, "std::thread::spawn".to_owned()), (9, "std::net::A".to_owned())]);
}

#[test]
fn comments_texts_and_characters_name_nothing() {
    let text = "// std::fs\n/* std::net\n*/ let a = \"std::fs \\\" std::net\"; let b = r#\"std::fs\"#; let c = ['\"', '\\'']; fn f<'a>() { tokio::x() }";
    let told: Vec<(usize, String)> =
        paths(text).into_iter().filter(|(_, path)| path.contains("::")).collect();
    assert_eq!(told, [(3, "tokio::x".to_owned())]);
}
