//! Stories of tellings from a file, played step by step with the reason of every change.
//!
//! ```toml
//! [[being]]
//! name = "Asa"
//! class = "human"                # and trade, intelligence, memory, honesty, trust
//! prejudice = { orc = 0.2 }      # first respect for a class or trade
//! respect = { Bo = 0.9 }         # for somebody known already
//!
//! [[step]]
//! deed = { subject = "Asa", action = "give", object = "Bo", seen_by = ["Cy"] }
//! [[step]]
//! tell = { from = "Cy", to = "Bo" }                         # about = "Asa" chooses the topic
//! [[step]]
//! claim = { from = "Cy", to = "Bo", subject = "Asa", action = "kill", object = "Dee" }
//! [[step]]
//! find = { who = "Bo", action = "water", at = [40, 7] }     # or miss = …: what was told is not there
//! [[step]]
//! wait = 5                                                  # hours
//! ```
//! `model = 1` to `3`, `seed = N` and an own `[[action]]` table may stand on top.

use super::action::{ActionId, Actions};
use super::hearing::Verdict;
use super::memory::{Memory, Temper};
use super::respect::Model;
use super::rumour::{BeingId, Change, ClassId, Kind, Matter, Place, Tale, sentence};
use super::story::{Being, File, Step};
use super::telling::{Topic, pass_on, tell};
use std::collections::BTreeMap;
use wold_chance::{Seed, Stream};

/// What is wrong with a scenario, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ScenarioError(String);

/// What happened in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Happening {
    /// The step, from 1.
    pub step: usize,
    /// What happened and why, in a sentence.
    pub text: String,
    /// Who spoke to whom, if somebody did, and whether it was taken in.
    pub spoken: Option<(String, String, bool)>,
    /// Changes of respect: who, for whom, by how much, and to what.
    pub changes: Vec<(String, String, f64, f64)>,
}

/// A story ready to be played.
pub struct Scenario {
    actions: Actions,
    minds: Vec<Memory>,
    names: BTreeMap<BeingId, String>,
    steps: Vec<(usize, Step)>,
    stream: Stream,
    now: f64,
}

/// The most beings and steps of a file.
const MOST: usize = 10_000;
/// Hours of a day.
const DAY: f64 = 24.0;

