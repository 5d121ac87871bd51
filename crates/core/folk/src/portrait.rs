//! A mind as JSON, for the operator's page and for tools.

use super::calling::ACTIONS;
use super::choice::{CRITERIA, Marked};
use super::mindset::Mindset;
use super::suspicion::{Source, Suspect};
use super::window::Window;
use serde_json::{Value, json};
use wold_mind::gossip::{BeingId, Change, Matter, Rumour, sentence};
use wold_mind::living::Need;

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
pub fn portrait(window: &Window) -> Value {
    let seen = window.look();
    let mind = &seen.mindset;
    let needs: Vec<Value> = Need::ALL
        .iter()
        .map(|need| {
            let (level, score) = (mind.needs.level(*need), mind.needs.score(*need));
            json!({"name": format!("{need:?}").to_lowercase(), "level": level, "score": score})
        })
        .collect();
    let mut people: Vec<_> = mind.memory.people().iter().filter(|p| p.id != mind.memory.own()).collect();
    people.sort_by(|a, b| (b.respect - 0.5).abs().total_cmp(&(a.respect - 0.5).abs()));
    let respects: Vec<Value> = people
        .iter()
        .take(MOST_SHOWN)
        .map(|person| json!({"name": mind.names.of(person.id), "respect": person.respect}))
        .collect();
    let rumours = mind.memory.rumours().iter().rev().take(MOST_SHOWN);
    let rumours: Vec<Value> = rumours.map(|rumour| rumour_json(rumour, mind)).collect();
    let suspects: Vec<Value> =
        seen.suspects.iter().take(MOST_SHOWN).map(|it| suspect_json(it, mind)).collect();
    let shops: Vec<Value> = seen.shops.iter().map(|shop| shop_json(shop, mind)).collect();
    let verdicts = mind.verdicts.iter().rev();
    let verdicts: Vec<Value> =
        verdicts.map(|(said, verdict)| json!({"said": said, "verdict": format!("{verdict:?}")})).collect();
    json!({
        "name": mind.name, "trade": seen.trade, "profile": seen.profile, "hour": mind.now,
        "home": seen.home.map(|home| [home.x, home.y]),
        "decision": seen.decision.map(|decision| json!({
            "doing": format!("{:?}", decision.doing).to_lowercase(), "at": format!("{:?}", decision.at).to_lowercase(),
            "score": decision.score, "planned": decision.is_planned,
        })),
        "needs": needs, "chart": seen.bent.0, "states": seen.bent.1,
        "suspects": suspects, "shops": shops,
        "respects": respects, "rumours": rumours, "verdicts": verdicts,
    })
}

/// How a mind learnt of a matter.
#[must_use]
pub fn learnt(window: &Window, matter: &str) -> Option<Value> {
    let seen = window.look();
    let mind = &seen.mindset;
    let learnt = mind.learnt.iter().rev().find(|learnt| matter_key(&learnt.matter) == matter)?;
    Some(json!({
        "name": mind.name, "x": learnt.at.x, "y": learnt.at.y, "hour": learnt.hour, "denied": learnt.denied,
        "from": learnt.from.map(|from| mind.names.of(from)),
    }))
}

/// Somebody suspected of something: how far it must and may be believed, and the strongest account.
fn suspect_json((matter, suspect): &(Matter, Suspect), mind: &Mindset) -> Value {
    let name = |being: BeingId| mind.names.of(being).to_owned();
    let from = match &suspect.strongest {
        Some(Source::Told(path)) => path.iter().map(|being| name(*being)).collect(),
        Some(Source::Seen | Source::Near) | None => Vec::new(),
    };
    let evidence = match &suspect.strongest {
        Some(Source::Told(_)) => "told",
        Some(Source::Seen) => "seen",
        Some(Source::Near) => "near",
        None => "none",
    };
    json!({
        "name": name(suspect.who), "of": sentence(matter, false, &ACTIONS, name), "day": matter.day,
        "belief": suspect.belief, "plausibility": suspect.plausibility, "evidence": evidence, "path": from,
    })
}

/// A seller and how it was marked.
fn shop_json(shop: &Marked, mind: &Mindset) -> Value {
    let marks =
        CRITERIA.iter().zip(shop.degrees).map(|(criterion, degree)| ((*criterion).to_owned(), json!(degree)));
    json!({
        "name": mind.names.of(shop.who), "score": shop.score,
        "marks": marks.collect::<serde_json::Map<String, Value>>(),
    })
}

fn rumour_json(rumour: &Rumour, mind: &Mindset) -> Value {
    let name = |being: BeingId| mind.names.of(being).to_owned();
    let changes = |change: &Change| json!({"name": name(change.whom), "by": change.by});
    let mut text = sentence(&rumour.matter, rumour.denied, &ACTIONS, name);
    if rumour.matter.place.is_none() {
        text = format!("{text} on day {}", rumour.matter.day);
    }
    json!({
        "key": matter_key(&rumour.matter), "text": text, "denied": rumour.denied, "seen": rumour.is_experience(),
        "path": rumour.path.iter().map(|being| name(*being)).collect::<Vec<_>>(),
        "priority": rumour.priority, "hour": rumour.learnt, "tellings": rumour.tellings, "spreads": rumour.spreads,
        "trust": mind.memory.goodness(&rumour.path),
        "changes": rumour.changes.iter().map(changes).collect::<Vec<_>>(),
    })
}
