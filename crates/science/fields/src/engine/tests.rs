use super::delta::{Channel, Watch};
use super::*;
use crate::land;
use crate::stencil::Lattice;
use crate::weather::{Weather, WeatherRules};
use wold_chance::Seed;
use wold_space::DVec2;

const WIDTH: usize = 200;
const HEIGHT: usize = 90;

fn windy(layout: Layout, rules: WeatherRules) -> Engine {
    Engine::new(layout, vec![Box::new(Weather::new(rules).expect("fine rules"))]).expect("fine systems")
}

fn hilly(lattice: Lattice) -> Engine {
    let layout = Layout::whole(lattice, WIDTH as u32, HEIGHT as u32, Rim::Torus).expect("a fine size");
    let mut engine = windy(layout, WeatherRules::default());
    let hills = land::noise(WIDTH, HEIGHT, 5, Seed(2));
    engine.fill("altitude", TilePos::default(), &hills).expect("as many as cells");
    let wet: Vec<f32> = hills.iter().map(|h| (h / 100.0).max(0.0)).collect();
    engine.fill("moisture", TilePos::default(), &wet).expect("as many as cells");
    engine
}

fn run(engine: &mut Engine, steps: u32) -> u64 {
    (0..steps).for_each(|_| engine.step(&[]));
    engine.hash()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for lattice in [Lattice::Square, Lattice::Hex] {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| {
                let mut engine = hilly(lattice);
                let hash = run(&mut engine, 20);
                (hash, engine.delta("weather").to_bits())
            })
        };
        let alone = with(1);
        assert_eq!([with(2), with(3), with(8)], [alone; 3]);
    }
}

#[test]
fn a_restored_engine_goes_on_as_if_nothing_had_happened() {
    let mut engine = hilly(Lattice::Square);
    engine
        .announce(Event::new("tornado", DVec2::new(60.0, 40.0)).sized(5.0, 90.0).lasting(30))
        .expect("known");
    engine.announce(Event::new("patch", DVec2::new(9.0, 9.0)).sized(3.0, 900.0).at(25)).expect("known");
    run(&mut engine, 10);
    let bytes = engine.snapshot();
    let mut other = hilly(Lattice::Square);
    other.restore(&bytes).expect("a snapshot of the same kind");
    assert_eq!(other.hash(), engine.hash());
    assert_eq!(run(&mut other, 50), run(&mut engine, 50));
}

#[test]
fn damaged_snapshots_are_refused() {
    let mut engine = hilly(Lattice::Square);
    let bytes = engine.snapshot();
    let hash = engine.hash();
    assert!(engine.restore(&bytes[..bytes.len() / 2]).is_err());
    assert!(engine.restore(&[]).is_err());
    assert!(engine.restore(&hilly(Lattice::Hex).snapshot()).is_err(), "of other cells");
    assert_eq!(engine.hash(), hash);
}

#[test]
fn sleep_without_a_threshold_alters_nothing() {
    // The wind of a ridge in the west must not wake the level east.
    let layout = Layout::whole(Lattice::Square, 512, 64, Rim::Bounded).expect("a fine size");
    let [mut sleepy, mut wakeful] = [0, 1].map(|_| windy(layout, WeatherRules::default()));
    let mut slept = false;
    for step in 0..120 {
        for engine in [&mut sleepy, &mut wakeful] {
            if step == 40 {
                let patch = Event::new("patch", DVec2::new(20.0, 30.0)).sized(6.0, 500.0);
                engine.announce(patch).expect("known");
            }
            if step == 41 {
                engine.set("moisture", Cell::new(20, 30), 50.0).expect("inside");
            }
            engine.step(&[]);
        }
        let (awake, all) = sleepy.awake("weather");
        slept |= awake < all / 2;
        wakeful.wake_all();
        assert_eq!(sleepy.hash(), wakeful.hash(), "step {step}");
    }
    assert!(slept, "the east slept");
    assert!(sleepy.awake("weather").0 > 0, "the west is awake");
}

