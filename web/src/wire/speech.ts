/** Acts of speech: what somebody means, beside the words. Whoever is spoken of is called by name; the speaker is who is heard. */
import { THINGS } from "../land/kinds";
import type { BitReader } from "./bit-reader";
import type { BitWriter } from "./bit-writer";
import { outOfRange } from "./error";
import { indexOf } from "./one-of";
import { CALLS, DECLINES, LONGEST_NAME, LONGEST_PATH, MOST_GOODS, SIGHTS, VERBS } from "./vocabulary";

/** What somebody is said to have done. */
export interface Done {
  /** Number of one of VERBS. */
  readonly verb: number;
  readonly object: string | null;
  /** The world's first day is 1. */
  readonly day: number;
}

export type Matter =
  | { readonly kind: "deed"; readonly subject: string; readonly deed: Done }
  | {
      readonly kind: "sighting";
      readonly subject: string;
      /** Number of one of SIGHTS. */
      readonly sight: number;
      /** East and north, in whole metres. */
      readonly place: readonly [number, number];
    };

export type Meaning =
  | { readonly kind: "greeting" | "farewell" | "thanks" | "apology" | "law" | "plea" }
  /** `path`: from whom the speaker has it, the witness first; empty if the speaker was there. */
  | { readonly kind: "tale"; readonly matter: Matter; readonly denied: boolean; readonly path: readonly string[] }
  | { readonly kind: "question"; readonly asks: "about" | "opinion"; readonly about: string }
  | { readonly kind: "question"; readonly asks: "why" | "wares" | "alms" }
  | { readonly kind: "answer"; readonly path: readonly string[] | null }
  /** Numbers of THINGS. */
  | { readonly kind: "offer"; readonly goods: readonly number[] }
  /** Number of one of DECLINES. */
  | { readonly kind: "refusal"; readonly decline: number }
  | { readonly kind: "accusation"; readonly deed: Done }
  | { readonly kind: "remark"; readonly about: string | null }
  | {
      readonly kind: "hunt";
      /** Number of one of CALLS. */
      readonly call: number;
      readonly whom: string | null;
      /** East and north, in whole metres. */
      readonly place: readonly [number, number] | null;
    };

export interface SpeechAct {
  /** Whom it is meant for; whoever hears it if nobody. */
  readonly to: string | null;
  readonly meaning: Meaning;
}

const MEANINGS = [
  "greeting", "farewell", "tale", "question", "answer", "offer", "refusal", "thanks", "accusation", "apology", "law", "plea",
  "remark", "hunt",
] as const;
const QUESTIONS = ["about", "opinion", "why", "wares", "alms"] as const;
const MOST_METRES = 2 ** 31;

export function writeAct(w: BitWriter, act: SpeechAct | null): void {
  w.bit(act !== null);
  if (!act) return;
  const { to, meaning } = act;
  writeOption(w, to);
  w.bits(MEANINGS.indexOf(meaning.kind), 4);
  switch (meaning.kind) {
    case "tale":
      writeMatter(w, meaning.matter);
      w.bit(meaning.denied);
      writePath(w, meaning.path);
      break;
    case "question":
      w.bits(QUESTIONS.indexOf(meaning.asks), 3);
      if (meaning.asks === "about" || meaning.asks === "opinion") w.text(meaning.about);
      break;
    case "answer":
      w.bit(meaning.path !== null);
      if (meaning.path) writePath(w, meaning.path);
      break;
    case "offer":
      w.number(meaning.goods.length, 7);
      for (const kind of meaning.goods) w.bits(kind, 6);
      break;
    case "refusal":
      w.bits(meaning.decline, 3);
      break;
    case "accusation":
      writeDone(w, meaning.deed);
      break;
    case "remark":
      writeOption(w, meaning.about);
      break;
    case "hunt":
      w.bits(meaning.call, 3);
      writeOption(w, meaning.whom);
      w.bit(meaning.place !== null);
      if (meaning.place) writePlace(w, meaning.place);
      break;
  }
}

export function readAct(r: BitReader): SpeechAct | null {
  if (!r.bit()) return null;
  const to = readOption(r);
  return { to, meaning: readMeaning(r) };
}

function readMeaning(r: BitReader): Meaning {
  const number = r.bits(4);
  const kind = MEANINGS[indexOf(MEANINGS, "meaning", number)];
  switch (kind) {
    case "tale": {
      const matter = readMatter(r);
      const denied = r.bit();
      return { kind, matter, denied, path: readPath(r) };
    }
    case "question": {
      const asks = QUESTIONS[indexOf(QUESTIONS, "question", r.bits(3))];
      return asks === "about" || asks === "opinion" ? { kind, asks, about: readName(r) } : { kind, asks };
    }
    case "answer":
      return { kind, path: r.bit() ? readPath(r) : null };
    case "offer": {
      const goods: number[] = [];
      for (let left = r.count("goods", 6, MOST_GOODS); left > 0; left--) goods.push(indexOf(THINGS, "thing", r.bits(6)));
      return { kind, goods };
    }
    case "refusal":
      return { kind, decline: indexOf(DECLINES, "refusal of a deal", r.bits(3)) };
    case "accusation":
      return { kind, deed: readDone(r) };
    case "remark":
      return { kind, about: readOption(r) };
    case "hunt": {
      const call = indexOf(CALLS, "call of a search", r.bits(3));
      const whom = readOption(r);
      return { kind, call, whom, place: r.bit() ? readPlace(r) : null };
    }
    default:
      return { kind };
  }
}

function writeOption(w: BitWriter, name: string | null): void {
  w.bit(name !== null);
  if (name !== null) w.text(name);
}

function readOption(r: BitReader): string | null {
  return r.bit() ? readName(r) : null;
}

function readName(r: BitReader): string {
  const name = r.text("spoken name", LONGEST_NAME);
  if (name === "") throw outOfRange("spoken name", 0);
  return name;
}

function writePath(w: BitWriter, path: readonly string[]): void {
  w.number(path.length, 7);
  for (const name of path) w.text(name);
}

function readPath(r: BitReader): string[] {
  const path: string[] = [];
  for (let left = r.count("path", 16, LONGEST_PATH); left > 0; left--) path.push(readName(r));
  return path;
}

function writeMatter(w: BitWriter, matter: Matter): void {
  w.bit(matter.kind === "sighting");
  w.text(matter.subject);
  if (matter.kind === "deed") {
    writeDone(w, matter.deed);
    return;
  }
  w.bits(matter.sight, 3);
  writePlace(w, matter.place);
}

function writePlace(w: BitWriter, place: readonly [number, number]): void {
  for (const axis of place) w.signed(axis, 7);
}

function readPlace(r: BitReader): [number, number] {
  const east = r.signed(7, "spoken place", MOST_METRES);
  return [east, r.signed(7, "spoken place", MOST_METRES)];
}

function readMatter(r: BitReader): Matter {
  const isSighting = r.bit();
  const subject = readName(r);
  if (!isSighting) return { kind: "deed", subject, deed: readDone(r) };
  const sight = indexOf(SIGHTS, "sight", r.bits(3));
  return { kind: "sighting", subject, sight, place: readPlace(r) };
}

function writeDone(w: BitWriter, done: Done): void {
  w.bits(done.verb, 5);
  writeOption(w, done.object);
  w.number(done.day, 7);
}

function readDone(r: BitReader): Done {
  const verb = indexOf(VERBS, "verb", r.bits(5));
  const object = readOption(r);
  return { verb, object, day: r.numberBelow(7, "day", 2 ** 32) };
}
