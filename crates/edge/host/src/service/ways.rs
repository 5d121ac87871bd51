//! `/inspect/ways.png`: where bodies can stand around a place, drawn to lay over the operator's map.
//!
//! Closed ground is dark; open ground is tinted by region, and regions whose loss would cut their neighbours off (chokes) or that lead
//! nowhere else (dead ends) stand out. With a goal, the tree of the jump point search that walkers use is drawn, and the way it found.

use super::inspector::{Window, ask};
use super::operator::Operator;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use wold_land::Measures;
use wold_land::walkable::{Sheet, Walkable};
use wold_space::DVec2;
use wold_ways::Budget;
use wold_ways::jump::Jumper;
use wold_ways::regions::topology::standings;
use wold_ways::regions::{PartitionConfig, Regions};

/// Metres around the middle that are drawn.
const REACH: f64 = 64.0;
/// Places a drawn search may look at.
const MOST_STEPS: u64 = 200_000;
/// Steps from a region within which its loss would be felt.
const CHOKE_DEPTH: u32 = 8;

type Colour = [u8; 4];
const CLOSED: Colour = [10, 12, 18, 150];
const CHOKE: Colour = [255, 90, 60, 150];
const DEAD_END: Colour = [120, 90, 200, 120];
const LOOKED_AT: Colour = [255, 255, 255, 90];
const WAY: Colour = [255, 220, 60, 255];
/// Tints that tell neighbours apart.
const TINTS: [Colour; 6] = [
    [68, 119, 170, 90],
    [102, 204, 238, 90],
    [34, 136, 51, 90],
    [204, 187, 68, 90],
    [170, 51, 119, 90],
    [187, 187, 187, 90],
];

/// What to draw.
#[derive(Deserialize)]
pub(super) struct Question {
    x: f64,
    y: f64,
    /// The goal of a way from the middle.
    to_x: Option<f64>,
    to_y: Option<f64>,
}

/// Answers with a picture of 257 by 257 points half a metre apart, north up, with the middle at `(x, y)` rounded to half metres.
pub(super) async fn draw(
    _: Operator,
    State(window): State<Window>,
    Query(question): Query<Question>,
) -> Response {
    let middle = DVec2::new(question.x, question.y);
    let goal = question.to_x.zip(question.to_y).map(|(x, y)| DVec2::new(x, y));
    let sane = |place: DVec2| place.is_finite() && place.abs().max_element() < 1e7;
    if !sane(middle) || !goal.is_none_or(sane) {
        return (StatusCode::BAD_REQUEST, "x and y are metres within 10,000 km\n").into_response();
    }
    let sheet = ask(window.desk(), move |ticker| {
        let land = &ticker.clockwork.steward().realm().ecs().resource::<wold_world::ground::Ground>().land;
        let measures = Measures::of(&ticker.clockwork.steward().realm().config().physique);
        Walkable::new(measures).around(land, middle, middle, REACH)
    });
    let Some(sheet) = sheet.await else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let drawn = tokio::task::spawn_blocking(move || paint(&sheet, middle, goal)).await;
    match drawn {
        Ok(png) => {
            ([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")], png).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn paint(sheet: &Sheet, middle: DVec2, goal: Option<DVec2>) -> Vec<u8> {
    let map = sheet.map();
    let (width, height) = (map.width(), map.height());
    let mut pixels = vec![CLOSED; map.len()];
    let mut dot = |(x, y): (i32, i32), colour: Colour| {
        // The picture has north up, the map counts from the south.
        pixels[(height as usize - 1 - y as usize) * width as usize + x as usize] = colour;
    };
    let regions = Regions::new(map, |_, _| 0, PartitionConfig::default());
    let standings = standings(regions.links(), CHOKE_DEPTH);
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let open = map.cell(x, y).filter(|_| map.is_open(x, y));
            let Some(region) = open.and_then(|cell| regions.at(cell)) else { continue };
            let colour = match standings.get(region.0 as usize) {
                Some(standing) if standing.dead_end => DEAD_END,
                Some(standing) if standing.choke => CHOKE,
                _ => TINTS[region.0 as usize % TINTS.len()],
            };
            dot((x, y), colour);
        }
    }
    let ends = goal.and_then(|goal| sheet.tile_near(middle).zip(sheet.tile_near(goal)));
    if let Some((from, to)) = ends {
        let mut jumper = Jumper::new();
        let found = jumper.find(map, from, to, &mut Budget::steps(MOST_STEPS)).found();
        let branches = jumper.tree(map).into_iter().flat_map(|(end, start)| map.fill_in(&[start, end]));
        branches.for_each(|cell| dot(map.place(cell), LOOKED_AT));
        for cell in found.map(|route| map.fill_in(&route.cells)).unwrap_or_default() {
            dot(map.place(cell), WAY);
        }
    }
    crate::map::encode(&pixels.concat(), width, height, png::ColorType::Rgba)
}
