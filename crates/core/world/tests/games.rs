//! What a game may leave undone.

use bevy_app::App;
use std::collections::BTreeSet;
use wold_space::GuestId;
use wold_wire::{FromHost, Intent, Outcome, Refusal};
use wold_world::rules::{GameDefinition, GameInbox, Rules};
use wold_world::{Act, Command, Origin, Realm, Registry};

/// Claims a verb and never listens.
struct Deaf;

impl Rules for Deaf {
    fn definition(&self) -> GameDefinition {
        GameDefinition {
            name: "deaf",
            players: "anybody",
            rules: "none",
            goals: "none",
            opponents: None,
            representation: "none",
        }
    }

    fn verbs(&self) -> BTreeSet<u16> {
        BTreeSet::from([9])
    }

    fn build(&self, _: &mut App, _: &mut Registry) {}
}

#[test]
fn a_wish_no_game_takes_is_refused_and_does_not_wait() {
    let mut realm = Realm::new(Origin { rules: vec![Box::new(Deaf)], ..Origin::meadow(1) });
    let ada = GuestId(1);
    realm.step(vec![Command {
        guest: ada,
        number: 0,
        act: Act::Enter { name: "Ada".into(), human: true, look: 0 },
    }]);
    let wish = Act::Intent(Intent::Game { verb: 9, payload: Vec::new() });
    let report = realm.step(vec![Command { guest: ada, number: 5, act: wish }]);
    let refused = report.mail.iter().any(|mail| {
        let outcome = Outcome::Refused(Refusal::UnknownVerb);
        mail.to == ada && mail.message == FromHost::Answer { number: 5, outcome }
    });
    assert!(refused, "{:?}", report.mail);
    assert!(realm.ecs().resource::<GameInbox>().intents.is_empty());
}
