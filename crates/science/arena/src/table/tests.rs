use super::*;
use crate::Limit;
use proptest::prelude::*;

fn table(name: &str) -> Box<dyn Table> {
    open(name, None).expect(name)
}

fn decide(table: &dyn Table, engine: &str, seed: u64) -> Thought {
    let mut thinking = table.think(&engine.parse().expect("an engine"), Seed(seed)).expect("it plays");
    while thinking.step(&Budget::default()) {}
    thinking.thought()
}

#[test]
fn every_engine_offered_plays_every_game_to_its_end() {
    for listed in GAMES {
        let name = if listed.name == "skirmish" { "skirmish:3" } else { listed.name };
        let mut table = table(name);
        let engines: Vec<String> = table
            .engines()
            .into_iter()
            .map(|engine| match engine.split_once(':') {
                Some(("mcts" | "hierarchical" | "flat", _)) => {
                    engine.split(':').next().unwrap_or("").to_string() + ":30"
                }
                Some((kind, _)) => format!("{kind}:1"),
                None => engine,
            })
            .collect();
        let mut made = 0;
        while table.result().is_none() && made < 600 {
            if table.roll(Seed(made)).is_some() {
                made += 1;
                continue;
            }
            let thought = decide(&*table, &engines[made as usize % engines.len()], made);
            assert!(!thought.moves.is_empty(), "{name}");
            for chosen in thought.moves {
                table.play(&chosen).unwrap_or_else(|error| panic!("{name}: {error}"));
                made += 1;
            }
        }
        assert!(table.result().is_some() || listed.name == "copper", "{name} ends");
        assert!(matches!(table.play("a1"), Err(TableError::Over(_))) || table.result().is_none());
    }
}

#[test]
fn a_budget_of_nothing_still_gives_a_legal_move() {
    for (name, engine) in [
        ("connect-four", "mcts:0"),
        ("connect-four", "alphabeta:0"),
        ("breakthrough", "minimax:0"),
        ("breakthrough", "pvs:0"),
        ("othello", "staged:0"),
        ("connect-four", "lazy:0"),
        ("connect-four", "remembered:0"),
        ("connect-four", "trees:0"),
        ("connect-four", "threads:0"),
        ("copper", "expecti:0"),
        ("skirmish", "hierarchical:0"),
        ("skirmish", "flat:0"),
        ("portfolio", "mcts:0"),
        ("portfolio", "alphabeta:0"),
    ] {
        let mut table = table(name);
        let thought = decide(&*table, engine, 1);
        assert!(!thought.moves.is_empty(), "{name} {engine}");
        for chosen in &thought.moves {
            table.play(chosen).unwrap_or_else(|error| panic!("{name} {engine}: {error}"));
        }
    }
}

#[test]
fn every_engine_takes_a_win_that_is_on_the_board() {
    for engine in [
        "minimax:3",
        "alphabeta:3",
        "pvs:3",
        "staged:3",
        "mcts:500",
        "lazy:500",
        "remembered:500",
        "trees:300",
        "threads:500",
    ] {
        let mut table = table("connect-four");
        let columns: Vec<String> = table.legal().into_iter().map(|legal| legal.name).collect();
        // Three in a column for the first, three beside it for the second, and the first to move.
        for turn in 0..6 {
            table.play(&columns[if turn % 2 == 0 { 3 } else { 0 }]).expect("both columns have room");
        }
        assert_eq!(decide(&*table, engine, 1).moves, [columns[3].clone()], "{engine}");
    }
}

#[test]
fn solving_says_what_is_known() {
    let value = |name: &str| {
        let thought = table(name).solve(&Budget::nodes(2_000_000));
        (thought.value, thought.ending)
    };
    assert_eq!(value("noughts"), (0.0, Ending::Complete));
    assert_eq!(value("division-nim:7"), (-1.0, Ending::Complete));
    assert_eq!(value("factor-nim:7"), (1.0, Ending::Complete));
    assert_eq!(value("nim"), (-1.0, Ending::Complete));
    assert_eq!(value("flipflop:1"), (1.0, Ending::Complete));
    let copper = table("copper").solve(&Budget::default());
    assert!((copper.value - 0.315).abs() < 1e-3 && copper.moves == ["b2"], "{copper:?}");
    let open = table("connect-four").solve(&Budget::nodes(20_000));
    assert!(matches!(open.ending, Ending::Partial(_)) && open.bounds == (-1.0, 1.0));
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    for name in ["chess", "noughts:9,3", "noughts:3,3,3", "nim:0", "nim:x", "skirmish:17", "othello:1", ""] {
        let error = open(name, None).map(|_| ()).expect_err(name).to_string();
        assert!(!error.is_empty() && !error.contains('\n'), "{error}");
    }
    for (name, given) in [("one-two-three:300", "300"), ("nim:3,400", "400"), ("copper:3,3,999", "999")] {
        let error = open(name, None).map(|_| ()).expect_err(name).to_string();
        assert!(error.contains(given), "{error}");
    }
    let mut game = table("noughts");
    assert!(matches!(game.play("z9"), Err(TableError::Illegal { .. })));
    assert!(matches!(game.set_position("xxx/xxx/xxx"), Err(TableError::Position(_))));
    assert!(matches!(game.think(&Engine::Flat(3), Seed(1)), Err(TableError::Engine(_))));
    game.set_position("xxx/oo./...").expect("can be");
    assert!(matches!(game.think(&Engine::Random, Seed(1)), Err(TableError::Over(_))));
    assert!(table("skirmish").set_position("anything").is_err());
}

