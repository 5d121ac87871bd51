use super::*;
use proptest::prelude::*;

/// Agents stand where the test puts them and do nothing unless ordered.
fn war(teams: &[usize]) -> War {
    War::new(Arc::new(Map::classic()), Arc::new(Rulebook::default()), teams, Seed(1)).expect("a war")
}

fn put(war: &mut War, agent: usize, place: DVec2) {
    war.agents[agent].at = place;
    war.agents[agent].velocity = DVec2::ZERO;
}

fn centre(war: &War, number: u16) -> DVec2 {
    war.map.centre(CentreId(number - 1)).at
}

fn wait(war: &mut War, seconds: f64) -> Vec<Event> {
    let mut events = Vec::new();
    let orders = vec![Order::default(); war.agents.len()];
    for _ in 0..(seconds / STEP).round() as u32 {
        war.step(&orders, &mut events);
    }
    events
}

#[test]
fn a_centre_is_taken_by_staying_near_it_for_exactly_the_seconds_of_the_rules() {
    let mut war = war(&[1, 1]);
    let home = centre(&war, 1);
    put(&mut war, 0, home + DVec2::new(19.0, 0.0));
    put(&mut war, 1, DVec2::new(5.0, 990.0));
    assert!(wait(&mut war, 3.95).is_empty());
    assert_eq!(wait(&mut war, 0.05), [Event::Capture { agent: AgentId(0), centre: CentreId(0), from: None }]);
    assert_eq!(war.held(TeamId(0)), 10.0);
    assert_eq!(war.agents[0].level, 2.0, "size 10 is a level");
}

#[test]
fn anybody_else_near_it_blocks_the_capture_and_sets_it_back() {
    let mut war = war(&[2, 1]);
    let home = centre(&war, 1);
    put(&mut war, 0, home);
    put(&mut war, 1, DVec2::new(5.0, 990.0));
    put(&mut war, 2, DVec2::new(5.0, 900.0));
    wait(&mut war, 3.0);
    for intruder in [2, 1] {
        put(&mut war, intruder, home + DVec2::new(0.0, 15.0));
        assert!(wait(&mut war, 6.0).is_empty(), "friend or foe: two are one too many");
        put(&mut war, intruder, DVec2::new(5.0, 990.0));
        assert!(wait(&mut war, 3.0).is_empty(), "the clock starts again");
    }
    assert_eq!(wait(&mut war, 1.5).len(), 1);
}

#[test]
fn only_neighbours_of_what_one_holds_can_be_taken() {
    let mut war = war(&[1]);
    let visit = |war: &mut War, number: u16| {
        let place = centre(war, number);
        put(war, 0, place);
        wait(war, 5.0).len()
    };
    assert_eq!(visit(&mut war, 20), 1, "who holds nothing takes anything");
    assert_eq!(visit(&mut war, 1), 0, "1 is no neighbour of 20");
    assert_eq!(visit(&mut war, 23), 1, "23 is");
    assert_eq!(visit(&mut war, 1), 1, "and 1 is a neighbour of 23");
}

#[test]
fn a_team_rises_and_falls_together_by_the_size_of_what_is_taken() {
    let mut war = war(&[2, 1]);
    let rich = centre(&war, 10);
    put(&mut war, 1, DVec2::new(600.0, 990.0));
    put(&mut war, 2, DVec2::new(5.0, 990.0));
    put(&mut war, 0, rich);
    wait(&mut war, 4.0);
    assert_eq!([war.agents[0].level, war.agents[1].level, war.agents[2].level], [3.5, 3.5, 1.0]);
    put(&mut war, 0, DVec2::new(600.0, 900.0));
    put(&mut war, 2, rich);
    let events = wait(&mut war, 4.0);
    assert_eq!(events, [Event::Capture { agent: AgentId(2), centre: CentreId(9), from: Some(TeamId(0)) }]);
    assert_eq!([war.agents[0].level, war.agents[1].level, war.agents[2].level], [1.0, 1.0, 3.5]);
}

#[test]
fn who_dies_loses_a_level_and_comes_back_elsewhere_after_a_while() {
    let mut war = war(&[1, 1]);
    put(&mut war, 0, DVec2::new(500.0, 900.0));
    put(&mut war, 1, DVec2::new(510.0, 900.0));
    war.agents[1].level = 5.0;
    let mut events = Vec::new();
    let orders = [Order { face: DVec2::X, swing: true, ..Order::default() }, Order::default()];
    while war.agents[1].lives() {
        war.step(&orders, &mut events);
        assert!(war.now < 20_000, "somebody who stands still dies some day");
    }
    assert_eq!((war.agents[1].level, war.agents[1].deaths, war.agents[0].kills), (4.0, 1, 1));
    assert!(matches!(events.last(), Some(Event::Kill { .. })));
    let respawn = war.rules.combat.respawn;
    let back = wait(&mut war, respawn);
    assert_eq!(back, [Event::Respawn { agent: AgentId(1) }]);
    assert!((war.agents[1].life - war.rules.life(4.0)).abs() < 1e-9);
    assert_ne!(war.agents[1].at, DVec2::new(510.0, 900.0));
}

#[test]
fn swings_cost_stamina_and_time() {
    let mut war = war(&[1, 1]);
    let orders = [Order { swing: true, ..Order::default() }; 2];
    let mut swings = 0;
    let mut before = war.agents[0].stamina;
    for _ in 0..200 {
        war.step(&orders, &mut Vec::new());
        swings += u32::from(war.agents[0].stamina < before - 1.0);
        before = war.agents[0].stamina;
    }
    // Ten seconds: 53 of stamina at the start and 70 more allow 13 swings of 9; the pause alone would allow 16.
    assert_eq!(swings, 13);
}

#[test]
fn wars_that_cannot_be_are_refused() {
    let new = |teams: &[usize]| {
        War::new(Arc::new(Map::classic()), Arc::new(Rulebook::default()), teams, Seed(1)).err()
    };
    assert_eq!(new(&[]), Some(MapError::Teams(0, 0)));
    assert_eq!(new(&[3, 0]), Some(MapError::Teams(2, 3)));
    assert_eq!(new(&[500]), Some(MapError::Teams(1, 500)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn whatever_is_ordered_the_war_keeps_its_bounds(seed in any::<u64>()) {
        let mut war = war(&[3, 3, 2]);
        let mut luck = Stream::named(Seed(seed), "orders", &[]);
        let mut events = Vec::new();
        for _ in 0..400 {
            let orders: Vec<Order> = war
                .ids()
                .map(|_| {
                    let wild = [f64::NAN, f64::INFINITY, 1e300, -1e300];
                    let mut number = || if luck.chance(0.02) { wild[luck.below(4) as usize] } else { luck.range(-2.0, 2.0) };
                    let (thrust, face) = (DVec2::new(number(), number()), DVec2::new(number(), number()));
                    Order { thrust, face, swing: true }
                })
                .collect();
            war.step(&orders, &mut events);
            for agent in &war.agents {
                prop_assert!(agent.at.cmpge(DVec2::ZERO).all() && agent.at.cmple(war.map.extent).all());
                prop_assert!(agent.velocity.length() <= war.rules.movement.speed + 1e-9);
                prop_assert!((agent.ahead.length() - 1.0).abs() < 1e-9);
                prop_assert!(agent.level >= war.rules.level.lowest);
                prop_assert!(agent.life <= war.rules.life(agent.level) + 1e-9);
            }
        }
    }
}
