/** How much on edge one's character is; those who play have nerves of their own and are not told. */
import type { BitReader } from "./bit-reader";
import { AWARENESS, ROUSES } from "./generated";
import { oneOf } from "./one-of";
import type { EntityId } from "./vocabulary";

export interface Aware {
  readonly kind: "aware";
  readonly state: (typeof AWARENESS)[number];
  readonly cause: (typeof ROUSES)[number];
  readonly about: EntityId | null;
  /** Metres east and north. */
  readonly place: readonly [number, number] | null;
}

const STEPS_PER_METRE = 128;

export function readAware(r: BitReader): Aware {
  const state = oneOf(AWARENESS, "state of awareness", r.bits(2));
  const cause = oneOf(ROUSES, "cause of awareness", r.bits(4));
  const about = r.bit() ? r.big(7) : null;
  const metres = () => r.signed(7, "place", 2 ** 31) / STEPS_PER_METRE;
  return { kind: "aware", state, cause, about, place: r.bit() ? [metres(), metres()] : null };
}
