//! Pages and their sockets, around one [`Salon`].

use super::Offered;
use super::salon::{GuestId, Letter, Limits, Salon};
use axum::extract::ws::{Message, WebSocket};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};
use wold_chance::Seed;

/// A page that is not heard of for so long is gone: the others at its table wait for it.
const PATIENCE: Duration = Duration::from_secs(12);
/// How often a page is asked for a sign of life; browsers answer by themselves.
const ASK_EVERY: Duration = Duration::from_secs(4);
/// Letters that may wait for a page. One that is further behind is gone.
const WAITING: usize = 512;

/// What all sockets share.
#[derive(Clone)]
pub(super) struct Room {
    shared: Arc<Mutex<Shared>>,
    opened: Instant,
}

struct Shared {
    salon: Salon,
    boxes: BTreeMap<GuestId, mpsc::Sender<String>>,
}

impl Shared {
    /// Puts letters into their boxes. Whose box is full is cut off: its socket ends, and that is its farewell.
    fn post(&mut self, letters: Vec<Letter>) {
        for (to, letter) in letters {
            let full = self.boxes.get(&to).is_some_and(|post| post.try_send(letter.to_string()).is_err());
            if full {
                self.boxes.remove(&to);
            }
        }
    }
}

impl Room {
    pub(super) fn new(games: Vec<Offered>) -> Self {
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_nanos() as u64);
        let salon = Salon::new(games, Limits::default(), Seed(nanos));
        let shared = Shared { salon, boxes: BTreeMap::new() };
        Self { shared: Arc::new(Mutex::new(shared)), opened: Instant::now() }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Serves a page until it leaves.
    pub(super) async fn attend(&self, mut socket: WebSocket) {
        let (post, mut letters) = mpsc::channel(WAITING);
        let arrived = {
            let mut shared = self.shared();
            shared.salon.arrive(self.opened.elapsed()).map(|(id, letters)| {
                shared.boxes.insert(id, post);
                shared.post(letters);
                id
            })
        };
        match arrived {
            Ok(id) => {
                self.converse(&mut socket, id, &mut letters).await;
                let mut shared = self.shared();
                shared.boxes.remove(&id);
                let letters = shared.salon.depart(id);
                shared.post(letters);
            }
            Err(refused) => {
                let error = json!({ "type": "error", "message": refused.to_string() });
                // Who is gone already needs no refusal.
                let _ = socket.send(Message::text(error.to_string())).await;
            }
        }
    }

    async fn converse(&self, socket: &mut WebSocket, id: GuestId, letters: &mut mpsc::Receiver<String>) {
        let mut asking = interval(ASK_EVERY);
        let mut heard = Instant::now();
        loop {
            let sent = tokio::select! {
                letter = letters.recv() => match letter {
                    Some(letter) => Some(Message::text(letter)),
                    None => return,
                },
                _ = asking.tick() => Some(Message::Ping(Vec::new().into())),
                message = socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let mut shared = self.shared();
                            let letters = shared.salon.hear(id, text.as_str(), self.opened.elapsed());
                            shared.post(letters);
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                        Some(Ok(_)) => {}
                    }
                    None
                }
            };
            if heard.elapsed() > PATIENCE {
                return;
            }
            if let Some(message) = sent
                && !matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
            {
                return;
            }
        }
    }
}
