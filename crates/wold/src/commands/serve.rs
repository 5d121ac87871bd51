//! `wold serve`: a world, open to guests.

mod door;
mod game_flags;
pub mod world_file;

use crate::games;
use anyhow::{Context as _, bail};
use clap::Args;
use door::{Door, settle};
use game_flags::GameFlags;
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;
use wold_chance::Seed;
use wold_dial::recruits;
use wold_genesis::Genesis;
use wold_guest::Recruit;
use wold_host::config::{Config, ConfigLayer};
use wold_host::service::{Extras, Service, ServiceError};
use wold_host::transport::TransportError;
use wold_world::WorldConfig;

/// Prints a line for whoever reads it; a reader that went away is no reason to stop serving.
macro_rules! say {
    ($($words:tt)*) => {{
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

/// What help ends with; games bring their own lines.
fn examples() -> String {
    let mut lines = vec![
        ("wold serve".to_owned(), "a world on http://127.0.0.1:7800"),
        ("wold serve --seed 7 --data my-world".to_owned(), "another world, kept in my-world"),
        (
            "wold serve --bind 0.0.0.0 --print-config".to_owned(),
            "show all settings, with what the flags change",
        ),
    ];
    for game in games::GAMES {
        let own = game.examples().iter();
        lines.extend(own.map(|(flags, what)| (format!("wold serve --game {} {flags}", game.name()), *what)));
    }
    let lines: String = lines.iter().map(|(line, what)| format!("  {line:<42}  {what}\n")).collect();
    format!(
        "Examples:\n{lines}\nSettings come from --config FILE, over it the environment (WOLD_PORT=7801), over that the flags."
    )
}

/// Serve a world to browsers and bots.
#[derive(Args)]
#[command(after_help = examples())]
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
    /// Folder of questions inhabitants ask when they fight (fall_back.toml, lie_in_wait.toml), read again whenever one changes. Default: queries in the world's folder.
    #[arg(long)]
    queries: Option<PathBuf>,
    #[command(flatten)]
    game: GameFlags,
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
        start_log()?;
        let mut config = self.settings()?;
        let mut world = match &config.world {
            Some(path) => world_file::read(path)?,
            None => WorldConfig { name: config.name.clone(), ..WorldConfig::default() },
        };
        if let (Some(seed), None) = (world.seed, self.seed) {
            config.seed = seed;
        }
        let mut recruits = Vec::new();
        if let Some((line, booking)) = self.game.book(&Genesis::new(Seed(config.seed)))? {
            if let (None, Some(made_for_it)) = (&config.world, booking.world) {
                world = made_for_it;
            }
            if !booking.villagers && self.inhabitants.is_none() {
                config.inhabitants = 0;
            }
            if self.data.is_none() {
                config.data_dir = config.data_dir.join(line.replace([' ', '='], "-"));
            }
            world.games = vec![line];
            recruits = booking.recruits;
        }
        if self.print_config {
            print!("{}", config.print());
            return Ok(());
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        if let Some(folder) = self.queries.as_ref().filter(|folder| !folder.is_dir()) {
            bail!("--queries {}: there is no such folder", folder.display());
        }
        runtime.block_on(serve(config, world, recruits, self.queries))
    }
}

/// What a serving process does is told on stderr.
pub(super) fn start_log() -> anyhow::Result<()> {
    let told =
        std::env::var("RUST_LOG").unwrap_or_else(|_| "warn,wold=info,wold_host=info,wold_relay=info".into());
    let targets: Targets = told.parse().with_context(|| format!("RUST_LOG is {told:?}"))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    tracing_subscriber::registry().with(lines.with_filter(targets)).init();
    Ok(())
}

/// How often, and how soon again, the door of a world that follows another is tried.
const REOPEN_TRIES: u32 = 60;
const REOPEN_AFTER: Duration = Duration::from_millis(250);

async fn serve(
    mut config: Config,
    world: WorldConfig,
    bots: Vec<Recruit>,
    queries: Option<PathBuf>,
) -> anyhow::Result<()> {
    let metrics = wold_host::web::install_metrics()?;
    let mut patience = 0;
    loop {
        let leagues = config.data_dir.join("leagues");
        let pages = |liaison| {
            let leagues = wold_fair::league::routes(leagues, games::GAMES, liaison);
            wold_fair::arena::routes().merge(leagues).merge(wold_fair::parlour::routes(games::pastimes()))
        };
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
        let household = settle(&service, &config, queries.as_deref())?;
        let door = || Arc::new(Door(service.local_door()));
        let crew = (!bots.is_empty()).then(|| recruits::settle(door(), bots.clone())).transpose()?;
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
        tokio::task::spawn_blocking(move || (household.leave(), drop(crew))).await?;
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

/// Waits until this process is asked to stop.
pub(super) async fn until_signal() -> anyhow::Result<()> {
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
