/**
 * Walls of one storey from its plan. Consecutive wall edges become one slab; doors and windows are openings with
 * frames. Outer walls show plaster with timber outside and the inner colour inside; which side is outside follows
 * from the rooms next to the edge.
 */
import { DOOR, FLOOR_METRES, SOUTH, WALL, WINDOW, roomAt, type Edge, type House } from "../land/house";
import type { Mesher } from "./mesher";
import type { Facade } from "./palette";

const THICK = 0.1;
const DOOR_HIGH = 2.15;
const SILL = 0.95;
const LINTEL = 2.05;
const POST = 0.09;
const GLASS = 0x7f97a3;
/** How brightly windows shine after dark. */
const GLOW = 0.85;

/** A stretch of the plan: from `from` to `to` metres along the line, `across` metres off the corner. */
interface Run {
  readonly side: number;
  readonly across: number;
  readonly from: number;
  readonly to: number;
  readonly kind: number;
  /** Whether the side with smaller coordinates (south or west) is outdoors; likewise the other. */
  readonly outLow: boolean;
  readonly outHigh: boolean;
}

function runs(house: House, level: number): Run[] {
  const edges = [...house.floors[level].edges].sort(
    (a, b) => a.side - b.side || across(a) - across(b) || along(a) - along(b),
  );
  const out: Run[] = [];
  for (const edge of edges) {
    const [lowX, lowY] = edge.side === SOUTH ? [edge.x, edge.y - 1] : [edge.x - 1, edge.y];
    const run: Run = {
      side: edge.side,
      across: across(edge),
      from: along(edge),
      to: along(edge) + 1,
      kind: edge.kind,
      outLow: roomAt(house, level, lowX, lowY) === 0,
      outHigh: roomAt(house, level, edge.x, edge.y) === 0,
    };
    const last = out.at(-1);
    if (
      last && run.kind === WALL && last.kind === WALL && last.side === run.side && last.across === run.across &&
      last.to === run.from && last.outLow === run.outLow && last.outHigh === run.outHigh
    ) {
      out[out.length - 1] = { ...last, to: run.to };
    } else {
      out.push(run);
    }
  }
  return out;
}

const along = (edge: Edge): number => (edge.side === SOUTH ? edge.x : edge.y);
const across = (edge: Edge): number => (edge.side === SOUTH ? edge.y : edge.x);

/** A box given along and across a run's line. */
function slab(m: Mesher, run: Run, a0: number, a1: number, c0: number, c1: number, z0: number, z1: number): void {
  if (run.side === SOUTH) m.box(a0, run.across + c0, z0, a1, run.across + c1, z1);
  else m.box(run.across + c0, a0, z0, run.across + c1, a1, z1);
}

/** A wall slab whose two faces differ in colour. */
function wall(m: Mesher, run: Run, facade: Facade, a0: number, a1: number, z0: number, z1: number): void {
  const shade = run.side === SOUTH ? 1 : 0.97;
  m.paint(run.outLow ? facade.plaster : facade.inner, shade);
  face(m, run, a0, a1, -THICK, z0, z1);
  m.paint(run.outHigh ? facade.plaster : facade.inner, shade);
  face(m, run, a0, a1, THICK, z0, z1);
  m.paint(facade.inner, 0.9);
  const p = (a: number, c: number, z: number): [number, number, number] =>
    run.side === SOUTH ? [a, run.across + c, z] : [run.across + c, a, z];
  for (const z of [z0, z1]) m.quad(...p(a0, -THICK, z), ...p(a1, -THICK, z), ...p(a1, THICK, z), ...p(a0, THICK, z));
  for (const a of [a0, a1]) m.quad(...p(a, -THICK, z0), ...p(a, THICK, z0), ...p(a, THICK, z1), ...p(a, -THICK, z1));
}

/** One upright face, `c` metres across the run's line. */
function face(m: Mesher, run: Run, a0: number, a1: number, c: number, z0: number, z1: number): void {
  const at = run.across + c;
  // Fronts look away from the wall's middle: shadows are cast by backs, and a wall with two fronts would let light through.
  const [first, last] = (c > 0) === (run.side === SOUTH) ? [a1, a0] : [a0, a1];
  if (run.side === SOUTH) m.quad(first, at, z0, last, at, z0, last, at, z1, first, at, z1);
  else m.quad(at, first, z0, at, last, z0, at, last, z1, at, first, z1);
}

/** Timber on the outer face of a run. */
function timber(m: Mesher, run: Run, facade: Facade, z0: number, z1: number): void {
  if (!run.outLow && !run.outHigh) return;
  const [c0, c1] = run.outLow ? [-THICK - 0.04, -THICK + 0.02] : [THICK - 0.02, THICK + 0.04];
  m.paint(facade.timber);
  slab(m, run, run.from - 0.05, run.to + 0.05, c0, c1, z1 - 0.2, z1);
  if (run.kind !== WALL) return;
  slab(m, run, run.from - POST, run.from + POST, c0, c1, z0, z1);
  slab(m, run, run.to - POST, run.to + POST, c0, c1, z0, z1);
  for (let a = run.from + 2; a < run.to - 0.5; a += 2) slab(m, run, a - 0.07, a + 0.07, c0, c1, z0, z1);
}

