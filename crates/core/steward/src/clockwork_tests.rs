use super::*;
use crate::{Out, Reach, StewardConfig, Stock};
use std::collections::VecDeque;
use wold_wire::{Down, FromGuest};
use wold_world::{Origin, Realm};

const STEP: Duration = Duration::from_millis(50);

/// A diary on a disk that may be slow or full.
#[derive(Default)]
struct Paper {
    /// Takes nothing while this is so.
    full: bool,
    /// How many steps a page needs to be on disk.
    lag: usize,
    waiting: VecDeque<Page>,
    written: Vec<Page>,
    snapshots: Vec<Tick>,
}

impl Paper {
    /// A step's time passes for the disk.
    fn work(&mut self) {
        while self.waiting.len() > self.lag {
            self.written.extend(self.waiting.pop_front());
        }
    }
}

impl Diary for Paper {
    fn record(&mut self, page: Page) -> Result<(), Page> {
        if self.full {
            return Err(page);
        }
        self.waiting.push_back(page);
        Ok(())
    }

    fn snapshot(&mut self, tick: Tick, _: Vec<u8>) {
        self.snapshots.push(tick);
    }

    fn durable(&self) -> Option<Tick> {
        self.written.last().map(|page| page.tick)
    }
}

/// A clockwork with its disk, in virtual time, and what it had done.
struct Run {
    clockwork: Clockwork,
    paper: Paper,
    now: Duration,
    effects: Vec<Effect>,
}

impl Run {
    fn new(config: ClockworkConfig) -> Self {
        let origin = Origin::meadow(1);
        let shelf = Stock::new(origin.source.clone());
        let steward = Steward::new(Realm::new(origin), shelf, StewardConfig::default());
        let clockwork = Clockwork::new(steward, config, Duration::ZERO);
        Self { clockwork, paper: Paper::default(), now: Duration::ZERO, effects: Vec::new() }
    }

    fn admit(&mut self, guest: u64, line: u64) {
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
        self.hear(Event::Admit { arrival: Box::new(arrival), line: LineId(line) });
    }

    fn hear(&mut self, event: Event) {
        self.effects.extend(self.clockwork.handle(event));
    }

    fn ping(&mut self, guest: u64, line: u64) {
        let up = Up::Message(FromGuest::Ping { mark: 7 });
        self.hear(Event::Said { guest: GuestId(guest), line: LineId(line), up });
    }

    /// Lets time pass in one piece.
    fn pass(&mut self, time: Duration) {
        self.now += time;
        self.paper.work();
        self.effects.extend(self.clockwork.step(self.now, &mut self.paper, &mut |_| {}));
    }

    fn steps(&mut self, count: usize) {
        (0..count).for_each(|_| self.pass(STEP));
    }

    fn tick(&self) -> u64 {
        self.clockwork.steward().realm().now().0
    }

    /// What guests were told since this was last asked.
    fn told(&mut self) -> Vec<FromHost> {
        let told = self.effects.drain(..).filter_map(|effect| match effect {
            Effect::Deliver(Delivery { out: Out::Typed(Down::Message(message)), .. }) => Some(message),
            _ => None,
        });
        told.collect()
    }

    fn was_welcomed(&mut self) -> bool {
        self.told().iter().any(|message| matches!(message, FromHost::Welcome(_)))
    }

    fn counts(&self, what: impl Fn(&Effect) -> bool) -> usize {
        self.effects.iter().filter(|effect| what(effect)).count()
    }
}

#[test]
fn nobody_is_shown_what_is_not_on_disk() {
    let mut run = Run::new(ClockworkConfig::default());
    run.paper.lag = usize::MAX;
    run.admit(1, 1);
    run.steps(10);
    assert_eq!(run.tick(), 10, "the world goes on");
    assert!(!run.was_welcomed(), "but the arrival could still be undone");
    run.paper.lag = 0;
    run.pass(Duration::from_millis(1));
    assert_eq!(run.tick(), 10, "no tick is due");
    assert!(run.was_welcomed(), "and it is told as soon as it is on disk");
}

