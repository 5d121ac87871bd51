/**
 * Messages and what they are made of, as the Rust side states them. Written by a test, not by hand:
 * WOLD_BLESS=1 cargo nextest run -p wold-wire
 */
import type { BitReader } from "./bit-reader";
import type { BitWriter } from "./bit-writer";
import { readChunkPos, writeChunkPos } from "./chunk-pos";
import { outOfRange } from "./error";
import { THINGS, LOUDNESSES, DEEDS, VERBS, SIGHTS, DECLINES, AWARENESS, ROUSES, CALLS, SOUNDS, THINGS_AMISS, PARTS_IN_FIGHTS, TURNS_AT_WELLS, WORKPLACES, KINSHIPS, SUITS, REASONS_FOR_A_PRICE, TURNED_AWAY } from "./generated";
import { indexOf, oneOf } from "./one-of";
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
  | { readonly kind: "inhabitant"; readonly name: string; readonly pass: string };

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
  | { readonly kind: "shun"; readonly who: bigint; readonly shuns: boolean };

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

export interface SpeechAct {
  readonly to: string | null;
  readonly meaning: Meaning;
}

function writeSpeechAct(w: BitWriter, it: SpeechAct): void {
  w.bit(it.to !== null); if (it.to !== null) { w.text(it.to); }
  writeMeaning(w, it.meaning);
}

