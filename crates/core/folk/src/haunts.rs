//! Haunts: where somebody lives, works, eats and meets others. Chosen once, by seed and name, among the places of its town.
//!
//! The map of the land follows from the seed, so everybody may know where things are (as one knows a town one was born in); who has no map
//! knows the places near by.

use super::post::{Manner, Post, disc};
use super::roads::RoadMap;
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_lore::land::PlaceKind;
use wold_mind::living::{Doing, Whereabouts};
use wold_space::DVec2;

/// Metres around the middle of town whose places count, and those around home for work outside it.
const TOWN_METRES: f64 = 260.0;
/// Metres around the middle of town within which one goes fishing.
const BANK_METRES: f64 = 400.0;
/// Metres about oneself whose places one knows without a map.
const SEEN_METRES: f64 = 80.0;
/// Of the places of a kind, one of so many nearest is one's own.
const CHOICES: usize = 64;
/// Metres from the middle of the market to the farthest stall, and how near others may stand.
const MARKET: (f64, f64) = (15.0, 2.5);
/// Metres from a place within which somebody is at it.
const AT_METRES: f64 = 20.0;
/// Metres beyond the last house at which the wild begins, for who knows no better place.
const OUTSKIRTS: (f64, f64) = (30.0, 70.0);
/// Stations of a guard's round.
const STATIONS: usize = 6;

/// Where somebody lives: the how-manieth town people settle, and which house of it if that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lodging {
    pub town: usize,
    pub house: Option<u16>,
}

/// Somebody's places.
#[derive(Clone, Debug)]
pub(super) struct Haunts {
    seed: Seed,
    places: Vec<(PlaceKind, DVec2)>,
    home: DVec2,
    town: DVec2,
    /// The nearest water one can fish in.
    bank: Option<DVec2>,
}

impl Haunts {
    /// Chooses: in the town it lodges in, if there is a map and it was told so; else in the one whose middle is `settled`, or nearest to it; the house its family lives in, or one of its own.
    pub fn choose(
        known: &Known,
        map: Option<&RoadMap>,
        seed: Seed,
        settled: Option<DVec2>,
        lodging: Lodging,
    ) -> Self {
        let Lodging { town, house } = lodging;
        let here = known.place();
        let lodges = || map.and_then(|map| map.settled(town + 1).get(town).copied());
        // Who was told which house it lives in knows the town as well.
        let middle = if house.is_some() { lodges().or(settled) } else { settled.or_else(lodges) };
        let middle = middle.unwrap_or(here);
        let mut places: Vec<(PlaceKind, DVec2)> = match map {
            Some(map) => map.places(middle, TOWN_METRES),
            None => {
                let land = known.land().plots().flat_map(|plot| &plot.chunk.places);
                let near = land.filter(|place| place.at.distance(here) < SEEN_METRES);
                near.map(|place| (place.kind, place.at)).collect()
            }
        };
        places.sort_by(|a, b| a.1.distance(middle).total_cmp(&b.1.distance(middle)));
        let bank = map.and_then(|map| map.bank(middle, BANK_METRES));
        let mut haunts = Self { seed, places, home: middle, town: middle, bank };
        // Without a house one sleeps where one came in, a few steps apart from the next.
        let mut stream = haunts.stream(Whereabouts::Home);
        let home = house.map_or_else(|| haunts.own(&[PlaceKind::Home]), |house| haunts.house(house));
        haunts.home = home.unwrap_or_else(|| middle + disc(8.0, &mut stream));
        haunts
    }

    /// The places of who stays in another town than its own: it sleeps at the inn.
    pub fn abroad(map: &RoadMap, seed: Seed, middle: DVec2) -> Self {
        let mut places = map.places(middle, TOWN_METRES);
        places.sort_by(|a, b| a.1.distance(middle).total_cmp(&b.1.distance(middle)));
        let bank = map.bank(middle, BANK_METRES);
        let mut haunts = Self { seed, places, home: middle, town: middle, bank };
        haunts.home = haunts.own(&[PlaceKind::Inn]).unwrap_or(middle);
        haunts
    }

    /// A house of the town, counted from its middle; where there are fewer, families share one.
    pub fn house(&self, number: u16) -> Option<DVec2> {
        let houses = || self.places.iter().filter(|(kind, _)| *kind == PlaceKind::Home).map(|(_, at)| *at);
        houses().nth(usize::from(number) % houses().count().max(1))
    }

    /// The middle of its town.
    pub fn town(&self) -> DVec2 {
        self.town
    }

    /// Where it lives.
    pub fn home(&self) -> DVec2 {
        self.home
    }

