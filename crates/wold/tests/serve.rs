//! The program as a user runs it: real processes, real sockets, a real `kill -9`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn wold(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wold"));
    command.args(arguments).env_remove("RUST_LOG");
    command
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary paths are text")
}

/// A running server that is killed with the test.
struct Server {
    child: Child,
    url: String,
    inspector: String,
}

impl Server {
    fn start(data: &Path, more: &[&str]) -> Self {
        let mut arguments = vec!["serve", "--port", "0", "--data", text(data), "--inhabitants", "5"];
        arguments.extend_from_slice(more);
        Self::begin(wold(&arguments))
    }

    /// The same with files that cannot grow beyond so many blocks of 512 bytes: as good as a full disk, and nobody else's is.
    fn start_on_a_small_disk(data: &Path, blocks: u32) -> Self {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let program = env!("CARGO_BIN_EXE_wold");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, "sh", program, "serve", "--port", "0", "--data", text(data)]);
        shell.args(["--inhabitants", "20"]).env_remove("RUST_LOG");
        Self::begin(shell)
    }

    fn begin(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines();
        let mut find = |mark: &str| {
            let line = lines
                .by_ref()
                .map(|line| line.expect("the output is text"))
                .find(|line| line.starts_with(mark));
            line.expect("the server says where it is")[mark.len()..].trim().to_string()
        };
        let url = find("Wold is open:");
        let inspector = find("Inspector:");
        Self { child, url, inspector }
    }

    fn kill_9(mut self) {
        self.child.kill().expect("the child can be killed");
        self.child.wait().expect("the child ends");
    }

    fn terminate(&mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        self.child.wait().expect("the child ends")
    }

    fn get(&self, path: &str) -> String {
        self.get_with(path, "Accept: */*")
    }

    /// The same with a header of one's own; it may be another `Host`.
    fn get_with(&self, path: &str, header: &str) -> String {
        let address = self.url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let host = if header.starts_with("Host") { String::new() } else { format!("Host: {address}\r\n") };
        write!(stream, "GET {path} HTTP/1.1\r\n{host}{header}\r\nConnection: close\r\n\r\n")
            .expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{error}: {} {}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn inhabit(url: &str, count: &str, transport: &str) -> serde_json::Value {
    let arguments =
        ["inhabit", "--host", url, "--count", count, "--seconds", "3", "--transport", transport, "--json"];
    json(&wold(&arguments).output().expect("inhabit runs"))
}

fn verify(data: &Path) -> serde_json::Value {
    json(&wold(&["history", "verify", text(data), "--json"]).output().expect("verify runs"))
}

#[test]
fn a_world_survives_a_kill_and_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = Server::start(folder.path(), &["--seed", "42"]);
    let report = inhabit(&server.url, "8", "webtransport");
    assert_eq!(report["connected"], 8, "{report}");
    assert!(report["updates_per_second_p5"].as_f64().expect("a number") > 5.0, "{report}");
    server.kill_9();
    let first = verify(folder.path());
    assert_eq!(first["ok"], true, "{first}");
    let ticks = first["ticks"].as_u64().expect("a number");
    assert!(ticks > 20, "{first}");

    let mut server = Server::start(folder.path(), &["--seed", "42"]);
    assert_eq!(inhabit(&server.url, "3", "websocket")["connected"], 3);
    assert!(server.terminate().success(), "a signal stops it cleanly");
    let second = verify(folder.path());
    assert_eq!(second["ok"], true, "{second}");
    assert!(second["ticks"].as_u64().expect("a number") > ticks + 20, "{second}");

    // What happened can be told, and what the inhabitants remember was kept.
    let arguments =
        ["history", "tell", text(folder.path()), "--around", "market", "--metres", "500", "--json"];
    let told = wold(&arguments).output().expect("tell runs");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let lines = String::from_utf8(told.stdout).expect("text");
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect();
    assert!(lines.iter().any(|line| line["does"] == "comes into the world"), "{lines:?}");
    assert!(lines.iter().all(|line| line["hour"].is_string() && line["day"] == 1));
    let kept = std::fs::read_to_string(folder.path().join("minds.jsonl")).expect("written when it stopped");
    assert_eq!(kept.lines().count(), 5, "one line for each inhabitant of the host");
}

