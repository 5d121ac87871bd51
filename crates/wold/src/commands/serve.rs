//! `wold serve`: a world, open to guests.

use crate::commands::input;
use crate::commands::schooling::{SkillKind, check, school};
use crate::games;
use crate::soldiers::{self, Army};
use anyhow::{Context, bail, ensure};
use clap::Args;
use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tracing_subscriber::EnvFilter;
use wold_chance::Seed;
use wold_conquero::Map;
use wold_conquero::bots;
use wold_conquero::plugin::{Ground, Theatre};
use wold_dial::{Household, HouseholdConfig, LocalDoor, LocalLine};
use wold_fields::rules::Rules;
use wold_folk::Window;
use wold_folk::report::fights::FightsReport;
use wold_genesis::Genesis;
use wold_host::config::{Config, ConfigLayer};
use wold_host::service::{Extras, LocalEntrance, LocalGuest, Mind, Service, ServiceError};
use wold_host::transport::TransportError;
use wold_space::{DVec2, EntityId};
use wold_world::WorldConfig;

/// Prints a line for whoever reads it; a reader that went away is no reason to stop serving.
macro_rules! say {
    ($($words:tt)*) => {{
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

const EXAMPLES: &str = "Examples:
  wold serve                                  a world on http://127.0.0.1:7800
  wold serve --seed 7 --data my-world         another world, kept in my-world
  wold serve --game conquero --bots tactician:4,simple:4      a game of conquest, with bots
  wold serve --game conquero --bots experiment:4,experiment:4 --replay war.log
  wold serve --bind 0.0.0.0 --print-config    show all settings, with what the flags change

Settings come from --config FILE, over it the environment (WOLD_PORT=7801), over that the flags.";

/// Serve a world to browsers and bots.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Serve {
    /// The integer the world grows from.
    #[arg(long)]
    seed: Option<u64>,
    /// File that describes the world (see worlds/).
    #[arg(long)]
    world: Option<PathBuf>,
    /// Folder of the world's log, snapshots and accounts.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Port: TCP for the page, UDP of the same number for WebTransport.
    #[arg(long)]
    port: Option<u16>,
    /// Address to listen on; 0.0.0.0 lets other machines in.
    #[arg(long)]
    bind: Option<IpAddr>,
    /// Listen beyond this machine without a certificate although passwords then travel in clear.
    #[arg(long)]
    insecure: bool,
    /// Inhabitants that live in this process.
    #[arg(long)]
    inhabitants: Option<u32>,
    /// A game to play in the world: conquero or tag.
    #[arg(long, value_parser = ["conquero", "tag"])]
    game: Option<String>,
    /// Conquero's map.
    #[arg(long, value_parser = ["classic", "living"], requires = "game")]
    game_map: Option<String>,
    /// More of the game's settings, such as \"minutes=10 rounds=3 conquest\".
    #[arg(long, requires = "game", default_value = "")]
    game_settings: String,
    /// Conquero's bots, team by team: KIND:MEMBERS, parted by commas; kinds are random, simple, chooser, learned, experiment and
    /// tactician. Where people come, bots make room.
    #[arg(long, requires = "game")]
    bots: Option<String>,
    /// How good the bots are with their hands.
    #[arg(long, value_enum, default_value_t = SkillKind::Fair)]
    skill: SkillKind,
    /// A tree that choosers or the learned follow, grown by `wold history train`. Can be given for each.
    #[arg(long, value_name = "TOML")]
    tree: Vec<PathBuf>,
    /// A war that bots of the kind experiment repeat: a log of `wold play conquero --log`, or a world's folder.
    #[arg(long, value_name = "LOG")]
    replay: Option<PathBuf>,
    /// File with settings.
    #[arg(long)]
    config: Option<PathBuf>,
    /// Print all settings as a file and stop.
    #[arg(long)]
    print_config: bool,
}

impl Serve {
    fn settings(&self) -> anyhow::Result<Config> {
        let flags = ConfigLayer {
            seed: self.seed,
            world: self.world.clone(),
            data_dir: self.data.clone(),
            port: self.port,
            bind: self.bind,
            inhabitants: self.inhabitants,
            insecure: self.insecure.then_some(true),
            ..ConfigLayer::default()
        };
        let file = match &self.config {
            Some(path) => ConfigLayer::from_file(path)?,
            None => ConfigLayer::default(),
        };
        let (environment, unknown) = ConfigLayer::from_environment(std::env::vars())?;
        for name in unknown
            .iter()
            .filter(|name| !matches!(name.as_str(), "WOLD_DATA" | "WOLD_PASS" | "WOLD_PASS_FILE"))
        {
            tracing::warn!("{name} is in the environment but is no setting");
        }
        Ok(Config::from_layers(file, environment, flags)?)
    }

    /// Serves until a signal says stop.
    pub fn run(self) -> anyhow::Result<()> {
        let quiet = EnvFilter::try_from_default_env()
            .unwrap_or_else(|_| EnvFilter::new("warn,wold=info,wold_host=info"));
        tracing_subscriber::fmt().with_env_filter(quiet).with_writer(std::io::stderr).init();
        let mut config = self.settings()?;
        let mut world = match &config.world {
            Some(path) => read_world(path)?,
            None => WorldConfig { name: config.name.clone(), ..WorldConfig::default() },
        };
        if let (Some(seed), None) = (world.seed, self.seed) {
            config.seed = seed;
        }
        let army = self.army(config.seed)?;
        if let Some(game) = &self.game {
            let line = self.game_line(game, army.as_ref());
            games::game(&line, &Genesis::new(Seed(config.seed)))
                .map_err(|reason| anyhow::anyhow!("--game {line}: {reason}"))?;
            if config.world.is_none() && game == "conquero" {
                world = games::conquero_world(self.game_map.as_deref() == Some("living"));
            }
            // The bowl is for those who play; villagers would have nothing to live on there.
            let bowl = game == "conquero" && self.game_map.as_deref() != Some("living");
            if bowl && self.inhabitants.is_none() {
                config.inhabitants = 0;
            }
            if self.data.is_none() {
                config.data_dir = config.data_dir.join(line.replace([' ', '='], "-"));
            }
            world.games = vec![line];
        }
        if self.print_config {
            print!("{}", config.print());
            return Ok(());
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(serve(config, world, army))
    }

    /// The bots that were asked for.
    fn army(&self, seed: u64) -> anyhow::Result<Option<Army>> {
        let Some(bots) = &self.bots else { return Ok(None) };
        ensure!(self.game.as_deref() == Some("conquero"), "--bots are Conquero's: --game conquero");
        let teams = bots::teams(bots).map_err(|reason| anyhow::anyhow!("--bots: {reason}"))?;
        let map = match self.game_map.as_deref() {
            Some("living") => Theatre::new(Ground::Living, &Genesis::new(Seed(seed)))?.map.as_ref().clone(),
            _ => Map::classic(),
        };
        let school = school(&self.tree, self.replay.as_deref(), &map)?;
        check(teams.iter().map(|team| team.0), &school)?;
        Ok(Some(Army { teams, skill: self.skill.hands(), school, seed: Seed(seed) }))
    }

    /// The game as the world's settings name it.
    fn game_line(&self, game: &str, army: Option<&Army>) -> String {
        let mut line = game.to_owned();
        if let Some(map) = &self.game_map {
            line += &format!(" map={map}");
        }
        if let Some(army) = army {
            let members = army.teams.iter().map(|team| team.1).max().unwrap_or(1);
            line += &format!(" teams={} members={members}", army.teams.len());
        }
        format!("{line} {}", self.game_settings.trim()).trim_end().to_owned()
    }
}

/// How often, and how soon again, the door of a world that follows another is tried.
const REOPEN_TRIES: u32 = 60;
const REOPEN_AFTER: Duration = Duration::from_millis(250);

async fn serve(mut config: Config, world: WorldConfig, army: Option<Army>) -> anyhow::Result<()> {
    let metrics = wold_host::web::install_metrics()?;
    let mut patience = 0;
    loop {
        let leagues = config.data_dir.join("leagues");
        let pages = |liaison| crate::arena_page::routes().merge(crate::league_page::routes(leagues, liaison));
        let extras = Extras { pages: Box::new(pages), games: games::game };
        let mut service = match Service::start_with(&config, world.clone(), metrics.clone(), extras).await {
            // The world before this one has closed its door, but its last guests' farewells may still be under way.
            Err(ServiceError::Transport(TransportError::PortInUse { .. })) if patience > 0 => {
                patience -= 1;
                tokio::time::sleep(REOPEN_AFTER).await;
                continue;
            }
            opened => opened?,
        };
        let replayed = service.replayed();
        if replayed.ticks > 0 {
            say!("Replayed {} ticks, {} hashes right.", replayed.ticks, replayed.hashes);
        }
        if !world.games.is_empty() && service.world().games != world.games {
            let played = service.world().games.join(", ");
            service.stop("").await?;
            bail!("the world in {} plays {played:?}: choose another --data", config.data_dir.display());
        }
        let household = settle(&service, &config)?;
        let door = || Arc::new(Door(service.local_door()));
        let soldiers = army.as_ref().map(|army| soldiers::settle(door(), army)).transpose()?;
        say!("Wold is open: {}", service.url(""));
        say!("Inspector:    {}", service.inspector_url());
        say!("Arena:        {}", service.url("arena"));
        say!("League:       {}", service.url(&format!("league#token={}", service.operator_token())));
        say!("Seed {}, data in {}. Stop with Ctrl-C.", config.seed, config.data_dir.display());
        let next = tokio::select! {
            signal = until_signal() => signal.map(|()| None)?,
            seed = service.wanted_world() => Some(seed),
        };
        say!("Stopping: guests are told, the world is written down.");
        let (port, operator) = (service.address().port(), service.operator_token().to_string());
        tokio::task::spawn_blocking(move || (household.leave(), drop(soldiers))).await?;
        let words = if next.is_some() {
            "Another world opens here. Come in again."
        } else {
            "The host stops. Come back soon."
        };
        service.stop(words).await?;
        let Some(seed) = next else { return Ok(()) };
        // The new world lives beside the old one, at the same address, under the same operator.
        config.data_dir = config.data_dir.with_file_name(format!("seed-{seed}"));
        config.operator_token = Some(operator);
        config.port = port;
        config.seed = seed;
        patience = REOPEN_TRIES;
    }
}

async fn until_signal() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result?,
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}

/// The host's door for inhabitants of this process.
struct Door(LocalEntrance);

impl LocalDoor for Door {
    fn enter(&self, name: &str, view: u8) -> Result<LocalLine, String> {
        let LocalGuest { up, down, .. } = self.0.admit(name, view)?;
        Ok(LocalLine { up, down })
    }

    fn hear_plan(&self, walker: EntityId, corners: Option<&[DVec2]>) {
        self.0.tell_plan(walker, corners);
    }

    fn see_mind(&self, whose: EntityId, mind: Option<&Window>) {
        self.0.show_mind(whose, mind.map(|mind| Arc::new(mind.clone()) as Arc<dyn Mind>));
    }

    fn hear_fights(&self, report: FightsReport) {
        self.0.tell_fights(report);
    }
}

fn settle(service: &Service, config: &Config) -> anyhow::Result<Household> {
    let rules = service.world().environment.rules.rules().context("the world's rules")?;
    let household = HouseholdConfig {
        count: config.inhabitants as usize,
        seed: Seed(config.seed),
        keep: Some(config.data_dir.join("minds.jsonl")),
        law: Some(rules.law.controller().context("the world's law")?),
        ..HouseholdConfig::default()
    };
    Household::settle(Arc::new(Door(service.local_door())), household).context("inhabitants cannot settle")
}

fn read_world(path: &Path) -> anyhow::Result<WorldConfig> {
    let text = input::text(path, input::SETTINGS)?;
    let world: WorldConfig = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        anyhow::anyhow!("{}, line {line}: {}", path.display(), error.message())
    })?;
    Rules::parse_in(&text, &["environment", "rules"])
        .map_err(|error| anyhow::anyhow!("{}, {error}", path.display()))?;
    world.check().map_err(|error| {
        anyhow::anyhow!("{}, line {}: {error}", path.display(), line_of(&text, error.name))
    })?;
    Ok(world)
}

/// The line of a file on which a setting stands, given as `table.key`.
fn line_of(text: &str, setting: &str) -> usize {
    let file = toml::de::DeTable::parse(text).ok();
    let mut table = file.as_ref().map(toml::Spanned::get_ref);
    let mut at = 0;
    for name in setting.split('.') {
        let found = table.and_then(|table| table.iter().find(|(key, _)| key.get_ref() == name));
        let Some((key, value)) = found else { break };
        at = key.span().start;
        table = value.get_ref().as_table();
    }
    1 + text[..at].matches('\n').count()
}
