//! `wold world hear`: who would hear a sound, and why.

use super::areas::{MARGIN, draw, held};
use crate::commands::{input, output};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use wold_chance::{Seed, Stream};
use wold_genesis::Genesis;
use wold_land::Land;
use wold_land::places::{self, WIDEST};
use wold_senses::hearing::{Air, Heard, Hearing, Listener, Screens, Sound, Sounds, Weather, hear, words};
use wold_senses::places::{ChokeId, ChokeKind, Places};
use wold_space::{DVec2, DVec3, EntityId, Tick};

/// Who would hear a sound, and why.
#[derive(Args)]
#[command(
    after_help = "Places are X,Y in metres, or X,Y,STOREY in a house. Without --to somebody listens in the middle of every area around.\nExample: wold world hear --seed 42 --sound shout --shut --words \"the baker hides his coins under the third stone\""
)]
pub struct Hear {
    /// The world's seed.
    #[arg(long)]
    seed: u64,
    /// What is heard: a name in the file of sounds.
    #[arg(long, default_value = "shout")]
    sound: String,
    /// A file of sounds instead of the built-in one.
    #[arg(long)]
    sounds: Option<PathBuf>,
    /// Where it is made; where people start if not given.
    #[arg(long, allow_hyphen_values = true)]
    from: Option<String>,
    /// Who listens; can be given several times.
    #[arg(long, allow_hyphen_values = true)]
    to: Vec<String>,
    /// All doors and windows are shut.
    #[arg(long)]
    shut: bool,
    /// How hard it rains, 0 to 1.
    #[arg(long, default_value_t = 0.0)]
    rain: f64,
    /// How hard it blows, 0 to 1.
    #[arg(long, default_value_t = 0.0)]
    wind: f64,
    /// A player makes it, and sees none of those who listen.
    #[arg(long)]
    off_screen: bool,
    /// What is said, if it is speech.
    #[arg(long)]
    words: Option<String>,
    /// Draw the areas and the ways of the sound.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

/// Metres around a sound in which areas are made, if nobody farther listens.
const NEAR: f64 = 48.0;

/// One player's screen, which shows all or none.
struct Screen(bool);

impl Screens for Screen {
    fn shows(&self, _: EntityId, _: EntityId) -> bool {
        self.0
    }
}

impl Hear {
    /// Makes the sound and says who hears it.
    pub fn run(self) -> Result<()> {
        for (what, share) in [("--rain", self.rain), ("--wind", self.wind)] {
            ensure!((0.0..=1.0).contains(&share), "{what} must be 0 to 1, not {share}");
        }
        let sounds = match &self.sounds {
            Some(path) => Sounds::parse(&input::text(path, input::SETTINGS)?)
                .with_context(|| path.display().to_string())?,
            None => Sounds::default(),
        };
        let names = || sounds.rows().sound.iter().map(|row| row.name.as_str()).collect::<Vec<_>>().join(", ");
        let kind = sounds
            .kind(&self.sound)
            .with_context(|| format!("{:?} is no sound; there are {}", self.sound, names()))?;
        let world = Genesis::new(Seed(self.seed));
        let from = self.from.as_ref().map_or(Ok((world.start(), 0)), |text| point(text))?;
        let to = self.to.iter().map(|text| point(text)).collect::<Result<Vec<_>>>()?;
        for (place, _) in std::iter::once(&from).chain(&to) {
            ensure!(
                place.is_finite() && place.abs().max_element() < 8e6,
                "{place} m lies beyond the world's edge"
            );
            ensure!(
                (*place - from.0).abs().max_element() <= WIDEST - 8.0,
                "{place} m is too far away to be heard"
            );
        }
        let land = held(&world, from.0, WIDEST + MARGIN);
        let half = if to.is_empty() { NEAR } else { WIDEST };
        let found = places::around(&land, from.0, half).context("cannot make areas there")?;
        let places = &found.places;
        let shut: BTreeSet<ChokeId> = (0u32..)
            .zip(places.chokes())
            .filter(|(_, choke)| self.shut && matches!(choke.kind, ChokeKind::Door | ChokeKind::Window))
            .map(|(id, _)| ChokeId(id))
            .collect();
        let air = Air { places, shut: &shut, walls: None, muffling: sounds.rows().muffling };
        let screen = Screen(!self.off_screen);
        let weather = Weather { rain: self.rain, wind: self.wind };
        let hearing = Hearing { sounds: &sounds, air, weather, screens: &screen };
        let at = stand(&land, from);
        let maker = EntityId(u64::MAX);
        let sound =
            Sound { kind, at, tick: Tick(0), by: Some(maker), by_player: self.off_screen, radius: None };
        let ears: Vec<DVec3> = if to.is_empty() {
            places.areas().iter().map(|area| area.centre).collect()
        } else {
            to.iter().map(|&place| stand(&land, place)).collect()
        };
        let listeners: Vec<Listener> =
            (0u64..).zip(&ears).map(|(i, &at)| Listener { who: EntityId(i), at, ears: 1.0 }).collect();
        let (heard, missed) = hear(&hearing, &sound, &listeners);
        let told: Vec<String> = heard.iter().map(|one| self.told(&hearing, &listeners, one)).collect();
        let deaf: Vec<String> = missed
            .iter()
            .map(|one| {
                let why = one
                    .why
                    .as_ref()
                    .map_or("no way leads there within reach".into(), |why| why.told(&hearing));
                format!("{}: does not hear it, {why}", named(places, &listeners, one.who))
            })
            .collect();
        if let Some(path) = &self.png {
            let mut picture = draw(&land, &found);
            let (low, high) = found.window();
            let scale = picture.width as f64 / (high.x - low.x);
            let pixel = |at: DVec3| (((at.x - low.x) * scale) as f32, ((at.y - low.y) * scale) as f32);
            for one in &heard {
                let chokes =
                    one.why.path.chokes.iter().filter_map(|id| places.choke(*id)).map(|choke| choke.at);
                let line: Vec<DVec3> =
                    std::iter::once(at).chain(chokes).chain([listeners[one.who.0 as usize].at]).collect();
                line.windows(2).for_each(|pair| picture.line(pixel(pair[0]), pixel(pair[1]), [200, 30, 30]));
            }
            picture.write(path)?;
        }
        if self.json {
            return output::print_json(&json!({
                "sound": self.sound,
                "heard": heard.iter().zip(&told).map(|(one, told)| json!({
                    "who": named(places, &listeners, one.who), "metres": one.why.path.metres,
                    "muffled": one.why.path.muffled, "reach": one.why.reach, "loudness": one.loudness,
                    "halved": one.why.halved, "told": told,
                })).collect::<Vec<_>>(),
                "missed": deaf,
            }));
        }
        let mut out = format!("{} of {} hear it\n", heard.len(), listeners.len());
        // Whoever asked for nobody by name wants to know who hears, not all who do not.
        for line in told.iter().chain(deaf.iter().filter(|_| !to.is_empty())) {
            out += &format!("{line}\n");
        }
        output::print(&out)
    }

