//! What the game tells, as the page reads it: `tests/told.txt` holds a welcome and letters, `web/src/conquero/rows.ts` the rows' types. Run with `WOLD_BLESS=1` to write both anew after a change
//! that is meant.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wold_chance::Seed;
use wold_conquero::plugin::Conquero;
use wold_conquero::plugin::news::{
    Captured, Hold, Hurt, Killed, Member, Ping, Place, Risen, Road, Round, RoundBegins, RoundOver, Setting,
    Standing, Talk, Tally, Whereabouts,
};
use wold_conquero::{AgentId, CentreId, TeamId};
use wold_genesis::Genesis;
use wold_land::Physique;
use wold_space::{EntityId, GuestId, Tick};
use wold_wire::herald::{Circles, Crier, Extent, Hearer, Manifest, Told};
use wold_wire::{FromHost, Welcome};
use wold_world::{Origin, Realm, Rules, WorldConfig};

fn manifest() -> Arc<Manifest> {
    let genesis = Genesis::new(Seed(42));
    let game = Conquero::new("teams=2".parse().expect("sound settings"), &genesis).expect("a map");
    let (source, start) = game.land().expect("the classic map brings its land");
    let (seed, config) = (genesis.seed(), WorldConfig::default());
    let origin = Origin { seed, source, start, config, rules: vec![Box::new(game)] };
    Realm::new(origin).manifest().clone()
}

/// A crier that is told things by their types.
struct Town {
    crier: Crier,
    manifest: Arc<Manifest>,
}

impl Town {
    fn number<T: Told>(&self) -> usize {
        self.manifest.number_of(T::NAME).expect("the game tells it")
    }

    fn post<T: Told>(&mut self, key: u64, it: &T) {
        let number = self.number::<T>();
        let row = it.row(&self.manifest.kinds[number].fields);
        self.crier.post(number, key, row, Circles::EVERYBODY);
    }

    fn call<T: Told>(&mut self, it: &T) {
        let number = self.number::<T>();
        let row = it.row(&self.manifest.kinds[number].fields);
        self.crier.call(number, row, Circles::EVERYBODY);
    }
}

fn setting() -> Setting {
    Setting {
        map: "classic".into(),
        width: 1200.0,
        height: 1000.0,
        east: -120.0,
        north: -100.0,
        metres: 0.2,
        teams: 2,
        seconds: 600.0,
        rounds: 3,
        conquest: true,
        near: 20.0,
        capture: 4.0,
        reach: 16.0,
        reach_per_level: 0.5,
        pause: 0.5,
        respawn: 3.0,
    }
}

/// Posts a small war; `x` is where its first agent is.
fn stand(town: &mut Town, x: f64, share: u8) {
    town.post(0, &setting());
    for (key, (x, y, size, name)) in
        [(1023.0, 393.0, 10.0, "Centre 1"), (19.0, 75.0, 25.0, "Mühle")].into_iter().enumerate()
    {
        town.post(key as u64, &Place { x, y, size, name: name.into() });
    }
    town.post(0, &Road { a: CentreId(0), b: CentreId(1) });
    town.post(0, &Round { zero: 56, left: Some(125), round: 1, pause: false });
    town.post(0, &Tally { score: 12_345, wins: 1 });
    town.post(1, &Tally { score: 0, wins: 0 });
    let (owner, taker) = (Some(TeamId(1)), Some(TeamId(0)));
    town.post(0, &Hold { owner, taker, share, contested: false });
    town.post(1, &Hold { owner: None, taker: None, share: 0, contested: true });
    let standing = |alive, back| Standing { alive, back, level: 3.5, kills: 1, deaths: 200, captures: 3 };
    for (key, (alive, back)) in
        [(true, None), (false, Some(104)), (true, None), (false, None)].into_iter().enumerate()
    {
        let body = if key == 0 { 1 << 40 } else { 0 };
        let team = TeamId(key as u8 % 2);
        town.post(key as u64, &Member { team, body, name: "Ada".into(), human: key == 0 });
        town.post(key as u64, &standing(alive, back));
    }
    let seen = Whereabouts { x, y: 700.0, vx: 25.0, vy: 0.0, heading: 64, life: 255, stamina: 21 };
    town.post(0, &seen);
}

