//! Where everybody thinks whom it minds most is, against where they are.

use super::{Layer, Mark};
use crate::Glimpse;
use crate::beliefs::Belief;

pub(super) const LAYER: Layer = Layer { name: "beliefs", of };

/// The place of whom it looks for, else of whom it respects most or least among those it does not see just now.
fn of(mind: &Glimpse) -> Option<Mark> {
    let mindset = &mind.mindset;
    let sought = mind.quarry.and_then(|(whom, _)| mindset.beliefs.place_of(whom));
    let weight = |belief: &Belief| (mindset.memory.respect(belief.about) - 0.5).abs();
    let absent =
        mindset.beliefs.iter().filter(|belief| belief.place().is_some() && belief.since < mindset.tick);
    let belief = sought.or_else(|| absent.max_by(|a, b| weight(a).total_cmp(&weight(b))))?;
    let (at, _) = belief.place()?;
    let strength = belief.sure_at(mindset.tick).clamp(0.0, 1.0);
    let about = Some(mindset.names.of(belief.about).to_owned());
    Some(Mark { kind: belief.basis.label().to_owned(), strength, at: Some([at.x, at.y]), about })
}

#[cfg(test)]
mod tests {
    use crate::beliefs::{Basis, Belief, What};
    use crate::layers::mark;
    use crate::{Neighbour, VillagerConfig};
    use wold_chance::Seed;
    use wold_mind::gossip::BeingId;
    use wold_space::{DVec2, Tick};

    #[test]
    fn a_mark_stands_where_somebody_is_thought_to_be() {
        let mut ada = Neighbour::new(Seed(1), "Ada", VillagerConfig::default());
        assert_eq!(mark("beliefs", &ada.glimpse()), None);
        let (bo, cy) = (BeingId::named("Bo"), BeingId::named("Cy"));
        let mind = ada.mindset_mut();
        mind.names.learn("Bo");
        mind.tick = Tick(1800);
        mind.memory.set_respect(bo, 0.1);
        mind.memory.set_respect(cy, 0.6);
        for (about, x) in [(bo, 7.0), (cy, 9.0)] {
            let what = What::At { place: DVec2::new(x, 2.0), level: 0 };
            mind.beliefs.take(Belief { about, what, basis: Basis::Told(cy), since: Tick(0), sure: 0.8 });
        }
        let shown = mark("beliefs", &ada.glimpse()).expect("it believes something");
        assert_eq!((shown.kind.as_str(), shown.at, shown.strength), ("told", Some([7.0, 2.0]), 0.4));
        assert_eq!(shown.about.as_deref(), Some("Bo"), "so that it can be held against the truth");
    }
}
