/** One's own deeds are shown at once, stay when the host does them, and are undone when it does not. */
import { describe, expect, it } from "vitest";
import { OwnDeeds } from "../src/game/own-deeds";
import { doorKey } from "../src/land/doors";
import { KnownWorld } from "../src/model/known-world";
import type { EntityState } from "../src/wire/state";
import { UNTOUCHED, meadow } from "./support/land";

const [APPLE, HERE] = [9n, { x: 0, y: 0 }];
const door = { house: 0, level: 0, x: 2, y: 5, side: 0 };
const state: EntityState = { x: 0, y: 0, course: 0, speed: 0, heading: 0, level: 0, pose: 0, gesture: 0, held: 0, health: 255 };
const own = { steering: null, x: 0, y: 0, vx: 0, vy: 0, level: 0, pose: 0, stamina: 255, health: 255, hunger: 0 };

function scene(): { world: KnownWorld; deeds: OwnDeeds; gestures: string[] } {
  const world = new KnownWorld();
  world.hear({ kind: "chunk", land: meadow(), changes: UNTOUCHED });
  const card = { id: APPLE, kind: "thing" as const, thing: 0, name: "", look: 0 };
  world.see({ tick: 1, own, entered: [{ card, state }], updated: [], left: [] }, 0);
  const gestures: string[] = [];
  return { world, deeds: new OwnDeeds(world, (gesture) => gestures.push(gesture)), gestures };
}

describe("one's own deeds", () => {
  it("take a thing from the ground at once, and put it back with a leap if the host refuses", () => {
    const { deeds, gestures } = scene();
    deeds.show({ kind: "take", id: APPLE });
    expect([deeds.hides(APPLE), gestures]).toEqual([true, ["take"]]);
    deeds.undo({ kind: "take", id: APPLE }, 1000);
    expect([deeds.hides(APPLE), gestures]).toEqual([false, ["take", "none"]]);
    expect(deeds.lift(APPLE, 1200)).toBeGreaterThan(0.3);
    expect(deeds.lift(APPLE, 2000)).toBe(0);
    expect(deeds.undone).toEqual({ take: 1 });
  });

  it("leave a thing gone that was taken, until the news is here", () => {
    const { world, deeds } = scene();
    deeds.show({ kind: "take", id: APPLE });
    deeds.done({ kind: "take", id: APPLE });
    expect(deeds.hides(APPLE)).toBe(true);
    world.see({ tick: 2, own, entered: [], updated: [], left: [APPLE] }, 50);
    deeds.forget();
    expect(deeds.hides(APPLE)).toBe(false);
  });

  it("swing a door at once, and back to what the host told if it refuses", () => {
    const { world, deeds } = scene();
    deeds.show({ kind: "door", chunk: HERE, door });
    expect([...world.openDoors(HERE)]).toEqual([doorKey(door)]);
    deeds.undo({ kind: "door", chunk: HERE, door }, 0);
    expect([...world.openDoors(HERE)]).toEqual([]);
    deeds.show({ kind: "door", chunk: HERE, door });
    world.hear({ kind: "doors", pos: HERE, open: [door] });
    deeds.done({ kind: "door", chunk: HERE, door });
    expect([...world.openDoors(HERE)]).toEqual([doorKey(door)]);
  });
});
