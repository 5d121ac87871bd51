//! Walking a route.
//!
//! The walker aims at the farthest point of the route it can walk to straight, and looks again at every step, so it cuts corners
//! as soon as it may. It can set off towards the goal before there is a route, and take up a route, or another one, from
//! wherever it is by then.

use crate::tiles::TileMap;
use crate::tiles::sight::walk;
use wold_space::DVec2;

/// A walker on its way over tiles; points are in tiles, centres at halves.
#[derive(Clone, Debug, PartialEq)]
pub struct Follower {
    route: Vec<DVec2>,
    next: usize,
}

impl Follower {
    /// Follows `route`, from its first point on.
    #[must_use]
    pub fn new(route: Vec<DVec2>) -> Self {
        Self { route, next: 0 }
    }

    /// No route yet: straight towards the goal until one is spliced on.
    #[must_use]
    pub fn towards(goal: DVec2) -> Self {
        Self { route: vec![goal], next: 0 }
    }

    /// Takes up another route from where the walker is: it goes on from the farthest of the first points it can reach straight.
    pub fn splice(&mut self, map: &TileMap, at: DVec2, route: Vec<DVec2>) {
        *self = Self { route, next: 0 };
        self.aim(map, at);
    }

    /// The farthest point of the route that can be walked to straight; the next one if none can. Nothing when it is over.
    pub fn aim(&mut self, map: &TileMap, at: DVec2) -> Option<DVec2> {
        while self.route.get(self.next).is_some_and(|p| p.distance(at) < 1e-9) {
            self.next += 1;
        }
        let farthest = (self.next..self.route.len()).rev().find(|&i| clear(map, at, self.route[i]));
        self.next = farthest.unwrap_or(self.next);
        self.route.get(self.next).copied()
    }

    /// Moves a walker by one step of `speed`; true when it has arrived.
    pub fn step(&mut self, map: &TileMap, at: &mut DVec2, speed: f64) -> bool {
        let Some(aim) = self.aim(map, *at) else { return true };
        let way = aim - *at;
        *at = if way.length() <= speed { aim } else { *at + way.normalize() * speed };
        self.next + 1 >= self.route.len() && *at == aim
    }
}

/// Whether a point can go straight to another: all tiles on its line are open. Lines are checked at a 64th of a tile.
#[must_use]
pub fn clear(map: &TileMap, from: DVec2, to: DVec2) -> bool {
    let grain = |v: f64| (v * 64.0).round() as i32;
    let tile = |v: i32| v.div_euclid(64);
    map.is_open(tile(grain(from.x)), tile(grain(from.y)))
        && walk((grain(from.x), grain(from.y)), (grain(to.x), grain(to.y)), |x, y| {
            map.is_open(tile(x), tile(y))
        })
}

/// A curve through all points (Catmull-Rom), `pieces` to each leg. Between points it may swing outside the straight legs.
///
/// ```
/// use wold_space::DVec2;
/// use wold_ways::motion::follow::spline;
/// let curve = spline(&[DVec2::ZERO, DVec2::new(1.0, 0.0), DVec2::new(1.0, 1.0)], 4);
/// assert_eq!((curve.len(), curve[4]), (9, DVec2::new(1.0, 0.0)));
/// ```
#[must_use]
pub fn spline(points: &[DVec2], pieces: usize) -> Vec<DVec2> {
    let Some(&last) = points.last() else { return Vec::new() };
    let pieces = pieces.max(1);
    let mut curve = Vec::with_capacity(points.len() * pieces);
    for i in 0..points.len() - 1 {
        let (p1, p2) = (points[i], points[i + 1]);
        let p0 = if i > 0 { points[i - 1] } else { 2.0 * p1 - p2 };
        let p3 = points.get(i + 2).copied().unwrap_or(2.0 * p2 - p1);
        for k in 0..pieces {
            let t = k as f64 / pieces as f64;
            let bend = (2.0 * p0 - 5.0 * p1 + 4.0 * p2 - p3) * (t * t)
                + (3.0 * p1 - p0 - 3.0 * p2 + p3) * (t * t * t);
            curve.push(0.5 * (2.0 * p1 + (p2 - p0) * t + bend));
        }
    }
    curve.push(last);
    curve
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::jump::Jumper;
    use crate::testing::random_map;

    #[test]
    fn followers_arrive_without_touching_a_wall_and_cut_corners() {
        for salt in 0..20 {
            let (map, open) = random_map(30, 30, 20, salt);
            let found = Jumper::new().find(&map, open[0], open[1], &mut Budget::unlimited());
            let Some(route) = found.complete() else { continue };
            let centre = |(x, y): (i32, i32)| DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let points: Vec<DVec2> =
                map.fill_in(&route.cells).iter().map(|c| centre(map.place(*c))).collect();
            let mut at = centre(open[0]);
            let mut follower = Follower::towards(centre(open[1]));
            follower.splice(&map, at, points);
            let mut walked = 0.0;
            let mut steps = 0;
            loop {
                let before = at;
                let arrived = follower.step(&map, &mut at, 0.3);
                walked += before.distance(at);
                assert!(map.is_open(at.x.floor() as i32, at.y.floor() as i32));
                steps += 1;
                assert!(steps < 10_000, "it arrives");
                if arrived {
                    break;
                }
            }
            assert_eq!(at, centre(open[1]));
            assert!(walked <= route.length + 1e-6, "{walked} over {}", route.length);
        }
    }
}
