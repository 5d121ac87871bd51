/** Every layer of minds that the map can show, lowest first. What a mind marks in it is said in crates/core/folk/src/layers. */
import { KIND_COLOURS } from "./colour-scale";
import { MindOverlay } from "./mind-overlay";

export const mindOverlays: readonly MindOverlay[] = [
  new MindOverlay({ name: "Homes", layer: "homes", kinds: {}, others: { label: "somebody's home", colour: KIND_COLOURS[3] } }),
];
