import { describe, expect, it } from "vitest";
import { heightIn } from "../src/land/chunk";
import { liftAt, lifted } from "../src/land/lift";
import { KnownWorld } from "../src/model/known-world";
import { UNTOUCHED, meadow } from "./support/land";

describe("lifted ground", () => {
  const lift = [0, 0, 32, 0, 0, 64, 0, 0, -32];

  it("rises evenly between the nine numbers, as on the host", () => {
    expect([liftAt(lift, 16, 8), liftAt(lift, 12, 8), liftAt(lift, 4, 8), liftAt(lift, 16, 16)]).toEqual([64, 32, 0, -32]);
    const chunk = lifted(meadow(), lift);
    expect(heightIn(chunk, 32, 16)).toBe(2);
    expect(heightIn(chunk, 24, 16)).toBe(1);
    expect(lifted(meadow(), UNTOUCHED.lift).heights).toEqual(meadow().heights);
  });

  it("comes with a chunk's changes and goes back with them", () => {
    const world = new KnownWorld();
    const land = meadow();
    world.hear({ kind: "chunk", land, changes: UNTOUCHED });
    world.hear({ kind: "changed", pos: land.pos, changes: { ...UNTOUCHED, version: 1, lift } });
    const height = (): number => heightIn([...world.ground.chunks.values()][0], 32, 16);
    expect(height()).toBe(2);
    world.hear({ kind: "changed", pos: land.pos, changes: { ...UNTOUCHED, version: 2 } });
    expect(height()).toBe(0);
  });
});