    fn told(&self, hearing: &Hearing<'_>, listeners: &[Listener], one: &Heard) -> String {
        let name = named(hearing.air.places, listeners, one.who);
        let mut told = format!("{name}: {}; {:.0} % left", one.told(hearing), one.loudness * 100.0);
        let speaks = hearing.sounds.kind(&self.sound).is_some_and(|kind| hearing.sounds.row(kind).speech);
        if let Some(said) = self.words.as_ref().filter(|_| speaks) {
            let ears = Stream::named(Seed(self.seed), "words", &[one.who.0]);
            let share = words::share(one.loudness, hearing.sounds.rows().clear_share);
            let caught = words::understood(said, share, &ears);
            told += &caught.map_or("; no word is understood".into(), |caught| format!("; {caught:?}"));
        }
        told
    }
}

fn named(places: &Places, listeners: &[Listener], who: EntityId) -> String {
    let at = listeners[who.0 as usize].at;
    let area = places.area_near(at, 1.0).and_then(|id| places.area(id));
    area.map_or_else(|| format!("{:.1}, {:.1}", at.x, at.y), |area| area.name.clone())
}

/// Where somebody stands on a storey.
fn stand(land: &Land, (place, storey): (DVec2, u8)) -> DVec3 {
    place.extend(f64::from(land.standing_height(place, storey)))
}

/// `X,Y` or `X,Y,STOREY`.
fn point(text: &str) -> Result<(DVec2, u8)> {
    let wrong = || format!("{text:?} is no place: X,Y or X,Y,STOREY");
    let (place, storey) = match text.split(',').count() {
        3 => text.rsplit_once(',').with_context(wrong)?,
        _ => (text, "0"),
    };
    let storey = storey.trim().parse().ok().with_context(wrong)?;
    Ok((DVec2::from_array(output::pair(place, ',').with_context(wrong)?), storey))
}
