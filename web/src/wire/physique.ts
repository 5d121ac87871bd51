/** What bodies can do, told in the welcome: metres, seconds, shares. */
import type { BitReader } from "./bit-reader";
import { ProtocolError } from "./error";

export interface Physique {
  readonly walk: number;
  readonly run: number;
  readonly sneak: number;
  readonly swim: number;
  readonly acceleration: number;
  readonly radius: number;
  /** Rise over run that nobody climbs. */
  readonly steepest: number;
  readonly swimDepth: number;
  /** Share of breath a second of running takes, and a second of anything else gives back. */
  readonly breathSpent: number;
  readonly breathRegained: number;
}

export const ORDINARY: Physique = {
  walk: 2.2, run: 5.5, sneak: 1.1, swim: 1.4, acceleration: 24, radius: 0.35, steepest: 1.1, swimDepth: 0.9,
  breathSpent: 0.05, breathRegained: 0.09,
};

const word = new DataView(new ArrayBuffer(4));

function readPart(r: BitReader): number {
  word.setUint32(0, r.bits(32));
  const part = word.getFloat32(0);
  if (!(part >= 0 && part <= 1000)) throw new ProtocolError(`physique cannot be ${part}`);
  return part;
}

export function readPhysique(r: BitReader): Physique {
  const [walk, run, sneak, swim, acceleration] = [readPart(r), readPart(r), readPart(r), readPart(r), readPart(r)];
  const [radius, steepest, swimDepth, breathSpent, breathRegained] = [readPart(r), readPart(r), readPart(r), readPart(r), readPart(r)];
  return { walk, run, sneak, swim, acceleration, radius, steepest, swimDepth, breathSpent, breathRegained };
}
