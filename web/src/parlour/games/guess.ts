/**
 * Guess a Number: the rules of `guess` of the crate `wold-parlour`, line for line; recorded games hold both to it. Everybody has a number; in turn each names one, and
 * whoever else has it drops out, until one is left.
 */
import type { Component, Simulation } from "../lockstep/simulation";
import { Dice } from "./dice";

export const RANGE = 20;
export const CHOOSING = 300;
export const GUESSING = 240;
const THINKING = 24;
const SHOWING = 120;
export const CHOOSE = 0;
export const NAME = 1;
export const SHOW = 2;

function chosen(command: number | null): number | null {
  return command !== null && command >= 1 && command <= RANGE ? command : null;
}

export class Guess implements Simulation {
  /** Each number, 0 while it is not chosen. */
  secrets: number[];
  /** 1 for those still in. */
  inside: number[];
  wins: number[];
  /** Phase, turns in it, whose turn it is, who began the round. */
  round: number[] = [CHOOSE, 0, 0, 0];
  /** Who named a number last, which, and how many it hit. */
  last: number[] = [-1, 0, 0];
  /** How often each number was named this round. */
  named: number[] = new Array<number>(RANGE).fill(0);
  private dice: Dice;

  constructor(readonly seats: number, seed: number) {
    this.secrets = new Array<number>(seats).fill(0);
    this.inside = new Array<number>(seats).fill(1);
    this.wins = new Array<number>(seats).fill(0);
    this.dice = new Dice(seed | 0);
  }

  private draw(): number {
    const fresh: number[] = [];
    for (let number = 1; number <= RANGE; number++) if (this.named[number - 1] === 0) fresh.push(number);
    return fresh.length === 0 ? this.dice.roll(RANGE) + 1 : fresh[this.dice.roll(fresh.length)];
  }

  private choose(commands: readonly (number | null)[]): void {
    const late = this.round[1] >= CHOOSING;
    commands.forEach((command, seat) => {
      if (this.secrets[seat] !== 0) return;
      const number = chosen(command);
      this.secrets[seat] = number ?? (command === null || late ? this.dice.roll(RANGE) + 1 : 0);
    });
    if (this.secrets.every((secret) => secret > 0)) this.round = [NAME, 0, this.round[3], this.round[3]];
  }

  private name(commands: readonly (number | null)[]): void {
    const who = this.round[2];
    let number = chosen(commands[who]);
    if (number === null) {
      const bot = commands[who] === null && this.round[1] >= THINKING;
      if (this.round[1] < GUESSING && !bot) return;
      number = this.draw();
    }
    let hit = 0;
    for (let seat = 0; seat < this.seats; seat++) {
      if (seat !== who && this.inside[seat] === 1 && this.secrets[seat] === number) {
        this.inside[seat] = 0;
        hit++;
      }
    }
    this.named[number - 1]++;
    this.last = [who, number, hit];
    if (this.inside.reduce((sum, inside) => sum + inside, 0) === 1) {
      this.wins[who]++;
      this.round = [SHOW, 0, who, this.round[3]];
      return;
    }
    let next = who;
    for (let n = 1; n < this.seats && next === who; n++) {
      if (this.inside[(who + n) % this.seats] === 1) next = (who + n) % this.seats;
    }
    this.round = [NAME, 0, next, this.round[3]];
  }

  private nextRound(): void {
    this.secrets.fill(0);
    this.inside.fill(1);
    this.named.fill(0);
    this.last = [-1, 0, 0];
    this.round = [CHOOSE, 0, 0, (this.round[3] + 1) % this.seats];
  }

  step(commands: readonly (number | null)[]): void {
    this.round[1]++;
    if (this.round[0] === CHOOSE) this.choose(commands);
    else if (this.round[0] === NAME) this.name(commands);
    else if (this.round[1] >= SHOWING) this.nextRound();
  }

  components(): Component[] {
    return [
      { name: "secrets", words: [...this.secrets] },
      { name: "inside", words: [...this.inside] },
      { name: "wins", words: [...this.wins] },
      { name: "round", words: [...this.round] },
      { name: "last", words: [...this.last] },
      { name: "named", words: [...this.named] },
      { name: "dice", words: [this.dice.word] },
    ];
  }

  load(parts: readonly (readonly number[])[]): boolean {
    if (parts.length !== 7) return false;
    const [secrets, inside, wins, round, last, named, dice] = parts.map((part) => [...part]);
    const seat = (number: number): boolean => number >= 0 && number < this.seats;
    const sound = [secrets, inside, wins].every((list) => list.length === this.seats)
      && secrets.every((secret) => secret >= 0 && secret <= RANGE) && inside.every((word) => word === 0 || word === 1) && inside.includes(1)
      && round.length === 4 && round[0] >= CHOOSE && round[0] <= SHOW && round[1] >= 0 && round[1] <= CHOOSING && round.slice(2).every(seat)
      && last.length === 3 && named.length === RANGE && dice.length === 1;
    if (!sound) return false;
    [this.secrets, this.inside, this.wins, this.round, this.last, this.named] = [secrets, inside, wins, round, last, named];
    this.dice = new Dice(dice[0]);
    return true;
  }

  clone(): this {
    const copy = new Guess(this.seats, 0);
    copy.load(this.components().map((part) => part.words));
    return copy as this;
  }
}
