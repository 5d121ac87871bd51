/**
 * Pong over a long line: the rules of `pong` of the crate `wold-parlour`, line for line, with the same numbers from the same file; recorded games hold both to it. Whether the ball is
 * returned is judged at its target alone, in the turn in which the target is shown it there.
 */
import RULES from "../../../../games/parlour/data/pong.json";
import type { Component, Simulation } from "../lockstep/simulation";
import { Dice } from "./dice";
import { clamp, modulo, scaled } from "./round";

export { RULES };
export const BACK = 1;
export const FORTH = 2;
export const SLOW = 4;
/** Thousandths of a turn in one. */
export const TURN = 1000;
const REACTION = 9000;
const OLDEST = 1_000_000;
const MOST_WINS = 2 ** 31 - 1;

/** A way of the ball from one end to the other. */
export interface Leg {
  readonly striker: number;
  /** Thousandths of a turn since it began. */
  readonly age: number;
  readonly start: number;
  /** How far to the side it goes in a turn. */
  readonly slope: number;
  /** By how much the striker sent it ahead. */
  readonly ahead: number;
  /** Thousandths of a turn from end to end; 0 while there is none. */
  readonly flight: number;
}

/** Along the ends when the ball has gone so long, mirrored at the sides. */
export function along(leg: Leg, gone: number): number {
  return mirrored(leg.start + scaled(leg.slope, gone, TURN));
}

/** A place along the ends, back between the sides. */
export function mirrored(place: number): number {
  const room = RULES.court.half_width - RULES.ball.radius;
  const far = modulo(place + room, 4 * room);
  return far <= 2 * room ? far - room : 3 * room - far;
}

/** What is seen of a state. */
export interface PongState {
  readonly leg: Leg;
  readonly paddles: readonly number[];
  readonly stretches: readonly number[];
  readonly reserves: readonly number[];
  readonly scores: readonly number[];
  readonly wins: readonly number[];
  /** Turns until the next serve, who serves, what was judged so far, and who judged last. */
  readonly round: readonly number[];
}

function legOf(words: readonly number[]): Leg {
  const [striker, age, start, slope, ahead, flight] = words;
  return { striker, age, start, slope, ahead, flight };
}

/** A state of the past by its words. */
export function pongOf(parts: readonly (readonly number[])[]): PongState {
  const [leg, paddles, stretches, reserves, scores, wins, round] = parts;
  return { leg: legOf(leg), paddles, stretches, reserves, scores, wins, round };
}

export class Pong implements Simulation, PongState {
  readonly seats = 2;
  leg: Leg = { striker: 0, age: 0, start: 0, slope: 0, ahead: 0, flight: 0 };
  paddles = [0, 0];
  stretches = [0, 0];
  reserves = [RULES.slow_motion.most, RULES.slow_motion.most];
  scores = [0, 0];
  wins = [0, 0];
  round: number[];
  private aims = [0, 0];
  private dice: Dice;

  constructor(seed: number) {
    this.dice = new Dice(seed | 0);
    const server = this.dice.roll(2);
    this.round = [RULES.round.pause, server, 0, server];
  }

  /** The age at which the target is shown the ball at its end. */
  get due(): number {
    return this.leg.flight - this.leg.ahead + this.stretches[1 - this.leg.striker];
  }

  private pilot(seat: number): number {
    const comes = this.round[0] === 0 && 1 - this.leg.striker === seat && this.leg.age >= REACTION;
    const goal = comes ? along(this.leg, this.leg.flight) + this.aims[seat] : 0;
    const off = goal - this.paddles[seat];
    const { step, half } = RULES.paddle;
    const motion = off > step ? FORTH : off < -step ? BACK : 0;
    const turns = Math.trunc((Math.abs(off) - half) / step);
    const late = comes && turns * TURN > this.due - this.leg.age;
    return motion + (late ? SLOW : 0);
  }

  private stretch(seat: number, wanted: boolean): void {
    const { give, longest, most, refill } = RULES.slow_motion;
    const granted = wanted && this.reserves[seat] >= this.stretches[seat] + give;
    const stretch = clamp(this.stretches[seat] + (granted ? give : -give), 0, longest);
    this.stretches[seat] = stretch;
    this.reserves[seat] = clamp(this.reserves[seat] - stretch + (stretch === 0 ? refill : 0), 0, most);
  }

  private judge(seat: number): void {
    this.round[2] = (this.round[2] + 1) & 0x7fffffff;
    this.round[3] = seat;
    const spread = Math.trunc((RULES.paddle.half * 3) / 2);
    this.aims = this.aims.map(() => this.dice.roll(2 * spread + 1) - spread);
  }

