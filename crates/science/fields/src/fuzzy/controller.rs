//! Variables, rules and the two ways to a decision.

use super::Set;
use std::collections::BTreeMap;

/// What a rule's condition is made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    /// An input belongs to a set: numbers of the variable and of its set.
    Is(usize, usize),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

/// What a rule concludes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Conclusion {
    /// Do this: number of the action.
    Act(usize),
    /// An output belongs to a set: numbers of the variable and of its set.
    Is(usize, usize),
}

/// A measure with its sets.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variable {
    pub name: String,
    pub range: (f32, f32),
    pub sets: Vec<(String, Set)>,
}

/// Fuzzy rules, ready to be asked. Made from text by [`Controller::parse`].
#[derive(Clone, Debug, PartialEq)]
pub struct Controller {
    pub(super) inputs: Vec<Variable>,
    pub(super) outputs: Vec<Variable>,
    pub(super) actions: Vec<String>,
    pub(super) rules: Vec<(Condition, Conclusion)>,
}

/// Strips over which a centre of gravity is summed.
const STRIPS: u32 = 1_000;

impl Controller {
    /// The names of the inputs, in the order [`Controller::scores`] and its kin want their values.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|v| v.name.as_str())
    }

    /// The score of every action, in order of first mention. Missing inputs count as the low end of their range, values
    /// beyond it as its end.
    ///
    /// ```
    /// use wold_fields::fuzzy::Controller;
    /// let student = Controller::parse("
    ///     input slept 0 24
    ///         tired = ramp 12 0
    ///     input ate 0 24
    ///         hungry = ramp 0 24
    ///     input minutes 0 30
    ///         late = ramp 0 30
    ///     if ate is hungry and not minutes is late then eat
    ///     if slept is tired and not minutes is late then coffee
    ///     if minutes is late then class
    /// ")?;
    /// let scores = student.scores(&[5.0, 13.0, 12.0]);
    /// let rounded: Vec<_> = scores.iter().map(|(name, s)| (*name, (s * 100.0).round())).collect();
    /// assert_eq!(rounded, [("eat", 54.0), ("coffee", 58.0), ("class", 40.0)]);
    /// assert_eq!(student.decide(&[5.0, 13.0, 12.0]), Some("coffee"));
    /// # Ok::<(), wold_fields::fuzzy::FuzzyError>(())
    /// ```
    #[must_use]
    pub fn scores(&self, values: &[f32]) -> Vec<(&str, f32)> {
        let mut scores: Vec<(&str, f32)> = self.actions.iter().map(|name| (name.as_str(), 0.0)).collect();
        for (condition, conclusion) in &self.rules {
            if let Conclusion::Act(action) = conclusion {
                scores[*action].1 = scores[*action].1.max(self.degree(condition, values));
            }
        }
        scores
    }

    /// The action with the highest score, the first mentioned among equals; `None` when no rule speaks.
    #[must_use]
    pub fn decide(&self, values: &[f32]) -> Option<&str> {
        let scores = self.scores(values);
        let best = scores.iter().fold(None, |best: Option<&(&str, f32)>, this| match best {
            Some(b) if b.1 >= this.1 => Some(b),
            _ => Some(this),
        })?;
        (best.1 > 0.0).then_some(best.0)
    }

    /// The centre of gravity of an output; `None` for an unknown output or when no rule speaks about it.
    ///
    /// ```
    /// use wold_fields::fuzzy::Controller;
    /// let stove = Controller::parse("
    ///     input cold 0 10
    ///         very = ramp 0 10
    ///     output heat 0 100
    ///         low = triangle 0 25 50
    ///         high = triangle 50 75 100
    ///     if cold is very then heat is high
    ///     if not cold is very then heat is low
    /// ")?;
    /// let heat = stove.output("heat", &[5.0]).expect("a rule speaks");
    /// assert!((heat - 50.0).abs() < 1e-3);
    /// # Ok::<(), wold_fields::fuzzy::FuzzyError>(())
    /// ```
    #[must_use]
    pub fn output(&self, name: &str, values: &[f32]) -> Option<f32> {
        let number = self.outputs.iter().position(|v| v.name == name)?;
        let output = &self.outputs[number];
        let mut heights: BTreeMap<usize, f32> = BTreeMap::new();
        for (condition, conclusion) in &self.rules {
            if let Conclusion::Is(variable, set) = conclusion
                && *variable == number
            {
                let height = heights.entry(*set).or_insert(0.0);
                *height = height.max(self.degree(condition, values));
            }
        }
        let (lo, hi) = (f64::from(output.range.0), f64::from(output.range.1));
        let (mut area, mut moment) = (0.0, 0.0);
        for strip in 0..STRIPS {
            let x = lo + (hi - lo) * (f64::from(strip) + 0.5) / f64::from(STRIPS);
            let height = heights
                .iter()
                .map(|(set, cut)| output.sets[*set].1.degree(x as f32).min(*cut))
                .fold(0.0, f32::max);
            area += f64::from(height);
            moment += f64::from(height) * x;
        }
        (area > 0.0).then(|| (moment / area) as f32)
    }

    fn degree(&self, condition: &Condition, values: &[f32]) -> f32 {
        match condition {
            Condition::Is(variable, set) => {
                let input = &self.inputs[*variable];
                let value = values.get(*variable).copied().filter(|v| !v.is_nan()).unwrap_or(input.range.0);
                input.sets[*set].1.degree(value.clamp(input.range.0, input.range.1))
            }
            Condition::Not(inner) => 1.0 - self.degree(inner, values),
            Condition::And(a, b) => self.degree(a, values).min(self.degree(b, values)),
            Condition::Or(a, b) => self.degree(a, values).max(self.degree(b, values)),
        }
    }
}
