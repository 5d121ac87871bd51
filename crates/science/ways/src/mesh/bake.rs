//! Meshes from triangles, tile by tile.
//!
//! The world is cut into square tiles with an overlap. In each tile the triangles are turned into columns of voxels once per stance
//! (stand, crouch, prone, swim, sidestep) and every stance claims the floor it can use that no stance before it has
//! claimed. Clearance is always tested against the whole world; only the claims are limited to what is left. Then all claimed
//! floor is outlined at once, each stance an area of its own, so that neighbouring stances share their borders exactly.
//! Tiles are sewn together along their seams: corners of both sides are welded, and edges are split where the other
//! side has a corner. Voxels and outlines are made by `rerecast`, polygons by [`convex`].
//!
//! A tile depends only on the triangles near it, so after an edit only [`Baker::tiles_near`] it are baked again, on any thread,
//! and [`Baked::mesh`] sews the whole anew: the result equals baking everything.

use super::navmesh::{Water, is_convex};
use super::{MeshError, NavMesh, Stance, convex, holes};
use rerecast::{
    Aabb3d, AreaType, BuildContoursFlags, CompactHeightfield, Contour, HeightfieldBuilder, TriMesh,
};
use std::collections::{BTreeMap, BTreeSet};
use wold_space::{DVec2, DVec3, Vec3, Vec3A};

/// Loose triangles; `z` is up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// Corners.
    pub vertices: Vec<Vec3>,
    /// Three corners each, anticlockwise seen from above where one can stand on it.
    pub faces: Vec<[u32; 3]>,
}

impl Triangles {
    /// Adds a block from its lowest to its highest corner.
    pub fn add_block(&mut self, low: Vec3, high: Vec3) {
        let first = self.vertices.len() as u32;
        for corner in 0..8 {
            let pick = |axis: usize| if corner >> axis & 1 == 1 { high[axis] } else { low[axis] };
            self.vertices.push(Vec3::new(pick(0), pick(1), pick(2)));
        }
        let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        for [a, b, c, d] in sides {
            self.faces.push([first + a, first + b, first + c]);
            self.faces.push([first + a, first + c, first + d]);
        }
    }
}

/// How fine a mesh is.
#[derive(Clone, Debug, PartialEq)]
pub struct BakeConfig {
    /// The side of a voxel, in metres.
    pub cell: f32,
    /// The height of a voxel, in metres.
    pub cell_height: f32,
    /// The side of a tile, in voxels.
    pub tile: u16,
    /// How far an outline may be from the voxels' border, in voxels.
    pub simplify: f32,
    /// Which stances are tried, in the order in which they claim ground.
    pub passes: Vec<Stance>,
    /// Standing water.
    pub waters: Vec<Water>,
}

impl Default for BakeConfig {
    fn default() -> Self {
        Self {
            cell: 0.2,
            cell_height: 0.1,
            tile: 128,
            simplify: 1.3,
            passes: vec![Stance::Stand],
            waters: Vec::new(),
        }
    }
}

/// Columns of voxels over all stances, overlaps of tiles counted as often as they are made: about a minute's work.
const MOST_COLUMNS: f64 = 100_000_000.0;

/// Why triangles cannot be baked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BakeError {
    /// A corner that is no number or too far away.
    #[error("vertex {0} is not within ten kilometres of the origin")]
    Vertex(usize),
    /// A face whose corner does not exist.
    #[error("face {face} names vertex {vertex}, which does not exist")]
    NoVertex {
        /// Which.
        face: usize,
        /// The number.
        vertex: u32,
    },
    /// A setting that cannot be.
    #[error("{0} must be above zero")]
    Setting(&'static str),
    /// Too many columns of voxels, by the size of the world and of a voxel, over all stances.
    #[error(
        "{0:.0} columns of voxels are more than {MOST_COLUMNS:.0}; make voxels larger or the ground smaller"
    )]
    TooManyColumns(f64),
    /// The voxels of a tile could not be made.
    #[error("tile {x},{y}: {why}")]
    Tile {
        /// Column.
        x: i32,
        /// Row.
        y: i32,
        /// What the voxels said.
        why: String,
    },
    /// The polygons do not make a mesh: nothing can be walked on.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// A tile's column and row.
pub type TilePos = (i32, i32);

/// Polygons of one tile, by corners in voxels of the whole world: column, row, height.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileMesh {
    polygons: Vec<(Vec<[i32; 3]>, Stance)>,
}

