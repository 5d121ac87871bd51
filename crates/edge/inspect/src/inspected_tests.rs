use super::*;
use crate::report::FieldKind;
use std::time::Duration;
use wold_space::Tick;
use wold_steward::clockwork::{ClockworkConfig, Diary, Event, LineId, Page};
use wold_steward::{Arrival, Reach, Steward, StewardConfig, Stock};
use wold_world::{Origin, Realm};

/// A diary that is on disk at once.
#[derive(Default)]
struct Instant(Option<Tick>);

impl Diary for Instant {
    fn record(&mut self, page: Page) -> Result<(), Page> {
        self.0 = Some(page.tick);
        Ok(())
    }

    fn snapshot(&mut self, _: Tick, _: Vec<u8>) {}

    fn durable(&self) -> Option<Tick> {
        self.0
    }
}

struct Window {
    clockwork: Clockwork,
    gallery: Gallery,
    diary: Instant,
    now: Duration,
}

impl Window {
    /// A world with so many humans in it.
    fn on(humans: u64) -> Self {
        let origin = Origin::meadow(1);
        let shelf = Stock::new(origin.source.clone());
        let steward = Steward::new(Realm::new(origin), shelf, StewardConfig::default());
        let clockwork = Clockwork::new(steward, ClockworkConfig::default(), Duration::ZERO);
        let (gallery, diary) = (Gallery::default(), Instant::default());
        let mut window = Self { clockwork, gallery, diary, now: Duration::ZERO };
        for guest in 1..=humans {
            let arrival = Arrival {
                guest: GuestId(guest),
                name: format!("P{guest}"),
                human: true,
                operator: false,
                token: [guest as u8; 16],
                view: 1,
                account: None,
                reach: Reach::Local,
            };
            let admit = Event::Admit { arrival: Box::new(arrival), line: LineId(guest) };
            drop(window.clockwork.handle(admit));
        }
        window.ticks(2);
        window
    }

    fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            self.now += ClockworkConfig::default().step;
            drop(self.clockwork.step(self.now, &mut self.diary, &mut |_| {}));
        }
    }

    fn ask(&mut self, question: ToWorld) -> Report {
        let mut inspected =
            Inspected { clockwork: &mut self.clockwork, gallery: &self.gallery, line: &|_| None };
        answer(&mut inspected, question)
    }

    fn state(&mut self) -> StateReport {
        match self.ask(ToWorld::State) {
            Report::State(state) => state,
            other => panic!("{other:?}"),
        }
    }

    fn error(&mut self, question: ToWorld) -> String {
        match self.ask(question) {
            Report::Error { text } => text,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_state_tells_who_is_where_and_by_which_line() {
    let mut window = Window::on(2);
    let state = window.state();
    assert_eq!((state.tick, state.paused, state.guests.len()), (2, false, 2));
    let (guest, body) = (&state.guests[0], &state.entities[0]);
    assert_eq!((&guest.name, guest.entity, &guest.line.transport[..]), (&body.name, Some(body.id), "memory"));
    assert_eq!((body.guest, &body.kind[..]), (Some(guest.id), "human"));
    let Report::Entity(entity) = window.ask(ToWorld::Select { id: body.id }) else { panic!("it is there") };
    assert!(entity.components.contains_key("person"), "{:?}", entity.components.keys());
    assert!(!entity.commands.is_empty(), "it came in");
    let gone = EntityId(999_999).into();
    assert!(window.error(ToWorld::Select { id: gone }).ends_with("is not in the world"));
}

#[test]
fn the_world_stands_still_only_for_who_is_alone() {
    let mut window = Window::on(1);
    assert_eq!(window.error(ToWorld::Step), "pause first");
    assert_eq!(window.ask(ToWorld::Pause), Report::Done);
    window.ticks(3);
    assert_eq!(window.ask(ToWorld::Step), Report::Done);
    window.ticks(3);
    assert_eq!((window.state().tick, window.state().paused), (3, true));
    assert_eq!(window.ask(ToWorld::Resume), Report::Done);
    window.ticks(3);
    assert_eq!(window.state().tick, 6);
    assert!(Window::on(2).error(ToWorld::Pause).starts_with("others are in the world"));
}

#[test]
fn a_decree_is_done_with_the_next_tick_or_refused_at_once() {
    let mut window = Window::on(1);
    let id = window.state().entities[0].id;
    assert_eq!(window.ask(ToWorld::Move { id, x: 40.0, y: -25.0 }), Report::Done);
    assert_eq!(window.ask(ToWorld::Grant { id, thing: "axe".into() }), Report::Done);
    window.ticks(1);
    let state = window.state();
    let body = state.entities.iter().find(|entity| entity.id == id).expect("it is still there");
    assert!((body.x - 40.0).abs() < 1.0 && (body.y + 25.0).abs() < 1.0, "{body:?}");
    assert!(window.error(ToWorld::Move { id, x: f64::NAN, y: 0.0 }).contains("outside the world"));
    assert_eq!(window.error(ToWorld::Grant { id, thing: "moon".into() }), "there is no \"moon\"");
    let nobody = EntityId(999_999).into();
    assert!(window.error(ToWorld::Appoint { id: nobody, guard: true }).starts_with("nobody named"));
}

#[test]
fn a_field_is_shown_and_what_is_set_in_it_must_be_there() {
    let mut window = Window::on(1);
    let Report::Field(field) = window.ask(ToWorld::Field { name: "crime".into() }) else {
        panic!("there are fields")
    };
    assert_eq!((&field.name[..], field.kind), ("crime", FieldKind::Scalar));
    assert!(field.names.contains(&"wind".to_owned()) && field.events.contains(&"storm".to_owned()));
    let set = |name: &str, value| ToWorld::SetField { name: name.into(), cell: [0, 0], value };
    assert_eq!(window.error(set("moon", 1.0)), "there is no field \"moon\"");
    assert_eq!(window.error(set("crime", 1e9)), "values lie within ±5000");
    let befall = |kind: &str, span| ToWorld::Befall {
        kind: kind.into(),
        cell: [0, 0],
        radius: 2.0,
        strength: 1.0,
        span,
    };
    assert_eq!(window.error(befall("miracle", 5.0)), "there is no event \"miracle\"");
    assert!(window.error(befall("storm", f64::NAN)).starts_with("reach is 0 to 64 cells"));
    assert_eq!(window.ask(befall("storm", 5.0)), Report::Done);
}

#[test]
fn what_telling_costs_is_told_of_guests_alone() {
    let mut window = Window::on(1);
    let id = window.state().entities[0].id;
    let Report::Meter(meter) = window.ask(ToWorld::Meter { id }) else { panic!("it is a guest's body") };
    assert_eq!((meter.id, &meter.name[..], meter.round_trip_ms), (id, "P1", None));
    assert!(meter.techniques.is_empty(), "who lives in this process is sent nothing");
    let nobody = EntityId(999_999).into();
    assert!(window.error(ToWorld::Meter { id: nobody }).starts_with("no guest has the body"));
}
