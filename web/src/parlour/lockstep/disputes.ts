/** Peers that differ: found by hashes, told apart by evidence, and one of them gives in; see `lockstep::peer::dispute` of the crate `wold-wire`. */
import type { Divergence, History } from "./history";
import type { Evidence } from "./message";

/** Turns in which two that differ show each other how, before one of them gives in. */
const PATIENCE = 20;

interface Dispute {
  readonly turn: number;
  told: boolean;
  age: number;
}

/** What is known of another peer's turns. */
export interface Told {
  joined: boolean;
  turn: number;
  readonly hashes: Map<number, number>;
  /** The next turn whose hash is to be compared. */
  compared: number;
  dispute: Dispute | null;
}

export class Disputes {
  /** Whose state is to be taken. */
  takingFrom: number | null = null;

  constructor(private readonly me: number) {}

  /** Compares hashes that both sides have. */
  compare(others: ReadonlyMap<number, Told>, history: History, turns: number): void {
    for (const other of others.values()) {
      for (const turn of [...other.hashes.keys()].filter((told) => told >= other.compared && told < turns).sort((a, b) => a - b)) {
        other.compared = turn + 1;
        const mine = history.hash(turn);
        if (mine === undefined) continue;
        if (mine === other.hashes.get(turn)) other.dispute = null;
        else other.dispute ??= { turn, told: false, age: 0 };
      }
    }
  }

  /** If this peer is the one who differs, says whose state to take. Most are right; of as many, those with the first peer. */
  judge(others: ReadonlyMap<number, Told>, history: History): void {
    const disputed = [...others.values()].flatMap(({ dispute }) => (dispute ? [dispute] : []));
    if (disputed.length === 0) return;
    for (const dispute of disputed) dispute.age++;
    const turn = Math.min(...disputed.map((dispute) => dispute.turn));
    const mine = history.hash(turn);
    const open = disputed.some((dispute) => !dispute.told && dispute.age < PATIENCE);
    const silent = [...others.values()].some((other) => other.joined && other.turn <= turn);
    if (mine === undefined || open || silent) return;
    const camps = new Map([[mine, [this.me]]]);
    for (const [peer, other] of others) {
      const hash = other.hashes.get(turn);
      if (hash !== undefined) camps.set(hash, [...(camps.get(hash) ?? []), peer]);
    }
    const [[hash, peers]] = [...camps].sort(([, a], [, b]) => b.length - a.length || Math.min(...a) - Math.min(...b));
    if (hash !== mine) this.takingFrom = peers[0];
  }

  /** The turn to show another peer evidence for, if it differs and may still want to know. */
  toExplain(other: Told): number | null {
    return other.dispute && other.dispute.age <= PATIENCE ? other.dispute.turn : null;
  }

  /** Takes evidence; where the two differ, if that is news. */
  explained(other: Told, peer: number, evidence: Evidence, history: History): Divergence | null {
    if (!other.dispute || other.dispute.told) return null;
    const found = history.compare(peer, evidence);
    if (found) other.dispute.told = true;
    return found;
  }

  /** After a state was taken: all comparisons begin there. */
  forget(others: ReadonlyMap<number, Told>, turn: number): void {
    this.takingFrom = null;
    for (const other of others.values()) {
      other.dispute = null;
      other.compared = turn;
    }
  }
}
