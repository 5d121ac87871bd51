//! One table: a socket and a game.

use axum::extract::ws::{Message, WebSocket};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use wold_arena::players::Engine;
use wold_arena::players::engine::EngineError;
use wold_arena::table::{Table, TableThinking, Thought, ending_words, open, side_name};
use wold_arena::{Budget, Clock, Side, Turn};
use wold_chance::Seed;

/// Longest an engine thinks about a move.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);
/// Time between two thoughts shown.
const SLICE: Duration = Duration::from_millis(120);
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
struct Sitting {
    name: String,
    position: Option<String>,
    game: Box<dyn Table>,
    seed: Seed,
}

impl Sitting {
    fn open(name: String, position: Option<String>) -> Result<Self, String> {
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
    fn begin(&self, name: &str) -> Result<Box<dyn TableThinking>, String> {
        if !self.game.engines().iter().any(|engine| engine == name) {
            return Err(format!("this table has no engine {:?}", name.chars().take(40).collect::<String>()));
        }
        let engine: Engine = name.parse().map_err(|error: EngineError| error.to_string())?;
        let seed = self.seed.child("thought", &[self.game.history().len() as u64]);
        self.game.think(&engine, seed).map_err(|error| error.to_string())
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
    let candidates: Vec<Value> = thought
        .candidates
        .iter()
        .map(|c| json!({ "name": c.name, "value": c.value, "visits": c.visits, "proven": c.proven }))
        .collect();
    json!({
        "type": "thought",
        "engine": engine,
        "done": done,
        "moves": thought.moves,
        "line": thought.line,
        "value": thought.value,
        "bounds": [thought.bounds.0, thought.bounds.1],
        "ending": thought.ending.to_string(),
        "candidates": candidates,
        "nodes": thought.stats.nodes,
        "iterations": thought.stats.iterations,
        "depth": thought.stats.depth,
        "why": thought.why,
    })
}

async fn say(socket: &mut WebSocket, value: &Value) -> bool {
    socket.send(Message::text(value.to_string())).await.is_ok()
}

async fn refuse(socket: &mut WebSocket, reason: &str) -> bool {
    say(socket, &json!({ "type": "error", "message": reason })).await
}

/// Serves a table until its page leaves.
pub(super) async fn attend(mut socket: WebSocket, searches: Arc<Semaphore>) {
    let Ok(mut sitting) = Sitting::open("connect-four".into(), None) else { return };
    if !say(&mut socket, &sitting.picture()).await {
        return;
    }
    while let Ok(Some(Ok(message))) = timeout(PATIENCE, socket.recv()).await {
        let Message::Text(text) = message else { continue };
        let done = match serde_json::from_str(text.as_str()) {
            Ok(Wish::Open { game, position }) => {
                Sitting::open(game, position.filter(|text| !text.is_empty())).map(|opened| sitting = opened)
            }
            Ok(Wish::Play { chosen }) => sitting.play(&chosen),
            Ok(Wish::Undo { moves }) => sitting.undo(moves),
            Ok(Wish::Stop) => Ok(()),
            Ok(Wish::Think { engine, play }) => {
                let decided = match sitting.begin(&engine) {
                    Ok(thinking) => think(&mut socket, thinking, &engine, &searches).await,
                    Err(reason) => Err(reason),
                };
                match decided {
                    Ok(moves) if play => moves.iter().try_for_each(|chosen| sitting.play(chosen)),
                    other => other.map(|_| ()),
                }
            }
            Err(error) => Err(format!("not understood: {error}")),
        };
        let heard = match done {
            Ok(()) => say(&mut socket, &sitting.picture()).await,
            Err(reason) => refuse(&mut socket, &reason).await,
        };
        if !heard {
            return;
        }
    }
}

/// Lets an engine think in slices and shows each; the moves it decides on.
async fn think(
    socket: &mut WebSocket,
    mut thinking: Box<dyn TableThinking>,
    name: &str,
    searches: &Semaphore,
) -> Result<Vec<String>, String> {
    let Ok(_permit) = searches.try_acquire() else {
        return Err("other tables are thinking; try again in a moment".into());
    };
    let birth = Instant::now();
    let clock: Clock = Arc::new(move || birth.elapsed());
    loop {
        let slice = Budget::time(SLICE, clock.clone());
        let began = birth.elapsed();
        let (back, more) = tokio::task::spawn_blocking(move || {
            // Many short steps make a slice.
            let mut more = true;
            while more && birth.elapsed().saturating_sub(began) < SLICE {
                more = thinking.step(&slice);
            }
            (thinking, more)
        })
        .await
        .map_err(|_| "the search failed".to_string())?;
        thinking = back;
        let mut stopped = false;
        if let Ok(Some(Ok(Message::Text(text)))) = timeout(Duration::ZERO, socket.recv()).await {
            stopped = matches!(serde_json::from_str(text.as_str()), Ok(Wish::Stop));
            if !stopped && !refuse(socket, "the engine is thinking: stop it first").await {
                return Err("the page has left".into());
            }
        }
        let done = !more || stopped || birth.elapsed() > LONGEST_THOUGHT;
        let thought = thinking.thought();
        if !say(socket, &thought_json(&thought, name, done)).await {
            return Err("the page has left".into());
        }
        if done {
            return Ok(thought.moves);
        }
    }
}
