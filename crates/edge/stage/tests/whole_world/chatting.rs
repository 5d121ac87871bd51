//! Conversations: two who are at ease talk, hush at a noise and go on.

use super::neighbours::mind;
use super::word::send;
use wold_chance::Seed;
use wold_folk::Chats;
use wold_senses::group::Customs;
use wold_space::DVec2;
use wold_stage::Soul;
use wold_stage::town::{Town, Who};
use wold_stage::village::{DOOR, village};
use wold_wire::Intent;

/// Whether somebody has heard another say a line, however it was led in.
fn heard(town: &Town, who: Who, line: &str) -> bool {
    town.known(who).lines().iter().any(|said| said.text.contains(line))
}

#[test]
fn two_who_are_at_ease_talk_and_a_noise_makes_them_hush_and_take_it_up_again() {
    let mut origin = village(8);
    // In the evening nobody works.
    origin.config.first_hour = 18.0;
    let mut town = Town::new(origin);
    let [ann, bo, cy] = ["Ann", "Bo", "Cy"].map(|name| town.settle(name));
    town.gather();
    let here = DVec2::new(43.0, 20.0);
    let chats = Chats::new(Seed(3));
    for (n, (name, who)) in [("Ann", ann), ("Bo", bo)].into_iter().enumerate() {
        send(&mut town, who, here + DVec2::new(n as f64 * 1.5, 0.0));
        let soul = Soul::new(mind(name, "smith", "sharp").with_chats(chats.clone()));
        soul.respect_all(&[("Ann", 0.7), ("Bo", 0.7)]);
        town.animate_with(who, soul);
    }
    send(&mut town, cy, here + DVec2::new(-4.0, -1.0));
    let customs = Customs::default();
    let said = |town: &Town, lines: &dyn Fn(&wold_senses::group::Talk) -> Vec<String>| {
        let all: Vec<String> = customs.talk.iter().flat_map(lines).collect();
        all.into_iter().any(|line| heard(town, cy, &line))
    };
    let first = |talk: &wold_senses::group::Talk| vec![talk.blocks[0][0].clone()];
    let began = (0..600).any(|_| {
        town.run(1.0);
        said(&town, &first)
    });
    let lines: Vec<String> =
        town.known(cy).lines().iter().map(|line| format!("{}: {}", line.name, line.text)).collect();
    assert!(began, "they talk: {lines:#?}");
    let (chunk, door) = DOOR;
    send(&mut town, cy, DVec2::new(44.5, 17.6));
    let _ = town.refusal(cy, Intent::Door { chunk, door });
    let hushed = (0..8).any(|_| {
        town.run(0.5);
        said(&town, &|talk| vec![talk.break_out.clone()])
    });
    let rejoined = (0..40).any(|_| {
        town.run(0.5);
        said(&town, &|talk| vec![talk.rejoin.clone()])
    });
    let lines: Vec<String> =
        town.known(cy).lines().iter().map(|line| format!("{}: {}", line.name, line.text)).collect();
    assert!(hushed && rejoined, "{hushed} {rejoined} {lines:#?}");
}
