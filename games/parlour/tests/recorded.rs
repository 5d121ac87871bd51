//! Games written down turn by turn, which the page plays again: `recorded/*.txt`. A file is a line with game, players and seed, then a line for each turn with the
//! command of each seat (a dot where nobody sits) and the hash after it. Run with `WOLD_BLESS=1` to write them anew.

use std::path::Path;
use wold_chance::{Seed, Stream};
use wold_parlour::{PASTIMES, Pastime};
use wold_wire::lockstep::{Simulation, digest};

const TURNS: u32 = 1500;

fn hash(game: &Pastime) -> u32 {
    game.components().iter().fold(0, |hash, part| digest(hash, &part.words))
}

/// Somebody with a mind of its own: what a bot would do, most of the time, and anything else now and then.
fn whim(game: &Pastime, seat: usize, chance: &mut Stream) -> u32 {
    match game.pilot(seat).filter(|_| chance.chance(0.8)) {
        Some(command) => command,
        None if chance.chance(0.3) => chance.below(22) as u32,
        None => 0,
    }
}

fn record(name: &str, players: usize, seed: u32) -> String {
    let mut game = Pastime::open(name, players, seed).expect("a listed game");
    let mut chance = Stream::named(Seed(seed.into()), name, &[players as u64]);
    let mut seated: Vec<bool> = (0..players).map(|seat| seat % 3 != 2).collect();
    let mut text = format!("{name} {players} {seed}\n");
    for _ in 0..TURNS {
        // People come and go.
        if chance.chance(0.01) {
            let seat = chance.below(players as u64) as usize;
            seated[seat] = !seated[seat];
        }
        let commands: Vec<Option<u32>> =
            (0..players).map(|seat| seated[seat].then(|| whim(&game, seat, &mut chance))).collect();
        game.step(&commands);
        let words: Vec<String> = commands
            .iter()
            .map(|command| command.map_or(".".into(), |command| command.to_string()))
            .collect();
        text += &format!("{} {:08x}\n", words.join(" "), hash(&game));
    }
    text
}

#[test]
fn recorded_games_are_played_again_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    for listed in PASTIMES {
        let mut tables = vec![listed.seats[0], listed.seats[listed.seats.len() / 2]];
        tables.dedup();
        for (number, players) in tables.into_iter().enumerate() {
            let text = record(listed.name, players, 1000 + number as u32);
            let path = folder.join(format!("{}-{players}.txt", listed.name));
            if std::env::var_os("WOLD_BLESS").is_some() {
                std::fs::create_dir_all(&folder).expect("the folder can be made");
                std::fs::write(&path, &text).expect("the file can be written");
            }
            let kept = std::fs::read_to_string(&path).expect("the file is there");
            let differs = kept.lines().zip(text.lines()).position(|(a, b)| a != b);
            assert_eq!(differs, None, "{}: the first line that differs", path.display());
            assert_eq!(kept.len(), text.len());
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused_by_name() {
    let refused = |name, players| Pastime::open(name, players, 1).expect_err("refused").to_string();
    assert_eq!(
        refused("chess", 2),
        "there is no game \"chess\" here; the games are gong, amaze, guess and pong"
    );
    assert_eq!(refused("gong", 5), "gong is not played by 5, but by 4, 6, 8, 10, 12");
}