#[test]
fn tiles_of_a_patchwork_are_one_land() {
    let side = 32;
    let whole = Layout::whole(Lattice::Square, 64, 64, Rim::Bounded).expect("a fine size");
    let mut whole = windy(whole, WeatherRules::default());
    let patchwork = Layout::patchwork(Lattice::Square, side).expect("a fine size");
    let mut tiles = windy(patchwork, WeatherRules::default());
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        tiles.load_tile(TilePos { x, y });
    }
    for (i, height) in land::noise(64, 64, 4, Seed(4)).into_iter().enumerate() {
        let cell = Cell::new(i as i64 % 64, i as i64 / 64);
        for engine in [&mut whole, &mut tiles] {
            engine.set("altitude", cell, height).expect("inside");
            engine.set("moisture", cell, (i % 7) as f32).expect("inside");
        }
    }
    for _ in 0..40 {
        whole.step(&[]);
        tiles.step(&[]);
    }
    for name in ["moisture", "wind"] {
        for i in 0..64 * 64 {
            let cell = Cell::new(i % 64, i / 64);
            assert_eq!(whole.get(name, cell), tiles.get(name, cell), "{name} at {},{}", cell.x, cell.y);
        }
    }
    let before = tiles.total("moisture").expect("declared");
    assert!(tiles.unload_tile(TilePos { x: 1, y: 1 }));
    let left = tiles.total("moisture").expect("declared");
    assert!(left < before);
    tiles.step(&[]);
    let after = tiles.total("moisture").expect("declared");
    assert!((after - left).abs() < 0.1, "nothing flows over the edge of what is loaded");
    assert_eq!(tiles.get("moisture", Cell::new(60, 60)), Err(EngineError::Outside(Cell::new(60, 60))));
}

#[test]
fn what_is_not_a_number_never_enters() {
    let mut engine = hilly(Lattice::Square);
    let cell = Cell::new(1, 1);
    for value in [f32::NAN, f32::INFINITY] {
        assert!(matches!(engine.set("moisture", cell, value), Err(EngineError::NotANumber(_))));
        let event = Event::new("storm", DVec2::new(3.0, 3.0)).sized(2.0, value);
        assert!(matches!(engine.announce(event), Err(EngineError::NotANumber(_))));
    }
    engine.set("moisture", cell, 1e9).expect("clamped");
    assert_eq!(engine.get("moisture", cell), Ok(LIMIT));
    assert_eq!(engine.set("honey", cell, 1.0), Err(EngineError::NoProperty("honey".into())));
    assert!(matches!(engine.announce(Event::new("party", DVec2::ZERO)), Err(EngineError::NoEvent(_))));
    assert!(matches!(engine.fill("moisture", TilePos::default(), &[1.0]), Err(EngineError::Count { .. })));
    let again =
        [0, 1].map(|_| -> Box<dyn System> { Box::new(Weather::new(WeatherRules::default()).expect("fine")) });
    let twice = Engine::new(*engine.layout(), again.into()).map(|_| ());
    assert_eq!(twice, Err(EngineError::Twice("altitude".into())));
}

#[test]
fn a_watch_told_by_deltas_sees_what_the_other_sees() {
    let mut engine = hilly(Lattice::Square);
    let layer = engine.book().need("moisture").expect("declared");
    let channels = vec![Channel { layer, low: 0.0, high: 50.0 }];
    let mut near = Watch::new(Cell::new(10, 10), 40, 30, channels.clone()).expect("a fine size");
    let mut far = Watch::new(Cell::new(10, 10), 40, 30, channels.clone()).expect("a fine size");
    let first = near.delta(&engine);
    far.apply(&first);
    for _ in 0..5 {
        engine.step(&[]);
        let delta = near.delta(&engine);
        far.apply(&delta);
        assert_eq!(near.steps(0), far.steps(0));
    }
    assert_eq!(near.delta(&engine), [delta::Changes::default()], "nothing happened since");
    let told = channels[0].value(far.steps(0)[5]);
    let real = engine.get("moisture", Cell::new(15, 10)).expect("inside");
    assert!((told - real).abs() <= 50.0 / 255.0, "{told} {real}");
    far.apply(&[delta::Changes(vec![(u32::MAX, 1), (u32::MAX, 2)])]);
}

