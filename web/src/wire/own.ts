/**
 * What every snapshot begins with: its number, its tick and the guest's own body. Once we have acknowledged a packet, the
 * host codes headers against the newest such packet, the anchor.
 */
import { ProtocolError, outOfRange } from "./error";
import type { ModelReader } from "./model-reader";
import { OWN_FAR, OWN_OFF, OWN_PACE, OWN_PACED, OWN_SIGN, OWN_STANCE, OWN_STEERING, OWN_TICK, OWN_VITALS, type Lengths } from "./models";
import { MOST_TICKS } from "./vocabulary";

const OWN_STEPS = 4096;
const OWN_SPEED_STEPS = 256;
const ANCHOR_BITS = 6;
/** Widths of groups of whole places, of small steps of vitals, and of few steerings. */
const PLACE_GROUP = 10;
const SMALL_STEP = 4;
const FEW_STEERINGS = 3;
/** Places are below this, zigzag. */
const FARTHEST = 2 ** 37;
/** Half ticks for which a body has most often gone as it goes now. */
const NEW_HALVES = 3;

/** A guest's own body, exactly enough to predict from. */
export interface OwnState {
  /** Number of the last steering the world has applied. */
  readonly steering: number | null;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly level: number;
  readonly pose: number;
  readonly stamina: number;
  readonly health: number;
  readonly hunger: number;
}

export interface Header {
  readonly seq: number;
  readonly tick: number;
  readonly own: OwnState;
}

/** How a packet is named: what is read before anything can be looked up. */
export type Name =
  | { readonly kind: "anchored"; readonly seq: number; readonly packets: number }
  | { readonly kind: "whole"; readonly seq: number; readonly epoch: number }
  | { readonly kind: "bare"; readonly seq: number };

/** Of an anchored packet only the number's low bits are told: it is the one nearest to the newest taken that has them. */
export function readPacketName(r: ModelReader, newest: number | null): Name {
  const near = r.even(3);
  const packets = near === 7 ? r.even(ANCHOR_BITS) : near;
  if (packets > 0) {
    const low = r.even(8);
    if (newest === null) throw new ProtocolError("a packet is coded against another though none is here");
    const since = ((low - newest) << 24) >> 24;
    return { kind: "anchored", seq: (newest + since) & 0xffff, packets };
  }
  const isBare = r.coin();
  const seq = r.even(16);
  return isBare ? { kind: "bare", seq } : { kind: "whole", seq, epoch: r.even(8) };
}

/** Place in fine steps. */
function readPlace(r: ModelReader): [number, number] {
  const part = (): number => {
    const raw = r.numberBelow(PLACE_GROUP, "place", FARTHEST);
    return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
  };
  return [part(), part()];
}

function readNumber(r: ModelReader): number | null {
  return r.coin() ? r.even(16) : null;
}

function readOff(r: ModelReader, which: number, size: Lengths): number {
  const off = r.length(size);
  return (off !== 0 && r.bit(OWN_SIGN + which) ? -off : off) | 0;
}

/** A header coded against nothing. */
export function readWhole(r: ModelReader, seq: number): Header {
  const tick = r.numberBelow(7, "tick", MOST_TICKS);
  const steering = readNumber(r);
  const [x, y] = readPlace(r);
  const vx = r.signedEven(16) / OWN_SPEED_STEPS;
  const vy = r.signedEven(16) / OWN_SPEED_STEPS;
  const level = r.even(3);
  const pose = r.even(3);
  const stamina = r.even(8);
  const health = r.even(8);
  const own = { steering, x: x / OWN_STEPS, y: y / OWN_STEPS, vx, vy, level, pose, stamina, health, hunger: r.even(8) };
  return { seq, tick, own };
}

/** A steering is applied per tick, so its number is most often as far on as the packet's. */
function readSteering(r: ModelReader, before: number | null, packets: number): number | null {
  const expected = before === null ? null : (before + packets) & 0xffff;
  if (!r.bit(OWN_STEERING)) return expected;
  if (!r.bit(OWN_STEERING + 1)) return readNumber(r);
  const off = r.signedEven(FEW_STEERINGS);
  if (expected === null) throw outOfRange("steering", 0);
  return (expected + off) & 0xffff;
}

/** A header coded against the anchor's. */
export function readAgainst(r: ModelReader, seq: number, anchor: Header): Header {
  const packets = (seq - anchor.seq) & 0xffff;
  const tick = anchor.tick + (r.bit(OWN_TICK) ? r.numberBelow(7, "tick", MOST_TICKS) : packets);
  const was = anchor.own;
  const steering = readSteering(r, was.steering, packets);
  const before = [was.vx * OWN_SPEED_STEPS, was.vy * OWN_SPEED_STEPS];
  const now = r.bit(OWN_PACED) ? before.map((part, i) => (part + readOff(r, i, OWN_PACE[i])) | 0) : before;
  const halves = 2 * packets;
  const fresh = Math.min(halves, NEW_HALVES);
  const guess = (place: number, i: number): number =>
    place * OWN_STEPS + Math.floor((2 * (before[i] * (halves - fresh) + now[i] * fresh) + 2) / 5);
  const [x, y] = r.bit(OWN_FAR)
    ? readPlace(r)
    : [was.x, was.y].map((place, i) => guess(place, i) + readOff(r, 2 + i, OWN_OFF[i]));
  const [level, pose] = r.bit(OWN_STANCE) ? [r.even(3), r.even(3)] : [was.level, was.pose];
  const [stamina, health, hunger] = [was.stamina, was.health, was.hunger].map((vital, i) => {
    if (!r.bit(OWN_VITALS + i)) return vital;
    return (vital + (r.bit(OWN_VITALS + 3 + i) ? r.signedEven(SMALL_STEP) : r.even(8))) & 255;
  });
  const [vx, vy] = now.map((part) => part / OWN_SPEED_STEPS);
  return { seq, tick, own: { steering, x: x / OWN_STEPS, y: y / OWN_STEPS, vx, vy, level, pose, stamina, health, hunger } };
}
