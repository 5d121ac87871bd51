//! What every format must keep, whatever is reported.

use crate::ladder::Start;
use crate::lot::Lots;
use crate::pools::Draw;
use crate::round_robin::Schedule;
use crate::seeding::Seeding;
use crate::single::{Beside, Cup};
use crate::table::{Scoring, TieBreaks};
use crate::{Contest, ContestError, MatchId, Open, Plan, Player, Report};
use proptest::prelude::*;
use std::collections::BTreeSet;
use wold_chance::{Seed, Stream};

const SWISS: Scoring = Scoring::SWISS;

fn plans(players: usize) -> Vec<Plan> {
    let seedings = [Seeding::Standard, Seeding::Ordered, Seeding::Equitable, Seeding::Random];
    let mut plans: Vec<Plan> = seedings
        .into_iter()
        .flat_map(|seeding| {
            [Plan::SingleElimination(Cup::seeded(seeding)), Plan::DoubleElimination { seeding }]
        })
        .collect();
    plans.extend([Schedule::Straight, Schedule::Normalised].map(|schedule| Plan::RoundRobin {
        schedule,
        scoring: Scoring::default(),
        tie_breaks: TieBreaks::ROBIN,
    }));
    plans.extend(
        [Start::Conservative, Start::Democratic, Start::Challenging]
            .map(|start| Plan::HillClimbing { start }),
    );
    plans.push(Plan::Ladder { start: Start::Challenging, rounds: players as u32 });
    plans.push(Plan::Pyramid { rounds: 7 });
    plans.push(Plan::Swiss { rounds: 5, scoring: SWISS, tie_breaks: TieBreaks::SWISS });
    plans.extend([0, 1, 6].map(|rounds| Plan::Lot { rounds, lots: Lots::Rank }));
    for beside in [Beside::RunnerUp, Beside::Consolation] {
        plans.push(Plan::SingleElimination(Cup {
            beside,
            reseed: players.is_multiple_of(2),
            ..Cup::default()
        }));
    }
    for (pools, advance) in [(1, 1), (3, 2), (4, 2)] {
        let draw = Draw { pools, advance, ..Draw::default() };
        plans.extend((players >= (pools * advance) as usize).then_some(Plan::Pools(draw)));
    }
    plans.extend((players + 1).is_power_of_two().then_some(Plan::KingOfTheHill));
    plans
}

fn open(plan: Plan, players: usize) -> Contest {
    Contest::new(plan, players, 1, Seed(7)).expect("the plan suits")
}

fn text(contest: &Contest) -> String {
    serde_json::to_string(contest).expect("a contest is a value")
}

/// The better of the entry list wins.
fn better(game: &Open) -> Report {
    if game.home < game.away { Report::Home } else { Report::Away }
}

/// Plays to the end and gives the matches of each round.
fn play(contest: &mut Contest) -> Vec<usize> {
    let mut rounds = Vec::new();
    while !contest.finished() {
        let games = contest.next();
        rounds.push(games.len());
        for game in games {
            contest.report(game.id, better(&game)).expect("an open match");
        }
    }
    rounds
}

