/** Parts of messages that are coded by hand; everything else is read and written as `guest-messages.ts`, `host-messages.ts` and `spoken.ts` say. */
import type { Chunk } from "../land/chunk";
import type { BitReader } from "./bit-reader";
import { BAG_SLOTS, LONGEST_NOTICE, REFUSALS, REPUTES, THINGS } from "./generated";
import type { ChunkChanges } from "./land";
import { indexOf } from "./one-of";
import type { EntityId } from "./vocabulary";

export type { ChunkPos } from "../land/chunk";
export { readOpen, type Open } from "./doors";
export { readChanges, readChunk as readLand } from "./land";
export { readPhysique, type Physique } from "./physique";
export { readOwner, readOwner as readWhose, type Owner, type Owner as Whose } from "./saw";
export { writeSteering, type Steering } from "./steering";
export { readFelt, type Felt } from "./surroundings";

export type Land = Chunk;
export type Changes = ChunkChanges;
export type Slots = readonly (BagSlot | null)[];
export type Held = number | null;
export type Worn = Held;

export interface BagSlot {
  /** Number of one of THINGS. */
  readonly kind: number;
  readonly id: EntityId;
  /** How many of them, 1 or more. */
  readonly count: number;
}

export type Outcome =
  | { readonly kind: "done" }
  | { readonly kind: "told"; readonly text: string }
  /** Somebody was looked at; `repute` is one of REPUTES. */
  | {
      readonly kind: "seen";
      readonly text: string;
      readonly who: EntityId;
      readonly guard: boolean;
      readonly repute: number;
    }
  | { readonly kind: "refused"; readonly refusal: number; readonly text: string };

/** Metres east and north. */
export type Place = readonly [number, number];

const STEPS_PER_METRE = 128;

/** Metres east, north and up, or metres a second. */
export type Start = readonly [number, number, number];
export type Velocity = Start;
export type End = Start;

export function readStart(r: BitReader): Start {
  const metres = () => r.signed(7, "place", 2 ** 31) / STEPS_PER_METRE;
  return [metres(), metres(), metres()];
}
export { readStart as readVelocity, readStart as readEnd };

export function readPlace(r: BitReader): Place {
  const metres = () => r.signed(7, "place", 2 ** 31) / STEPS_PER_METRE;
  return [metres(), metres()];
}

export function readOutcome(r: BitReader): Outcome {
  const tag = r.bits(2);
  switch (tag) {
    case 0:
      return { kind: "done" };
    case 1:
      return { kind: "told", text: r.text("answer", LONGEST_NOTICE) };
    case 2: {
      const refusal = indexOf(REFUSALS, "refusal", r.byte());
      return { kind: "refused", refusal, text: REFUSALS[refusal] };
    }
    default: {
      const text = r.text("answer", LONGEST_NOTICE);
      const who = r.big(7);
      const guard = r.bit();
      return { kind: "seen", text, who, guard, repute: indexOf(REPUTES, "repute", r.bits(2)) };
    }
  }
}

export function readSlots(r: BitReader): Slots {
  const slots: (BagSlot | null)[] = [];
  for (let n = 0; n < BAG_SLOTS; n++) {
    if (!r.bit()) {
      slots.push(null);
      continue;
    }
    const kind = indexOf(THINGS, "thing", r.bits(6));
    slots.push({ kind, id: r.big(7), count: Number(r.big(7)) });
  }
  return slots;
}

/** The slot in the hand. */
export function readHeld(r: BitReader): Held {
  const held = r.byte();
  return held < BAG_SLOTS ? held : null;
}

/** The slot whose thing is worn. */
export const readWorn = readHeld;