#[test]
fn answers_explain_themselves() {
    let thought = decide(&*table("connect-four"), "mcts:800", 1);
    assert!(thought.why.starts_with(&format!("{} looks worth", thought.moves[0])), "{}", thought.why);
    assert_eq!(thought.candidates.len(), 7);
    assert_eq!(thought.candidates.iter().map(|c| c.visits).sum::<u64>(), 800);
}

#[test]
fn a_match_is_mirrored_and_seeded() {
    let play = |seed| {
        let (a, b) = ("mcts:60".parse().expect("one"), "random".parse().expect("one"));
        table("connect-four").contest(&a, &b, 10, Seed(seed), &mut |_| {}).expect("both play")
    };
    assert_eq!(play(1), play(1));
    assert_eq!(play(1).games(), 10);
    assert!(play(1).score() > 0.8);
}

#[test]
fn a_thousand_simulations_never_lose_noughts_and_crosses_to_the_perfect_engine() {
    let (a, b) = ("mcts:1000".parse().expect("one"), "alphabeta:9".parse().expect("one"));
    let tally = table("noughts").contest(&a, &b, 40, Seed(1), &mut |_| {}).expect("both play");
    assert_eq!(tally.losses, 0, "{tally:?}");
}

proptest! {
    #[test]
    fn positions_read_never_panic_and_stay_playable(text in "[xo./ ]{0,80}", which in 0usize..4) {
        let name = ["noughts", "connect-four", "breakthrough", "othello"][which];
        let mut table = table(name);
        if table.set_position(&text).is_ok() {
            prop_assert_eq!(table.legal().is_empty(), table.result().is_some());
        }
    }

    #[test]
    fn any_word_for_a_game_an_engine_or_a_move_is_answered(text in ".{0,40}") {
        let _ = open(&text, None).map(|_| ());
        let _ = text.parse::<Engine>();
        prop_assert!(table("nim").play(&text).is_err() || text.contains('-'));
    }
}

#[test]
fn boards_hold_every_square() {
    assert_eq!(table("connect-four").board().cells.len(), 42);
    assert!(table("portfolio").board().draw().contains("Drudge"));
}

/// Games and engines that would search for minutes, one for each that cannot be resumed.
const ENDLESS: [(&str, &str); 5] = [
    ("nim:100,99,98,97,96,95,94,93,92,91,90,89,88,87,86,85,84,83,82,81", "minimax:3"),
    ("nim:100,99,98,97,96,95,94,93,92,91,90,89,88,87,86,85,84,83,82,81", "pvs:12"),
    ("othello", "staged:12"),
    ("copper:4,4,4", "expecti:2"),
    ("othello", "trees:100000"),
];

#[test]
fn to_ask_an_engine_costs_nothing_until_it_is_given_a_slice() {
    for (name, engine) in ENDLESS {
        let thinking = table(name).think(&engine.parse().expect("an engine"), Seed(1)).expect("it plays");
        let thought = thinking.thought();
        assert_eq!((thought.stats.nodes, thought.stats.iterations), (0, 0), "{name} {engine}");
        assert!(!thought.moves.is_empty(), "{name} {engine}: any legal move");
    }
}

#[test]
fn every_engine_ends_when_its_nodes_are_spent_and_has_a_legal_move() {
    for (name, engine) in ENDLESS {
        let mut table = table(name);
        let mut thinking = table.think(&engine.parse().expect("an engine"), Seed(1)).expect("it plays");
        assert!(!thinking.step(&Budget::nodes(20_000)), "{name} {engine} is done with its slice");
        let thought = thinking.thought();
        assert_eq!(thought.ending, Ending::Partial(Limit::Nodes), "{name} {engine}");
        // Two trees have a budget each and finish the simulation they are in.
        assert!(thought.stats.nodes <= 2 * 20_100, "{name} {engine}: {}", thought.stats.nodes);
        table.play(&thought.moves[0]).unwrap_or_else(|error| panic!("{name} {engine}: {error}"));
    }
}

#[test]
fn every_engine_ends_soon_after_it_was_told_to_stop() {
    for (name, engine) in ENDLESS {
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let stopped = Budget { stop: Some(stop), ..Budget::default() };
        let table = table(name);
        let mut thinking = table.think(&engine.parse().expect("an engine"), Seed(1)).expect("it plays");
        assert!(!thinking.step(&stopped));
        let thought = thinking.thought();
        assert_eq!(thought.ending, Ending::Partial(Limit::Stopped), "{name} {engine}");
        assert!(thought.stats.nodes <= 2_048 && !thought.moves.is_empty(), "{name} {engine}");
    }
}

#[test]
fn a_game_of_chance_too_large_to_solve_says_what_ran_out_and_proves_nothing() {
    let thought = table("copper:4,3,4").solve(&Budget::nodes(30_000));
    assert_eq!(thought.ending, Ending::Partial(Limit::Nodes));
    assert_eq!((thought.stats.nodes, thought.bounds), (30_000, (-1.0, 1.0)));
    assert!(!thought.moves.is_empty(), "any legal move");

    let ticks = std::sync::atomic::AtomicU64::new(0);
    let clock: crate::Clock = std::sync::Arc::new(move || {
        std::time::Duration::from_millis(ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    });
    let thought = table("copper:4,3,4").solve(&Budget::time(std::time::Duration::from_millis(50), clock));
    assert_eq!(thought.ending, Ending::Partial(Limit::Time));
}

#[test]
fn a_game_between_engines_told_to_search_for_ever_ends_by_its_allowance() {
    let engine: Engine = "minimax:10".parse().expect("one");
    let game = crate::games::connect_four::ConnectFour;
    let payoff = crate::players::contest::play(&game, [&engine, &engine], Seed(1), &Budget::nodes(500));
    assert!(payoff.expect("both play").abs() <= 1);
}
