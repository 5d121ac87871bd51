/** A whole house from its plan: near with everything inside, far as walls and roof only. */
import { FLOOR_METRES, QUARTER_X, QUARTER_Y, floorHeight, roomAt, type House, type Stairs } from "../land/house";
import { addFurniture } from "./furniture-shapes";
import { addRoof, rectangles } from "./house-roof";
import { addFarWalls, addWalls } from "./house-walls";
import { CUT_ROOF, cutMark } from "./materials";
import type { Mesher } from "./mesher";
import { FACADES, PLANK, TIMBER } from "./palette";

const SLAB = 0.18;
const FOUNDATION = 2.5;

/** Adds `house`, known to shaders as `mark`, to a mesh whose origin is (originX, originY). */
export function addHouse(m: Mesher, house: House, mark: number, originX: number, originY: number, near: boolean): void {
  const facade = FACADES[house.facade % FACADES.length];
  const [x, y] = [house.x - originX, house.y - originY];
  house.floors.forEach((floor, level) => {
    const z = floorHeight(house, level);
    m.cut = cutMark(mark, level);
    m.at(x, y, 0);
    if (near) addWalls(m, house, level, z, facade);
    else addFarWalls(m, house, level, z, facade);
    if (near || level === 0) addFloor(m, house, level, z, facade.plinth);
    if (near) {
      if (floor.stairs) addStairs(m, floor.stairs, z);
      for (const piece of floor.furniture) addFurniture(m, piece, x, y, z);
    }
    m.at(x, y, 0);
    m.cut = cutMark(mark, level + 1 < house.floors.length ? level + 1 : CUT_ROOF);
    addRoof(m, house, level, z, facade);
  });
  m.cut = -1;
  m.at(0, 0, 0);
}

/** Boards over the rooms of a storey, open where the flight from below comes up. */
function addFloor(m: Mesher, house: House, level: number, z: number, plinth: number): void {
  const marks = new Uint8Array(house.width * house.depth);
  for (let y = 0; y < house.depth; y++) {
    for (let x = 0; x < house.width; x++) marks[y * house.width + x] = roomAt(house, level, x, y) ? 1 : 0;
  }
  if (level === 0) {
    for (const r of rectangles(marks.slice(), house.width, house.depth)) {
      m.paint(plinth, 0.9).box(r.x0 - 0.16, r.y0 - 0.16, z - FOUNDATION, r.x1 + 0.16, r.y1 + 0.16, z - 0.02, true);
    }
  }
  const below = level > 0 ? house.floors[level - 1].stairs : null;
  if (below) for (const [x, y] of stairTiles(below)) marks[y * house.width + x] = 0;
  for (const r of rectangles(marks, house.width, house.depth)) {
    for (let y = r.y0; y < r.y1; y++) {
      m.paint(PLANK, 0.82 + (y % 3) * 0.06);
      if (level === 0) m.quad(r.x0, y, z + 0.01, r.x1, y, z + 0.01, r.x1, y + 1, z + 0.01, r.x0, y + 1, z + 0.01);
      else m.box(r.x0, y, z - SLAB, r.x1, y + 1, z);
    }
  }
}

function stairTiles(stairs: Stairs): [number, number][] {
  const [dx, dy] = [QUARTER_X[stairs.quarter & 3], QUARTER_Y[stairs.quarter & 3]];
  return Array.from({ length: stairs.length }, (_, k) => [stairs.x + dx * k, stairs.y + dy * k]);
}

function addStairs(m: Mesher, stairs: Stairs, z: number): void {
  const [dx, dy] = [QUARTER_X[stairs.quarter & 3], QUARTER_Y[stairs.quarter & 3]];
  const steps = stairs.length * 4;
  for (let k = 0; k < steps; k++) {
    const [from, to] = [k / 4 - 0.5, (k + 1) / 4 - 0.5];
    const [cx, cy] = [stairs.x + 0.5, stairs.y + 0.5];
    const [ax, ay, bx, by] = [cx + dx * from, cy + dy * from, cx + dx * to, cy + dy * to];
    const [px, py] = [Math.abs(dy) * 0.45, Math.abs(dx) * 0.45];
    m.paint(k % 2 ? PLANK : TIMBER, k % 2 ? 1 : 1.4);
    m.box(
      Math.min(ax, bx) - px, Math.min(ay, by) - py, z,
      Math.max(ax, bx) + px, Math.max(ay, by) + py, z + ((k + 1) / steps) * FLOOR_METRES, true,
    );
  }
}
