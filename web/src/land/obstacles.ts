/**
 * What stops a walker near a point: walls as segments, trunks, stones and furniture as posts. The same list, in the same
 * order, as the world's own (crates/core/world/src/land.rs), so that host and page push a body out alike.
 */
import { SPOTS_PER_METRE } from "../wire/generated";
import type { ChunkChanges } from "../wire/land";
import { CHUNK_METRES, chunkKey, chunkOf, type Chunk } from "./chunk";
import type { Ground } from "./ground";
import { DOOR, FURNITURE, QUARTER_X, QUARTER_Y, SOUTH, type House, type Stairs } from "./house";
import { trunkRadius } from "./kinds";

/** A wall has two ends; a post has one point and a radius, which walls lack. */
export interface Obstacle {
  ax: number;
  ay: number;
  bx: number;
  by: number;
  /** Negative for walls. */
  radius: number;
}

const CHAIR = FURNITURE.indexOf("chair");
const BROAD = new Set(["bed", "table", "hearth", "counter"].map((name) => (FURNITURE as readonly string[]).indexOf(name)));

/** A list that is filled anew for every step without making garbage. */
export class Obstacles {
  readonly items: Obstacle[] = [];
  count = 0;

  private add(ax: number, ay: number, bx: number, by: number, radius: number): void {
    let item = this.items[this.count];
    if (!item) this.items.push((item = { ax: 0, ay: 0, bx: 0, by: 0, radius: 0 }));
    item.ax = ax;
    item.ay = ay;
    item.bx = bx;
    item.by = by;
    item.radius = radius;
    this.count++;
  }

  /** Everything within `reach` of (x, y) on a storey, relative to that point. */
  collect(ground: Ground, changesOf: (pos: Chunk["pos"]) => ChunkChanges, x: number, y: number, level: number, reach: number): void {
    this.count = 0;
    const [cx, cy] = [chunkOf(x), chunkOf(y)];
    for (const [dx, dy] of HOUSE_REACH) {
      const chunk = ground.chunks.get(chunkKey(cx + dx, cy + dy));
      if (chunk) for (const house of chunk.houses) this.house(house, level, x - house.x, y - house.y, reach);
    }
    if (level !== 0) return;
    for (let j = chunkOf(y - reach); j <= chunkOf(y + reach); j++) {
      for (let i = chunkOf(x - reach); i <= chunkOf(x + reach); i++) {
        const chunk = ground.chunks.get(chunkKey(i, j));
        if (chunk) this.open(chunk, changesOf(chunk.pos), x - i * CHUNK_METRES, y - j * CHUNK_METRES, reach);
      }
    }
  }

  private open(chunk: Chunk, changes: ChunkChanges, x: number, y: number, reach: number): void {
    for (let index = 0; index < chunk.growths.length; index++) {
      const growth = chunk.growths[index];
      const radius = trunkRadius(growth.kind, growth.size);
      if (radius === 0) continue;
      const [dx, dy] = [growth.x / SPOTS_PER_METRE - x, growth.y / SPOTS_PER_METRE - y];
      const far = reach + radius;
      if (dx * dx + dy * dy < far * far && !changes.gone.has(index)) this.add(dx, dy, dx, dy, radius);
    }
    for (const edge of changes.built) if (edge.kind !== DOOR) this.edge(edge.x, edge.y, edge.side, x, y, reach);
  }

  private house(house: House, level: number, x: number, y: number, reach: number): void {
    if (x < -reach || y < -reach || x > house.width + reach || y > house.depth + reach) return;
    const floor = house.floors[level];
    if (!floor) return;
    for (const edge of floor.edges) if (edge.kind !== DOOR) this.edge(edge.x, edge.y, edge.side, x, y, reach);
    for (const piece of floor.furniture) {
      if (piece.kind === CHAIR) continue;
      const radius = BROAD.has(piece.kind) ? 0.42 : 0.35;
      const [dx, dy] = [piece.x + 0.5 - x, piece.y + 0.5 - y];
      if (dx * dx + dy * dy < (reach + radius) ** 2) this.add(dx, dy, dx, dy, radius);
    }
    if (floor.stairs) this.railing(floor.stairs, true, x, y, reach);
    const below = level > 0 ? house.floors[level - 1].stairs : null;
    if (below) this.railing(below, false, x, y, reach);
  }

  private edge(ex: number, ey: number, side: number, x: number, y: number, reach: number): void {
    this.wall(ex, ey, side === SOUTH ? ex + 1 : ex, side === SOUTH ? ey : ey + 1, x, y, reach);
  }

  private wall(ax: number, ay: number, bx: number, by: number, x: number, y: number, reach: number): void {
    const near =
      Math.min(ax, bx) - x < reach && Math.min(ay, by) - y < reach &&
      Math.max(ax, bx) - x > -reach && Math.max(ay, by) - y > -reach;
    if (near) this.add(ax - x, ay - y, bx - x, by - y, -1);
  }

  /** A flight is entered at its foot from below and at its head from above; everywhere else a railing stops one. */
  private railing(stairs: Stairs, fromBelow: boolean, x: number, y: number, reach: number): void {
    const [dx, dy] = [QUARTER_X[stairs.quarter & 3], QUARTER_Y[stairs.quarter & 3]];
    const side = (tx: number, ty: number, ox: number, oy: number): void => {
      if (ox === 1) this.wall(tx + 1, ty, tx + 1, ty + 1, x, y, reach);
      else if (ox === -1) this.wall(tx, ty, tx, ty + 1, x, y, reach);
      else if (oy === 1) this.wall(tx, ty + 1, tx + 1, ty + 1, x, y, reach);
      else this.wall(tx, ty, tx + 1, ty, x, y, reach);
    };
    for (let k = 0; k < stairs.length; k++) {
      side(stairs.x + dx * k, stairs.y + dy * k, dy, dx);
      side(stairs.x + dx * k, stairs.y + dy * k, -dy, -dx);
    }
    if (stairs.length === 0) return;
    const closed = fromBelow ? stairs.length - 1 : 0;
    const outward = fromBelow ? 1 : -1;
    side(stairs.x + dx * closed, stairs.y + dy * closed, dx * outward, dy * outward);
  }
}

/** Houses reach at most one chunk east and north of their own. */
const HOUSE_REACH = [[0, 0], [-1, 0], [0, -1], [-1, -1]] as const;
