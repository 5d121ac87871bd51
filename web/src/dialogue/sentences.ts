/**
 * What is said to an inhabitant, as sentences the world understands, and what its answers tell of where they come from.
 * Everything is plain speech: whoever stands near hears it too.
 */
import type { SpeechAct } from "../wire/spoken";
import { VERBS } from "../wire/vocabulary";

/** Deeds people tell of, as they are said; some are done to somebody. */
export const DEEDS = [
  { past: VERBS[2], toSomebody: true },
  { past: VERBS[0], toSomebody: true },
  { past: VERBS[1], toSomebody: true },
  { past: VERBS[3], toSomebody: true },
  { past: VERBS[4], toSomebody: true },
  { past: VERBS[5], toSomebody: true },
  { past: VERBS[6], toSomebody: true },
  { past: VERBS[7], toSomebody: false },
  { past: VERBS[8], toSomebody: false },
] as const;

export type Deed = (typeof DEEDS)[number];

export interface Tale {
  readonly who: string;
  readonly deed: Deed;
  readonly whom: string;
  /** Who told the speaker; empty if the speaker claims to have seen it. */
  readonly source: string;
}

/** A name as it is put into a sentence: without what would end the sentence early. */
export function plain(name: string): string {
  return name.replace(/[.,:;!?\n]/g, " ").replace(/\s+/g, " ").trim();
}

function act(deed: Deed, whom: string): string {
  return deed.toSomebody ? `${deed.past} ${plain(whom)}` : deed.past;
}

export const sentences = {
  greet: (to: string, day: number): string => {
    const hour = day * 24;
    const salute = hour < 5.5 || hour >= 22 ? "Good night" : hour < 11 ? "Good morning" : hour < 17.5 ? "Good day" : "Good evening";
    return `${salute}, ${plain(to)}!`;
  },
  ask: (to: string, about: string): string => `${plain(to)}, tell me about ${plain(about)}.`,
  tell: (to: string, { who, deed, whom, source }: Tale): string => {
    const origin = plain(source) === "" ? "I saw it." : `I heard it from ${plain(source)}, who saw it.`;
    return `Listen, ${plain(to)}: ${plain(who)} ${act(deed, whom)}. ${origin}`;
  },
  accuse: (to: string, deed: Deed, whom: string): string => `${plain(to)}, you ${act(deed, whom)}!`,
  sorry: (to: string): string => `${plain(to)}, I am sorry.`,
  sell: (to: string): string => `${plain(to)}, what do you sell?`,
  beg: (to: string): string => `${plain(to)}, have you a bite to eat?`,
  why: (to: string): string => `${plain(to)}, why do you believe that?`,
} as const;

/** Through whom something came, the witness first, as the speaker means it; null for what is no tale. */
export function provenance(act: SpeechAct | null, speaker: string): string[] | null {
  const meaning = act?.meaning;
  if (meaning?.kind !== "tale" && meaning?.kind !== "answer") return null;
  return meaning.path && [...meaning.path, speaker];
}
