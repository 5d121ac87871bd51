/** Why a fighter did what it did last, in plain words. */
import { make } from "../ui/element";
import { FATES } from "./fights-overlay";
import type { Candidate, FightQuery, FightsReport } from "./reports";

/** What it means that a place failed a condition, by how the condition begins. */
const FAILED: readonly (readonly [string, string])[] = [
  ["min_distance_from_target", "too near to the foe"], ["canReachBefore", "the foe would be there first"], ["reachable", "no way leads there"],
  ["max_exposure", "somebody would see it there"], ["visible_from_target", "the foe would see it there"],
  ["max_directness_to_target", "not away from the foe"], ["min_distance_from_puppet", "hardly away from here"],
];

/** A condition in words; as it is written where nobody has put it in words. */
export function conditionInWords(condition: string): string {
  return FAILED.find(([begins]) => condition.startsWith(begins))?.[1] ?? condition;
}

/** What a fighter's panel says; empty for one who does not fight. */
export interface Explanation {
  readonly does: string;
  readonly odds: string;
  readonly holds: string;
  /** Of the last question: a sentence, and how many places failed for which reason. */
  readonly asked: string;
  readonly failed: readonly string[];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export function explain(fights: FightsReport | null | undefined, id: string | null, name: (id: string) => string): Explanation | null {
  const fighter = fights?.fighters.find((one) => one.id === id);
  if (!fights || !fighter) return null;
  const { odds, foe, query } = fighter;
  const chance = odds
    ? `Against ${foe === null ? "them" : name(foe)}: ${Math.round(odds.chance * 100)} % to win, ${odds.ours} on its side, ${odds.theirs} on the other.`
    : "";
  const held = fights.claims
    .filter((claim) => claim.by === id)
    .map((claim) => (claim.foe === null ? `the place at ${(claim.place ?? [0, 0]).map(Math.floor).join(", ")}` : `${name(claim.foe)} as its own foe`));
  const failed = query ? reasons(query.candidates) : [];
  return {
    does: capital(`${fighter.why}.`), odds: chance, holds: held.length > 0 ? `Has taken ${held.join(" and ")}.` : "", asked: query ? asked(query) : "", failed,
  };
}

function reasons(candidates: readonly Candidate[]): string[] {
  const counts = new Map<string, number>();
  for (const { why } of candidates) if (why) counts.set(conditionInWords(why), (counts.get(conditionInWords(why)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([why, times]) => `${times} × ${why}`);
}

function asked(query: FightQuery): string {
  const count = (fate: keyof typeof FATES): number => query.candidates.filter((one) => one.fate === fate).length;
  const found = query.option === null ? "found nothing" : `found a place ${query.option}`;
  const way = query.way ? `; the way is ${Math.round(query.way.metres)} m, ${Math.round(query.way.exposed)} m of it in sight` : "";
  const open = count("partial") > 0 ? `, ${count("partial")} not looked at to the end` : "";
  return `Asked last where to ${query.name}, and ${found}${way}. It thought of ${plural(query.candidates.length, "place")}: ${count("passed") + count("won")} good${open}, ${count("failed")} not:`;
}

export function fillFight(root: HTMLElement, said: Explanation | null): void {
  if (said === null) {
    root.replaceChildren();
    return;
  }
  const list = make("ul", "reasons");
  list.append(...said.failed.map((reason) => make("li", "", reason)));
  const lines = [said.odds, said.holds, said.asked].filter((line) => line !== "").map((line) => make("p", "quiet", line));
  root.replaceChildren(make("h3", "", "In a fight"), make("p", "deed", said.does), ...lines, ...(said.failed.length > 0 ? [list] : []));
}
