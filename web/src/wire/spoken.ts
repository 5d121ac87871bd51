/**
 * What stands in messages both ways, as the Rust side states it: acts of speech. Written by a test, not by hand:
 * WOLD_BLESS=1 cargo nextest run -p wold-wire
 */
import type { BitReader } from "./bit-reader";
import type { BitWriter } from "./bit-writer";
import { outOfRange } from "./error";
import { THINGS, VERBS, SIGHTS, DECLINES, CALLS, SUITS, REASONS_FOR_A_PRICE } from "./generated";
import { indexOf, oneOf } from "./one-of";

export interface SpeechAct {
  readonly to: string | null;
  readonly meaning: Meaning;
}

export function writeSpeechAct(w: BitWriter, it: SpeechAct): void {
  w.bit(it.to !== null); if (it.to !== null) { w.text(it.to); }
  writeMeaning(w, it.meaning);
}

export function readSpeechAct(r: BitReader): SpeechAct {
  return { to: r.bit() ? r.name("to", 32) : null, meaning: readMeaning(r) };
}

export type Meaning =
  | { readonly kind: "greeting" }
  | { readonly kind: "farewell" }
  | ({ readonly kind: "tale" } & Tale)
  | { readonly kind: "question"; readonly question: Question }
  | { readonly kind: "answer"; readonly path: readonly string[] | null }
  | { readonly kind: "offer"; readonly goods: readonly number[] }
  | { readonly kind: "refusal"; readonly decline: number }
  | { readonly kind: "thanks" }
  | { readonly kind: "accusation"; readonly deed: Done }
  | { readonly kind: "apology" }
  | { readonly kind: "law" }
  | { readonly kind: "plea" }
  | { readonly kind: "remark"; readonly about: string | null }
  | ({ readonly kind: "hunt" } & Hunt)
  | ({ readonly kind: "quip" } & Quip)
  | { readonly kind: "suit"; readonly suit: (typeof SUITS)[number] }
  | { readonly kind: "price"; readonly cost: Cost };

function writeMeaning(w: BitWriter, it: Meaning): void {
  switch (it.kind) {
    case "greeting":
      w.bits(0, 5);
      break;
    case "farewell":
      w.bits(1, 5);
      break;
    case "tale":
      w.bits(2, 5);
      writeTale(w, it);
      break;
    case "question":
      w.bits(3, 5);
      writeQuestion(w, it.question);
      break;
    case "answer":
      w.bits(4, 5);
      w.bit(it.path !== null); if (it.path !== null) { w.number(it.path.length, 7); for (const one of it.path) { w.text(one); } }
      break;
    case "offer":
      w.bits(5, 5);
      w.number(it.goods.length, 7); for (const one of it.goods) { w.bits(one, 6); }
      break;
    case "refusal":
      w.bits(6, 5);
      w.bits(it.decline, 3);
      break;
    case "thanks":
      w.bits(7, 5);
      break;
    case "accusation":
      w.bits(8, 5);
      writeDone(w, it.deed);
      break;
    case "apology":
      w.bits(9, 5);
      break;
    case "law":
      w.bits(10, 5);
      break;
    case "plea":
      w.bits(11, 5);
      break;
    case "remark":
      w.bits(12, 5);
      w.bit(it.about !== null); if (it.about !== null) { w.text(it.about); }
      break;
    case "hunt":
      w.bits(13, 5);
      writeHunt(w, it);
      break;
    case "quip":
      w.bits(14, 5);
      writeQuip(w, it);
      break;
    case "suit":
      w.bits(15, 5);
      w.bits(SUITS.indexOf(it.suit), 2);
      break;
    case "price":
      w.bits(16, 5);
      writeCost(w, it.cost);
      break;
  }
}

function readMeaning(r: BitReader): Meaning {
  const tag = r.bits(5);
  switch (tag) {
    case 0: return { kind: "greeting" };
    case 1: return { kind: "farewell" };
    case 2: return { kind: "tale", ...readTale(r) };
    case 3: return { kind: "question", question: readQuestion(r) };
    case 4: return { kind: "answer", path: r.bit() ? r.list("path", 16, 8, () => r.name("path", 32)) : null };
    case 5: return { kind: "offer", goods: r.list("goods", 6, 8, () => indexOf(THINGS, "thing", r.bits(6))) };
    case 6: return { kind: "refusal", decline: indexOf(DECLINES, "refusal of a deal", r.bits(3)) };
    case 7: return { kind: "thanks" };
    case 8: return { kind: "accusation", deed: readDone(r) };
    case 9: return { kind: "apology" };
    case 10: return { kind: "law" };
    case 11: return { kind: "plea" };
    case 12: return { kind: "remark", about: r.bit() ? r.name("about", 32) : null };
    case 13: return { kind: "hunt", ...readHunt(r) };
    case 14: return { kind: "quip", ...readQuip(r) };
    case 15: return { kind: "suit", suit: oneOf(SUITS, "suit", r.bits(2)) };
    case 16: return { kind: "price", cost: readCost(r) };
    default:
      throw outOfRange("meaning", tag);
  }
}

export type Question =
  | { readonly kind: "about"; readonly about: string }
  | { readonly kind: "opinion"; readonly about: string }
  | { readonly kind: "why" }
  | { readonly kind: "wares" }
  | { readonly kind: "alms" }
  | { readonly kind: "price"; readonly thing: number };

