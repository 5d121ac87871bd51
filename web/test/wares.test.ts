import { expect, test } from "vitest";
import { THINGS } from "../src/land/kinds";
import { wares } from "../src/dialogue/wares";

const kind = (name: string): number => THINGS.indexOf(name as (typeof THINGS)[number]);
const COIN = kind("coin");

test("one buys what one can pay for and sells what one has", () => {
  const offers = {
    asks: [{ kind: kind("bread"), coins: 13 }, { kind: kind("tools"), coins: 60 }],
    bids: [{ kind: kind("log"), coins: 8 }, { kind: kind("wool"), coins: 11 }],
  };
  const bag = new Map([[COIN, 20], [kind("log"), 3]]);
  const rows = wares(offers, (it) => bag.get(it) ?? 0, COIN);
  expect(rows.map(({ words, possible }) => [words, possible])).toEqual([
    ["Buy bread for 13", true], ["Buy tools for 60", false], ["Sell log for 8", true],
  ]);
});

test("who offers nothing has no wares", () => {
  expect(wares(undefined, () => 99, COIN)).toEqual([]);
});
