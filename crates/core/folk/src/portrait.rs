//! A mind laid open, for the operator's page and for tools.

use super::beliefs::{Basis, Belief, What};
use super::calling::ACTIONS;
use super::choice::{CRITERIA, Marked};
use super::mindset::Mindset;
use super::report::mind::{
    Evidence, Lesson, MindBelief, MindDecision, MindEntry, MindNeed, MindReport, MindRespect, MindRumour,
    MindShop, MindSuspect, MindVerdict, RespectChange,
};
use super::suspicion::{Source, Suspect};
use super::window::Glimpse;
use wold_mind::gossip::{BeingId, Change, Matter, Rumour, sentence};
use wold_mind::living::{Decision, Need};
use wold_space::Tick;

/// Rumours and people shown at most.
const MOST_SHOWN: usize = 64;

/// The name of a matter within the world: the same in every mind.
///
/// ```
/// use wold_folk::portrait::matter_key;
/// use wold_mind::gossip::{ActionId, BeingId, Matter};
/// let theft = Matter::deed(BeingId(255), ActionId(2), None, 3);
/// assert_eq!(matter_key(&theft), "ff.2.-.3.-");
/// ```
#[must_use]
pub fn matter_key(matter: &Matter) -> String {
    let object = matter.object.map_or_else(|| "-".into(), |object| format!("{:x}", object.0));
    let place = matter.place.map_or_else(|| "-".into(), |place| format!("{},{}", place.x, place.y));
    format!("{:x}.{}.{object}.{}.{place}", matter.subject.0, matter.action.0, matter.day)
}

/// All a mind holds.
#[must_use]
pub fn portrait(seen: &Glimpse) -> MindReport {
    let mind = &seen.mindset;
    let need = |need: &Need| MindNeed {
        name: format!("{need:?}").to_lowercase(),
        level: mind.needs.level(*need),
        score: mind.needs.score(*need),
    };
    let decision = |decision: Decision| MindDecision {
        doing: decision.doing.label().to_owned(),
        at: format!("{:?}", decision.at).to_lowercase(),
        score: decision.score,
        planned: decision.is_planned,
    };
    let mut people: Vec<_> = mind.memory.people().iter().filter(|p| p.id != mind.memory.own()).collect();
    people.sort_by(|a, b| (b.respect - 0.5).abs().total_cmp(&(a.respect - 0.5).abs()));
    let respects = people
        .iter()
        .take(MOST_SHOWN)
        .map(|person| MindRespect { name: mind.names.of(person.id).to_owned(), respect: person.respect });
    let rumours = mind.memory.rumours().iter().rev().take(MOST_SHOWN);
    let verdicts = mind
        .verdicts
        .iter()
        .rev()
        .map(|(said, verdict)| MindVerdict { said: said.clone(), verdict: format!("{verdict:?}") });
    MindReport {
        name: mind.name.clone(),
        trade: seen.trade.to_owned(),
        profile: seen.profile.to_owned(),
        hour: mind.now,
        home: seen.home.map(|home| [home.x, home.y]),
        decision: seen.decision.map(decision),
        needs: Need::ALL.iter().map(need).collect(),
        chart: seen.bent.0.to_owned(),
        states: seen.bent.1.clone(),
        suspects: seen.suspects.iter().take(MOST_SHOWN).map(|one| suspected(one, mind)).collect(),
        shops: seen.shops.iter().map(|shop| marked(shop, mind)).collect(),
        respects: respects.collect(),
        rumours: rumours.map(|rumour| laid_open(rumour, mind)).collect(),
        verdicts: verdicts.collect(),
        beliefs: believed(mind),
        diary: mind
            .diary
            .entries()
            .rev()
            .take(MOST_SHOWN)
            .map(|entry| MindEntry { age: age(mind, entry.tick), text: entry.in_words(&mind.name) })
            .collect(),
    }
}

fn age(mind: &Mindset, since: Tick) -> f64 {
    Tick(mind.tick.since(since)).seconds()
}

fn believed(mind: &Mindset) -> Vec<MindBelief> {
    let mut beliefs: Vec<&Belief> = mind.beliefs.iter().collect();
    beliefs.sort_by(|a, b| b.sure_at(mind.tick).total_cmp(&a.sure_at(mind.tick)));
    let name = |being: BeingId| mind.names.of(being).to_owned();
    let shown = |belief: &&Belief| MindBelief {
        name: name(belief.about),
        at: belief.place().map(|(at, _)| [at.x, at.y]),
        has: match belief.what {
            What::Has(kind) => Some(kind.label().to_owned()),
            What::At { .. } => None,
        },
        evidence: belief.basis.label().to_owned(),
        by: match belief.basis {
            Basis::Told(by) => Some(name(by)),
            _ => None,
        },
        age: age(mind, belief.since),
        sure: belief.sure_at(mind.tick),
    };
    beliefs.iter().map(shown).collect()
}

/// How a mind learnt of a matter; nothing if it never did.
#[must_use]
pub fn learnt(seen: &Glimpse, matter: &str) -> Option<Lesson> {
    let mind = &seen.mindset;
    let learnt = mind.learnt.iter().rev().find(|learnt| matter_key(&learnt.matter) == matter)?;
    Some(Lesson {
        name: mind.name.clone(),
        x: learnt.at.x.into(),
        y: learnt.at.y.into(),
        hour: learnt.hour,
        from: learnt.from.map(|from| mind.names.of(from).to_owned()),
        denied: learnt.denied,
    })
}

/// Somebody suspected of something: how far it must and may be believed, and the strongest account.
fn suspected((matter, suspect): &(Matter, Suspect), mind: &Mindset) -> MindSuspect {
    let name = |being: BeingId| mind.names.of(being).to_owned();
    let (evidence, path) = match &suspect.strongest {
        Some(Source::Told(path)) => (Evidence::Told, path.iter().map(|being| name(*being)).collect()),
        Some(Source::Seen) => (Evidence::Seen, Vec::new()),
        Some(Source::Near) => (Evidence::Near, Vec::new()),
        None => (Evidence::None, Vec::new()),
    };
    MindSuspect {
        name: name(suspect.who),
        of: sentence(matter, false, &ACTIONS, name),
        day: matter.day,
        belief: suspect.belief,
        plausibility: suspect.plausibility,
        evidence,
        path,
    }
}

/// A seller and how it was marked.
fn marked(shop: &Marked, mind: &Mindset) -> MindShop {
    let marks =
        CRITERIA.iter().zip(shop.degrees).map(|(criterion, degree)| ((*criterion).to_owned(), degree));
    MindShop { name: mind.names.of(shop.who).to_owned(), score: shop.score, marks: marks.collect() }
}

fn laid_open(rumour: &Rumour, mind: &Mindset) -> MindRumour {
    let name = |being: BeingId| mind.names.of(being).to_owned();
    let change = |change: &Change| RespectChange { name: name(change.whom), by: change.by };
    let mut text = sentence(&rumour.matter, rumour.denied, &ACTIONS, name);
    if rumour.matter.place.is_none() {
        text = format!("{text} on day {}", rumour.matter.day);
    }
    MindRumour {
        key: matter_key(&rumour.matter),
        text,
        denied: rumour.denied,
        seen: rumour.is_experience(),
        path: rumour.path.iter().map(|being| name(*being)).collect(),
        priority: rumour.priority.into(),
        hour: rumour.learnt,
        tellings: rumour.tellings,
        spreads: rumour.spreads,
        trust: mind.memory.goodness(&rumour.path),
        changes: rumour.changes.iter().map(change).collect(),
    }
}
