/** The last turns as this peer played them, to compare with others; see `lockstep::history` of the crate `wold-wire`. */
import { MOST_HASHES, type Evidence } from "./message";
import { hashOf, type Component } from "./simulation";

/** Turns before a difference that are told with it. */
const TOLD = 8;

/** The first part of a state in which two peers differ, and how it came to that. */
export interface Divergence {
  readonly with: number;
  readonly turn: number;
  readonly component: string;
  readonly mine: readonly (readonly number[])[];
  readonly theirs: readonly (readonly number[])[];
}

export class History {
  private readonly entries: { hash: number; parts: readonly Component[] }[] = [];

  constructor(private first: number, private readonly memory: number) {}

  note(parts: readonly Component[]): void {
    this.entries.push({ hash: hashOf(parts), parts });
    if (this.entries.length > this.memory) {
      this.entries.shift();
      this.first++;
    }
  }

  hash(turn: number): number | undefined {
    return this.entries[turn - this.first]?.hash;
  }

  /** The whole state after a turn, part by part. */
  parts(turn: number): readonly (readonly number[])[] | undefined {
    return this.entries[turn - this.first]?.parts.map(({ words }) => words);
  }

  latest(): number[] {
    return this.entries.slice(-MOST_HASHES).map(({ hash }) => hash);
  }

  evidence(turn: number): Evidence {
    const from = Math.max(turn - TOLD + 1, this.first);
    const told = this.entries.slice(from - this.first, turn + 1 - this.first);
    return { kind: "evidence", from, turns: told.map(({ parts }) => parts.map(({ words }) => words)) };
  }

  compare(peer: number, told: Evidence): Divergence | null {
    const [mine, theirs]: [number[][], number[][]] = [[], []];
    for (let n = 0; n < told.turns.length; n++) {
      const entry = this.entries[told.from + n - this.first];
      if (!entry) continue;
      const same = (words: readonly number[], other: readonly number[] | undefined): boolean => words.join() === other?.join();
      const at = entry.parts.findIndex(({ words }, part) => !same(words, told.turns[n][part]));
      if (at < 0) continue;
      for (let before = 0; before <= n; before++) {
        const here = this.entries[told.from + before - this.first];
        if (!here) continue;
        mine.push([...here.parts[at].words]);
        theirs.push([...(told.turns[before][at] ?? [])]);
      }
      return { with: peer, turn: told.from + n, component: entry.parts[at].name, mine, theirs };
    }
    return null;
  }
}
