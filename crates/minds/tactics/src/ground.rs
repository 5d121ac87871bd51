//! The ground queries are asked on.
//!
//! Contract: a [`Ground`] says who is about and who is who, what hides, where one can stand, who sees what, how far the one that asks has to walk, and what influence, memory and any other field say
//! of a place, by name. Points are places on storeys. Answers do not change while a question is being answered; if they do, the answer mixes both. Everything comes in the same order every time.
//!
//! [`Scene`](crate::scene::Scene) is one: flat, drawn as text, for tools and tests. Inhabitants bring the land they know, with its houses and storeys. A game can bring its own.

use crate::scene::{Area, Cover, Entity, Rail, Roles, Spot};
use glam::DVec2;

/// Metres from storey to storey.
pub const STOREY: f64 = 3.0;

/// A place on a storey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where, in metres.
    pub at: DVec2,
    /// On which storey; 0 is the ground.
    pub storey: u8,
}

impl Point {
    /// A place on the ground.
    #[must_use]
    pub fn ground(at: DVec2) -> Self {
        Self { at, storey: 0 }
    }

    /// Metres as the crow flies, floors or not.
    ///
    /// ```
    /// use glam::DVec2;
    /// use wold_tactics::ground::Point;
    /// let (below, above) = (Point::ground(DVec2::ZERO), Point { at: DVec2::new(4.0, 0.0), storey: 1 });
    /// assert_eq!(below.distance(above), 5.0);
    /// ```
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        let flat = self.at.distance(other.at);
        match self.storey.abs_diff(other.storey) {
            0 => flat,
            storeys => libm::hypot(flat, f64::from(storeys) * STOREY),
        }
    }
}

/// Where a question is asked. Only the first seven must be said; the rest a ground may lack.
pub trait Ground {
    /// Everybody, the one that asks among them.
    fn entities(&self) -> &[Entity];

    /// Who is who.
    fn roles(&self) -> &Roles;

    /// Things to hide behind.
    fn covers(&self) -> &[Cover];

    /// Whether somebody can stand at a point.
    fn stands(&self, at: Point) -> bool;

    /// Whether who is at a point is seen from another. This is a ray: it is asked as rarely as can be.
    fn sees(&self, from: Point, to: Point) -> bool;

    /// Metres the one that asks walks to a point; infinite if there is no way.
    fn walk(&self, to: Point) -> f64;

    /// What a field says of a point, by its name; `None` if there is no such field.
    fn value(&self, field: &str, at: Point) -> Option<f64>;

    /// The storeys somebody may stand on at a place, the lowest first.
    fn storeys(&self, _at: DVec2) -> std::ops::RangeInclusive<u8> {
        0..=0
    }

    /// Whether somebody else has taken a place.
    fn is_claimed(&self, _at: Point) -> bool {
        false
    }

    /// Stretches to hide along.
    fn rails(&self) -> &[Rail] {
        &[]
    }

    /// Marked places.
    fn spots(&self) -> &[Spot] {
        &[]
    }

    /// Named polygons.
    fn areas(&self) -> &[Area] {
        &[]
    }

    /// Half the angle of the camera's view, in radians.
    fn half_view(&self) -> f64 {
        std::f64::consts::FRAC_PI_6
    }
}

impl dyn Ground + '_ {
    /// The one that asks.
    #[must_use]
    pub fn puppet(&self) -> &Entity {
        &self.entities()[self.roles().puppet]
    }

    /// Where it stands.
    #[must_use]
    pub fn here(&self) -> Point {
        self.puppet().point()
    }

    /// Everybody but the one that asks.
    pub fn others(&self) -> impl Iterator<Item = &Entity> {
        let puppet = self.roles().puppet;
        self.entities().iter().enumerate().filter(move |(i, _)| *i != puppet).map(|(_, entity)| entity)
    }

    /// Everybody of another faction.
    pub fn hostiles(&self) -> impl Iterator<Item = &Entity> {
        let faction = &self.puppet().faction;
        self.entities().iter().filter(move |entity| entity.faction != *faction)
    }

    /// The mean place of the squad, if there is one, on the storey of the one that asks.
    #[must_use]
    pub fn squad_centre(&self) -> Option<Point> {
        let squad = &self.roles().squad;
        let sum: DVec2 = squad.iter().map(|&i| self.entities()[i].at).sum();
        let at = sum / squad.len() as f64;
        (!squad.is_empty()).then(|| Point { at, storey: self.puppet().storey })
    }

    /// An area by name.
    #[must_use]
    pub fn area(&self, name: &str) -> Option<&Area> {
        self.areas().iter().find(|area| area.name == name)
    }
}
