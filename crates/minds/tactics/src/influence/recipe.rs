//! Recipes: working maps as text.
//!
//! `normalise(enemy_threat * ally_threat) - 0.5 * (ally_prox - own_prox)`, with `+`, `-`, `*`, parentheses, numbers, and the functions `inverse` and
//! `normalise`. The maps: `enemy_prox`, `enemy_threat`, `ally_prox`, `ally_threat` (one's own side, oneself included), `own_prox`, `own_threat` (what
//! oneself was stamped with), and `interest`, which is 1 where one stands, falls off, and masks what is too far.

use super::working::WorkingMap;

/// A map a recipe can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Where enemies may soon be.
    EnemyProximity,
    /// What enemies can hit.
    EnemyThreat,
    /// Where one's own side may soon be.
    AllyProximity,
    /// What one's own side can hit.
    AllyThreat,
    /// One's own part of it.
    OwnProximity,
    /// One's own part of it.
    OwnThreat,
    /// How near, and whether it matters at all.
    Interest,
}

const SOURCES: [(&str, Source); 7] = [
    ("enemy_prox", Source::EnemyProximity),
    ("enemy_threat", Source::EnemyThreat),
    ("ally_prox", Source::AllyProximity),
    ("ally_threat", Source::AllyThreat),
    ("own_prox", Source::OwnProximity),
    ("own_threat", Source::OwnThreat),
    ("interest", Source::Interest),
];

/// What is wrong with a recipe, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {at}: {reason}")]
pub struct RecipeError {
    /// Counted from 1.
    pub at: usize,
    /// What is wrong.
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Number(f32),
    Map(Source),
    Plus(Box<Expr>, Box<Expr>),
    Times(Box<Expr>, Box<Expr>),
    Inverse(Box<Expr>),
    Normalise(Box<Expr>),
}

/// How layers make a working map.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe(Expr);

/// A longer recipe is no recipe; it also bounds how deep parentheses nest.
const LONGEST: usize = 1000;

impl Recipe {
    /// Reads a recipe.
    ///
    /// ```
    /// use wold_tactics::influence::Recipe;
    /// assert!(Recipe::parse("inverse(enemy_threat) * interest").is_ok());
    /// assert_eq!(Recipe::parse("enemy_prox * moon").unwrap_err().at, 14);
    /// ```
    pub fn parse(text: &str) -> Result<Self, RecipeError> {
        if text.len() > LONGEST {
            return Err(RecipeError { at: LONGEST, reason: format!("longer than {LONGEST} characters") });
        }
        let mut parser = Parser { text, at: 0 };
        let expr = parser.sum()?;
        match parser.peek() {
            None => Ok(Self(expr)),
            Some(other) => parser.wrong(format!("{other:?} is not expected here")),
        }
    }

    /// Makes the map from others.
    pub(super) fn cook(&self, map: &impl Fn(Source) -> WorkingMap) -> WorkingMap {
        fn cook(expr: &Expr, map: &impl Fn(Source) -> WorkingMap) -> WorkingMap {
            match expr {
                Expr::Number(number) => {
                    // A level map; the layers end at the rim of the level, and so does this.
                    let rim = map(Source::EnemyProximity);
                    rim.scale(0.0).plus_number(*number)
                }
                Expr::Map(source) => map(*source),
                Expr::Plus(a, b) => cook(a, map).plus(&cook(b, map)),
                Expr::Times(a, b) => match (&**a, &**b) {
                    (Expr::Number(by), other) | (other, Expr::Number(by)) => cook(other, map).scale(*by),
                    (a, b) => cook(a, map).times(&cook(b, map)),
                },
                Expr::Inverse(of) => cook(of, map).inverse(),
                Expr::Normalise(of) => cook(of, map).normalise(),
            }
        }
        cook(&self.0, map)
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn wrong<T>(&self, reason: impl Into<String>) -> Result<T, RecipeError> {
        let at = self.text[..self.at].chars().count() + 1;
        Err(RecipeError { at, reason: reason.into() })
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn sum(&mut self) -> Result<Expr, RecipeError> {
        let mut sum = self.product()?;
        loop {
            if self.eat('+') {
                sum = Expr::Plus(Box::new(sum), Box::new(self.product()?));
            } else if self.eat('-') {
                sum = Expr::Plus(Box::new(sum), Box::new(negative(self.product()?)));
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self) -> Result<Expr, RecipeError> {
        let mut product = self.factor()?;
        while self.eat('*') {
            product = Expr::Times(Box::new(product), Box::new(self.factor()?));
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Expr, RecipeError> {
        if self.eat('-') {
            return Ok(negative(self.factor()?));
        }
        if self.eat('(') {
            return self.closed();
        }
        self.peek();
        let rest = &self.text[self.at..];
        let word = &rest
            [..rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len())];
        if word.is_empty() {
            return self.wrong("a map, a number or a parenthesis is missing");
        }
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return match word.parse::<f32>() {
                Ok(number) if number.is_finite() => {
                    self.at += word.len();
                    Ok(Expr::Number(number))
                }
                _ => self.wrong(format!("{word:?} is no number")),
            };
        }
        if let Some((_, source)) = SOURCES.iter().find(|(name, _)| *name == word) {
            self.at += word.len();
            return Ok(Expr::Map(*source));
        }
        let make: fn(Box<Expr>) -> Expr = match word {
            "inverse" => Expr::Inverse,
            "normalise" | "normalize" => Expr::Normalise,
            _ => {
                let known = SOURCES.map(|(name, _)| name).join(", ");
                return self.wrong(format!("unknown map {word:?}; known are {known}"));
            }
        };
        self.at += word.len();
        if !self.eat('(') {
            return self.wrong(format!("{word} needs a parenthesis"));
        }
        Ok(make(Box::new(self.closed()?)))
    }

    fn closed(&mut self) -> Result<Expr, RecipeError> {
        let inner = self.sum()?;
        if self.eat(')') { Ok(inner) } else { self.wrong("a closing parenthesis is missing") }
    }
}

fn negative(expr: Expr) -> Expr {
    match expr {
        Expr::Number(number) => Expr::Number(-number),
        other => Expr::Times(Box::new(Expr::Number(-1.0)), Box::new(other)),
    }
}
