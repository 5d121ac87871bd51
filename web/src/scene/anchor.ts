/**
 * The scene's own origin. The plane reaches thousands of kilometres, graphics cards count in 32 bits; so everything
 * is drawn relative to a chunk near the player, which moves along on long journeys.
 */
import { CHUNK_METRES, chunkOf, ringsBetween } from "../land/chunk";

const FAR_RINGS = 64;

export class Anchor {
  chunkX = 0;
  chunkY = 0;

  get x(): number {
    return this.chunkX * CHUNK_METRES;
  }

  get y(): number {
    return this.chunkY * CHUNK_METRES;
  }

  /** Follows a player at (x, y); true when everything drawn must be placed anew. */
  follow(x: number, y: number): boolean {
    const [cx, cy] = [chunkOf(x), chunkOf(y)];
    if (ringsBetween(cx, cy, this.chunkX, this.chunkY) < FAR_RINGS) return false;
    this.chunkX = cx;
    this.chunkY = cy;
    return true;
  }
}
