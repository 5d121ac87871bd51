//! The town's purse: what it takes of every deal and from the rich it gives to those who serve it, and to who has nothing.
//!
//! Contract: once a day, at [`PAY_HOUR`], every inhabitant who is about pays `trade.levy` of the coins beyond `trade.levy_free` that it carries: what dealers earn and do not need would lie in their purses for ever. Then everybody who has fewer coins than `trade.dole` is given so many, then every guard is paid `trade.wage`, each in the order of their ids and as far as the treasury goes. No coin is made or
//! lost by it.

use crate::books::Entry;
use crate::clock::{Now, days};
use crate::config::WorldConfig;
use crate::deeds::enter;
use crate::parts::{Away, Body, Fallen, Guard, Id, Person};
use crate::stacks::{carried, grant, spend};
use crate::treasury::Treasury;
use bevy_ecs::prelude::*;
use wold_lore::Deed;
use wold_lore::land::ThingKind;
use wold_space::{EntityId, Tick};

/// The hour at which the town pays.
const PAY_HOUR: f64 = 17.0;

/// Pays those who are due, if it is the hour.
pub(crate) fn pay(world: &mut World) {
    let (config, now) = (world.resource::<WorldConfig>(), world.resource::<Now>().0);
    let paydays = |tick: Tick| (days(config, tick) - PAY_HOUR / 24.0).floor();
    if now.0 == 0 || paydays(now) <= paydays(Tick(now.0 - 1)) {
        return;
    }
    let (wage, dole, levy, free) =
        (config.trade.wage, config.trade.dole, config.trade.levy, config.trade.levy_free);
    let mut people = world
        .query_filtered::<(Entity, &Id, &Person, Has<Guard>), (With<Body>, Without<Away>, Without<Fallen>)>();
    let mut list: Vec<(EntityId, Entity, bool)> = people
        .iter(world)
        .filter(|(_, _, person, _)| !person.human)
        .map(|(entity, id, _, guard)| (id.0, entity, guard))
        .collect();
    list.sort_unstable_by_key(|(id, ..)| *id);
    for &(id, entity, _) in &list {
        let beyond = carried(world, entity, ThingKind::Coin).saturating_sub(free);
        let due = (f64::from(beyond) * levy) as u32;
        if due > 0 {
            let paid = spend(world, entity, ThingKind::Coin, due);
            world.resource_mut::<Treasury>().coins += paid;
            let place = world.get::<Body>(entity).expect("just seen").0.place;
            enter(world, Entry::new(id, Deed::Pay, place).with(ThingKind::Coin).pieces(paid));
        }
    }
    // Nobody is paid while others have nothing to eat.
    list.sort_unstable_by_key(|(id, _, guard)| (*guard, *id));
    for (id, entity, guard) in list {
        let poor = carried(world, entity, ThingKind::Coin) < dole;
        let due = if guard {
            wage
        } else if poor {
            dole
        } else {
            0
        };
        let coins = due.min(world.resource::<Treasury>().coins);
        if coins == 0 {
            continue;
        }
        let left = grant(world, (entity, id), ThingKind::Coin, coins);
        world.resource_mut::<Treasury>().coins -= coins - left;
        let place = world.get::<Body>(entity).expect("just seen").0.place;
        enter(world, Entry::new(id, Deed::Earn, place).with(ThingKind::Coin).pieces(coins - left));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Act, Command};
    use crate::{Origin, Realm};
    use wold_space::{GuestId, TICKS_PER_SECOND};

    #[test]
    fn guards_are_paid_at_five_the_poor_are_helped_and_no_coin_is_made() {
        let mut origin = Origin::meadow(3);
        (origin.config.environment.guard_every, origin.config.first_hour) = (2, 16.5);
        let mut realm = Realm::new(origin);
        let enter = |guest: u64| Command {
            guest: GuestId(guest),
            number: 0,
            act: Act::Enter { name: format!("Folk {guest}"), human: false, look: 0 },
        };
        realm.step((1..=4).map(enter).collect());
        let people: Vec<Entity> = (1..=4)
            .map(|guest| {
                let id = realm.body_of(GuestId(guest)).expect("in");
                realm.ecs().resource::<crate::registry::Roll>().0[&id]
            })
            .collect();
        let guards = people.iter().filter(|person| realm.ecs().get::<Guard>(**person).is_some()).count();
        assert_eq!(guards, 2);
        let poor =
            *people.iter().find(|person| realm.ecs().get::<Guard>(**person).is_none()).expect("two are none");
        let spent = spend(realm.ecs_mut(), poor, ThingKind::Coin, 100);
        realm.ecs_mut().resource_mut::<Treasury>().coins = 90 + spent;
        let all = |realm: &Realm| {
            people.iter().map(|person| carried(realm.ecs(), *person, ThingKind::Coin)).sum::<u32>()
                + realm.ecs().resource::<Treasury>().coins
        };
        let before = all(&realm);
        let deeds: Vec<Entry> =
            (0..60 * TICKS_PER_SECOND).flat_map(|_| realm.step(Vec::new()).deeds).collect();
        let mut paid: Vec<u32> =
            deeds.iter().filter(|deed| deed.kind == Deed::Earn).map(|deed| deed.pieces).collect();
        paid.sort_unstable();
        // The treasury does not go as far as an alms and two wages.
        assert!(paid.iter().sum::<u32>() == 90 + spent && paid[0] == 26 && paid.len() >= 3, "{paid:?}");
        assert_eq!(all(&realm), before);
    }

    #[test]
    fn a_share_of_what_lies_beyond_the_free_amount_is_levied_once_a_day_and_from_nobody_else() {
        let mut origin = Origin::meadow(3);
        origin.config.environment.guard_every = 0;
        (origin.config.first_hour, origin.config.day_minutes) = (16.5, 2.0);
        (origin.config.trade.dole, origin.config.trade.wage) = (0, 0);
        (origin.config.trade.levy, origin.config.trade.levy_free) = (0.1, 300);
        let mut realm = Realm::new(origin);
        let enter = |guest: u64| Command {
            guest: GuestId(guest),
            number: 0,
            act: Act::Enter { name: format!("Folk {guest}"), human: false, look: 0 },
        };
        realm.step((1..=3).map(enter).collect());
        let people: Vec<(Entity, EntityId)> = (1..=3)
            .map(|guest| {
                let id = realm.body_of(GuestId(guest)).expect("in");
                (realm.ecs().resource::<crate::registry::Roll>().0[&id], id)
            })
            .collect();
        for (person, purse) in people.iter().zip([700, 300, 50]) {
            let had = carried(realm.ecs(), person.0, ThingKind::Coin);
            spend(realm.ecs_mut(), person.0, ThingKind::Coin, had);
            assert_eq!(grant(realm.ecs_mut(), *person, ThingKind::Coin, purse), 0, "they fit");
        }
        let chest = realm.ecs().resource::<Treasury>().coins;
        let hours = |hours: u64| hours * 2 * 60 * TICKS_PER_SECOND / 24;
        let paid = |realm: &mut Realm, ticks: u64| -> Vec<(EntityId, u32)> {
            let deeds = (0..ticks).flat_map(|_| realm.step(Vec::new()).deeds);
            deeds.filter(|deed| deed.kind == Deed::Pay).map(|deed| (deed.doer, deed.pieces)).collect()
        };
        let rich = people[0].1;
        assert_eq!(paid(&mut realm, hours(1)), [(rich, 40)], "a tenth of 400, at five");
        assert_eq!(paid(&mut realm, hours(22)), [], "once a day");
        assert_eq!(paid(&mut realm, hours(2)), [(rich, 36)], "a tenth of 360, the next day");
        let purses = people.iter().map(|(person, _)| carried(realm.ecs(), *person, ThingKind::Coin));
        assert_eq!(purses.collect::<Vec<u32>>(), [624, 300, 50]);
        assert_eq!(realm.ecs().resource::<Treasury>().coins, chest + 76, "no coin is made or lost");
    }
}
