//! A flat piece of cover and its shadow.
//!
//! A panel is a convex polygon of four corners in space. Seen from an eye, what lies behind it is bounded by the panel's own plane and by a plane through
//! the eye and each edge; all normals are turned by geometry (towards the panel's middle, away from the eye), so neither the order of corners nor the
//! side matters. A walk is a straight line; the part of it in the shadow is an interval of 0..1. An eye in the panel's plane sees no
//! panel and casts no shadow.

use glam::{DVec2, DVec3};

/// A flat piece of cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panel {
    /// In order round the edge.
    pub corners: [DVec3; 4],
}

impl Panel {
    /// An upright panel over a line on the ground.
    #[must_use]
    pub fn wall(a: DVec2, b: DVec2, foot: f64, top: f64) -> Self {
        Self { corners: [a.extend(foot), b.extend(foot), b.extend(top), a.extend(top)] }
    }

    /// An upright panel without end upwards and downwards: the flat case.
    #[must_use]
    pub fn line(a: DVec2, b: DVec2) -> Self {
        Self::wall(a, b, -1e4, 1e4)
    }

    /// A level panel over a rectangle: a floor or ceiling.
    #[must_use]
    pub fn floor(low: DVec2, high: DVec2, height: f64) -> Self {
        let corner = |x: f64, y: f64| DVec3::new(x, y, height);
        Self {
            corners: [
                corner(low.x, low.y),
                corner(high.x, low.y),
                corner(high.x, high.y),
                corner(low.x, high.y),
            ],
        }
    }

    /// The line it stands on, for an upright one.
    #[must_use]
    pub fn base(&self) -> (DVec2, DVec2) {
        (self.corners[0].truncate(), self.corners[1].truncate())
    }

    /// Its highest point.
    #[must_use]
    pub fn top(&self) -> f64 {
        self.corners.iter().map(|corner| corner.z).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The part of a walk that an eye does not see because of this panel, as shares of the way.
    ///
    /// ```
    /// use glam::{DVec2, DVec3};
    /// use wold_tactics::cover::Panel;
    /// let wall = Panel::line(DVec2::new(-1.0, 5.0), DVec2::new(1.0, 5.0));
    /// let shadow = wall.shadow(DVec3::ZERO, DVec3::new(-5.0, 10.0, 0.0), DVec3::new(5.0, 10.0, 0.0)).unwrap();
    /// assert!((shadow.0 - 0.3).abs() < 1e-9 && (shadow.1 - 0.7).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn shadow(&self, eye: DVec3, from: DVec3, to: DVec3) -> Option<(f64, f64)> {
        let middle = self.corners.iter().sum::<DVec3>() / 4.0;
        let normal = (self.corners[1] - self.corners[0]).cross(self.corners[3] - self.corners[0]);
        let side = normal.dot(middle - eye);
        if side == 0.0 {
            return None;
        }
        let behind = normal * side.signum();
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        let mut clip = |normal: DVec3, through: DVec3| {
            let (a, b) = (normal.dot(from - through), normal.dot(to - through));
            if a < 0.0 && b < 0.0 || a <= 0.0 && b <= 0.0 && a != b {
                (start, end) = (1.0, 0.0);
            } else if a < 0.0 {
                start = start.max(a / (a - b));
            } else if b < 0.0 {
                end = end.min(a / (a - b));
            }
        };
        clip(behind, middle);
        for (at, &corner) in self.corners.iter().enumerate() {
            let edge = (corner - eye).cross(self.corners[(at + 1) % 4] - eye);
            clip(edge * edge.dot(middle - eye).signum(), eye);
        }
        (start < end).then_some((start, end))
    }

    /// Whether it hides a point from an eye.
    #[must_use]
    pub fn hides(&self, eye: DVec3, point: DVec3) -> bool {
        self.shadow(eye, point, point).is_some()
    }
}
