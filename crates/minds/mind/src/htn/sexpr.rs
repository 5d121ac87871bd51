//! Lists in brackets, with the line of each.
//!
//! What both languages are written in: words, texts in double quotes, and lists of those. A comment runs from `;` or `//` to the end of its
//! line. A name in square brackets, `[Soldier:TimV]`, is one word. Nesting and number are bounded, so that no text can exhaust stack or memory.

use super::error::HtnError;

/// Lists within lists.
const MOST_DEPTH: usize = 100;
/// Words and lists of a text.
const MOST_NODES: usize = 4_000_000;

/// A word, a text or a list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node<'a> {
    pub line: usize,
    pub form: Form<'a>,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Form<'a> {
    Word(&'a str),
    Text(&'a str),
    List(Vec<Node<'a>>),
}

impl<'a> Node<'a> {
    /// The word it is.
    pub fn word(&self) -> Option<&'a str> {
        if let Form::Word(word) = self.form { Some(word) } else { None }
    }

    /// The list it is.
    pub fn list(&self) -> Option<&[Self]> {
        if let Form::List(list) = &self.form { Some(list) } else { None }
    }

    /// The word it must be.
    pub fn must_word(&self, what: &str) -> Result<&'a str, HtnError> {
        self.word()
            .ok_or_else(|| HtnError::syntax(self.line, format!("expected {what}, found {}", self.brief())))
    }

    /// The list it must be.
    pub fn must_list(&self, what: &str) -> Result<&[Self], HtnError> {
        self.list()
            .ok_or_else(|| HtnError::syntax(self.line, format!("expected {what}, found {}", self.brief())))
    }

    /// The word a list begins with.
    pub fn head(&self) -> Option<&'a str> {
        self.list()?.first()?.word()
    }

    /// A few words for messages.
    pub fn brief(&self) -> String {
        match &self.form {
            Form::Word(word) => format!("{:?}", shortened(word)),
            Form::Text(text) => format!("the text {:?}", shortened(text)),
            Form::List(list) => match list.first().and_then(Node::word) {
                Some(head) => format!("a list that begins with {:?}", shortened(head)),
                None if list.is_empty() => "an empty list".to_owned(),
                None => "a list".to_owned(),
            },
        }
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The lists of a text.
pub(crate) fn read(text: &str) -> Result<Vec<Node<'_>>, HtnError> {
    let bytes = text.as_bytes();
    let (mut at, mut line, mut count) = (0, 1, 0);
    let mut open: Vec<(usize, Vec<Node<'_>>)> = vec![(1, Vec::new())];
    while at < bytes.len() {
        let byte = bytes[at];
        let comments = byte == b';' || bytes[at..].starts_with(b"//");
        if byte == b'\n' {
            line += 1;
            at += 1;
            continue;
        } else if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        } else if comments {
            at += bytes[at..].iter().position(|&b| b == b'\n').unwrap_or(bytes.len() - at);
            continue;
        }
        count += 1;
        if count > MOST_NODES {
            return Err(HtnError::TooMany { line, what: "words and lists", most: MOST_NODES });
        }
        let form = match byte {
            b'(' => {
                if open.len() > MOST_DEPTH {
                    return Err(HtnError::TooMany {
                        line,
                        what: "lists within each other",
                        most: MOST_DEPTH,
                    });
                }
                open.push((line, Vec::new()));
                at += 1;
                continue;
            }
            b')' => {
                at += 1;
                let (began, list) = open.pop().expect("the outermost list is never taken");
                let Some((_, parent)) = open.last_mut() else {
                    return Err(HtnError::syntax(line, "a bracket is closed that was not opened"));
                };
                parent.push(Node { line: began, form: Form::List(list) });
                continue;
            }
            b'"' => {
                let inner = &text[at + 1..];
                let Some(end) = inner.find(['"', '\n']).filter(|&end| inner.as_bytes()[end] == b'"') else {
                    return Err(HtnError::syntax(line, "a text has no closing quote on its line"));
                };
                at += end + 2;
                Form::Text(&inner[..end])
            }
            b'[' => {
                let inner = &text[at..];
                let Some(end) = inner.find([']', '\n']).filter(|&end| inner.as_bytes()[end] == b']') else {
                    return Err(HtnError::syntax(line, "a name in square brackets has no end on its line"));
                };
                at += end + 1;
                Form::Word(&inner[..=end])
            }
            _ => {
                let rest = &text[at..];
                let end = rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';'))
                    .unwrap_or(rest.len());
                // A character beyond ASCII that counts as white space ends a word of no length.
                let end = if end == 0 { rest.chars().next().map_or(1, char::len_utf8) } else { end };
                at += end;
                Form::Word(&rest[..end])
            }
        };
        open.last_mut().expect("the outermost list is never taken").1.push(Node { line, form });
    }
    match open.pop() {
        Some((began, _)) if !open.is_empty() => {
            Err(HtnError::syntax(began, "the bracket opened here is never closed"))
        }
        Some((_, list)) => Ok(list),
        None => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_texts_and_lists_are_read_with_their_lines() {
        let read = read("; a comment\n(a ?b // more\n \"two words\" [Soldier:TimV])\n()").unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].line, read[1].line), (2, 4));
        let list = read[0].list().unwrap();
        assert_eq!(list[1].word(), Some("?b"));
        assert_eq!(list[2], Node { line: 3, form: Form::Text("two words") });
        assert_eq!(list[3].word(), Some("[Soldier:TimV]"));
    }

    #[test]
    fn brackets_that_do_not_match_are_refused_with_their_line() {
        assert_eq!(read("\n(a\n(b)\n").unwrap_err().line(), 2);
        assert_eq!(read("(a)\n)").unwrap_err().line(), 2);
        assert_eq!(read("(a \"b\nc\")").unwrap_err().line(), 1);
        assert!(read(&"(".repeat(1_000_000)).unwrap_err().to_string().contains("within each other"));
    }
}