#[test]
fn while_the_diary_takes_nothing_the_world_stands_still_and_loses_nothing() {
    let mut run = Run::new(ClockworkConfig::default());
    run.admit(1, 1);
    run.steps(30);
    run.effects.clear();
    run.paper.full = true;
    run.admit(2, 2);
    run.steps(40);
    assert_eq!(run.tick(), 31, "the tick that was not taken down is the last");
    assert_eq!(run.counts(|effect| matches!(effect, Effect::Waits)), 1, "it is said once");
    assert_eq!(run.clockwork.last_state(), None, "no snapshot knows of that tick");
    run.effects.clear();
    run.ping(1, 1);
    assert!(matches!(run.told()[..], [FromHost::Pong { .. }]), "guests are answered meanwhile");
    run.paper.full = false;
    run.steps(40);
    assert_eq!(run.tick(), 71);
    assert!(run.was_welcomed(), "who came during the wait is in");
    let ticks: Vec<u64> = run.paper.written.iter().map(|page| page.tick.0).collect();
    assert!(ticks.is_sorted_by(|a, b| a < b), "each tick once and in order: {ticks:?}");
    assert!(ticks.contains(&31), "and the one that had to wait among them");
}

#[test]
fn the_world_runs_no_farther_ahead_of_a_slow_disk_than_it_may() {
    let mut run = Run::new(ClockworkConfig { most_held: 5, ..ClockworkConfig::default() });
    run.paper.lag = usize::MAX;
    run.admit(1, 1);
    run.steps(60);
    assert_eq!(run.tick(), 6, "five wait, and the one that found them waiting");
    run.paper.lag = 0;
    run.steps(60);
    assert_eq!(run.tick(), 66);
    assert!(run.was_welcomed());
}

#[test]
fn lost_time_is_made_up_for_unless_it_is_too_much() {
    let mut run = Run::new(ClockworkConfig::default());
    run.pass(STEP * 4);
    (0..3).for_each(|_| run.pass(Duration::ZERO));
    assert_eq!(run.tick(), 4);
    let late = |effect: &Effect| matches!(effect, Effect::Ticked { late: true, .. });
    assert_eq!(run.counts(late), 2, "three and two steps behind; one step is not late");
    run.pass(Duration::from_secs(5));
    (0..3).for_each(|_| run.pass(Duration::ZERO));
    assert_eq!(run.tick(), 5, "five seconds are given up");
    assert_eq!(run.clockwork.due(), run.now + STEP);
}

#[test]
fn what_comes_by_an_older_line_is_not_heard() {
    let mut run = Run::new(ClockworkConfig::default());
    run.admit(1, 1);
    run.steps(3);
    run.admit(1, 2);
    assert_eq!(run.counts(|effect| matches!(effect, Effect::Close { guest: GuestId(1), .. })), 1);
    run.effects.clear();
    run.ping(1, 1);
    run.hear(Event::Lost { guest: GuestId(1), line: LineId(1) });
    run.hear(Event::Left { guest: GuestId(1), line: LineId(1) });
    assert_eq!((run.effects.len(), run.clockwork.guests()), (0, 1));
    run.hear(Event::Left { guest: GuestId(1), line: LineId(2) });
    assert!(matches!(run.effects[..], [Effect::Close { .. }, Effect::Left(GuestId(1))]));
    assert_eq!(run.clockwork.guests(), 0);
}

#[test]
fn a_paused_world_takes_the_ticks_it_owes_and_no_others() {
    let mut run = Run::new(ClockworkConfig::default());
    run.admit(1, 1);
    run.steps(2);
    assert!(run.clockwork.is_alone());
    run.admit(2, 2);
    assert!(!run.clockwork.is_alone(), "another human is in the world");
    run.clockwork.set_paused(true);
    run.steps(5);
    assert_eq!(run.tick(), 2);
    run.clockwork.owe_step();
    run.steps(5);
    assert_eq!(run.tick(), 3);
    run.clockwork.set_paused(false);
    run.steps(5);
    assert_eq!(run.tick(), 8);
}

#[test]
fn who_is_there_when_the_host_stops_is_told_and_nothing_ticks_any_more() {
    let mut run = Run::new(ClockworkConfig { snapshot_ticks: 4, ..ClockworkConfig::default() });
    run.admit(1, 1);
    run.steps(9);
    assert_eq!(run.paper.snapshots, [Tick(4), Tick(8)]);
    run.effects.clear();
    run.hear(Event::Stop("Good night.".into()));
    assert_eq!(run.counts(|effect| matches!(effect, Effect::Close { .. })), 1);
    assert!(matches!(&run.told()[..], [FromHost::Goodbye(words)] if words == "Good night."));
    run.steps(3);
    assert!(run.clockwork.is_stopped());
    assert_eq!(run.clockwork.last_state().map(|(tick, _)| tick), Some(Tick(9)));
}
