//! A decision tree as text, in the form that C4.5 and its kin print: which heuristics to trust on the way to a place.
//!
//! ```text
//! neighbours <= 1: 7
//! neighbours > 1
//! |   distance <= 0.1: 4
//! |   distance > 0.1: 1
//! ```
//!
//! Each test is `feature <= number` followed by its `feature > number`, one `|` deeper for what follows; a leaf is a class 0 to 7 (see [`super::Movement`]).
//! Text from `#` on is remark. The crate's own tree was written by hand after the published frequencies of the classes: the log from which the
//! literature's was learned is not public. Whoever has moves of players learns a tree from them and gives it as a file.

/// What is known about a way from a place to a neighbour.
pub const FEATURES: [&str; 5] = ["neighbours", "size", "distance", "larger", "nearer"];

/// The values of the [`FEATURES`], in their order: how many neighbours the place has, the neighbour's size, its distance as a share of the map's
/// diagonal, and what shares of the other neighbours are larger and nearer.
pub type Seen = [f64; FEATURES.len()];

/// A tree of tests.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// A class: which heuristics are right.
    Leaf(usize),
    /// A test.
    Test {
        /// Which feature.
        feature: usize,
        /// Up to this one way, above it the other.
        threshold: f64,
        /// The tree for each.
        ways: Box<[Tree; 2]>,
    },
}

/// What is wrong with a tree's text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TreeError {
    /// The line.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// The deepest tree that is read.
const DEEPEST: usize = 64;

impl Default for Tree {
    fn default() -> Self {
        Self::parse(include_str!("../../data/chooser.tree"))
            .expect("a test reads the file that is compiled in")
    }
}

/// A line that says something: its number, depth, feature, whether it is the `<=` half, threshold and class.
struct Half {
    line: usize,
    depth: usize,
    feature: usize,
    below: bool,
    threshold: f64,
    class: Option<usize>,
}

impl Tree {
    /// Reads a tree.
    ///
    /// # Errors
    /// Names the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let mut halves = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let said = line.split('#').next().unwrap_or_default().trim_end();
            if !said.is_empty() {
                halves.push(half(said, index + 1)?);
            }
        }
        let mut rest = halves.as_slice();
        let tree = subtree(&mut rest, 0, text.lines().count().max(1))?;
        match rest.first() {
            None => Ok(tree),
            Some(half) => Err(TreeError { line: half.line, what: "follows after the tree has ended".into() }),
        }
    }

    /// The class of a way.
    #[must_use]
    pub fn class(&self, seen: &Seen) -> usize {
        match self {
            Self::Leaf(class) => *class,
            Self::Test { feature, threshold, ways } => {
                ways[usize::from(seen[*feature] > *threshold)].class(seen)
            }
        }
    }
}

fn half(said: &str, line: usize) -> Result<Half, TreeError> {
    let wrong = |what: String| TreeError { line, what };
    let mut depth = 0;
    let mut rest = said.trim_start();
    while let Some(deeper) = rest.strip_prefix('|') {
        (depth, rest) = (depth + 1, deeper.trim_start());
    }
    if depth > DEEPEST {
        return Err(wrong(format!("deeper than {DEEPEST}")));
    }
    let (test, class) = match rest.split_once(':') {
        Some((test, class)) => (test, Some(class.trim())),
        None => (rest, None),
    };
    let words: Vec<&str> = test.split_whitespace().collect();
    let [name, sign, number] = words[..] else {
        return Err(wrong(format!("{test:?} is no test like \"distance <= 0.1\"")));
    };
    let feature = FEATURES
        .iter()
        .position(|feature| *feature == name)
        .ok_or_else(|| wrong(format!("there is no feature {name:?}; there are {}", FEATURES.join(", "))))?;
    let below = match sign {
        "<=" => true,
        ">" => false,
        _ => return Err(wrong(format!("{sign:?} is neither <= nor >"))),
    };
    let threshold = number.parse().ok().filter(|n: &f64| n.is_finite());
    let threshold = threshold.ok_or_else(|| wrong(format!("{number:?} is no number")))?;
    let class = class
        .map(|class| {
            let number =
                class.split_whitespace().next().and_then(|c| c.parse().ok()).filter(|c: &usize| *c < 8);
            number.ok_or_else(|| wrong(format!("a class is 0 to 7, not {class:?}")))
        })
        .transpose()?;
    Ok(Half { line, depth, feature, below, threshold, class })
}

/// Takes one test with both its halves and all below them.
fn subtree<'a>(halves: &mut &'a [Half], depth: usize, last_line: usize) -> Result<Tree, TreeError> {
    let mut take = |below: bool, of: Option<(usize, f64)>| {
        let left: &'a [Half] = halves;
        let Some((half, rest)) = left.split_first() else {
            return Err(TreeError {
                line: last_line,
                what: "the tree ends here, but a half is missing".into(),
            });
        };
        let fits = half.depth == depth
            && half.below == below
            && of.is_none_or(|(feature, threshold)| (half.feature, half.threshold) == (feature, threshold));
        if !fits {
            let wanted = match of {
                None => "a test with <=".to_owned(),
                Some((feature, threshold)) => format!("{} > {threshold}", FEATURES[feature]),
            };
            return Err(TreeError { line: half.line, what: format!("here belongs {wanted}, {depth} deep") });
        }
        *halves = rest;
        let tree = match half.class {
            Some(class) => Tree::Leaf(class),
            None => subtree(halves, depth + 1, last_line)?,
        };
        Ok((half.feature, half.threshold, tree))
    };
    let (feature, threshold, low) = take(true, None)?;
    let (.., high) = take(false, Some((feature, threshold)))?;
    Ok(Tree::Test { feature, threshold, ways: Box::new([low, high]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_as_c4_5_prints_it() {
        let text = "neighbours <= 1: 7 (940.0/12.0)\nneighbours > 1\n|   distance <= 0.1: 4  # near\n|   distance > 0.1: 1\n";
        let tree = Tree::parse(text).expect("well formed");
        assert_eq!(tree.class(&[1.0, 0.0, 0.5, 0.0, 0.0]), 7);
        assert_eq!(tree.class(&[2.0, 0.0, 0.1, 0.0, 0.0]), 4);
        assert_eq!(tree.class(&[2.0, 0.0, 0.2, 0.0, 0.0]), 1);
        let _ = Tree::default();
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let broken = |text: &str| Tree::parse(text).expect_err(text).to_string();
        assert_eq!(broken("size <= 2: 1\n"), "line 1: the tree ends here, but a half is missing");
        assert_eq!(broken("size <= 2: 1\nsize > 3: 1\n"), "line 2: here belongs size > 2, 0 deep");
        assert_eq!(broken("size <= 2: 9\n"), "line 1: a class is 0 to 7, not \"9\"");
        assert!(broken("\nheight <= 2: 1\n").starts_with("line 2: there is no feature \"height\""));
        assert_eq!(broken("size <= nan: 1\n"), "line 1: \"nan\" is no number");
        assert!(broken("size is big: 1\n").starts_with("line 1: \"is\" is neither"));
        assert!(broken("size <= 2: 1\nsize > 2: 1\nsize > 2: 1\n").starts_with("line 3: "));
        assert!(broken("").starts_with("line 1: "));
    }
}
