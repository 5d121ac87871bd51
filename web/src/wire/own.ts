/**
 * What every snapshot begins with: its number, its tick and the guest's own body. Once we have acknowledged a packet, the
 * host codes headers against the newest such packet, the anchor.
 */
import type { BitReader } from "./bit-reader";
import { readChunkPos } from "./chunk-pos";
import { ProtocolError, outOfRange } from "./error";
import { MOST_TICKS } from "./vocabulary";

const OWN_STEPS = 4096;
const OWN_STEP_BITS = 17;
const OWN_SPEED_STEPS = 256;
const ANCHOR_BITS = 5;
/** Widths in bits of errors against the anchor, by class; the class after the last is the whole value. */
const PLACE_WIDTHS = [3, 0, 7, 13] as const;
const SPEED_WIDTHS = [0, 4, 7, 11] as const;
const CLASS_RICE = 1;
const FEW_STEERINGS = 3;
const SMALL_STEP = 4;

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

/** Place in fine steps. */
function readPlace(r: BitReader): [number, number] {
  const chunk = readChunkPos(r);
  const width = 2 ** OWN_STEP_BITS;
  return [chunk.x * width + r.bits(OWN_STEP_BITS), chunk.y * width + r.bits(OWN_STEP_BITS)];
}

/** Two errors, or null if the whole values follow. */
function readPair(r: BitReader, widths: readonly number[]): [number, number] | null {
  const size = r.rice(CLASS_RICE);
  if (size === widths.length) return null;
  if (size > widths.length) throw outOfRange("width", size);
  const width = widths[size];
  return width === 0 ? [0, 0] : [r.signedBits(width), r.signedBits(width)];
}

function readNumber(r: BitReader): number | null {
  return r.bit() ? r.bits(16) : null;
}

function readWhole(r: BitReader): OwnState {
  const steering = readNumber(r);
  const [x, y] = readPlace(r);
  const vx = r.signedBits(16) / OWN_SPEED_STEPS;
  const vy = r.signedBits(16) / OWN_SPEED_STEPS;
  const level = r.bits(3);
  const pose = r.bits(3);
  const stamina = r.byte();
  const health = r.byte();
  return { steering, x: x / OWN_STEPS, y: y / OWN_STEPS, vx, vy, level, pose, stamina, health, hunger: r.byte() };
}

/** A steering is applied per tick, so its number is most often as far on as the packet's. */
function readSteering(r: BitReader, before: number | null, packets: number): number | null {
  const expected = before === null ? null : (before + packets) & 0xffff;
  if (!r.bit()) return expected;
  if (r.bit()) return readNumber(r);
  if (expected === null) throw outOfRange("steering", 0);
  return (expected + r.signedBits(FEW_STEERINGS)) & 0xffff;
}

/** Reads a state told against `anchor`, which was told `packets` packets before. */
function readAgainst(r: BitReader, anchor: OwnState, packets: number): OwnState {
  const steering = readSteering(r, anchor.steering, packets);
  const speed = [anchor.vx * OWN_SPEED_STEPS, anchor.vy * OWN_SPEED_STEPS];
  const guess = (place: number, velocity: number): number =>
    place * OWN_STEPS + Math.floor((velocity * 4 * packets + 2) / 5);
  const errors = readPair(r, PLACE_WIDTHS);
  const [x, y] = errors
    ? [guess(anchor.x, speed[0]) + errors[0], guess(anchor.y, speed[1]) + errors[1]]
    : readPlace(r);
  const changes = readPair(r, SPEED_WIDTHS);
  const [vx, vy] = changes
    ? [speed[0] + changes[0], speed[1] + changes[1]]
    : [r.signedBits(16), r.signedBits(16)];
  const [level, pose] = r.bit() ? [r.bits(3), r.bits(3)] : [anchor.level, anchor.pose];
  const told = r.bit();
  const vital = (before: number): number => {
    if (!told || !r.bit()) return before;
    return r.bit() ? (before + r.signedBits(SMALL_STEP)) & 255 : r.byte();
  };
  const stamina = vital(anchor.stamina);
  const health = vital(anchor.health);
  const hunger = vital(anchor.hunger);
  return {
    steering,
    x: x / OWN_STEPS,
    y: y / OWN_STEPS,
    vx: vx / OWN_SPEED_STEPS,
    vy: vy / OWN_SPEED_STEPS,
    level,
    pose,
    stamina,
    health,
    hunger,
  };
}

/** Reads what follows the number, with the anchor if there is one; `find` knows the headers received. */
/**
 * A packet's number and how many packets back its anchor is, 0 for none; `newest` is the newest packet received. With an anchor only the number's
 * low bits are told: it is the one nearest to the newest that has them.
 */
export function readSeq(r: BitReader, newest: number | null): { seq: number; packets: number } {
  const packets = r.bits(ANCHOR_BITS);
  if (packets === 0) return { seq: r.bits(16), packets };
  const low = r.byte();
  if (newest === null) throw new ProtocolError("a packet is coded against another though none is here");
  const since = ((low - newest) << 24) >> 24;
  return { seq: (newest + since) & 0xffff, packets };
}

export function readHeader(
  r: BitReader,
  seq: number,
  packets: number,
  find: (seq: number) => Header | null,
): { header: Header; anchor: Header | null } {
  if (packets === 0) {
    const tick = r.numberBelow(7, "tick", MOST_TICKS);
    return { header: { seq, tick, own: readWhole(r) }, anchor: null };
  }
  const number = (seq - packets) & 0xffff;
  const anchor = find(number);
  if (!anchor) throw new ProtocolError(`packet ${number}, which this one is coded against, is not here`);
  const ticks = r.bit() ? r.numberBelow(7, "tick", MOST_TICKS) : packets;
  return { header: { seq, tick: anchor.tick + ticks, own: readAgainst(r, anchor.own, packets) }, anchor };
}
