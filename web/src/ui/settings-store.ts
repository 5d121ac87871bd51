/** What the player has chosen, kept in the browser. */
import { readBindings, type Bindings } from "../input/keys";
import type { Grade } from "../view/stage";

export interface Settings {
  /** How far to see, in rings of chunks. */
  view: number;
  quality: Grade;
  /** Vertical field of view in degrees. */
  fieldOfView: number;
  /** Frames per second at most, to spare batteries and slow machines. */
  frameLimit: number;
  nameTags: boolean;
  /** Whether noises are told in words. */
  captions: boolean;
  reducedMotion: boolean;
  keys: Bindings;
}

export const VIEW_RANGE = { least: 2, most: 12, usual: 7 } as const;
export const FIELD_RANGE = { least: 40, most: 90, usual: 58 } as const;
export const FRAME_RANGE = { least: 1, most: 240, usual: 240 } as const;
const STORE = "wold.settings";
const GRADES: readonly Grade[] = ["low", "medium", "high"];

function within(value: unknown, range: { least: number; most: number; usual: number }): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return range.usual;
  return Math.max(range.least, Math.min(range.most, Math.round(value)));
}

/** Settings from whatever was stored; anything out of range takes its usual value. */
export function readSettings(stored: unknown, prefersReducedMotion: boolean): Settings {
  const raw = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  return {
    view: within(raw.view, VIEW_RANGE),
    quality: GRADES.find((grade) => grade === raw.quality) ?? "medium",
    fieldOfView: within(raw.fieldOfView, FIELD_RANGE),
    frameLimit: within(raw.frameLimit, FRAME_RANGE),
    nameTags: raw.nameTags !== false,
    captions: raw.captions !== false,
    reducedMotion: typeof raw.reducedMotion === "boolean" ? raw.reducedMotion : prefersReducedMotion,
    keys: readBindings(raw.keys),
  };
}

export function loadSettings(): Settings {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    return readSettings(JSON.parse(localStorage.getItem(STORE) ?? "null"), reduced);
  } catch {
    return readSettings(null, reduced);
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing is no reason to stop playing.
  }
}
