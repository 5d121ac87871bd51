import { describe, expect, it } from "vitest";
import type { Saw } from "../src/wire/host-messages";
import { lineOf } from "../src/wire/saw";
import { THINGS } from "../src/land/kinds";

const name = (id: bigint) => new Map([[1n, "Asa"], [2n, "Bo"]]).get(id);
const theft: Saw = { doer: 1n, deed: "steals", object: 9n, thing: THINGS.indexOf("bread"), whose: 2n, place: [0, 0] };

describe("what the chat says of deeds in sight", () => {
  it("names thief, thing and owner, as far as one knows them", () => {
    expect(lineOf(theft, name)).toBe("Asa steals bread from Bo");
    expect(lineOf({ ...theft, whose: "market" }, name)).toBe("Asa steals bread from the market");
    expect(lineOf({ ...theft, whose: 7n, thing: null }, name)).toBe("Asa steals something");
    expect(lineOf({ ...theft, doer: 7n }, name)).toBeNull();
  });

  it("tells of killings and not of every gift", () => {
    expect(lineOf({ ...theft, deed: "kills", object: 2n, thing: null, whose: null }, name)).toBe("Asa kills Bo");
    expect(lineOf({ ...theft, deed: "gives", object: 2n }, name)).toBeNull();
  });
});
