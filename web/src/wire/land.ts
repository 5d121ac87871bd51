/**
 * Land on the wire: a chunk as genesis made it, and what people changed since. Heights and moisture are predicted from
 * three neighbours (west + south − south-west) and the differences Rice-coded; ecosystems, water and roads go as runs.
 */
import {
  DRY, LATTICE, VERTICES, type Chunk, type Growth, type Place,
} from "../land/chunk";
import { ECOSYSTEMS, GROWTHS, PLACES, THINGS } from "../land/kinds";
import type { House } from "../land/house";
import { LIFT_SIDE, type Lift } from "../land/lift";
import type { BitReader } from "./bit-reader";
import { readChunkPos, readOffset } from "./chunk-pos";
import { outOfRange } from "./error";
import { readEdgeKind, readHouse } from "./house";
import { indexOf } from "./one-of";

const MOST_GROWTHS = 2048;
const MOST_HOUSES = 32;
const MOST_SPROUTS = 256;
const MOST_PLACES = 64;
const LONGEST_PLACE_NAME = 64;

/** A wall, door or window people built on a tile edge of the open ground. */
export interface BuiltEdge {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly kind: number;
}

/** Everything that differs from what genesis made. */
export interface ChunkChanges {
  readonly version: number;
  readonly gone: ReadonlySet<number>;
  readonly built: readonly BuiltEdge[];
  readonly lift: Lift;
}

export const UNTOUCHED: ChunkChanges = { version: 0, gone: new Set(), built: [], lift: new Array<number>(LIFT_SIDE * LIFT_SIDE).fill(0) };

export function readChunk(r: BitReader): Chunk {
  const pos = readChunkPos(r);
  const heights = new Int16Array(VERTICES);
  const moisture = new Uint8Array(VERTICES);
  const water = new Int16Array(VERTICES);
  const ecosystems = new Uint8Array(VERTICES);
  const road = new Uint8Array(VERTICES);
  readPlane(r, heights, "height", -32768, 32767);
  readPlane(r, moisture, "moisture", 0, 255);
  readRuns(r, water, () => readWater(r));
  readRuns(r, ecosystems, () => indexOf(ECOSYSTEMS, "ecosystem", r.bits(5)));
  readRuns(r, road, () => r.byte());
  const growths: Growth[] = [];
  for (let n = r.count("growths", 46, MOST_GROWTHS); n > 0; n--) {
    const kind = indexOf(GROWTHS, "growth", r.bits(6));
    const x = r.bits(12);
    const y = r.bits(12);
    const size = r.byte();
    growths.push({ kind, x, y, size, turn: r.byte() });
  }
  const houses: House[] = [];
  for (let n = r.count("houses", 64, MOST_HOUSES); n > 0; n--) houses.push(readHouse(r, pos));
  // What lay about at first: its things come as entities, so the page has no use for the list itself.
  for (let n = r.count("sprouts", 30, MOST_SPROUTS); n > 0; n--) {
    indexOf(THINGS, "thing", r.bits(6));
    r.bits(24);
  }
  const places: Place[] = [];
  for (let n = r.count("places", 30, MOST_PLACES); n > 0; n--) {
    const kind = indexOf(PLACES, "place", r.bits(6));
    const [x, y] = readOffset(r, pos);
    places.push({ kind, x, y, name: r.text("place name", LONGEST_PLACE_NAME) });
  }
  return { pos, heights, water, ecosystems, moisture, road, growths, houses, places };
}

export function readChanges(r: BitReader): ChunkChanges {
  const version = r.numberBelow(7, "version", 2 ** 32);
  const gone = new Set<number>();
  let last = 0;
  for (let n = r.count("gone", 4, 4096); n > 0; n--) {
    last += r.numberBelow(3, "gone", 1 << 16);
    if (last >= 1 << 16) throw outOfRange("gone", last);
    gone.add(last);
  }
  const built: BuiltEdge[] = [];
  for (let n = r.count("built", 13, 2048); n > 0; n--) {
    const x = r.bits(5);
    const y = r.bits(5);
    const side = r.bits(1);
    built.push({ x, y, side, kind: readEdgeKind(r) });
  }
  const lift = r.bit() ? UNTOUCHED.lift.map(() => r.signedBits(16)) : UNTOUCHED.lift;
  return { version, gone, built, lift };
}

function readWater(r: BitReader): number {
  if (!r.bit()) return DRY;
  const level = r.signed(7, "water", 32768);
  if (level > 32767) throw outOfRange("water", level);
  return level;
}

const plane = new Int32Array(VERTICES);

function guess(at: number): number {
  const column = at % LATTICE;
  if (at === 0) return 0;
  if (column === 0) return plane[at - LATTICE];
  if (at < LATTICE) return plane[at - 1];
  return plane[at - 1] + plane[at - LATTICE] - plane[at - LATTICE - 1];
}

function readPlane(r: BitReader, into: Int16Array | Uint8Array, field: string, least: number, most: number): void {
  const k = r.bits(4);
  for (let at = 0; at < VERTICES; at++) {
    const error = at === 0 ? r.bits(17) : r.rice(k);
    const value = guess(at) + (error % 2 === 0 ? error / 2 : -(error + 1) / 2);
    if (value < least || value > most) throw outOfRange(field, value);
    plane[at] = value;
    into[at] = value;
  }
}

function readRuns(r: BitReader, into: Int16Array | Uint8Array, get: () => number): void {
  let start = 0;
  while (start < VERTICES) {
    const value = get();
    const run = r.numberBelow(3, "run", VERTICES - start) + 1;
    into.fill(value, start, start + run);
    start += run;
  }
}
