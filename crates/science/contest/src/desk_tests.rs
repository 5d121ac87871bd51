//! The desk's promises beyond those every format is held to.

use super::*;

fn swiss() -> Contest {
    let plan = serde_json::from_value(serde_json::json!({ "format": "swiss", "rounds": 4 })).expect("a plan");
    Contest::new(plan, 6, 1, Seed(1)).expect("six fit")
}

#[test]
fn undoing_a_report_leaves_other_open_matches_alone_whoever_entered_since() {
    let mut contest = swiss();
    let before = contest.next();
    contest.report(before[0].id, Report::Home).expect("open");
    contest.enter().expect("a late entry");
    contest.undo(before[0].id).expect("nothing stands on it");
    assert_eq!(contest.next(), before, "everybody meets whom they were told to");
    assert_eq!(contest.players(), 7);
    let again = contest.clone();
    assert_eq!(again.next(), before, "as it is read back");
    contest.enter().expect("another");
    assert_eq!(contest.next(), before, "it has begun, whatever was undone");
    for game in before {
        contest.report(game.id, Report::Home).expect("open");
    }
    let second: Vec<Player> = contest.next().iter().flat_map(|game| [game.home, game.away]).collect();
    assert!(second.contains(&Player(6)) && second.contains(&Player(7)), "they play from the next round on");
}
