/** What the host tells of a mind, and of a rumour's way through all of them. */
export interface MindRumour {
  /** The same in every mind that knows of the matter. */
  readonly key: string;
  readonly text: string;
  readonly denied: boolean;
  /** Seen or done, not told. */
  readonly seen: boolean;
  /** Through whom it came, the witness first. */
  readonly path: readonly string[];
  readonly priority: number;
  /** When it was learnt, in hours since the midnight before the world began. */
  readonly hour: number;
  readonly tellings: number;
  readonly spreads: boolean;
  /** The less of the respects for teller and witness. */
  readonly trust: number;
  readonly changes: readonly { readonly name: string; readonly by: number }[];
}

export interface Mind {
  readonly name: string;
  readonly trade: string;
  readonly profile: string;
  readonly hour: number;
  readonly home: readonly [number, number] | null;
  readonly decision: { readonly doing: string; readonly at: string; readonly score: number; readonly planned: boolean } | null;
  readonly needs: readonly { readonly name: string; readonly level: number; readonly score: number }[];
  readonly chart: string;
  readonly states: readonly string[];
  readonly respects: readonly { readonly name: string; readonly respect: number }[];
  readonly rumours: readonly MindRumour[];
  readonly verdicts: readonly { readonly said: string; readonly verdict: string }[];
}

export interface MindMessage {
  readonly type: "mind";
  readonly id: string;
  /** None if it keeps its mind to itself. */
  readonly mind: Mind | null;
}

/** Somebody learnt of a matter. */
export interface SpreadStep {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly hour: number;
  /** Who told; null for whoever saw it. */
  readonly from: string | null;
  readonly denied: boolean;
}

export interface SpreadMessage {
  readonly type: "spread";
  readonly matter: string;
  /** How many minds were asked. */
  readonly minds: number;
  /** In the order of learning. */
  readonly steps: readonly SpreadStep[];
}

/** Day and time of day of an hour since the world's first midnight. */
export function dayAndHour(hour: number): string {
  const minutes = Math.floor(hour * 60);
  const [h, m] = [Math.floor(minutes / 60) % 24, minutes % 60];
  return `day ${Math.floor(hour / 24) + 1}, ${h}:${`${m}`.padStart(2, "0")}`;
}
