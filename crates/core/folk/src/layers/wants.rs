//! What everybody wants most just now.

use super::{Layer, Mark};
use crate::Glimpse;
use wold_mind::living::Need;

pub(super) const LAYER: Layer = Layer { name: "wants", of };

fn of(mind: &Glimpse) -> Option<Mark> {
    let score = |need: &Need| mind.mindset.needs.score(*need);
    let need = Need::ALL.into_iter().max_by(|a, b| score(a).total_cmp(&score(b)))?;
    let kind = format!("{need:?}").to_lowercase();
    Some(Mark { kind, strength: mind.mindset.needs.level(need).clamp(0.0, 1.0), at: None, about: None })
}

#[cfg(test)]
mod tests {
    use crate::layers::mark;
    use crate::{Neighbour, VillagerConfig};
    use wold_chance::Seed;
    use wold_mind::living::Need;

    #[test]
    fn somebody_wants_what_it_needs_most() {
        let mut ada = Neighbour::new(Seed(1), "Ada", VillagerConfig::default());
        for need in Need::ALL {
            ada.mindset_mut().needs.set(need, 0.1);
        }
        ada.mindset_mut().needs.set(Need::Thirst, 0.9);
        let ada = ada.window().look();
        let wants = mark("wants", &ada).expect("everybody wants something");
        assert_eq!((&wants.kind[..], wants.at), ("thirst", None));
        assert!((0.89..0.91).contains(&wants.strength), "{wants:?}");
        assert_eq!(mark("dreams", &ada), None, "nobody offers that");
    }
}
