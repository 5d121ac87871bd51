/** What somebody saw another do, and whose things are. */
import { THINGS } from "../land/kinds";
import type { BitReader } from "./bit-reader";
import type { Saw } from "./host-messages";
import type { EntityId } from "./vocabulary";

/** Whose a thing is: a person's, the market's or nobody's. */
export type Owner = EntityId | "market" | null;

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
  const loud = saw.deed === "kills" || saw.deed === "arrests" || saw.deed === "is found guilty of wronging";
  return loud && victim !== undefined ? `${doer} ${saw.deed} ${victim}` : null;
}