function writeQuestion(w: BitWriter, it: Question): void {
  switch (it.kind) {
    case "about":
      w.bits(0, 3);
      w.text(it.about);
      break;
    case "opinion":
      w.bits(1, 3);
      w.text(it.about);
      break;
    case "why":
      w.bits(2, 3);
      break;
    case "wares":
      w.bits(3, 3);
      break;
    case "alms":
      w.bits(4, 3);
      break;
    case "price":
      w.bits(5, 3);
      w.bits(it.thing, 6);
      break;
  }
}

function readQuestion(r: BitReader): Question {
  const tag = r.bits(3);
  switch (tag) {
    case 0: return { kind: "about", about: r.name("about", 32) };
    case 1: return { kind: "opinion", about: r.name("about", 32) };
    case 2: return { kind: "why" };
    case 3: return { kind: "wares" };
    case 4: return { kind: "alms" };
    case 5: return { kind: "price", thing: indexOf(THINGS, "thing", r.bits(6)) };
    default:
      throw outOfRange("question", tag);
  }
}

export interface Tale {
  readonly matter: Matter;
  readonly denied: boolean;
  readonly path: readonly string[];
}

function writeTale(w: BitWriter, it: Tale): void {
  writeMatter(w, it.matter);
  w.bit(it.denied);
  w.number(it.path.length, 7); for (const one of it.path) { w.text(one); }
}

function readTale(r: BitReader): Tale {
  return { matter: readMatter(r), denied: r.bit(), path: r.list("path", 16, 8, () => r.name("path", 32)) };
}

export type Matter =
  | { readonly kind: "deed"; readonly subject: string; readonly deed: Done }
  | { readonly kind: "sighting"; readonly subject: string; readonly sight: number; readonly place: readonly [number, number] };

function writeMatter(w: BitWriter, it: Matter): void {
  switch (it.kind) {
    case "deed":
      w.bits(0, 1);
      w.text(it.subject);
      writeDone(w, it.deed);
      break;
    case "sighting":
      w.bits(1, 1);
      w.text(it.subject);
      w.bits(it.sight, 3);
      for (const axis of it.place) w.signed(axis, 7);
      break;
  }
}

function readMatter(r: BitReader): Matter {
  const tag = r.bits(1);
  switch (tag) {
    case 0: return { kind: "deed", subject: r.name("subject", 32), deed: readDone(r) };
    case 1: return { kind: "sighting", subject: r.name("subject", 32), sight: indexOf(SIGHTS, "sight", r.bits(3)), place: [r.signed(7, "place", 2 ** 31), r.signed(7, "place", 2 ** 31)] };
    default:
      throw outOfRange("matter", tag);
  }
}

export interface Done {
  readonly verb: number;
  readonly object: string | null;
  readonly day: number;
}

function writeDone(w: BitWriter, it: Done): void {
  w.bits(it.verb, 5);
  w.bit(it.object !== null); if (it.object !== null) { w.text(it.object); }
  w.number(it.day, 7);
}

function readDone(r: BitReader): Done {
  return { verb: indexOf(VERBS, "verb", r.bits(5)), object: r.bit() ? r.name("object", 32) : null, day: r.numberBelow(7, "day", 2 ** 32) };
}

export interface Hunt {
  readonly call: number;
  readonly whom: string | null;
  readonly place: readonly [number, number] | null;
}

function writeHunt(w: BitWriter, it: Hunt): void {
  w.bits(it.call, 3);
  w.bit(it.whom !== null); if (it.whom !== null) { w.text(it.whom); }
  w.bit(it.place !== null); if (it.place !== null) { for (const axis of it.place) w.signed(axis, 7); }
}

function readHunt(r: BitReader): Hunt {
  return { call: indexOf(CALLS, "call of a search", r.bits(3)), whom: r.bit() ? r.name("whom", 32) : null, place: r.bit() ? [r.signed(7, "place", 2 ** 31), r.signed(7, "place", 2 ** 31)] : null };
}

export interface Cost {
  readonly thing: number;
  readonly coins: number;
  readonly why: (typeof REASONS_FOR_A_PRICE)[number];
  readonly by: string | null;
}

function writeCost(w: BitWriter, it: Cost): void {
  w.bits(it.thing, 6);
  w.bits(it.coins, 16);
  w.bits(REASONS_FOR_A_PRICE.indexOf(it.why), 3);
  w.bit(it.by !== null); if (it.by !== null) { w.text(it.by); }
}

function readCost(r: BitReader): Cost {
  return { thing: indexOf(THINGS, "thing", r.bits(6)), coins: r.bits(16), why: oneOf(REASONS_FOR_A_PRICE, "reason for a price", r.bits(3)), by: r.bit() ? r.name("by", 32) : null };
}

export interface Quip {
  readonly topic: string;
  readonly family: boolean;
  readonly line: number;
}

function writeQuip(w: BitWriter, it: Quip): void {
  w.text(it.topic);
  w.bit(it.family);
  w.bits(it.line, 16);
}

function readQuip(r: BitReader): Quip {
  return { topic: r.name("topic", 32), family: r.bit(), line: r.bits(16) };
}
