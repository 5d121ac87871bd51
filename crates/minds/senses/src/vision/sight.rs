//! How soon a watcher notices a target: the settings, and the judgement without rays.
//!
//! Seconds needed = those of the quickest shape, times the scales of light, of the watcher's state, of the target's stance and motion and of what it wears. All
//! of that is known before a ray is asked; rays then say how many of eight parts are in sight, and the stance how many are needed.

use super::body::{Parts, Stance};
use super::shape::{Shape, ShapeId, quickest};
use crate::awareness::Awareness;
use crate::detect::Meters;
use crate::settings::{self, SettingsError, within, wrong};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wold_space::EntityId;

/// How fast somebody moves, as far as seeing them goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "they say what they are")]
pub enum Motion {
    #[default]
    Still,
    Walking,
    Running,
}

/// What a stance asks of a watcher.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Silhouette {
    /// Parts that must be in sight.
    pub needed: u8,
    /// Times the seconds.
    pub scale: f64,
}

/// All stances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the stances say what they are")]
pub struct Stances {
    pub standing: Silhouette,
    pub crouched: Silhouette,
    pub lying: Silhouette,
    pub seated: Silhouette,
    /// Parts that must be in sight of who is in cover, if the stance does not ask for more.
    pub in_cover: u8,
}

/// Scales by motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they say what they are")]
pub struct Motions {
    pub still: f64,
    pub walking: f64,
    pub running: f64,
}

/// Scales by the watcher's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "they say what they are")]
pub struct States {
    pub unaware: f64,
    pub suspicious: f64,
    pub searching: f64,
    pub alert: f64,
}

/// What light does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dimness {
    /// Light below which nothing is seen.
    pub least: f64,
    /// Light from which more does not help.
    pub full: f64,
    /// How many times as long it takes at the least light; at least 1, so that more light is never later.
    pub dark: f64,
}

/// A guise by its number in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GuiseId(pub u8);

/// Clothes that deceive those who do not know the wearer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guise {
    /// For scenes and explanations.
    pub name: String,
    /// What the wearer is taken for; without it the guise only slows.
    pub looks_like: Option<String>,
    /// How near it is seen through, in metres.
    #[serde(default)]
    pub holds_beyond: f64,
    /// Times the seconds, for strangers.
    pub scale: f64,
}

/// Everything that decides how soon somebody is noticed; the default is the file this crate ships.
///
/// ```
/// use wold_senses::vision::Sight;
/// let sharp = Sight::parse("[motion]\nstill = 1\nwalking = 1\nrunning = 1")?;
/// assert_eq!(sharp.shape, Sight::default().shape, "what is not given stays");
/// assert!(Sight::parse("[light]\nleast = 0.5\nfull = 0.2\ndark = 2").is_err());
/// # Ok::<(), wold_senses::SettingsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sight {
    /// The shapes.
    pub shape: Vec<Shape>,
    /// What stances ask.
    pub stance: Stances,
    /// Scales by motion.
    pub motion: Motions,
    /// Scales by the watcher's state.
    pub state: States,
    /// What light does.
    pub light: Dimness,
    /// Clothes that deceive.
    pub guise: Vec<Guise>,
    /// How meters rise and fall.
    pub meter: Meters,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    shape: Option<Vec<Shape>>,
    stance: Option<Stances>,
    motion: Option<Motions>,
    state: Option<States>,
    light: Option<Dimness>,
    guise: Option<Vec<Guise>>,
    meter: Option<Meters>,
}

const SHIPPED: &str = include_str!("../../data/sight.toml");
/// The most shapes or guises of a file.
const MOST: usize = 32;

impl Default for Sight {
    fn default() -> Self {
        let file: File = settings::read(SHIPPED).expect("the shipped file can be read");
        let whole = "the shipped file is whole";
        Self {
            shape: file.shape.expect(whole),
            stance: file.stance.expect(whole),
            motion: file.motion.expect(whole),
            state: file.state.expect(whole),
            light: file.light.expect(whole),
            guise: file.guise.expect(whole),
            meter: file.meter.expect(whole),
        }
    }
}

impl Sight {
    /// Reads settings; tables that are missing stay as shipped.
    pub fn parse(text: &str) -> Result<Self, SettingsError> {
        let (file, shipped): (File, _) = (settings::read(text)?, Self::default());
        let sight = Self {
            shape: file.shape.unwrap_or(shipped.shape),
            stance: file.stance.unwrap_or(shipped.stance),
            motion: file.motion.unwrap_or(shipped.motion),
            state: file.state.unwrap_or(shipped.state),
            light: file.light.unwrap_or(shipped.light),
            guise: file.guise.unwrap_or(shipped.guise),
            meter: file.meter.unwrap_or(shipped.meter),
        };
        sight.check()?;
        Ok(sight)
    }

