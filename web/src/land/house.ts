/** Houses on a one-metre plan. */
import { HEIGHT_STEPS } from "./chunk";

export const FLOOR_METRES = 3;

export const ROOM_USES = ["hall", "kitchen", "parlour", "bedroom", "store", "workshop", "taproom"] as const;
export const FURNITURE = [
  "table", "chair", "bed", "hearth", "chest", "shelf", "anvil", "barrel", "counter",
] as const;
export type FurnitureName = (typeof FURNITURE)[number];

export const SOUTH = 0;
export const WEST = 1;
export const WALL = 0;
export const DOOR = 1;
export const WINDOW = 2;

export const ROOF_FLAT = 0;
export const ROOF_GABLE_EAST = 1;
export const ROOF_GABLE_NORTH = 2;
export const ROOF_HIP = 3;

export interface Edge {
  readonly x: number;
  readonly y: number;
  /** SOUTH runs from (x, y) to (x + 1, y), WEST from (x, y) to (x, y + 1). */
  readonly side: number;
  readonly kind: number;
}

export interface Furniture {
  readonly kind: number;
  readonly x: number;
  readonly y: number;
  readonly quarter: number;
}

/** A flight up from its floor to the next, climbed from its foot tile. */
export interface Stairs {
  readonly x: number;
  readonly y: number;
  /** Quarter turns of the direction climbed, 0 east, 1 north. */
  readonly quarter: number;
  readonly length: number;
}

export interface Floor {
  /** Room of each tile, row by row from the south-west; 0 is outside. */
  readonly rooms: Uint8Array;
  readonly uses: readonly number[];
  readonly edges: readonly Edge[];
  readonly stairs: Stairs | null;
  readonly furniture: readonly Furniture[];
}

export interface House {
  /** South-west corner in the world, on whole metres. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly depth: number;
  /** Height of the ground floor in 1/32 m. */
  readonly base: number;
  readonly floors: readonly Floor[];
  readonly roof: number;
  readonly facade: number;
}

export const QUARTER_X: readonly number[] = [1, 0, -1, 0];
export const QUARTER_Y: readonly number[] = [0, 1, 0, -1];

export function floorHeight(house: House, level: number): number {
  return house.base / HEIGHT_STEPS + level * FLOOR_METRES;
}

/** The room at a tile of a storey; 0 when outside. */
export function roomAt(house: House, level: number, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= house.width || y >= house.depth) return 0;
  return house.floors[level]?.rooms[y * house.width + x] ?? 0;
}

/** Whether a point of the world is over a room of that storey. */
export function covers(house: House, level: number, x: number, y: number): boolean {
  return roomAt(house, level, Math.floor(x - house.x), Math.floor(y - house.y)) !== 0;
}

/** How far up the flight a point of the house is, 0 at the foot to 1 at the head, or null when off it. */
export function climb(stairs: Stairs, x: number, y: number): number | null {
  const dx = QUARTER_X[stairs.quarter & 3];
  const dy = QUARTER_Y[stairs.quarter & 3];
  const tileX = Math.floor(x) - stairs.x;
  const tileY = Math.floor(y) - stairs.y;
  const step = tileX * dx + tileY * dy;
  if (step < 0 || step >= stairs.length || tileX !== dx * step || tileY !== dy * step) return null;
  const along = (x - stairs.x - 0.5) * dx + (y - stairs.y - 0.5) * dy + 0.5;
  return Math.max(0, Math.min(1, along / stairs.length));
}
