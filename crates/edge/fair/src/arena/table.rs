//! One table: a socket and a game.

use super::room::Room;
use super::search::{Limits, Search};
use axum::extract::ws::{Message, WebSocket};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::IpAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::timeout;
use wold_arena::players::Engine;
use wold_arena::players::engine::EngineError;
use wold_arena::table::{Table, TableThinking, Thought, ending_words, open, side_name};
use wold_arena::{Side, Turn};
use wold_chance::Seed;

/// An empty chair after this.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// Moves of a game at most.
const LONGEST_GAME: usize = 5_000;

/// What the page says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Wish {
    /// Another game, from the start or a position.
    Open {
        game: String,
        #[serde(default)]
        position: Option<String>,
    },
    /// A move.
    Play {
        #[serde(rename = "move")]
        chosen: String,
    },
    /// An engine thinks, and moves if it is told to.
    Think {
        engine: String,
        #[serde(default)]
        play: bool,
    },
    /// The engine shall move now.
    Stop,
    /// Back by so many moves.
    Undo { moves: usize },
}

/// A game as it was opened.
pub(super) struct Sitting {
    name: String,
    position: Option<String>,
    game: Box<dyn Table>,
    seed: Seed,
}

impl Sitting {
    pub(super) fn open(name: String, position: Option<String>) -> Result<Self, String> {
        let mut game = open(&name, None).map_err(|error| error.to_string())?;
        if let Some(text) = &position {
            game.set_position(text).map_err(|error| error.to_string())?;
        }
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.subsec_nanos());
        Ok(Self { name, position, game, seed: Seed(nanos.into()) })
    }

    fn play(&mut self, chosen: &str) -> Result<(), String> {
        if self.game.history().len() >= LONGEST_GAME {
            return Err(format!("the game is longer than {LONGEST_GAME} moves"));
        }
        self.game.play(chosen).map_err(|error| error.to_string())?;
        while self.game.roll(self.seed).is_some() {}
        Ok(())
    }

    /// Sets an engine to think, one of those the game offers.
    pub(super) fn begin(&self, name: &str) -> Result<Box<dyn TableThinking>, String> {
        if !self.game.engines().iter().any(|engine| engine == name) {
            return Err(format!("this table has no engine {:?}", name.chars().take(40).collect::<String>()));
        }
        let engine: Engine = name.parse().map_err(|error: EngineError| error.to_string())?;
        let seed = self.seed.child("thought", &[self.game.history().len() as u64]);
        self.game.think(&engine, seed).map_err(|error| error.to_string())
    }

    /// The game's name, with its numbers.
    #[cfg(test)]
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Does what the page wishes of the board.
    fn grant(&mut self, wish: Wish) -> Result<(), String> {
        match wish {
            Wish::Open { game, position } => {
                *self = Self::open(game, position.filter(|text| !text.is_empty()))?;
                Ok(())
            }
            Wish::Play { chosen } => self.play(&chosen),
            Wish::Undo { moves } => self.undo(moves),
            // Nobody thinks now.
            Wish::Stop | Wish::Think { .. } => Ok(()),
        }
    }

    fn undo(&mut self, moves: usize) -> Result<(), String> {
        let history = self.game.history().to_vec();
        let kept = history.len().saturating_sub(moves);
        let mut again = Self::open(self.name.clone(), self.position.clone())?;
        again.seed = self.seed;
        for chosen in &history[..kept] {
            again.game.play(chosen).map_err(|error| error.to_string())?;
        }
        *self = again;
        Ok(())
    }

    fn picture(&self) -> Value {
        let board = self.game.board();
        let cells: Vec<Value> = board
            .cells
            .iter()
            .map(|cell| json!({ "owner": cell.owner.map(Side::index), "text": cell.text }))
            .collect();
        let legal: Vec<Value> = self
            .game
            .legal()
            .into_iter()
            .map(|legal| json!({ "name": legal.name, "squares": legal.squares }))
            .collect();
        let turn = self.game.turn().map(|turn| match turn {
            Turn::Of(side) => side_name(side),
            Turn::Chance => "chance",
        });
        json!({
            "type": "table",
            "game": self.name,
            "board": { "width": board.width, "cells": cells, "notes": board.notes },
            "turn": turn,
            "result": self.game.result().map(ending_words),
            "legal": legal,
            "history": self.game.history(),
            "engines": self.game.engines(),
        })
    }
}

