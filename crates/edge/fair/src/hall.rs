//! Where engines play the matches of a league.
//!
//! The open matches of a round are played at the same time, as many as there are cores. A game's draws depend only on the
//! league's seed, the match and the number of the game, so neither cores nor interruptions change a result. Sides change
//! from game to game. Where a match needs a winner, a drawn game is played again, and after [`REPLAYS`] draws a lot decides.

use crate::Games;
use crate::venue::{FairError, Venue};
use rayon::prelude::*;
use std::sync::mpsc;
use wold_chance::{Seed, Stream};
use wold_contest::league::League;
use wold_contest::{MatchId, Open, Report};

/// Drawn games that are played again.
const REPLAYS: u32 = 4;

/// The game and the engines of a league.
pub struct Hall {
    game: Option<String>,
    seed: Seed,
    best_of: u32,
    at_once: usize,
    games: Games,
}

impl Hall {
    /// Makes sure that every engine can play the game.
    pub fn new(league: &League, games: Games) -> Result<Self, FairError> {
        let announced = league.announcement();
        let venue = announced.game.as_deref().map(|name| Venue::open(name, games)).transpose()?;
        for entrant in league.entrants() {
            let Some(engine) = &entrant.engine else { continue };
            let name = || entrant.name.clone();
            let venue = venue.as_ref().ok_or_else(|| FairError::NoGame(name()))?;
            venue
                .check(engine)
                .map_err(|reason| FairError::Entrant { name: name(), reason: Box::new(reason) })?;
        }
        Ok(Self {
            game: announced.game.clone(),
            seed: Seed(announced.seed),
            best_of: announced.best_of,
            at_once: usize::MAX,
            games,
        })
    }

    /// The same, but [`play_open`] plays only one match at a time.
    #[must_use]
    pub fn one_at_a_time(self) -> Self {
        Self { at_once: 1, ..self }
    }

    /// Plays the rest of a series and gives the reports in order.
    fn series(
        &self,
        venue: &Venue,
        game: &Open,
        ties: bool,
        sides: [&str; 2],
    ) -> Result<Vec<Report>, FairError> {
        let needed = self.best_of.div_ceil(2);
        let mut won = game.won;
        let mut reports = Vec::new();
        let (mut number, mut draws) = (won[0] + won[1], 0);
        while won.iter().all(|&won| won < needed) {
            let seed = self.seed.child("contest.match", &[game.id.0.into(), number.into(), draws.into()]);
            let swapped = number % 2 == 1;
            let seated = if swapped { [sides[1], sides[0]] } else { sides };
            let payoff = venue.game(seated, seed)?;
            let home = if swapped { -payoff } else { payoff };
            let report = match home.signum() {
                1 => Report::Home,
                -1 => Report::Away,
                _ if ties => {
                    reports.push(Report::Tie);
                    break;
                }
                _ if draws < REPLAYS => {
                    draws += 1;
                    continue;
                }
                _ if Stream::named(seed, "contest.lot", &[]).chance(0.5) => Report::Home,
                _ => Report::Away,
            };
            won[usize::from(report == Report::Away)] += 1;
            reports.push(report);
            number += 1;
            draws = 0;
        }
        Ok(reports)
    }
}

/// Plays the open matches between two engines and calls `after` when its result is in; `false` if there was none.
pub fn play_open<E: From<FairError>>(
    hall: &Hall,
    league: &mut League,
    mut after: impl FnMut(&League) -> Result<(), E>,
) -> Result<bool, E> {
    let Some(name) = &hall.game else { return Ok(false) };
    let engine = |player| league.entrant(player).engine.clone();
    let matches: Vec<(Open, [String; 2])> = league
        .contest()
        .next()
        .into_iter()
        .filter_map(|game| Some((game, [engine(game.home)?, engine(game.away)?])))
        .take(hall.at_once)
        .collect();
    let ties = league.contest().ties();
    let (sender, results) = mpsc::channel::<(MatchId, Result<Vec<Report>, FairError>)>();
    std::thread::scope(|scope| {
        let matches = &matches;
        scope.spawn(move || {
            matches.par_iter().for_each_with(sender, |sender, (game, engines)| {
                let venue = Venue::open(name, hall.games);
                let played =
                    venue.and_then(|venue| hall.series(&venue, game, ties, [&engines[0], &engines[1]]));
                // Whoever listens went away only after an error of its own.
                let _ = sender.send((game.id, played));
            });
        });
        for (id, reports) in results {
            for report in reports? {
                league.report(id, report).map_err(FairError::from)?;
            }
            after(league)?;
        }
        Ok(!matches.is_empty())
    })
}