    /// Refuses what makes no sense.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.shape.len() > MOST || self.guise.len() > MOST {
            return wrong("shapes and guises", format!("more than {MOST} of a kind"));
        }
        self.shape.iter().try_for_each(Shape::check)?;
        for (i, guise) in self.guise.iter().enumerate() {
            within(&format!("guise {:?}, scale", guise.name), guise.scale, 0.01..=100.0)?;
            within(&format!("guise {:?}, holds_beyond", guise.name), guise.holds_beyond, 0.0..=1000.0)?;
            if self.guise[..i].iter().any(|other| other.name == guise.name) {
                return wrong(format!("guise {:?}", guise.name), "there are two of that name");
            }
        }
        let stances = [self.stance.standing, self.stance.crouched, self.stance.lying, self.stance.seated];
        for silhouette in stances {
            within("stance, scale", silhouette.scale, 0.01..=100.0)?;
            within("stance, needed", f64::from(silhouette.needed), 1.0..=8.0)?;
        }
        within("stance, in_cover", f64::from(self.stance.in_cover), 1.0..=8.0)?;
        let (motion, state) = (&self.motion, &self.state);
        for scale in [motion.still, motion.walking, motion.running] {
            within("motion", scale, 0.01..=100.0)?;
        }
        for scale in [state.unaware, state.suspicious, state.searching, state.alert] {
            within("state", scale, 0.01..=100.0)?;
        }
        within("light, least", self.light.least, 0.0..=0.99)?;
        within("light, full", self.light.full, self.light.least + 0.01..=1.0)?;
        within("light, dark", self.light.dark, 1.0..=100.0)?;
        self.meter.check()
    }

    /// A guise by its name.
    #[must_use]
    pub fn guise_named(&self, name: &str) -> Option<GuiseId> {
        self.guise.iter().position(|guise| guise.name == name).map(|i| GuiseId(i as u8))
    }

    /// The farthest any shape goes.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.shape.iter().map(|shape| shape.reach).fold(0.0, f64::max)
    }

    /// What a stance asks.
    #[must_use]
    fn silhouette(&self, stance: Stance) -> Silhouette {
        match stance {
            Stance::Standing => self.stance.standing,
            Stance::Crouched => self.stance.crouched,
            Stance::Lying => self.stance.lying,
            Stance::Seated => self.stance.seated,
        }
    }

    /// How many parts of a target must be in sight.
    #[must_use]
    pub fn needed(&self, target: &Target) -> u8 {
        let needed = self.silhouette(target.stance).needed;
        if target.in_cover { needed.max(self.stance.in_cover) } else { needed }
    }

    /// How many times as long it takes by such a light; `None` where it is too dark.
    #[must_use]
    fn by_light(&self, light: f64) -> Option<f64> {
        let Dimness { least, full, dark } = self.light;
        let share = ((light - least) / (full - least)).min(1.0);
        (light >= least).then_some(dark + (1.0 - dark) * share)
    }

    /// What can be said of a pair before anybody looks: the time it would take, or why it cannot be.
    pub fn consider(&self, watcher: &Watcher, target: &Target) -> Result<Prospect, Unseen> {
        let place = target.stance.middle(target.place, target.height);
        let facing = watcher.facing.try_normalize().unwrap_or(DVec2::X);
        let (shape, seconds) =
            quickest(&self.shape, watcher.eyes, facing, place).ok_or(Unseen::OutsideShapes)?;
        let light = self.by_light(target.light).ok_or(Unseen::TooDark)?;
        let distance = watcher.eyes.distance(place);
        let guise = self.by_guise(watcher, target, distance)?;
        let state = match watcher.state {
            Awareness::Unaware => self.state.unaware,
            Awareness::Suspicious => self.state.suspicious,
            Awareness::Searching => self.state.searching,
            Awareness::Alert => self.state.alert,
        };
        let motion = match target.motion {
            Motion::Still => self.motion.still,
            Motion::Walking => self.motion.walking,
            Motion::Running => self.motion.running,
        };
        let seconds = seconds * light * state * motion * guise * self.silhouette(target.stance).scale;
        Ok(Prospect { shape, distance, seconds })
    }

    fn by_guise(&self, watcher: &Watcher, target: &Target, distance: f64) -> Result<f64, Unseen> {
        let worn = target.guise.filter(|_| !watcher.knows.contains(&target.id));
        let Some((id, guise)) =
            worn.and_then(|id| self.guise.get(usize::from(id.0)).map(|guise| (id, guise)))
        else {
            return Ok(1.0);
        };
        if guise.looks_like.is_some() && distance > guise.holds_beyond {
            return Err(Unseen::TakenFor(id));
        }
        Ok(guise.scale)
    }

    /// How soon a thing that does not hide is noticed at a place by such a light, if the watcher can see there at all.
    #[must_use]
    pub fn notices(&self, watcher: &Watcher, place: DVec3, light: f64) -> Option<f64> {
        let facing = watcher.facing.try_normalize().unwrap_or(DVec2::X);
        let (_, seconds) = quickest(&self.shape, watcher.eyes, facing, place)?;
        Some(seconds * self.by_light(light)?)
    }
}

