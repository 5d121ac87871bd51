/**
 * How a body moves in one step of the world (1/20 s): the page's copy of the world's own rule, so that one's steps are seen
 * at once. The world alone decides; what differs is corrected.
 */
import type { Ground } from "../land/ground";
import { CHUNK_METRES, chunkKey, chunkOf } from "../land/chunk";
import { climb, DOOR, SOUTH, type House } from "../land/house";
import { trunkRadius } from "../land/kinds";
import type { ChunkChanges } from "../wire/land";
import type { Steering } from "../wire/steering";

export const STEP_SECONDS = 1 / 20;

export interface Body {
  x: number;
  y: number;
  vx: number;
  vy: number;
  level: number;
  pose: number;
  stamina: number;
}

/** The land a body moves on. */
export interface Terrain {
  readonly ground: Ground;
  changesOf(pos: { x: number; y: number }): ChunkChanges;
}

const RADIUS = 0.3;
const WALK = 1.6;
const RUN = 4.2;
const SNEAK = 0.8;
const SPEEDS: readonly number[] = [WALK, RUN, SNEAK, 0];
/** Share of the difference to the wanted velocity that is made up each step. */
const GRIP = 0.35;

export function copyBody(from: Body, to: Body): void {
  Object.assign(to, from);
}

/** Moves `body` by one step as `steering` wants. */
export function step(body: Body, steering: Steering, terrain: Terrain): void {
  const full = SPEEDS[steering.gait] ?? 0;
  const share = Math.hypot(steering.east, steering.north) / 127;
  const scale = share > 1 ? 1 / share : 1;
  const wantX = (steering.east / 127) * scale * full;
  const wantY = (steering.north / 127) * scale * full;
  body.vx += (wantX - body.vx) * GRIP;
  body.vy += (wantY - body.vy) * GRIP;
  const toX = body.x + body.vx * STEP_SECONDS;
  const toY = body.y + body.vy * STEP_SECONDS;
  move(body, toX, toY, terrain);
}

function move(body: Body, toX: number, toY: number, terrain: Terrain): void {
  const place = { x: toX, y: toY };
  pushFromTrunks(place, body, terrain);
  pushFromWalls(place, body, terrain);
  body.x = place.x;
  body.y = place.y;
  changeLevel(body, terrain.ground);
}

function pushFromTrunks(place: { x: number; y: number }, body: Body, terrain: Terrain): void {
  if (body.level !== 0) return;
  const [cx, cy] = [chunkOf(place.x), chunkOf(place.y)];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const chunk = terrain.ground.chunks.get(chunkKey(cx + dx, cy + dy));
      if (!chunk) continue;
      const { gone } = terrain.changesOf(chunk.pos);
      chunk.growths.forEach((growth, index) => {
        const radius = trunkRadius(growth.kind, growth.size);
        if (radius === 0 || gone.has(index)) return;
        const x = chunk.pos.x * CHUNK_METRES + growth.x / 128;
        const y = chunk.pos.y * CHUNK_METRES + growth.y / 128;
        const [ox, oy] = [place.x - x, place.y - y];
        const distance = Math.hypot(ox, oy);
        const reach = radius + RADIUS;
        if (distance >= reach || distance === 0) return;
        place.x = x + (ox / distance) * reach;
        place.y = y + (oy / distance) * reach;
      });
    }
  }
}

function pushFromWalls(place: { x: number; y: number }, body: Body, terrain: Terrain): void {
  const [cx, cy] = [chunkOf(place.x), chunkOf(place.y)];
  for (let dy = 0; dy >= -1; dy--) {
    for (let dx = 0; dx >= -1; dx--) {
      const chunk = terrain.ground.chunks.get(chunkKey(cx + dx, cy + dy));
      if (chunk) for (const house of chunk.houses) pushFromHouse(place, body.level, house);
    }
  }
}

function pushFromHouse(place: { x: number; y: number }, level: number, house: House): void {
  const floor = house.floors[level];
  const [hx, hy] = [place.x - house.x, place.y - house.y];
  if (!floor || hx < -1 || hy < -1 || hx > house.width + 1 || hy > house.depth + 1) return;
  for (const edge of floor.edges) {
    if (edge.kind === DOOR) continue;
    const [ex, ey] = edge.side === SOUTH ? [edge.x + 1, edge.y] : [edge.x, edge.y + 1];
    const nearX = Math.max(edge.x, Math.min(ex, place.x - house.x));
    const nearY = Math.max(edge.y, Math.min(ey, place.y - house.y));
    const [ox, oy] = [place.x - house.x - nearX, place.y - house.y - nearY];
    const distance = Math.hypot(ox, oy);
    if (distance >= RADIUS || distance === 0) continue;
    place.x = house.x + nearX + (ox / distance) * RADIUS;
    place.y = house.y + nearY + (oy / distance) * RADIUS;
  }
}

function changeLevel(body: Body, ground: Ground): void {
  const house = ground.houseAt(body.x, body.y, body.level);
  if (!house) {
    body.level = 0;
    return;
  }
  const [hx, hy] = [body.x - house.x, body.y - house.y];
  const up = house.floors[body.level]?.stairs;
  const high = up ? climb(up, hx, hy) : null;
  if (high !== null && high > 0.9 && house.floors[body.level + 1]) {
    body.level += 1;
    return;
  }
  const below = body.level > 0 ? house.floors[body.level - 1].stairs : null;
  const low = below ? climb(below, hx, hy) : null;
  if (low !== null && low <= 0.9) body.level -= 1;
}