impl Scenario {
    /// Reads a story.
    ///
    /// # Errors
    /// Names the line and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, ScenarioError> {
        let file: File = toml::from_str(text).map_err(|e| ScenarioError(crate::place_of(text, &e)))?;
        if file.being.len().max(file.step.len()) > MOST {
            return Err(ScenarioError(format!("more than {MOST} beings or steps")));
        }
        let actions =
            if file.action.is_empty() { Ok(Actions::published()) } else { Actions::new(file.action) }
                .map_err(|e| ScenarioError(e.to_string()))?;
        let model = match file.model {
            None => Model::default(),
            Some(number) => Model::numbered(number)
                .ok_or_else(|| ScenarioError(format!("there is no respect model {number}: 1 to 3")))?,
        };
        let mut made = Self {
            actions,
            minds: Vec::new(),
            names: BTreeMap::new(),
            steps: Vec::new(),
            stream: Stream::named(Seed(file.seed), "gossip", &[]),
            now: 0.0,
        };
        let mut classes = BTreeMap::new();
        for being in &file.being {
            let line = crate::line_at(text, being.span().start);
            made.add(being.get_ref(), model, &mut classes)
                .map_err(|reason| ScenarioError(format!("line {line}: {reason}")))?;
        }
        for being in &file.being {
            let line = crate::line_at(text, being.span().start);
            for (whom, respect) in &being.get_ref().respect {
                let set = made.mind(&being.get_ref().name).and_then(|mind| {
                    let whom = made.being(whom)?;
                    made.minds[mind].set_respect(whom, trait_value("respect", *respect)?);
                    Ok(())
                });
                set.map_err(|reason| ScenarioError(format!("line {line}: {reason}")))?;
            }
        }
        for step in file.step {
            let line = crate::line_at(text, step.span().start);
            made.check(step.get_ref()).map_err(|reason| ScenarioError(format!("line {line}: {reason}")))?;
            made.steps.push((line, step.into_inner()));
        }
        Ok(made)
    }

    fn add(
        &mut self,
        being: &Being,
        model: Model,
        classes: &mut BTreeMap<String, ClassId>,
    ) -> Result<(), String> {
        let mut class = |name: &str| {
            if name.is_empty() {
                return ClassId(0);
            }
            let next = ClassId(classes.len() as u16 + 1);
            *classes.entry(name.to_owned()).or_insert(next)
        };
        let kind = Kind { class: class(&being.class), trade: class(&being.trade) };
        let plain = Temper::default();
        let temper = Temper {
            intelligence: trait_value("intelligence", being.intelligence.unwrap_or(plain.intelligence))?,
            memory: trait_value("memory", being.memory.unwrap_or(plain.memory))?,
            honesty: trait_value("honesty", being.honesty.unwrap_or(plain.honesty))?,
            trust: trait_value("trust", being.trust.unwrap_or(plain.trust))?,
            prejudices: being
                .prejudice
                .iter()
                .map(|(of, respect)| Ok((class(of), trait_value("prejudice", *respect)?)))
                .collect::<Result<_, String>>()?,
            model,
        };
        let id = BeingId::named(&being.name);
        if being.name.is_empty() || self.names.insert(id, being.name.clone()).is_some() {
            return Err(format!("{:?} is no name or there twice", being.name));
        }
        let mut mind = Memory::new(id, temper);
        mind.meet(id, kind);
        self.minds.push(mind);
        Ok(())
    }

    fn mind(&self, name: &str) -> Result<usize, String> {
        let id = BeingId::named(name);
        self.minds
            .iter()
            .position(|mind| mind.own() == id)
            .ok_or_else(|| format!("there is nobody called {name:?}"))
    }

    fn being(&self, name: &str) -> Result<BeingId, String> {
        self.mind(name).map(|_| BeingId::named(name))
    }

    fn action(&self, name: &str) -> Result<ActionId, String> {
        self.actions.named(name).map_err(|e| e.to_string())
    }

    fn matter(
        &mut self,
        subject: &str,
        action: &str,
        object: Option<&str>,
        at: Option<[i32; 2]>,
    ) -> Result<Matter, String> {
        let id = self.action(action)?;
        if self.actions.row(id).is_place {
            let [x, y] = at.ok_or_else(|| format!("{action} needs a place, at = [x, y]"))?;
            let thing = BeingId::named(subject);
            self.names.entry(thing).or_insert_with(|| subject.to_owned());
            return Ok(Matter::sighting(thing, id, Place { x, y }));
        }
        let object = object.map(|name| self.being(name)).transpose()?;
        Ok(Matter::deed(self.being(subject)?, id, object, (self.now / DAY) as u32 + 1))
    }

    /// Whether everything a step names exists.
    fn check(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Deed(deed) => {
                self.matter(&deed.subject, &deed.action, deed.object.as_deref(), deed.at)?;
                deed.seen_by.iter().try_for_each(|name| self.mind(name).map(drop))
            }
            Step::Tell(tell) => {
                let (from, to) = (self.mind(&tell.from)?, self.mind(&tell.to)?);
                if from == to {
                    return Err(format!("{:?} cannot talk to itself", tell.from));
                }
                tell.about.iter().try_for_each(|about| self.topic(about).map(drop))
            }
            Step::Claim(claim) => {
                if self.mind(&claim.from)? == self.mind(&claim.to)? {
                    return Err(format!("{:?} cannot talk to itself", claim.from));
                }
                self.matter(&claim.subject, &claim.action, claim.object.as_deref(), claim.at).map(drop)
            }
            Step::Find(visit) | Step::Miss(visit) => {
                self.mind(&visit.who)?;
                self.matter(visit.thing(), &visit.action, None, Some(visit.at)).map(drop)
            }
            Step::Wait(hours) if *hours >= 0.0 && hours.is_finite() => Ok(()),
            Step::Wait(hours) => Err(format!("nobody can wait {hours} hours")),
        }
    }

    fn topic(&self, about: &str) -> Result<Topic, String> {
        let action = self.actions.named(about).map(Topic::Action);
        action.or_else(|_| self.being(about).map(Topic::Being))
    }

    /// The minds, in the order of the file.
    #[must_use]
    pub fn minds(&self) -> &[Memory] {
        &self.minds
    }

    /// What somebody or something is called.
    #[must_use]
    pub fn name(&self, being: BeingId) -> String {
        self.names.get(&being).cloned().unwrap_or_else(|| format!("#{:x}", being.0))
    }

    /// The table of actions.
    #[must_use]
    pub fn actions(&self) -> &Actions {
        &self.actions
    }

    /// Plays all steps.
    ///
    /// # Errors
    /// Never for a scenario that [`Scenario::parse`] accepted: every name was checked.
    pub fn play(&mut self) -> Result<Vec<Happening>, ScenarioError> {
        let steps = self.steps.clone();
        steps
            .iter()
            .enumerate()
            .map(|(number, (line, step))| {
                let before: Vec<Memory> = self.minds.clone();
                let (text, spoken) =
                    self.play_step(step).map_err(|reason| ScenarioError(format!("line {line}: {reason}")))?;
                Ok(Happening { step: number + 1, text, spoken, changes: self.compare(&before) })
            })
            .collect()
    }

    fn compare(&self, before: &[Memory]) -> Vec<(String, String, f64, f64)> {
        let mut changes = Vec::new();
        for (mind, old) in self.minds.iter().zip(before) {
            for person in mind.people() {
                let first = || old.impression(person.kind);
                let by = person.respect - old.acquaintance(person.id).map_or_else(first, |p| p.respect);
                if by.abs() > 1e-12 && person.id != mind.own() {
                    changes.push((self.name(mind.own()), self.name(person.id), by, person.respect));
                }
            }
        }
        changes
    }

    #[allow(clippy::type_complexity)] // A sentence, and who spoke to whom.
    fn play_step(&mut self, step: &Step) -> Result<(String, Option<(String, String, bool)>), String> {
        let now = self.now;
        match step {
            Step::Deed(deed) => {
                let matter = self.matter(&deed.subject, &deed.action, deed.object.as_deref(), deed.at)?;
                let at = deed.at.map(|[x, y]| Place { x, y });
                let doers = std::iter::once(&deed.subject).chain(&deed.object);
                let all: Vec<usize> = doers
                    .filter_map(|name| self.mind(name).ok())
                    .chain(deed.seen_by.iter().filter_map(|name| self.mind(name).ok()))
                    .collect();
                for mind in all {
                    for who in [Some(matter.subject), matter.object].into_iter().flatten() {
                        let kind =
                            self.minds.iter().find(|m| m.own() == who).and_then(|m| m.acquaintance(who));
                        let kind = kind.map(|known| known.kind);
                        self.minds[mind].meet(who, kind.unwrap_or_default());
                    }
                    self.minds[mind].witness(&self.actions, matter, at, now);
                }
                let seen =
                    if deed.seen_by.is_empty() { "nobody else".into() } else { deed.seen_by.join(" and ") };
                Ok((format!("{}; {seen} saw it", self.sentence(&matter, false)), None))
            }
            Step::Tell(step) => {
                let topic = step.about.as_deref().map_or(Ok(Topic::Anything), |about| self.topic(about))?;
                let [from, to] = [self.mind(&step.from)?, self.mind(&step.to)?];
                let [teller, hearer] =
                    self.minds.get_disjoint_mut([from, to]).map_err(|_| "talks to itself".to_owned())?;
                let Some(told) = tell(teller, hearer, topic, &self.actions, &mut self.stream, now) else {
                    return Ok((format!("{} has nothing new to tell {}", step.from, step.to), None));
                };
                Ok(self.explain(&step.from, &step.to, &told.tale, &told.verdict, told.gave_in))
            }
            Step::Claim(claim) => {
                let matter = self.matter(&claim.subject, &claim.action, claim.object.as_deref(), claim.at)?;
                let [from, to] = [self.mind(&claim.from)?, self.mind(&claim.to)?];
                let tale = Tale::first_hand(self.minds[from].own(), matter);
                let [teller, hearer] =
                    self.minds.get_disjoint_mut([from, to]).map_err(|_| "talks to itself".to_owned())?;
                let told = pass_on(teller, hearer, tale, &self.actions, &mut self.stream, now);
                Ok(self.explain(&claim.from, &claim.to, &told.tale, &told.verdict, told.gave_in))
            }
            Step::Find(visit) => {
                let matter = self.matter(visit.thing(), &visit.action, None, Some(visit.at))?;
                let mind = self.mind(&visit.who)?;
                let teller = self.minds[mind].confirm(&self.actions, matter, now);
                self.minds[mind].witness(&self.actions, matter, None, now);
                let thanks = teller.map_or(String::new(), |t| format!(", as {} had said", self.name(t)));
                Ok((format!("{} finds that {}{thanks}", visit.who, self.sentence(&matter, false)), None))
            }
            Step::Miss(visit) => {
                let matter = self.matter(visit.thing(), &visit.action, None, Some(visit.at))?;
                let mind = self.mind(&visit.who)?;
                let teller = self.minds[mind].discover_lie(&matter, now);
                let blame = teller.map_or(String::new(), |t| format!(" and blames {}", self.name(t)));
                Ok((format!("{} finds: {}{blame}", visit.who, self.sentence(&matter, true)), None))
            }
            Step::Wait(hours) => {
                self.now += hours;
                let now = self.now;
                self.minds.iter_mut().for_each(|mind| mind.decay(now));
                Ok((format!("{hours} hours pass"), None))
            }
        }
    }

    fn sentence(&self, matter: &Matter, denied: bool) -> String {
        sentence(matter, denied, &self.actions, |being| self.name(being))
    }

    #[allow(clippy::type_complexity)]
    fn explain(
        &self,
        from: &str,
        to: &str,
        tale: &Tale,
        verdict: &Verdict,
        gave_in: Option<bool>,
    ) -> (String, Option<(String, String, bool)>) {
        let path = tale.path.iter().map(|&id| self.name(id)).collect::<Vec<_>>().join(" > ");
        let words = self.sentence(&tale.matter, tale.denied);
        let end = match gave_in {
            Some(true) => format!(", and {from} gives in"),
            Some(false) => format!(", but {from} stays with it"),
            None => String::new(),
        };
        let listed =
            |changes: &[Change]| if changes.is_empty() { "" } else { " and thinks differently of people" };
        let (reason, taken) = match verdict {
            Verdict::Refused { respect } => (format!("does not listen (respect {respect:.2})"), false),
            Verdict::NotTrusted { goodness } => {
                (format!("does not trust it (goodness {goodness:.2})"), false)
            }
            Verdict::Doubted { goodness, draw } => {
                (format!("doubts it (goodness {goodness:.2}, drew {draw:.2})"), false)
            }
            Verdict::DoubtedBefore => ("has doubted this teller about it before".into(), false),
            Verdict::HeardBefore => ("has heard it before".into(), false),
            Verdict::Duplicate => ("knows it first hand".into(), false),
            Verdict::Agreed => ("agrees: it never happened".into(), false),
            Verdict::Objected { .. } => ("objects: that is not true".into(), false),
            Verdict::Contradicted { .. } => ("trusts what they know more".into(), false),
            Verdict::Overturned { changes, .. } => {
                (format!("trusts it more than what they knew, undoes that{}", listed(changes)), true)
            }
            Verdict::Believed { changes } => (format!("believes it{}", listed(changes)), true),
        };
        let text = format!("{from} tells {to}: {words} [{path}]; {to} {reason}{end}");
        (text, Some((from.to_owned(), to.to_owned(), taken)))
    }
}

fn trait_value(what: &str, value: f64) -> Result<f64, String> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(format!("{what} is {value}, not within 0 to 1"))
    }
}