    /// The nearest place of a kind that it knows.
    pub fn nearest(&self, kind: PlaceKind, from: DVec2) -> Option<DVec2> {
        let places = self.places.iter().filter(|(other, _)| *other == kind).map(|(_, at)| *at);
        places.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from)))
    }

    /// The nearest of its places by which one says where something is: no homes, for those are many.
    pub fn landmark(&self, at: DVec2) -> Option<(PlaceKind, DVec2)> {
        let marks = self.places.iter().filter(|(kind, _)| !matches!(kind, PlaceKind::Home | PlaceKind::Town));
        marks.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at))).copied()
    }

    /// Which of its places somebody there is at; places have numbers as long as somebody lives there.
    pub fn place_near(&self, at: DVec2) -> Option<u8> {
        let near =
            self.places.iter().take(usize::from(u8::MAX)).map(|(_, place)| place.distance(at)).enumerate();
        let nearest = near.filter(|(_, metres)| *metres < AT_METRES).min_by(|a, b| a.1.total_cmp(&b.1));
        nearest.map(|(number, _)| number as u8)
    }

    /// The place of a number.
    pub fn place(&self, number: u8) -> Option<(PlaceKind, DVec2)> {
        self.places.get(usize::from(number)).copied()
    }

    fn stream(&self, at: Whereabouts) -> Stream {
        Stream::named(self.seed, "haunts", &[at as u64])
    }

    /// One's own place of these kinds.
    fn own(&self, kinds: &[PlaceKind]) -> Option<DVec2> {
        let first = kinds.first()?;
        let choices: Vec<DVec2> = self
            .places
            .iter()
            .filter(|(kind, _)| kinds.contains(kind))
            .take(CHOICES)
            .map(|(_, at)| *at)
            .collect();
        Stream::named(self.seed, "own place", &[*first as u64]).pick(&choices).copied()
    }

    /// A spot beyond the last houses, where trees stand and game is.
    fn outskirts(&self, stream: &mut Stream) -> DVec2 {
        let homes = self.places.iter().filter(|(kind, _)| *kind == PlaceKind::Home);
        let farthest = homes.map(|(_, at)| at.distance(self.town)).fold(0.0, f64::max);
        let angle = stream.range(0.0, std::f64::consts::TAU);
        let way = DVec2::new(libm::cos(angle), libm::sin(angle));
        self.town + way * (farthest + stream.range(OUTSKIRTS.0, OUTSKIRTS.1))
    }

    /// Where and how to do something.
    pub fn post(&self, doing: Doing, at: Whereabouts) -> Post {
        let mut stream = self.stream(at);
        let corner = stream.next_u64();
        let post = |anchor, manner| Post { anchor, manner, corner };
        let about = |anchor, metres| post(anchor, Manner::About { metres, sits: false });
        let asleep = doing == Doing::Sleep;
        let indoors = if asleep { Manner::Asleep } else { Manner::Indoors };
        match at {
            Whereabouts::Home => post(self.home, indoors),
            Whereabouts::Inn => match self.own(&[PlaceKind::Inn]) {
                Some(inn) => post(inn, indoors),
                None => about(self.town, 8.0),
            },
            Whereabouts::Work => match self.own(&[PlaceKind::Smithy]) {
                Some(smithy) => about(smithy, 5.0),
                None => about(self.home, 5.0),
            },
            Whereabouts::Market => {
                let market = self.own(&[PlaceKind::Market]).unwrap_or(self.town);
                let stall = market + disc(MARKET.0, &mut stream);
                post(stall, Manner::About { metres: MARKET.1, sits: doing == Doing::Beg })
            }
            Whereabouts::Well => {
                let well = self.own(&[PlaceKind::Well]).unwrap_or(self.town);
                let spot = well + disc(6.0, &mut stream);
                if asleep { post(spot, Manner::Asleep) } else { about(spot, 3.0) }
            }
            Whereabouts::Field => match self.own(&[PlaceKind::Field]) {
                Some(field) => about(field, 10.0),
                None => about(self.home + disc(40.0, &mut stream), 8.0),
            },
            Whereabouts::Wild => match self.own(&[PlaceKind::Lookout, PlaceKind::Ruin, PlaceKind::Mine]) {
                Some(place) => about(place, 12.0),
                None => about(self.outskirts(&mut stream), 15.0),
            },
            Whereabouts::Water => match self.bank.or_else(|| self.nearest(PlaceKind::Bridge, self.home)) {
                Some(bank) => about(bank, 15.0),
                None => about(self.home + disc(60.0, &mut stream), 15.0),
            },
            Whereabouts::Street => {
                let on_the_way = |kind: PlaceKind| {
                    !matches!(kind, PlaceKind::Field | PlaceKind::Ruin | PlaceKind::Lookout | PlaceKind::Mine)
                };
                let mut stations: Vec<DVec2> = Vec::new();
                let mut left: Vec<DVec2> =
                    self.places.iter().filter(|(kind, _)| on_the_way(*kind)).map(|(_, at)| *at).collect();
                while stations.len() < STATIONS && !left.is_empty() {
                    stations.push(left.swap_remove(stream.below(left.len() as u64) as usize));
                }
                post(self.town, Manner::Round(stations))
            }
        }
    }
}
