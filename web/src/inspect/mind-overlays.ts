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

export const mindOverlays: readonly MindOverlay[] = [
  new MindOverlay({ name: "Homes", layer: "homes", kinds: {}, others: { label: "somebody's home", colour: KIND_COLOURS[3] } }),
  new MindOverlay({ name: "Wants", layer: "wants", kinds: WANTS }),
];
