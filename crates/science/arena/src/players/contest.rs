//! Matches and ladders.
//!
//! Games come in mirrored pairs: the same seed twice, sides changed, so that neither the start nor the draws favour anybody.

use super::engine::{Engine, EngineError};
use super::score::Tally;
use super::thinking::Contender;
use crate::budget::Budget;
use crate::rules::random_move;
use crate::{Side, Turn};
use wold_chance::{Seed, Stream};

/// Positions an engine may look at for a turn of a match, whatever depth it was told: no match hangs on one move, and the same
/// match ends the same everywhere.
pub const ALLOWANCE: u64 = 5_000_000;

/// Moves of a game at most; one that takes longer is a draw.
const LONGEST_GAME: u32 = 5_000;

/// Plays one game to its end and returns First's payoff. Chance draws from the seed; `players` are First's and Second's engine, and
/// each may spend `allowance` on a turn: its nodes are counted over all steps.
pub fn play<G: Contender>(
    game: &G,
    players: [&Engine; 2],
    seed: Seed,
    allowance: &Budget,
) -> Result<i32, EngineError> {
    let mut state = game.start();
    let mut stream = Stream::named(seed, "game", &[]);
    let mut scratch = Vec::new();
    let mut made = 0;
    while made < LONGEST_GAME {
        if let Some(payoff) = game.result(&state) {
            return Ok(payoff);
        }
        let Turn::Of(side) = game.turn(&state) else {
            let Some(fallen) = random_move(game, &state, &mut scratch, &mut stream) else { break };
            game.apply(&mut state, &fallen);
            made += 1;
            continue;
        };
        let own = seed.child("move", &[made.into(), side.index() as u64]);
        let mut thinking = game.thinking(&state, players[side.index()], own)?;
        let mut answer = thinking.answer();
        loop {
            let left = allowance.nodes.map(|most| most.saturating_sub(answer.stats.nodes));
            let more = left != Some(0) && thinking.step(&Budget { nodes: left, ..allowance.clone() });
            answer = thinking.answer();
            if !more {
                break;
            }
        }
        let Some(turn) = answer.line.first() else { break };
        for chosen in turn {
            game.apply(&mut state, chosen);
            made += 1;
        }
    }
    Ok(0)
}

/// Plays a pair of games with the same seed and sides changed; returns what `a` got in each.
pub fn mirrored_pair<G: Contender>(
    game: &G,
    a: &Engine,
    b: &Engine,
    seed: Seed,
    allowance: &Budget,
) -> Result<[i32; 2], EngineError> {
    let first = play(game, [a, b], seed, allowance)?;
    let second = play(game, [b, a], seed, allowance)?;
    Ok([Side::First.sign() * first, Side::Second.sign() * second])
}

/// A match of at least `games` games, in pairs; `game` makes the game of each pair.
pub fn contest<G: Contender>(
    mut game: impl FnMut(u64) -> G,
    a: &Engine,
    b: &Engine,
    games: u32,
    seed: Seed,
    mut progress: impl FnMut(u32),
) -> Result<Tally, EngineError> {
    let mut tally = Tally::default();
    for pair in 0..u64::from(games.div_ceil(2)) {
        let own = seed.child("pair", &[pair]);
        for payoff in mirrored_pair(&game(pair), a, b, own, &Budget::nodes(ALLOWANCE))? {
            tally.add(payoff);
        }
        progress(tally.games());
    }
    Ok(tally)
}

/// Everybody against everybody: `table[i][j]` is what `i` got against `j`.
pub fn round_robin<G: Contender>(
    mut game: impl FnMut(u64) -> G,
    players: &[Engine],
    games: u32,
    seed: Seed,
    mut progress: impl FnMut(u64),
) -> Result<Vec<Vec<Tally>>, EngineError> {
    let mut table = vec![vec![Tally::default(); players.len()]; players.len()];
    let mut done = 0;
    for i in 0..players.len() {
        for j in i + 1..players.len() {
            let own = seed.child("pairing", &[i as u64, j as u64]);
            let tally = contest(&mut game, &players[i], &players[j], games, own, |_| {})?;
            table[i][j] = tally;
            table[j][i] = Tally { wins: tally.losses, draws: tally.draws, losses: tally.wins };
            done += 1;
            progress(done);
        }
    }
    Ok(table)
}
