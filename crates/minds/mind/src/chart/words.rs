//! The small language of guards and actions.
//!
//! Expressions are numbers, variables, senses, event arguments (`arg0`, `arg1`), `in(state)`, `+ - * / %`, comparisons, `and`, `or`,
//! `not`, parentheses; false is 0, true is 1 and anything else. Actions, separated by `;`, are `variable = expression` (also `+=`,
//! `-=`), `send event(expression, …)`, or anything else, `name(expression, …)`, which is for the environment to do.

/// A parsed expression. Names are resolved when the chart is put together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Number(f64),
    Variable(usize),
    Sense(String),
    Argument(usize),
    /// Whether a state is current; a state's number once resolved.
    In(String, usize),
    Unary(char, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

/// A parsed action.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    Set(usize, Expr),
    Send(String, Vec<Expr>),
    Act(String, Vec<Expr>),
}

/// What names mean.
pub(crate) struct Scope<'a> {
    pub variables: &'a [String],
    pub senses: &'a [String],
}

/// Deepest nesting of an expression.
const DEEPEST: usize = 40;

struct Reader<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    depth: usize,
    scope: &'a Scope<'a>,
}

fn tokens(text: &str) -> Result<Vec<&str>, String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_alphabetic() || first == '_' {
            rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len())
        } else if first.is_ascii_digit() {
            rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len())
        } else if ["<=", ">=", "==", "!=", "+=", "-="].iter().any(|two| rest.starts_with(two)) {
            2
        } else if "+-*/%<>(),=".contains(first) {
            1
        } else {
            return Err(format!("{first:?} means nothing here"));
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, scope: &'a Scope<'a>) -> Result<Self, String> {
        Ok(Self { tokens: tokens(text)?, at: 0, depth: 0, scope })
    }

    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn takes(&mut self, token: &str) -> bool {
        let takes = self.peek() == token;
        self.at += usize::from(takes);
        takes
    }

    fn must(&mut self, token: &str) -> Result<(), String> {
        if self.takes(token) { Ok(()) } else { Err(format!("expected {token:?}, found {:?}", self.peek())) }
    }

    /// Operators by rising strength.
    const LEVELS: [&'static [&'static str]; 5] =
        [&["or"], &["and"], &["<=", ">=", "==", "!=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

    fn level(&mut self, level: usize) -> Result<Expr, String> {
        let Some(operators) = Self::LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some(operator) = operators.iter().find(|&&o| o == self.peek()) {
            self.at += 1;
            left = Expr::Binary(operator, Box::new(left), Box::new(self.level(level + 1)?));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("expressions nest deeper than {DEEPEST}"));
        }
        let made = match self.next() {
            "not" => Expr::Unary('!', Box::new(self.unary()?)),
            "-" => Expr::Unary('-', Box::new(self.unary()?)),
            "(" => {
                let inner = self.level(0)?;
                self.must(")")?;
                inner
            }
            "" => return Err("the expression ends too soon".into()),
            "in" => {
                self.must("(")?;
                // States of machines have a slash in their names.
                let mut name = String::new();
                while !matches!(self.peek(), ")" | "") {
                    name += self.next();
                }
                self.must(")")?;
                Expr::In(name, usize::MAX)
            }
            token if token.starts_with(|c: char| c.is_ascii_digit()) => {
                Expr::Number(token.parse().map_err(|_| format!("{token:?} is not a number"))?)
            }
            token => self.name(token)?,
        };
        self.depth -= 1;
        Ok(made)
    }

    fn name(&self, token: &str) -> Result<Expr, String> {
        if let Some(at) = self.scope.variables.iter().position(|name| name == token) {
            return Ok(Expr::Variable(at));
        }
        if self.scope.senses.iter().any(|name| name == token) {
            return Ok(Expr::Sense(token.to_owned()));
        }
        match token {
            "true" => Ok(Expr::Number(1.0)),
            "false" => Ok(Expr::Number(0.0)),
            "arg0" => Ok(Expr::Argument(0)),
            "arg1" => Ok(Expr::Argument(1)),
            _ => Err(format!("{token:?} is neither a variable nor a sense")),
        }
    }

    fn arguments(&mut self) -> Result<Vec<Expr>, String> {
        let mut arguments = Vec::new();
        if self.takes("(") && !self.takes(")") {
            loop {
                arguments.push(self.level(0)?);
                if self.takes(")") {
                    break;
                }
                self.must(",")?;
            }
        }
        Ok(arguments)
    }

    fn end<T>(&self, made: T) -> Result<T, String> {
        if self.at >= self.tokens.len() { Ok(made) } else { Err(format!("{:?} is left over", self.peek())) }
    }
}

