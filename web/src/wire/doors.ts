/** Doors of houses, in bits. */
import { SOUTH, WEST } from "../land/house";
import type { Door } from "../land/doors";
import type { BitReader } from "./bit-reader";

/** Doors that stand open. */
export type Open = readonly Door[];

const MOST_DOORS = 1024;

export function readOpen(r: BitReader): Open {
  const doors: Door[] = [];
  for (let left = r.numberBelow(3, "doors", MOST_DOORS); left > 0; left--) {
    doors.push({ house: r.byte(), level: r.bits(3), x: r.bits(6), y: r.bits(6), side: r.bit() ? WEST : SOUTH });
  }
  return doors;
}