fn thought_json(thought: &Thought, engine: &str, done: bool) -> Value {
    let mut told = json!(thought);
    told["type"] = json!("thought");
    told["engine"] = json!(engine);
    told["done"] = json!(done);
    told
}

async fn say(socket: &mut WebSocket, value: &Value) -> bool {
    socket.send(Message::text(value.to_string())).await.is_ok()
}

async fn refuse(socket: &mut WebSocket, reason: &str) -> bool {
    say(socket, &json!({ "type": "error", "message": reason })).await
}

/// Serves a table until its page leaves.
pub(super) async fn attend(mut socket: WebSocket, room: &Room, address: Option<IpAddr>) {
    let Some(Ok((mut sitting, first))) =
        room.apart(|| Sitting::open("connect-four".into(), None).map(shown)).await
    else {
        return;
    };
    if !say(&mut socket, &first).await {
        return;
    }
    while let Ok(Some(Ok(message))) = timeout(PATIENCE, socket.recv()).await {
        let Message::Text(text) = message else { continue };
        let wish = serde_json::from_str(text.as_str());
        let (back, done) = match wish {
            Ok(Wish::Think { engine, play }) => match room.turn(address) {
                Ok(turn) => {
                    let search = Search::begin(sitting, engine.clone(), turn, Limits::default());
                    match think(&mut socket, search, &engine).await {
                        Some((sitting, Ok(thought))) if play => {
                            let chosen = thought.moves;
                            let moved = move |sitting: &mut Sitting| {
                                chosen.iter().try_for_each(|chosen| sitting.play(chosen))
                            };
                            changed(room, sitting, moved).await
                        }
                        Some((sitting, Ok(_))) => changed(room, sitting, |_| Ok(())).await,
                        Some((sitting, Err(reason))) => Some((sitting, Err(reason))),
                        None => None,
                    }
                }
                Err(reason) => Some((sitting, Err(reason))),
            },
            Ok(wish) => changed(room, sitting, move |sitting| sitting.grant(wish)).await,
            Err(error) => Some((sitting, Err(format!("not understood: {error}")))),
        }
        .map_or((None, Err(String::new())), |(sitting, done)| (Some(sitting), done));
        // A table that was lost on the way has nobody to talk to.
        let Some(back) = back else { return };
        sitting = back;
        let heard = match done {
            Ok(picture) => say(&mut socket, &picture).await,
            Err(reason) => refuse(&mut socket, &reason).await,
        };
        if !heard {
            return;
        }
    }
}

fn shown(sitting: Sitting) -> (Sitting, Value) {
    let picture = sitting.picture();
    (sitting, picture)
}

/// A table after a change and its picture, or why there is no change. `None` if the table was lost.
async fn changed(
    room: &Room,
    mut sitting: Sitting,
    change: impl FnOnce(&mut Sitting) -> Result<(), String> + Send + 'static,
) -> Option<(Sitting, Result<Value, String>)> {
    room.apart(move || {
        let done = change(&mut sitting).map(|()| sitting.picture());
        (sitting, done)
    })
    .await
}

/// Shows what an engine thinks until it has decided; the table back. `None` when the page has left.
async fn think(
    socket: &mut WebSocket,
    mut search: Search,
    name: &str,
) -> Option<(Sitting, Result<Thought, String>)> {
    loop {
        tokio::select! {
            thought = search.thoughts.recv() => match thought {
                Some(thought) if say(socket, &thought_json(&thought, name, false)).await => {}
                Some(_) => return None,
                None => break,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(text.as_str()) {
                    Ok(Wish::Stop) => search.stop(),
                    _ if refuse(socket, "the engine is thinking: stop it first").await => {}
                    _ => return None,
                },
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            },
        }
    }
    let (sitting, thought) = search.end().await?;
    if let Ok(thought) = &thought
        && !say(socket, &thought_json(thought, name, true)).await
    {
        return None;
    }
    Some((sitting, thought))
}