/// Who looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Watcher {
    /// Who.
    pub id: EntityId,
    /// Where the eyes are, z up.
    pub eyes: DVec3,
    /// Where they look, level.
    pub facing: DVec2,
    /// How much on edge.
    pub state: Awareness,
    /// Whom no guise hides from them.
    pub knows: BTreeSet<EntityId>,
}

/// Who may be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Who.
    pub id: EntityId,
    /// Where the feet are; the middle, when lying.
    pub place: DVec3,
    /// How tall when upright, in metres.
    pub height: f64,
    /// Where the body faces, level.
    pub facing: DVec2,
    /// How it holds itself.
    pub stance: Stance,
    /// How fast it moves.
    pub motion: Motion,
    /// Whether it presses itself against cover.
    pub in_cover: bool,
    /// What it wears.
    pub guise: Option<GuiseId>,
    /// How lit it is, 0 to 1.
    pub light: f64,
}

/// What could be, if enough is in sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// The shape that counts.
    pub shape: ShapeId,
    /// From the eyes to the middle of the body.
    pub distance: f64,
    /// Seconds of being in sight until perceived.
    pub seconds: f64,
}

/// Why somebody is not being noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unseen {
    /// In no shape of the watcher's.
    OutsideShapes,
    /// Too little light.
    TooDark,
    /// Taken for what the guise looks like.
    TakenFor(GuiseId),
    /// Too few parts in sight.
    Hidden,
    /// Nobody has looked yet: the tick's rays went to those who waited longer.
    NotLookedYet,
}

/// Why a meter stands where it stands: the answer to "why did he see me?".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Why {
    /// The shape that counts, if any.
    pub shape: Option<ShapeId>,
    /// From the eyes to the middle of the body, where a shape holds it.
    pub distance: Option<f64>,
    /// Which parts were in sight at the last look.
    pub parts: Parts,
    /// How many are needed.
    pub needed: u8,
    /// The light on the target.
    pub light: f64,
    /// Seconds in sight until perceived; `None` while it does not rise.
    pub seconds: Option<f64>,
    /// Why it does not rise.
    pub unseen: Option<Unseen>,
}

impl Why {
    /// In words, for a timeline.
    #[must_use]
    pub fn told(&self, sight: &Sight) -> String {
        let parts = format!(
            "{} of 8 parts in sight, {} needed, light {:.2}",
            self.parts.count(),
            self.needed,
            self.light
        );
        let shape = self.shape.and_then(|shape| sight.shape.get(usize::from(shape.0)));
        let shape = shape.map_or("no shape", |shape| shape.name.as_str());
        let at = self.distance.map_or(String::new(), |metres| format!(" at {metres:.1} m"));
        let how = match self.unseen {
            None => match self.seconds {
                Some(seconds) => return format!("{shape}{at}, {parts}, {seconds:.2} s to perceive"),
                None => String::new(),
            },
            Some(Unseen::OutsideShapes) => "outside every shape".to_owned(),
            Some(Unseen::TooDark) => "too dark".to_owned(),
            Some(Unseen::TakenFor(guise)) => {
                let guise = sight.guise.get(usize::from(guise.0));
                format!("taken for a {}", guise.and_then(|g| g.looks_like.as_deref()).unwrap_or("stranger"))
            }
            Some(Unseen::Hidden) => format!("hidden in {shape}{at}"),
            Some(Unseen::NotLookedYet) => format!("not looked at yet in {shape}{at}"),
        };
        format!("{how}, {parts}")
    }
}
