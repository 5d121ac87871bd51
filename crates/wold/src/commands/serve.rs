//! `wold serve`: a world, open to guests.

use anyhow::{Context, bail};
use clap::Args;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use wold_host::config::{Config, ConfigLayer};
use wold_host::service::Service;
use wold_world::WorldConfig;

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
        let (environment, _) = ConfigLayer::from_environment(std::env::vars())?;
        Ok(Config::from_layers(file, environment, flags)?)
    }

    /// Serves until a signal says stop.
    pub fn run(self) -> anyhow::Result<()> {
        let mut config = self.settings()?;
        let (world, seed) = match &config.world {
            Some(path) => read_world(path)?,
            None => (WorldConfig { name: config.name.clone(), ..WorldConfig::default() }, None),
        };
        if let (Some(seed), None) = (seed, self.seed) {
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

async fn serve(config: Config, world: WorldConfig) -> anyhow::Result<()> {
    let metrics = wold_host::web::install_metrics()?;
    let service = Service::start(&config, world, metrics).await?;
    let replayed = service.replayed();
    if replayed.ticks > 0 {
        println!("Replayed {} ticks, {} hashes right.", replayed.ticks, replayed.hashes);
    }
    println!("Wold is open: {}", service.url(""));
    println!("Inspector:    {}", service.inspector_url());
    println!("Seed {}, data in {}. Stop with Ctrl-C.", config.seed, config.data_dir.display());
    until_signal().await?;
    println!("Stopping: guests are told, the world is written down.");
    service.stop("The host stops. Come back soon.").await?;
    Ok(())
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

/// A world's file: its settings, and perhaps its seed.
#[derive(serde::Deserialize)]
struct WorldFile {
    seed: Option<u64>,
    #[serde(flatten)]
    rest: toml::Table,
}

fn read_world(path: &Path) -> anyhow::Result<(WorldConfig, Option<u64>)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let file: WorldFile = parse(path, &text)?;
    // Parsed from the text itself, not from the table, so that an error names its line.
    let without_seed: String =
        text.lines().map(|line| if is_seed(line) { "\n".into() } else { format!("{line}\n") }).collect();
    let world: WorldConfig = parse(path, &without_seed)?;
    let _ = file.rest;
    if !(world.day_minutes.is_finite() && world.day_minutes > 0.0) {
        bail!("{}: day_minutes must be a positive number", path.display());
    }
    Ok((world, file.seed))
}

fn is_seed(line: &str) -> bool {
    line.split_once('=').is_some_and(|(key, _)| key.trim() == "seed")
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> anyhow::Result<T> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
        anyhow::anyhow!("{}, line {line}: {}", path.display(), error.message())
    })
}
