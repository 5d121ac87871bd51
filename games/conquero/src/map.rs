//! Where the war is: command centres and the roads between them.

use serde::Deserialize;
use wold_fields::travel::{Atlas, Place};
use wold_space::DVec2;
use wold_space::graph::{gabriel, is_connected, relative_neighbourhood, spanning_tree};

/// A command centre, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, Deserialize)]
#[serde(transparent)]
pub struct CentreId(pub u16);

impl CentreId {
    /// The centre as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A command centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Centre {
    /// Where.
    pub at: DVec2,
    /// What it is worth.
    pub size: f64,
}

/// Centres and roads on a rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// What it is called.
    pub name: String,
    /// Width and height.
    pub extent: DVec2,
    /// The centres.
    pub centres: Vec<Centre>,
    /// For each centre, those a road leads to.
    pub roads: Vec<Vec<CentreId>>,
    /// What the centres are called.
    pub names: Vec<String>,
}

/// Why a map cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MapError {
    /// The text is no map.
    #[error("{0}")]
    Text(String),
    /// Too few or too many centres.
    #[error("{0} centres are not 2 to {MOST_CENTRES}")]
    Count(usize),
    /// The rectangle is empty.
    #[error("an extent of {0} by {1} is no land")]
    Extent(f64, f64),
    /// A centre of no size.
    #[error("centre {0} has size {1}: it must be more than 0 and at most 1000")]
    Size(usize, f64),
    /// A centre that is not on the land.
    #[error("centre {0} is outside the map")]
    Outside(usize),
    /// Two centres in one place.
    #[error("centres {0} and {1} are nearer than {2} to each other: both would be taken at once")]
    Overlap(usize, usize, f64),
    /// A road to nowhere.
    #[error("a road leads from {0} to {1}, but there are centres 1 to {2}")]
    Road(usize, usize, usize),
    /// Too few names, too many, or such as nobody can read.
    #[error("{0} names for {1} centres: there must be one for each, of 1 to {LONGEST_NAME} letters, or none")]
    Names(usize, usize),
    /// A part that cannot be reached.
    #[error("the roads do not join all centres")]
    Disconnected,
    /// No team, an empty team, or too many.
    #[error("{0} teams with {1} players are not 1 to {MOST_TEAMS} teams with 1 to {MOST_AGENTS} players")]
    Teams(usize, usize),
}

/// The most centres of a map.
pub const MOST_CENTRES: usize = 400;
/// The most letters of a centre's name.
pub const LONGEST_NAME: usize = 24;
/// The most teams of a war.
pub const MOST_TEAMS: usize = 12;
/// The most agents of a war.
pub const MOST_AGENTS: usize = 400;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapText {
    name: String,
    extent: [f64; 2],
    #[serde(default)]
    links: Links,
    /// Roads beside those, by numbers from 1.
    #[serde(default)]
    more: Vec<[usize; 2]>,
    centres: Vec<[f64; 3]>,
    /// Without any they are numbered.
    #[serde(default)]
    names: Vec<String>,
}

/// Which graph joins the centres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Links {
    /// Unless a third is nearer to both.
    #[default]
    RelativeNeighbourhood,
    /// Unless a third lies between.
    Gabriel,
    /// The shortest tree.
    SpanningTree,
    /// Only the roads that are named.
    None,
}

impl Map {
    /// The map of 24 centres on 1200 by 1000.
    ///
    /// ```
    /// let map = wold_conquero::Map::classic();
    /// assert_eq!(map.roads.iter().map(Vec::len).sum::<usize>(), 2 * 28);
    /// ```
    #[must_use]
    pub fn classic() -> Self {
        Self::parse(include_str!("../data/classic.toml")).expect("the map that comes with the game is sound")
    }

    /// Reads a map.
    pub fn parse(text: &str) -> Result<Self, MapError> {
        let text: MapText =
            toml::from_str(text).map_err(|error| MapError::Text(crate::one_line(text, &error)))?;
        let centre = |&[x, y, size]: &[f64; 3]| Centre { at: DVec2::new(x, y), size };
        let centres: Vec<Centre> = text.centres.iter().map(centre).collect();
        Self::new(text.name, DVec2::from(text.extent), centres, text.links, &text.more)?.named(text.names)
    }

    /// The same map with names for its centres; none lets them be numbered.
    pub fn named(mut self, names: Vec<String>) -> Result<Self, MapError> {
        if names.is_empty() {
            return Ok(self);
        }
        let readable = |name: &String| (1..=LONGEST_NAME).contains(&name.chars().count());
        if names.len() != self.centres.len() || !names.iter().all(readable) {
            return Err(MapError::Names(names.len(), self.centres.len()));
        }
        self.names = names;
        Ok(self)
    }