/// Any report the match may end with, walkovers among them.
fn any_report(luck: &mut Stream, contest: &mut Contest, game: &Open) {
    let reports =
        [Report::Home, Report::Away, Report::Tie, Report::HomeAbsent, Report::AwayAbsent, Report::BothAbsent];
    let report = reports[luck.below(6) as usize];
    let before = text(contest);
    match contest.report(game.id, report) {
        Ok(()) => {}
        Err(ContestError::TieRefused(_)) => {
            assert_eq!(text(contest), before);
            contest.report(game.id, Report::Home).expect("a winner is always welcome");
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_best_of_transitive_players_always_wins() {
    for n in 1..=64 {
        for plan in plans(n) {
            let mut contest = open(plan, n);
            play(&mut contest);
            let by_luck =
                matches!(plan, Plan::Lot { rounds: 0 | 1, .. }) || matches!(plan, Plan::Pyramid { .. });
            // Five rounds of Swiss find one unbeaten player among up to 32.
            let too_many = matches!(plan, Plan::Swiss { .. }) && n > 32;
            let places = contest.standings();
            assert_eq!(places.len(), n);
            if !by_luck && !too_many {
                assert_eq!((places[0].player, places[0].rank), (Player(0), 0), "{plan:?} {n}");
                assert!(n == 1 || places[1].rank > 0, "{plan:?} {n}");
            }
        }
    }
}

#[test]
fn a_ladder_season_of_n_rounds_sorts_n_players() {
    for n in 1..=64 {
        let mut contest = open(Plan::Ladder { start: Start::Challenging, rounds: n as u32 }, n);
        play(&mut contest);
        assert!(contest.standings().iter().map(|place| place.player.index()).eq(0..n), "{n}");
    }
}

#[test]
fn rounds_and_matches_are_those_of_the_table() {
    let rounds = |plan, n| play(&mut open(plan, n));
    let single = Plan::SingleElimination(Cup::default());
    assert_eq!(rounds(single, 7), [3, 2, 1]);
    assert_eq!(rounds(single, 9), [1, 4, 2, 1]);
    assert_eq!(rounds(Plan::KingOfTheHill, 7), [2, 2, 1, 1]);
    assert_eq!(rounds(Plan::KingOfTheHill, 15), [4, 4, 2, 2, 1, 1]);
    for n in 2..=64_usize {
        let lg = n.next_power_of_two().ilog2();
        let cup = rounds(single, n);
        let expected: Vec<usize> =
            (0..lg).map(|i| if i == 0 { n - (1 << (lg - 1)) } else { 1 << (lg - (i + 1)) }).collect();
        assert_eq!(cup, expected, "{n}");
        let hill = Plan::HillClimbing { start: Start::Democratic };
        assert_eq!(rounds(hill, n), vec![1; n - 1]);
        let robin = Plan::RoundRobin {
            schedule: Schedule::Normalised,
            scoring: Scoring::default(),
            tie_breaks: TieBreaks::ROBIN,
        };
        assert_eq!(rounds(robin, n), vec![n / 2; n - 1 + n % 2]);
        let double: usize = rounds(Plan::DoubleElimination { seeding: Seeding::Standard }, n).iter().sum();
        assert_eq!(double, 2 * n - 2, "{n}");
    }
}

#[test]
fn champions_play_as_many_matches_as_the_start_of_the_climb_says() {
    for (start, matches) in [(Start::Conservative, 1), (Start::Challenging, 15)] {
        let mut contest = open(Plan::HillClimbing { start }, 16);
        play(&mut contest);
        assert_eq!(contest.standings()[0].tally.wins, matches);
    }
}

#[test]
fn a_lost_first_final_resets_the_bracket() {
    let mut contest = open(Plan::DoubleElimination { seeding: Seeding::Standard }, 8);
    let mut games = 0;
    let mut finals = 0;
    while let Some(game) = contest.next().first().copied() {
        games += 1;
        // Player 1 loses the winners' final to player 0, then wins twice.
        let last_two = [game.home, game.away] == [Player(0), Player(1)] && games > 13;
        finals += u32::from(last_two);
        contest.report(game.id, if last_two { Report::Away } else { better(&game) }).expect("open");
    }
    assert_eq!((games, finals), (15, 2));
    assert_eq!(contest.standings()[0].player, Player(1));
    assert!(contest.standings().iter().skip(1).all(|place| place.tally.losses == 2));
}

#[test]
fn a_series_goes_to_the_first_with_a_majority() {
    let mut cup = Contest::new(Plan::SingleElimination(Cup::default()), 2, 3, Seed(1)).expect("a cup");
    let id = cup.next()[0].id;
    for report in [Report::Home, Report::Away] {
        cup.report(id, report).expect("open");
    }
    assert_eq!(cup.next()[0].won, [1, 1]);
    assert_eq!(cup.report(id, Report::Tie), Err(ContestError::TieRefused(id)));
    cup.report(id, Report::Away).expect("open");
    assert_eq!((cup.finished(), cup.standings()[0].player), (true, Player(1)));
    assert_eq!(cup.report(id, Report::Away), Err(ContestError::FinishedMatch(id)));
}

#[test]
fn plans_that_cannot_be_are_refused() {
    let refused =
        |plan, n, best_of| Contest::new(plan, n, best_of, Seed(1)).err().map(|error| error.to_string());
    let cup = Plan::SingleElimination(Cup::default());
    assert!(refused(cup, 0, 1).is_some_and(|said| said.contains("at least one")));
    assert!(refused(cup, 4, 2).is_some_and(|said| said.contains("odd")));
    assert!(refused(Plan::KingOfTheHill, 6, 1).is_some_and(|said| said.contains("power of two")));
    assert!(
        refused(Plan::Swiss { rounds: 0, scoring: SWISS, tie_breaks: TieBreaks::SWISS }, 6, 1)
            .is_some_and(|said| said.contains("rounds"))
    );
    let endless = Scoring { win: f64::NAN, ..SWISS };
    assert!(
        refused(Plan::Swiss { rounds: 3, scoring: endless, tie_breaks: TieBreaks::SWISS }, 6, 1)
            .is_some_and(|said| said.contains("finite"))
    );
}

#[test]
fn a_saved_contest_whose_log_is_impossible_is_refused() {
    let mut contest = open(Plan::SingleElimination(Cup::default()), 4);
    contest.report(MatchId(0), Report::Home).expect("open");
    let forged = text(&contest).replace("\"id\":0", "\"id\":9");
    assert!(serde_json::from_str::<Contest>(&forged).is_err());
    let swapped = text(&contest).replace("\"home\":0", "\"home\":2");
    assert!(serde_json::from_str::<Contest>(&swapped).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_course_of_reports_ends_and_keeps_the_rules(n in 1..=64_usize, seed in any::<u64>()) {
        for plan in plans(n) {
            let mut luck = Stream::named(Seed(seed), "course", &[]);
            let mut contest = Contest::new(plan, n, 1, Seed(seed)).expect("the plan suits");
            let mut steps = 0;
            while let Some(game) = luck.pick(&contest.next()).copied() {
                let games = contest.next();
                let mut seen = BTreeSet::new();
                prop_assert!(games.iter().flat_map(|g| [g.home, g.away]).all(|player| seen.insert(player)));
                any_report(&mut luck, &mut contest, &game);
                if luck.chance(0.05) {
                    let player = Player(luck.below(n as u64) as u32);
                    let known = contest.standings().iter().any(|p| p.player == player && p.withdrawn);
                    prop_assert_eq!(contest.withdraw(player).is_err(), known);
                }
                if luck.chance(0.05) {
                    let before = text(&contest);
                    match contest.enter() {
                        Ok(newcomer) => prop_assert_eq!(newcomer.index() + 1, contest.players()),
                        Err(_) => prop_assert_eq!(text(&contest), before),
                    }
                }
                steps += 1;
                prop_assert!(steps <= n * n + 80 * n, "{:?}", plan);
            }
            prop_assert!(contest.finished());
            let mut places: Vec<Player> = contest.standings().iter().map(|p| p.player).collect();
            places.sort();
            prop_assert!(places.iter().map(|p| p.index()).eq(0..contest.players()));
            let nobody = Player(contest.players() as u32);
            prop_assert_eq!(contest.withdraw(nobody), Err(ContestError::UnknownPlayer(nobody)));
            let unknown = MatchId(u32::MAX);
            prop_assert_eq!(contest.report(unknown, Report::Home), Err(ContestError::UnknownMatch(unknown)));
        }
    }

    #[test]
    fn the_order_of_reports_in_a_round_does_not_matter(n in 2..=24_usize, seed in any::<u64>()) {
        for plan in plans(n) {
            let mut forward = open(plan, n);
            let mut backward = open(plan, n);
            while !forward.finished() {
                let games = forward.next();
                let outcome = |game: &Open| {
                    let odd = Stream::named(Seed(seed), "result", &[game.id.0.into()]).chance(0.5);
                    if odd { Report::Home } else { Report::Away }
                };
                for game in &games {
                    forward.report(game.id, outcome(game)).expect("open");
                }
                for game in games.iter().rev() {
                    backward.report(game.id, outcome(game)).expect("open");
                }
            }
            prop_assert_eq!(forward.standings(), backward.standings());
        }
    }

    #[test]
    fn a_contest_can_be_saved_and_undone_at_any_point(n in 2..=16_usize, stop in 0..40_u32, seed in any::<u64>()) {
        for plan in plans(n) {
            let mut luck = Stream::named(Seed(seed), "undo", &[]);
            let mut contest = open(plan, n);
            for _ in 0..stop {
                let Some(game) = luck.pick(&contest.next()).copied() else { break };
                any_report(&mut luck, &mut contest, &game);
            }
            let restored: Contest = serde_json::from_str(&text(&contest)).expect("a saved contest can be read");
            prop_assert_eq!(restored.next(), contest.next());
            prop_assert_eq!(restored.standings(), contest.standings());
            let Some(game) = luck.pick(&contest.next()).copied() else { continue };
            let before = (text(&contest), contest.next(), contest.standings());
            prop_assert_eq!(contest.undo(game.id), Err(ContestError::NothingToUndo(game.id)));
            contest.report(game.id, Report::Home).expect("open");
            contest.undo(game.id).expect("the last report can be undone");
            prop_assert_eq!((text(&contest), contest.next(), contest.standings()), before);
        }
    }
}

#[test]
fn a_report_others_stand_on_cannot_be_undone() {
    let mut cup = open(Plan::SingleElimination(Cup::default()), 4);
    for id in [0, 1, 2].map(MatchId) {
        cup.report(id, Report::Home).expect("open");
    }
    let before = text(&cup);
    let refused = ContestError::StoodOn { undone: MatchId(0), later: MatchId(2) };
    assert_eq!(cup.undo(MatchId(0)), Err(refused));
    assert_eq!(text(&cup), before);
    cup.undo(MatchId(2)).expect("nothing stands on the final");
    cup.undo(MatchId(0)).expect("now it is free");
    assert_eq!(cup.next().iter().map(|game| game.id).collect::<Vec<_>>(), [MatchId(0)]);
}
