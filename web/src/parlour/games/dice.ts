/** Dice whose whole state is one word; the same as the `dice` of the crate `wold-parlour`. */
export class Dice {
  /** The state, as a signed word. */
  constructor(public word: number) {}

  /** A number from 0 to `sides - 1`. */
  roll(sides: number): number {
    this.word = (this.word + 0x9e3779b9) | 0;
    let z = this.word;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    z ^= z >>> 15;
    return Math.floor(((z >>> 8) * sides) / 0x1000000);
  }
}
