/** What somebody saw another do, and whose things are. */
import { THINGS } from "../land/kinds";
import type { BitReader } from "./bit-reader";
import { indexOf, oneOf } from "./one-of";
import { DEEDS, type DeedName, type EntityId } from "./vocabulary";

/** Whose a thing is: a person's, the market's or nobody's. */
export type Owner = EntityId | "market" | null;

/** A deed one saw, did or suffered, told once the world has done it. */
export interface Saw {
  readonly kind: "saw";
  /** Nobody, if they were not made out. */
  readonly doer: EntityId | null;
  readonly deed: DeedName;
  /** To whom or what. */
  readonly object: EntityId | null;
  /** Number of one of THINGS. */
  readonly thing: number | null;
  readonly whose: Owner;
  /** Metres east and north. */
  readonly place: readonly [number, number];
}

const STEPS_PER_METRE = 128;

export function readSaw(r: BitReader): Saw {
  const doer = r.bit() ? r.big(7) : null;
  const deed = oneOf(DEEDS, "deed", r.byte());
  const object = r.bit() ? r.big(7) : null;
  const thing = r.bit() ? indexOf(THINGS, "thing", r.bits(6)) : null;
  const whose = readOwner(r);
  const metres = () => r.signed(7, "place", 2 ** 31) / STEPS_PER_METRE;
  return { kind: "saw", doer, deed, object, thing, whose, place: [metres(), metres()] };
}

export function readOwner(r: BitReader): Owner {
  if (!r.bit()) return null;
  return r.bit() ? "market" : r.big(7);
}

/** A line for the chat, for what nobody overlooks; null for all else. `name` says what people are called, or nothing of strangers. */
export function lineOf(saw: Saw, name: (id: EntityId) => string | undefined): string | null {
  const doer = saw.doer === null ? "somebody in a hood" : name(saw.doer);
  if (doer === undefined) return null;
  if (saw.deed === "steals") {
    const whose = saw.whose === "market" ? "the market" : saw.whose === null ? undefined : name(saw.whose);
    return `${doer} steals ${saw.thing === null ? "something" : THINGS[saw.thing]}${whose === undefined ? "" : ` from ${whose}`}`;
  }
  const victim = saw.object === null ? undefined : name(saw.object);
  return saw.deed === "kills" && victim !== undefined ? `${doer} kills ${victim}` : null;
}
