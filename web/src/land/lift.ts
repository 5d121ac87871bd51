/**
 * How an earthquake lifted a chunk: nine numbers in height steps, at its corners, the middles of its sides and its middle, row by row from
 * the south-west. Between them the ground rises evenly; whole numbers, so that host and page agree to the step.
 */
import { CHUNK_METRES, LATTICE, type Chunk } from "./chunk";

/** Numbers along the side of a lift, and vertices from one to the next. */
export const LIFT_SIDE = 3;
const SPAN = (LATTICE - 1) / (LIFT_SIDE - 1);

export type Lift = readonly number[];

/** The lift at a vertex, in height steps. */
export function liftAt(lift: Lift, i: number, j: number): number {
  const [column, row] = [Math.min(Math.floor(i / SPAN), LIFT_SIDE - 2), Math.min(Math.floor(j / SPAN), LIFT_SIDE - 2)];
  const [u, v] = [i - column * SPAN, j - row * SPAN];
  const at = (x: number, y: number) => lift[(row + y) * LIFT_SIDE + column + x];
  const south = at(0, 0) * (SPAN - u) + at(1, 0) * u;
  const north = at(0, 1) * (SPAN - u) + at(1, 1) * u;
  return Math.floor((south * (SPAN - v) + north * v) / (SPAN * SPAN));
}

/** The chunk as it stands now; itself where nothing was lifted. Houses go up and down with the ground under their middle; water stays level. */
export function lifted(chunk: Chunk, lift: Lift): Chunk {
  if (lift.every((step) => step === 0)) return chunk;
  const within = (height: number) => Math.max(-32768, Math.min(32767, height));
  const heights = chunk.heights.map((height, index) => within(height + liftAt(lift, index % LATTICE, Math.floor(index / LATTICE))));
  const vertex = (metres: number) => Math.max(0, Math.min(LATTICE - 1, Math.floor(metres / 2)));
  const houses = chunk.houses.map((house) => {
    const [x, y] = [house.x - chunk.pos.x * CHUNK_METRES, house.y - chunk.pos.y * CHUNK_METRES];
    const up = liftAt(lift, vertex(x + house.width / 2), vertex(y + house.depth / 2));
    return { ...house, base: within(house.base + up) };
  });
  return { ...chunk, heights, houses };
}
