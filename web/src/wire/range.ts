/**
 * Reads what the host's range coder wrote: an interval of 32 bits is narrowed by every bit, in proportion to how likely it was. Reading never
 * fails: bytes that nobody wrote give numbers that nobody wrote, after the end come zeros. Whoever reads checks what it reads, and that the
 * bytes end as they would have been written (`isAtEnd`).
 */
const LOOK_AHEAD = 4;
const EVEN = 32768;
const MOST = 2 ** 32 - 1;

export class RangeDecoder {
  private low = 0;
  private high = MOST;
  private code = 0;
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {
    for (let n = 0; n < LOOK_AHEAD; n++) this.shift();
  }

  private shift(): void {
    this.code = ((this.code << 8) | (this.bytes[this.at] ?? 0)) >>> 0;
    this.at++;
  }

  /** A bit that is a one as often as `one` in 65536 times. */
  toss(one: number): boolean {
    const split = this.low + Math.floor(((this.high - this.low) * one) / 65536);
    const bit = this.code <= split;
    if (bit) this.high = split;
    else this.low = split + 1;
    while ((this.low ^ this.high) >>> 24 === 0) {
      this.low = (this.low << 8) >>> 0;
      this.high = ((this.high << 8) | 0xff) >>> 0;
      this.shift();
    }
    return bit;
  }

  /** `count` bits that are as likely as not, at most 32. */
  even(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n++) value = value * 2 + (this.toss(EVEN) ? 1 : 0);
    return value;
  }

  /** Whether the bytes are exactly those that would have been written for what was read. */
  isAtEnd(): boolean {
    const tail = this.tail();
    const begin = this.at - LOOK_AHEAD;
    return this.bytes.length - begin === tail.length && tail.every((byte, n) => byte === this.bytes[begin + n]);
  }

  /** The fewest bytes that lie in the interval with zeros behind them. */
  private tail(): number[] {
    for (let kept = 0; kept < 4; kept++) {
      const unit = 2 ** (32 - 8 * kept);
      const value = Math.ceil(this.low / unit) * unit;
      if (value <= this.high) return bigEndian(value).slice(0, kept);
    }
    return bigEndian(this.low);
  }
}

function bigEndian(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}
