//! The bytes of the news, which the page reads too: `tests/news.txt` holds them, one line each. Run with `WOLD_BLESS=1` to
//! write the file anew after a change that is meant.

use std::path::Path;
use wold_conquero::plugin::news::{
    AgentState, CentreState, Happening, Member, News, Presence, Setting, State,
};
use wold_conquero::{AgentId, CentreId, TeamId};

fn examples() -> Vec<(&'static str, News)> {
    let setting = Setting {
        map: "classic".into(),
        extent: [1200.0, 1000.0],
        corner: [-120.0, -100.0],
        metres: 0.2,
        centres: vec![([1023.0, 393.0], 10.0), ([19.0, 75.0], 25.0)],
        names: vec!["Centre 1".into(), "Mühle".into()],
        roads: vec![(CentreId(0), CentreId(1))],
        teams: 2,
        seconds: 600.0,
        rounds: 3,
        conquest: true,
        near: 20.0,
        capture: 4.0,
        reach: [16.0, 0.5],
        pause: 0.5,
        respawn: 3.0,
    };
    let member = |team, body, human| Member { team: TeamId(team), body, name: "Ada".into(), human };
    let agent = |presence| AgentState { presence, level: 35, feats: [1, 200, 3] };
    let seen = Presence::Seen { at: [12.5, 700.0], heading: 64, life: 255, stamina: 51 };
    let state = State {
        step: 70_000,
        left: Some(125),
        round: 1,
        pause: false,
        scores: vec![12_345, 0],
        wins: vec![1, 0],
        centres: vec![
            CentreState { owner: Some(TeamId(1)), taking: Some((TeamId(0), 51)), contested: false },
            CentreState { owner: None, taking: None, contested: true },
        ],
        agents: vec![
            agent(seen),
            agent(Presence::Dead { steps: 40 }),
            agent(Presence::Hidden),
            agent(Presence::Absent),
        ],
    };
    let happened = vec![
        Happening::Capture { agent: AgentId(300), centre: CentreId(4), from: Some(TeamId(1)) },
        Happening::Hurt { by: AgentId(1), agent: AgentId(2), damage: 200 },
        Happening::Kill { by: AgentId(1), agent: AgentId(2) },
        Happening::Respawn { agent: AgentId(2) },
        Happening::RoundOver { winner: None, last: true },
        Happening::RoundBegins,
    ];
    vec![
        ("setting", News::Setting(setting)),
        ("roster", News::Roster(vec![member(0, 1 << 40, true), member(1, 0, false)])),
        ("state", News::State(state)),
        ("happened", News::Happened(happened)),
        ("talk", News::Talk { name: "Ada".into(), text: "nach Osten!".into() }),
        ("ping", News::Ping { name: "Ada".into(), at: [-3.5, 20.25] }),
        ("role", News::Role(Some(AgentId(5)))),
        ("no role", News::Role(None)),
    ]
}

#[test]
fn news_is_the_same_bytes_as_ever_and_comes_back_whole() {
    let mut lines = String::new();
    for (name, news) in examples() {
        let bytes = news.encode();
        assert_eq!(News::decode(&bytes).expect("our own bytes"), news);
        for cut in 0..bytes.len() {
            assert!(News::decode(&bytes[..cut]).is_err(), "{name} cut off at {cut} is no news");
        }
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        lines += &format!("{name}: {hex}\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/news.txt");
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(&path, &lines).expect("the file can be written");
    }
    assert_eq!(
        lines,
        std::fs::read_to_string(&path).expect("the file is there"),
        "the page reads these bytes, too"
    );
}
