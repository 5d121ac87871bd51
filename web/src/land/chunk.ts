/**
 * One 32 m square of land, as plain data.
 *
 * Vertex (i, j) of every lattice lies 2i metres east and 2j metres north of the chunk's corner and is stored at
 * `j * LATTICE + i`. Axes: x east, y north, z up, in metres.
 */
import type { House } from "./house";

export const CHUNK_METRES = 32;
export const VERTEX_METRES = 2;
export const LATTICE = 17;
export const VERTICES = LATTICE * LATTICE;
export const HEIGHT_STEPS = 32;
/** Marks a vertex without water above it. */
export const DRY = -32768;
/** Chunk coordinates are kept within this many squares of the origin. */
export const CHUNK_LIMIT = 1 << 18;

export interface ChunkPos {
  readonly x: number;
  readonly y: number;
}

export interface Growth {
  readonly kind: number;
  /** Place inside the chunk in 1/128 m. */
  readonly x: number;
  readonly y: number;
  /** 128 is ordinary, 255 twice that. */
  readonly size: number;
  /** Which way it faces, in 1/256 turn. */
  readonly turn: number;
}

export interface Place {
  readonly kind: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export interface Chunk {
  readonly pos: ChunkPos;
  readonly heights: Int16Array;
  readonly water: Int16Array;
  readonly ecosystems: Uint8Array;
  readonly moisture: Uint8Array;
  readonly road: Uint8Array;
  readonly growths: readonly Growth[];
  readonly houses: readonly House[];
  readonly places: readonly Place[];
}

/** One number per chunk for use as a map key; exact for every chunk inside CHUNK_LIMIT. */
export function chunkKey(x: number, y: number): number {
  return (x + CHUNK_LIMIT) * (4 * CHUNK_LIMIT) + (y + CHUNK_LIMIT);
}

export function chunkOf(metres: number): number {
  return Math.max(-CHUNK_LIMIT, Math.min(CHUNK_LIMIT, Math.floor(metres / CHUNK_METRES)));
}

/** Rings between two chunks: the larger of the two axis distances. */
export function ringsBetween(ax: number, ay: number, bx: number, by: number): number {
  return Math.max(Math.abs(ax - bx), Math.abs(ay - by));
}

/** Ground height in metres at a point inside the chunk, linear on triangles cut south-west to north-east. */
export function heightIn(chunk: Chunk, localX: number, localY: number): number {
  const px = Math.max(0, Math.min(CHUNK_METRES, localX)) / VERTEX_METRES;
  const py = Math.max(0, Math.min(CHUNK_METRES, localY)) / VERTEX_METRES;
  const i = Math.min(Math.floor(px), LATTICE - 2);
  const j = Math.min(Math.floor(py), LATTICE - 2);
  const u = px - i;
  const v = py - j;
  const at = j * LATTICE + i;
  const h = chunk.heights;
  const sw = h[at];
  const ne = h[at + LATTICE + 1];
  if (u >= v) {
    const se = h[at + 1];
    return (sw + (se - sw) * u + (ne - se) * v) / HEIGHT_STEPS;
  }
  const nw = h[at + LATTICE];
  return (sw + (nw - sw) * v + (ne - nw) * u) / HEIGHT_STEPS;
}

export function nearestVertex(localX: number, localY: number): number {
  const index = (v: number): number => Math.max(0, Math.min(LATTICE - 1, Math.floor(v / VERTEX_METRES + 0.5)));
  return index(localY) * LATTICE + index(localX);
}

/** Height of the water's surface at a point, or null where it is dry. */
export function waterIn(chunk: Chunk, localX: number, localY: number): number | null {
  const level = chunk.water[nearestVertex(localX, localY)];
  return level === DRY ? null : level / HEIGHT_STEPS;
}
