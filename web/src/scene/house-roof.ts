/**
 * Roofs over any plan. The tiles of a storey with nothing above them are cut greedily into rectangles, the largest
 * first; each gets its own roof of the house's shape. Ridges of smaller ones run into the larger, as on real farm
 * houses. Eaves stick out only over open air.
 */
import { FLOOR_METRES, ROOF_FLAT, ROOF_GABLE_EAST, ROOF_GABLE_NORTH, ROOF_HIP, roomAt, type House } from "../land/house";
import type { Mesher } from "./mesher";
import type { Facade } from "./palette";

const EAVES = 0.45;
const PITCH = 0.85;

export interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Covers the marked tiles of a `width` × `depth` plan with rectangles, largest first. Clears the marks. */
export function rectangles(marks: Uint8Array, width: number, depth: number): Rect[] {
  const out: Rect[] = [];
  for (;;) {
    const best = largest(marks, width, depth);
    if (!best) return out;
    for (let y = best.y0; y < best.y1; y++) marks.fill(0, y * width + best.x0, y * width + best.x1);
    out.push(best);
  }
}

function largest(marks: Uint8Array, width: number, depth: number): Rect | null {
  let best: Rect | null = null;
  let area = 0;
  const run = new Uint8Array(width);
  for (let y = 0; y < depth; y++) {
    for (let x = 0; x < width; x++) run[x] = marks[y * width + x] ? run[x] + 1 : 0;
    for (let x = 0; x < width; x++) {
      let high = run[x];
      for (let right = x; right < width && high > 0; right++) {
        high = Math.min(high, run[right]);
        const size = high * (right - x + 1);
        if (size > area) {
          area = size;
          best = { x0: x, y0: y - high + 1, x1: right + 1, y1: y + 1 };
        }
      }
    }
  }
  return best;
}

/** Adds the roof over what storey `level` leaves open to the sky. */
export function addRoof(m: Mesher, house: House, level: number, floor: number, facade: Facade): void {
  const marks = new Uint8Array(house.width * house.depth);
  for (let y = 0; y < house.depth; y++) {
    for (let x = 0; x < house.width; x++) {
      const open = roomAt(house, level, x, y) !== 0 && roomAt(house, level + 1, x, y) === 0;
      marks[y * house.width + x] = open ? 1 : 0;
    }
  }
  const z = floor + FLOOR_METRES;
  rectangles(marks, house.width, house.depth).forEach((rect, n) => {
    const narrow = Math.min(rect.x1 - rect.x0, rect.y1 - rect.y0) < 2;
    if (house.roof === ROOF_FLAT || narrow) addFlat(m, rect, z, facade);
    else addPitched(m, house, level, rect, z, facade, shapeFor(house.roof, rect, n));
  });
}

/** Side wings turn their ridge along their longer side. */
function shapeFor(roof: number, rect: Rect, n: number): number {
  if (n === 0 || roof === ROOF_HIP) return roof;
  return rect.x1 - rect.x0 >= rect.y1 - rect.y0 ? ROOF_GABLE_EAST : ROOF_GABLE_NORTH;
}

function addFlat(m: Mesher, r: Rect, z: number, facade: Facade): void {
  m.paint(facade.roof, 0.9).box(r.x0 - 0.14, r.y0 - 0.14, z, r.x1 + 0.14, r.y1 + 0.14, z + 0.16);
  m.paint(facade.plinth);
  m.box(r.x0 - 0.14, r.y0 - 0.14, z + 0.16, r.x1 + 0.14, r.y0 + 0.08, z + 0.45);
  m.box(r.x0 - 0.14, r.y1 - 0.08, z + 0.16, r.x1 + 0.14, r.y1 + 0.14, z + 0.45);
  m.box(r.x0 - 0.14, r.y0 + 0.08, z + 0.16, r.x0 + 0.08, r.y1 - 0.08, z + 0.45);
  m.box(r.x1 - 0.08, r.y0 + 0.08, z + 0.16, r.x1 + 0.14, r.y1 - 0.08, z + 0.45);
}

