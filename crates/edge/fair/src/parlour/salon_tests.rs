use super::*;

const GAMES: &[Offered] = &[
    Offered { name: "gong", about: "a ball", seats: &[2, 4] },
    Offered { name: "guess", about: "numbers", seats: &[2] },
];

fn salon(limits: Limits) -> Salon {
    Salon::new(GAMES.to_vec(), limits, Seed(1))
}

/// Somebody comes and says something; what it hears of it.
fn comes(salon: &mut Salon, words: &Value) -> (GuestId, Value) {
    let (id, _) = salon.arrive(Duration::ZERO).expect("room");
    let answer = says(salon, id, words);
    (id, answer.into_iter().find(|(to, _)| *to == id).expect("an answer").1)
}

fn says(salon: &mut Salon, id: GuestId, words: &Value) -> Vec<Letter> {
    salon.hear(id, &words.to_string(), Duration::ZERO)
}

fn heard<'a>(letters: &'a [Letter], id: GuestId, kind: &str) -> &'a Value {
    let found = letters.iter().find(|(to, letter)| *to == id && letter["type"] == kind);
    &found.unwrap_or_else(|| panic!("{id:?} hears no {kind}: {letters:?}")).1
}

fn opens(salon: &mut Salon, seats: usize) -> (GuestId, String) {
    let (id, welcome) =
        comes(salon, &json!({ "type": "open", "game": "gong", "seats": seats, "name": "Ada" }));
    assert_eq!((&welcome["you"], &welcome["guests"][0]["seat"]), (&json!(0), &json!(0)));
    (id, welcome["table"].as_str().expect("a code").to_owned())
}

fn joins(salon: &mut Salon, table: &str, watch: bool) -> (GuestId, Value) {
    comes(salon, &json!({ "type": "join", "table": table, "name": "Bob", "watch": watch }))
}

#[test]
fn company_is_announced_to_all_in_numbered_views() {
    let mut salon = salon(Limits::default());
    let (ada, table) = opens(&mut salon, 4);
    let (bob, welcome) = joins(&mut salon, &table.to_lowercase(), false);
    assert_eq!((&welcome["you"], &welcome["view"]), (&json!(1), &json!(1)));
    let seat = welcome["guests"][1]["seat"].as_u64().expect("a seat");
    assert!((1..4).contains(&seat), "one that a bot had");
    let (eve, welcome) = joins(&mut salon, &table, true);
    assert_eq!(welcome["guests"][2]["seat"], Value::Null);
    let letters = salon.depart(bob);
    for id in [ada, eve] {
        let company = heard(&letters, id, "company");
        assert_eq!((&company["view"], company["guests"].as_array().map(Vec::len)), (&json!(3), Some(2)));
    }
}

#[test]
fn who_finds_no_seat_waits_and_gets_the_next_one_but_who_watches_does_not() {
    let mut salon = salon(Limits::default());
    let (_, table) = opens(&mut salon, 2);
    let (bob, _) = joins(&mut salon, &table, false);
    let (eve, _) = joins(&mut salon, &table, true);
    let (fay, welcome) = joins(&mut salon, &table, false);
    assert_eq!(welcome["guests"][3]["seat"], Value::Null);
    let letters = says(&mut salon, bob, &json!({ "type": "leave" }));
    let guests = &heard(&letters, fay, "company")["guests"];
    assert_eq!((&guests[1]["seat"], &guests[2]["seat"]), (&Value::Null, &json!(1)));
    assert_eq!(heard(&letters, eve, "company")["guests"], *guests);
    assert_eq!(heard(&letters, bob, "hall")["tables"][0]["players"], json!(["Ada", "Bob"]));
}

#[test]
fn a_table_ends_with_the_last_who_can_play_on() {
    let mut salon = salon(Limits::default());
    let (ada, table) = opens(&mut salon, 4);
    let (bob, _) = joins(&mut salon, &table, false);
    let (eve, _) = joins(&mut salon, &table, true);
    says(&mut salon, bob, &json!({ "type": "ready" }));
    assert_eq!(heard(&salon.depart(ada), bob, "company")["guests"][0]["peer"], 1);
    let letters = salon.depart(bob);
    assert!(heard(&letters, eve, "closed")["reason"].as_str().is_some());
    assert_eq!(heard(&letters, eve, "hall")["tables"], json!([]));
    let (_, refused) = joins(&mut salon, &table, true);
    assert!(refused["message"].as_str().is_some_and(|text| text.contains("may have ended")), "{refused}");
}

#[test]
fn words_are_handed_on_within_a_table_and_nowhere_else() {
    let mut salon = salon(Limits::default());
    let (ada, table) = opens(&mut salon, 4);
    let (bob, _) = joins(&mut salon, &table, false);
    let (stranger, _) = opens(&mut salon, 4);
    let letters = says(&mut salon, bob, &json!({ "type": "relay", "to": 0, "data": "abc" }));
    assert_eq!(letters, [(ada, json!({ "type": "relay", "from": 1, "data": "abc" }))]);
    let letters = says(&mut salon, stranger, &json!({ "type": "signal", "to": 1, "data": "abc" }));
    assert_eq!(heard(&letters, stranger, "error")["message"], "peer 1 is not at your table");
}

#[test]
fn what_cannot_be_is_one_clear_error() {
    let mut salon = salon(Limits { tables: 1, company: 2, ..Limits::default() });
    let (_, table) = opens(&mut salon, 4);
    joins(&mut salon, &table, true);
    let open = |game, seats, name| json!({ "type": "open", "game": game, "seats": seats, "name": name });
    for (wish, words) in [
        (open("gong", 4, "Eve"), "every table is taken"),
        (open("gong", 3, "Eve"), "gong is not played by 3"),
        (open("chess", 2, "Eve"), "no game \"chess\""),
        (open("gong", 4, " \u{7}\u{202e} "), "a name has 1 to 20"),
        (json!({ "type": "join", "table": table, "name": "Eve", "watch": true }), "no room left"),
        (json!({ "type": "relay", "to": 0, "data": "" }), "at no table"),
        (json!({ "type": "dance" }), "not understood"),
        (json!("hello"), "not understood"),
    ] {
        let (_, answer) = comes(&mut salon, &wish);
        assert!(answer["message"].as_str().is_some_and(|text| text.contains(words)), "{wish}: {answer}");
    }
}

#[test]
fn who_says_too_much_is_told_so_and_may_go_on_later() {
    let rate = Rate { per_second: 10.0, burst: 5.5 };
    let mut salon = salon(Limits { rate, guests: 1, ..Limits::default() });
    let (id, _) = salon.arrive(Duration::ZERO).expect("room");
    assert_eq!(salon.arrive(Duration::ZERO).err(), Some(Refused::Full));
    let ping = json!({ "type": "ping", "at": 1.5 }).to_string();
    let pongs = (0..20).filter(|_| salon.hear(id, &ping, Duration::ZERO)[0].1["type"] == "pong").count();
    assert_eq!(pongs, 5);
    assert_eq!(salon.hear(id, &ping, Duration::from_secs(1))[0].1, json!({ "type": "pong", "at": 1.5 }));
    let long = format!("{{\"type\":\"{}\"}}", "x".repeat(40_000));
    salon.hear(id, &long, Duration::from_secs(2));
    let answer = salon.hear(id, &ping, Duration::from_secs(3));
    assert_eq!(heard(&answer, id, "error")["message"], "too many messages; slow down", "bytes count, too");
}
