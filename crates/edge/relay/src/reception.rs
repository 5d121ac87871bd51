//! Letting watchers in: one task per connection decodes and passes on.

use std::time::Duration;
use tokio::sync::mpsc;
use wold_host::transport::{Connection, Outbox};
use wold_wire::message::{TurnedAway, protocol_hash};
use wold_wire::{Frame, FromGuest, FromHost, Hello, Login, Up};

/// How long a connection may take to say hello.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// What a connection has to tell the relay, by its number.
pub(crate) enum Said {
    /// Somebody wants to look on.
    Came { outbox: Outbox, view: u8, whom: Option<String> },
    /// It says something.
    Up { id: u64, up: Up },
    /// It is gone.
    Gone { id: u64 },
}

/// One watcher's connection from hello to goodbye.
pub(crate) async fn attend(mut connection: Connection, seed: u64, relay: mpsc::Sender<Said>) {
    let outbox = connection.outbox.clone();
    let (view, whom) = match first_words(&mut connection, seed).await {
        Ok(wish) => wish,
        Err((reason, text)) => {
            let message = FromHost::TurnedAway { reason, text: text.clone() };
            drop(outbox.push(Frame::Reliable(message.encode().into())));
            outbox.close(text);
            return;
        }
    };
    let id = outbox.id();
    if relay.send(Said::Came { outbox: outbox.clone(), view, whom }).await.is_err() {
        outbox.close("the relay stops");
        return;
    }
    while let Some(frame) = connection.incoming.recv().await {
        match Up::decode(&frame) {
            Ok(Up::Message(FromGuest::Goodbye)) => {
                outbox.close("goodbye");
                break;
            }
            Ok(up) => {
                if relay.send(Said::Up { id, up }).await.is_err() {
                    break;
                }
            }
            Err(_) => {
                metrics::counter!("wold_refused_total", "reason" => "malformed").increment(1);
                outbox.close("that was no message of ours");
                break;
            }
        }
    }
    // If nobody listens any more, nobody needs to know.
    let _ = relay.send(Said::Gone { id }).await;
}

/// How far it wants to see, and whom it wants to follow.
type Wish = (u8, Option<String>);

async fn first_words(connection: &mut Connection, seed: u64) -> Result<Wish, (TurnedAway, String)> {
    let not_a_hello = || (TurnedAway::NotAHello, "say hello first".to_owned());
    let first = tokio::time::timeout(HANDSHAKE, first_reliable(connection)).await;
    let frame = first.ok().flatten().ok_or_else(not_a_hello)?;
    let ours = protocol_hash();
    if let Some(theirs) = Hello::protocol_of(frame.bytes()).filter(|theirs| *theirs != ours) {
        return Err((
            TurnedAway::Protocol,
            format!("this relay speaks protocol {ours:08x}, you speak {theirs:08x}"),
        ));
    }
    let Ok(Up::Message(FromGuest::Hello(hello))) = Up::decode(&frame) else { return Err(not_a_hello()) };
    if hello.seed.is_some_and(|expected| expected != seed) {
        return Err((TurnedAway::Seed, format!("the seed of the world shown here is {seed}")));
    }
    let Login::Watch { whom } = hello.login else {
        return Err((TurnedAway::OnlyWatched, "this is a relay: here one only looks on".to_owned()));
    };
    connection.outbox.settle_to_watch().map_err(|refusal| (TurnedAway::Full, refusal.to_string()))?;
    Ok((hello.view, whom))
}

/// Datagrams may overtake the hello; they mean nothing yet.
async fn first_reliable(connection: &mut Connection) -> Option<Frame> {
    loop {
        match connection.incoming.recv().await {
            Some(Frame::Datagram(_)) => {}
            other => return other,
        }
    }
}
