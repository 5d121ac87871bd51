/** What the host says to its guests, reliably and in order. */
import type { Chunk, ChunkPos } from "../land/chunk";
import { THINGS } from "../land/kinds";
import { BitReader } from "./bit-reader";
import { readChunkPos } from "./chunk-pos";
import { outOfRange } from "./error";
import { indexOf, oneOf } from "./one-of";
import { readChanges, readChunk, type ChunkChanges } from "./land";
import { readPhysique, type Physique } from "./physique";
import { readOwner, readSaw, type Owner, type Saw } from "./saw";
import { readAct, type SpeechAct } from "./speech";
import { readFelt, type Felt } from "./surroundings";
import {
  BAG_SLOTS, LONGEST_GAME_PAYLOAD, LONGEST_NAME, LONGEST_NOTICE, LONGEST_SPEECH, LOUDNESSES, MOST_TICKS, REFUSALS, REPUTES,
  TURNED_AWAY, type EntityId, type Loudness, type TurnedAwayReason,
} from "./vocabulary";

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

export type FromHost =
  | Welcome
  | { readonly kind: "turned away"; readonly reason: TurnedAwayReason; readonly text: string }
  | { readonly kind: "chunk"; readonly land: Chunk; readonly changes: ChunkChanges }
  | { readonly kind: "changed"; readonly pos: ChunkPos; readonly changes: ChunkChanges }
  | { readonly kind: "forget"; readonly pos: ChunkPos }
  | {
      readonly kind: "heard";
      readonly speaker: EntityId;
      readonly name: string;
      readonly loudness: Loudness;
      readonly text: string;
      readonly act: SpeechAct | null;
    }
  | { readonly kind: "answer"; readonly number: number; readonly outcome: Outcome }
  | { readonly kind: "bag"; readonly slots: readonly (BagSlot | null)[]; readonly held: number | null }
  | { readonly kind: "clock"; readonly tick: number; readonly day: number; readonly days: number; readonly paused: boolean }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "pong"; readonly mark: number }
  | { readonly kind: "goodbye"; readonly text: string }
  | { readonly kind: "game"; readonly topic: number; readonly payload: Uint8Array }
  | Felt
  | Saw
  | { readonly kind: "whose"; readonly thing: EntityId; readonly owner: Owner };

/** The message in those bytes; throws a ProtocolError. */
export function decodeFromHost(bytes: Uint8Array): FromHost {
  const r = new BitReader(bytes);
  const message = read(r);
  r.end();
  return message;
}

function read(r: BitReader): FromHost {
  const tag = r.byte();
  switch (tag) {
    case 0:
      return readWelcome(r);
    case 1: {
      const reason = oneOf(TURNED_AWAY, "reason", r.byte());
      return { kind: "turned away", reason, text: r.text("reason", LONGEST_NOTICE) };
    }
    case 2: {
      const land = readChunk(r);
      return { kind: "chunk", land, changes: readChanges(r) };
    }
    case 3: {
      const pos = readChunkPos(r);
      return { kind: "changed", pos, changes: readChanges(r) };
    }
    case 4:
      return { kind: "forget", pos: readChunkPos(r) };
    case 5: {
      const speaker = r.big(7);
      const name = r.text("name", LONGEST_NAME);
      const loudness = oneOf(LOUDNESSES, "loudness", r.bits(2));
      const text = r.text("speech", LONGEST_SPEECH);
      return { kind: "heard", speaker, name, loudness, text, act: readAct(r) };
    }
    case 6: {
      const number = r.numberBelow(7, "number", 2 ** 32);
      return { kind: "answer", number, outcome: readOutcome(r) };
    }
    case 7:
      return readBag(r);
    case 8: {
      const tick = r.numberBelow(7, "tick", MOST_TICKS);
      const day = r.bits(16);
      const days = r.numberBelow(7, "days", 2 ** 32);
      return { kind: "clock", tick, day, days, paused: r.bit() };
    }
    case 9:
      return { kind: "notice", text: r.text("notice", LONGEST_NOTICE) };
    case 10:
      return { kind: "pong", mark: r.bits(32) };
    case 11:
      return { kind: "goodbye", text: r.text("goodbye", LONGEST_NOTICE) };
    case 12: {
      const topic = r.bits(16);
      return { kind: "game", topic, payload: r.blob("game payload", 64 * LONGEST_GAME_PAYLOAD) };
    }
    case 13:
      return readFelt(r);
    case 14:
      return readSaw(r);
    case 15: {
      const thing = r.big(7);
      return { kind: "whose", thing, owner: readOwner(r) };
    }
    default:
      throw outOfRange("message", tag);
  }
}

function readWelcome(r: BitReader): Welcome {
  const guest = r.big(7);
  const body = r.big(7);
  const low = BigInt(r.bits(32));
  const seed = low | (BigInt(r.bits(32)) << 32n);
  const tick = r.numberBelow(7, "tick", MOST_TICKS);
  const token = r.raw(16);
  const operator = r.bit();
  const view = r.byte();
  const world = r.text("world", LONGEST_NOTICE);
  const physique = readPhysique(r);
  const decided = r.numberBelow(7, "decided", 2 ** 32);
  return { kind: "welcome", guest, body, seed, tick, token, operator, view, world, physique, decided };
}

function readOutcome(r: BitReader): Outcome {
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

function readBag(r: BitReader): FromHost {
  const slots: (BagSlot | null)[] = [];
  for (let n = 0; n < BAG_SLOTS; n++) {
    if (!r.bit()) {
      slots.push(null);
      continue;
    }
    const kind = indexOf(THINGS, "thing", r.bits(6));
    slots.push({ kind, id: r.big(7) });
  }
  const held = r.byte();
  return { kind: "bag", slots, held: held < BAG_SLOTS ? held : null };
}
