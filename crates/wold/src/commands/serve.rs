//! `wold serve`: a world, open to guests.

use anyhow::{Context, bail};
use clap::Args;
use std::io::Write;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tracing_subscriber::EnvFilter;
use wold_chance::Seed;
use wold_fields::rules::Rules;
use wold_guest::{Household, HouseholdConfig, LocalDoor, LocalLine};
use wold_host::config::{Config, ConfigLayer};
use wold_host::service::{Extras, LocalEntrance, LocalGuest, Service};
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
    /// Inhabitants that live in this process.
    #[arg(long)]
    inhabitants: Option<u32>,
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
            ..ConfigLayer::default()
        };
        let file = match &self.config {
            Some(path) => ConfigLayer::from_file(path)?,
            None => ConfigLayer::default(),
        };
        let (environment, unknown) = ConfigLayer::from_environment(std::env::vars())?;
        for name in unknown.iter().filter(|name| *name != "WOLD_DATA") {
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
        let world = match &config.world {
            Some(path) => read_world(path)?,
            None => WorldConfig { name: config.name.clone(), ..WorldConfig::default() },
        };
        if let (Some(seed), None) = (world.seed, self.seed) {
            config.seed = seed;
        }
        if self.print_config {
            print!("{}", config.print());
            return Ok(());
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(serve(config, world))
    }
}

async fn serve(mut config: Config, world: WorldConfig) -> anyhow::Result<()> {
    let metrics = wold_host::web::install_metrics()?;
    loop {
        let leagues = config.data_dir.join("leagues");
        let pages = |liaison| crate::arena_page::routes().merge(crate::league_page::routes(leagues, liaison));
        let extras = Extras { pages: Box::new(pages), games: crate::games::game };
        let mut service = Service::start_with(&config, world.clone(), metrics.clone(), extras).await?;
        let replayed = service.replayed();
        if replayed.ticks > 0 {
            say!("Replayed {} ticks, {} hashes right.", replayed.ticks, replayed.hashes);
        }
        let household = settle(&service, &config)?;
        say!("Wold is open: {}", service.url(""));
        say!("Inspector:    {}", service.inspector_url());
        say!("Arena:        {}", service.url("arena"));
        say!("League:       {}", service.url(&format!("league?token={}", service.operator_token())));
        say!("Seed {}, data in {}. Stop with Ctrl-C.", config.seed, config.data_dir.display());
        let next = tokio::select! {
            signal = until_signal() => signal.map(|()| None)?,
            seed = service.wanted_world() => Some(seed),
        };
        say!("Stopping: guests are told, the world is written down.");
        let (port, operator) = (service.address().port(), service.operator_token().to_string());
        tokio::task::spawn_blocking(move || household.leave()).await?;
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

    fn hear_fights(&self, report: serde_json::Value) {
        self.0.tell_fights(report);
    }
}

fn settle(service: &Service, config: &Config) -> anyhow::Result<Household> {
    let household = HouseholdConfig {
        count: config.inhabitants as usize,
        seed: Seed(config.seed),
        ..HouseholdConfig::default()
    };
    Household::settle(Arc::new(Door(service.local_door())), household).context("inhabitants cannot settle")
}

fn read_world(path: &Path) -> anyhow::Result<WorldConfig> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let world: WorldConfig = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        anyhow::anyhow!("{}, line {line}: {}", path.display(), error.message())
    })?;
    Rules::parse_in(&text, &["environment", "rules"])
        .map_err(|error| anyhow::anyhow!("{}, {error}", path.display()))?;
    if !(world.day_minutes.is_finite() && world.day_minutes > 0.0) {
        bail!("{}: day_minutes must be a positive number", path.display());
    }
    if !world.physique.is_sound() {
        bail!("{}: every number of [physique] must be between 0 and 1000", path.display());
    }
    Ok(world)
}
