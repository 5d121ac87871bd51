import { describe, expect, it } from "vitest";
import { continuing } from "../src/arena/board";
import { readMessage } from "../src/arena/protocol";
import { count, signed } from "../src/arena/thoughts";

describe("clicks on a board", () => {
  const steps = [
    { name: "a2-a3", squares: [48, 40] },
    { name: "a2-b3", squares: [48, 41] },
    { name: "b2-b3", squares: [49, 41] },
    { name: "pass", squares: [] },
  ];

  it("choose a piece and then its target", () => {
    expect(continuing(steps, [], 48, 8, false).map((move) => move.name)).toEqual(["a2-a3", "a2-b3"]);
    expect(continuing(steps, [48], 41, 8, false).map((move) => move.name)).toEqual(["a2-b3"]);
    expect(continuing(steps, [48], 49, 8, false)).toEqual([]);
    expect(continuing(steps, [], 7, 8, false)).toEqual([]);
  });

  it("name a column wherever they fall in it", () => {
    const columns = [{ name: "4", squares: [38] }, { name: "5", squares: [32] }];
    expect(continuing(columns, [], 3, 7, true).map((move) => move.name)).toEqual(["4"]);
    expect(continuing(columns, [], 3, 7, false)).toEqual([]);
  });
});

describe("what the table says", () => {
  it("is read, and anything else is not", () => {
    expect(readMessage('{"type":"error","message":"no"}')).toEqual({ type: "error", message: "no" });
    expect(readMessage('{"type":"gossip"}')).toBeNull();
    expect(readMessage("3")).toBeNull();
  });

  it("is shown in figures people can read", () => {
    expect([signed(0.314), signed(-1), signed(-0.001)]).toEqual(["+0.31", "-1.00", "0.00"]);
    expect(count(1234567)).toBe("1,234,567");
  });
});
