/** Parts of the host's messages with a form of their own; everything else is read as `generated.ts` says. */
import type { Chunk } from "../land/chunk";
import type { BitReader } from "./bit-reader";
import { BAG_SLOTS, LONGEST_NOTICE, REFUSALS, REPUTES, THINGS } from "./generated";
import type { ChunkChanges } from "./land";
import { indexOf } from "./one-of";
import { readPhysique, type Physique } from "./physique";
import type { SpeechAct } from "./speech";
import type { EntityId } from "./vocabulary";

export type { ChunkPos } from "../land/chunk";
export { readAware, type Aware } from "./aware";
export { readOpen, type Open } from "./doors";
export { readChanges, readChunk as readLand } from "./land";
export { readOwner, readSaw, type Owner, type Saw } from "./saw";
export { readAct } from "./speech";
export { readFelt, type Felt } from "./surroundings";

export type Land = Chunk;
export type Changes = ChunkChanges;
export type Act = SpeechAct | null;
export type Slots = readonly (BagSlot | null)[];
export type Held = number | null;
export type Worn = Held;

export interface BagSlot {
  /** Number of one of THINGS. */
  readonly kind: number;
  readonly id: EntityId;
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

export interface Welcome {
  readonly kind: "welcome";
  readonly guest: bigint;
  readonly body: EntityId;
  readonly seed: bigint;
  readonly tick: number;
  readonly token: Uint8Array;
  readonly operator: boolean;
  readonly view: number;
  readonly world: string;
  readonly physique: Physique;
  /** The highest number of a wish ever decided for this body. */
  readonly decided: number;
}

export function readWelcome(r: BitReader): Welcome {
  const guest = r.big(7);
  const body = r.big(7);
  const low = BigInt(r.bits(32));
  const seed = low | (BigInt(r.bits(32)) << 32n);
  const tick = r.numberBelow(7, "tick", Number.MAX_SAFE_INTEGER);
  const token = r.raw(16);
  const operator = r.bit();
  const view = r.byte();
  const world = r.text("world", LONGEST_NOTICE);
  const physique = readPhysique(r);
  const decided = r.numberBelow(7, "decided", 2 ** 32);
  return { kind: "welcome", guest, body, seed, tick, token, operator, view, world, physique, decided };
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
    slots.push({ kind, id: r.big(7) });
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
