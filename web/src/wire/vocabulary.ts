/** Names behind the protocol's numbers, and its limits. The place in each list is the number on the wire. */
import { ECOSYSTEMS, GROWTHS, PLACES, THINGS } from "../land/kinds";

export const PROTOCOL_VERSION = 10;
export const LONGEST_NAME = 32;
export const LONGEST_NOTICE = 512;
export const LONGEST_SPEECH = 240;
export const LONGEST_PATH = 8;
export const MOST_GOODS = 8;
export const LONGEST_GAME_PAYLOAD = 512;
export const BAG_SLOTS = 8;
/** Ticks fit a JavaScript number for some millions of years. */
export const MOST_TICKS = Number.MAX_SAFE_INTEGER;

/** A body, a thing or a door, unique in the world. */
export type EntityId = bigint;

export const GAITS = ["walk", "run", "sneak", "sit"] as const;
export type Gait = (typeof GAITS)[number];

export const LOUDNESSES = ["talk", "whisper", "shout"] as const;
export type Loudness = (typeof LOUDNESSES)[number];

/** What people tell of each other, as it is said between the one and the other. */
export const VERBS = [
  "hit", "killed", "stole from", "gave something to", "healed", "helped", "traded with", "felled a tree", "found a treasure",
] as const;

/** What people tell of places. */
export const SIGHTS = ["was seen", "is to be found"] as const;

/** Why somebody does not trade or give. */
export const DECLINES = ["I do not deal with you", "I have nothing left", "I sell nothing", "I have nothing to spare"] as const;

/** How somebody is spoken of. */
export const REPUTES = ["none", "good", "bad"] as const;

export const POSES = [
  "standing", "walking", "running", "sneaking", "sitting", "lying", "swimming", "fallen",
] as const;
export type Pose = (typeof POSES)[number];

export const GESTURES = ["none", "strike", "take", "drop", "eat", "give", "wave", "chop", "build", "hurt", "heal"] as const;
export type Gesture = (typeof GESTURES)[number];

/** What people do, by the world's numbers. */
export const DEEDS = [
  "enters", "leaves", "speaks", "takes", "drops", "gives", "eats", "fells", "builds", "razes", "strikes", "kills", "heals", "starves",
  "steals", "trades", "helps", "finds",
] as const;
export type DeedName = (typeof DEEDS)[number];

export const REFUSALS = [
  "too far away", "you cannot see it from here", "there is nothing there", "it is not yours", "your bag is full",
  "that slot is empty", "you are too tired", "not so fast", "you are dead", "that is of no use here",
  "you need another tool for that", "something is in the way", "that is not a person", "too many words",
  "this world knows no such deed", "not on yourself",
  "that was decided long ago",
] as const;

export const TURNED_AWAY = [
  "protocol", "seed", "bad name", "name taken", "bad password", "bad token", "too often", "full", "not a hello",
] as const;
export type TurnedAwayReason = (typeof TURNED_AWAY)[number];

/** What both ends must agree on before they talk: FNV-1a over the version and the sizes of the vocabulary. */
export function protocolHash(): number {
  const parts = [PROTOCOL_VERSION, ECOSYSTEMS.length, GROWTHS.length, PLACES.length, THINGS.length, REFUSALS.length];
  let hash = 0x811c9dc5;
  for (const part of parts) {
    for (let shift = 0; shift < 32; shift += 8) {
      hash = Math.imul(hash ^ ((part >>> shift) & 255), 0x01000193);
    }
  }
  return hash >>> 0;
}

/** The verb of words that players write after a slash. */
export const SLASH_VERB = 0;
