import { expect, test } from "vitest";
import { THINGS } from "../src/land/kinds";
import { craftWords } from "../src/ui/work-menu";

const kind = (name: string): number => THINGS.indexOf(name as (typeof THINGS)[number]);

test("a craft is told by what it takes, gives, and where", () => {
  const bake = { name: "bake", at: "hearth" as const, takes: [{ kind: kind("flour"), count: 9 }], gives: [{ kind: kind("bread"), count: 12 }], minutes: 45, tool: null };
  expect(craftWords(bake)).toBe("9 flour → 12 bread, at: hearth, 45 min");
  const fish = { name: "fish", at: "water" as const, takes: [], gives: [{ kind: kind("fish"), count: 2 }], minutes: 40, tool: kind("tools") };
  expect(craftWords(fish)).toBe("2 fish, at: water, 40 min; quicker with tools");
});
