import { describe, expect, it } from "vitest";
import { HostClock } from "../src/model/host-clock";
import { Track, shortTurn, type Whereabouts } from "../src/model/track";
import type { EntityState } from "../src/wire/state";
import { golden } from "./support/golden";

const still: EntityState = {
  x: 0, y: 0, course: 0, speed: 0, heading: 0, level: 0, pose: 0, gesture: 0, held: 0, health: 255,
};
const at = (track: Track, tick: number): Whereabouts => {
  const out = { x: 0, y: 0, heading: 0, speed: 0 };
  track.at(tick, out);
  return out;
};

describe("the track of an entity", () => {
  it("goes straight on while the host is silent, but not for ever", () => {
    const track = new Track(100, { ...still, speed: 32 });
    expect(at(track, 110).x).toBeCloseTo(1, 6);
    // The host speaks again after twenty ticks, and that may be lost once on a long way.
    expect(at(track, 135).x).toBeCloseTo(3.5, 6);
    expect(at(track, 400).x).toBeCloseTo(3.5, 6);
    expect(at(track, 400).speed).toBe(0);
  });

  it("moves from what was predicted to what is so without a jump", () => {
    const track = new Track(100, { ...still, speed: 32 });
    track.add(110, { ...still, x: 128, y: 64, course: 64, heading: 64, speed: 32 });
    let last = at(track, 100);
    for (let tick = 100; tick <= 115; tick += 0.1) {
      const now = at(track, tick);
      expect(Math.hypot(now.x - last.x, now.y - last.y)).toBeLessThan(0.06);
      last = now;
    }
    expect(at(track, 110)).toMatchObject({ x: 1, y: 0.5 });
  });

  it("jumps when somebody is put elsewhere", () => {
    const track = new Track(100, still);
    track.add(110, { ...still, x: 128 * 500 });
    expect(at(track, 109.9).x).toBe(0);
    expect(at(track, 110).x).toBe(500);
  });

  it("ignores nothing newer and keeps its order when told again", () => {
    const track = new Track(100, still);
    track.add(105, { ...still, x: 128 });
    track.add(105, { ...still, x: 256 });
    expect(at(track, 105).x).toBe(2);
  });

  it("does not jump when what was shown turns out otherwise", () => {
    const track = new Track(100, { ...still, speed: 32 });
    let last = at(track, 100);
    let longest = 0;
    for (let tick = 100; tick <= 130; tick += 0.1) {
      // Somebody turned back five ticks ago.
      if (Math.abs(tick - 110) < 0.05) track.add(105, { ...still, x: 64, course: 128, heading: 128, speed: 32 }, tick);
      const now = at(track, tick);
      longest = Math.max(longest, Math.hypot(now.x - last.x, now.y - last.y));
      last = now;
    }
    expect(longest).toBeLessThan(0.07);
    expect(at(track, 119).x, "and is where it is soon after").toBeCloseTo(0.5 - 14 / 10, 3);
  });

  it("converges on the curve of the wire's reckoning", () => {
    type Told = { stamp: number; at: number; state: Partial<EntityState> };
    const cases = golden("reckoning") as unknown as { first: Told; told: Told[]; shown: [number, number, number][] }[];
    expect(cases.length).toBeGreaterThan(2);
    for (const { first, told, shown } of cases) {
      const track = new Track(first.stamp, { ...still, ...first.state });
      const left = [...told];
      let bent = 0;
      for (const [tick, x, y] of shown) {
        if (left.length > 0 && left[0].at <= tick) {
          const { stamp, at: when, state } = left[0];
          left.shift();
          track.add(stamp, { ...still, ...state }, when);
        }
        const place = at(track, tick);
        expect(Math.hypot(place.x - x, place.y - y), `${tick}`).toBeLessThan(1e-3);
        bent += Math.abs(place.y);
      }
      expect(left).toEqual([]);
      if (told[0].state.y !== 0) expect(bent).toBeGreaterThan(0.1);
    }
  });

  it("turns the short way", () => {
    expect(shortTurn(0.1, Math.PI * 2 - 0.1)).toBeCloseTo(-0.2, 9);
    expect(shortTurn(-3, 3)).toBeCloseTo(6 - Math.PI * 2, 9);
  });
});

describe("the clock of what is shown", () => {
  it("makes up for a long way, and not for any longer one", () => {
    const behind = (roundTrip: number): number => {
      const clock = new HostClock();
      clock.over(roundTrip);
      for (let n = 0; n < 200; n++) {
        clock.heard(n, n * 50);
        clock.advance(0.05, n * 50);
      }
      return 199 - clock.tick;
    };
    expect(behind(0)).toBeCloseTo(2, 1);
    expect(behind(200)).toBeCloseTo(0, 1);
    expect(behind(10_000)).toBeCloseTo(-3, 1);
  });

  it("stays about two ticks behind and takes no notice of jitter", () => {
    const clock = new HostClock();
    let now = 0;
    let jump = 0;
    for (let tick = 1; tick < 200; tick++) {
      const late = tick % 3 === 0 ? 30 : 0;
      clock.heard(tick, now + late);
      for (let n = 0; n < 3; n++) {
        const before = clock.tick;
        clock.advance(50 / 3 / 1000, now + (50 / 3) * (n + 1));
        jump = Math.max(jump, Math.abs(clock.tick - before - 1 / 3));
      }
      now += 50;
    }
    expect(jump).toBeLessThan(0.1);
    expect(199 - clock.tick).toBeGreaterThan(0.5);
    expect(199 - clock.tick).toBeLessThan(3);
  });
});
