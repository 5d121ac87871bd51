//! Groups as they are told of what happens.

use super::*;
use proptest::prelude::*;

const ASA: EntityId = EntityId(1);
const BO: EntityId = EntityId(2);
const CEL: EntityId = EntityId(3);
const FOE: EntityId = EntityId(9);
const PLACE: DVec2 = DVec2::new(9.0, 4.0);

struct Table {
    customs: Customs,
    groups: Groups,
    now: u64,
}

impl Table {
    fn new() -> Self {
        Self { customs: Customs::default(), groups: Groups::default(), now: 0 }
    }

    fn talking(members: &[EntityId]) -> (Self, GroupId) {
        let mut table = Self::new();
        let id = table.groups.talk(&table.customs.talk[0], members, Tick(0)).expect("they are free");
        (table, id)
    }

    fn tell(&mut self, who: EntityId, what: Happening) -> Handling {
        self.tell_in(who, what, &Setting::default(), &[])
    }

    fn tell_in(
        &mut self,
        who: EntityId,
        what: Happening,
        setting: &Setting,
        company: &[EntityId],
    ) -> Handling {
        self.groups.tell(&self.customs, who, what, setting, company, Tick(self.now))
    }

    /// So many seconds pass; what is ordered meanwhile.
    fn pass(&mut self, seconds: f64) -> Vec<Order> {
        let end = self.now + settings::ticks(seconds);
        let mut orders = Vec::new();
        while self.now < end {
            orders.extend(self.groups.tick(Tick(self.now)));
            self.now += 1;
        }
        orders
    }
}

fn lines(orders: &[Order]) -> Vec<(EntityId, &str)> {
    let said = orders.iter().filter_map(|order| match order {
        Order::Say { who, line } => Some((*who, line.as_str())),
        _ => None,
    });
    said.collect()
}

fn roof() -> Setting {
    Setting { reachable: false, area: "roof".into(), ..Setting::default() }
}

#[test]
fn a_conversation_left_alone_is_held_to_its_end() {
    let (mut table, _) = Table::talking(&[ASA, BO]);
    let orders = table.pass(60.0);
    let all: Vec<&String> = table.customs.talk[0].blocks.iter().flatten().collect();
    assert_eq!(lines(&orders).iter().map(|(_, line)| *line).collect::<Vec<_>>(), all);
    assert_eq!(lines(&orders)[1].0, BO, "they take turns");
    assert_eq!(orders[orders.len() - 2..], [Order::Release { who: ASA }, Order::Release { who: BO }]);
    assert_eq!(table.groups.group_of(ASA), None);
}

#[test]
fn the_first_disturbance_is_talked_away_and_the_block_taken_from_its_beginning() {
    let (mut table, id) = Table::talking(&[ASA, BO]);
    // Three lines, then the first of the second block.
    table.pass(8.0);
    assert_eq!(table.groups.block(id), Some(1));
    let answer = table.tell(BO, Happening::Minor(PLACE));
    let talk = table.customs.talk[0].clone();
    assert!(!answer.passed);
    assert_eq!(lines(&answer.orders), [(BO, talk.break_out.as_str())]);
    let after = table.pass(7.6);
    let expected = [(ASA, &talk.dismiss), (ASA, &talk.rejoin), (ASA, &talk.blocks[1][0])];
    assert_eq!(lines(&after), expected.map(|(who, line)| (who, line.as_str())));
}

#[test]
fn the_second_sends_the_partner_who_finds_nothing_and_the_talk_goes_on() {
    let (mut table, _) = Table::talking(&[ASA, BO]);
    table.pass(8.0);
    table.tell(ASA, Happening::Minor(PLACE));
    table.pass(1.0);
    let answer = table.tell(ASA, Happening::Minor(PLACE));
    assert!(answer.orders.contains(&Order::Investigate { who: BO, at: PLACE }));
    assert!(answer.orders.contains(&Order::Wait { who: ASA }));
    assert_eq!(table.pass(30.0), [], "the talk is on pause");
    assert!(!table.tell(BO, Happening::Minor(DVec2::ZERO)).passed, "the group still hears it first");
    let talk = table.customs.talk[0].clone();
    let back = table.tell(BO, Happening::Returned { found: false });
    assert_eq!(lines(&back.orders), [(BO, talk.nothing.as_str())]);
    let after = table.pass(5.1);
    assert_eq!(lines(&after), [(ASA, talk.rejoin.as_str()), (ASA, talk.blocks[1][0].as_str())]);
}