/** The outer walls of a storey as seen from afar: faces only, with dark doors and shining windows. */
export function addFarWalls(m: Mesher, house: House, level: number, z: number, facade: Facade): void {
  for (const run of runs(house, level)) {
    if (!run.outLow && !run.outHigh) continue;
    const out = run.outLow ? -1 : 1;
    m.paint(facade.plaster, run.side === SOUTH ? 1 : 0.97);
    face(m, run, run.from, run.to, out * THICK, z, z + FLOOR_METRES);
    m.paint(facade.timber);
    face(m, run, run.from, run.to, out * (THICK + 0.03), z + FLOOR_METRES - 0.2, z + FLOOR_METRES);
    if (run.kind === DOOR) {
      m.paint(facade.door, 0.7);
      face(m, run, run.from, run.to, out * (THICK + 0.03), z, z + DOOR_HIGH);
    } else if (run.kind === WINDOW) {
      m.paint(facade.door);
      face(m, run, run.from - 0.2, run.to + 0.2, out * (THICK + 0.03), z + SILL, z + LINTEL);
      m.glow = GLOW;
      m.paint(GLASS);
      face(m, run, run.from + 0.14, run.to - 0.14, out * (THICK + 0.06), z + SILL, z + LINTEL);
      m.glow = 0;
    } else {
      for (const a of [run.from, run.to]) face(m, run, a - POST, a + POST, out * (THICK + 0.03), z, z + FLOOR_METRES);
    }
  }
}

/** Adds the walls of a storey standing on height `z`, inside and out. */
export function addWalls(m: Mesher, house: House, level: number, z: number, facade: Facade): void {
  const top = z + FLOOR_METRES;
  for (const run of runs(house, level)) {
    const outer = run.outLow || run.outHigh;
    const [a0, a1] = [run.from - (run.kind === WALL ? THICK : 0), run.to + (run.kind === WALL ? THICK : 0)];
    if (run.kind === WALL) wall(m, run, facade, a0, a1, z, top);
    if (run.kind === DOOR) addDoor(m, run, facade, z, top, outer);
    if (run.kind === WINDOW) addWindow(m, run, facade, z, top);
    timber(m, run, facade, z, top);
  }
}

function addDoor(m: Mesher, run: Run, facade: Facade, z: number, top: number, outer: boolean): void {
  wall(m, run, facade, run.from, run.to, z + DOOR_HIGH, top);
  m.paint(facade.timber);
  slab(m, run, run.from, run.from + 0.08, -0.14, 0.14, z, z + DOOR_HIGH);
  slab(m, run, run.to - 0.08, run.to, -0.14, 0.14, z, z + DOOR_HIGH);
  slab(m, run, run.from, run.to, -0.14, 0.14, z + DOOR_HIGH - 0.1, z + DOOR_HIGH);
  if (!outer) return;
  // The leaf is drawn by itself: it opens and shuts.
  m.paint(facade.plinth, 0.95);
  const [s0, s1] = run.outLow ? [-0.6, 0] : [0, 0.6];
  slab(m, run, run.from + 0.02, run.to - 0.02, s0, s1, z - 0.4, z - 0.01);
}

function addWindow(m: Mesher, run: Run, facade: Facade, z: number, top: number): void {
  wall(m, run, facade, run.from, run.to, z, z + SILL);
  wall(m, run, facade, run.from, run.to, z + LINTEL, top);
  wall(m, run, facade, run.from, run.from + 0.14, z + SILL, z + LINTEL);
  wall(m, run, facade, run.to - 0.14, run.to, z + SILL, z + LINTEL);
  const [a0, a1] = [run.from + 0.14, run.to - 0.14];
  m.glow = GLOW;
  m.paint(GLASS);
  slab(m, run, a0, a1, -0.02, 0.02, z + SILL, z + LINTEL);
  m.glow = 0;
  m.paint(facade.timber);
  slab(m, run, (a0 + a1) / 2 - 0.03, (a0 + a1) / 2 + 0.03, -0.05, 0.05, z + SILL, z + LINTEL);
  slab(m, run, a0, a1, -0.05, 0.05, z + 1.5, z + 1.56);
  slab(m, run, a0 - 0.08, a1 + 0.08, -0.17, 0.17, z + SILL - 0.07, z + SILL);
  if (run.outLow || run.outHigh) {
    // Shutters, folded back.
    const [c0, c1] = run.outLow ? [-0.17, -0.11] : [0.11, 0.17];
    m.paint(facade.door, 1.05);
    slab(m, run, run.from - 0.2, run.from + 0.12, c0, c1, z + SILL, z + LINTEL);
    slab(m, run, run.to - 0.12, run.to + 0.2, c0, c1, z + SILL, z + LINTEL);
  }
}
