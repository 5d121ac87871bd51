//! A mind laid open, for the operator's page and for tools.

use super::neighbour::ACTIONS;
use super::report::mind::{
    Lesson, MindDecision, MindNeed, MindReport, MindRespect, MindRumour, MindVerdict, RespectChange,
};
use super::window::Inner;
use wold_mind::gossip::{BeingId, Change, Matter, Rumour, sentence};
use wold_mind::living::{Decision, Need};

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
pub fn portrait(inner: &Inner) -> MindReport {
    let need = |need: &Need| MindNeed {
        name: format!("{need:?}").to_lowercase(),
        level: inner.needs.level(*need),
        score: inner.needs.score(*need),
    };
    let decision = |decision: Decision| MindDecision {
        doing: format!("{:?}", decision.doing).to_lowercase(),
        at: format!("{:?}", decision.at).to_lowercase(),
        score: decision.score,
        planned: decision.is_planned,
    };
    let mut people: Vec<_> = inner.memory.people().iter().filter(|p| p.id != inner.memory.own()).collect();
    people.sort_by(|a, b| (b.respect - 0.5).abs().total_cmp(&(a.respect - 0.5).abs()));
    let respects = people
        .iter()
        .take(MOST_SHOWN)
        .map(|person| MindRespect { name: inner.names.of(person.id).to_owned(), respect: person.respect });
    let rumours = inner.memory.rumours().iter().rev().take(MOST_SHOWN);
    let verdicts = inner
        .verdicts
        .iter()
        .rev()
        .map(|(said, verdict)| MindVerdict { said: said.clone(), verdict: format!("{verdict:?}") });
    MindReport {
        name: inner.name.clone(),
        trade: inner.trade.to_owned(),
        profile: inner.profile.to_owned(),
        hour: inner.now,
        home: inner.home.map(|home| [home.x, home.y]),
        decision: inner.decision.map(decision),
        needs: Need::ALL.iter().map(need).collect(),
        chart: inner.bent.0.to_owned(),
        states: inner.bent.1.clone(),
        respects: respects.collect(),
        rumours: rumours.map(|rumour| laid_open(rumour, inner)).collect(),
        verdicts: verdicts.collect(),
    }
}

/// How a mind learnt of a matter; nothing if it never did.
#[must_use]
pub fn learnt(inner: &Inner, matter: &str) -> Option<Lesson> {
    let learnt = inner.learnt.iter().rev().find(|learnt| matter_key(&learnt.matter) == matter)?;
    Some(Lesson {
        name: inner.name.clone(),
        x: learnt.at.x.into(),
        y: learnt.at.y.into(),
        hour: learnt.hour,
        from: learnt.from.map(|from| inner.names.of(from).to_owned()),
        denied: learnt.denied,
    })
}

fn laid_open(rumour: &Rumour, inner: &Inner) -> MindRumour {
    let name = |being: BeingId| inner.names.of(being).to_owned();
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
        trust: inner.memory.goodness(&rumour.path),
        changes: rumour.changes.iter().map(change).collect(),
    }
}
