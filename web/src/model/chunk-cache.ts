/**
 * Which chunks to keep. Holds at most as many as the view needs plus a margin for turning back; when there are more, the
 * farthest go first. Nothing within the view is ever dropped.
 */
import { chunkKey, ringsBetween, type ChunkPos } from "../land/chunk";

/** Rings kept beyond the view, so that walking to and fro over a border loads nothing. */
const MARGIN = 2;

export class ChunkCache {
  private readonly held = new Map<number, ChunkPos>();

  constructor(public rings: number) {}

  get size(): number {
    return this.held.size;
  }

  get limit(): number {
    return (2 * (this.rings + MARGIN) + 1) ** 2;
  }

  add(pos: ChunkPos): void {
    this.held.set(chunkKey(pos.x, pos.y), pos);
  }

  remove(pos: ChunkPos): void {
    this.held.delete(chunkKey(pos.x, pos.y));
  }

  has(pos: ChunkPos): boolean {
    return this.held.has(chunkKey(pos.x, pos.y));
  }

  clear(): void {
    this.held.clear();
  }

  /** Forgets and answers what there is no room for, farthest from (x, y) first. */
  evict(x: number, y: number): ChunkPos[] {
    if (this.held.size <= this.limit) return [];
    const outside = [...this.held.values()]
      .filter((pos) => ringsBetween(pos.x, pos.y, x, y) > this.rings)
      .sort((a, b) => ringsBetween(b.x, b.y, x, y) - ringsBetween(a.x, a.y, x, y));
    const dropped = outside.slice(0, this.held.size - this.limit);
    for (const pos of dropped) this.remove(pos);
    return dropped;
  }
}
