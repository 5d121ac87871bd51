import { describe, expect, it } from "vitest";
import { LATTICE } from "../src/land/chunk";
import { DOOR, SOUTH, WALL } from "../src/land/house";
import { step, type Body, type Surroundings } from "../src/model/body";
import { POSES } from "../src/wire/vocabulary";
import { house, meadow, surroundings, walker } from "./support/land";
import { UNTOUCHED } from "../src/wire/land";

const WALK = 0;
const RUN = 1;
const SIT = 3;

function walk(around: Surroundings, body: Body, east: number, north: number, gait: number, steps: number): Body {
  for (let n = 0; n < steps; n++) step(body, { east, north, heading: 0, gait }, around);
  return body;
}

describe("a body moves as the world moves it", () => {
  it("covers about its speed in a second of walking", () => {
    const body = walk(surroundings(meadow()), walker(5, 5), 127, 0, WALK, 20);
    expect(body.x - 5).toBeCloseTo(2.15, 1);
    expect([body.y, POSES[body.pose]]).toEqual([5, "walking"]);
  });

  it("is no faster on a diagonal", () => {
    const body = walk(surroundings(meadow()), walker(5, 5), 127, 127, RUN, 20);
    expect(Math.hypot(body.vx, body.vy)).toBeLessThanOrEqual(5.5 + 1e-6);
  });

  it("spends breath running and gets it back", () => {
    const around = surroundings(meadow());
    const body = walker(2, 16);
    for (let n = 0; n < 450; n++) walk(around, body, Math.floor(n / 60) % 2 === 0 ? 127 : -127, 0, RUN, 1);
    expect(body.stamina).toBeLessThan(0.1);
    expect(Math.hypot(body.vx, body.vy)).toBeLessThan(5);
    expect(walk(around, body, 0, 0, WALK, 250).stamina).toBeGreaterThan(0.95);
  });

  it("goes round a tree, not through it, and over its stump", () => {
    const oak = { kind: 0, x: 10 * 128, y: 5 * 128, size: 128, turn: 0 };
    const chunk = meadow(0, 0, { growths: [oak] });
    const body = walker(5, 5);
    for (let n = 0; n < 100; n++) {
      walk(surroundings(chunk), body, 127, 1, RUN, 1);
      expect(Math.hypot(body.x - 10, body.y - 5)).toBeGreaterThanOrEqual(0.8 - 1e-3);
    }
    expect(body.x).toBeGreaterThan(12);
    const felled = surroundings(chunk, { ...UNTOUCHED, version: 1, gone: new Set([0]) });
    expect(walk(felled, walker(8, 5), 127, 0, RUN, 20).y).toBe(5);
  });

  it("is stopped by cliffs and slowed by hills", () => {
    const slope = (height: (column: number) => number) => {
      const chunk = meadow();
      chunk.heights.forEach((_, n) => (chunk.heights[n] = n % LATTICE >= 8 ? height(n % LATTICE) : 0));
      return surroundings(chunk);
    };
    expect(walk(slope(() => 300), walker(10, 16), 127, 0, WALK, 200).x).toBeLessThan(14.1);
    const slowed = walk(slope((i) => (i - 7) * 32), walker(15, 16), 127, 0, WALK, 40).x;
    const level = walk(surroundings(meadow()), walker(15, 16), 127, 0, WALK, 40).x;
    expect(slowed).toBeGreaterThan(16);
    expect(slowed).toBeLessThan(level - 0.5);
  });

  it("swims in deep water", () => {
    const chunk = meadow();
    chunk.heights.fill(-64);
    chunk.water.fill(0);
    const body = walk(surroundings(chunk), walker(5, 5), 127, 0, RUN, 20);
    expect(POSES[body.pose]).toBe("swimming");
    expect(Math.hypot(body.vx, body.vy)).toBeLessThan(1.5);
  });

  it("is stopped by walls and let in by doors", () => {
    const around = surroundings(meadow(0, 0, { houses: [house()] }));
    expect(walk(around, walker(8, 12.5), 127, 0, RUN, 60).x).toBeLessThanOrEqual(10 - 0.35 + 1e-3);
    const inside = walk(around, walker(8, 11.5), 127, 0, WALK, 40);
    expect(inside.x).toBeGreaterThan(11);
    expect(around.ground.houseAt(inside.x, inside.y, 0)).not.toBeNull();
  });

  it("climbs stairs and comes down again, by their ends alone", () => {
    const around = surroundings(meadow(0, 0, { houses: [house()] }));
    const up = walk(around, walker(11.5, 12.5), 127, 0, WALK, 50);
    expect([up.level, around.ground.footing(up.x, up.y, 1)]).toEqual([1, 3]);
    const down = walk(around, up, -127, 0, WALK, 50);
    expect([down.level, around.ground.footing(down.x, down.y, 0)]).toEqual([0, 0]);
    const beside = walk(around, walker(14.5, 10.5), 0, 127, WALK, 60);
    expect(beside.level).toBe(0);
    expect(beside.y).toBeLessThan(12);
  });

  it("is stopped by walls people built, but not by doors", () => {
    const built = (kind: number) => ({ ...UNTOUCHED, version: 1, built: [{ x: 5, y: 8, side: SOUTH, kind }] });
    expect(walk(surroundings(meadow(), built(WALL)), walker(5.5, 6), 0, 127, WALK, 60).y).toBeLessThanOrEqual(7.65 + 1e-3);
    expect(walk(surroundings(meadow(), built(DOOR)), walker(5.5, 6), 0, 127, WALK, 60).y).toBeGreaterThan(9);
  });

  it("gives way softly to others", () => {
    const around = { ...surroundings(meadow()), others: (_x: number, _y: number, _l: number, _r: number, each: (x: number, y: number) => void) => each(5.3, 5) };
    const body = walk(around, walker(5, 5), 0, 0, WALK, 1);
    expect(body.x).toBeLessThan(5);
    expect(body.x).toBeGreaterThanOrEqual(4.95 - 1e-6);
  });

  it("sits still", () => {
    const body = walk(surroundings(meadow()), walker(5, 5), 127, 0, SIT, 20);
    expect([body.x, POSES[body.pose]]).toEqual([5, "sitting"]);
  });
});