/// Checked triangles and settings; bakes tiles.
#[derive(Clone, Debug)]
pub struct Baker {
    config: BakeConfig,
    soup: Triangles,
    low: Vec3,
    high: Vec3,
}

/// All tiles of a world.
#[derive(Clone, Debug)]
pub struct Baked {
    config: BakeConfig,
    origin: Vec3,
    /// By place.
    pub tiles: BTreeMap<TilePos, TileMesh>,
}

/// Floors of claimed voxels: column, row and height.
type Claims = BTreeMap<(u16, u16, u16), u8>;

impl Baker {
    /// Checks what is to be baked.
    pub fn new(soup: Triangles, config: BakeConfig) -> Result<Self, BakeError> {
        let near = |v: &Vec3| v.is_finite() && v.abs().max_element() <= 10_000.0;
        if let Some(wrong) = soup.vertices.iter().position(|v| !near(v)) {
            return Err(BakeError::Vertex(wrong));
        }
        for (face, corners) in soup.faces.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= soup.vertices.len()) {
                return Err(BakeError::NoVertex { face, vertex });
            }
        }
        let settings = [
            (config.cell, "the voxel's side"),
            (config.cell_height, "the voxel's height"),
            (config.simplify, "the error"),
        ];
        if let Some((_, name)) = settings.iter().find(|(value, _)| !(value.is_finite() && *value > 0.0)) {
            return Err(BakeError::Setting(name));
        }
        if config.tile < 8 || config.tile > 1024 {
            return Err(BakeError::Setting("a tile's side, between 8 and 1024 voxels,"));
        }
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for vertex in &soup.vertices {
            (low, high) = (low.min(*vertex), high.max(*vertex));
        }
        if soup.faces.is_empty() {
            return Err(MeshError::Empty.into());
        }
        // Tiles lie on a lattice of their own, whatever the triangles' bounds: an edit must not move them.
        let side = config.cell * f32::from(config.tile);
        let baker = Self { config, soup, low: (low / side).floor() * side, high };
        let columns = baker.columns();
        // NaN cannot be: every number was checked.
        if columns > MOST_COLUMNS { Err(BakeError::TooManyColumns(columns)) } else { Ok(baker) }
    }

    /// Columns of voxels to be made, in floating point: by tiny voxels they may be more than any whole number.
    fn columns(&self) -> f64 {
        let (tile, cell) = (f64::from(self.config.tile), f64::from(self.config.cell));
        let extent = (self.high - self.low).as_dvec3() / (cell * tile);
        let tiles = (extent.x.floor() + 1.0) * (extent.y.floor() + 1.0);
        let widest = self.config.passes.iter().map(|s| s.body().radius).fold(0.0, f32::max);
        let side = tile + 2.0 * ((f64::from(widest) / cell).ceil() + 3.0);
        tiles * side * side * self.config.passes.len() as f64
    }

    fn tile_side(&self) -> f32 {
        self.config.cell * f32::from(self.config.tile)
    }

    fn span(&self) -> [i32; 2] {
        let extent = (self.high - self.low) / self.tile_side();
        [extent.x as i32 + 1, extent.y as i32 + 1]
    }

    /// All tiles.
    #[must_use]
    pub fn tiles(&self) -> Vec<TilePos> {
        let [width, height] = self.span();
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
    }

    /// The tiles an edit of the triangles within a rectangle may change.
    #[must_use]
    pub fn tiles_near(&self, low: DVec2, high: DVec2) -> Vec<TilePos> {
        let margin = f64::from(self.border()) * f64::from(self.config.cell);
        let side = f64::from(self.tile_side());
        let origin = self.low.as_dvec3().truncate();
        let (low, high) =
            (((low - origin - margin) / side).floor(), ((high - origin + margin) / side).floor());
        let near = |(x, y): &TilePos| {
            (low.x..=high.x).contains(&f64::from(*x)) && (low.y..=high.y).contains(&f64::from(*y))
        };
        self.tiles().into_iter().filter(near).collect()
    }

    /// The overlap of tiles: clearance at the seam needs to see as far as the widest body is.
    fn border(&self) -> u16 {
        let widest = self.config.passes.iter().map(|s| s.body().radius).fold(0.0, f32::max);
        (widest / self.config.cell).ceil() as u16 + 3
    }

    /// The same world with other triangles, on the same tiles.
    pub fn edited(&self, soup: Triangles) -> Result<Self, BakeError> {
        let new = Self::new(soup, self.config.clone())?;
        Ok(Self { low: self.low, high: self.high, ..new })
    }

    /// Bakes one tile.
    pub fn tile(&self, at: TilePos) -> Result<TileMesh, BakeError> {
        let wrong = |why: String| BakeError::Tile { x: at.0, y: at.1, why };
        let mut claims = Claims::new();
        for (index, stance) in self.config.passes.iter().enumerate() {
            let body = stance.body();
            let voxels = self.voxels(at, body.max_slope, body.max_step, body.height).map_err(wrong)?;
            let mut floor = voxels
                .into_compact(self.up(body.height), self.up(body.max_step))
                .map_err(|e| wrong(e.to_string()))?;
            self.keep_depths(at, &mut floor, body.min_water, body.max_water);
            floor.erode_walkable_area((body.radius / self.config.cell).ceil() as u16);
            for_floor(&floor, |key, slot| {
                if floor.areas[slot].is_walkable() {
                    claims.entry(key).or_insert(index as u8 + 1);
                }
            });
        }
        if claims.is_empty() {
            return Ok(TileMesh::default());
        }
        // Everything claimed, outlined together: shared borders are simplified once.
        let least = |pick: fn(super::stance::Body) -> f32| {
            self.config.passes.iter().map(|s| pick(s.body())).fold(f32::INFINITY, f32::min)
        };
        let most = |pick: fn(super::stance::Body) -> f32| {
            self.config.passes.iter().map(|s| pick(s.body())).fold(0.0, f32::max)
        };
        let (height, slope) = (least(|b| b.height), most(|b| b.max_slope));
        // A swimmer's "step" is the depth of the water; walkers must not climb that far over a seam of stances.
        let step = self
            .config
            .passes
            .iter()
            .filter(|s| **s != Stance::Swim)
            .map(|s| s.body().max_step)
            .fold(0.1, f32::max);
        let voxels = self.voxels_unfiltered(at, slope, step).map_err(wrong)?;
        let mut floor =
            voxels.into_compact(self.up(height), self.up(step)).map_err(|e| wrong(e.to_string()))?;
        let mut areas = floor.areas.clone();
        for_floor(&floor, |key, slot| areas[slot] = AreaType(claims.get(&key).copied().unwrap_or(0)));
        floor.areas = areas;
        floor.build_distance_field();
        floor.build_regions(self.border(), 8, 20).map_err(|e| wrong(e.to_string()))?;
        let outlines = floor.build_contours(self.config.simplify, 0, BuildContoursFlags::empty());
        let mut tile = TileMesh::default();
        let mut regions: BTreeMap<(u16, u8), Vec<&Contour>> = BTreeMap::new();
        for contour in &outlines.contours {
            regions.entry((contour.region.bits(), contour.area.0)).or_default().push(contour);
        }
        for ((_, area), contours) in regions {
            if let Some(stance) = self.stance_of(AreaType(area)) {
                self.cut(at, stance, &contours, &mut tile);
            }
        }
        Ok(tile)
    }

    fn up(&self, metres: f32) -> u16 {
        ((metres / self.config.cell_height).round() as u16).max(1)
    }

    /// `rerecast` has `y` up.
    fn bounds(&self, at: TilePos) -> Aabb3d {
        let side = self.tile_side();
        let margin = self.config.cell * f32::from(self.border());
        let (x, y) = (self.low.x + side * at.0 as f32, self.low.y + side * at.1 as f32);
        let room = 3.0;
        Aabb3d {
            min: Vec3::new(x - margin, self.low.z - room, y - margin),
            max: Vec3::new(x + side + margin, self.high.z + room, y + side + margin),
        }
    }

    fn voxels_unfiltered(&self, at: TilePos, slope: f32, step: f32) -> Result<rerecast::Heightfield, String> {
        let aabb = self.bounds(at);
        let (low, high) = (aabb.min, aabb.max);
        let mut field =
            HeightfieldBuilder { aabb, cell_size: self.config.cell, cell_height: self.config.cell_height }
                .build()
                .map_err(|e| e.to_string())?;
        let mut mesh = TriMesh::default();
        for face in &self.soup.faces {
            let corners = face.map(|v| self.soup.vertices[v as usize]);
            let least = corners[0].min(corners[1]).min(corners[2]);
            let most = corners[0].max(corners[1]).max(corners[2]);
            if most.x < low.x || least.x > high.x || most.y < low.z || least.y > high.z {
                continue;
            }
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend(corners.map(|c| Vec3A::new(c.x, c.z, c.y)));
            // Swapping two axes turns the winding round.
            mesh.indices.push([first, first + 2, first + 1].into());
            mesh.area_types.push(AreaType::NOT_WALKABLE);
        }
        mesh.mark_walkable_triangles(slope.min(1.5));
        field.rasterize_triangles(&mesh, self.up(step)).map_err(|e| e.to_string())?;
        Ok(field)
    }

    fn voxels(
        &self,
        at: TilePos,
        slope: f32,
        step: f32,
        height: f32,
    ) -> Result<rerecast::Heightfield, String> {
        let mut field = self.voxels_unfiltered(at, slope, step)?;
        let (step, height) = (self.up(step), self.up(height));
        field.filter_low_hanging_walkable_obstacles(step);
        field.filter_ledge_spans(height, step);
        field.filter_walkable_low_height_spans(height);
        Ok(field)
    }

    /// Takes floor away that is under too little or too much water.
    fn keep_depths(&self, at: TilePos, floor: &mut CompactHeightfield, least: f32, most: f32) {
        let low = self.bounds(at).min;
        let cell = self.config.cell;
        let mut areas = floor.areas.clone();
        for_floor(floor, |(x, z, y), slot| {
            let point = DVec2::new(
                f64::from(low.x + (f32::from(x) + 0.5) * cell),
                f64::from(low.z + (f32::from(z) + 0.5) * cell),
            );
            let bed = f64::from(low.y + f32::from(y) * self.config.cell_height);
            let over = |w: &&Water| w.low.cmple(point).all() && point.cmple(w.high).all();
            let depth =
                self.config.waters.iter().filter(over).map(|w| w.level - bed).fold(0.0, f64::max) as f32;
            if depth < least || depth > most {
                areas[slot] = AreaType::NOT_WALKABLE;
            }
        });
        floor.areas = areas;
    }

    fn stance_of(&self, area: AreaType) -> Option<Stance> {
        self.config.passes.get(usize::from(area.0).checked_sub(1)?).copied()
    }

    /// Voxels of the whole world from voxels of a tile.
    fn placed(&self, at: TilePos, x: u16, y: u16, z: u16) -> [i32; 3] {
        let tile = i32::from(self.config.tile);
        [i32::from(x) + tile * at.0, i32::from(y) + tile * at.1, i32::from(z)]
    }

    /// Cuts a region into convex polygons; the contours are its outline and its holes. Contours of voxels may fold over themselves;
    /// what cannot be cut is left out.
    fn cut(&self, at: TilePos, stance: Stance, contours: &[&Contour], tile: &mut TileMesh) {
        let mut corners = Vec::new();
        let mut flat = Vec::new();
        let mut rings: Vec<Vec<usize>> = Vec::new();
        for contour in contours {
            let first = corners.len();
            corners.extend(contour.vertices.iter().map(|(v, _)| self.placed(at, v.x, v.z, v.y)));
            rings.push((first..corners.len()).collect());
            flat.extend(corners[first..].iter().map(|[x, y, _]| DVec2::new(f64::from(*x), f64::from(*y))));
        }
        let size =
            |ring: &Vec<usize>| super::navmesh::area(&ring.iter().map(|&i| flat[i]).collect::<Vec<_>>());
        // A hole runs the other way round; a region in several parts has several outlines.
        let largest = rings.iter().map(size).max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or_default();
        let (outlines, holes): (Vec<_>, Vec<_>) =
            rings.into_iter().filter(|ring| size(ring) != 0.0).partition(|ring| size(ring) * largest > 0.0);
        let mut holes = Some(holes);
        for outline in outlines {
            // Parts of a region lie apart; holes belong to the largest.
            let whole = if size(&outline) == largest {
                holes::joined(&flat, outline, holes.take().unwrap_or_default())
            } else {
                outline
            };
            let ring: Vec<DVec2> = whole.iter().map(|&i| flat[i]).collect();
            for piece in convex::pieces(&ring).unwrap_or_default() {
                tile.polygons.push((piece.into_iter().map(|i| corners[whole[i]]).collect(), stance));
            }
        }
    }

    /// Bakes all tiles, one after another.
    pub fn all(&self) -> Result<Baked, BakeError> {
        let mut baked = self.empty();
        for at in self.tiles() {
            baked.tiles.insert(at, self.tile(at)?);
        }
        Ok(baked)
    }

    /// A world without tiles yet, for those who bake them in their own order or on several threads.
    #[must_use]
    pub fn empty(&self) -> Baked {
        let origin = self.bounds((0, 0)).min;
        let margin = self.config.cell * f32::from(self.border());
        let origin = Vec3::new(origin.x + margin, origin.z + margin, origin.y);
        Baked { config: self.config.clone(), origin, tiles: BTreeMap::new() }
    }
}

