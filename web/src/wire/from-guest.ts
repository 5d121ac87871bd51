/** What guests say to their host, reliably and in order. */
import type { ChunkPos } from "../land/chunk";
import type { Door } from "../land/doors";
import { BitWriter } from "./bit-writer";
import { writeChunkPos } from "./chunk-pos";
import { writeDoor } from "./doors";
import { writeAct, type SpeechAct } from "./speech";
import { writeSteering, type Steering } from "./steering";
import { LOUDNESSES, type EntityId, type Loudness } from "./vocabulary";

export type Login =
  | { readonly kind: "guest"; readonly name: string }
  | { readonly kind: "account"; readonly name: string; readonly password: string }
  | {
      readonly kind: "register";
      readonly name: string;
      readonly password: string;
      /** The token of the guest one is here as, to keep its body. */
      readonly guest: Uint8Array | null;
    }
  | { readonly kind: "resume"; readonly token: Uint8Array }
  | { readonly kind: "inhabitant"; readonly name: string; readonly pass: string };

/** What something is used on. */
export type Target =
  | { readonly kind: "nothing" }
  | { readonly kind: "entity"; readonly id: EntityId }
  | { readonly kind: "growth"; readonly chunk: ChunkPos; readonly index: number }
  | { readonly kind: "edge"; readonly chunk: ChunkPos; readonly x: number; readonly y: number; readonly side: number };

export type Intent =
  | { readonly kind: "move"; readonly steering: Steering }
  | { readonly kind: "look"; readonly target: Target }
  | { readonly kind: "say"; readonly text: string; readonly loudness: Loudness; readonly act: SpeechAct | null }
  | { readonly kind: "take"; readonly id: EntityId }
  | { readonly kind: "drop"; readonly slot: number }
  | { readonly kind: "use"; readonly slot: number; readonly on: Target }
  | { readonly kind: "give"; readonly slot: number; readonly to: EntityId }
  | { readonly kind: "strike"; readonly id: EntityId }
  | { readonly kind: "hold"; readonly slot: number }
  | { readonly kind: "door"; readonly chunk: ChunkPos; readonly door: Door }
  | { readonly kind: "close"; readonly foe: EntityId }
  | { readonly kind: "draw"; readonly chunk: ChunkPos; readonly place: number }
  | { readonly kind: "game"; readonly verb: number; readonly payload: Uint8Array };

export type FromGuest =
  | {
      readonly kind: "hello";
      readonly protocol: number;
      readonly seed: bigint | null;
      /** How far it wants to see, in rings of chunks. */
      readonly view: number;
      readonly login: Login;
    }
  | { readonly kind: "do"; readonly number: number; readonly intent: Intent }
  | { readonly kind: "view"; readonly rings: number }
  | { readonly kind: "dropped"; readonly chunks: readonly ChunkPos[] }
  | { readonly kind: "ping"; readonly mark: number }
  | { readonly kind: "goodbye" };

/** Chunks one `dropped` message may name. */
export const MOST_DROPPED = 512;

export function encodeFromGuest(message: FromGuest): Uint8Array<ArrayBuffer> {
  const w = new BitWriter();
  switch (message.kind) {
    case "hello":
      w.byte(0);
      w.bits(message.protocol, 32);
      w.bit(message.seed !== null);
      if (message.seed !== null) {
        w.bits(Number(message.seed & 0xffffffffn), 32);
        w.bits(Number(message.seed >> 32n), 32);
      }
      w.byte(message.view);
      writeLogin(w, message.login);
      break;
    case "do":
      w.byte(1);
      w.number(message.number, 7);
      writeIntent(w, message.intent);
      break;
    case "view":
      w.byte(2);
      w.byte(message.rings);
      break;
    case "dropped":
      w.byte(3);
      w.number(message.chunks.length, 7);
      for (const pos of message.chunks) writeChunkPos(w, pos);
      break;
    case "ping":
      w.byte(4);
      w.bits(message.mark, 32);
      break;
    case "goodbye":
      w.byte(5);
      break;
  }
  return w.finish();
}

const LOGIN_TAGS = ["guest", "account", "register", "resume", "inhabitant"] as const;

function writeLogin(w: BitWriter, login: Login): void {
  w.byte(LOGIN_TAGS.indexOf(login.kind));
  if (login.kind === "resume") {
    w.raw(login.token);
    return;
  }
  w.text(login.name);
  if (login.kind === "account" || login.kind === "register") w.text(login.password);
  if (login.kind === "inhabitant") w.text(login.pass);
  if (login.kind === "register") {
    w.bit(login.guest !== null);
    if (login.guest) w.raw(login.guest);
  }
}

function writeTarget(w: BitWriter, target: Target): void {
  switch (target.kind) {
    case "nothing":
      w.bits(0, 2);
      break;
    case "entity":
      w.bits(1, 2);
      w.number(target.id, 7);
      break;
    case "growth":
      w.bits(2, 2);
      writeChunkPos(w, target.chunk);
      w.bits(target.index, 16);
      break;
    case "edge":
      w.bits(3, 2);
      writeChunkPos(w, target.chunk);
      w.bits(target.x & 31, 5);
      w.bits(target.y & 31, 5);
      w.bits(target.side, 1);
      break;
  }
}

function writeIntent(w: BitWriter, intent: Intent): void {
  switch (intent.kind) {
    case "move":
      w.bits(0, 4);
      writeSteering(w, intent.steering);
      break;
    case "look":
      w.bits(1, 4);
      writeTarget(w, intent.target);
      break;
    case "say":
      w.bits(2, 4);
      w.bits(LOUDNESSES.indexOf(intent.loudness), 2);
      w.text(intent.text);
      writeAct(w, intent.act);
      break;
    case "take":
      w.bits(3, 4);
      w.number(intent.id, 7);
      break;
    case "drop":
      w.bits(4, 4);
      w.byte(intent.slot);
      break;
    case "use":
      w.bits(5, 4);
      w.byte(intent.slot);
      writeTarget(w, intent.on);
      break;
    case "give":
      w.bits(6, 4);
      w.byte(intent.slot);
      w.number(intent.to, 7);
      break;
    case "strike":
      w.bits(7, 4);
      w.number(intent.id, 7);
      break;
    case "hold":
      w.bits(8, 4);
      w.byte(intent.slot);
      break;
    case "door":
      w.bits(10, 4);
      writeChunkPos(w, intent.chunk);
      writeDoor(w, intent.door);
      break;
    case "close":
      w.bits(11, 4);
      w.number(intent.foe, 7);
      break;
    case "draw":
      w.bits(12, 4);
      writeChunkPos(w, intent.chunk);
      w.bits(intent.place, 16);
      break;
    case "game":
      w.bits(9, 4);
      w.bits(intent.verb, 16);
      w.blob(intent.payload);
      break;
  }
}
