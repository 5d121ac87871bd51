/**
 * What both ends know that we were told: of every slot the state told last in a packet of which the host knows that we have it, and the models. A header is coded
 * against a packet (its anchor); from then on that packet and those before it that came are counted in, in their order.
 */
import { Models } from "./models";
import type { Header } from "./own";
import type { EntityState } from "./state";

/** Ticks after which who stands still is at rest. */
const RESTLESS = 24;

/** What a slot was told last. */
export interface Row {
  readonly tick: number;
  readonly state: EntityState;
  /** Whether it is in view. */
  here: boolean;
  /** In which of the last packets it was told of: the lowest bit is the newest. */
  stir: number;
  /** By how much heading, course and speed differed from what was told before. */
  readonly trend: readonly [number, number, number];
}

/** What a packet told of a slot: how it is, or null if it left. */
export type Told = readonly [slot: number, state: EntityState | null];

const step = (now: number, before: number): number => ((now - before) << 24) >> 24;

export class Accord {
  anchor: Header | null = null;
  private readonly rows: (Row | undefined)[] = [];
  readonly models: Models;

  constructor(other?: Accord) {
    this.models = new Models(other?.models);
    if (!other) return;
    this.anchor = other.anchor;
    this.rows = other.rows.map((row) => row && { ...row });
  }

  row(slot: number): Row | undefined {
    return this.rows[slot];
  }

  /** Whether a slot may well be told of: whoever is in view and moves, or did lately. */
  isLively(slot: number, tick: number): boolean {
    const row = this.rows[slot];
    return row !== undefined && row.here && (row.state.speed > 0 || tick - row.tick < RESTLESS);
  }

  /** Slots that were ever told of are below this. */
  get size(): number {
    return this.rows.length;
  }

  /** Counts a packet in. */
  countIn(header: Header, told: readonly Told[], tape: readonly number[]): void {
    this.anchor = header;
    for (const note of tape) this.models.learn(note >> 1, (note & 1) === 1);
    for (const row of this.rows) if (row) row.stir = (row.stir << 1) & 255;
    for (const [slot, state] of told) {
      const before = this.rows[slot];
      if (!state) {
        if (before) before.here = false;
        continue;
      }
      while (this.rows.length < slot) this.rows.push(undefined);
      const was = before?.state ?? state;
      const trend = [step(state.heading, was.heading), step(state.course, was.course), step(state.speed, was.speed)] as const;
      this.rows[slot] = { tick: header.tick, state, here: true, stir: (before?.stir ?? 0) | 1, trend };
    }
  }
}
