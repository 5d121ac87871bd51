/**
 * One entity's recent states, and where it is at any moment between them.
 *
 * The host stays silent while an entity does what its last state predicts. So between two states the entity goes straight
 * on from the earlier one, and only over the last BLEND ticks before the later one does it move over to that.
 * After the last state it goes straight on. Of who moves the host speaks after PREDICTION_LIMIT ticks at the latest, but that is under way for a while,
 * and may be lost and told again: until HORIZON it is shown going on, since to stand and catch up each second would be a jump each second.
 *
 * A state may come too late: for a moment that was shown already, and otherwise. Then the figure converges from where and how fast it is shown to where
 * it is, on the cubic of `Reckoner` in `crates/core/wire`; but the longer the farther it is, since a page has eyes before it.
 */
import { PREDICTION_LIMIT, SPEED_STEPS, STEPS_PER_METRE, type EntityState } from "../wire/state";

const KEPT = 6;
/** Ticks a state speaks for. */
const HORIZON = PREDICTION_LIMIT + 15;
/** Ticks over which a track moves from what was predicted to what is so. */
const BLEND = 2;
/** Metres beyond which something has not moved but been put elsewhere. */
const JUMP = 8;
const TICKS_PER_SECOND = 20;
/** Ticks in which a figure that was shown wrongly comes to where it is: at least so many, and so many for each metre. */
const [CONVERGENCE, BY_METRE] = [3, 4];
/** Metres and ticks of no account. */
const [NOTHING, MOMENT] = [1e-6, 1e-3];

interface Sample {
  readonly tick: number;
  readonly state: EntityState;
}

/** Where something is, in metres and radians anticlockwise from east. Filled by `Track.at`. */
export interface Whereabouts {
  x: number;
  y: number;
  heading: number;
  speed: number;
}

/** How far what was shown is from what is so, and how fast that changed, at a tick. */
interface Astray {
  readonly since: number;
  readonly ticks: number;
  readonly x: number;
  readonly y: number;
  /** Metres a tick. */
  readonly vx: number;
  readonly vy: number;
  /** Radians. */
  readonly turn: number;
}

export class Track {
  private readonly samples: Sample[] = [];
  private astray: Astray | null = null;

  constructor(tick: number, state: EntityState) {
    this.samples.push({ tick, state });
  }

  get latest(): EntityState {
    return this.samples[this.samples.length - 1].state;
  }

  /** A newer state, while `shown` is the tick it is shown at; one that is not newer replaces what it repeats. */
  add(tick: number, state: EntityState, shown = -Infinity): void {
    if (shown <= tick - BLEND) return this.keep(tick, state);
    const [before, soon] = [{ ...scratch }, { ...scratch }];
    this.at(shown, before);
    this.at(shown + MOMENT, soon);
    this.keep(tick, state);
    this.astray = null;
    const [after, later] = [{ ...scratch }, { ...scratch }];
    this.at(shown, after);
    this.at(shown + MOMENT, later);
    const [x, y] = [before.x - after.x, before.y - after.y];
    if (Math.hypot(x, y) > JUMP) return;
    const [vx, vy] = [(soon.x - later.x - x) / MOMENT, (soon.y - later.y - y) / MOMENT];
    const turn = shortTurn(after.heading, before.heading);
    const isRight = Math.max(Math.hypot(x, y), Math.hypot(vx, vy), Math.abs(turn)) < NOTHING;
    this.astray = isRight ? null : { since: shown, ticks: Math.max(CONVERGENCE, Math.hypot(x, y) * BY_METRE), x, y, vx, vy, turn };
  }

  private keep(tick: number, state: EntityState): void {
    while (this.samples.length > 0 && this.samples[this.samples.length - 1].tick >= tick) this.samples.pop();
    this.samples.push({ tick, state });
    if (this.samples.length > KEPT) this.samples.shift();
  }

  /** Where to show it at `tick`, which may lie between ticks. */
  at(tick: number, out: Whereabouts): void {
    this.told(tick, out);
    if (!this.astray) return;
    const { since, ticks, x, y, vx, vy, turn } = this.astray;
    const share = Math.max(0, tick - since) / ticks;
    if (share >= 1) return;
    const left = (2 * share - 3) * share * share + 1;
    const swing = (share - 1) * (share - 1) * share * ticks;
    out.x += x * left + vx * swing;
    out.y += y * left + vy * swing;
    out.heading += turn * left;
  }

  /** Where it is at `tick` by what was told of it. */
  private told(tick: number, out: Whereabouts): void {
    let n = this.samples.length - 1;
    while (n > 0 && this.samples[n].tick > tick) n--;
    const from = this.samples[n];
    const to = this.samples[n + 1];
    onward(from, tick, out);
    if (!to) return;
    const start = Math.max(from.tick, to.tick - BLEND);
    if (tick <= start) return;
    const share = Math.min(1, (tick - start) / (to.tick - start));
    const toX = to.state.x / STEPS_PER_METRE;
    const toY = to.state.y / STEPS_PER_METRE;
    if (Math.abs(toX - out.x) > JUMP || Math.abs(toY - out.y) > JUMP) return;
    // Aim at where the later state lies on its own line now, so that the two meet without a kink.
    onward(to, tick, scratch);
    out.x += (scratch.x - out.x) * share;
    out.y += (scratch.y - out.y) * share;
    out.speed += (scratch.speed - out.speed) * share;
    out.heading += shortTurn(out.heading, scratch.heading) * share;
  }
}

const scratch: Whereabouts = { x: 0, y: 0, heading: 0, speed: 0 };

/** Straight on from a sample; backwards in time it may go as well, for blending. */
function onward(sample: Sample, tick: number, out: Whereabouts): void {
  const { state } = sample;
  const ticks = Math.max(-BLEND, Math.min(HORIZON, tick - sample.tick));
  const speed = tick - sample.tick > HORIZON ? 0 : state.speed / SPEED_STEPS;
  const way = (state.speed / SPEED_STEPS) * (ticks / TICKS_PER_SECOND);
  const course = (state.course / 256) * Math.PI * 2;
  out.x = state.x / STEPS_PER_METRE + Math.cos(course) * way;
  out.y = state.y / STEPS_PER_METRE + Math.sin(course) * way;
  out.heading = (state.heading / 256) * Math.PI * 2;
  out.speed = speed;
}

/** The shorter way from one angle to another, in radians. */
export function shortTurn(from: number, to: number): number {
  const turn = (to - from) % (Math.PI * 2);
  if (turn > Math.PI) return turn - Math.PI * 2;
  return turn < -Math.PI ? turn + Math.PI * 2 : turn;
}