pub(crate) fn expression(text: &str, scope: &Scope) -> Result<Expr, String> {
    let mut reader = Reader::new(text, scope)?;
    let made = reader.level(0)?;
    reader.end(made)
}

pub(crate) fn statements(text: &str, scope: &Scope) -> Result<Vec<Statement>, String> {
    text.split(';').filter(|part| !part.trim().is_empty()).map(|part| statement(part, scope)).collect()
}

fn statement(text: &str, scope: &Scope) -> Result<Statement, String> {
    let mut reader = Reader::new(text, scope)?;
    let first = reader.next();
    let made = match reader.peek() {
        operator @ ("=" | "+=" | "-=") => {
            reader.at += 1;
            let Some(variable) = scope.variables.iter().position(|name| name == first) else {
                return Err(format!("{first:?} is not a variable"));
            };
            let value = reader.level(0)?;
            let old = Box::new(Expr::Variable(variable));
            Statement::Set(
                variable,
                match operator {
                    "+=" => Expr::Binary("+", old, Box::new(value)),
                    "-=" => Expr::Binary("-", old, Box::new(value)),
                    _ => value,
                },
            )
        }
        _ if first == "send" => {
            let event = reader.next().to_owned();
            Statement::Send(event, reader.arguments()?)
        }
        _ if first.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            Statement::Act(first.to_owned(), reader.arguments()?)
        }
        _ => return Err(format!("{:?} is not an action", text.trim())),
    };
    reader.end(made)
}

/// What an expression is evaluated with.
pub(crate) struct Values<'a> {
    pub variables: &'a [f64],
    pub arguments: &'a [f64],
    pub sense: &'a dyn Fn(&str) -> f64,
    pub is_current: &'a dyn Fn(usize) -> bool,
}

impl Expr {
    pub(crate) fn value(&self, with: &Values) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Variable(at) => with.variables[*at],
            Self::Sense(name) => (with.sense)(name),
            Self::Argument(at) => with.arguments.get(*at).copied().unwrap_or(0.0),
            Self::In(_, state) => f64::from(u8::from((with.is_current)(*state))),
            Self::Unary('!', inner) => f64::from(u8::from(inner.value(with) == 0.0)),
            Self::Unary(_, inner) => -inner.value(with),
            Self::Binary(operator, a, b) => {
                let (a, b) = (a.value(with), b.value(with));
                let truth = |t: bool| f64::from(u8::from(t));
                match *operator {
                    "or" => truth(a != 0.0 || b != 0.0),
                    "and" => truth(a != 0.0 && b != 0.0),
                    "<=" => truth(a <= b),
                    ">=" => truth(a >= b),
                    "==" => truth(a == b),
                    "!=" => truth(a != b),
                    "<" => truth(a < b),
                    ">" => truth(a > b),
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "/" => a / b,
                    _ => a.rem_euclid(b),
                }
            }
        }
    }

    /// Visits every `in(…)`.
    pub(crate) fn each_in(
        &mut self,
        visit: &mut impl FnMut(&str, &mut usize) -> Result<(), String>,
    ) -> Result<(), String> {
        match self {
            Self::In(name, state) => visit(name, state),
            Self::Unary(_, inner) => inner.each_in(visit),
            Self::Binary(_, a, b) => {
                a.each_in(visit)?;
                b.each_in(visit)
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<f64, String> {
        let (variables, senses) = (["x".to_owned()], ["fog".to_owned()]);
        let made = expression(text, &Scope { variables: &variables, senses: &senses })?;
        let with = Values { variables: &[3.0], arguments: &[9.0], sense: &|_| 0.5, is_current: &|_| false };
        Ok(made.value(&with))
    }

    #[test]
    fn expressions_bind_as_in_school() {
        assert_eq!(value("1 + 2 * x"), Ok(7.0));
        assert_eq!(value("(1 + 2) * x % 4"), Ok(1.0));
        assert_eq!(value("not x > 4 and fog == 0.5"), Ok(0.0));
        assert_eq!(value("not (x > 4) and fog == 0.5 or false"), Ok(1.0));
        assert_eq!(value("-x + arg0"), Ok(6.0));
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (text, words) in [
            ("y", "neither a variable nor a sense"),
            ("1 +", "too soon"),
            ("1 1", "left over"),
            ("x $ 2", "means nothing"),
            (&"(".repeat(100), "nest deeper"),
        ] {
            assert!(value(text).expect_err(text).contains(words), "{text}");
        }
    }
}
