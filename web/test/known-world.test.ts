import { describe, expect, it } from "vitest";
import { doorKey } from "../src/land/doors";
import { KnownWorld } from "../src/model/known-world";
import type { Welcome } from "../src/wire/from-host";
import { ORDINARY } from "../src/wire/physique";
import type { OwnState } from "../src/wire/snapshot";
import type { Card, EntityState } from "../src/wire/state";
import { UNTOUCHED, meadow } from "./support/land";

const state: EntityState = {
  x: 128, y: 0, course: 0, speed: 0, heading: 0, level: 0, pose: 0, gesture: 0, held: 0, health: 255,
};
const own: OwnState = { steering: null, x: 0, y: 0, vx: 0, vy: 0, level: 0, pose: 0, stamina: 255, health: 255, hunger: 0 };
const card = (id: bigint): Card => ({ id, kind: "inhabitant", thing: -1, name: `P${id}`, look: 0 });
const welcome: Welcome = {
  kind: "welcome", guest: 1n, body: 2n, seed: 3n, tick: 0, token: new Uint8Array(16), operator: false, view: 5, world: "W", physique: ORDINARY, decided: 0, manifest: { kinds: [] },
};
const snapshot = (tick: number, more: object) => ({ tick, own, entered: [], updated: [], left: [], ...more });

describe("what a guest knows", () => {
  it("keeps what a snapshot told that overtook the welcome", () => {
    const world = new KnownWorld();
    world.reset();
    world.see(snapshot(1, { entered: [{ card: card(9n), state }] }), 0);
    world.hear(welcome);
    expect([...world.entities.keys()]).toEqual([9n]);
  });

  it("keeps somebody who left by one slot and came back by another in one packet", () => {
    const world = new KnownWorld();
    world.see(snapshot(1, { entered: [{ card: card(9n), state }] }), 0);
    world.see(snapshot(2, { left: [9n], entered: [{ card: card(9n), state }] }), 50);
    expect(world.entities.has(9n)).toBe(true);
    world.see(snapshot(3, { left: [9n] }), 100);
    expect(world.entities.size).toBe(0);
  });

  it("knows somebody who puts on a hood by their new card", () => {
    const world = new KnownWorld();
    world.see(snapshot(1, { entered: [{ card: card(9n), state }] }), 0);
    world.see(snapshot(2, { entered: [{ card: { ...card(9n), name: "somebody in a hood" }, state }] }), 50);
    expect(world.entities.get(9n)?.card.name).toBe("somebody in a hood");
  });

  it("knows which doors stand open, and that all of a new chunk are shut", () => {
    const world = new KnownWorld();
    const door = { house: 0, level: 0, x: 2, y: 5, side: 0 };
    world.hear({ kind: "chunk", land: meadow(5, 5), changes: UNTOUCHED });
    world.hear({ kind: "doors", pos: { x: 5, y: 5 }, open: [door] });
    expect([...world.openDoors({ x: 5, y: 5 })]).toEqual([doorKey(door)]);
    world.hear({ kind: "chunk", land: meadow(5, 5), changes: UNTOUCHED });
    expect(world.openDoors({ x: 5, y: 5 }).size).toBe(0);
  });

  it("takes changes of chunks it holds and no others, and lets go of what it must", () => {
    const world = new KnownWorld();
    const felled = { ...UNTOUCHED, version: 1, gone: new Set([4]) };
    world.hear({ kind: "changed", pos: { x: 5, y: 5 }, changes: felled });
    expect(world.changesOf({ x: 5, y: 5 }).version).toBe(0);
    world.hear({ kind: "chunk", land: meadow(5, 5), changes: UNTOUCHED });
    world.hear({ kind: "changed", pos: { x: 5, y: 5 }, changes: felled });
    expect(world.changesOf({ x: 5, y: 5 }).gone.has(4)).toBe(true);
    world.hear({ kind: "forget", pos: { x: 5, y: 5 } });
    expect([world.ground.chunks.size, world.cache.size, world.changesOf({ x: 5, y: 5 }).version]).toEqual([0, 0, 0]);
  });

  it("runs the hour on at the pace it was told", () => {
    const world = new KnownWorld();
    world.clock.heard(1000, 0);
    world.hear({ kind: "clock", tick: 980, day: 32768 - 20, days: 1, paused: false });
    world.hear({ kind: "clock", tick: 1000, day: 32768, days: 1, paused: false });
    for (let n = 0; n < 60; n++) {
      world.clock.heard(1000 + n, n * 50);
      world.clock.advance(0.05, n * 50);
    }
    expect(world.dayNow() * 65536).toBeCloseTo(32768 + world.clock.tick - 1000, 3);
  });

  it("sees a gesture again when it is made again", () => {
    const world = new KnownWorld();
    world.see(snapshot(1, { entered: [{ card: card(9n), state }] }), 0);
    world.see(snapshot(2, { updated: [{ id: 9n, state: { ...state, gesture: 0b010001 } }] }), 50);
    world.see(snapshot(3, { updated: [{ id: 9n, state: { ...state, gesture: 0b100001 } }] }), 900);
    expect(world.entities.get(9n)).toMatchObject({ gesture: 0b100001, gestureAt: 900 });
  });
});
