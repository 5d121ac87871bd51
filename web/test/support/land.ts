/** Small pieces of land for tests. */
import { DRY, VERTICES, type Chunk } from "../../src/land/chunk";
import { Ground } from "../../src/land/ground";
import { DOOR, SOUTH, WALL, WEST, type Edge, type Floor, type House } from "../../src/land/house";
import { ECOSYSTEMS } from "../../src/land/kinds";
import type { Body, Surroundings } from "../../src/model/body";
import { UNTOUCHED } from "../../src/wire/land";
import { ORDINARY } from "../../src/wire/physique";

export { UNTOUCHED } from "../../src/wire/land";

/** A flat dry meadow at sea level. */
export function meadow(x = 0, y = 0, more: Partial<Chunk> = {}): Chunk {
  return {
    pos: { x, y }, heights: new Int16Array(VERTICES), water: new Int16Array(VERTICES).fill(DRY),
    ecosystems: new Uint8Array(VERTICES).fill(ECOSYSTEMS.indexOf("meadow")), moisture: new Uint8Array(VERTICES).fill(128),
    road: new Uint8Array(VERTICES), growths: [], houses: [], places: [], ...more,
  };
}

export function surroundings(chunk: Chunk, changes = UNTOUCHED): Surroundings {
  const ground = new Ground();
  ground.add(chunk);
  return { physique: ORDINARY, ground, changesOf: () => changes, others: () => undefined };
}

export function walker(x: number, y: number): Body {
  return { x, y, vx: 0, vy: 0, level: 0, pose: 0, stamina: 1 };
}

/** A house of 6 × 4 tiles at (10, 10): a door in the west at (0, 1), stairs climbing east along y = 2 from x = 2 to 4. */
export function house(): House {
  const edges: Edge[] = [];
  for (let x = 0; x < 6; x++) for (const y of [0, 4]) edges.push({ x, y, side: SOUTH, kind: WALL });
  for (let y = 0; y < 4; y++) {
    edges.push({ x: 0, y, side: WEST, kind: y === 1 ? DOOR : WALL }, { x: 6, y, side: WEST, kind: WALL });
  }
  const floor = (stairs: Floor["stairs"]): Floor => ({
    rooms: new Uint8Array(24).fill(1), uses: [0], edges, stairs, furniture: [],
  });
  return {
    x: 10, y: 10, width: 6, depth: 4, base: 0, floors: [floor({ x: 2, y: 2, quarter: 0, length: 3 }), floor(null)], roof: 0,
    facade: 0,
  };
}
