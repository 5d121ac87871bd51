/**
 * Amaze: the rules of `amaze` of the crate `wold-parlour`, line for line; recorded games hold both to it. Two teams in a maze; crystals are points, and so is whoever
 * of the others is hit by a spark and sent home.
 */
import type { Component, Simulation } from "../lockstep/simulation";
import { Dice } from "./dice";
import { HEIGHT, Maze, OFFSETS, WIDTH } from "./maze";

export const STEP = 4;
export const DAZED = 40;
const RELOAD = 24;
export const FLASH = 5;
const PAUSE = 100;
export const TARGET = 15;
const CRYSTALS = 4;
/** Added to a direction (1 east, 2 south, 3 west, 4 north, 0 none) to shoot as well. */
export const SHOOT = 8;

/** x, y, facing, turns until the next step, turns dazed, turns until the next spark, how far the last flew, how long it is still seen. */
export type Runner = number[];

function home(seat: number): [number, number] {
  return seat % 2 === 0 ? [0, 0] : [WIDTH - 1, HEIGHT - 1];
}

function pieces(words: readonly number[], size: number): number[][] {
  const found: number[][] = [];
  for (let at = 0; at < words.length; at += size) found.push(words.slice(at, at + size));
  return found;
}

export class Amaze implements Simulation {
  runners: Runner[];
  crystals: number[][];
  scores: number[] = [0, 0];
  wins: number[] = [0, 0];
  pause = 0;
  private dice: Dice;
  maze: Maze;

  constructor(readonly seats: number, private seed: number) {
    this.seed |= 0;
    this.dice = new Dice(this.seed);
    this.maze = new Maze(this.seed);
    this.runners = Array.from({ length: seats }, () => [0, 0, 0, 0, 0, 0, 0, 0]);
    this.crystals = Array.from({ length: CRYSTALS }, () => [0, 0]);
    this.setOut();
  }

  private setOut(): void {
    this.runners = this.runners.map((_, seat) => [...home(seat), seat % 2 === 0 ? 0 : 2, 0, 0, 0, 0, 0]);
    for (let crystal = 0; crystal < CRYSTALS; crystal++) this.lay(crystal);
  }

  private lay(crystal: number): void {
    const place = this.dice.roll(WIDTH * HEIGHT);
    this.crystals[crystal] = [place % WIDTH, Math.trunc(place / WIDTH)];
  }

  private ahead(seat: number): { far: number; foe: number } {
    let [x, y] = this.runners[seat];
    const facing = this.runners[seat][2];
    for (let far = 0; ; far++) {
      if (far > 0) {
        const foe = this.runners.findIndex((runner, other) => other % 2 !== seat % 2 && runner[0] === x && runner[1] === y && runner[4] === 0);
        if (foe >= 0) return { far, foe };
      }
      if (!this.maze.open(x, y, facing)) return { far, foe: -1 };
      [x, y] = [x + OFFSETS[facing][0], y + OFFSETS[facing][1]];
    }
  }

  private pilot(seat: number): number {
    const [x, y, , busy, , reload] = this.runners[seat];
    const shoot = reload === 0 && this.ahead(seat).foe >= 0 ? SHOOT : 0;
    return shoot + (busy === 0 ? this.maze.towards(x, y, this.crystals) : 0);
  }

  private shoot(seat: number): void {
    const { far, foe } = this.ahead(seat);
    this.runners[seat].splice(5, 3, RELOAD, far, FLASH);
    if (foe < 0) return;
    this.runners[foe].splice(0, 2, ...home(foe));
    this.runners[foe].splice(3, 2, 0, DAZED);
    this.score(seat);
  }

  private walk(seat: number, facing: number, pace: number): void {
    const runner = this.runners[seat];
    runner[2] = facing;
    if (!this.maze.open(runner[0], runner[1], facing)) return;
    runner[0] += OFFSETS[facing][0];
    runner[1] += OFFSETS[facing][1];
    runner[3] = pace;
    for (let crystal = 0; crystal < CRYSTALS; crystal++) {
      if (this.crystals[crystal][0] === runner[0] && this.crystals[crystal][1] === runner[1]) {
        this.lay(crystal);
        this.score(seat);
      }
    }
  }

  private score(seat: number): void {
    const team = seat % 2;
    this.scores[team]++;
    if (this.scores[team] >= TARGET && this.pause === 0) {
      this.wins[team]++;
      this.pause = PAUSE;
    }
  }

  private nextRound(): void {
    this.seed = this.dice.roll(1 << 24);
    this.maze = new Maze(this.seed);
    this.scores = [0, 0];
    this.setOut();
  }

  step(commands: readonly (number | null)[]): void {
    for (const runner of this.runners) {
      for (const clock of [3, 4, 5, 7]) if (runner[clock] > 0) runner[clock]--;
    }
    if (this.pause > 0) {
      if (--this.pause === 0) this.nextRound();
      return;
    }
    commands.forEach((command, seat) => {
      const wish = command ?? this.pilot(seat);
      if (this.runners[seat][4] > 0 || this.pause > 0) return;
      if ((wish & SHOOT) !== 0 && this.runners[seat][5] === 0) this.shoot(seat);
      const direction = wish & 7;
      if (direction >= 1 && direction <= 4 && this.runners[seat][3] === 0) this.walk(seat, direction - 1, command === null ? STEP + 2 : STEP);
    });
  }

  components(): Component[] {
    return [
      { name: "runners", words: this.runners.flat() },
      { name: "crystals", words: this.crystals.flat() },
      { name: "scores", words: [...this.scores] },
      { name: "wins", words: [...this.wins] },
      { name: "round", words: [this.pause, this.seed] },
      { name: "dice", words: [this.dice.word] },
    ];
  }

  load(parts: readonly (readonly number[])[]): boolean {
    if (parts.length !== 6) return false;
    const [runners, crystals, scores, wins, round, dice] = parts.map((part) => [...part]);
    if (runners.length !== 8 * this.seats || crystals.length !== 2 * CRYSTALS) return false;
    const inside = ([x, y]: number[]): boolean => x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
    const small = (word: number): boolean => word >= 0 && word <= 99;
    const sound = pieces(runners, 8).every((runner) => inside(runner) && runner[2] >= 0 && runner[2] < 4 && runner.slice(3).every(small))
      && pieces(crystals, 2).every(inside) && scores.length === 2 && wins.length === 2
      && round.length === 2 && round[0] >= 0 && round[0] <= PAUSE && dice.length === 1;
    if (!sound) return false;
    if (this.seed !== round[1]) this.maze = new Maze(round[1]);
    [this.runners, this.crystals, this.scores, this.wins] = [pieces(runners, 8), pieces(crystals, 2), scores, wins];
    [this.pause, this.seed] = round;
    this.dice = new Dice(dice[0]);
    return true;
  }

  clone(): this {
    const copy = new Amaze(this.seats, this.seed);
    copy.load(this.components().map((part) => part.words));
    return copy as this;
  }
}
