/**
 * A minute on a bad line in virtual time: a host that is silent about whoever goes straight on, a line that delays and loses, and the page's own clock and
 * tracks. How wrong are those who walk shown, and does anybody jump?
 */
import { describe, expect, it } from "vitest";
import { HostClock } from "../src/model/host-clock";
import { Track, type Whereabouts } from "../src/model/track";
import { Way, type Weather } from "../src/net/bad-line";
import { spread, type Spread } from "../src/net/witness";
import { PREDICTION_LIMIT, type EntityState } from "../src/wire/state";

const TICK = 50;
const WALK = 35;
/** Ticks from one turn to the next. */
const LEG = 80;

const state = (x: number, y: number, course: number): EntityState => ({
  x: Math.round(x * 128), y: Math.round(y * 128), course, speed: WALK, heading: course, level: 0, pose: 1, gesture: 0, held: 0, health: 255,
});

/** Where a walker round a square is at each tick. */
function walk(ticks: number): EntityState[] {
  const way = [state(0, 0, 0)];
  let [x, y] = [0, 0];
  for (let tick = 1; tick <= ticks; tick++) {
    const course = (Math.floor(tick / LEG) * 64) & 255;
    const angle = (course / 256) * 2 * Math.PI;
    x += (Math.cos(angle) * WALK) / 16 / 20;
    y += (Math.sin(angle) * WALK) / 16 / 20;
    way.push(state(x, y, course));
  }
  return way;
}

/** A minute of it over a line, looked at sixty times a second. */
function minute(weather: Weather): { errors: Spread; leaps: number[] } {
  const way = walk(1300);
  const line = new Way(weather, 1);
  const arrivals: { at: number; tick: number; state: EntityState | null }[] = [];
  /** What the guest was told last, as the host believes; and when it learns that this was lost. */
  let told = { tick: 0, course: 0 };
  let doubt = Infinity;
  for (let tick = 1; tick < way.length; tick++) {
    const now = tick * TICK;
    const speaks = way[tick].course !== told.course || tick > told.tick + PREDICTION_LIMIT || now >= doubt;
    const at = line.datagram(now);
    if (speaks) {
      told = { tick, course: way[tick].course };
      // The acknowledgement of the next packet tells that this one is missing.
      doubt = at === null ? now + TICK + weather.roundTrip + 2 * weather.jitter : Infinity;
    }
    if (at !== null) arrivals.push({ at, tick, state: speaks ? way[tick] : null });
  }
  arrivals.sort((a, b) => a.at - b.at);
  const [clock, track] = [new HostClock(), new Track(0, way[0])];
  clock.over(weather.roundTrip);
  const [shown, last]: Whereabouts[] = [{ x: 0, y: 0, heading: 0, speed: 0 }, { x: 0, y: 0, heading: 0, speed: 0 }];
  const [errors, leaps]: number[][] = [[], []];
  const FRAME = 1000 / 60;
  let newest = 0;
  for (let now = 0; now < 62_000; now += FRAME) {
    while (arrivals.length > 0 && arrivals[0].at <= now) {
      const { tick, state: news } = arrivals.shift() as (typeof arrivals)[number];
      // One that was overtaken is not taken.
      if (tick <= newest) continue;
      newest = tick;
      clock.heard(tick, now);
      if (news) track.add(tick, news, clock.tick);
    }
    clock.advance(FRAME / 1000, now);
    if (now < 2000) continue;
    track.at(clock.tick, shown);
    const truth = way[Math.floor(now / TICK)];
    errors.push(Math.hypot(shown.x - truth.x / 128, shown.y - truth.y / 128));
    const leap = Math.hypot(shown.x - last.x, shown.y - last.y) - (WALK / 16) * (FRAME / 1000);
    if (now > 2100 && leap > 0.25) leaps.push(leap);
    Object.assign(last, shown);
  }
  return { errors: spread(errors), leaps };
}

describe("who walks for a minute on a bad line", () => {
  it.each([1, 2, 3, 7, 11])("is shown within half a metre, 95 times in a hundred, and never jumps (seed %i)", (seed) => {
    const { errors, leaps } = minute({ roundTrip: 300, jitter: 40, loss: 0.1, seed });
    expect(errors.count).toBeGreaterThan(3500);
    expect(errors.p95).toBeLessThan(0.5);
    expect(leaps).toEqual([]);
  });

  it("is shown as before on a good line", () => {
    const { errors, leaps } = minute({ roundTrip: 4, jitter: 1, loss: 0, seed: 1 });
    expect(errors.p95).toBeLessThan(0.36);
    expect(leaps).toEqual([]);
  });
});