/// Travellers and gales over tiles that come and go, from step `from` on.
fn wander(engine: &mut Engine, from: u64, steps: u64) {
    for step in from..from + steps {
        let x = step as f64 * 0.4;
        let tile = |ahead: i32| TilePos { x: (x / 8.0).floor() as i32 + ahead, y: 0 };
        for ahead in [-1, 0, 1] {
            engine.load_tile(tile(ahead));
        }
        engine.set("altitude", Cell::new(x as i64, 3), x as f32).expect("loaded");
        engine.unload_tile(tile(-2));
        if step % 17 == 0 {
            let storm = Event::new("storm", DVec2::new(x, 4.0)).sized(3.0, 5.0).lasting(9);
            engine.announce(storm).expect("known");
        }
        engine.step(&[]);
    }
}

#[test]
fn a_patchwork_goes_on_after_a_restore_as_if_nothing_had_been() {
    use crate::climate::{Climate, ClimateRules};
    let fresh = || {
        let layout = Layout::patchwork(Lattice::Square, 8).expect("a fine side");
        let weather = Weather::new(WeatherRules::default()).expect("fine rules");
        let climate = Climate::new(ClimateRules::default()).expect("fine rules");
        Engine::new(layout, vec![Box::new(weather), Box::new(climate)]).expect("fine systems")
    };
    let mut engine = fresh();
    for part in 0..12 {
        let saved = engine.snapshot();
        let mut twin = fresh();
        twin.restore(&saved).expect("our own snapshot");
        assert!(twin.snapshot() == saved, "a restored engine holds what was saved");
        for one in [&mut engine, &mut twin] {
            wander(one, part * 13, 13);
        }
        assert!(twin.snapshot() == engine.snapshot(), "part {part}");
    }
}

/// Two travellers and a tale, in tiles.
fn tiles_with_people() -> Engine {
    let traffic = crate::traffic::Traffic::new(crate::traffic::TrafficRules::default()).expect("fine rules");
    let reputation = crate::reputation::Reputation::new(crate::reputation::ReputationRules::default());
    let layout = Layout::patchwork(Lattice::Square, 8).expect("a fine size");
    let systems: Vec<Box<dyn System>> = vec![Box::new(traffic), Box::new(reputation.expect("fine rules"))];
    let mut engine = Engine::new(layout, systems).expect("fine systems");
    (0..5).for_each(|x| engine.load_tile(TilePos { x, y: 0 }));
    engine.announce(Event::new("deed", DVec2::new(3.5, 3.5)).sized(0.0, 400.0)).expect("known");
    engine
}

fn walking(step: u32) -> [Traveller; 2] {
    let on = |start: f64| Traveller {
        at: DVec2::new(start + f64::from(step) * 0.5, 3.5),
        velocity: DVec2::new(0.5, 0.1),
        guard: false,
    };
    [on(2.0), on(9.0)]
}

#[test]
fn a_step_made_in_parts_is_the_step_made_at_once_even_over_a_snapshot() {
    let (mut whole, mut parts) = (tiles_with_people(), tiles_with_people());
    for step in 0..40 {
        whole.step(&walking(step));
        parts.begin(&walking(step));
        parts.advance(1, 3);
        parts.advance(2, 3);
        if step % 7 == 3 {
            let saved = parts.snapshot();
            parts = tiles_with_people();
            parts.restore(&saved).expect("our own snapshot");
            assert!(parts.snapshot() == saved, "what was saved is what is held");
        }
        parts.advance(3, 3);
        assert_eq!(whole.hash(), parts.hash(), "step {step}");
    }
    parts.begin(&walking(40));
    parts.advance(1, 3);
    parts.set("word.0", Cell::new(30, 3), 5.0).expect("loaded");
    whole.step(&walking(40));
    whole.set("word.0", Cell::new(30, 3), 5.0).expect("loaded");
    assert_eq!(whole.hash(), parts.hash(), "whoever changes a cell completes the step first");
}
