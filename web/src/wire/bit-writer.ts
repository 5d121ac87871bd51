/**
 * Writes bits. They fill each byte from its lowest bit up; numbers are written lowest bit first.
 */
const UTF8 = new TextEncoder();

export class BitWriter {
  private readonly bytes: number[] = [];
  private pending = 0;
  private pendingBits = 0;

  bit(value: boolean): void {
    this.bits(value ? 1 : 0, 1);
  }

  /** The lowest `count` bits (at most 32) of an unsigned number. */
  bits(value: number, count: number): void {
    let rest = value;
    let left = count;
    while (left > 0) {
      const take = Math.min(8 - this.pendingBits, left);
      this.pending |= (rest % 2 ** take) << this.pendingBits;
      rest = Math.floor(rest / 2 ** take);
      left -= take;
      this.pendingBits += take;
      if (this.pendingBits === 8) {
        this.bytes.push(this.pending);
        this.pending = 0;
        this.pendingBits = 0;
      }
    }
  }

  /** A signed number in `count` bits of two's complement. */
  signedBits(value: number, count: number): void {
    this.bits(value < 0 ? value + 2 ** count : value, count);
  }

  byte(value: number): void {
    this.bits(value, 8);
  }

  /** A number in groups of `width` bits, lowest first, each followed by a bit that says whether more come. */
  number(value: number | bigint, width: number): void {
    let rest = BigInt(value);
    const shift = BigInt(width);
    const mask = (1n << shift) - 1n;
    do {
      this.bits(Number(rest & mask), width);
      rest >>= shift;
      this.bit(rest !== 0n);
    } while (rest !== 0n);
  }

  /** A signed number: zigzag, then `number`. */
  signed(value: number, width: number): void {
    this.number(value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value), width);
  }

  /** Sixty-four bits, the lower half first. */
  wide(value: bigint): void {
    this.bits(Number(value & 0xffffffffn), 32);
    this.bits(Number(value >> 32n), 32);
  }

  text(text: string): void {
    this.blob(UTF8.encode(text));
  }

  blob(bytes: Uint8Array): void {
    this.number(bytes.length, 7);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    for (const byte of bytes) this.byte(byte);
  }

  /** The bytes, the last one padded with zero bits. */
  finish(): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(this.bytes.length + (this.pendingBits > 0 ? 1 : 0));
    out.set(this.bytes);
    if (this.pendingBits > 0) out[out.length - 1] = this.pending;
    return out;
  }
}