#[test]
fn a_disturbance_long_after_counts_as_the_first_again() {
    let (mut table, _) = Table::talking(&[ASA, BO]);
    table.tell(ASA, Happening::Minor(PLACE));
    table.groups.pause(GroupId(1));
    table.pass(61.0);
    table.groups.resume(GroupId(1), Tick(table.now));
    let answer = table.tell(ASA, Happening::Minor(PLACE));
    assert_eq!(lines(&answer.orders), [(ASA, table.customs.talk[0].break_out.as_str())]);
}

#[test]
fn when_the_one_who_went_is_killed_the_other_waits_and_then_goes_to_see() {
    let (mut table, id) = Table::talking(&[ASA, BO]);
    table.tell(ASA, Happening::Minor(PLACE));
    table.tell(ASA, Happening::Minor(PLACE));
    let kill = DVec2::new(11.0, 5.0);
    let answer = table.tell(BO, Happening::Died(kill));
    assert_eq!(answer.orders, [Order::Wait { who: ASA }]);
    assert_eq!(table.groups.members(id), [ASA]);
    assert_eq!(table.pass(8.0), [], "a while");
    let orders = table.pass(0.1);
    let call = table.customs.talk[0].call.clone();
    let expected = [
        Order::Say { who: ASA, line: call },
        Order::Investigate { who: ASA, at: kill },
        Order::Release { who: ASA },
    ];
    assert_eq!(orders, expected);
}

#[test]
fn a_paused_conversation_goes_on_with_its_rejoin_line_at_the_beginning_of_the_block() {
    let (mut table, id) = Table::talking(&[ASA, BO]);
    table.pass(3.0);
    table.groups.pause(id);
    assert_eq!(table.pass(20.0), []);
    assert!(table.tell(ASA, Happening::Minor(PLACE)).passed, "it steps aside");
    let talk = table.customs.talk[0].clone();
    let orders = table.groups.resume(id, Tick(table.now));
    assert_eq!(lines(&orders), [(ASA, talk.rejoin.as_str())]);
    assert_eq!(lines(&table.pass(2.6)), [(ASA, talk.blocks[0][0].as_str())]);
}

#[test]
fn a_foe_in_sight_breaks_a_talk_and_the_same_people_may_begin_a_plan() {
    let (mut table, talk) = Table::talking(&[ASA, BO]);
    let answer = table.tell_in(ASA, Happening::Seen(FOE, PLACE), &Setting::default(), &[]);
    assert_eq!((answer.passed, answer.meaning.as_deref()), (true, Some("seen")));
    assert!(table.groups.members(talk).is_empty());
    let (mut table, _) = Table::talking(&[ASA, BO]);
    let answer = table.tell_in(ASA, Happening::Seen(FOE, PLACE), &roof(), &[BO, CEL]);
    assert_eq!(answer.meaning.as_deref(), Some("seen on an unreachable roof"));
    assert_eq!(table.groups.members(answer.began.expect("a plan")), [ASA, BO, CEL]);
}

#[test]
fn the_same_event_means_other_things_elsewhere_and_later() {
    let mut table = Table::new();
    let mut means = |what, setting: Setting| table.tell_in(CEL, what, &setting, &[]).meaning;
    assert_eq!(means(Happening::Seen(FOE, PLACE), roof()).as_deref(), Some("seen on an unreachable roof"));
    let after = Setting { losses: 5, ..roof() };
    assert_eq!(means(Happening::Seen(FOE, PLACE), after).as_deref(), Some("seen again where they did harm"));
    let trapped = Setting { dead_end: true, ..Setting::default() };
    assert_eq!(means(Happening::Seen(FOE, PLACE), trapped).as_deref(), Some("seen in a dead end"));
    let battle = Setting { fighting: true, ..Setting::default() };
    assert_eq!(means(Happening::Body(PLACE), battle).as_deref(), Some("one more in the battle"));
    assert_eq!(means(Happening::Body(PLACE), Setting::default()).as_deref(), Some("somebody lies dead"));
    assert_eq!(means(Happening::Minor(PLACE), Setting::default()), None);
}

