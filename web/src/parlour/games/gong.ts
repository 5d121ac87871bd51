/**
 * 2n-Gong: the rules of `gong` of the crate `wold-parlour`, line for line; recorded games hold both to it. A regular polygon, each side the goal of one player; the
 * ball is reflected wherever it meets a side, and where no paddle is, it is a goal for whoever touched it last.
 */
import type { Component, Simulation } from "../lockstep/simulation";
import { Dice } from "./dice";
import { CIRCLE, ONE, clamp, cosine, modulo, scaled, sine, turned } from "./round";

export const APOTHEM = 30_000;
export const BALL = 800;
const SPEED = 1000;
const SPIN = 90;
const ROUGHNESS = 30;
const FLATTEST = 620;
const PAUSE = 80;
export const TARGET = 10;
export const BACK = 1;
export const FORTH = 2;

export class Gong implements Simulation {
  /** x, y and heading. */
  ball: number[] = [0, 0, 0];
  /** Who touched the ball last, or -1. */
  touched = -1;
  paddles: number[];
  private aims: number[];
  scores: number[];
  wins: number[];
  /** Turns until the next round, the last goal's side, its scorer, and goals so far. */
  round: number[] = [0, -1, -1, 0];
  private dice: Dice;

  constructor(readonly seats: number, seed: number) {
    const none = (): number[] => new Array<number>(seats).fill(0);
    [this.paddles, this.aims, this.scores, this.wins] = [none(), none(), none(), none()];
    this.dice = new Dice(seed | 0);
    this.ball[2] = this.dice.roll(CIRCLE);
  }

  get halfSide(): number {
    const corner = Math.trunc(CIRCLE / 2 / this.seats);
    return scaled(APOTHEM, sine(corner), cosine(corner));
  }

  get halfPaddle(): number {
    return Math.trunc((this.halfSide * 2) / 9);
  }

  /** The direction out of a side. */
  private outward(side: number): number {
    return Math.trunc((side * CIRCLE) / this.seats);
  }

  private seenFrom(side: number): { out: number; along: number } {
    const outward = this.outward(side);
    const [x, y] = this.ball;
    const [s, c] = [sine(outward), cosine(outward)];
    return { out: Math.trunc((x * c + y * s) / ONE) + 0, along: Math.trunc((y * c - x * s) / ONE) + 0 };
  }

  private pilot(seat: number): number {
    const course = this.ball[2] - this.outward(seat);
    const { out, along } = this.seenFrom(seat);
    let goal = 0;
    if (cosine(course) > ONE / 8) {
      const arrives = along + scaled(APOTHEM - BALL - out, sine(course), cosine(course));
      if (Math.abs(arrives) <= this.halfSide) goal = arrives + this.aims[seat];
    }
    const step = Math.trunc(this.halfSide / 12);
    const off = goal - this.paddles[seat];
    return off > step ? FORTH : off < -step ? BACK : 0;
  }

  private strike(side: number, deep: number, along: number, motion: number): void {
    const out = this.outward(side);
    this.ball[0] -= scaled(2 * deep, cosine(out), ONE);
    this.ball[1] -= scaled(2 * deep, sine(out), ONE);
    let off = turned(out - this.ball[2]);
    if (Math.abs(along - this.paddles[side]) <= this.halfPaddle + BALL / 2) {
      this.touched = side;
      off += this.dice.roll(2 * ROUGHNESS + 1) - ROUGHNESS - motion * SPIN;
      off = clamp(off, -FLATTEST, FLATTEST);
    } else if (this.touched >= 0) {
      this.score(side);
    }
    this.ball[2] = modulo(out + CIRCLE / 2 + off, CIRCLE);
    const spread = Math.trunc((this.halfPaddle * 8) / 5);
    for (let seat = 0; seat < this.seats; seat++) this.aims[seat] = this.dice.roll(2 * spread + 1) - spread;
  }

  private score(side: number): void {
    this.scores[this.touched] += this.touched === side ? -1 : 1;
    this.round[1] = side;
    this.round[2] = this.touched;
    this.round[3]++;
    if (this.scores[this.touched] >= TARGET) {
      this.wins[this.touched]++;
      this.round[0] = PAUSE;
    }
  }

  private moveBall(motions: readonly number[]): void {
    this.ball[0] += scaled(SPEED, cosine(this.ball[2]), ONE);
    this.ball[1] += scaled(SPEED, sine(this.ball[2]), ONE);
    for (let bounce = 0; bounce < 2; bounce++) {
      let deepest = { deep: 0, side: 0, along: 0 };
      for (let side = 0; side < this.seats; side++) {
        const { out, along } = this.seenFrom(side);
        const deep = out - (APOTHEM - BALL);
        if (deep > deepest.deep && cosine(this.ball[2] - this.outward(side)) > 0) deepest = { deep, side, along };
      }
      if (deepest.deep === 0 || this.round[0] > 0) return;
      this.strike(deepest.side, deepest.deep, deepest.along, motions[deepest.side]);
    }
  }

  private nextRound(): void {
    this.scores.fill(0);
    this.touched = -1;
    this.ball = [0, 0, this.dice.roll(CIRCLE)];
  }

  step(commands: readonly (number | null)[]): void {
    const motions = commands.map((command, seat) => {
      const wish = command ?? this.pilot(seat);
      return wish === BACK ? -1 : wish === FORTH ? 1 : 0;
    });
    const [step, room] = [Math.trunc(this.halfSide / 12), this.halfSide - this.halfPaddle];
    this.paddles = this.paddles.map((paddle, seat) => clamp(paddle + motions[seat] * step, -room, room));
    if (this.round[0] === 0) {
      this.moveBall(motions);
    } else if (--this.round[0] === 0) {
      this.nextRound();
    }
  }

  components(): Component[] {
    return [
      { name: "ball", words: [...this.ball] },
      { name: "touched", words: [this.touched] },
      { name: "paddles", words: [...this.paddles] },
      { name: "aims", words: [...this.aims] },
      { name: "scores", words: [...this.scores] },
      { name: "wins", words: [...this.wins] },
      { name: "round", words: [...this.round] },
      { name: "dice", words: [this.dice.word] },
    ];
  }

  load(parts: readonly (readonly number[])[]): boolean {
    if (parts.length !== 8) return false;
    const [ball, touched, paddles, aims, scores, wins, round, dice] = parts.map((part) => [...part]);
    const lists = [paddles, aims, scores, wins];
    const near = (place: number): boolean => Math.abs(place) <= 2 * APOTHEM;
    const sound = ball.length === 3 && ball.slice(0, 2).every(near) && ball[2] >= 0 && ball[2] < CIRCLE
      && touched.length === 1 && touched[0] >= -1 && touched[0] < this.seats
      && lists.every((list) => list.length === this.seats) && [...paddles, ...aims].every(near)
      && round.length === 4 && round[0] >= 0 && round[0] <= PAUSE && dice.length === 1;
    if (!sound) return false;
    [this.ball, this.paddles, this.aims, this.scores, this.wins, this.round] = [ball, paddles, aims, scores, wins, round];
    this.touched = touched[0];
    this.dice = new Dice(dice[0]);
    return true;
  }

  clone(): this {
    const copy = new Gong(this.seats, 0);
    copy.load(this.components().map((part) => part.words));
    return copy as this;
  }
}
