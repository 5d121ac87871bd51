//! bevy_replicon: components of the same numbers, set only when they change, each client connected by the crate's own test application.

use crate::motion::Motion;
use crate::{Figures, GUESTS, SKIPPED};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy_replicon::prelude::*;
use bevy_replicon::test_app::{ServerTestAppExt, TestClientEntity};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use wold_wire::EntityState;

#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Number(u8);

#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    x: i16,
    y: i16,
}

#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Going {
    course: u8,
    speed: u8,
    heading: u8,
}

#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Stance(u8);

fn parts(state: &EntityState) -> (Place, Going, Stance) {
    let place = Place { x: state.x as i16, y: state.y as i16 };
    let going = Going { course: state.course, speed: state.speed, heading: state.heading };
    (place, going, Stance(state.pose as u8))
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, RepliconPlugins.set(ServerPlugin::new(PostUpdate))))
        .replicate::<Number>()
        .replicate::<Place>()
        .replicate::<Going>()
        .replicate::<Stance>();
    app.finish();
    app
}

pub fn run(motion: &Motion) -> Figures {
    let mut server = app();
    let mut clients: Vec<App> = (0..GUESTS).map(|_| app()).collect();
    for client in &mut clients {
        server.connect_client(client);
    }
    let first = **clients[0].world().resource::<TestClientEntity>();
    let bodies: Vec<Entity> = motion.ticks[0]
        .iter()
        .enumerate()
        .map(|(number, state)| {
            server.world_mut().spawn((Replicated, Number(number as u8), parts(state))).id()
        })
        .collect();
    let mut spent = Duration::ZERO;
    let mut figures = Figures::default();
    for at in 1..motion.ticks.len() {
        for (who, state) in motion.moved(at) {
            let (place, going, stance) = parts(state);
            let mut body = server.world_mut().entity_mut(bodies[who]);
            body.get_mut::<Place>().expect("bodies have it").set_if_neq(place);
            body.get_mut::<Going>().expect("bodies have it").set_if_neq(going);
            body.get_mut::<Stance>().expect("bodies have it").set_if_neq(stance);
        }
        let begun = Instant::now();
        server.update();
        let took = begun.elapsed();
        let messages = server.world().resource::<ServerMessages>();
        let bytes: usize = messages.iter_sent().filter(|sent| sent.0 == first).map(|sent| sent.2.len()).sum();
        for client in &mut clients {
            server.exchange_with_client(client);
            client.update();
            // What it acknowledges is with the server by the next tick.
            server.exchange_with_client(client);
        }
        if at <= SKIPPED {
            continue;
        }
        spent += took;
        figures.bytes += bytes as u64;
        figures.updates += motion.moved(at).count() as u64;
        figures.moved += motion.moved(at).count() as u64;
        let world = clients[0].world_mut();
        let mut seen = world.query::<(&Number, &Place, &Going, &Stance)>();
        let mut count = 0;
        for (number, place, going, stance) in seen.iter(world) {
            let truth = parts(&motion.ticks[at][usize::from(number.0)]);
            assert_eq!((*place, *going, *stance), truth, "tick {at}, {number:?}");
            count += 1;
        }
        assert_eq!(count, bodies.len(), "everybody is there");
    }
    figures.micros = spent.as_secs_f64() * 1e6 / (GUESTS * (motion.ticks.len() - 1 - SKIPPED)) as f64;
    figures
}