function addPitched(
  m: Mesher, house: House, level: number, r: Rect, z: number, facade: Facade, shape: number,
): void {
  const free = (x: number, y: number): boolean => roomAt(house, level, x, y) === 0;
  const [mx, my] = [(r.x0 + r.x1) >> 1, (r.y0 + r.y1) >> 1];
  const west = r.x0 - (free(r.x0 - 1, my) ? EAVES : 0.02);
  const east = r.x1 + (free(r.x1, my) ? EAVES : 0.02);
  const south = r.y0 - (free(mx, r.y0 - 1) ? EAVES : 0.02);
  const north = r.y1 + (free(mx, r.y1) ? EAVES : 0.02);
  // Drawn in a frame whose first axis runs along the ridge.
  const turned = shape === ROOF_GABLE_NORTH || (shape === ROOF_HIP && r.y1 - r.y0 > r.x1 - r.x0);
  const p = (a: number, b: number, h: number): [number, number, number] => (turned ? [b, a, h] : [a, b, h]);
  const [a0, a1, b0, b1] = turned ? [south, north, west, east] : [west, east, south, north];
  const [wa0, wa1, wb0, wb1] = turned ? [r.y0, r.y1, r.x0, r.x1] : [r.x0, r.x1, r.y0, r.y1];
  const middle = (wb0 + wb1) / 2;
  const half = (wb1 - wb0) / 2;
  const ridge = z + half * PITCH + 0.12;
  const drop = (b: number): number => z + 0.12 - (Math.abs(b - middle) - half) * PITCH;
  const inset = shape === ROOF_HIP ? Math.min(half, (wa1 - wa0) / 2 - 0.2) : 0;
  const [r0, r1] = shape === ROOF_HIP ? [wa0 + inset, wa1 - inset] : [a0, a1];
  const [e0, e1] = [drop(b0), drop(b1)];
  const quad = (q: [number, number, number][], flip: boolean): void => {
    const [a, b, c, d] = flip ? [...q].reverse() : q;
    m.quad(...a, ...b, ...c, ...d);
  };
  const thick = 0.14;
  for (const [lift, shade] of [[0, 1], [-thick, 0.7]] as const) {
    m.paint(facade.roof, shade);
    quad([p(a0, b0, e0 + lift), p(a1, b0, e0 + lift), p(r1, middle, ridge + lift), p(r0, middle, ridge + lift)], turned !== lift < 0);
    m.paint(facade.roof, shade * 0.93);
    quad([p(a1, b1, e1 + lift), p(a0, b1, e1 + lift), p(r0, middle, ridge + lift), p(r1, middle, ridge + lift)], turned !== lift < 0);
  }
  m.paint(facade.timber, 0.95);
  quad([p(a0, b0, e0 - thick), p(a1, b0, e0 - thick), p(a1, b0, e0), p(a0, b0, e0)], turned);
  quad([p(a1, b1, e1 - thick), p(a0, b1, e1 - thick), p(a0, b1, e1), p(a1, b1, e1)], turned);
  for (const [a, w, outward] of [[a0, r0, true], [a1, r1, false]] as const) {
    if (shape === ROOF_HIP) {
      m.paint(facade.roof, 0.88);
      const face: [number, number, number][] = [p(a, b1, e1), p(a, b0, e0), p(w, middle, ridge)];
      const [x, y, t] = outward !== turned ? face : [...face].reverse();
      m.tri(...x, ...y, ...t);
    } else {
      addGable(m, p, facade, outward ? wa0 : wa1, a, wb0, wb1, middle, b0, b1, drop, ridge, thick);
    }
  }
  addChimney(m, house, r, ridge, facade);
}

function addGable(
  m: Mesher, p: (a: number, b: number, h: number) => [number, number, number], facade: Facade, wallAt: number,
  edgeAt: number, wb0: number, wb1: number, middle: number, b0: number, b1: number, drop: (b: number) => number,
  ridge: number, thick: number,
): void {
  const outward = Math.sign(edgeAt - wallAt) * 0.1;
  m.paint(facade.plaster, 0.98);
  m.tri(...p(wallAt + outward, wb0 - 0.1, drop(wb0) - thick), ...p(wallAt + outward, wb1 + 0.1, drop(wb1) - thick), ...p(wallAt + outward, middle, ridge - thick));
  m.paint(facade.timber);
  for (const b of [b0, b1]) {
    m.quad(...p(edgeAt, b, drop(b) - 0.2), ...p(edgeAt, b, drop(b) + 0.03), ...p(edgeAt, middle, ridge + 0.03), ...p(edgeAt, middle, ridge - 0.24));
  }
  const post = wallAt + outward * 1.3;
  m.quad(...p(post, middle - 0.08, drop(wb0) - thick), ...p(post, middle + 0.08, drop(wb0) - thick), ...p(post, middle + 0.08, ridge - 0.2), ...p(post, middle - 0.08, ridge - 0.2));
}

function addChimney(m: Mesher, house: House, r: Rect, ridge: number, facade: Facade): void {
  for (const floor of house.floors) {
    for (const piece of floor.furniture) {
      const [x, y] = [piece.x + 0.5, piece.y + 0.5];
      if (piece.kind !== HEARTH || x < r.x0 || x > r.x1 || y < r.y0 || y > r.y1) continue;
      m.paint(facade.plinth, 0.9).box(x - 0.3, y - 0.3, ridge - 3, x + 0.3, y + 0.3, ridge + 0.55, true);
      m.paint(facade.plinth, 0.7).box(x - 0.36, y - 0.36, ridge + 0.55, x + 0.36, y + 0.36, ridge + 0.7);
      return;
    }
  }
}
const HEARTH = 3;