/// Calls `each` for every floor with its column, row and height, and its slot.
fn for_floor(field: &CompactHeightfield, mut each: impl FnMut((u16, u16, u16), usize)) {
    for z in 0..field.height {
        for x in 0..field.width {
            for slot in field.cell_at(x, z).index_range() {
                each((x, z, field.spans[slot].y), slot);
            }
        }
    }
}

impl Baked {
    /// Sews all tiles into one mesh.
    pub fn mesh(&self) -> Result<NavMesh, BakeError> {
        let climb = (0.5 / self.config.cell_height).round() as i32;
        let mut vertices: Vec<[i32; 3]> = Vec::new();
        let mut columns: BTreeMap<(i32, i32), Vec<u32>> = BTreeMap::new();
        let mut polygons: Vec<(Vec<u32>, Stance)> = Vec::new();
        for tile in self.tiles.values() {
            for (corners, stance) in &tile.polygons {
                let welded = corners.iter().map(|&[x, y, z]| {
                    let column = columns.entry((x, y)).or_default();
                    let near = |&&v: &&u32| (vertices[v as usize][2] - z).abs() <= climb;
                    column.iter().find(near).copied().unwrap_or_else(|| {
                        vertices.push([x, y, z]);
                        column.push(vertices.len() as u32 - 1);
                        vertices.len() as u32 - 1
                    })
                });
                let mut corners: Vec<u32> = welded.collect();
                corners.dedup();
                polygons.push((corners, *stance));
            }
        }
        for (corners, _) in &mut polygons {
            self.split_seams(corners, &vertices, &columns, climb);
        }
        let flat =
            |v: u32| DVec2::new(f64::from(vertices[v as usize][0]), f64::from(vertices[v as usize][1]));
        let mut taken: BTreeSet<(u32, u32)> = BTreeSet::new();
        // Voxel outlines now and then fold over themselves; such slivers are left out.
        polygons.retain_mut(|(corners, _)| {
            let points: Vec<DVec2> = corners.iter().map(|&v| flat(v)).collect();
            if corners.len() < 3 || super::navmesh::area(&points).abs() < 1e-9 {
                return false;
            }
            if super::navmesh::area(&points) < 0.0 {
                corners.reverse();
            }
            let points: Vec<DVec2> = corners.iter().map(|&v| flat(v)).collect();
            let n = corners.len();
            let edges: Vec<(u32, u32)> = (0..n).map(|i| (corners[i], corners[(i + 1) % n])).collect();
            let fits = is_convex(&points) && edges.iter().all(|edge| !taken.contains(edge));
            if fits {
                taken.extend(edges);
            }
            fits
        });
        let scale = |[x, y, z]: [i32; 3]| {
            let metres = |cells: i32, size: f32| f64::from(cells) * f64::from(size);
            self.origin.as_dvec3()
                + DVec3::new(
                    metres(x, self.config.cell),
                    metres(y, self.config.cell),
                    metres(z, self.config.cell_height),
                )
        };
        let vertices = vertices.into_iter().map(scale).collect();
        Ok(NavMesh::new(vertices, polygons)?.with_waters(self.config.waters.clone()))
    }

    /// Splits edges that run along a seam at the corners the other side has there.
    fn split_seams(
        &self,
        corners: &mut Vec<u32>,
        vertices: &[[i32; 3]],
        columns: &BTreeMap<(i32, i32), Vec<u32>>,
        climb: i32,
    ) {
        let tile = i32::from(self.config.tile);
        let mut split = Vec::with_capacity(corners.len());
        for i in 0..corners.len() {
            let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
            split.push(from);
            let ([ax, ay, az], [bx, by, bz]) = (vertices[from as usize], vertices[to as usize]);
            let along_y = ax == bx && ax.rem_euclid(tile) == 0;
            let along_x = ay == by && ay.rem_euclid(tile) == 0;
            if !(along_x || along_y) {
                continue;
            }
            let steps = (bx - ax).abs().max((by - ay).abs());
            for k in 1..steps {
                let place = (ax + (bx - ax).signum() * k, ay + (by - ay).signum() * k);
                let z = az + (bz - az) * k / steps;
                let near = |&&v: &&u32| (vertices[v as usize][2] - z).abs() <= climb;
                split.extend(columns.get(&place).and_then(|column| column.iter().find(near)));
            }
        }
        *corners = split;
    }
}