#[test]
fn who_slipped_off_the_roof_is_searched_for() {
    let mut table = Table::new();
    let answer = table.tell_in(ASA, Happening::Seen(FOE, PLACE), &roof(), &[BO, CEL]);
    assert!(answer.orders.contains(&Order::Throw { who: BO, at: PLACE }));
    assert!(answer.orders.contains(&Order::Cover { who: CEL }));
    table.pass(5.0);
    table.tell_in(CEL, Happening::Seen(FOE, PLACE), &roof(), &[]);
    let orders = table.pass(6.0);
    assert_eq!(orders, [], "still in view a moment ago");
    let orders = table.pass(0.1);
    assert_eq!(orders.iter().filter(|order| matches!(order, Order::Search { .. })).count(), 3);
    assert_eq!(orders.iter().filter(|order| matches!(order, Order::Release { .. })).count(), 3);
}

#[test]
fn stones_in_vain_and_losses_end_in_a_retreat_in_two_stages_and_no_second_try() {
    let mut table = Table::new();
    table.tell_in(ASA, Happening::Seen(FOE, PLACE), &roof(), &[BO, CEL]);
    assert_eq!(table.tell(BO, Happening::Thrown { hit: false }).orders, []);
    let answer = table.tell(BO, Happening::Died(PLACE));
    let words = table.customs.drive_out.clone();
    let first = [
        Order::Say { who: ASA, line: words.retreat },
        Order::Cover { who: ASA },
        Order::FallBack { who: CEL },
    ];
    assert_eq!(answer.orders, first);
    let answer = table.tell(CEL, Happening::Arrived);
    let second =
        [Order::Say { who: CEL, line: words.cover }, Order::Cover { who: CEL }, Order::FallBack { who: ASA }];
    assert_eq!(answer.orders, second);
    let answer = table.tell(ASA, Happening::Arrived);
    assert_eq!(answer.orders, [Order::Release { who: ASA }, Order::Release { who: CEL }]);
    let again = table.tell_in(ASA, Happening::Seen(FOE, PLACE), &roof(), &[CEL]);
    assert!(!again.orders.iter().any(|order| matches!(order, Order::Throw { .. })), "{again:?}");
    assert_eq!(again.meaning.as_deref(), Some("seen out of reach"));
    assert!(again.orders.contains(&Order::FallBack { who: ASA }));
}

#[test]
fn who_is_out_of_reach_is_called_on_and_left_when_patience_is_at_an_end() {
    let mut table = Table::new();
    let beyond = Setting { reachable: false, ..Setting::default() };
    let answer = table.tell_in(ASA, Happening::Seen(FOE, PLACE), &beyond, &[BO, CEL]);
    assert_eq!(answer.meaning.as_deref(), Some("seen out of reach"));
    assert!(answer.orders.contains(&Order::CallOut { who: BO }), "{answer:?}");
    let mut retreats = Vec::new();
    for _ in 0..25 {
        retreats.extend(table.tell_in(ASA, Happening::Seen(FOE, PLACE), &beyond, &[]).orders);
        retreats.extend(table.pass(1.0));
    }
    let falls = |who| retreats.iter().position(|order| *order == Order::FallBack { who });
    assert!(falls(BO).is_some() && falls(BO) < falls(ASA), "in two stages: {retreats:?}");
    table.pass(10.0);
    assert_eq!(table.groups.group_of(ASA), None, "and it is over");
}

#[test]
fn when_the_thrower_falls_another_throws() {
    let mut table = Table::new();
    table.tell_in(ASA, Happening::Seen(FOE, PLACE), &roof(), &[BO, CEL]);
    let answer = table.tell(BO, Happening::Died(PLACE));
    assert!(answer.orders.contains(&Order::Throw { who: CEL, at: PLACE }), "{answer:?}");
}

