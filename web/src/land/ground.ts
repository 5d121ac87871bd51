/** The land known so far, and what one stands on. */
import { CHUNK_METRES, chunkKey, chunkOf, heightIn, waterIn, type Chunk } from "./chunk";
import { climb, covers, floorHeight, FLOOR_METRES, type House } from "./house";

export class Ground {
  readonly chunks = new Map<number, Chunk>();

  add(chunk: Chunk): void {
    this.chunks.set(chunkKey(chunk.pos.x, chunk.pos.y), chunk);
  }

  remove(x: number, y: number): void {
    this.chunks.delete(chunkKey(x, y));
  }

  clear(): void {
    this.chunks.clear();
  }

  chunkAt(x: number, y: number): Chunk | undefined {
    return this.chunks.get(chunkKey(chunkOf(x), chunkOf(y)));
  }

  /** The house with a room of that storey over the point. Houses may reach one chunk east and north of their own. */
  houseAt(x: number, y: number, level: number): House | null {
    const cx = chunkOf(x);
    const cy = chunkOf(y);
    for (let dy = 0; dy >= -1; dy--) {
      for (let dx = 0; dx >= -1; dx--) {
        const chunk = this.chunks.get(chunkKey(cx + dx, cy + dy));
        if (!chunk) continue;
        for (const house of chunk.houses) if (covers(house, level, x, y)) return house;
      }
    }
    return null;
  }

  /** Terrain height in metres, or null where the land is not known yet. */
  terrain(x: number, y: number): number | null {
    const chunk = this.chunkAt(x, y);
    if (!chunk) return null;
    return heightIn(chunk, x - chunk.pos.x * CHUNK_METRES, y - chunk.pos.y * CHUNK_METRES);
  }

  water(x: number, y: number): number | null {
    const chunk = this.chunkAt(x, y);
    if (!chunk) return null;
    return waterIn(chunk, x - chunk.pos.x * CHUNK_METRES, y - chunk.pos.y * CHUNK_METRES);
  }

  /** How deep the water is; zero on dry land. */
  depth(x: number, y: number): number {
    const surface = this.water(x, y);
    return surface === null ? 0 : Math.max(0, surface - (this.terrain(x, y) ?? 0));
  }

  /** Where the feet of a body on that storey are: on its floor, on a stair, or on the open ground. */
  footing(x: number, y: number, level: number): number {
    const house = this.houseAt(x, y, level);
    if (!house) return this.terrain(x, y) ?? 0;
    const up = climbed(house, level, x, y);
    if (up !== null) return floorHeight(house, level) + up * FLOOR_METRES;
    const below = climbed(house, level - 1, x, y);
    return below === null ? floorHeight(house, level) : floorHeight(house, level - 1) + below * FLOOR_METRES;
  }

  /** The storey a body is on after it moved to (x, y) while on `level`: stairs lead up and down at their middle. */
  levelAfter(x: number, y: number, level: number): number {
    const house = this.houseAt(x, y, level);
    if (!house) return 0;
    const up = climbed(house, level, x, y);
    if (up !== null && up >= 0.5) return level + 1;
    const below = climbed(house, level - 1, x, y);
    return below !== null && below < 0.5 ? level - 1 : level;
  }
}

/** How far up the flight from `level` a point is, or null when off it. */
function climbed(house: House, level: number, x: number, y: number): number | null {
  const stairs = house.floors[level]?.stairs;
  return stairs ? climb(stairs, x - house.x, y - house.y) : null;
}
