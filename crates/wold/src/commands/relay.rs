//! `wold relay`: a host's world shown to many who look on.

use super::output;
use super::serve::{start_log, until_signal};
use anyhow::bail;
use clap::Args;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use wold_host::transport::{Limits, Pool, TransportConfig};
use wold_relay::{RelayConfig, RelayError};
use wold_space::CHUNK_METRES;

/// Show a host's world to many who look on, from one line to the host.
#[derive(Args)]
#[command(after_help = "Examples:
  wold relay http://127.0.0.1:7800                              one viewpoint, where people arrive
  wold relay http://127.0.0.1:7800 --follow Ada --follow Bo     two; who looks on chooses
  wold relay https://wold.example --bind 0.0.0.0 --port 80 --name watch.example --max-watchers 5000

The relay looks on as one watcher for each viewpoint, so that the host's cost does not grow with those who look on here. It keeps nothing.")]
pub struct Relay {
    /// Address of the host.
    #[arg(value_name = "HOST")]
    host: String,
    /// A person to follow, by name; may be given several times, and who looks on chooses among them. Without it the relay shows where people arrive.
    #[arg(long, value_name = "NAME")]
    follow: Vec<String>,
    /// Port: TCP for the page, UDP of the same number for WebTransport.
    #[arg(long, default_value_t = 7801)]
    port: u16,
    /// Address to listen on; 0.0.0.0 lets other machines look on.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// A name of this machine by which the page may be called; may be given several times.
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Who looks on, at once.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_watchers: u32,
    /// The same from one address.
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_watchers_per_address: u32,
    /// How far land is shown, in metres; the host may show less.
    #[arg(long, value_name = "METRES", default_value_t = 192, value_parser = clap::value_parser!(u32).range(32..=512))]
    view_metres: u32,
    /// Print where it listens, and at the end what it did, as JSON objects.
    #[arg(long)]
    json: bool,
}

impl Relay {
    /// Serves until a signal says stop.
    pub fn run(self) -> anyhow::Result<()> {
        start_log()?;
        if let Some(name) = self.follow.iter().find(|name| name.len() > wold_wire::message::LONGEST_NAME) {
            bail!("--follow {name:?}: nobody has so long a name");
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve())
    }

    fn config(&self) -> RelayConfig {
        let watchers =
            Pool { total: self.max_watchers as usize, per_address: self.max_watchers_per_address as usize };
        let half_open = Pool { total: watchers.total.max(256), ..Limits::default().half_open };
        let limits = Limits { watchers, half_open, ..Limits::default() };
        RelayConfig {
            follow: self.follow.clone(),
            view: (self.view_metres / CHUNK_METRES as u32) as u8,
            transport: TransportConfig {
                bind: self.bind,
                port: self.port,
                names: self.name.clone(),
                limits,
                ..TransportConfig::default()
            },
            ..RelayConfig::new(self.host.as_str())
        }
    }

    async fn serve(self) -> anyhow::Result<()> {
        let metrics = wold_host::web::install_metrics()?;
        let relay = wold_relay::Relay::open(self.config(), metrics).await.map_err(|error| match error {
            RelayError::Dial(error) => anyhow::anyhow!("{error}"),
            error => error.into(),
        })?;
        let whom =
            if self.follow.is_empty() { "where people arrive".to_owned() } else { self.follow.join(", ") };
        if self.json {
            output::print_json(
                &json!({ "url": relay.url(), "world": relay.world(), "follow": self.follow }),
            )?;
        } else {
            let (url, world, host) = (relay.url(), relay.world(), &self.host);
            output::print(&format!(
                "The relay is open: {url}\nIt shows {world} of {host}: {whom}. Stop with Ctrl-C.\n"
            ))?;
        }
        until_signal().await?;
        let figures = relay.figures();
        relay.stop("The relay stops. Come back soon.").await;
        if self.json {
            output::print_json(&json!({ "watchers": figures.watchers, "host_bytes": figures.host_bytes }))?;
        }
        Ok(())
    }
}
