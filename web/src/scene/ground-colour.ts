/**
 * The colour of each ground vertex: ecosystem by moisture, blended over up to two vertices, then rock on steep
 * slopes, roads, and a little grain.
 *
 * Blending must agree on both sides of a chunk's border without knowing the neighbour, so the reach shrinks towards
 * the rim: a vertex is only blended with others no farther away than the rim is, and along the rim itself only with
 * other vertices of the rim, which both chunks hold.
 */
import { Color } from "three";
import { HEIGHT_STEPS, LATTICE, VERTICES, VERTEX_METRES, type Chunk } from "../land/chunk";
import { ECOSYSTEMS } from "../land/kinds";
import { CLIFF, GROUND, PAVED, ROAD } from "./palette";

const REACH = 2;
const TOWN = ECOSYSTEMS.indexOf("town");

const linear = (hex: number): readonly number[] => new Color(hex).toArray();
const TABLE = ECOSYSTEMS.map((name) => ({ dry: linear(GROUND[name][0]), wet: linear(GROUND[name][1]) }));
const CLIFF_RGB = linear(CLIFF);
const ROAD_RGB = linear(ROAD);
const PAVED_RGB = linear(PAVED);

const plain = new Float32Array(VERTICES * 3);

/** A repeatable number in 0..1 for a vertex of the world. */
export function grain(x: number, y: number): number {
  let h = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Writes three linear colour values per vertex into `out`. */
export function paintGround(chunk: Chunk, out: Float32Array): void {
  for (let n = 0; n < VERTICES; n++) {
    const { dry, wet } = TABLE[chunk.ecosystems[n]];
    const m = chunk.moisture[n] / 255;
    for (let c = 0; c < 3; c++) plain[n * 3 + c] = dry[c] + (wet[c] - dry[c]) * m;
  }
  for (let j = 0; j < LATTICE; j++) {
    for (let i = 0; i < LATTICE; i++) {
      blend(i, j, out);
      finish(chunk, i, j, out);
    }
  }
}

function blend(i: number, j: number, out: Float32Array): void {
  const last = LATTICE - 1;
  const ri = Math.min(REACH, i, last - i);
  const rj = Math.min(REACH, j, last - j);
  // On the rim one of the two reaches is zero already; elsewhere both stay within the chunk.
  let [r, g, b, total] = [0, 0, 0, 0];
  for (let dj = -rj; dj <= rj; dj++) {
    for (let di = -ri; di <= ri; di++) {
      const weight = 1 / (1 + di * di + dj * dj);
      const at = ((j + dj) * LATTICE + i + di) * 3;
      r += plain[at] * weight;
      g += plain[at + 1] * weight;
      b += plain[at + 2] * weight;
      total += weight;
    }
  }
  const at = (j * LATTICE + i) * 3;
  out[at] = r / total;
  out[at + 1] = g / total;
  out[at + 2] = b / total;
}

function finish(chunk: Chunk, i: number, j: number, out: Float32Array): void {
  const n = j * LATTICE + i;
  const at = n * 3;
  const steep = steepness(chunk, i, j);
  if (steep > 0.55) mix(out, at, CLIFF_RGB, Math.min(1, (steep - 0.55) / 0.4));
  const road = chunk.road[n] / 255;
  if (road > 0) mix(out, at, chunk.ecosystems[n] === TOWN ? PAVED_RGB : ROAD_RGB, Math.min(1, road * 1.15));
  const gx = chunk.pos.x * (LATTICE - 1) + i;
  const gy = chunk.pos.y * (LATTICE - 1) + j;
  const shade = 0.94 + grain(gx, gy) * 0.1 + (grain(gx >> 2, gy >> 2) - 0.5) * 0.05;
  for (let c = 0; c < 3; c++) out[at + c] *= shade;
}

function mix(out: Float32Array, at: number, toward: readonly number[], amount: number): void {
  for (let c = 0; c < 3; c++) out[at + c] += (toward[c] - out[at + c]) * amount;
}

/** Rise over run, taken along the rim only for vertices on it, so that both chunks agree. */
function steepness(chunk: Chunk, i: number, j: number): number {
  const last = LATTICE - 1;
  const slope = (a: number, b: number, cells: number): number =>
    (chunk.heights[b] - chunk.heights[a]) / HEIGHT_STEPS / (cells * VERTEX_METRES);
  const n = j * LATTICE + i;
  const east = i > 0 && i < last ? slope(n - 1, n + 1, 2) : 0;
  const north = j > 0 && j < last ? slope(n - LATTICE, n + LATTICE, 2) : 0;
  return Math.hypot(east, north);
}

