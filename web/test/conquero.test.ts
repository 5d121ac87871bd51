import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeNews, type News } from "../src/conquero/news";
import { Scouts } from "../src/conquero/scouts";
import { War } from "../src/conquero/war";
import { KnownWorld } from "../src/model/known-world";
import { ProtocolError } from "../src/wire/error";
import { fromHex } from "./support/golden";

const GOLDEN = resolve(import.meta.dirname, "../../games/conquero/tests/news.txt");
const bytes = new Map(
  readFileSync(GOLDEN, "utf8").trim().split("\n").map((line) => line.split(": ") as [string, string]).map(([name, hex]) => [name, fromHex(hex)]),
);

function news(name: string): News {
  const found = bytes.get(name);
  if (!found) throw new Error(`no golden ${name}`);
  return decodeNews(found);
}

describe("the news of Conquero", () => {
  it("is read as the game wrote it", () => {
    const setting = news("setting");
    if (setting.kind !== "setting") throw new Error("a setting");
    expect(setting.setting).toMatchObject({
      map: "classic", extent: [1200, 1000], corner: [-120, -100], names: ["Centre 1", "Mühle"], roads: [[0, 1]], teams: 2,
      seconds: 600, rounds: 3, conquest: true, near: 20, capture: 4, reach: [16, 0.5], pause: 0.5, respawn: 3,
      centres: [{ at: [1023, 393], size: 10 }, { at: [19, 75], size: 25 }],
    });
    expect(news("roster")).toEqual({
      kind: "roster",
      roster: [{ team: 0, body: 1n << 40n, name: "Ada", human: true }, { team: 1, body: 0n, name: "Ada", human: false }],
    });
    expect(news("talk")).toEqual({ kind: "talk", name: "Ada", text: "nach Osten!" });
    expect(news("ping")).toEqual({ kind: "ping", name: "Ada", at: [-3.5, 20.25] });
    expect([news("role"), news("no role")]).toEqual([{ kind: "role", agent: 5 }, { kind: "role", agent: null }]);
  });

  it("tells the state of centres and agents", () => {
    const told = news("state");
    if (told.kind !== "state") throw new Error("a state");
    expect(told.state).toMatchObject({ step: 70_000, left: 125, round: 1, pause: false, scores: [12_345, 0], wins: [1, 0] });
    expect(told.state.centres).toEqual([
      { owner: 1, taking: { team: 0, share: 0.2 }, contested: false }, { owner: null, taking: null, contested: true },
    ]);
    expect(told.state.agents.map(({ presence }) => presence.kind)).toEqual(["seen", "dead", "hidden", "absent"]);
    expect(told.state.agents[0]).toMatchObject({ level: 3.5, kills: 1, deaths: 200, captures: 3 });
    expect(told.state.agents[0].presence).toMatchObject({ at: [12.5, 700], heading: Math.PI / 2, life: 1, stamina: 0.2 });
  });

  it("tells what happened, in order", () => {
    expect(news("happened")).toEqual({
      kind: "happened",
      all: [
        { kind: "capture", agent: 300, centre: 4, from: 1 }, { kind: "hurt", by: 1, agent: 2, damage: 200 }, { kind: "kill", by: 1, agent: 2 },
        { kind: "respawn", agent: 2 }, { kind: "over", winner: null, last: true }, { kind: "begins" },
      ],
    });
  });

  it("is refused when it is cut off, goes on or makes no sense", () => {
    for (const whole of bytes.values()) {
      for (let end = 0; end < whole.length; end++) expect(() => decodeNews(whole.subarray(0, end))).toThrow(ProtocolError);
      expect(() => decodeNews(Uint8Array.from([...whole, 0]))).toThrow(ProtocolError);
    }
    expect(() => decodeNews(Uint8Array.of(99))).toThrow(ProtocolError);
    expect(() => decodeNews(Uint8Array.of(1, 255, 255, 255, 255, 15))).toThrow(ProtocolError);
  });
});

function war(): War {
  const made = new War();
  for (const name of ["setting", "roster", "state"]) made.take(news(name));
  made.take({ kind: "role", agent: 0 });
  return made;
}

describe("what follows from the news", () => {
  it("knows what one's team may take", () => {
    const made = war();
    expect(made.team).toBe(0);
    expect([0, 1].map((centre) => made.mayTake(0, centre)), "who holds nothing takes anything").toEqual([true, true]);
    expect([0, 1].map((centre) => made.mayTake(1, centre)), "one's own is not taken, its neighbour is").toEqual([false, true]);
    expect(made.shares()).toEqual([{ centres: 0, share: 0 }, { centres: 1, share: 10 / 35 }]);
  });

  it("knows where things are in the world", () => {
    const made = war();
    const at = made.centre(0);
    expect(at.x).toBeCloseTo(-120 + 1023 * 0.2, 3);
    expect(made.centreNear({ x: at.x + 3.9, y: at.y })).toBe(0);
    expect(made.centreNear({ x: at.x + 4.1, y: at.y })).toBeNull();
    expect(made.nextGoal({ x: at.x + 10, y: at.y })?.centre).toBe(0);
  });
});

describe("those of whom only news tells", () => {
  /** The first agent is told to be at a place of the map. */
  function move(made: War, x: number, y: number): void {
    const { state } = made;
    if (!state) throw new Error("a state");
    const presence = { kind: "seen", at: [x, y], heading: 0, life: 1, stamina: 1 } as const;
    made.take({ kind: "state", state: { ...state, agents: state.agents.map((agent, n) => (n === 0 ? { ...agent, presence } : agent)) } });
  }

  it("glide from where they were shown to where they are told to be, and leap where nobody walks", () => {
    const made = war();
    const scouts = new Scouts(made, new KnownWorld());
    move(made, 100, 500);
    expect(scouts.at(0)).toMatchObject(made.inWorld([100, 500]));
    move(made, 110, 500);
    expect(scouts.at(0)?.x, "no jump").toBeCloseTo(made.inWorld([100, 500]).x, 3);
    scouts.pass(0.1);
    expect(scouts.at(0)?.x).toBeCloseTo(made.inWorld([105, 500]).x, 3);
    expect(scouts.at(0)?.speed).toBeCloseTo(10, 3);
    scouts.pass(5);
    expect(scouts.at(0)?.x, "nobody runs on for long").toBeCloseTo(made.inWorld([120, 500]).x, 3);
    move(made, 900, 100);
    expect(scouts.at(0)).toMatchObject(made.inWorld([900, 100]));
    expect([...scouts.all()].map(({ agent }) => agent), "the dead, hidden and absent are not shown").toEqual([0]);
  });
});
