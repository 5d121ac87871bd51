use super::super::habit::HabitPlayout;
use super::super::sets::SetOrder;
use super::super::whole::WholeTurns;
use super::*;
use crate::games::skirmish::{Attrition, Option12, Order, Skirmish};
use crate::mcts::Expansion;
use crate::mcts::playout::AbstractPlayout;
use crate::players::score::Tally;
use crate::{Rules, Side, Turn};
use wold_chance::Seed;

const UNITS: usize = 8;

fn game() -> Skirmish {
    Skirmish::new(UNITS).expect("fits")
}

fn model() -> HabitPlayout<Skirmish, AbstractPlayout<Attrition>> {
    let then = AbstractPlayout(Attrition { units: UNITS });
    HabitPlayout { rules: game(), turns: 2, random: 0.2, then }
}

fn config(seed: u64) -> Config {
    Config { exploration: 0.4, seed: Seed(seed), ..Config::default() }
}

type Position = <Skirmish as Rules>::State;

fn by_sets(state: &Position, order: SetOrder, seed: u64, iterations: u64) -> Vec<Order> {
    let rules = BySets { order, ..BySets::new(game()) };
    let mut search = TurnSearch::new(rules, *state, config(seed), model());
    search.run(&Budget::iterations(iterations));
    search.decide()
}

fn flat(state: &Position, seed: u64, iterations: u64) -> Vec<Order> {
    let rules = WholeTurns { rules: game(), listed: 100_000 };
    let expansion = Expansion::Widening { factor: 1.0, power: 0.5 };
    let mut search = Mcts::new(rules, *state, Config { expansion, ..config(seed) }, model());
    search.run(&Budget::iterations(iterations));
    search.answer().best().cloned().unwrap_or_default()
}

fn play(hierarchical: Side, seed: u64, iterations: u64) -> i32 {
    let rules = game();
    let mut state = rules.start();
    let mut number = 0;
    while rules.result(&state).is_none() {
        number += 1;
        let turn = if rules.turn(&state) == Turn::Of(hierarchical) {
            by_sets(&state, SetOrder::Importance, seed * 1_000 + number, iterations)
        } else {
            flat(&state, seed * 1_000 + number, iterations)
        };
        for action in &turn {
            assert!(rules.is_legal(&state, action));
            rules.apply(&mut state, action);
        }
    }
    rules.result(&state).expect("over") * hierarchical.sign()
}

#[test]
fn levels_of_two_four_and_eight_stand_for_eight_flat_turns() {
    // Three units, each with two options left: hold or guard, for they stand walled in and alone.
    let nodes_by_level = [2, 4, 8];
    assert_eq!(nodes_by_level.iter().sum::<i32>(), 14);
    let rules = BySets::new(TwoOptions);
    let mut level = vec![rules.start()];
    for expected in nodes_by_level {
        let mut next = Vec::new();
        for state in &level {
            let mut options = Vec::new();
            rules.moves(state, &mut options);
            next.extend(options.iter().map(|option| {
                let mut after = *state;
                rules.apply(&mut after, option);
                after
            }));
        }
        assert_eq!(next.len(), expected as usize);
        level = next;
    }
    let mut turns = Vec::new();
    WholeTurns { rules: TwoOptions, listed: 200 }.moves(&TwoOptions.start(), &mut turns);
    assert_eq!(turns.len(), 8, "flat, all in one level");
}

#[test]
fn it_beats_flat_search_on_the_wide_game_with_95_per_cent_confidence() {
    let mut tally = Tally::default();
    for number in 0..24 {
        let side = if number % 2 == 0 { Side::First } else { Side::Second };
        tally.add(play(side, number / 2, 200));
    }
    let (low, _) = tally.interval();
    assert!(low > 0.5, "{tally:?}: at least {low:.3}");
}

#[test]
fn any_budget_gives_a_whole_legal_turn() {
    let rules = game();
    let mut state = rules.start();
    for (round, iterations) in [0, 1, 3, 20].into_iter().cycle().take(12).enumerate() {
        if rules.result(&state).is_some() {
            break;
        }
        let before = rules.turn_number(&state);
        for order in [SetOrder::Importance, SetOrder::Scattered, SetOrder::Given([SetId(5)].into())] {
            let turn = by_sets(&state, order, round as u64, iterations);
            let mut after = state;
            for action in &turn {
                assert!(rules.is_legal(&after, action), "{action:?}");
                rules.apply(&mut after, action);
            }
            assert!(rules.turn_number(&after) == before + 1 || rules.result(&after).is_some());
        }
        for action in by_sets(&state, SetOrder::Importance, 1, iterations) {
            rules.apply(&mut state, &action);
        }
    }
}

