/** Every layer of minds that the map can show, lowest first. What a mind marks in it is said in crates/core/folk/src/layers. */
import { KIND_COLOURS } from "./colour-scale";
import { MindOverlay } from "./mind-overlay";

/** What somebody can want, in the host's words. */
const WANTS = {
  hunger: { label: "food", colour: KIND_COLOURS[0] },
  thirst: { label: "water", colour: KIND_COLOURS[1] },
  sleep: { label: "sleep", colour: KIND_COLOURS[6] },
  warmth: { label: "warmth", colour: KIND_COLOURS[4] },
  company: { label: "company", colour: KIND_COLOURS[5] },
  safety: { label: "safety", colour: KIND_COLOURS[3] },
  purpose: { label: "something to do", colour: KIND_COLOURS[2] },
};

/** What a belief rests on, in the host's words. */
const BELIEFS = {
  seen: { label: "thought there: seen", colour: KIND_COLOURS[2] },
  heard: { label: "thought there: heard", colour: KIND_COLOURS[4] },
  told: { label: "thought there: told", colour: KIND_COLOURS[1] },
  inferred: { label: "thought there: concluded", colour: KIND_COLOURS[5] },
};

/** What somebody does in a search, in the host's words. */
const SEARCHES = {
  investigates: { label: "goes to the last known place", colour: KIND_COLOURS[3] },
  searches: { label: "goes to a spot", colour: KIND_COLOURS[0] },
  looks: { label: "looks about", colour: KIND_COLOURS[4] },
  covers: { label: "covers", colour: KIND_COLOURS[1] },
  returns: { label: "goes back", colour: KIND_COLOURS[2] },
  waits: { label: "waits", colour: KIND_COLOURS[6] },
};

export const mindOverlays: readonly MindOverlay[] = [
  new MindOverlay({ name: "Homes", layer: "homes", kinds: {}, others: { label: "somebody's home", colour: KIND_COLOURS[3] } }),
  new MindOverlay({ name: "Wants", layer: "wants", kinds: WANTS }),
  new MindOverlay({ name: "Beliefs", layer: "beliefs", kinds: BELIEFS }),
  new MindOverlay({ name: "Searchers", layer: "searches", kinds: SEARCHES }),
];
