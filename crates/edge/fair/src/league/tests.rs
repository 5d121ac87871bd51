use super::keeper::{Keeper, Refused};
use wold_contest::league::{Announcement, Entrant};
use wold_contest::{MatchId, Report};

fn keeper() -> (tempfile::TempDir, Keeper) {
    let folder = tempfile::tempdir().expect("a folder");
    let keeper = Keeper::open(folder.path().join("leagues"));
    (folder, keeper)
}

fn cup(names: &[&str]) -> Announcement {
    let players: Vec<_> = names.iter().map(|name| serde_json::json!({ "name": name })).collect();
    serde_json::from_value(serde_json::json!({
        "name": "The cup!", "format": { "format": "single-elimination" }, "players": players,
    }))
    .expect("an announcement")
}

fn person(name: &str) -> Entrant {
    Entrant { name: name.into(), engine: None }
}

#[test]
fn people_enter_are_called_once_and_settle_their_match() {
    let (_folder, mut keeper) = keeper();
    let id = keeper.announce(cup(&[])).expect("announced");
    assert_eq!(id, "the-cup-");
    assert!(keeper.calls(&id).is_empty());
    for name in ["ada", "bob"] {
        keeper.enter(&id, person(name)).expect("open");
    }
    assert!(keeper.enter(&id, person("ada")).is_err());
    keeper.begin(&id).expect("two players");
    let called: Vec<String> = keeper.calls(&id).into_iter().map(|call| call.name).collect();
    assert_eq!(called, ["ada", "bob"]);
    assert!(keeper.calls(&id).is_empty(), "nobody is called twice");
    let claim = |keeper: &mut Keeper, by: &str, outcome| keeper.claim(&id, MatchId(0), by, outcome);
    assert!(matches!(claim(&mut keeper, "eve", Report::Home), Err(Refused::Foreign(_))));
    assert!(!claim(&mut keeper, "ada", Report::Home).expect("a claim"), "a claim to have won waits");
    assert_eq!(keeper.show(&id).expect("there")["open"][0]["claim"]["by"], "ada");
    assert!(claim(&mut keeper, "bob", Report::Home).expect("the loser says so"));
    assert_eq!(keeper.show(&id).expect("there")["state"], "over");
}

#[test]
fn a_disputed_match_waits_for_the_operator_who_may_also_undo() {
    let (_folder, mut keeper) = keeper();
    let id = keeper.announce(cup(&["ada", "bob"])).expect("announced");
    keeper.begin(&id).expect("two players");
    for (by, outcome) in [("ada", Report::Home), ("bob", Report::Away)] {
        assert!(!keeper.claim(&id, MatchId(0), by, outcome).expect("a claim"));
    }
    keeper.decide(&id, "ada", "bob", Report::Away).expect("the operator decides");
    assert_eq!(keeper.show(&id).expect("there")["standings"][0]["name"], "bob");
    keeper.undo(&id, "ada", "bob").expect("the final can be undone");
    assert_eq!(keeper.show(&id).expect("there")["state"], "running");
}

#[test]
fn leagues_outlive_the_host_and_a_damaged_file_harms_no_other() {
    let (folder, mut keeper) = keeper();
    let id = keeper.announce(cup(&["ada", "bob"])).expect("announced");
    keeper.begin(&id).expect("two players");
    keeper.decide(&id, "ada", "bob", Report::Home).expect("decided");
    let before = keeper.show(&id).expect("there");
    std::fs::write(folder.path().join("leagues/broken.json"), "{").expect("written");
    let again = Keeper::open(folder.path().join("leagues"));
    assert_eq!(again.show(&id).expect("there"), before);
    assert_eq!(again.list().len(), 1);
}

#[test]
fn what_cannot_be_is_refused() {
    let (_folder, mut keeper) = keeper();
    assert!(matches!(keeper.begin("nothing"), Err(Refused::NoLeague(_))));
    assert!(keeper.announce(cup(&["ada", "ada"])).is_err());
    let id = keeper.announce(cup(&[])).expect("announced");
    assert!(keeper.begin(&id).is_err(), "nobody entered");
    assert!(keeper.decide(&id, "ada", "bob", Report::Home).is_err(), "it has not begun");
    let mut even = cup(&["ada"]);
    even.best_of = 2;
    assert!(keeper.announce(even).is_err());
}

#[test]
fn a_claim_that_the_other_side_did_not_come_waits_and_ones_own_absence_settles_at_once() {
    let (_folder, mut keeper) = keeper();
    let id = keeper.announce(cup(&["ada", "bob", "cyd", "dan"])).expect("announced");
    keeper.begin(&id).expect("four players");
    let open = keeper.show(&id).expect("there")["open"].clone();
    let [home, away] = ["home", "away"].map(|side| open[0][side].as_str().expect("a name").to_owned());
    let first = MatchId(open[0]["id"].as_u64().expect("a number") as u32);
    assert!(!keeper.claim(&id, first, &home, Report::AwayAbsent).expect("a claim"), "it waits");
    assert_eq!(keeper.show(&id).expect("there")["open"][0]["claim"]["outcome"], "away-absent");
    assert!(
        keeper.claim(&id, first, &away, Report::AwayAbsent).expect("a word"),
        "one's own absence settles"
    );
    let [home, away] = ["home", "away"].map(|side| open[1][side].as_str().expect("a name").to_owned());
    keeper.decide(&id, &home, &away, Report::BothAbsent).expect("the operator decides");
    let left = keeper.show(&id).expect("there")["open"].as_array().expect("a list").len();
    assert_eq!(left, 0, "the final is a walkover");
}
