/** Reads a snapshot's fields by models, and notes what it read: that is learnt once both ends know that the packet arrived. */
import { ProtocolError, outOfRange } from "./error";
import { SHORT, type Lengths, type Models } from "./models";
import { RangeDecoder } from "./range";

export class ModelReader {
  private readonly decoder: RangeDecoder;
  /** Of every bit coded by a model the model's place twice, plus the bit. */
  readonly tape: number[] = [];

  constructor(
    bytes: Uint8Array,
    public models: Models,
  ) {
    this.decoder = new RangeDecoder(bytes);
  }

  /** A bit, by the model at that place. */
  bit(at: number): boolean {
    const bit = this.decoder.toss(this.models.likely(at));
    this.tape.push(at * 2 + (bit ? 1 : 0));
    return bit;
  }

  /** `count` bits that are as likely as not, at most 32. */
  even(count: number): number {
    return this.decoder.even(count);
  }

  coin(): boolean {
    return this.even(1) === 1;
  }

  signedEven(count: number): number {
    const raw = this.even(count);
    return raw >= 2 ** (count - 1) ? raw - 2 ** count : raw;
  }

  /** A number in groups of `width` bits, lowest first, each followed by a bit that says whether more come; below `limit`, which is at most 2^53. */
  numberBelow(width: number, field: string, limit: number): number {
    let value = 0;
    for (let shift = 0; ; shift += width) {
      if (shift >= 64) throw new ProtocolError("number is too large");
      value += this.even(width) * 2 ** shift;
      if (value >= limit) throw outOfRange(field, value);
      if (!this.coin()) return value;
    }
  }

  /** A whole number by models of its length. */
  length(kind: Lengths): number {
    let length = 0;
    while (length < kind.steps && this.bit(kind.at + length)) length++;
    if (length === kind.steps) length = Math.min(length + this.even(5), 32);
    if (length < 2) return length;
    let left = length - 1;
    let node = 1;
    if (length <= SHORT) {
      const uppers = kind.at + kind.steps + 3 * (length - 2);
      for (; left > 0 && node < 4; left--) node = node * 2 + (this.bit(uppers + node - 1) ? 1 : 0);
    }
    return node * 2 ** left + this.even(left);
  }

  /** A number of so many bits by a tree of models. */
  tree(at: number, bits: number): number {
    let node = 1;
    for (let n = 0; n < bits; n++) node = node * 2 + (this.bit(at + node - 1) ? 1 : 0);
    return node - 2 ** bits;
  }

  /** Checks that the bytes end as they would have been written. */
  end(): void {
    if (!this.decoder.isAtEnd()) throw new ProtocolError("a snapshot does not end as it would have been written");
  }
}
