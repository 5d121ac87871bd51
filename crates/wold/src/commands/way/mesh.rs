//! `wold way mesh` and `wold way mesh-scen`: ways over navigation meshes.

use super::canvas::{Canvas, END, WAY};
use super::marks::{Marks, point};
use super::{mean_and_p99, read};
use crate::commands::output;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;
use wold_space::{DVec2, DVec3};
use wold_ways::mesh::bake::{BakeConfig, BakeError, Baked, Baker, TilePos, Triangles};
use wold_ways::mesh::format::{parse_mesh, parse_obj};
use wold_ways::mesh::visible::Visible;
use wold_ways::mesh::{Flags, NavMesh, Polyanya, PolygonId, Spot, Stance, Step, Taut, Traveller, Trip};
use wold_ways::tiles::movingai::parse_scen;
use wold_ways::{Answer, Budget, Outcome};

/// Bake a mesh from an .obj file and find a way on it.
#[derive(Args)]
#[command(
    after_help = "Example:\n  wold way mesh --obj level.obj --stances --from 1,2,0 --to 20,-5,0 --png mesh.png --json\n  wold way mesh --obj level.obj --from 1,2,0 --to 20,-5,0 --area 5,0,9,9,slow --slow 3 --link 4,4,0:4,4,3 --ray --wall\n  wold way mesh --obj level.obj --from 1,2,0 --to 20,-5,0 --block 8,-4,0:9,3,2\n\n\
    Coordinates are x east, y north, z up; the file's y is up and its -z north."
)]
pub struct Mesh {
    /// The triangles.
    #[arg(long)]
    obj: PathBuf,
    /// Try all five stances, not only standing.
    #[arg(long)]
    stances: bool,
    /// Where to start, X,Y,Z.
    #[arg(long, allow_hyphen_values = true)]
    from: String,
    /// Where to go, X,Y,Z.
    #[arg(long, allow_hyphen_values = true)]
    to: String,
    /// The side of a voxel in metres.
    #[arg(long, default_value_t = 0.3)]
    cell: f32,
    /// How far from the mesh the ends may be, in metres.
    #[arg(long, default_value_t = 3.0)]
    reach: f64,
    #[command(flatten)]
    marks: Marks,
    /// Also say how far one gets straight from the start towards the goal.
    #[arg(long)]
    ray: bool,
    /// Also say how far the nearest wall is from the start and from the goal.
    #[arg(long)]
    wall: bool,
    /// Write a picture from above.
    #[arg(long)]
    png: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl Mesh {
    /// Bakes, searches and shows.
    pub fn run(self) -> Result<()> {
        let (from, to) = (point(&self.from)?, point(&self.to)?);
        let named = || self.obj.display().to_string();
        let soup = parse_obj(&read(&self.obj)?).with_context(named)?;
        let passes = if self.stances { Stance::PASSES.to_vec() } else { vec![Stance::Stand] };
        let (filter, areas, waters) = (self.marks.filter()?, self.marks.areas()?, self.marks.waters()?);
        let blocks = self.marks.blocks()?;
        let (cell, cell_height) = (self.cell, self.cell / 2.0);
        let config = BakeConfig { cell, cell_height, passes, waters, ..BakeConfig::default() };
        let start = Instant::now();
        let baker = Baker::new(soup.clone(), config).with_context(named)?;
        let tiles = baker.tiles();
        let bar = output::progress(tiles.len() as u64, "baking");
        let mut baked = baker.empty();
        baked.tiles = tiles
            .into_par_iter()
            .map(|at| baker.tile(at).map(|tile| (at, tile)).inspect(|_| bar.inc(1)))
            .collect::<Result<_, _>>()
            .with_context(named)?;
        bar.finish_and_clear();
        let blocked = match blocks.is_empty() {
            true => 0,
            false => put(&blocks, soup, &baker, &mut baked).with_context(named)?,
        };
        let mesh = baked.mesh().and_then(|mesh| Ok(mesh.with_areas(&areas)?)).with_context(named)?;
        let baked_ms = start.elapsed().as_secs_f64() * 1e3;
        let near = |name: &str, p: DVec3| {
            let reach = self.reach;
            mesh.nearest(p, reach)
                .with_context(|| format!("the {name} {p} is more than {reach} m from the mesh"))
        };
        let (start, goal) = (near("start", from)?, near("goal", to)?);
        let links = self.marks.links(&mesh, self.reach)?;
        let budget = &mut Budget::unlimited();
        // Where all ground costs the same the shortest way is known exactly.
        let answer = if self.stances || !self.marks.is_plain() {
            Traveller::with_filter(filter).find(&mesh, &links, start, goal, budget)
        } else {
            let Answer { outcome, expansions } = Polyanya::new().find(&mesh, start, goal, budget);
            Answer { outcome: outcome.map(|way| on_foot(&mesh, &way, start, goal)), expansions }
        };
        let expansions = answer.expansions;
        let (trip, note) = match answer.outcome {
            Outcome::Complete(trip) => (trip, "complete".to_owned()),
            Outcome::Partial(trip, why) => (trip, why.to_string()),
            Outcome::Unreachable(why) => bail!("{}: from {from} to {to}: {why}", self.obj.display()),
            Outcome::OutOfBudget => bail!("the search had no budget"),
        };
        if let Some(path) = &self.png {
            draw(&mesh, &trip, path)?;
        }
        let ray = self.ray.then(|| mesh.raycast(start, goal.point.truncate(), &filter));
        // A mesh ends somewhere: every place of it has a wall.
        let nearest = |from: Spot| mesh.wall(from, f64::INFINITY, &filter).context("the mesh has no border");
        let walls = if self.wall { Some([nearest(start)?, nearest(goal)?]) } else { None };
        if self.json {
            let points: Vec<_> = trip
                .points
                .iter()
                .map(|(p, step)| json!({ "at": [p.x, p.y, p.z], "by": by(*step) }))
                .collect();
            return output::print_json(&json!({
                "polygons": mesh.len(), "area": mesh.area(None), "bake_ms": baked_ms,
                "tiles": baked.tiles.len(), "tiles_baked_again": blocked,
                "outcome": note, "length": trip.length, "cost": trip.cost, "expansions": expansions, "points": points,
                "ray": ray.map(|ray| json!({ "end": ray.end.point.to_array(), "wall": ray.wall.map(|wall| wall.to_array()) })),
                "walls": walls.map(|walls| walls.map(|wall| json!({ "at": wall.at.point.to_array(), "distance": wall.distance }))),
            }));
        }
        let mut out = format!(
            "{} polygons in {baked_ms:.0} ms; {:.2} m over {} points, cost {:.2}\n",
            mesh.len(),
            trip.length,
            trip.points.len(),
            trip.cost
        );
        if !blocks.is_empty() {
            let (tiles, count) = (baked.tiles.len(), blocks.len());
            out += &format!("of {tiles} tiles {blocked} were baked again for {count} blocks\n");
        }
        if let Some(ray) = ray {
            let got = ray.end.point.distance(start.point);
            out += &match ray.wall {
                None => format!("straight on it is {got:.2} m\n"),
                Some(_) => format!("straight on there is a wall after {got:.2} m, at {:.2}\n", ray.end.point),
            };
        }
        for (name, wall) in ["start", "goal"].into_iter().zip(walls.into_iter().flatten()) {
            out +=
                &format!("from the {name} a wall is {:.2} m away, at {:.2}\n", wall.distance, wall.at.point);
        }
        output::print(&out)
    }
}

/// Puts blocks into a level that is baked already; answers how many tiles had to be baked again.
fn put(
    blocks: &[(DVec3, DVec3)],
    mut soup: Triangles,
    baker: &Baker,
    baked: &mut Baked,
) -> Result<usize, BakeError> {
    blocks.iter().for_each(|(low, high)| soup.add_block(low.as_vec3(), high.as_vec3()));
    let edited = baker.edited(soup)?;
    let near = |(low, high): &(DVec3, DVec3)| edited.tiles_near(low.truncate(), high.truncate());
    let touched: BTreeSet<TilePos> = blocks.iter().flat_map(near).collect();
    for at in &touched {
        baked.tiles.insert(*at, edited.tile(*at)?);
    }
    Ok(touched.len())
}

/// A way seen from above as a trip over the ground.
fn on_foot(mesh: &NavMesh, way: &Taut, start: Spot, goal: Spot) -> Trip {
    let mut points = vec![start.point];
    for turn in way.points.iter().skip(1).rev().skip(1).rev() {
        // Floors may lie above each other; the way is on one of its own polygons.
        let floor =
            way.polygons.iter().find(|id| mesh.corners(**id).any(|corner| corner.truncate() == *turn));
        points.push(turn.extend(floor.map_or(start.point.z, |id| mesh.height_at(*id, *turn))));
    }
    points.push(goal.point);
    let length = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    let points = points.into_iter().map(|point| (point, Step::Move(Stance::Stand))).collect();
    Trip { points, length, cost: length }
}

fn by(step: Step) -> String {
    match step {
        Step::Move(stance) => format!("{stance:?}").to_lowercase(),
        Step::Link(number) => format!("link {number}"),
    }
}

/// The mesh from above, a colour per stance, its edges, and the way over it.
fn draw(mesh: &NavMesh, trip: &Trip, path: &std::path::Path) -> Result<()> {
    const SIDE: u32 = 800;
    const MARGIN: f64 = 10.0;
    let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    for corner in mesh.polygons().flat_map(|id| mesh.corners(id)) {
        (low, high) = (low.min(corner.truncate()), high.max(corner.truncate()));
    }
    let scale = (high - low).max_element() / (f64::from(SIDE) - 2.0 * MARGIN);
    let size = ((high - low) / scale + 2.0 * MARGIN).ceil();
    let mut canvas = Canvas::new(size.x as u32, size.y as u32, [255; 3]);
    let seen = |at: DVec2| DVec2::new(at.x - low.x, high.y - at.y) / scale + MARGIN;
    let top_at = |at: DVec2| {
        let height = |id: &PolygonId| mesh.height_at(*id, at);
        mesh.under(at).into_iter().max_by(|a, b| height(a).total_cmp(&height(b)))
    };
    for (x, y) in (0..size.y as u32).flat_map(|y| (0..size.x as u32).map(move |x| (x, y))) {
        let off = (DVec2::new(f64::from(x), f64::from(y)) + 0.5 - MARGIN) * scale;
        if let Some(id) = top_at(DVec2::new(low.x + off.x, high.y - off.y)) {
            let colour = match mesh.stance(id) {
                Stance::Stand => [214, 224, 205],
                Stance::Crouch => [240, 228, 66],
                Stance::Prone => [204, 121, 167],
                Stance::Swim => [86, 180, 233],
                Stance::Sidestep => [0, 158, 115],
            };
            // Marked ground is darker.
            let marked = mesh.flags(id) != Flags::default();
            let colour = colour.map(|part: u8| if marked { part / 5 * 4 } else { part });
            canvas.set(i64::from(x), i64::from(y), colour);
        }
    }
    for id in mesh.polygons() {
        let corners: Vec<DVec3> = mesh.corners(id).collect();
        for (i, corner) in corners.iter().enumerate() {
            let next = corners[(i + 1) % corners.len()];
            canvas.line(seen(corner.truncate()), seen(next.truncate()), 0.5, [150, 156, 146]);
        }
    }
    for leg in trip.points.windows(2) {
        canvas.line(seen(leg[0].0.truncate()), seen(leg[1].0.truncate()), 2.0, WAY);
    }
    for (end, _) in trip.points.first().into_iter().chain(trip.points.last()) {
        canvas.disc(seen(end.truncate()), 6.0, END);
    }
    canvas.write(path)
}

/// Solve all queries of a scenario on a .mesh file and check their lengths.
///
/// Scenario files hold lengths over tiles. Each way at any angle is checked against the shortest way found by brute force over
/// all corners that see each other, and must not be longer than the one over tiles.
#[derive(Args)]
#[command(after_help = "Example:\n  wold way mesh-scen --mesh arena.mesh --scen arena.scen --json")]
pub struct MeshScen {
    /// The mesh.
    #[arg(long)]
    mesh: PathBuf,
    /// The scenario.
    #[arg(long)]
    scen: PathBuf,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

impl MeshScen {
    /// Runs all queries.
    pub fn run(self) -> Result<()> {
        let mesh = parse_mesh(&read(&self.mesh)?).with_context(|| self.mesh.display().to_string())?;
        let queries = parse_scen(&read(&self.scen)?).with_context(|| self.scen.display().to_string())?;
        ensure!(!queries.is_empty(), "{}: the scenario has no queries", self.scen.display());
        ensure!(mesh.len() <= 2_000, "meshes of more than 2000 polygons cannot be checked by brute force");
        let sure = Visible::new(&mesh);
        let mut polyanya = Polyanya::new();
        let (mut times, mut wrong, mut expansions) = (Vec::new(), 0u64, 0u64);
        let bar = output::progress(queries.len() as u64, "solving");
        for query in &queries {
            let spot = |(x, y): (i32, i32)| mesh.locate(DVec3::new(f64::from(x), f64::from(y), 0.0));
            let (Some(from), Some(to)) = (spot(query.from), spot(query.to)) else {
                wrong += 1;
                continue;
            };
            let start = Instant::now();
            let answer = polyanya.find(&mesh, from, to, &mut Budget::steps(10_000_000));
            times.push(start.elapsed().as_secs_f64() * 1e6);
            expansions += answer.expansions;
            let exact = sure.length(from, to);
            let right = match (answer.complete(), exact) {
                (Some(way), Some(exact)) => {
                    (way.length - exact).abs() <= 1e-6 * exact.max(1.0) && way.length <= query.optimal + 1e-4
                }
                (found, exact) => found.is_none() && exact.is_none(),
            };
            wrong += u64::from(!right);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let (mean, p99) = mean_and_p99(times);
        if self.json {
            return output::print_json(&json!({
                "queries": queries.len(), "wrong_lengths": wrong, "mean_us": mean, "p99_us": p99, "expansions": expansions,
            }));
        }
        output::print(&format!(
            "{} queries, {wrong} wrong lengths, mean {mean:.1} µs, 99 % within {p99:.1} µs\n",
            queries.len()
        ))
    }
}