  private send(seat: number, age: number, start: number, flight: number): void {
    const { half, steepest } = RULES.paddle;
    const { roughness } = RULES.ball;
    const off = clamp(start - this.paddles[seat], -half, half);
    const slope = scaled(off, steepest, half) + this.dice.roll(2 * roughness + 1) - roughness;
    this.leg = { striker: seat, age, start, slope, ahead: this.stretches[seat], flight };
    this.judge(seat);
  }

  private arrive(over: number): void {
    const { ball, paddle, round } = RULES;
    const seat = 1 - this.leg.striker;
    const place = along(this.leg, this.leg.flight);
    if (Math.abs(place - this.paddles[seat]) <= paddle.half + ball.radius) {
      this.send(seat, over, place, Math.max(this.leg.flight - ball.hurry, ball.least_flight));
      return;
    }
    const scorer = 1 - seat;
    this.scores[scorer]++;
    this.round[0] = round.pause;
    this.round[1] = seat;
    if (this.scores[scorer] >= round.target) {
      this.wins[scorer]++;
      this.round[0] = round.break;
    }
    this.judge(seat);
  }

  private serve(): void {
    if (this.scores.some((score) => score >= RULES.round.target)) this.scores = [0, 0];
    const seat = this.round[1];
    const { half, steepest } = RULES.paddle;
    const aside = this.dice.roll(2 * half + 1) - half;
    this.send(seat, 0, this.paddles[seat], RULES.ball.first_flight);
    this.leg = { ...this.leg, slope: scaled(aside, steepest, 2 * half) };
  }

  step(commands: readonly (number | null)[]): void {
    const before = [...this.stretches];
    const wishes = [0, 1].map((seat) => commands[seat] ?? this.pilot(seat));
    const room = RULES.court.half_width - RULES.paddle.half;
    wishes.forEach((wish, seat) => {
      const motion = Number((wish & 3) === FORTH) - Number((wish & 3) === BACK);
      this.paddles[seat] = clamp(this.paddles[seat] + motion * RULES.paddle.step, -room, room);
      this.stretch(seat, (wish & SLOW) !== 0);
    });
    this.leg = { ...this.leg, age: Math.min(this.leg.age + TURN, OLDEST) };
    if (this.round[0] > 0) {
      this.round[0]--;
      if (this.round[0] === 0) this.serve();
      return;
    }
    const late = this.leg.age - this.due;
    if (late < 0) return;
    const seat = 1 - this.leg.striker;
    this.arrive(scaled(late, TURN, TURN - (this.stretches[seat] - before[seat])));
  }

  components(): Component[] {
    const { striker, age, start, slope, ahead, flight } = this.leg;
    return [
      { name: "leg", words: [striker, age, start, slope, ahead, flight] },
      { name: "paddles", words: [...this.paddles] },
      { name: "stretches", words: [...this.stretches] },
      { name: "reserves", words: [...this.reserves] },
      { name: "scores", words: [...this.scores] },
      { name: "wins", words: [...this.wins] },
      { name: "round", words: [...this.round] },
      { name: "aims", words: [...this.aims] },
      { name: "dice", words: [this.dice.word] },
    ];
  }

  load(parts: readonly (readonly number[])[]): boolean {
    if (parts.length !== 9) return false;
    const [leg, paddles, stretches, reserves, scores, wins, round, aims, dice] = parts.map((part) => [...part]);
    const { court, slow_motion, ball, paddle, round: rounds } = RULES;
    const pair = (words: readonly number[], least: number, most: number): boolean => words.length === 2 && words.every((word) => word >= least && word <= most);
    const seat = (word: number): boolean => word === 0 || word === 1;
    const width = court.half_width;
    const way = legOf(leg);
    const sound = leg.length === 6 && seat(way.striker) && way.age >= 0 && way.age <= OLDEST && Math.abs(way.start) <= width
      && Math.abs(way.slope) <= paddle.steepest + ball.roughness && way.ahead >= 0 && way.ahead <= slow_motion.longest
      && way.flight >= 0 && way.flight <= ball.first_flight
      && pair(paddles, -width, width) && pair(stretches, 0, slow_motion.longest) && pair(reserves, 0, slow_motion.most)
      && pair(scores, 0, rounds.target) && pair(wins, 0, MOST_WINS) && pair(aims, -width, width)
      && round.length === 4 && round[0] >= 0 && round[0] <= rounds.break && seat(round[1]) && round[2] >= 0 && seat(round[3])
      && (round[0] > 0 || way.flight > 0) && dice.length === 1;
    if (!sound) return false;
    this.leg = way;
    [this.paddles, this.stretches, this.reserves, this.scores, this.wins, this.round, this.aims] = [paddles, stretches, reserves, scores, wins, round, aims];
    this.dice = new Dice(dice[0]);
    return true;
  }

  clone(): this {
    const copy = new Pong(0);
    copy.load(this.components().map((part) => part.words));
    return copy as this;
  }
}
