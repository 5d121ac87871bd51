/** Houses on the wire. */
import type { ChunkPos } from "../land/chunk";
import { FURNITURE, ROOM_USES, type Edge, type Floor, type Furniture, type House, type Stairs } from "../land/house";
import type { BitReader } from "./bit-reader";
import { readOffset } from "./chunk-pos";
import { outOfRange } from "./error";
import { indexOf } from "./one-of";

const MOST_FLOORS = 7;
const MOST_ROOMS = 255;
const MOST_EDGES = 8192;
const MOST_FURNITURE = 1024;
const EDGE_KINDS = 3;
/** Tile numbers have six bits. */
const LONGEST_SIDE = 63;

export function readEdgeKind(r: BitReader): number {
  const kind = r.bits(2);
  if (kind >= EDGE_KINDS) throw outOfRange("edge", kind);
  return kind;
}

export function readHouse(r: BitReader, pos: ChunkPos): House {
  const [x, y] = readOffset(r, pos);
  const width = readSide(r);
  const depth = readSide(r);
  const base = r.signedBits(16);
  const roof = r.bits(2);
  const facade = r.byte();
  const floors: Floor[] = [];
  for (let n = r.numberBelow(3, "floors", MOST_FLOORS + 1); n > 0; n--) floors.push(readFloor(r, width * depth));
  return { x, y, width, depth, base, floors, roof, facade };
}

function readSide(r: BitReader): number {
  const tiles = r.byte();
  if (tiles < 1 || tiles > LONGEST_SIDE) throw outOfRange("house side", tiles);
  return tiles;
}

function readFloor(r: BitReader, tiles: number): Floor {
  const uses: number[] = [];
  for (let n = r.count("rooms", 3, MOST_ROOMS); n > 0; n--) uses.push(indexOf(ROOM_USES, "room use", r.bits(3)));
  const rooms = new Uint8Array(tiles);
  let start = 0;
  while (start < tiles) {
    const room = r.numberBelow(3, "room", uses.length + 1);
    const run = r.numberBelow(3, "room run", tiles - start) + 1;
    rooms.fill(room, start, start + run);
    start += run;
  }
  const edges: Edge[] = [];
  for (let n = r.count("edges", 15, MOST_EDGES); n > 0; n--) {
    const x = r.bits(6);
    const y = r.bits(6);
    const side = r.bits(1);
    edges.push({ x, y, side, kind: readEdgeKind(r) });
  }
  let stairs: Stairs | null = null;
  if (r.bit()) {
    const x = r.bits(6);
    const y = r.bits(6);
    const quarter = r.bits(2);
    stairs = { x, y, quarter, length: r.bits(4) };
  }
  const furniture: Furniture[] = [];
  for (let n = r.count("furniture", 18, MOST_FURNITURE); n > 0; n--) {
    const kind = indexOf(FURNITURE, "furniture", r.bits(4));
    const x = r.bits(6);
    const y = r.bits(6);
    furniture.push({ kind, x, y, quarter: r.bits(2) });
  }
  return { rooms, uses, edges, stairs, furniture };
}
