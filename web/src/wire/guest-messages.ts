/**
 * What guests say and what that is made of, as the Rust side states it. Written by a test, not by hand:
 * WOLD_BLESS=1 cargo nextest run -p wold-wire
 */
import type { BitWriter } from "./bit-writer";
import { writeChunkPos } from "./chunk-pos";
import { LOUDNESSES } from "./generated";
import { writeSpeechAct, type SpeechAct } from "./spoken";
import type * as own from "./own-forms";

export interface Hello {
  readonly protocol: number;
  readonly seed: bigint | null;
  readonly view: number;
  readonly login: Login;
}

function writeHello(w: BitWriter, it: Hello): void {
  w.bits(it.protocol, 32);
  w.bit(it.seed !== null); if (it.seed !== null) { w.wide(it.seed); }
  w.bits(it.view, 8);
  writeLogin(w, it.login);
}

export type Login =
  | { readonly kind: "guest"; readonly name: string }
  | { readonly kind: "account"; readonly name: string; readonly password: string }
  | { readonly kind: "register"; readonly name: string; readonly password: string; readonly guest: Uint8Array | null }
  | { readonly kind: "resume"; readonly token: Uint8Array }
  | { readonly kind: "inhabitant"; readonly name: string; readonly pass: string }
  | { readonly kind: "watch"; readonly whom: string | null };

function writeLogin(w: BitWriter, it: Login): void {
  switch (it.kind) {
    case "guest":
      w.bits(0, 8);
      w.text(it.name);
      break;
    case "account":
      w.bits(1, 8);
      w.text(it.name);
      w.text(it.password);
      break;
    case "register":
      w.bits(2, 8);
      w.text(it.name);
      w.text(it.password);
      w.bit(it.guest !== null); if (it.guest !== null) { w.raw(it.guest); }
      break;
    case "resume":
      w.bits(3, 8);
      w.raw(it.token);
      break;
    case "inhabitant":
      w.bits(4, 8);
      w.text(it.name);
      w.text(it.pass);
      break;
    case "watch":
      w.bits(5, 8);
      w.bit(it.whom !== null); if (it.whom !== null) { w.text(it.whom); }
      break;
  }
}

export type Intent =
  | { readonly kind: "move"; readonly steering: own.Steering }
  | { readonly kind: "look"; readonly target: Target }
  | { readonly kind: "say"; readonly loudness: (typeof LOUDNESSES)[number]; readonly text: string; readonly act: SpeechAct | null }
  | { readonly kind: "take"; readonly id: bigint }
  | { readonly kind: "drop"; readonly slot: number }
  | { readonly kind: "use"; readonly slot: number; readonly on: Target }
  | { readonly kind: "give"; readonly slot: number; readonly to: bigint }
  | { readonly kind: "strike"; readonly id: bigint }
  | { readonly kind: "hold"; readonly slot: number }
  | { readonly kind: "game"; readonly verb: number; readonly payload: Uint8Array }
  | { readonly kind: "door"; readonly chunk: own.ChunkPos; readonly door: Door }
  | { readonly kind: "close"; readonly foe: bigint }
  | { readonly kind: "draw"; readonly chunk: own.ChunkPos; readonly place: number }
  | { readonly kind: "work"; readonly craft: number }
  | { readonly kind: "offer"; readonly thing: number; readonly coins: number; readonly buys: boolean }
  | { readonly kind: "deal"; readonly with: bigint; readonly thing: number; readonly count: number; readonly coins: number; readonly buys: boolean }
  | { readonly kind: "shun"; readonly who: bigint; readonly shuns: boolean }
  | { readonly kind: "shoot"; readonly at: Target; readonly seen: number };

