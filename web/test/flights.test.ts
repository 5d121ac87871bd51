/** What flies: the page's contours are the wire's, and both ends of an arrow see it hit when they can know. */
import { describe, expect, it } from "vitest";
import { delayOf, type Player, type Thing } from "../src/model/contours";
import { aimed, Flights, placeAt, type Onlooker } from "../src/model/flights";
import type { Landed, Loosed } from "../src/wire/host-messages";
import { golden } from "./support/golden";

const [ANN, BOB] = [1n, 2n];
const WAY = 24;
const FRAME = 1 / 120;

describe("temporal contours", () => {
  it("are those of the wire", () => {
    const cases = golden("contours") as unknown as { players: Player[]; onlooker: number; thing: Thing; delay: number }[];
    expect(cases.length).toBeGreaterThan(100);
    for (const { players, onlooker, thing, delay } of cases) expect(delayOf(players, onlooker, thing)).toBeCloseTo(delay, 9);
  });
});

function arrow(since: number): Loosed {
  const shot = { with: 27, of: 28, speed: 32, fall: 10, reach: 50 };
  const start = [0, 0, 1.4] as const;
  return { id: 9n, thing: 28, by: ANN, at: BOB, since, start, velocity: aimed(shot, start, [WAY, 0, 1]), fall: 10 };
}

/** Ann at the origin or Bob 24 m to the east, whose own body is `behind` ticks ahead of what they see of others. */
function eyes(self: bigint, tick: number, behind: number): Onlooker {
  const [x, other] = self === ANN ? [0, { x: WAY, y: 0 }] : [WAY, { x: 0, y: 0 }];
  return { self, x, y: 0, z: 0, tick, behind, place: () => other };
}

/** Lets an arrow fly before somebody's eyes, told of it and of its end when the news is there; the own tick at which it is seen to hit. */
function watched(self: bigint, behind: number, sooner = 0): { seen: number; was: number; jump: number; back: boolean } {
  const flights = new Flights();
  const loosed = arrow(1000);
  const after = Math.round((WAY / 32) * 1000);
  const landed: Landed = { id: 9n, after, hit: BOB, end: [WAY, 0, 1] };
  const [knows, ends] = [1000 + behind, 1000 + after / 50 + behind];
  if (self === ANN) flights.begin({ ...loosed, id: 0n, since: 1000 - sooner });
  let [told, jump, back, last, ended] = [false, 0, false, -1, false];
  for (let tick = 1000; flights.ended.length === 0 && tick < 1100; tick += FRAME * 20) {
    if (!told && tick >= knows) {
      told = true;
      flights.loosed(loosed, self);
    }
    if (!ended && tick >= ends) {
      ended = true;
      flights.landed(landed);
    }
    flights.advance(FRAME, eyes(self, tick, behind));
    const [flight] = flights.all;
    if (!flight || flight.gone < 0) continue;
    if (last >= 0) [jump, back] = [Math.max(jump, Math.abs(flight.shown.x - last)), back || flight.shown.x < last - 1e-6];
    last = flight.shown.x;
  }
  const [{ seen, was }] = flights.ended;
  return { seen, was, jump, back };
}

describe("an arrow", () => {
  it("is seen to hit by the one hit when it does, and by the one who shot when the news can be there", () => {
    for (const behind of [0, 2, 5, 9]) {
      const [ann, bob] = [watched(ANN, behind), watched(BOB, behind)];
      expect(ann.was).toBeCloseTo(1015, 5);
      expect(Math.abs(bob.seen - bob.was)).toBeLessThan(behind === 0 ? 1 : behind + 1);
      expect(Math.abs(ann.seen - ann.was - behind)).toBeLessThan(1);
    }
  });

  it("leaves the hand at once, goes on without a leap when the host tells of it, and never back", () => {
    const { jump, back } = watched(ANN, 5, 0.7);
    expect(jump).toBeLessThan(32 * FRAME * 1.6);
    expect(back).toBe(false);
  });

  it("that the host refused falls and is gone", () => {
    const flights = new Flights();
    const flight = flights.begin(arrow(1000));
    for (let tick = 1000; tick < 1004; tick += FRAME * 20) flights.advance(FRAME, eyes(ANN, tick, 4));
    const { x, z } = { ...flight.shown };
    expect(x).toBeGreaterThan(1);
    flights.undo(flight);
    flights.advance(0.1, eyes(ANN, 1004, 4));
    flights.advance(0.1, eyes(ANN, 1006, 4));
    expect(flight.shown.x).toBe(x);
    expect(flight.shown.z).toBeLessThan(z);
    for (let n = 0; n < 10; n++) flights.advance(0.1, eyes(ANN, 1010, 4));
    expect(flights.all.size).toBe(0);
  });

  it("waits at one's own body for word of it, and flies on if none comes", () => {
    const flights = new Flights();
    flights.loosed(arrow(1000), BOB);
    let held = 0;
    for (let tick = 1004; tick < 1040; tick += FRAME * 20) {
      flights.advance(FRAME, eyes(BOB, tick, 4));
      const [flight] = flights.all;
      if (flight && Math.abs(flight.shown.x - WAY) < 1) held += FRAME;
    }
    const [flight] = flights.all;
    expect(held).toBeGreaterThan(0.2);
    expect(flight?.shown.x).toBeGreaterThan(WAY + 5);
    const there = { x: 0, y: 0, z: 0 };
    placeAt(arrow(1000), 0.75, there);
    expect(there.x).toBeCloseTo(WAY, 9);
  });
});
