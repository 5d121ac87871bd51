/** Places on the wire. */
import { CHUNK_LIMIT, CHUNK_METRES, type ChunkPos } from "../land/chunk";
import type { BitReader } from "./bit-reader";
import type { BitWriter } from "./bit-writer";

export function writeChunkPos(w: BitWriter, pos: ChunkPos): void {
  w.signed(pos.x, 7);
  w.signed(pos.y, 7);
}

export function readChunkPos(r: BitReader): ChunkPos {
  const x = r.signed(7, "chunk", CHUNK_LIMIT);
  return { x, y: r.signed(7, "chunk", CHUNK_LIMIT) };
}

/** A point near the chunk, to 1/128 m; answered in metres of the world. */
export function readOffset(r: BitReader, pos: ChunkPos): [number, number] {
  const x = r.signed(7, "offset", 1 << 20) / 128;
  const y = r.signed(7, "offset", 1 << 20) / 128;
  return [pos.x * CHUNK_METRES + x, pos.y * CHUNK_METRES + y];
}
