//! `cargo run -p wold-dial --example crier -- http://127.0.0.1:7800 "Till Crier"`: a crier in the world of a host.

mod crier;

use wold_dial::transport::{DialOptions, Dialer};
use wold_folk::Inhabitant;
use wold_wire::Login;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let host = arguments.next().unwrap_or_else(|| "http://127.0.0.1:7800".into());
    let name = arguments.next().unwrap_or_else(|| "Till Crier".into());
    let dialer = Dialer::new(&host, DialOptions::default()).await?;
    // With the host's pass it is one of the inhabitants; without one it comes as any guest does.
    let login = match std::env::var("WOLD_PASS") {
        Ok(pass) => Login::Inhabitant { name: name.clone(), pass },
        Err(_) => Login::Guest { name: name.clone() },
    };
    let ended = wold_dial::visit::live(&dialer, login, Inhabitant::new(crier::Crier::new(&name), 0)).await?;
    println!("{name} left: {ended}");
    Ok(())
}
