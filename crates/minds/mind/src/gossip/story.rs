//! What a file of a story holds.

use super::action::Action;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub model: Option<u8>,
    #[serde(default)]
    pub seed: u64,
    #[serde(default)]
    pub action: Vec<Action>,
    pub being: Vec<Spanned<Being>>,
    pub step: Vec<Spanned<Step>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Being {
    pub name: String,
    #[serde(default)]
    pub class: String,
    #[serde(default)]
    pub trade: String,
    pub intelligence: Option<f64>,
    pub memory: Option<f64>,
    pub honesty: Option<f64>,
    pub trust: Option<f64>,
    #[serde(default)]
    pub prejudice: BTreeMap<String, f64>,
    #[serde(default)]
    pub respect: BTreeMap<String, f64>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(super) enum Step {
    Deed(Deed),
    Tell(Tell),
    Claim(Claim),
    Find(Visit),
    Miss(Visit),
    Wait(f64),
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deed {
    pub subject: String,
    pub action: String,
    pub object: Option<String>,
    #[serde(default)]
    pub seen_by: Vec<String>,
    pub at: Option<[i32; 2]>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tell {
    pub from: String,
    pub to: String,
    pub about: Option<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    pub from: String,
    pub to: String,
    pub subject: String,
    pub action: String,
    pub object: Option<String>,
    pub at: Option<[i32; 2]>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Visit {
    pub who: String,
    pub action: String,
    pub thing: Option<String>,
    pub at: [i32; 2],
}

impl Visit {
    pub fn thing(&self) -> &str {
        self.thing.as_deref().unwrap_or(&self.action)
    }
}
