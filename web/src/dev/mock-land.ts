/** A pretended piece of land for developing the page without a host: hills, a lake, woods and a small town. */
import {
  CHUNK_METRES, DRY, LATTICE, VERTEX_METRES, VERTICES, type Chunk, type Growth,
} from "../land/chunk";
import { ECOSYSTEMS, GROWTHS, type Ecosystem, type GrowthName } from "../land/kinds";
import { DOOR, SOUTH, WALL, WEST, WINDOW, type Edge, type Floor, type Furniture, type House } from "../land/house";

function noise(x: number, y: number): number {
  const corner = (i: number, j: number): number => {
    const s = Math.sin(i * 127.1 + j * 311.7) * 43758.5453;
    return s - Math.floor(s);
  };
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const smooth = (t: number): number => t * t * (3 - 2 * t);
  const [u, v] = [smooth(x - i), smooth(y - j)];
  const low = corner(i, j) + (corner(i + 1, j) - corner(i, j)) * u;
  const high = corner(i, j + 1) + (corner(i + 1, j + 1) - corner(i, j + 1)) * u;
  return low + (high - low) * v;
}

const WATER = -2;

function heightAt(x: number, y: number): number {
  const hills = noise(x / 90 + 5, y / 90) * 26 + noise(x / 30, y / 30) * 5 - 12;
  const town = Math.min(1, Math.max(0, (Math.hypot(x, y) - 70) / 60));
  return hills * town + 0.6 * noise(x / 12, y / 12) * town;
}

function ecosystemAt(x: number, y: number, z: number): Ecosystem {
  if (Math.hypot(x, y) < 62) return "town";
  if (z < WATER) return "lake";
  if (z < WATER + 0.8) return "beach";
  if (z > 12) return z > 15 ? "snow" : "rock";
  const wet = noise(x / 70 + 40, y / 70 - 9);
  if (wet > 0.62) return z > 6 ? "pinewood" : "forest";
  return wet < 0.28 ? "heath" : "meadow";
}

function roadAt(x: number, y: number): number {
  const bend = Math.sin(x / 40) * 6;
  const main = Math.abs(y - bend * Math.min(1, Math.abs(x) / 80));
  const side = Math.abs(x);
  const near = Math.min(main, Math.abs(y) < 60 ? side : 99);
  return near < 2.4 ? 255 : near < 4.2 ? 120 : 0;
}

const number = (name: GrowthName): number => GROWTHS.indexOf(name);

const WOODS: Partial<Record<Ecosystem, readonly GrowthName[]>> = {
  forest: ["oak", "oak", "birch", "oak", "bush", "mushroom", "tall grass"],
  pinewood: ["pine", "spruce", "spruce", "boulder", "mushroom"],
  meadow: ["tall grass", "tall grass", "flower", "flower", "bush", "birch", "apple tree", "stone", "tall grass", "tall grass"],
  heath: ["heather", "heather", "stone", "boulder", "dead tree", "tall grass"],
  rock: ["stone", "boulder", "iron ore"],
  beach: ["reed", "stone", "willow"],
};
const DENSITY: Partial<Record<Ecosystem, number>> = { forest: 0.5, pinewood: 0.45, meadow: 0.3, heath: 0.3, rock: 0.1, beach: 0.12 };

export function mockChunk(cx: number, cy: number): Chunk {
  const heights = new Int16Array(VERTICES);
  const water = new Int16Array(VERTICES).fill(DRY);
  const ecosystems = new Uint8Array(VERTICES);
  const moisture = new Uint8Array(VERTICES);
  const road = new Uint8Array(VERTICES);
  const growths: Growth[] = [];
  for (let n = 0; n < VERTICES; n++) {
    const x = cx * CHUNK_METRES + (n % LATTICE) * VERTEX_METRES;
    const y = cy * CHUNK_METRES + Math.floor(n / LATTICE) * VERTEX_METRES;
    const z = heightAt(x, y);
    const kind = ecosystemAt(x, y, z);
    heights[n] = Math.round(z * 32);
    if (z < WATER) water[n] = WATER * 32;
    ecosystems[n] = ECOSYSTEMS.indexOf(kind);
    moisture[n] = Math.round(noise(x / 50, y / 50 + 7) * 255);
    road[n] = z > WATER + 0.5 ? roadAt(x, y) : 0;
    if (n % LATTICE === LATTICE - 1 || n >= VERTICES - LATTICE || road[n] > 0) continue;
    const draw = noise(x * 7.3 + 0.5, y * 5.9 + 0.5);
    const woods = WOODS[kind];
    if (!woods || draw > (DENSITY[kind] ?? 0)) continue;
    const pick = woods[Math.floor(noise(x * 3.1 + 9.5, y * 4.7 + 2.5) * woods.length * 0.999)];
    growths.push({
      kind: number(pick), x: Math.floor(((n % LATTICE) * 2 + noise(x, y * 2 + 0.3) * 1.8) * 128),
      y: Math.floor((Math.floor(n / LATTICE) * 2 + noise(x * 2 + 0.7, y) * 1.8) * 128),
      size: 90 + Math.floor(noise(x * 9 + 0.2, y * 3 + 0.1) * 80), turn: Math.floor(noise(x * 1.3, y * 1.7) * 255),
    });
  }
  if (Math.hypot(cx + 0.5, cy + 0.5) < 2.4) furnishTown(cx, cy, growths);
  return {
    pos: { x: cx, y: cy }, heights, water, ecosystems, moisture, road, growths, houses: housesIn(cx, cy), places: [],
  };
}