function readSpeechAct(r: BitReader): SpeechAct {
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

export interface Welcome {
  readonly guest: bigint;
  readonly body: bigint;
  readonly seed: bigint;
  readonly tick: number;
  readonly token: Uint8Array;
  readonly operator: boolean;
  readonly view: number;
  readonly world: string;
  readonly physique: own.Physique;
  readonly decided: number;
}

function readWelcome(r: BitReader, forms: typeof own): Welcome {
  return { guest: r.big(7), body: r.big(7), seed: r.wide(), tick: r.numberBelow(7, "tick", Number.MAX_SAFE_INTEGER), token: r.raw(16), operator: r.bit(), view: r.bits(8), world: r.text("world", 512), physique: forms.readPhysique(r), decided: r.numberBelow(7, "decided", 2 ** 32) };
}

export interface Saw {
  readonly doer: bigint | null;
  readonly deed: (typeof DEEDS)[number];
  readonly object: bigint | null;
  readonly thing: number | null;
  readonly whose: own.Whose;
  readonly place: own.Place;
}

function readSaw(r: BitReader, forms: typeof own): Saw {
  return { doer: r.bit() ? r.big(7) : null, deed: oneOf(DEEDS, "deed", r.bits(8)), object: r.bit() ? r.big(7) : null, thing: r.bit() ? indexOf(THINGS, "thing", r.bits(6)) : null, whose: forms.readWhose(r), place: forms.readPlace(r) };
}

export interface Aware {
  readonly state: (typeof AWARENESS)[number];
  readonly cause: (typeof ROUSES)[number];
  readonly about: bigint | null;
  readonly place: own.Place | null;
}

function readAware(r: BitReader, forms: typeof own): Aware {
  return { state: oneOf(AWARENESS, "state of awareness", r.bits(2)), cause: oneOf(ROUSES, "cause of awareness", r.bits(4)), about: r.bit() ? r.big(7) : null, place: r.bit() ? forms.readPlace(r) : null };
}

export interface Craft {
  readonly name: string;
  readonly at: (typeof WORKPLACES)[number];
  readonly takes: readonly Portion[];
  readonly gives: readonly Portion[];
  readonly minutes: number;
  readonly tool: number | null;
}

function readCraft(r: BitReader): Craft {
  return { name: r.text("name", 24), at: oneOf(WORKPLACES, "workplace", r.bits(4)), takes: r.list("takes", 14, 4, () => readPortion(r)), gives: r.list("gives", 14, 4, () => readPortion(r)), minutes: r.numberBelow(7, "minutes", 2 ** 32), tool: r.bit() ? indexOf(THINGS, "thing", r.bits(6)) : null };
}

export interface Portion {
  readonly kind: number;
  readonly count: number;
}

function readPortion(r: BitReader): Portion {
  return { kind: indexOf(THINGS, "thing", r.bits(6)), count: r.bits(8) };
}

export interface Price {
  readonly kind: number;
  readonly coins: number;
}

function readPrice(r: BitReader): Price {
  return { kind: indexOf(THINGS, "thing", r.bits(6)), coins: r.bits(16) };
}

export interface Kin {
  readonly years: number;
  readonly town: number;
  readonly house: number;
  readonly relatives: readonly Relative[];
}

function readKin(r: BitReader): Kin {
  return { years: r.bits(16), town: r.bits(16), house: r.bits(16), relatives: r.list("relatives", 39, 32, () => readRelative(r)) };
}

export interface Relative {
  readonly name: string;
  readonly kinship: (typeof KINSHIPS)[number];
  readonly years: number;
  readonly died: number | null;
  readonly grave: readonly [number, number] | null;
}

function readRelative(r: BitReader): Relative {
  return { name: r.name("name", 32), kinship: oneOf(KINSHIPS, "kinship", r.bits(5)), years: r.bits(16), died: r.bit() ? r.numberBelow(7, "died", 2 ** 32) : null, grave: r.bit() ? [r.signed(7, "grave", 2 ** 31), r.signed(7, "grave", 2 ** 31)] : null };
}

export type FromGuest =
  | ({ readonly kind: "hello" } & Hello)
  | { readonly kind: "do"; readonly number: number; readonly intent: Intent }
  | { readonly kind: "view"; readonly rings: number }
  | { readonly kind: "dropped"; readonly chunks: readonly own.ChunkPos[] }
  | { readonly kind: "ping"; readonly mark: number }
  | { readonly kind: "goodbye" };

export type FromHost =
  | ({ readonly kind: "welcome" } & Welcome)
  | { readonly kind: "turned away"; readonly reason: (typeof TURNED_AWAY)[number]; readonly text: string }
  | { readonly kind: "chunk"; readonly land: own.Land; readonly changes: own.Changes }
  | { readonly kind: "changed"; readonly pos: own.ChunkPos; readonly changes: own.Changes }
  | { readonly kind: "forget"; readonly pos: own.ChunkPos }
  | { readonly kind: "heard"; readonly speaker: bigint; readonly name: string; readonly loudness: (typeof LOUDNESSES)[number]; readonly text: string; readonly act: SpeechAct | null; readonly muffled: boolean }
  | { readonly kind: "answer"; readonly number: number; readonly outcome: own.Outcome }
  | { readonly kind: "bag"; readonly slots: own.Slots; readonly held: own.Held; readonly worn: own.Worn }
  | { readonly kind: "clock"; readonly tick: number; readonly day: number; readonly days: number; readonly paused: boolean }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "pong"; readonly mark: number }
  | { readonly kind: "goodbye"; readonly text: string }
  | { readonly kind: "game"; readonly topic: number; readonly payload: Uint8Array }
  | own.Felt
  | ({ readonly kind: "saw" } & Saw)
  | { readonly kind: "whose"; readonly thing: bigint; readonly owner: own.Owner }
  | { readonly kind: "bell"; readonly strokes: number }
  | { readonly kind: "noticed"; readonly meter: number; readonly perceived: boolean }
  | { readonly kind: "doors"; readonly pos: own.ChunkPos; readonly open: own.Open }
  | ({ readonly kind: "aware" } & Aware)
  | { readonly kind: "noise"; readonly sound: (typeof SOUNDS)[number]; readonly turn: number; readonly metres: number; readonly loudness: number; readonly muffled: boolean }
  | { readonly kind: "amiss"; readonly what: (typeof THINGS_AMISS)[number]; readonly chunk: own.ChunkPos; readonly east: number; readonly north: number }
  | { readonly kind: "missed"; readonly who: bigint; readonly chunk: own.ChunkPos; readonly east: number; readonly north: number }
  | { readonly kind: "law"; readonly guards: string }
  | { readonly kind: "part"; readonly foe: bigint; readonly part: (typeof PARTS_IN_FIGHTS)[number]; readonly turn: number; readonly eighths: number; readonly others: number; readonly until: number }
  | { readonly kind: "bucket"; readonly chunk: own.ChunkPos; readonly place: number; readonly turn: (typeof TURNS_AT_WELLS)[number] }
  | { readonly kind: "crafts"; readonly crafts: readonly Craft[] }
  | { readonly kind: "stand"; readonly who: bigint; readonly asks: readonly Price[]; readonly bids: readonly Price[] }
  | ({ readonly kind: "kin" } & Kin);

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
  }
}

