/**
 * Reads what BitWriter wrote. Every method throws a ProtocolError instead of reading past the end, and counts are
 * bounded by what the remaining bits could hold, so a lying count cannot make us allocate.
 */
import { ProtocolError, outOfRange } from "./error";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const MOST_U64 = (1n << 64n) - 1n;

export class BitReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Bits not read yet, including padding. */
  get left(): number {
    return this.bytes.length * 8 - this.at;
  }

  bit(): boolean {
    return this.bits(1) === 1;
  }

  /** The next `count` bits, at most 32, as an unsigned number. */
  bits(count: number): number {
    if (this.left < count) throw new ProtocolError(`message ends early at bit ${this.at}`);
    let value = 0;
    let got = 0;
    while (got < count) {
      const offset = this.at & 7;
      const take = Math.min(8 - offset, count - got);
      const part = (this.bytes[this.at >>> 3] >>> offset) & ((1 << take) - 1);
      value += part * 2 ** got;
      got += take;
      this.at += take;
    }
    return value;
  }

  signedBits(count: number): number {
    const raw = this.bits(count);
    return raw >= 2 ** (count - 1) ? raw - 2 ** count : raw;
  }

  byte(): number {
    return this.bits(8);
  }

  /** A number of up to 64 bits in groups of `width`. */
  big(width: number): bigint {
    let value = 0n;
    let shift = 0n;
    for (;;) {
      const group = BigInt(this.bits(width)) << shift;
      if (shift >= 64n || group > MOST_U64) throw new ProtocolError("number is too large");
      value |= group;
      shift += BigInt(width);
      if (!this.bit()) return value;
    }
  }

  /** A number that must lie below `limit`, which is at most 2^53. */
  numberBelow(width: number, field: string, limit: number): number {
    let value = 0;
    let shift = 0;
    for (;;) {
      const group = this.bits(width);
      if (shift >= 64) throw new ProtocolError("number is too large");
      value += group * 2 ** shift;
      shift += width;
      if (value >= limit) throw outOfRange(field, value);
      if (!this.bit()) return value;
    }
  }

  /** A count of items of at least `leastBits` each: refused when the rest of the message could not hold them. */
  count(field: string, leastBits: number, limit: number): number {
    const count = this.numberBelow(7, field, limit + 1);
    if (count * leastBits > this.left) throw outOfRange(field, count);
    return count;
  }

  /** A signed number of magnitude at most `limit`. */
  signed(width: number, field: string, limit: number): number {
    const raw = this.numberBelow(width, field, limit * 2 + 1);
    return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
  }

  /** A Rice code with parameter `k`: quotient in unary, capped at 24, then raw 32 bits. */
  rice(k: number): number {
    let quotient = 0;
    while (this.bit()) {
      if (++quotient === 24) return this.bits(32);
    }
    return quotient * 2 ** k + this.bits(k);
  }

  /** Sixty-four bits, the lower half first. */
  wide(): bigint {
    const low = BigInt(this.bits(32));
    return low | (BigInt(this.bits(32)) << 32n);
  }

  /** At most `limit` items of at least `leastBits` each. */
  list<T>(field: string, leastBits: number, limit: number, one: () => T): T[] {
    const items: T[] = [];
    for (let left = this.count(field, leastBits, limit); left > 0; left--) items.push(one());
    return items;
  }

  /** What somebody or something is called: not nothing. */
  name(field: string, most: number): string {
    const name = this.text(field, most);
    if (name === "") throw outOfRange(field, 0);
    return name;
  }

  text(field: string, most: number): string {
    const bytes = this.blob(field, most);
    try {
      return UTF8.decode(bytes);
    } catch {
      throw new ProtocolError(`${field} is not UTF-8`);
    }
  }

  blob(field: string, most: number): Uint8Array {
    return this.raw(this.count(field, 8, most));
  }

  raw(count: number): Uint8Array {
    if (this.left < count * 8) throw new ProtocolError(`message ends early at bit ${this.at}`);
    const out = new Uint8Array(count);
    for (let n = 0; n < count; n++) out[n] = this.byte();
    return out;
  }

  /** Checks that nothing but padding is left. */
  end(): void {
    const bytes = Math.floor(this.left / 8);
    if (bytes > 0) throw new ProtocolError(`${bytes} bytes are left over`);
    if (this.bits(this.left) !== 0) throw new ProtocolError("the padding is not empty");
  }
}
