/**
 * What a page shows of Pong at a moment: its own end now, the other end as old as its news, and the ball by temporal contours in between.
 *
 * Contract: what is shown is a function of the moment, of confirmed states of the past and of one's own latest commands; none of it is a guess, so nothing that was shown turns out
 * otherwise. The other end stands still while news is missing and never goes back, and the delay by which it is shown changes gently, so that the ball never jumps.
 * It is shown to reach the other end when the other end is shown judging it: `hit seen here = hit seen there + delay`.
 */
import { delayOf, type Player } from "../../model/contours";
import { RULES, TURN, mirrored, type Leg, type PongState } from "../games/pong";

/** Turns of delay that are gained or given up in a turn, where news does not force it. */
const [RISE, FALL] = [0.3, 0.1];
/** Turns a missed ball is seen to fly on. */
const LOST = 6;

/** What is known at a moment. Moments are in turns since the first. */
export interface Known {
  /** The moment that is shown at one's own end. */
  readonly now: number;
  /** Turns whose state is confirmed: later ones of somebody else are guesses. */
  readonly confirmed: number;
  /** Turns by which somebody else is shown late even if there is newer news. */
  readonly least: number;
  /** The state after the last turn shown, and the one before it: one's own part of them is right. */
  readonly last: PongState;
  readonly before: PongState;
  /** How much of the way from `before` to `last` is made. */
  readonly share: number;
  /** A confirmed state of the past. */
  past(turns: number): PongState | null;
}

/** What is seen. */
export interface Seen {
  /** The moment shown at each end. */
  readonly moments: readonly [number, number];
  readonly paddles: readonly [number, number];
  readonly stretches: readonly [number, number];
  /** From the middle towards the second end, and along the ends. */
  readonly ball: { readonly x: number; readonly y: number };
  /** Whose stroke the ball has; null while it waits for a serve. */
  readonly striker: number | null;
  /** How much of a missed ball is still seen, 1 to 0. */
  readonly lost: number;
  /** Turns by which the ball is shown late; below 0 it is shown ahead. */
  readonly late: number;
  /** What was judged so far, and by whom last. */
  readonly judged: number;
  readonly judge: number;
  readonly state: PongState;
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

export class Line {
  /** Turns by which the other end is shown late. */
  delay = 0;
  private at = -Infinity;

  /** What somebody at a seat sees, or somebody who watches. */
  look(known: Known, seat: number | null): Seen | null {
    const age = known.now - known.confirmed;
    const wanted = Math.max(age, known.least, 0);
    const passed = Math.max(0, known.now - this.at);
    const gentle = wanted > this.delay ? Math.min(wanted, this.delay + passed * RISE) : Math.max(wanted, this.delay - passed * FALL);
    // Where news is missing the other end stands still: its delay grows as time goes on.
    this.delay = this.at === -Infinity ? wanted : Math.max(age, gentle);
    this.at = known.now;
    const then = known.now - this.delay;
    const [floor, part] = [Math.floor(then), then - Math.floor(then)];
    const from = known.past(floor);
    const to = part === 0 ? from : known.past(floor + 1);
    if (!from || !to) return null;
    const far = (pick: (state: PongState) => readonly number[], who: number): number => mix(pick(from)[who], pick(to)[who], part);
    const near = (pick: (state: PongState) => readonly number[], who: number): number => mix(pick(known.before)[who], pick(known.last)[who], known.share);
    const at = (pick: (state: PongState) => readonly number[], who: number): number => (who === seat ? near(pick, who) : far(pick, who));
    const pair = (pick: (state: PongState) => readonly number[]): [number, number] => [at(pick, 0), at(pick, 1)];
    const paddles = pair(({ paddles }) => paddles);
    const stretches = pair(({ stretches }) => stretches);
    const moments: [number, number] = [0 === seat ? known.now : then, 1 === seat ? known.now : then];
    // The latest state that was judged by then.
    let [state, turns] = part > 0 && began(to, 1 - part) ? [to, floor + 1] : [from, floor];
    const { last } = known;
    const end = Math.round(known.now - known.share) + 1;
    const own = seat !== null && last.round[2] > state.round[2] && last.round[3] === seat;
    if (own) {
      const soonest = known.before.round[2] === last.round[2] ? known.before : last;
      const when = soonest === last ? end : end - 1;
      if (began(soonest, when - known.now)) [state, turns] = [soonest, when];
    }
    const eye = seat ?? state.leg.striker;
    const now = seat === null ? then : known.now;
    const delay = seat === null ? 0 : this.delay;
    const common = { moments, paddles, stretches, judged: state.round[2], judge: state.round[3], state };
    const gone = state.leg.age / TURN + now - turns;
    if (state.round[0] > 0) {
      const since = lostFor(state, now, turns, eye, delay);
      if (since >= LOST || state.leg.flight === 0) return { ...common, ball: waiting(state.round[1], paddles), striker: null, lost: 0, late: now - moments[state.round[1]] };
      return { ...common, ...ballAt(state.leg, gone, eye, delay, stretches), striker: state.leg.striker, lost: 1 - Math.max(0, since) / LOST };
    }
    return { ...common, ...ballAt(state.leg, gone, eye, delay, stretches, true), striker: state.leg.striker, lost: 0 };
  }
}

/** Whether the last that was judged in a state had been `earlier` turns before it. */
function began(state: PongState, earlier: number): boolean {
  // A goal is judged in the course of a leg, a serve at its beginning.
  if (state.round[0] > 0) return earlier <= 0 || state.leg.flight === 0 || overdue(state) >= earlier;
  return state.leg.age / TURN >= earlier;
}

/** Turns since the ball was due at its target. */
function overdue({ leg, stretches }: PongState): number {
  return (leg.age - (leg.flight - leg.ahead + stretches[1 - leg.striker])) / TURN;
}

function lostFor(state: PongState, now: number, turns: number, eye: number, delay: number): number {
  const target = 1 - state.leg.striker;
  return overdue(state) + now - turns - (target === eye ? 0 : delay);
}

function waiting(server: number, paddles: readonly number[]): { x: number; y: number } {
  const { half_length: half } = RULES.court;
  return { x: server === 0 ? -half : half, y: paddles[server] };
}

/** Where the ball is shown to somebody at a seat who has the other's news `delay` turns late. */
function ballAt(leg: Leg, age: number, eye: number, delay: number, stretches: readonly number[], stops = false): { ball: { x: number; y: number }; late: number } {
  const { half_length: half } = RULES.court;
  const flight = leg.flight / TURN;
  const sign = leg.striker === 0 ? 1 : -1;
  const pace = (sign * 2 * half) / flight;
  const players = [0, 1].map((who): Player => ({
    x: who === 0 ? -half : half, y: 0, delay: who === eye ? 0 : delay, slow: (who === leg.striker ? leg.ahead : stretches[who]) / TURN,
  }));
  const late = delayOf(players, eye, { x: -sign * half + pace * age, y: 0, vx: pace, vy: 0, thrower: leg.striker });
  // Before its stroke is known there it waits, and at its end until that is judged.
  const gone = Math.max(0, stops ? Math.min(age - late, flight) : age - late);
  return { ball: { x: -sign * half + pace * gone, y: mirrored(leg.start + leg.slope * gone) }, late };
}