#[test]
fn an_impossible_plan_is_repaired() {
    let rules = game();
    let state = rules.start();
    // Unit 1 and 2 want the same square, unit 3 is named twice, unit 4 shoots at nobody.
    let planned = [
        Order { unit: 0, option: Option12::Step(2) },
        Order { unit: 2, option: Option12::Hold },
        Order { unit: 2, option: Option12::Guard },
        Order { unit: 3, option: Option12::Shoot(0) },
    ];
    let mut stream = Stream::named(Seed(1), "repair", &[]);
    let prefer_guard = |action: &Order| (action.option == Option12::Guard).then_some(1.0);
    let turn = complete_turn(&rules, &state, &planned, &prefer_guard, &mut stream);
    assert_eq!(turn.len(), UNITS);
    let of = |unit: u8| turn.iter().find(|order| order.unit == unit).expect("every unit").option;
    assert_eq!(
        [of(0), of(2), of(3), of(7)],
        [Option12::Guard, Option12::Hold, Option12::Guard, Option12::Guard]
    );
    let habits = complete_turn(&rules, &state, &[], &|_| None, &mut stream);
    assert_eq!(habits.len(), UNITS);
}

#[test]
fn the_clearest_set_is_named_first() {
    let rules = game();
    let mut search = TurnSearch::new(BySets::new(rules), rules.start(), config(3), model());
    search.run(&Budget::iterations(2_000));
    let undecided = search.undecided();
    assert!(!undecided.is_empty() && undecided.len() <= UNITS);
    assert!(undecided.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{undecided:?}");
}

#[test]
fn obvious_sets_leave_more_of_the_tree_for_the_others() {
    let rules = BySets { settle_obvious: true, ..BySets::new(Skirmish::new(1).expect("fits")) };
    // One unit each, in opposite corners.
    let mut options = Vec::new();
    rules.moves(&rules.start(), &mut options);
    assert_eq!(options.len(), 1, "far from the enemy a unit just walks up");
}

/// Three lamps, each switched on or off, then the other side does nothing at all.
#[derive(Clone, Copy, Debug)]
struct TwoOptions;

impl Rules for TwoOptions {
    type State = (u8, u8);
    type Move = (u8, bool);
    type Undo = (u8, u8);

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    fn turn(&self, _state: &(u8, u8)) -> Turn {
        Turn::Of(Side::First)
    }

    fn result(&self, state: &(u8, u8)) -> Option<i32> {
        (state.0 == 3).then_some(0)
    }

    fn moves(&self, state: &(u8, u8), out: &mut Vec<(u8, bool)>) {
        if state.0 < 3 {
            out.extend([(state.0, false), (state.0, true)]);
        }
    }

    fn apply(&self, state: &mut (u8, u8), lamp: &(u8, bool)) -> (u8, u8) {
        let before = *state;
        *state = (state.0 + 1, state.1 | u8::from(lamp.1) << lamp.0);
        before
    }

    fn cancel(&self, state: &mut (u8, u8), _lamp: &(u8, bool), before: (u8, u8)) {
        *state = before;
    }

    fn hash(&self, state: &(u8, u8)) -> u64 {
        u64::from(state.0) << 8 | u64::from(state.1)
    }
}

impl ActionSets for TwoOptions {
    fn open_sets(&self, state: &(u8, u8), out: &mut Vec<SetId>) {
        out.extend((state.0..3).map(|lamp| SetId(lamp.into())));
    }

    fn options(&self, state: &(u8, u8), set: SetId, out: &mut Vec<(u8, bool)>) {
        assert_eq!(u16::from(state.0), set.0);
        self.moves(state, out);
    }

    fn set_of(&self, lamp: &(u8, bool)) -> SetId {
        SetId(lamp.0.into())
    }

    fn option_index(&self, lamp: &(u8, bool)) -> usize {
        lamp.1.into()
    }

    fn turn_number(&self, _state: &(u8, u8)) -> u32 {
        0
    }

    fn habit(&self, state: &(u8, u8), _set: SetId, _stream: &mut Stream) -> (u8, bool) {
        (state.0, false)
    }
}