#[test]
fn nobody_is_in_two_groups() {
    let (mut table, _) = Table::talking(&[ASA, BO]);
    let talk = table.customs.talk[0].clone();
    assert_eq!(table.groups.talk(&talk, &[CEL, BO], Tick(0)), Err(GroupError::Taken(BO)));
    assert_eq!(table.groups.talk(&talk, &[CEL, CEL], Tick(0)), Err(GroupError::Twice(CEL)));
    assert_eq!(table.groups.talk(&talk, &[CEL], Tick(0)), Err(GroupError::TooFew));
}

#[test]
fn customs_that_make_no_sense_are_refused() {
    let shipped = include_str!("../../data/groups.toml");
    let refused = |from: &str, to: &str| {
        assert!(shipped.contains(from));
        Customs::parse(&shipped.replacen(from, to, 1)).expect_err(to).to_string()
    };
    assert!(refused("pace = 2.5", "pace = 0").starts_with("talk \"the harvest\", pace: 0 is not"));
    assert!(refused("plan = \"flee\"", "plan = \"fly\"").starts_with("line "));
    assert!(
        refused("[\"Your knee said so last year.\", \"Last year it was the other knee.\"]", "[]")
            .contains("blocks")
    );
}

proptest! {
    #[test]
    fn a_group_never_loses_a_member(
        deeds in prop::collection::vec((0u8..12, 0u64..6, 0u64..6, 0u64..100), 1..150),
    ) {
        let mut table = Table::new();
        let mut dead = BTreeSet::new();
        // Who is in a group as far as anybody outside was told.
        let mut held: BTreeSet<EntityId> = BTreeSet::new();
        let release = |held: &mut BTreeSet<EntityId>, orders: Vec<Order>| {
            orders.iter().all(|order| !matches!(order, Order::Release { who } if !held.remove(who)))
        };
        for (deed, who, other, pause) in deeds {
            let (who, other) = (EntityId(who), EntityId(other));
            let orders = table.pass(Tick(pause).seconds());
            prop_assert!(release(&mut held, orders), "somebody was released twice");
            if dead.contains(&who) {
                continue;
            }
            let what = match deed {
                0 => {
                    let talk = table.customs.talk[0].clone();
                    let may = !dead.contains(&other);
                    if may && table.groups.talk(&talk, &[who, other], Tick(table.now)).is_ok() {
                        held.extend([who, other]);
                    }
                    None
                }
                1 => {
                    let orders = table.groups.leave(who);
                    prop_assert!(release(&mut held, orders));
                    None
                }
                2 => {
                    table.groups.group_of(who).into_iter().for_each(|id| table.groups.pause(id));
                    None
                }
                3 => {
                    let now = Tick(table.now);
                    let orders = table.groups.group_of(who).map(|id| table.groups.resume(id, now));
                    prop_assert!(release(&mut held, orders.unwrap_or_default()));
                    None
                }
                4 | 5 => Some(Happening::Minor(PLACE)),
                6 => Some(Happening::Seen(FOE, PLACE)),
                7 => Some(Happening::Returned { found: other.0 % 2 == 0 }),
                8 => Some(Happening::Thrown { hit: other.0 % 2 == 0 }),
                9 => Some(Happening::Arrived),
                10 => Some(Happening::Body(PLACE)),
                _ => Some(Happening::Died(PLACE)),
            };
            if let Some(what) = what {
                let company: Vec<_> = (0..6).map(EntityId).filter(|id| !dead.contains(id)).collect();
                let answer = table.tell_in(who, what, &roof(), &company);
                if deed == 11 {
                    dead.insert(who);
                    held.remove(&who);
                }
                // Whoever is released may be in the new group already: releases come first.
                prop_assert!(release(&mut held, answer.orders), "somebody was released twice");
                held.extend(answer.began.into_iter().flat_map(|id| table.groups.members(id).to_vec()));
            }
            let owned: BTreeSet<EntityId> = table.groups.of.keys().copied().collect();
            prop_assert_eq!(&owned, &held);
            for (id, group) in &table.groups.groups {
                prop_assert!(!group.members.is_empty());
                prop_assert!(group.members.iter().all(|member| table.groups.of.get(member) == Some(id)));
            }
        }
    }
}
