//! What a household's fighters go by: the questions they ask for places, the rays they share, the ground that was worked out, and what battles have taught.
//!
//! Contract: questions are text, known by name. Those that come with the crate can be replaced while everybody lives; a bad text leaves the old question in place, and who is asking goes on with the version it
//! began with. Indoors the question `<name>_indoors` is asked where there is one. Rays of all who share a counsel come out of one quota per tick ([`Scheduler`]). Its answers depend on
//! who asked what in which tick, on nothing else. The world's detection meters have a quota of their own: thoughts may be had in another process and are no part of a tick (docs/decisions/0074-two-quotas-of-rays.md).

use super::lay::Lay;
use super::sides::TYPES;
use crate::rows::FIGHT;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use wold_chance::Stream;
use wold_guest::known::Known;
use wold_land::places::Atlas;
use wold_land::walkable::Walkable;
use wold_space::{EntityId, Tick};
use wold_tactics::combat::{Portfolio, TableError};
use wold_tactics::ground::{Ground, Point};
use wold_tactics::query::{
    Answer, AskerId, Candidate, Lexicon, Library, Query, QueryError, Rays, Scale, Scheduler, Steady, What,
};

/// Where to run when it goes badly.
pub(super) const FALL_BACK: &str = "fall_back";
/// Where to wait for better odds.
pub(super) const LIE_IN_WAIT: &str = "lie_in_wait";

/// The questions that come with the crate.
const SHIPPED: [(&str, &str); 3] = [
    (FALL_BACK, include_str!("fall_back.toml")),
    ("fall_back_indoors", include_str!("fall_back_indoors.toml")),
    (LIE_IN_WAIT, include_str!("lie_in_wait.toml")),
];

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    let mut words = Lexicon::default();
    words
        .measure("company", Scale::Range(0.0, FIGHT.refuge.company_enough), company)
        .expect("the word is new");
    let mut library = Library::new(words);
    for (name, text) in SHIPPED {
        library.load(name, text).expect("the query that comes with the crate is sound");
    }
    library
});

/// How many of one's own side are near a place.
fn company(ground: &dyn Ground, candidate: &Candidate) -> f64 {
    let side = &ground.puppet().faction;
    let near = ground.others().filter(|other| other.faction == *side);
    near.filter(|other| other.point().distance(candidate.point()) < FIGHT.refuge.company_metres).count()
        as f64
}

/// How much a household's fighters may look about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounselConfig {
    /// Rays for all of them in a tick. Default 512: about a millisecond's work, and more than one asker needs as a rule.
    pub rays: u32,
}

impl Default for CounselConfig {
    fn default() -> Self {
        Self { rays: 512 }
    }
}

/// What fighters are believed to be worth unless a world's battles say otherwise.
static TAUGHT: LazyLock<Arc<Portfolio>> = LazyLock::new(|| {
    let taught = Portfolio::parse(include_str!("odds.toml"), &TYPES);
    Arc::new(taught.expect("the table that comes with the crate is sound"))
});

struct Inner {
    scheduler: Scheduler,
    library: Library,
    walkable: Walkable,
    atlas: Atlas,
    taught: Arc<Portfolio>,
}

/// What fighters of a household share to find places.
#[derive(Clone)]
pub struct Counsel(Arc<Mutex<Inner>>);

impl Default for Counsel {
    fn default() -> Self {
        Self::new(CounselConfig::default())
    }
}

impl std::fmt::Debug for Counsel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counsel").finish_non_exhaustive()
    }
}

impl Counsel {
    /// The questions that come with the crate, and so many rays.
    #[must_use]
    pub fn new(config: CounselConfig) -> Self {
        Self(Arc::new(Mutex::new(Inner {
            scheduler: Scheduler::new(config.rays, Rays::AtOnce),
            library: LIBRARY.clone(),
            walkable: Walkable::default(),
            atlas: Atlas::default(),
            taught: TAUGHT.clone(),
        })))
    }

    fn open(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a question and puts it in the place of the one of that name; if it is bad, the old one stays.
    ///
    /// ```
    /// use wold_folk::fight::Counsel;
    /// let counsel = Counsel::default();
    /// let error = counsel.load("fall_back", "[[option]]\n[option.generation]\ngrid_around_moon = 5").unwrap_err();
    /// assert_eq!(error.line, 3);
    /// assert_eq!(counsel.names(), ["fall_back", "fall_back_indoors", "lie_in_wait"]);
    /// ```
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn load(&self, name: &str, text: &str) -> Result<(), QueryError> {
        self.open().library.load(name, text)
    }

    /// Puts the question that comes with the crate back, or takes out one that does not.
    pub fn unload(&self, name: &str) {
        let mut inner = self.open();
        match SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
            Some((_, text)) => {
                let _ = inner.library.load(name, text);
            }
            None => inner.library.remove(name),
        }
    }

    /// Takes a table of what battles have taught (`wold history battles --fit`); if it is bad, the old one stays.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn teach(&self, table: &str) -> Result<(), TableError> {
        let taught = Arc::new(Portfolio::parse(table, &TYPES)?);
        self.open().taught = taught;
        Ok(())
    }

    /// Goes by what comes with the crate again.
    pub fn forget_lessons(&self) {
        self.open().taught = TAUGHT.clone();
    }

    /// What battles have taught.
    pub(super) fn taught(&self) -> Arc<Portfolio> {
        self.open().taught.clone()
    }

    /// What can be asked.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.open().library.names().map(str::to_owned).collect()
    }

    /// A question by name, for where one is, with numbers of one's own.
    pub(super) fn question(&self, name: &str, indoors: bool, values: &[(&str, f64)]) -> Option<Arc<Query>> {
        let mut inner = self.open();
        let inside = indoors.then(|| inner.library.given(&format!("{name}_indoors"), values)).flatten();
        inside.or_else(|| inner.library.given(name, values))
    }

    /// The lay of the land about somebody.
    pub(super) fn lay(&self, known: &Known) -> Lay {
        let inner = &mut *self.open();
        Lay::around(known, &mut inner.walkable, &inner.atlas)
    }

    /// The places all of the household read: walkers and searchers, too.
    #[must_use]
    pub fn atlas(&self) -> Atlas {
        self.open().atlas.clone()
    }

    /// Asks; the answer comes to who comes by for it. The place that was chosen last counts more than others, so that nobody goes back and forth between two that are alike.
    pub(super) fn ask(&self, who: EntityId, query: Arc<Query>, luck: Stream, last: Option<Point>, now: Tick) {
        let keep = |at| Steady { at, what: What::Open, bonus: FIGHT.refuge.constancy, least_move: 0.0 };
        self.open().scheduler.ask(AskerId(who.0), query, luck, last.map(keep), now.0);
    }

    /// Comes by for the answer, with the ground as one knows it now.
    pub(super) fn answer(&self, who: EntityId, now: Tick, ground: &dyn Ground) -> Option<Answer> {
        self.open().scheduler.serve(AskerId(who.0), now.0, ground).map(|(_, answer)| answer)
    }

    /// Somebody left or wants to know no more.
    pub fn gone(&self, who: EntityId) {
        self.open().scheduler.forget(AskerId(who.0));
    }
}
