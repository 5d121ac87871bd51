//! The settings of `wold serve`: a TOML file, over it the environment, over that the flags.
//!
//! Each setting is written down once, with its default and its meaning; [`Config`], [`ConfigLayer`] and the printed file all
//! come from that.
//! In the environment a setting is called `WOLD_` and its name in capitals (`WOLD_PORT=7801`). An unknown key in a file is refused
//! with its line; an unknown variable is reported, since other programs may use the prefix, too.

use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wold_space::text::line_at;

use crate::accounts::RegisterConfig;
use crate::bucket::Rate;
use crate::scribe::ScribeConfig;
use crate::store::LogConfig;
use crate::transport::{Certificate, Gate, Limits, Pool, TransportConfig};

/// Defines the settings. The first block has defaults, the second may be unset.
macro_rules! settings {
    (
        given { $( $(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr; )+ }
        optional { $( $(#[doc = $odoc:literal])+ $oname:ident: $otype:ty; )+ }
    ) => {
        /// All settings, complete and checked.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        pub struct Config {
            $( $(#[doc = $doc])+ pub $name: $type, )+
            $( $(#[doc = $odoc])+ pub $oname: Option<$otype>, )+
        }

        /// Some settings: what one source says. The program fills one from its flags.
        #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct ConfigLayer {
            $( $(#[doc = $doc])+ pub $name: Option<$type>, )+
            $( $(#[doc = $odoc])+ pub $oname: Option<$otype>, )+
        }

        impl ConfigLayer {
            /// Names of all settings.
            const NAMES: &[&str] = &[ $( stringify!($name), )+ $( stringify!($oname), )+ ];

            /// This layer, and where it says nothing, the one `below`.
            #[must_use]
            pub fn over(self, below: Self) -> Self {
                Self {
                    $( $name: self.$name.or(below.$name), )+
                    $( $oname: self.$oname.or(below.$oname), )+
                }
            }

            fn complete(self) -> Config {
                Config {
                    $( $name: self.$name.unwrap_or_else(|| $default), )+
                    $( $oname: self.$oname, )+
                }
            }
        }

        impl Config {
            /// Every setting with its meaning and its value as it is written in TOML.
            fn entries(&self) -> Vec<Entry> {
                vec![
                    $( Entry {
                        name: stringify!($name),
                        meaning: &[ $( $doc ),+ ],
                        value: Some(in_toml(&self.$name)),
                    }, )+
                    $( Entry {
                        name: stringify!($oname),
                        meaning: &[ $( $odoc ),+ ],
                        value: self.$oname.as_ref().map(in_toml),
                    }, )+
                ]
            }
        }
    };
}

settings! {
    given {
        /// The integer the world grows from.
        seed: u64 = 1;
        /// Name of the world, as guests see it.
        name: String = "Wold".to_owned();
        /// Folder of the world's log, snapshots and accounts.
        data_dir: PathBuf = PathBuf::from("wold-data");
        /// Address to listen on. 0.0.0.0 lets other machines in.
        bind: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
        /// Port: TCP for the page and WebSocket, UDP of the same number for WebTransport.
        port: u16 = 7800;
        /// Whether WebTransport is offered beside WebSocket.
        webtransport: bool = true;
        /// Names of this machine: a certificate made at start is for them, and without one of a public authority the page is served
        /// under these names, addresses and localhost only.
        host_names: Vec<String> = Vec::new();
        /// Pages of other sites that may open sockets here, as "https://example.org".
        allowed_origins: Vec<String> = Vec::new();
        /// Addresses of proxies in front of this host; where they say a guest comes from counts.
        trusted_proxies: Vec<IpAddr> = Vec::new();
        /// Listen beyond this machine without a certificate although passwords then travel in clear.
        insecure: bool = false;
        /// Inhabitants that live in this process.
        inhabitants: u32 = 40;
        /// Guests at once.
        max_guests: usize = 512;
        /// Guests at once from one address.
        max_guests_per_address: usize = 128;
        /// Who only looks on, at once; 0 lets nobody. The world's file may forbid it, too.
        max_watchers: usize = 64;
        /// How far a guest may ask to see, in metres.
        max_view_metres: u32 = 256;
        /// Seconds between snapshots. A start replays at most this much of the world's time, at 30 to 50 times its speed.
        snapshot_seconds: u32 = 60;
        /// Snapshots kept, two at least: when the newest is damaged, the next and the log lead there.
        keep_snapshots: usize = 4;
        /// Size of a file of the log in MiB; a new one is begun when it is full.
        log_segment_megabytes: u32 = 16;
        /// Days of the world's time that stay in the log; 0 keeps all. With less, history is replayed from a snapshot, not from birth.
        keep_log_days: u32 = 0;
        /// MiB of log kept; 0 keeps all. What the snapshots need stays in any case.
        keep_log_megabytes: u32 = 0;
        /// Shortest time between two commits of the log, in milliseconds; a deed is shown no sooner than it is committed.
        commit_milliseconds: u32 = 5;
        /// A guest that does not finish its handshake in so many seconds is dropped.
        handshake_seconds: u32 = 10;
        /// A guest that is silent for so many seconds is dropped.
        idle_seconds: u32 = 20;
        /// A guest that lost its connection may come back for so many seconds.
        resume_seconds: u32 = 60;
        /// Frames a guest may send per second; twice as many at once.
        guest_frames_per_second: u32 = 80;
        /// Entries from one address per second; 25 times as many at once.
        entries_per_second: u32 = 20;
        /// Passwords that may be tried from one address per minute; ten at once.
        passwords_per_minute: u32 = 12;
    }
    optional {
        /// File that describes the world; without it the seed alone does.
        world: PathBuf;
        /// Certificate chain (PEM) that a public authority signed; the page is then served over HTTPS.
        tls_certificate: PathBuf;
        /// Private key (PEM, PKCS#8) of that certificate.
        tls_key: PathBuf;
        /// What an operator must know; without it one is made and kept in the data folder.
        operator_token: String;
        /// What programs must know that bring inhabitants from outside; without it one is made and kept in the data folder.
        inhabitants_pass: String;
    }
}

/// One setting as it is printed.
struct Entry {
    name: &'static str,
    meaning: &'static [&'static str],
    value: Option<String>,
}

/// Why a configuration is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: {reason}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A line of the file is wrong.
    #[error("{}:{line}: {reason}", .file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A variable of the environment is wrong.
    #[error("{variable}={value:?}: {reason}")]
    Variable {
        /// Its name.
        variable: String,
        /// What it says.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A setting, or two together, make no sense.
    #[error("{setting}: {reason}")]
    Senseless {
        /// Which.
        setting: &'static str,
        /// Why.
        reason: String,
    },
}

impl ConfigLayer {
    /// What a file says.
    pub fn from_file(file: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| ConfigError::Unreadable { file: file.to_owned(), reason: error.to_string() })?;
        Self::from_toml(&text, file)
    }

    /// What the text of `file` says.
    pub fn from_toml(text: &str, file: &Path) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = line_at(text, start);
            ConfigError::Line { file: file.to_owned(), line, reason: first_line(error.message()) }
        })
    }

    /// What the environment says, and the variables that look like settings and are none.
    pub fn from_environment(
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<(Self, Vec<String>), ConfigError> {
        let mut layer = Self::default();
        let mut unknown = Vec::new();
        for (variable, value) in variables {
            let Some(name) = variable.strip_prefix("WOLD_").map(str::to_lowercase) else { continue };
            if !Self::NAMES.contains(&name.as_str()) {
                unknown.push(variable);
                continue;
            }
            // A number, a truth or a list is written as in TOML; whatever is not can only be a text.
            let as_is = || toml::from_str::<Self>(&format!("{name} = {value}"));
            let quoted = || toml::from_str::<Self>(&format!("{name} = {}", in_toml(&value)));
            // A second line could set what the variable does not name.
            let said = if value.contains('\n') { quoted() } else { as_is().or_else(|_| quoted()) };
            let said = said.map_err(|error| ConfigError::Variable {
                variable,
                value,
                reason: first_line(error.message()),
            })?;
            layer = said.over(layer);
        }
        unknown.sort_unstable();
        Ok((layer, unknown))
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

fn in_toml<T: Serialize>(value: &T) -> String {
    toml::Value::try_from(value).map(|value| value.to_string()).unwrap_or_default()
}

impl Default for Config {
    fn default() -> Self {
        ConfigLayer::default().complete()
    }
}

impl Config {
    /// Puts the layers together, flags over environment over file, and checks the whole.
    pub fn from_layers(
        file: ConfigLayer,
        environment: ConfigLayer,
        flags: ConfigLayer,
    ) -> Result<Self, ConfigError> {
        let config = flags.over(environment).over(file).complete();
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let senseless =
            |setting, reason: &str| Err(ConfigError::Senseless { setting, reason: reason.to_owned() });
        match (&self.tls_certificate, &self.tls_key) {
            (Some(_), None) => return senseless("tls_certificate", "needs tls_key as well"),
            (None, Some(_)) => return senseless("tls_key", "needs tls_certificate as well"),
            _ => {}
        }
        let encrypted = self.tls_certificate.is_some() || !self.trusted_proxies.is_empty();
        if !self.bind.is_loopback() && !encrypted && !self.insecure {
            let reason = format!(
                "{} lets other machines in, and without a certificate passwords travel in clear: give tls_certificate and \
                 tls_key, name the proxy that encrypts in trusted_proxies, or accept it with --insecure",
                self.bind
            );
            return senseless("bind", &reason);
        }
        if i64::try_from(self.seed).is_err() {
            return senseless("seed", "must be below 9223372036854775808, the largest integer of TOML");
        }
        for (setting, value, range) in [
            ("max_guests", self.max_guests as u64, 1..=100_000),
            ("max_guests_per_address", self.max_guests_per_address as u64, 1..=100_000),
            ("max_watchers", self.max_watchers as u64, 0..=100_000),
            ("max_view_metres", self.max_view_metres.into(), 32..=1024),
            ("inhabitants", self.inhabitants.into(), 0..=10_000),
            ("snapshot_seconds", self.snapshot_seconds.into(), 1..=86_400),
            ("keep_snapshots", self.keep_snapshots as u64, 2..=1000),
            ("log_segment_megabytes", self.log_segment_megabytes.into(), 1..=1024),
            ("keep_log_days", self.keep_log_days.into(), 0..=36_500),
            ("keep_log_megabytes", self.keep_log_megabytes.into(), 0..=100_000_000),
            ("commit_milliseconds", self.commit_milliseconds.into(), 0..=1000),
            ("handshake_seconds", self.handshake_seconds.into(), 1..=60),
            ("idle_seconds", self.idle_seconds.into(), 2..=3600),
            ("resume_seconds", self.resume_seconds.into(), 0..=3600),
            ("guest_frames_per_second", self.guest_frames_per_second.into(), 25..=1000),
            ("entries_per_second", self.entries_per_second.into(), 1..=1000),
            ("passwords_per_minute", self.passwords_per_minute.into(), 1..=600),
        ] {
            if !range.contains(&value) {
                let reason = format!("{value} is not between {} and {}", range.start(), range.end());
                return senseless(setting, &reason);
            }
        }
        Ok(())
    }

    /// The settings as a file that says the same, each with its meaning. The operator's token is not shown.
    #[must_use]
    pub fn print(&self) -> String {
        let mut text =
            "# Settings of `wold serve`. The world takes 20 steps a second; that cannot be set.\n".to_owned();
        for Entry { name, meaning, value } in self.entries() {
            text.push('\n');
            for line in meaning {
                let _ = writeln!(text, "#{line}");
            }
            let _ = match value {
                Some(_) if matches!(name, "operator_token" | "inhabitants_pass") => {
                    writeln!(text, "# {name} is set and not shown here")
                }
                Some(value) => writeln!(text, "{name} = {value}"),
                None => writeln!(text, "# {name} ="),
            };
        }
        text
    }

    /// How to listen.
    #[must_use]
    pub fn transport(&self) -> TransportConfig {
        let certificate = match (&self.tls_certificate, &self.tls_key) {
            (Some(chain), Some(key)) => Certificate::Files { chain: chain.clone(), key: key.clone() },
            _ => Certificate::SelfSigned,
        };
        let frames = f64::from(self.guest_frames_per_second);
        TransportConfig {
            bind: self.bind,
            port: self.port,
            webtransport: self.webtransport,
            certificate,
            names: self.host_names.clone(),
            gate: Gate {
                origins: self.allowed_origins.clone(),
                proxies: self.trusted_proxies.iter().map(IpAddr::to_canonical).collect(),
                ..Gate::default()
            },
            limits: Limits {
                handshake: seconds(self.handshake_seconds),
                idle: seconds(self.idle_seconds),
                guests: Pool { total: self.max_guests, per_address: self.max_guests_per_address },
                watchers: Pool { total: self.max_watchers, per_address: self.max_guests_per_address },
                inbound: Rate { per_second: frames, burst: 2.0 * frames },
                ..Limits::default()
            },
        }
    }

    /// How to write the log.
    #[must_use]
    pub fn scribe(&self) -> ScribeConfig {
        ScribeConfig {
            interval: Duration::from_millis(self.commit_milliseconds.into()),
            snapshots: self.keep_snapshots,
            ..ScribeConfig::default()
        }
    }

    /// How the log is kept.
    #[must_use]
    pub fn log(&self) -> LogConfig {
        const MEBI: u64 = 1024 * 1024;
        let limit = |value: u32, unit: u64| (value > 0).then(|| u64::from(value) * unit);
        LogConfig {
            segment_bytes: u64::from(self.log_segment_megabytes) * MEBI,
            keep_bytes: limit(self.keep_log_megabytes, MEBI),
            keep_seconds: limit(self.keep_log_days, 24 * 60 * 60),
        }
    }

    /// How to let people in.
    #[must_use]
    pub fn register(&self) -> RegisterConfig {
        let entries = f64::from(self.entries_per_second);
        RegisterConfig {
            grace: seconds(self.resume_seconds),
            entries: Rate { per_second: entries, burst: 25.0 * entries },
            passwords: Rate { per_second: f64::from(self.passwords_per_minute) / 60.0, burst: 10.0 },
            ..RegisterConfig::default()
        }
    }
}

fn seconds(seconds: u32) -> Duration {
    Duration::from_secs(seconds.into())
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
