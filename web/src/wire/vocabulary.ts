/** Names behind the protocol's numbers, and its limits. The place in each list is the number on the wire. */
import type { DEEDS, GAITS, GESTURES, LOUDNESSES, POSES, TURNED_AWAY } from "./generated";

export {
  BAG_SLOTS, CALLS, DEEDS, DECLINES, GAITS, GESTURES, LONGEST_GAME_PAYLOAD, LONGEST_NAME, LONGEST_NOTICE, LONGEST_PATH, LONGEST_SPEECH, LOUDNESSES,
  MOST_GOODS, POSES, PROTOCOL_HASH, PROTOCOL_VERSION, REFUSALS, REPUTES, SIGHTS, TURNED_AWAY, VERBS,
} from "./generated";

/** Ticks fit a JavaScript number for some millions of years. */
export const MOST_TICKS = Number.MAX_SAFE_INTEGER;

/** A body, a thing or a door, unique in the world. */
export type EntityId = bigint;

export type Gait = (typeof GAITS)[number];
export type Loudness = (typeof LOUDNESSES)[number];
export type Pose = (typeof POSES)[number];
export type Gesture = (typeof GESTURES)[number];
export type DeedName = (typeof DEEDS)[number];
export type TurnedAwayReason = (typeof TURNED_AWAY)[number];

/** The verb of words that players write after a slash. */
export const SLASH_VERB = 0;
