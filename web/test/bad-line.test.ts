import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BadLine, Way, readWeather, type Weather } from "../src/net/bad-line";
import type { Link } from "../src/net/link";
import { spread } from "../src/net/witness";

const storm: Weather = { roundTrip: 300, jitter: 40, loss: 0.1, seed: 7 };

describe("a bad line", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is described in the address, and nonsense is refused with what is expected", () => {
    expect(readWeather(null)).toBeNull();
    expect(readWeather("300,40,10,7")).toEqual(storm);
    expect(readWeather("80")).toEqual({ roundTrip: 80, jitter: 0, loss: 0, seed: 1 });
    for (const text of ["", "fast", "-1", "300,40,100", "300,40,10,7,9", "1e9", "300,40,10,0.5"]) {
      expect(() => readWeather(text), text).toThrow("expected round trip");
    }
  });

  it("does the same by the same seed, loses its share and keeps within its times", () => {
    const run = (seed: number): (number | null)[] => {
      const way = new Way({ ...storm, seed }, 0);
      return Array.from({ length: 5000 }, () => way.datagram(0));
    };
    expect(run(7)).toEqual(run(7));
    expect(run(8)).not.toEqual(run(7));
    const arrived = run(7).filter((due) => due !== null);
    expect(1 - arrived.length / 5000).toBeCloseTo(0.1, 1);
    expect(Math.min(...arrived)).toBeGreaterThanOrEqual(150);
    expect(Math.max(...arrived)).toBeLessThanOrEqual(190);
  });

  it("carries reliable frames once and in order, and nothing after the end", async () => {
    const heard: number[] = [];
    const early: number[] = [];
    const events = { reliable: (bytes: Uint8Array) => void heard.push(bytes[0]), datagram: () => void heard.push(-1), closed: () => undefined };
    const line = new BadLine({ ...storm, loss: 0.5 }, events, (bytes) => void early.push(bytes[0]));
    const link: Link = { transport: "WebSocket", sendReliable: () => undefined, sendDatagram: () => undefined, close: () => undefined };
    line.across(link);
    for (let n = 0; n < 100; n++) line.reliable(Uint8Array.of(n));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(heard).toEqual(Array.from({ length: 100 }, (_, n) => n));
    line.datagram(Uint8Array.of(1));
    expect(early).toEqual([1]);
    line.closed("for the test");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(heard).toHaveLength(100);
  });

  it("sums up errors", () => {
    expect(spread([])).toEqual({ count: 0, p50: 0, p95: 0, most: 0 });
    expect(spread(Array.from({ length: 101 }, (_, n) => 100 - n))).toEqual({ count: 101, p50: 50, p95: 95, most: 100 });
  });
});
