/**
 * What hosts say and what that is made of, as the Rust side states it. Written by a test, not by hand:
 * WOLD_BLESS=1 cargo nextest run -p wold-wire
 */
import type { BitReader } from "./bit-reader";
import { readChunkPos } from "./chunk-pos";
import { outOfRange } from "./error";
import { THINGS, LOUDNESSES, DEEDS, AWARENESS, ROUSES, SOUNDS, THINGS_AMISS, PARTS_IN_FIGHTS, TURNS_AT_WELLS, WORKPLACES, KINSHIPS, TURNED_AWAY, POLICIES } from "./generated";
import { indexOf, oneOf } from "./one-of";
import { readSpeechAct, type SpeechAct } from "./spoken";
import type * as own from "./own-forms";

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
  readonly manifest: Manifest;
}

function readWelcome(r: BitReader, forms: typeof own): Welcome {
  return { guest: r.big(7), body: r.big(7), seed: r.wide(), tick: r.numberBelow(7, "tick", Number.MAX_SAFE_INTEGER), token: r.raw(16), operator: r.bit(), view: r.bits(8), world: r.text("world", 512), physique: forms.readPhysique(r), decided: r.numberBelow(7, "decided", 2 ** 32), manifest: readManifest(r) };
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

export interface Manifest {
  readonly kinds: readonly Kind[];
}

function readManifest(r: BitReader): Manifest {
  return { kinds: r.list("kinds", 26, 64, () => readKind(r)) };
}

export interface Kind {
  readonly name: string;
  readonly policy: (typeof POLICIES)[number];
  readonly every: number;
  readonly fields: readonly Field[];
}

function readKind(r: BitReader): Kind {
  return { name: r.text("name", 48), policy: oneOf(POLICIES, "policy", r.bits(2)), every: r.bits(8), fields: r.list("fields", 13, 32, () => readField(r)) };
}

export interface Field {
  readonly name: string;
  readonly extent: Extent;
  readonly optional: boolean;
  readonly predicted: Prediction | null;
}

function readField(r: BitReader): Field {
  return { name: r.text("name", 48), extent: readExtent(r), optional: r.bit(), predicted: r.bit() ? readPrediction(r) : null };
}

export type Extent =
  | { readonly kind: "flag" }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  | { readonly kind: "real"; readonly least: number; readonly most: number; readonly steps: number }
  | { readonly kind: "count" }
  | { readonly kind: "id" }
  | { readonly kind: "letters"; readonly most: number };

function readExtent(r: BitReader): Extent {
  const tag = r.bits(3);
  switch (tag) {
    case 0: return { kind: "flag" };
    case 1: return { kind: "whole", least: r.signed(7, "least", 2 ** 31), most: r.signed(7, "most", 2 ** 31) };
    case 2: return { kind: "real", least: r.signed(7, "least", 2 ** 31), most: r.signed(7, "most", 2 ** 31), steps: r.numberBelow(7, "steps", 2 ** 32) };
    case 3: return { kind: "count" };
    case 4: return { kind: "id" };
    case 5: return { kind: "letters", most: r.bits(8) };
    default:
      throw outOfRange("extent", tag);
  }
}

export interface Prediction {
  readonly by: string;
  readonly slack: number;
}

function readPrediction(r: BitReader): Prediction {
  return { by: r.text("by", 48), slack: r.numberBelow(7, "slack", 2 ** 32) };
}

export interface Shot {
  readonly with: number;
  readonly of: number;
  readonly speed: number;
  readonly fall: number;
  readonly reach: number;
}

function readShot(r: BitReader): Shot {
  return { with: indexOf(THINGS, "thing", r.bits(6)), of: indexOf(THINGS, "thing", r.bits(6)), speed: r.bits(8), fall: r.bits(8), reach: r.bits(8) };
}

export interface Loosed {
  readonly id: bigint;
  readonly thing: number;
  readonly by: bigint;
  readonly at: bigint | null;
  readonly since: number;
  readonly start: own.Start;
  readonly velocity: own.Velocity;
  readonly fall: number;
}

function readLoosed(r: BitReader, forms: typeof own): Loosed {
  return { id: r.big(7), thing: indexOf(THINGS, "thing", r.bits(6)), by: r.big(7), at: r.bit() ? r.big(7) : null, since: r.numberBelow(7, "since", Number.MAX_SAFE_INTEGER), start: forms.readStart(r), velocity: forms.readVelocity(r), fall: r.bits(8) };
}

export interface Landed {
  readonly id: bigint;
  readonly after: number;
  readonly hit: bigint | null;
  readonly end: own.End;
}

function readLanded(r: BitReader, forms: typeof own): Landed {
  return { id: r.big(7), after: r.bits(16), hit: r.bit() ? r.big(7) : null, end: forms.readEnd(r) };
}

export interface Watching {
  readonly whom: bigint | null;
  readonly name: string;
  readonly low: readonly [number, number];
  readonly high: readonly [number, number];
  readonly pace: number;
  readonly follows: boolean;
  readonly sights: readonly string[];
}

function readWatching(r: BitReader): Watching {
  return { whom: r.bit() ? r.big(7) : null, name: r.text("name", 32), low: [r.signed(7, "low", 2 ** 31), r.signed(7, "low", 2 ** 31)], high: [r.signed(7, "high", 2 ** 31), r.signed(7, "high", 2 ** 31)], pace: r.bits(16), follows: r.bit(), sights: r.list("sights", 7, 16, () => r.text("sights", 32)) };
}

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
  | { readonly kind: "told"; readonly letter: Uint8Array }
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
  | { readonly kind: "law"; readonly guards: string; readonly banish_days: number }
  | { readonly kind: "part"; readonly foe: bigint; readonly part: (typeof PARTS_IN_FIGHTS)[number]; readonly turn: number; readonly eighths: number; readonly others: number; readonly until: number }
  | { readonly kind: "bucket"; readonly chunk: own.ChunkPos; readonly place: number; readonly turn: (typeof TURNS_AT_WELLS)[number] }
  | { readonly kind: "crafts"; readonly crafts: readonly Craft[] }
  | { readonly kind: "stand"; readonly who: bigint; readonly asks: readonly Price[]; readonly bids: readonly Price[] }
  | ({ readonly kind: "kin" } & Kin)
  | { readonly kind: "shots"; readonly shots: readonly Shot[] }
  | ({ readonly kind: "loosed" } & Loosed)
  | ({ readonly kind: "landed" } & Landed)
  | ({ readonly kind: "watching" } & Watching);

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
    case 12: return { kind: "told", letter: r.blob("letter", 32768) };
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
    case 23: return { kind: "law", guards: r.text("guards", 16384), banish_days: r.bits(16) };
    case 24: return { kind: "part", foe: r.big(7), part: oneOf(PARTS_IN_FIGHTS, "part in a fight", r.bits(2)), turn: r.bits(8), eighths: r.bits(8), others: r.bits(8), until: r.numberBelow(7, "until", Number.MAX_SAFE_INTEGER) };
    case 25: return { kind: "bucket", chunk: readChunkPos(r), place: r.bits(16), turn: oneOf(TURNS_AT_WELLS, "turn at a well", r.bits(2)) };
    case 26: return { kind: "crafts", crafts: r.list("crafts", 32, 64, () => readCraft(r)) };
    case 27: return { kind: "stand", who: r.big(7), asks: r.list("asks", 22, 24, () => readPrice(r)), bids: r.list("bids", 22, 24, () => readPrice(r)) };
    case 28: return { kind: "kin", ...readKin(r) };
    case 29: return { kind: "shots", shots: r.list("shots", 36, 16, () => readShot(r)) };
    case 30: return { kind: "loosed", ...readLoosed(r, forms) };
    case 31: return { kind: "landed", ...readLanded(r, forms) };
    case 32: return { kind: "watching", ...readWatching(r) };
    default:
      throw outOfRange("message", tag);
  }
}
