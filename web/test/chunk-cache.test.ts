import { describe, expect, it } from "vitest";
import { chunkKey, ringsBetween } from "../src/land/chunk";
import { ChunkCache } from "../src/model/chunk-cache";

function fill(cache: ChunkCache, x: number, y: number, rings: number): void {
  for (let j = y - rings; j <= y + rings; j++) for (let i = x - rings; i <= x + rings; i++) cache.add({ x: i, y: j });
}

describe("the cache of chunks", () => {
  it("drops the farthest first and never what is in view", () => {
    const cache = new ChunkCache(2);
    for (let step = 0; step < 40; step++) {
      fill(cache, step, 0, 2);
      const dropped = cache.evict(step, 0);
      const nearest = Math.min(...dropped.map((pos) => ringsBetween(pos.x, pos.y, step, 0)));
      for (let i = step - 60; i < step; i++) {
        if (cache.has({ x: i, y: 0 })) expect(step - i).toBeLessThanOrEqual(nearest);
      }
      for (let i = step - 2; i <= step + 2; i++) expect(cache.has({ x: i, y: 0 })).toBe(true);
      expect(cache.size).toBeLessThanOrEqual(cache.limit);
    }
  });

  it("keeps everything while there is room, so walking to and fro loads nothing", () => {
    const cache = new ChunkCache(3);
    fill(cache, 0, 0, 3);
    fill(cache, 1, 0, 3);
    expect(cache.evict(0, 0)).toEqual([]);
  });

  it("survives a teleport: all of the old place goes when the new one needs the room", () => {
    const cache = new ChunkCache(2);
    fill(cache, 0, 0, 4);
    fill(cache, 1000, -1000, 2);
    const dropped = cache.evict(1000, -1000);
    expect(dropped.length).toBe(25);
    expect(cache.has({ x: 1000, y: -1000 })).toBe(true);
  });

  it("names every chunk of the plane differently", () => {
    const keys = new Set<number>();
    const ends = [-262144, -262143, -1, 0, 1, 262143, 262144];
    for (const x of ends) for (const y of ends) keys.add(chunkKey(x, y));
    expect(keys.size).toBe(ends.length ** 2);
  });
});
