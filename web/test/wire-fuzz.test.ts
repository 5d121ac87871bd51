import { describe, expect, it } from "vitest";
import { FrameReader } from "../src/net/frames";
import { decodeFromHost } from "../src/wire/from-host";
import { ProtocolError } from "../src/wire/error";
import { Receiver } from "../src/wire/snapshot";
import { fromHex, golden } from "./support/golden";

/** A small seeded generator, so that a failure can be repeated. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return mixed % below;
  };
}

function mutate(bytes: Uint8Array, draw: (below: number) => number): Uint8Array {
  let out = Uint8Array.from(bytes);
  for (let n = 1 + draw(4); n > 0; n--) {
    const at = draw(Math.max(1, out.length));
    switch (draw(5)) {
      case 0:
        out[at] ^= 1 << draw(8);
        break;
      case 1:
        out[at] = draw(256);
        break;
      case 2:
        out = out.slice(0, at);
        break;
      case 3:
        out = Uint8Array.from([...out.slice(0, at), draw(256), ...out.slice(at)]);
        break;
      default:
        out.fill(255, at, at + 9);
    }
  }
  return out;
}

/** Runs `read`; anything but success or a ProtocolError fails the test. */
function tolerated(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

describe("bytes that are no message", () => {
  it("never make the reader of messages throw anything but a ProtocolError", () => {
    const draw = chance(1);
    const goldens = golden("from_host").map((g) => fromHex(g.hex));
    let refused = 0;
    for (let n = 0; n < 20_000; n++) {
      const bytes = mutate(goldens[draw(goldens.length)], draw);
      if (!tolerated(() => decodeFromHost(bytes))) refused++;
    }
    expect(refused).toBeGreaterThan(5_000);
  });

  it("never make the reader of snapshots throw anything but a ProtocolError", () => {
    const draw = chance(2);
    const goldens = golden("snapshots").map((g) => fromHex(g.hex));
    let refused = 0;
    for (let round = 0; round < 800; round++) {
      const receiver = new Receiver();
      for (const bytes of goldens) {
        if (!tolerated(() => receiver.take(draw(3) === 0 ? mutate(bytes, draw) : bytes))) refused++;
      }
    }
    expect(refused).toBeGreaterThan(500);
  });

  it("of pure chance are refused as well", () => {
    const draw = chance(3);
    for (let n = 0; n < 20_000; n++) {
      const bytes = Uint8Array.from({ length: draw(80) }, () => draw(256));
      tolerated(() => decodeFromHost(bytes));
      tolerated(() => new Receiver().take(bytes));
    }
  });

  it("leave a receiver as it was", () => {
    const receiver = new Receiver();
    const [first, second] = golden("snapshots").map((g) => fromHex(g.hex));
    receiver.take(first);
    expect(() => receiver.take(second.slice(0, second.length - 4))).toThrow(ProtocolError);
    expect(receiver.acks.newest).toBe(1);
    expect(receiver.take(second)?.updated.length).toBe(3);
  });

  it("cannot claim a frame that would not fit in memory", () => {
    expect(() => new FrameReader().push(Uint8Array.of(255, 255, 255, 127, 0))).toThrow(ProtocolError);
  });
});

describe("frames", () => {
  it("come whole out of any pieces", () => {
    const reader = new FrameReader();
    const stream = Uint8Array.of(2, 0, 0, 0, 7, 8, 0, 0, 0, 0, 3, 0, 0, 0, 1, 2, 3);
    const frames = [...stream].flatMap((byte) => reader.push(Uint8Array.of(byte)));
    expect(frames.map((f) => [...f])).toEqual([[7, 8], [], [1, 2, 3]]);
    expect(new FrameReader().push(stream).map((f) => [...f])).toEqual([[7, 8], [], [1, 2, 3]]);
  });
});
