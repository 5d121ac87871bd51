use super::*;
use crate::hamlet::{STREET, Yard};
use wold_lore::Deed;
use wold_lore::land::ThingKind;
use wold_wire::message::Saw;
use wold_wire::{FromHost, Gait, Intent, Target};

const THIEF: u64 = 1;
const NEAR: u64 = 2;
const FAR: u64 = 3;

/// Three in the street at noon: one strikes another while the third looks on from afar.
fn street(dressed: Option<ThingKind>) -> Yard {
    let mut yard = Yard::new(12.0, &[(THIEF, true), (NEAR, false), (FAR, false)]);
    yard.put(THIEF, STREET, 0);
    yard.put(NEAR, STREET + DVec2::new(1.2, 0.0), 0);
    yard.put(FAR, STREET + DVec2::new(14.0, 0.0), 0);
    if let Some(kind) = dressed {
        yard.grant(THIEF, kind);
        yard.wish(THIEF, Intent::Use { slot: 0, on: Target::Nothing });
    }
    yard.pass(1.0);
    yard
}

fn blow(yard: &mut Yard) -> Vec<(u64, Option<EntityId>)> {
    yard.mail.clear();
    let victim = yard.body(NEAR);
    yard.wish(THIEF, Intent::Strike(victim));
    let told = yard.mail.iter().filter_map(|(to, message)| match message {
        FromHost::Saw(Saw { doer, deed: Deed::Strike, .. }) => Some((*to, *doer)),
        _ => None,
    });
    told.collect()
}

#[test]
fn a_hood_hides_the_doer_from_who_stands_far_off_and_not_from_who_is_struck() {
    let mut yard = street(Some(ThingKind::Hood));
    let thief = Some(yard.body(THIEF));
    assert_eq!(blow(&mut yard), [(THIEF, thief), (NEAR, thief), (FAR, None)]);
    let plain = &mut street(None);
    let thief = Some(plain.body(THIEF));
    assert_eq!(blow(plain), [(THIEF, thief), (NEAR, thief), (FAR, thief)]);
}

#[test]
fn a_hood_takes_the_name_from_card_words_and_looks_and_gives_it_back() {
    let mut yard = street(Some(ThingKind::Hood));
    assert_eq!(yard.called(THIEF), "somebody in a hood");
    yard.mail.clear();
    yard.wish(THIEF, Intent::say("Good day.", None));
    let heard = |yard: &Yard| {
        yard.mail.iter().find_map(|(to, message)| match message {
            FromHost::Heard { name, .. } if *to == FAR => Some(name.clone()),
            _ => None,
        })
    };
    assert_eq!(heard(&yard).as_deref(), Some("somebody in a hood"));
    let thief = yard.body(THIEF);
    yard.mail.clear();
    yard.wish(FAR, Intent::Look(Target::Entity(thief)));
    let seen = format!("{:?}", yard.mail);
    assert!(seen.contains("Somebody in a hood") && !seen.contains("P1"), "{seen}");
    yard.wish(THIEF, Intent::Use { slot: 0, on: Target::Nothing });
    assert_eq!(yard.called(THIEF), "P1");
    assert!(yard.knows(FAR, THIEF));
}

#[test]
fn a_guards_coat_makes_a_guard_of_who_is_far_off() {
    let mut yard = street(Some(ThingKind::Coat));
    let thief = yard.body(THIEF);
    for (who, taken_in) in [(FAR, true), (NEAR, false)] {
        yard.mail.clear();
        yard.wish(who, Intent::Look(Target::Entity(thief)));
        let guard = yard.mail.iter().any(|(_, message)| match message {
            FromHost::Answer { outcome: wold_wire::Outcome::Seen(_, bearing), .. } => bearing.guard,
            _ => false,
        });
        assert_eq!(guard, taken_in);
    }
}

#[test]
fn what_is_put_down_is_not_worn() {
    let mut yard = street(Some(ThingKind::Hood));
    yard.wish(THIEF, Intent::Drop { slot: 0 });
    yard.pass(0.1);
    assert_eq!(yard.called(THIEF), "P1");
    yard.face(THIEF, DVec2::X, Gait::Walk);
}
