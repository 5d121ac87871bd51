/** What it is like around one's own body, as the host tells it: changes in a square of 16 m cells. */
import type { BitReader } from "./bit-reader";
import { CHANNELS, GOODS as PRICED_GOODS, SMELLS } from "./generated";

/** Cells along the side of the square. */
export const SQUARE_SIDE = 7;
export const SQUARE_CELLS = SQUARE_SIDE * SQUARE_SIDE;
export { CHANNELS, CHANNELS_TOP as CHANNEL_TOPS, FIELD_CELL_METRES, GOODS as PRICED_GOODS, SMELLS, TOP_STEP } from "./generated";

/** What is told once for the whole square. */
export interface FeltHere {
  /** Where the wind blows to, in 1/256 turn anticlockwise from east. */
  readonly windTurn: number;
  readonly windSpeed: number;
  /** Half degrees above -64 °C. */
  readonly warmth: number;
  /** How one is regarded here, in halves: good above 0, bad below. */
  readonly regard: number;
  /** What each good costs in hundredths, if one stands at a stall. */
  readonly prices: readonly number[] | null;
  /** Whether one keeps the law; only guards are told of crime. */
  readonly duty: boolean;
  /** How strongly it smells of each of SMELLS: 0 not at all to 3 strong. */
  readonly smells: readonly number[];
}

export interface Felt {
  readonly kind: "felt";
  /** The cell in the square's south-western corner; another than before means all steps begin at 0. */
  readonly corner: readonly [number, number];
  readonly here: FeltHere;
  /** For each channel the cells whose step changed, and the new step. */
  readonly changes: readonly (readonly (readonly [cell: number, step: number])[])[];
}

const FARTHEST = 2 ** 31;

export function readFelt(r: BitReader): Felt {
  const corner = [r.signed(7, "corner", FARTHEST), r.signed(7, "corner", FARTHEST)] as const;
  const windTurn = r.byte();
  const windSpeed = r.byte();
  const warmth = r.byte();
  const regard = r.signedBits(8);
  const prices = r.bit() ? PRICED_GOODS.map(() => r.bits(16)) : null;
  const duty = r.bit();
  const smells = SMELLS.map(() => r.bits(2));
  const changes = CHANNELS.map(() => readChanges(r));
  return { kind: "felt", corner, here: { windTurn, windSpeed, warmth, regard, prices, duty, smells }, changes };
}

function readChanges(r: BitReader): [number, number][] {
  const changes: [number, number][] = [];
  if (!r.bit()) return changes;
  for (let cell = 0; cell < SQUARE_CELLS; cell++) {
    if (r.bit()) changes.push([cell, r.bits(4)]);
  }
  return changes;
}