function furnishTown(cx: number, cy: number, growths: Growth[]): void {
  const put = (kind: GrowthName, x: number, y: number, turn = 0, size = 128): void => {
    const [lx, ly] = [x - cx * CHUNK_METRES, y - cy * CHUNK_METRES];
    if (lx < 0 || ly < 0 || lx >= CHUNK_METRES || ly >= CHUNK_METRES) return;
    growths.push({ kind: number(kind), x: Math.floor(lx * 128), y: Math.floor(ly * 128), size, turn });
  };
  for (let x = -56; x <= 56; x += 16) {
    put("lamp post", x + 4, 4.6);
    put("oak", x - 3, -26, 30, 120);
    put("apple tree", x + 6, 28, 70, 120);
  }
  put("well", 8, 8);
  put("stall", -7, 7.5, 0);
  put("stall", -12, 7.5, 0);
  put("stall", -10, -8, 128);
  put("signpost", 4.5, -4.5, 20);
  for (let k = 0; k < 14; k++) put(k % 3 ? "flower" : "bush", 20 + Math.cos(k) * 7, 7 + Math.sin(k * 2.2) * 1.5);
}

function housesIn(cx: number, cy: number): House[] {
  const houses: House[] = [];
  let n = 0;
  for (const row of [12, -22]) {
    for (let x = -58; x <= 46; x += 15) {
      n++;
      if (Math.abs(x + 4) < 5) continue;
      if (Math.floor(x / 32) === cx && Math.floor(row / 32) === cy) houses.push(mockHouse(x, row, n));
    }
  }
  return houses;
}

function mockHouse(x: number, y: number, n: number): House {
  const [width, depth] = [8 + (n % 3), 7 + (n % 2) * 2];
  const storeys = 1 + (n % 3 === 0 ? 0 : 1);
  const floors: Floor[] = [];
  for (let level = 0; level < storeys; level++) {
    const rooms = new Uint8Array(width * depth);
    const split = Math.floor(width / 2);
    for (let j = 0; j < depth; j++) {
      for (let i = 0; i < width; i++) {
        const cut = n % 4 === 1 && i > split + 1 && j > depth - 4;
        rooms[j * width + i] = cut ? 0 : i < split ? 1 : 2;
      }
    }
    const edges: Edge[] = [];
    const at = (i: number, j: number): number => (i < 0 || j < 0 || i >= width || j >= depth ? 0 : rooms[j * width + i]);
    for (let j = 0; j <= depth; j++) {
      for (let i = 0; i <= width; i++) {
        const outside = (a: number, b: number): boolean => (a === 0) !== (b === 0);
        const kind = (along: number, a: number, b: number): number => {
          if (!outside(a, b)) return along === 3 ? DOOR : WALL;
          return along % 3 === 1 ? WINDOW : WALL;
        };
        if (i < width && at(i, j) !== at(i, j - 1)) {
          const entrance = level === 0 && j === (y > 0 ? 0 : depth) && i === 2;
          edges.push({ x: i, y: j, side: SOUTH, kind: entrance ? DOOR : kind(i, at(i, j), at(i, j - 1)) });
        }
        if (j < depth && at(i, j) !== at(i - 1, j)) edges.push({ x: i, y: j, side: WEST, kind: kind(j, at(i, j), at(i - 1, j)) });
      }
    }
    const furniture: Furniture[] = [
      { kind: 3, x: 0, y: depth - 2, quarter: 0 }, { kind: 0, x: 2, y: 3, quarter: 0 }, { kind: 1, x: 1, y: 3, quarter: 0 },
      { kind: 2, x: split + 1, y: 0, quarter: 0 }, { kind: 7, x: width - 1, y: 0, quarter: 0 }, { kind: 5, x: 0, y: 0, quarter: 0 },
    ];
    const stairs = level + 1 < storeys ? { x: split, y: 1, quarter: 1, length: 3 } : null;
    floors.push({ rooms, uses: [0, 3], edges, stairs, furniture });
  }
  return { x, y, width, depth, base: 3, floors, roof: [1, 2, 3, 1, 2][n % 5], facade: n };
}