/** The message that begins here; `forms` reads what is coded by hand. Fields are read in the order in which they stand. */
export function readFromHost(r: BitReader, forms: typeof own): FromHost {
  const tag = r.bits(8);
  switch (tag) {
    case 0: return { kind: "welcome", ...readWelcome(r, forms) };
    case 1: return { kind: "turned away", reason: oneOf(TURNED_AWAY, "reason", r.bits(8)), text: r.text("text", 512) };
    case 2: return { kind: "chunk", land: forms.readLand(r), changes: forms.readChanges(r) };
    case 3: return { kind: "changed", pos: readChunkPos(r), changes: forms.readChanges(r) };
    case 4: return { kind: "forget", pos: readChunkPos(r) };
    case 5: return { kind: "heard", speaker: r.big(7), name: r.text("name", 32), loudness: oneOf(LOUDNESSES, "loudness", r.bits(2)), text: r.text("text", 240), act: r.bit() ? readSpeechAct(r) : null, muffled: r.bit() };
    case 6: return { kind: "answer", number: r.numberBelow(7, "number", 2 ** 32), outcome: forms.readOutcome(r) };
    case 7: return { kind: "bag", slots: forms.readSlots(r), held: forms.readHeld(r), worn: forms.readWorn(r) };
    case 8: return { kind: "clock", tick: r.numberBelow(7, "tick", Number.MAX_SAFE_INTEGER), day: r.bits(16), days: r.numberBelow(7, "days", 2 ** 32), paused: r.bit() };
    case 9: return { kind: "notice", text: r.text("text", 512) };
    case 10: return { kind: "pong", mark: r.bits(32) };
    case 11: return { kind: "goodbye", text: r.text("text", 512) };
    case 12: return { kind: "game", topic: r.bits(16), payload: r.blob("payload", 32768) };
    case 13: return forms.readFelt(r);
    case 14: return { kind: "saw", ...readSaw(r, forms) };
    case 15: return { kind: "whose", thing: r.big(7), owner: forms.readOwner(r) };
    case 16: return { kind: "bell", strokes: r.bits(8) };
    case 17: return { kind: "noticed", meter: r.bits(8), perceived: r.bit() };
    case 18: return { kind: "doors", pos: readChunkPos(r), open: forms.readOpen(r) };
    case 19: return { kind: "aware", ...readAware(r, forms) };
    case 20: return { kind: "noise", sound: oneOf(SOUNDS, "sound", r.bits(5)), turn: r.bits(8), metres: r.bits(8), loudness: r.bits(8), muffled: r.bit() };
    case 21: return { kind: "amiss", what: oneOf(THINGS_AMISS, "thing amiss", r.bits(4)), chunk: readChunkPos(r), east: r.bits(8), north: r.bits(8) };
    case 22: return { kind: "missed", who: r.big(7), chunk: readChunkPos(r), east: r.bits(8), north: r.bits(8) };
    case 23: return { kind: "law", guards: r.text("guards", 16384) };
    case 24: return { kind: "part", foe: r.big(7), part: oneOf(PARTS_IN_FIGHTS, "part in a fight", r.bits(2)), turn: r.bits(8), eighths: r.bits(8), others: r.bits(8), until: r.numberBelow(7, "until", Number.MAX_SAFE_INTEGER) };
    case 25: return { kind: "bucket", chunk: readChunkPos(r), place: r.bits(16), turn: oneOf(TURNS_AT_WELLS, "turn at a well", r.bits(2)) };
    case 26: return { kind: "crafts", crafts: r.list("crafts", 32, 64, () => readCraft(r)) };
    case 27: return { kind: "stand", who: r.big(7), asks: r.list("asks", 22, 24, () => readPrice(r)), bids: r.list("bids", 22, 24, () => readPrice(r)) };
    case 28: return { kind: "kin", ...readKin(r) };
    default:
      throw outOfRange("message", tag);
  }
}
