/**
 * How likely each bit of a snapshot is, as both ends have learnt it: a model is how often its bit was a one, in 1/65536. Which model codes which bit is the order
 * in which they are laid out here, and the same as the host's.
 */
export const SLOPES = 6;
export const SPEEDS = 8;
export const AGES = 8;
export const SPANS = 4;
export const CHANGES = 4;

/** Where the models of whole numbers of one kind stand: `steps` of their length, then three for each length from 2 to 6. */
export interface Lengths {
  readonly at: number;
  readonly steps: number;
}
/** Longest numbers whose upper bits have models. */
export const SHORT = 6;

let count = 0;

function take(models: number): number {
  const at = count;
  count += models;
  return at;
}

function lengths(steps: number): Lengths {
  return { at: take(steps + 3 * (SHORT - 1)), steps };
}

function several(kinds: number, steps: number): Lengths[] {
  return Array.from({ length: kinds }, () => lengths(steps));
}

const treeOf = (bits: number): number => take(2 ** bits - 1);

export const TOLD = take(2 * AGES * 4 * 5);
export const KIND = take(3);
export const MORE = take(1);
export const GAP = lengths(10);
export const PACED = take(8 * SLOPES);
export const STOPS = take(SLOPES * SPEEDS);
export const PACE = treeOf(8);
export const PACE_SIGN = take(SLOPES * SPEEDS);
export const PACE_STEP = several(SLOPES, 8);
export const TURNED = take(8 * SLOPES);
export const TURN_SIGN = take(SLOPES);
export const TURN_STEP = several(SLOPES, 8);
export const SWERVED = take(8 * 4 * SLOPES);
export const SWERVE_SIGN = take(SLOPES);
export const SWERVE_STEP = several(2 * SLOPES, 8);
export const OFF = several(2 * CHANGES * SPANS, 9);
export const PARTS = take(5);
export const STRANGE = take(5);
export const WIDE_ID = take(1);
export const ID = lengths(20);
export const IS_THING = take(1);
export const THING = treeOf(6);
export const BEING = treeOf(8);
export const PLAIN = take(1);
export const LETTER_COUNT = lengths(6);
export const CAPITAL = treeOf(5);
export const LETTER = treeOf(5);
export const LOOKS = take(1);
export const NEAR = take(1);
export const GOES = take(1);
export const ASIDE = take(1);
export const OWN_TICK = take(1);
export const OWN_STEERING = take(2);
export const OWN_PACED = take(1);
export const OWN_FAR = take(1);
export const OWN_STANCE = take(1);
export const OWN_VITALS = take(6);
export const OWN_SIGN = take(4);
export const OWN_PACE = several(2, 9);
export const OWN_OFF = several(2, 9);
const COUNT = count;

const ONE = 65536;
/** No model is surer than this. */
const LEAST = 32;
/** The slowest a model learns: by 1/2^this of what it was wrong. */
const SLOWEST = 6;
const EXPERIENCED = 2 ** SLOWEST - 2;

export class Models {
  private readonly one: Uint16Array;
  private readonly seen: Uint8Array;

  constructor(other?: Models) {
    this.one = other ? other.one.slice() : new Uint16Array(COUNT).fill(ONE / 2);
    this.seen = other ? other.seen.slice() : new Uint8Array(COUNT);
  }

  /** How often that model's bit is a one. */
  likely(at: number): number {
    return this.one[at];
  }

  /** A bit of that model's came. */
  learn(at: number, bit: boolean): void {
    const seen = this.seen[at];
    const rate = 31 - Math.clz32(seen + 2);
    this.seen[at] = Math.min(seen + 1, EXPERIENCED);
    const one = this.one[at];
    const next = one + (((bit ? ONE : 0) - one) >> rate);
    this.one[at] = Math.max(LEAST, Math.min(ONE - LEAST, next));
  }
}