#[test]
fn health_metrics_and_the_inspectors_map_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = Server::start(folder.path(), &[]);
    assert!(server.get("/healthz").ends_with("ok\n"));
    assert!(server.get("/api/hello").contains("\"ws\":\"/ws\""));
    // The first second brings the first hash, and with it the first record of the log.
    let metrics = (0..200)
        .map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            server.get("/metrics")
        })
        .find(|metrics| metrics.contains("wold_tick_seconds") && metrics.contains("wold_log_lag_ticks"))
        .expect("a running world has figures");
    for name in ["wold_tick_seconds", "wold_guests", "wold_log_lag_ticks", "wold_chunks_made_total"] {
        assert!(metrics.contains(name), "{name} is missing");
    }
    let token = server.inspector.rsplit('=').next().expect("the address holds a token");
    let own = format!("Authorization: Bearer {token}");
    let map = server.get_with("/inspect/map.png?x=0&y=0&size=64&pixels=16", &own);
    assert!(map.starts_with("HTTP/1.1 200") && map.contains("PNG"));
    let guess = server.get_with("/inspect/map.png?x=0&y=0&size=64", "Authorization: Bearer guess");
    assert!(guess.starts_with("HTTP/1.1 403"));
    assert!(server.get_with("/inspect/map.png?x=0&y=0&size=1e9", &own).starts_with("HTTP/1.1 400"));
    for foreign in ["Host: evil.example", "Origin: https://evil.example"] {
        assert!(!server.get_with("/api/hello", foreign).starts_with("HTTP/1.1 200"), "{foreign}");
    }
}

/// Runs something that must fail: exit code 2 and one line that says why.
fn complaint(arguments: &[&str]) -> String {
    let output = wold(arguments).output().expect("the program runs");
    let line = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.trim_end().lines().count(), 1, "one line: {line}");
    line
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("world");
    let server = Server::start(&data, &["--seed", "7"]);
    let port = server.url.trim_end_matches('/').rsplit(':').next().expect("a port").to_string();

    let taken = complaint(&["serve", "--port", &port, "--data", text(&folder.path().join("other"))]);
    assert!(taken.contains(&port), "{taken}");
    let held = complaint(&["serve", "--port", "0", "--data", text(&data), "--seed", "7"]);
    assert!(held.contains("world"), "{held}");
    server.kill_9();
    let other_seed = complaint(&["serve", "--port", "0", "--data", text(&data), "--seed", "8"]);
    assert!(other_seed.contains('7') && other_seed.contains('8'), "{other_seed}");

    let file = folder.path().join("typo.toml");
    std::fs::write(&file, "name = \"Home\"\nday_minuts = 3\n").expect("the file can be written");
    let typo = complaint(&["serve", "--world", text(&file), "--data", text(&folder.path().join("new"))]);
    assert!(typo.contains("line 2") && typo.contains("day_minuts"), "{typo}");
    assert!(!folder.path().join("new").exists(), "nothing is half-written");
    std::fs::write(&file, "name = \"Home\"\n\n[environment.rules.law]\nfades = 3.0\n")
        .expect("the file can be written");
    let wrong = complaint(&["serve", "--world", text(&file), "--data", text(&folder.path().join("new"))]);
    assert!(wrong.contains("line 4: law.fades must be 0 to 1, not 3.0"), "{wrong}");

    let nonsense = [
        ("first_hour = nan", "line 3: first_hour must be 0 to 24, not NaN"),
        ("first_hour = 1e9", "line 3: first_hour must be 0 to 24, not 1000000000"),
        ("harvest_minutes = -5", "line 3: harvest_minutes must be 0 to 1000000, not -5"),
        ("[flesh]\nhunger_minutes = -1", "line 4: flesh.hunger_minutes must be 0.01 to 1000000, not -1"),
        ("[flesh]\nfist = nan", "line 4: flesh.fist must be 0 to 1, not NaN"),
        ("[environment]\nsight_metres = nan", "line 4: environment.sight_metres must be 0 to 500, not NaN"),
        ("[environment]\nyear_days = 0", "line 4: environment.year_days must be 0.01 to 100000, not 0"),
    ];
    for (line, reason) in nonsense {
        std::fs::write(&file, format!("name = \"Home\"\n\n{line}\n")).expect("the file can be written");
        let said = complaint(&["serve", "--world", text(&file), "--data", text(&folder.path().join("new"))]);
        assert!(said.contains(reason), "{line}: {said}");
    }
    assert!(!folder.path().join("new").exists(), "nothing is half-written");

    let nowhere = complaint(&["history", "tell", text(&folder.path().join("nowhere")), "--around", "inn"]);
    assert!(nowhere.contains("nowhere"), "{nowhere}");
    let nowhere = complaint(&["history", "verify", text(&folder.path().join("nowhere"))]);
    assert!(nowhere.contains("nowhere"), "{nowhere}");
    let nobody = complaint(&["inhabit", "--host", "http://127.0.0.1:9", "--count", "1", "--seconds", "1"]);
    assert!(nobody.contains("127.0.0.1:9"), "{nobody}");
}

#[test]
fn settings_can_be_printed_and_layered() {
    let output =
        wold(&["serve", "--print-config", "--seed", "9"]).env("WOLD_PORT", "7999").output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("seed = 9") && text.contains("port = 7999"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_host_whose_disk_is_full_says_so_and_obeys_a_signal() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut server = Server::start_on_a_small_disk(folder.path(), 64);
    while !server.get("/healthz").starts_with("HTTP/1.1 503") {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert!(server.get("/healthz").contains("cannot be written"));
    server.terminate();
}
