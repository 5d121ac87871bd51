//! Many walkers, one budget.
//!
//! Walkers put questions; each tick the dispatcher spends its steps on them in the order they came. Ways may be allowed to be a
//! little longer than the shortest, which saves most of the search: in a town of 512² tiles a bound of 1.25 takes a fifteenth
//! of the steps and gives ways that are longer by a fifth of a percent on average.
//!
//! A question that has waited `patience` ticks is answered with the best way known so far, so that nobody stands still for longer. A
//! question that outlives an edit of the map is asked anew. Everything is in the order of arrival, so results depend on nothing but
//! the questions.

use crate::jump::Jumper;
use crate::tiles::TileMap;
use crate::{Answer, Budget, Outcome, Reason, Route};
use std::collections::VecDeque;

/// The number a question was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

#[derive(Clone, Copy, Debug)]
struct Question {
    ticket: Ticket,
    from: (i32, i32),
    to: (i32, i32),
    waited: u32,
}

/// Answers questions for ways within a budget per tick.
///
/// ```
/// use wold_ways::{Budget, Dispatcher, tiles::TileMap};
/// let map = TileMap::new(8, 8)?;
/// let mut office = Dispatcher::new(10);
/// let ticket = office.ask((0, 0), (7, 7));
/// let answers = office.tick(&map, &mut Budget::steps(100));
/// assert_eq!(answers[0].0, ticket);
/// assert!(answers[0].1.clone().complete().is_some());
/// # Ok::<(), wold_ways::tiles::MapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dispatcher {
    line: VecDeque<Question>,
    jumper: Jumper,
    /// The version of the map the search of the first in line was begun on; nothing if it is not begun.
    begun: Option<u64>,
    next: u64,
    patience: u32,
    bound: f64,
}

impl Dispatcher {
    /// An office where nobody waits longer than `patience` ticks. It gives shortest ways.
    #[must_use]
    pub fn new(patience: u32) -> Self {
        Self {
            line: VecDeque::new(),
            jumper: Jumper::new(),
            begun: None,
            next: 0,
            patience: patience.max(1),
            bound: 1.0,
        }
    }

    /// The office with ways up to `bound` times as long as the shortest, for a crowd in a hurry.
    #[must_use]
    pub fn within(self, bound: f64) -> Self {
        Self { bound, ..self }
    }

    /// Puts a question in line.
    pub fn ask(&mut self, from: (i32, i32), to: (i32, i32)) -> Ticket {
        let ticket = Ticket(self.next);
        self.next += 1;
        self.line.push_back(Question { ticket, from, to, waited: 0 });
        ticket
    }

    /// How many wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.line.len()
    }

    /// Answers what the budget allows, and everybody whose patience ends with this tick.
    pub fn tick(&mut self, map: &TileMap, budget: &mut Budget) -> Vec<(Ticket, Answer<Route>)> {
        let mut answers = Vec::new();
        while let Some(&question) = self.line.front() {
            let answer = self.work(map, question, budget);
            if answer.outcome == Outcome::OutOfBudget {
                break;
            }
            self.begun = None;
            self.line.pop_front();
            answers.push((question.ticket, answer));
        }
        for question in &mut self.line {
            question.waited += 1;
        }
        while self.line.front().is_some_and(|q| q.waited >= self.patience) {
            let question = self.line.pop_front().expect("somebody waits");
            answers.push((question.ticket, self.so_far(map, question)));
            self.begun = None;
        }
        answers
    }

    fn work(&mut self, map: &TileMap, question: Question, budget: &mut Budget) -> Answer<Route> {
        if self.begun != Some(map.version()) {
            if let Err(reason) = self.jumper.begin_within(map, question.from, question.to, self.bound) {
                return Answer::refused(reason);
            }
            self.begun = Some(map.version());
        }
        self.jumper.resume(map, budget)
    }

    /// A few steps towards the goal, for those who must set off now.
    fn so_far(&mut self, map: &TileMap, question: Question) -> Answer<Route> {
        const FIRST_STEPS: u64 = 16;
        self.begun = None;
        let answer = self.work(map, question, &mut Budget::steps(FIRST_STEPS));
        match (&answer.outcome, self.jumper.best_so_far(map)) {
            (Outcome::OutOfBudget, Some(route)) => Answer {
                outcome: Outcome::Partial(route, Reason::OutOfBudget),
                expansions: answer.expansions,
            },
            _ => answer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_map, town};

    #[test]
    fn nobody_waits_longer_than_their_patience_and_all_ways_are_walks() {
        let (map, open) = random_map(64, 64, 20, 4);
        let mut office = Dispatcher::new(10);
        let asked: Vec<Ticket> = (0..300).map(|i| office.ask(open[i], open[open.len() - 1 - i])).collect();
        let mut answered = Vec::new();
        let mut partial = 0;
        for _ in 0..10 {
            for (ticket, answer) in office.tick(&map, &mut Budget::steps(400)) {
                partial += usize::from(matches!(answer.outcome, Outcome::Partial(_, Reason::OutOfBudget)));
                if let Some(route) = answer.found() {
                    assert!(map.is_walk(&map.fill_in(&route.cells)));
                }
                answered.push(ticket);
            }
        }
        assert_eq!(answered, asked, "in order, all of them, within ten ticks");
        assert!(partial > 0 && office.waiting() == 0);
    }

    #[test]
    fn a_thousand_walkers_of_a_town_get_whole_ways_in_one_tick() {
        let map = town(512);
        let mut draws = wold_chance::Stream::named(wold_chance::Seed(1), "walkers", &[]);
        let mut place = || loop {
            let at = (draws.below(512) as i32, draws.below(512) as i32);
            if map.is_open(at.0, at.1) {
                return at;
            }
        };
        let walks: Vec<_> = (0..1_000).map(|_| (place(), place())).collect();
        let mut office = Dispatcher::new(10).within(1.25);
        for &(from, to) in &walks {
            office.ask(from, to);
        }
        // A release build does some thousand steps in a millisecond; a tick has fifty of them.
        let mut budget = Budget::steps(50_000);
        let answers = office.tick(&map, &mut budget);
        assert_eq!((answers.len(), office.waiting()), (1_000, 0), "{} steps", budget.spent());
        let mut exact = Jumper::new();
        for ((from, to), (ticket, answer)) in walks.into_iter().zip(answers) {
            let route = answer.complete().expect("a whole way");
            assert_eq!((route.start(), route.goal()), (map.cell(from.0, from.1), map.cell(to.0, to.1)));
            // One in twenty against the shortest way; the whole lot would take longer than all other tests.
            if ticket.0.is_multiple_of(20) {
                let shortest =
                    exact.find(&map, from, to, &mut Budget::unlimited()).complete().expect("a way");
                assert!(route.length <= 1.25 * shortest.length + 1e-6);
                assert!(map.is_walk(&map.fill_in(&route.cells)));
            }
        }
    }

    #[test]
    fn an_edit_while_waiting_is_answered_on_the_new_map() {
        let mut map = TileMap::new(40, 3).expect("fits");
        map.set_open(20, 0, false);
        map.set_open(20, 1, false);
        let mut office = Dispatcher::new(10);
        office.ask((0, 0), (39, 0));
        assert!(office.tick(&map, &mut Budget::steps(1)).is_empty());
        map.set_open(20, 2, false);
        let answers = office.tick(&map, &mut Budget::unlimited());
        assert_eq!(answers[0].1.outcome, Outcome::Unreachable(Reason::NoWay));
    }
}
