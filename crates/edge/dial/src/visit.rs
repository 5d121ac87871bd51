//! A visit: one inhabitant living in the world of a host, from its hello until the connection ends. Where bots of one's own begin.

use crate::transport::{DialError, Dialer};
use std::time::Duration;
use tokio::time::MissedTickBehavior;
use wold_folk::Inhabitant;
use wold_guest::guest::{Guest, GuestConfig};
use wold_guest::known::Standing;
use wold_guest::remote::RemoteGuest;
use wold_space::TICKS_PER_SECOND;
use wold_wire::Login;

/// Lives there until host or connection end it; returns why. A program that has no pass of the host's comes as a guest.
///
/// # Errors
/// If no connection comes about. A host that turns the name away is no error but an early end.
pub async fn live(dialer: &Dialer, login: Login, mut inhabitant: Inhabitant) -> Result<String, DialError> {
    let mut connection = dialer.connect().await?;
    let mut guest = RemoteGuest::new(Guest::new(login, GuestConfig::default()));
    let mut clock = tokio::time::interval(Duration::from_millis(1000 / TICKS_PER_SECOND));
    clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tokio::select! {
            frame = connection.incoming.recv() => match frame {
                // What cannot be read is skipped, as a lost frame would be.
                Some(frame) => drop(guest.take(&frame)),
                None => return Ok(connection.outbox.ended().unwrap_or("the connection ended").to_owned()),
            },
            _ = clock.tick() => {
                inhabitant.live(guest.guest_mut());
                for up in guest.step() {
                    if let Err(error) = connection.outbox.push(up.encode()) {
                        return Ok(error.to_string());
                    }
                }
            }
        }
        match guest.guest().known().standing() {
            Standing::TurnedAway { text, .. } | Standing::Ended(text) => return Ok(text.clone()),
            Standing::Waiting | Standing::Inside => {}
        }
    }
}
