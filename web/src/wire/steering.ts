/** The datagram a guest sends every step: its last few steerings and what snapshots it has got. */
import type { BitReader } from "./bit-reader";
import { BitWriter } from "./bit-writer";
import type { Acks } from "./seq";
import { GAITS } from "./vocabulary";

export const MOST_STEERINGS = 8;

export interface Steering {
  /** Eastward and northward share of full speed in 1/127. */
  readonly east: number;
  readonly north: number;
  /** Direction to face in 1/256 turn. */
  readonly heading: number;
  /** Number of one of GAITS. */
  readonly gait: number;
}

export function sameSteering(a: Steering, b: Steering): boolean {
  return a.east === b.east && a.north === b.north && a.heading === b.heading && a.gait === b.gait;
}

export function writeSteering(w: BitWriter, steering: Steering): void {
  const still = steering.east === 0 && steering.north === 0;
  w.bit(still);
  if (!still) {
    w.signedBits(steering.east, 8);
    w.signedBits(steering.north, 8);
  }
  w.byte(steering.heading);
  w.bits(steering.gait, 2);
}

export function readSteering(r: BitReader): Steering {
  const still = r.bit();
  const east = still ? 0 : r.signedBits(8);
  const north = still ? 0 : r.signedBits(8);
  return { east, north, heading: r.byte(), gait: r.bits(2) % GAITS.length };
}

/** `steerings` have consecutive numbers, the last being `newest`. */
export function encodeSteeringPacket(acks: Acks, newest: number, steerings: readonly Steering[]): Uint8Array<ArrayBuffer> {
  const w = new BitWriter();
  w.bit(acks.newest !== null);
  if (acks.newest !== null) {
    w.bits(acks.newest, 16);
    w.bits(acks.before, 32);
  }
  w.bits(newest, 16);
  const count = Math.min(steerings.length, MOST_STEERINGS);
  w.bits(count, 4);
  let last: Steering | null = null;
  for (const steering of steerings.slice(steerings.length - count)) {
    const same = last !== null && sameSteering(last, steering);
    w.bit(same);
    if (!same) writeSteering(w, steering);
    last = steering;
  }
  return w.finish();
}