    /// A map of these centres; `more` are roads beside those of the graph, by numbers from 1.
    pub fn new(
        name: String,
        extent: DVec2,
        centres: Vec<Centre>,
        links: Links,
        more: &[[usize; 2]],
    ) -> Result<Self, MapError> {
        check(extent, &centres)?;
        let points: Vec<DVec2> = centres.iter().map(|centre| centre.at).collect();
        let mut all = match links {
            Links::RelativeNeighbourhood => relative_neighbourhood(&points),
            Links::Gabriel => gabriel(&points),
            Links::SpanningTree => spanning_tree(&points),
            Links::None => Vec::new(),
        };
        for &[a, b] in more {
            let known = 1..=centres.len();
            if a == b || !known.contains(&a) || !known.contains(&b) {
                return Err(MapError::Road(a, b, centres.len()));
            }
            all.push((a.min(b) - 1, a.max(b) - 1));
        }
        all.sort_unstable();
        all.dedup();
        if !is_connected(centres.len(), &all) {
            return Err(MapError::Disconnected);
        }
        let mut roads = vec![Vec::new(); centres.len()];
        for (a, b) in all {
            roads[a].push(CentreId(b as u16));
            roads[b].push(CentreId(a as u16));
        }
        roads.iter_mut().for_each(|road| road.sort_unstable());
        let names = (1..=centres.len()).map(|number| format!("Centre {number}")).collect();
        Ok(Self { name, extent, centres, roads, names })
    }

    /// Every centre.
    pub fn ids(&self) -> impl Iterator<Item = CentreId> + use<> {
        (0..self.centres.len() as u16).map(CentreId)
    }

    /// A centre by its id.
    #[must_use]
    pub fn centre(&self, id: CentreId) -> &Centre {
        &self.centres[id.index()]
    }

    /// The map as travellers of the fields see it.
    #[must_use]
    pub fn atlas(&self) -> Atlas {
        let place = |centre: &Centre| Place { at: centre.at, size: centre.size };
        Atlas {
            places: self.centres.iter().map(place).collect(),
            roads: self.roads.iter().map(|road| road.iter().map(|id| id.index()).collect()).collect(),
            extent: self.extent,
        }
    }

    /// The centre nearest to a place.
    #[must_use]
    pub fn nearest(&self, place: DVec2) -> CentreId {
        let far = |id: &CentreId| self.centre(*id).at.distance_squared(place);
        self.ids().min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(CentreId(0))
    }
}

/// The least distance between two centres, in bodies' radii of the ordinary rules.
const APART: f64 = 10.0;

fn check(extent: DVec2, centres: &[Centre]) -> Result<(), MapError> {
    if !(2..=MOST_CENTRES).contains(&centres.len()) {
        return Err(MapError::Count(centres.len()));
    }
    let sane = |length: f64| length > 0.0 && length <= 1e6;
    if !sane(extent.x) || !sane(extent.y) {
        return Err(MapError::Extent(extent.x, extent.y));
    }
    for (at, centre) in centres.iter().enumerate() {
        if !(centre.size > 0.0 && centre.size <= 1000.0) {
            return Err(MapError::Size(at + 1, centre.size));
        }
        let inside = |v: f64, most: f64| (0.0..=most).contains(&v);
        if !inside(centre.at.x, extent.x) || !inside(centre.at.y, extent.y) {
            return Err(MapError::Outside(at + 1));
        }
        let close = |other: &Centre| other.at.distance(centre.at) < APART;
        if let Some(other) = centres[..at].iter().position(close) {
            return Err(MapError::Overlap(other + 1, at + 1, APART));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classic_map_has_26_roads_by_rule_and_28_as_printed() {
        let text = include_str!("../data/classic.toml").replace("more = [[8, 10], [13, 18]]", "");
        let by_rule = Map::parse(&text).expect("sound");
        assert_eq!(by_rule.roads.iter().map(Vec::len).sum::<usize>(), 2 * 26);
        let classic = Map::classic();
        let of = |number: usize| classic.roads[number - 1].iter().map(|id| id.0 + 1).collect::<Vec<_>>();
        assert_eq!((classic.names[0].as_str(), classic.names[23].as_str()), ("Alder", "Yarrow"));
        assert_eq!(of(1), [2, 3, 23]);
        assert_eq!(of(8), [10, 12, 15]);
        assert_eq!(of(18), [13, 14, 19, 20]);
        assert_eq!(of(24), [5, 22]);
    }

    #[test]
    fn impossible_maps_are_refused_by_name_of_what_is_wrong() {
        let refused = |centres: &str, more: &str| {
            let text = format!(
                "name = \"x\"\nextent = [100.0, 100.0]\nlinks = \"none\"\n{more}\ncentres = [{centres}]"
            );
            Map::parse(&text).expect_err("impossible")
        };
        assert_eq!(refused("[1, 1, 5]", ""), MapError::Count(1));
        assert_eq!(refused("[1, 1, 5], [90, 90, 0]", ""), MapError::Size(2, 0.0));
        assert!(matches!(refused("[1, 1, nan], [90, 90, 1]", ""), MapError::Size(1, _)));
        assert_eq!(refused("[1, 1, 5], [101, 90, 5]", ""), MapError::Outside(2));
        assert_eq!(refused("[1, 1, 5], [2, 2, 5]", ""), MapError::Overlap(1, 2, APART));
        assert_eq!(refused("[1, 1, 5], [90, 90, 5]", ""), MapError::Disconnected);
        assert_eq!(refused("[1, 1, 5], [90, 90, 5]", "more = [[1, 3]]"), MapError::Road(1, 3, 2));
        let two = "[1, 1, 5], [90, 90, 5]";
        assert_eq!(refused(two, "more = [[1, 2]]\nnames = [\"A\"]"), MapError::Names(1, 2));
        assert_eq!(refused(two, "more = [[1, 2]]\nnames = [\"A\", \"\"]"), MapError::Names(2, 2));
        assert!(matches!(Map::parse("name = 3"), Err(MapError::Text(_))));
    }
}
