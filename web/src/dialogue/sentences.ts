/**
 * What is said to an inhabitant, as sentences it understands, and what its answers tell of where they come from.
 * Everything is plain speech: whoever stands near hears it too.
 */

/** Deeds people tell of, as they are said; some are done to somebody. */
export const DEEDS = [
  { past: "stole from", toSomebody: true },
  { past: "hit", toSomebody: true },
  { past: "killed", toSomebody: true },
  { past: "gave something to", toSomebody: true },
  { past: "healed", toSomebody: true },
  { past: "helped", toSomebody: true },
  { past: "traded with", toSomebody: true },
  { past: "felled a tree", toSomebody: false },
  { past: "found a treasure", toSomebody: false },
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

/** Through whom something came, the witness first, as the speaker says; null for what is no tale. */
export function provenance(said: string, speaker: string): string[] | null {
  const chain = /I heard it from (.+), who saw it\./.exec(said) ?? / had it from (.+), who saw it\./.exec(said);
  if (chain) {
    const told = chain[1].split(/, who (?:heard it|had it) from /);
    const teller = /^(.+?) told me, and /.exec(said);
    return [...[...told].reverse(), ...(teller ? [teller[1]] : []), speaker];
  }
  const seen = /^(.+?) saw it and told me/.exec(said);
  if (seen) return [seen[1], speaker];
  return /I saw it(\.| with my own eyes)|I was there\./.test(said) ? [speaker] : null;
}
