use super::habits::Habit;
use super::*;
use crate::budget::Budget;
use crate::conformance;
use crate::players::Engine;
use crate::players::contest::{contest, play};
use crate::players::difficulty::Difficulty;
use crate::turns::portfolio::Portfolio;

fn game(seed: u64) -> Muster {
    Muster::new(&UnitSet::own(), Seed(seed))
}

fn level(name: &str) -> Engine {
    Engine::Level(name.into())
}

/// The classic portfolio: ten partial players, 2 · 3 · 3 · 2 turns.
fn classic() -> Portfolio<Habit> {
    Portfolio::new(vec![
        vec![Habit::CheapestLoss, Habit::SaveAttackers],
        vec![Habit::AttackAll, Habit::LeaveBlock, Habit::NoAttack],
        vec![Habit::BuyAttack, Habit::BuyDefence, Habit::BuyEconomy],
        vec![Habit::KillCost, Habit::KillAttack],
    ])
}

#[test]
fn keeps_the_contract() {
    for seed in 0..4 {
        conformance::check(&game(seed), conformance::Extent { games: 6, moves: 600 });
    }
}

#[test]
fn a_game_draws_five_units_beside_the_base_ones() {
    let names = |seed| game(seed).kinds().iter().map(|unit| unit.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(1).len(), 8);
    assert_eq!(names(1), names(1));
    assert!((0..20).any(|seed| names(seed) != names(1)));
}

#[test]
fn ten_partial_players_make_thirty_six_turns_before_equal_ones_are_joined() {
    assert_eq!(classic().combinations(), 36);
    let game = game(1);
    let turns = classic().turns(&game, &game.start());
    assert!(!turns.is_empty() && turns.len() <= 36);
}

#[test]
fn every_turn_proposed_is_legal_action_by_action_all_through_a_game() {
    let game = game(3);
    let mut state = game.start();
    let mut stream = Stream::named(Seed(3), "turns", &[]);
    let mut widest = 0;
    while game.result(&state).is_none() {
        let number = state.turns;
        let turns = classic().turns(&game, &state);
        widest = widest.max(turns.len());
        for turn in &turns {
            let mut after = state;
            for deed in turn {
                assert!(game.is_legal(&after, deed), "{deed:?} in {:?}", after.phase);
                game.apply(&mut after, deed);
            }
            assert!(after.turns == number + 1 || game.result(&after).is_some());
        }
        for deed in stream.pick(&turns).expect("not over") {
            game.apply(&mut state, deed);
        }
    }
    assert!(widest >= 6, "{widest}");
}

#[test]
fn an_attack_is_absorbed_or_breaks_through() {
    let game = game(1);
    let mut state = game.start();
    let lancer = 2;
    state.armies[0].counts[lancer].ready = 3;
    let mut absorbed = state;
    for deed in [Deed::Attack(2), Deed::Next, Deed::Next] {
        game.apply(&mut absorbed, &deed);
    }
    // Two points of damage wait for the second side's defence; a hedge of two health dies of them.
    assert_eq!((absorbed.to_move, absorbed.phase, absorbed.attack), (Side::Second, Phase::Defence, 2));
    game.apply(&mut absorbed, &Deed::Absorb(1));
    assert_eq!((absorbed.phase, absorbed.armies[1].counts[1].ready), (Phase::Ability, 1));

    // Ten points of block and no more: the blockers die and the attacker chooses the rest.
    state.armies[0].counts[lancer].ready = 6;
    state.armies[1].counts[lancer].ready = 1;
    for _ in 0..6 {
        game.apply(&mut state, &Deed::Attack(2));
    }
    game.apply(&mut state, &Deed::Next);
    game.apply(&mut state, &Deed::Next);
    assert_eq!((state.phase, state.attack), (Phase::Breach, 2));
    game.apply(&mut state, &Deed::Kill(2));
    assert_eq!(game.result(&state), Some(1), "nothing is left");
}

#[test]
fn the_ladder_stands_in_order_with_95_per_cent_confidence() {
    let ladder = ["Random", "Easy", "Medium", "Expert", "Master"];
    for (number, pair) in ladder.windows(2).enumerate() {
        let games = if number < 3 { 60 } else { 80 };
        let tally = contest(game, &level(pair[1]), &level(pair[0]), games, Seed(18), |_| {});
        let tally = tally.expect("both play");
        let (low, _) = tally.interval();
        assert!(low > 0.5, "{} against {}: {tally:?}, at least {low:.3}", pair[1], pair[0]);
    }
}

#[test]
fn a_pacifist_never_attacks() {
    let game = game(2);
    let pacifist = &Difficulty::own()[1];
    assert_eq!(pacifist.name, "Pacifist");
    let mut state = game.start();
    state.armies[0].counts[2].ready = 4;
    for turn in pacifist.portfolio().turns(&game, &state) {
        assert!(!turn.iter().any(|deed| matches!(deed, Deed::Attack(_))));
    }
}

#[test]
fn twenty_patches_of_the_units_change_no_code_and_no_order() {
    let mut stream = Stream::named(Seed(20), "patches", &[]);
    let mut units = UnitSet::own();
    for patch in 0..20u64 {
        let number = stream.below(units.units().len() as u64) as usize;
        let which = stream.below(4);
        let up = stream.chance(0.5);
        let change = |value: &mut u8| *value = if up { *value + 1 } else { value.saturating_sub(1).max(1) };
        units = units
            .patched(number, |unit| match which {
                0 => change(&mut unit.cost),
                1 => change(&mut unit.health),
                2 if unit.attack > 0 => change(&mut unit.attack),
                _ => unit.build = 1 + (unit.build % 3),
            })
            .expect("sound");
        let games = |pair: u64| Muster::new(&units, Seed(patch * 100 + pair));
        let tally = contest(games, &level("Expert"), &level("Easy"), 10, Seed(patch), |_| {});
        let tally = tally.expect("both play");
        assert!(tally.score() >= 0.7, "patch {patch}: {tally:?}");
    }
}

#[test]
fn bad_data_is_refused_with_line_and_reason() {
    let why = |text: &str| UnitSet::read(text).expect_err("refused").to_string();
    let own = include_str!("../../../data/units.toml");
    assert!(UnitSet::read(own).is_ok());
    assert_eq!(
        why(&own.replacen("cost = 3", "cost = 0", 1)),
        "line 8: Drudge: cost 0 is not between 1 and 50"
    );
    assert!(why(&own.replacen("\nhealth", "\nhelth", 1)).contains("unknown field `helth`"));
    assert!(why(&own.replacen("Hedge", "Drudge", 1)).ends_with("Drudge is there twice"));
    assert!(why("").contains("0 base units"));

    let players = include_str!("../../../data/players.toml");
    let why = |text: &str| Difficulty::read(text).expect_err("refused").to_string();
    assert!(why(&players.replacen("no-attack", "buy-attack", 1)).contains("does not belong to Ability"));
    assert!(why(&players.replacen("no-attack", "fly", 1)).contains("unknown variant `fly`"));
    let nobody = level("Nobody");
    assert!(play(&game(1), [&nobody, &nobody], Seed(1), &Budget::default()).is_err());
}
