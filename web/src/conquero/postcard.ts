/** Reads the bytes of the host's games: whole numbers as varints, floats as they are, lists by their length. */
import { ProtocolError } from "../wire/error";

/** Entries of one list; more is no honest news. */
const MOST = 4096;

export class PostcardReader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new ProtocolError("news ends too soon");
    return this.bytes[this.at++];
  }

  bool(): boolean {
    return this.byte() !== 0;
  }

  /** A whole number of up to 64 bits. */
  big(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new ProtocolError("news holds a number without end");
  }

  /** A whole number that fits one of JavaScript's. */
  number(): number {
    return Number(this.big());
  }

  float(): number {
    this.at += 4;
    if (this.at > this.bytes.length) throw new ProtocolError("news ends too soon");
    return this.view.getFloat32(this.at - 4, true);
  }

  pair(): [number, number] {
    return [this.float(), this.float()];
  }

  text(): string {
    const length = this.number();
    this.at += length;
    if (length > this.bytes.length || this.at > this.bytes.length) throw new ProtocolError("news ends too soon");
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  maybe<T>(read: () => T): T | null {
    return this.bool() ? read() : null;
  }

  list<T>(read: () => T): T[] {
    const length = this.number();
    if (length > MOST) throw new ProtocolError("news holds a list without end");
    return Array.from({ length }, read);
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new ProtocolError("news goes on after its end");
  }
}