/// A welcome and the letters of three ticks, by what they are called.
fn examples() -> Vec<(&'static str, Vec<u8>)> {
    let manifest = manifest();
    let welcome = FromHost::Welcome(Welcome {
        guest: GuestId(1),
        body: EntityId(1 << 40),
        seed: 42,
        tick: Tick(100),
        token: [0; 16],
        operator: false,
        view: 5,
        world: "Conquero".into(),
        physique: Physique::default(),
        decided: 0,
        manifest: manifest.clone(),
    });
    let mut lines = vec![("welcome", welcome.encode())];
    let crier = Crier::new(manifest.as_ref().clone(), Vec::new()).expect("a sound manifest");
    let mut town = Town { crier, manifest };
    let (none, all) = (Circles::NONE, Circles::EVERYBODY);
    for (name, tick, x, share, before) in
        [("whole", 100, 12.5, 51, none), ("change", 104, 17.5, 102, all), ("turn", 108, 40.0, 102, all)]
    {
        town.crier.begin(Tick(tick));
        stand(&mut town, x, share);
        if name == "change" {
            let (agent, by) = (AgentId(2), AgentId(1));
            town.call(&Captured { agent: AgentId(300), centre: CentreId(4), from: Some(TeamId(1)) });
            town.call(&Hurt { by, agent, damage: 200 });
            town.call(&Killed { by, agent });
            town.call(&Risen { agent });
            town.call(&RoundOver { winner: None, last: true });
            town.call(&RoundBegins {});
            town.call(&Talk { name: "Ada".into(), text: "nach Osten!".into() });
            town.call(&Ping { name: "Ada".into(), east: -3.5, north: 20.25 });
        }
        town.crier.finish();
        for letter in town.crier.letters(before, all) {
            lines.push((name, FromHost::Told { letter }.encode()));
        }
    }
    lines
}

fn blessed(path: &Path, text: &str) {
    if std::env::var_os("WOLD_BLESS").is_some() {
        std::fs::write(path, text).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(path).expect("the file is there");
    assert_eq!(text, kept, "{}: the page reads this, too", path.display());
}

#[test]
fn what_is_told_is_the_same_bytes_as_ever() {
    let mut text = String::new();
    for (name, bytes) in examples() {
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(text, "{name}: {hex}").expect("text grows");
    }
    blessed(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/told.txt"), &text);
}

#[test]
fn what_is_told_comes_back_and_cut_off_is_nothing() {
    let mut hearer = Hearer::new(manifest().as_ref().clone()).expect("a sound manifest");
    for (_, bytes) in examples().into_iter().skip(1) {
        let FromHost::Told { letter } = FromHost::decode(&bytes).expect("our own bytes") else {
            panic!("a letter")
        };
        for cut in 0..letter.len() {
            assert!(hearer.take(&letter[..cut]).is_err(), "cut off at {cut}");
        }
        hearer.take(&letter).expect("our own letter");
    }
    assert_eq!(hearer.row::<Setting>(0), Some(setting()));
    assert_eq!(hearer.row::<Hold>(0).map(|hold| hold.share), Some(102));
    let seen: Whereabouts = hearer.row_by(0, Tick(118)).expect("told");
    assert_eq!(seen.x, 52.5, "half a second after it was told to be at 40");
}

/// The type of a field in TypeScript.
fn kind(extent: Extent) -> &'static str {
    match extent {
        Extent::Flag => "boolean",
        Extent::Whole { .. } | Extent::Real { .. } | Extent::Count => "number",
        Extent::Id => "bigint",
        Extent::Letters { .. } => "string",
    }
}

#[test]
fn the_page_knows_the_types_of_the_rows() {
    let mut page = "/** The rows the game tells, as its Rust side states them. Written by a test, not by hand: WOLD_BLESS=1 cargo nextest run -p wold-conquero --test told */\nexport interface Rows {\n".to_owned();
    for told in &manifest().kinds {
        writeln!(page, "  readonly {:?}: {{", told.name).expect("text grows");
        for field in &told.fields {
            let nothing = if field.optional { " | null" } else { "" };
            writeln!(page, "    readonly {}: {}{nothing};", field.name, kind(field.extent))
                .expect("text grows");
        }
        page.push_str("  };\n");
    }
    page.push_str("}\n");
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/conquero/rows.ts");
    blessed(&path, &page);
}
