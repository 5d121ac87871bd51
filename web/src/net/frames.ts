/** Cuts a byte stream into frames: each is its length as 32 bits, lowest byte first, then that many bytes. */
import { ProtocolError } from "../wire/error";
import { LONGEST_FRAME } from "./link";

export function frame(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(4 + bytes.length);
  new DataView(out.buffer).setUint32(0, bytes.length, true);
  out.set(bytes, 4);
  return out;
}

export class FrameReader {
  private waiting: Uint8Array[] = [];
  private size = 0;

  /** Takes a piece of the stream; answers the frames it completes. Throws a ProtocolError on an oversized frame. */
  push(piece: Uint8Array): Uint8Array[] {
    this.waiting.push(piece);
    this.size += piece.length;
    const frames: Uint8Array[] = [];
    while (this.size >= 4) {
      const head = this.peek(4);
      const length = new DataView(head.buffer, head.byteOffset).getUint32(0, true);
      if (length > LONGEST_FRAME) throw new ProtocolError(`a frame of ${length} bytes is too long`);
      if (this.size < 4 + length) break;
      const all = this.peek(4 + length);
      frames.push(all.slice(4, 4 + length));
      this.skip(4 + length);
    }
    return frames;
  }

  /** The first `count` bytes in one piece. */
  private peek(count: number): Uint8Array {
    if (this.waiting[0].length < count) {
      const joined = new Uint8Array(this.size);
      let at = 0;
      for (const piece of this.waiting) {
        joined.set(piece, at);
        at += piece.length;
      }
      this.waiting = [joined];
    }
    return this.waiting[0];
  }

  private skip(count: number): void {
    this.waiting[0] = this.waiting[0].subarray(count);
    this.size -= count;
    if (this.waiting[0].length === 0) this.waiting.shift();
  }
}
