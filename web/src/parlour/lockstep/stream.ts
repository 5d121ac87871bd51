/** What one player said, turn by turn, without a gap; see `lockstep::stream` of the crate `wold-wire`. */
import type { Said } from "./message";

export class Stream {
  private readonly said: Said[] = [];

  constructor(private first: number) {}

  /** The first turn nothing is known about. */
  get next(): number {
    return this.first + this.said.length;
  }

  at(turn: number): Said | undefined {
    return this.said[turn - this.first];
  }

  get last(): Said | undefined {
    return this.said[this.said.length - 1];
  }

  /** What was said from a turn on, or as far back as is remembered, and the turn that begins with. */
  since(turn: number, most: number): { from: number; said: Said[] } {
    const from = Math.min(Math.max(turn, this.first), this.next);
    return { from, said: this.said.slice(from - this.first, from - this.first + most) };
  }

  push(said: Said): void {
    this.said.push(said);
  }

  /** Takes what goes on where this ends, up to turn `end`; what is known stays as it is, and nothing is taken over a gap. */
  extend(from: number, said: readonly Said[], end: number): void {
    if (from > this.next) return;
    const skip = this.next - from;
    this.said.push(...said.slice(skip, skip + Math.max(0, end - this.next)));
  }

  forgetBefore(turn: number): void {
    const count = Math.min(turn - this.first, this.said.length);
    if (count <= 0) return;
    this.said.splice(0, count);
    this.first += count;
  }
}
