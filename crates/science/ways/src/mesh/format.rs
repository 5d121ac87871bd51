//! Files of meshes.
//!
//! `.mesh` (Polyanya's format, version 2): `mesh`, `2`, the numbers of vertices and polygons; per vertex `x y n` and n polygons
//! around it; per polygon `n`, n corners and n neighbours. Who touches whom is found anew from the corners, so files
//! that contradict themselves do no harm. `.obj`: `v x y z` with `y` up, and `f` with three or more corners; the rest is
//! skipped.

use super::bake::Triangles;
use super::{MeshError, NavMesh, Stance};
use wold_space::DVec3;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FileError {
    /// A line that is not what it should be.
    #[error("line {line}: expected {expected}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// The file ends too soon.
    #[error("the file ends where {0} should be")]
    Ends(&'static str),
    /// More than is taken from a file.
    #[error("line {line}: more than {most} {what}")]
    TooMany {
        /// Counted from 1.
        line: usize,
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        most: usize,
    },
    /// The polygons do not make a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// The most vertices or faces read from a file.
pub const MOST: usize = 4_000_000;

/// Reads a `.mesh` file.
pub fn parse_mesh(text: &str) -> Result<NavMesh, FileError> {
    let mut lines =
        text.lines().enumerate().map(|(i, text)| (i + 1, text.trim())).filter(|(_, text)| !text.is_empty());
    let mut next = |what: &'static str| lines.next().ok_or(FileError::Ends(what));
    let (line, word) = next("\"mesh\"")?;
    if word != "mesh" {
        return Err(FileError::Line { line, expected: "\"mesh\"" });
    }
    let (line, version) = next("the version")?;
    if version != "2" {
        return Err(FileError::Line { line, expected: "version 2" });
    }
    let (line, sizes) = next("the sizes")?;
    let sizes: Vec<usize> = sizes.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [vertex_count, polygon_count] = sizes[..] else {
        return Err(FileError::Line { line, expected: "the numbers of vertices and polygons" });
    };
    if vertex_count.max(polygon_count) > MOST {
        return Err(FileError::TooMany { line, what: "vertices or polygons", most: MOST });
    }
    let mut vertices = Vec::new();
    for _ in 0..vertex_count {
        let (line, text) = next("a vertex")?;
        let mut numbers = text.split_whitespace().map(str::parse::<f64>);
        let (Some(Ok(x)), Some(Ok(y))) = (numbers.next(), numbers.next()) else {
            return Err(FileError::Line { line, expected: "a vertex: x, y and the polygons around it" });
        };
        vertices.push(DVec3::new(x, y, 0.0));
    }
    let mut polygons = Vec::new();
    for _ in 0..polygon_count {
        let (line, text) = next("a polygon")?;
        let mut numbers = text.split_whitespace().map(str::parse::<i64>);
        let wrong =
            FileError::Line { line, expected: "a polygon: the number of corners, corners and neighbours" };
        let Some(Ok(n)) = numbers.next() else { return Err(wrong) };
        let corners: Result<Vec<u32>, FileError> = (0..n.clamp(0, MOST as i64))
            .map(|_| match numbers.next() {
                Some(Ok(corner)) => u32::try_from(corner).map_err(|_| wrong.clone()),
                _ => Err(wrong.clone()),
            })
            .collect();
        polygons.push((corners?, Stance::Stand));
    }
    Ok(NavMesh::new(vertices, polygons)?)
}

/// Reads the triangles of an `.obj` file; faces with more corners are cut into fans. Heights are its `y`, north its `-z`.
pub fn parse_obj(text: &str) -> Result<Triangles, FileError> {
    let mut soup = Triangles::default();
    for (i, text) in text.lines().enumerate() {
        let line = i + 1;
        let mut words = text.split_whitespace();
        match words.next() {
            Some("v") => {
                let mut numbers = words.map(str::parse::<f32>);
                let (Some(Ok(x)), Some(Ok(y)), Some(Ok(z))) =
                    (numbers.next(), numbers.next(), numbers.next())
                else {
                    return Err(FileError::Line { line, expected: "v and three numbers" });
                };
                if !(x.is_finite() && y.is_finite() && z.is_finite()) {
                    return Err(FileError::Line { line, expected: "finite coordinates" });
                }
                if soup.vertices.len() >= MOST {
                    return Err(FileError::TooMany { line, what: "vertices", most: MOST });
                }
                soup.vertices.push(DVec3::new(f64::from(x), f64::from(-z), f64::from(y)).as_vec3());
            }
            Some("f") => {
                let known = soup.vertices.len() as i64;
                let corners: Option<Vec<u32>> = words
                    .map(|word| {
                        let number: i64 = word.split('/').next()?.parse().ok()?;
                        // Negative numbers count back from the last vertex.
                        let index = if number < 0 { known + number } else { number - 1 };
                        (0..known).contains(&index).then_some(index as u32)
                    })
                    .collect();
                let Some(corners) = corners.filter(|c| c.len() >= 3) else {
                    return Err(FileError::Line { line, expected: "f and at least three known vertices" });
                };
                if soup.faces.len() + corners.len() > MOST {
                    return Err(FileError::TooMany { line, what: "faces", most: MOST });
                }
                soup.faces.extend((1..corners.len() - 1).map(|i| [corners[0], corners[i], corners[i + 1]]));
            }
            _ => {}
        }
    }
    if soup.faces.is_empty() { Err(FileError::Ends("a face")) } else { Ok(soup) }
}