function writeIntent(w: BitWriter, it: Intent, forms: typeof own): void {
  switch (it.kind) {
    case "move":
      w.bits(0, 5);
      forms.writeSteering(w, it.steering);
      break;
    case "look":
      w.bits(1, 5);
      writeTarget(w, it.target);
      break;
    case "say":
      w.bits(2, 5);
      w.bits(LOUDNESSES.indexOf(it.loudness), 2);
      w.text(it.text);
      w.bit(it.act !== null); if (it.act !== null) { writeSpeechAct(w, it.act); }
      break;
    case "take":
      w.bits(3, 5);
      w.number(it.id, 7);
      break;
    case "drop":
      w.bits(4, 5);
      w.bits(it.slot, 8);
      break;
    case "use":
      w.bits(5, 5);
      w.bits(it.slot, 8);
      writeTarget(w, it.on);
      break;
    case "give":
      w.bits(6, 5);
      w.bits(it.slot, 8);
      w.number(it.to, 7);
      break;
    case "strike":
      w.bits(7, 5);
      w.number(it.id, 7);
      break;
    case "hold":
      w.bits(8, 5);
      w.bits(it.slot, 8);
      break;
    case "game":
      w.bits(9, 5);
      w.bits(it.verb, 16);
      w.blob(it.payload);
      break;
    case "door":
      w.bits(10, 5);
      writeChunkPos(w, it.chunk);
      writeDoor(w, it.door);
      break;
    case "close":
      w.bits(11, 5);
      w.number(it.foe, 7);
      break;
    case "draw":
      w.bits(12, 5);
      writeChunkPos(w, it.chunk);
      w.bits(it.place, 16);
      break;
    case "work":
      w.bits(13, 5);
      w.bits(it.craft, 8);
      break;
    case "offer":
      w.bits(14, 5);
      w.bits(it.thing, 6);
      w.bits(it.coins, 16);
      w.bit(it.buys);
      break;
    case "deal":
      w.bits(15, 5);
      w.number(it.with, 7);
      w.bits(it.thing, 6);
      w.bits(it.count, 8);
      w.bits(it.coins, 16);
      w.bit(it.buys);
      break;
    case "shun":
      w.bits(16, 5);
      w.number(it.who, 7);
      w.bit(it.shuns);
      break;
    case "shoot":
      w.bits(17, 5);
      writeTarget(w, it.at);
      w.number(it.seen, 7);
      break;
  }
}

export type Target =
  | { readonly kind: "nothing" }
  | { readonly kind: "entity"; readonly id: bigint }
  | { readonly kind: "growth"; readonly chunk: own.ChunkPos; readonly index: number }
  | { readonly kind: "edge"; readonly chunk: own.ChunkPos; readonly x: number; readonly y: number; readonly side: number };

function writeTarget(w: BitWriter, it: Target): void {
  switch (it.kind) {
    case "nothing":
      w.bits(0, 2);
      break;
    case "entity":
      w.bits(1, 2);
      w.number(it.id, 7);
      break;
    case "growth":
      w.bits(2, 2);
      writeChunkPos(w, it.chunk);
      w.bits(it.index, 16);
      break;
    case "edge":
      w.bits(3, 2);
      writeChunkPos(w, it.chunk);
      w.bits(it.x, 5);
      w.bits(it.y, 5);
      w.bits(it.side, 1);
      break;
  }
}

export interface Door {
  readonly house: number;
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

function writeDoor(w: BitWriter, it: Door): void {
  w.bits(it.house, 8);
  w.bits(it.level, 3);
  w.bits(it.x, 6);
  w.bits(it.y, 6);
  w.bits(it.side, 1);
}

export type FromGuest =
  | ({ readonly kind: "hello" } & Hello)
  | { readonly kind: "do"; readonly number: number; readonly intent: Intent }
  | { readonly kind: "view"; readonly rings: number }
  | { readonly kind: "dropped"; readonly chunks: readonly own.ChunkPos[] }
  | { readonly kind: "ping"; readonly mark: number }
  | { readonly kind: "goodbye" }
  | { readonly kind: "follow"; readonly whom: string }
  | { readonly kind: "fly"; readonly to: readonly [number, number] };

/** Writes a message; `forms` writes what is coded by hand. */
export function writeFromGuest(w: BitWriter, message: FromGuest, forms: typeof own): void {
  switch (message.kind) {
    case "hello":
      w.bits(0, 8);
      writeHello(w, message);
      break;
    case "do":
      w.bits(1, 8);
      w.number(message.number, 7);
      writeIntent(w, message.intent, forms);
      break;
    case "view":
      w.bits(2, 8);
      w.bits(message.rings, 8);
      break;
    case "dropped":
      w.bits(3, 8);
      w.number(message.chunks.length, 7); for (const one of message.chunks) { writeChunkPos(w, one); }
      break;
    case "ping":
      w.bits(4, 8);
      w.bits(message.mark, 32);
      break;
    case "goodbye":
      w.bits(5, 8);
      break;
    case "follow":
      w.bits(6, 8);
      w.text(message.whom);
      break;
    case "fly":
      w.bits(7, 8);
      for (const axis of message.to) w.signed(axis, 7);
      break;
  }
}
