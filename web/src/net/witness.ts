/**
 * Who stands at the near end of a bad line and sees what comes before it is held up or lost: says how wrong the page is about others and itself, and
 * whether anybody jumps. `window.wold.line` of a page that was opened with `?line=`.
 */
import type { Game } from "../game/game";
import { Track, type Whereabouts } from "../model/track";
import type { Snapshot } from "../wire/snapshot";
import { isPerson } from "../wire/state";
import type { EntityId } from "../wire/vocabulary";

const TICKS_PER_SECOND = 20;
/** Metres more than somebody could have gone between two pictures that are a jump. */
const LEAP = 0.25;
/** Metres a second below which somebody stands. */
const STANDS = 0.2;
/** Seconds between two pictures above which nothing is said of jumps: nobody sees anything move. */
const STILL = 0.3;

/** Errors in metres: how many were measured, and what all but a few of them are below. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
}

export interface Testimony {
  /** How far those who walk are shown from where they are. */
  readonly others: Spread;
  /** By how much one's own place was corrected, each time the host told of it. */
  readonly own: Spread;
  /** Jumps in metres, of others and of oneself. */
  readonly leaps: readonly number[];
  readonly pictures: number;
}

export function spread(errors: readonly number[]): Spread {
  const sorted = Float64Array.from(errors).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), most: at(1) };
}

interface Shown {
  readonly x: number;
  readonly y: number;
  readonly speed: number;
  readonly picture: number;
}

export class Witness {
  private readonly truth = new Map<EntityId, Track>();
  private tick = -Infinity;
  private cameAt = 0;
  private readonly where: Whereabouts = { x: 0, y: 0, heading: 0, speed: 0 };
  private others: number[] = [];
  private own: number[] = [];
  private leaps: number[] = [];
  private readonly shown = new Map<EntityId, Shown>();
  private self: Shown | null = null;
  private pictures = 0;
  private last = 0;

  /** A snapshot came to the near end of the line. */
  sees(snapshot: Snapshot, now: number): void {
    if (snapshot.tick > this.tick) [this.tick, this.cameAt] = [snapshot.tick, now];
    const all = [...snapshot.entered.map(({ card, state }) => ({ id: card.id, state })), ...snapshot.updated];
    for (const { id, state } of all) {
      const track = this.truth.get(id);
      if (track) track.add(snapshot.tick, state);
      else this.truth.set(id, new Track(snapshot.tick, state));
    }
  }

  /** Forgets what was measured; what is known stays. */
  restart(): void {
    [this.others, this.own, this.leaps, this.pictures] = [[], [], [], 0];
    this.shown.clear();
    this.self = null;
  }

  /** The host's word on where one is was taken. */
  corrected(metres: number): void {
    this.own.push(metres);
  }

  /** A picture was drawn at `now` milliseconds. */
  looks({ world, figures }: Game, now: number): void {
    const seconds = (now - this.last) / 1000;
    this.last = now;
    this.pictures++;
    const tick = this.tick + ((performance.now() - this.cameAt) / 1000) * TICKS_PER_SECOND;
    for (const { card, track, x, y } of world.entities.values()) {
      const truth = this.truth.get(card.id);
      if (!truth || !isPerson(card.kind)) continue;
      track.at(world.clock.tick, this.where);
      const speed = this.where.speed;
      truth.at(tick, this.where);
      if (this.where.speed > STANDS || speed > STANDS) this.others.push(Math.hypot(x - this.where.x, y - this.where.y));
      const shown = { x, y, speed: Math.max(speed, this.where.speed), picture: this.pictures };
      this.leap(this.shown.get(card.id) ?? null, shown, seconds);
      this.shown.set(card.id, shown);
    }
    const { x, y } = figures.position;
    const self = { x, y, speed: Math.hypot(world.own?.vx ?? 0, world.own?.vy ?? 0), picture: this.pictures };
    this.leap(this.self, self, seconds);
    this.self = self;
  }

  private leap(before: Shown | null, after: Shown, seconds: number): void {
    if (before?.picture !== after.picture - 1 || seconds > STILL) return;
    const gone = Math.hypot(after.x - before.x, after.y - before.y);
    const over = gone - Math.max(before.speed, after.speed) * seconds;
    if (over > LEAP) this.leaps.push(over);
  }

  get testimony(): Testimony {
    return { others: spread(this.others), own: spread(this.own), leaps: this.leaps, pictures: this.pictures };
  }
}
