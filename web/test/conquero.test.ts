import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Scouts } from "../src/conquero/scouts";
import { War, type Happening } from "../src/conquero/war";
import { KnownWorld } from "../src/model/known-world";
import { ProtocolError } from "../src/wire/error";
import { decodeFromHost, type FromHost } from "../src/wire/from-host";
import { Hearer, goneOn, type Letter } from "../src/wire/hearer";
import { fromHex } from "./support/golden";

const GOLDEN = resolve(import.meta.dirname, "../../games/conquero/tests/told.txt");
const messages = new Map(
  readFileSync(GOLDEN, "utf8").trim().split("\n").map((line) => line.split(": ") as [string, string]).map(([name, hex]) => [name, decodeFromHost(fromHex(hex))]),
);

function message<K extends FromHost["kind"]>(name: string, kind: K): Extract<FromHost, { kind: K }> {
  const found = messages.get(name);
  if (found?.kind !== kind) throw new Error(`no ${kind} ${name}`);
  return found as Extract<FromHost, { kind: K }>;
}

const welcome = message("welcome", "welcome");
const letter = (name: string): Uint8Array => message(name, "told").letter;

/** A reader that took these letters, and the last of them. */
function told(...names: string[]): { hearer: Hearer; last: Letter } {
  const hearer = new Hearer(welcome.manifest);
  const letters = names.map((name) => hearer.take(letter(name)));
  return { hearer, last: letters[letters.length - 1] };
}

function war(...names: string[]): { war: War; happened: Happening[]; said: unknown[] } {
  const made = new War();
  const [happened, said]: [Happening[], unknown[]] = [[], []];
  made.onHappening.on((one) => happened.push(one));
  made.onTalk.on((one) => said.push(one));
  made.onPing.on((one) => said.push(one));
  const hearer = new Hearer(welcome.manifest);
  for (const name of names) made.read(hearer, hearer.take(letter(name)), welcome.body);
  return { war: made, happened, said };
}

describe("what games tell", () => {
  it("is read by the manifest of the welcome", () => {
    const { hearer, last } = told("whole");
    expect(last).toMatchObject({ tick: 100, calls: [] });
    expect({ ...hearer.rows("conquero/setting").get(0n)?.row }).toEqual({
      map: "classic", width: 1200, height: 1000, east: -120, north: -100, metres: 0.2, teams: 2, seconds: 600, rounds: 3, conquest: true,
      near: 20, capture: 4, reach: 16, reach_per_level: 0.5, pause: 0.5, respawn: 3,
    });
    expect([...hearer.rows("conquero/centre").values()].map(({ row }) => row.name)).toEqual(["Centre 1", "Mühle"]);
    expect({ ...hearer.rows("conquero/member").get(0n)?.row }).toEqual({ team: 0, body: 1n << 40n, name: "Ada", human: true });
    expect(hearer.rows("tag/it").size).toBe(0);
  });

  it("changes by fields, and goes on by itself between", () => {
    const { hearer } = told("whole");
    const whereabouts = () => {
      const kept = hearer.rows("conquero/whereabouts").get(0n);
      if (!kept) throw new Error("it is told");
      return goneOn(kept, kept.row.x as number, kept.row.vx as number, hearer.tick);
    };
    const before = hearer.rows("conquero/hold").get(0n);
    expect([before?.row.share, whereabouts()]).toEqual([51, 12.5]);
    hearer.take(letter("change"));
    expect([hearer.rows("conquero/hold").get(0n)?.row.share, whereabouts(), before?.row.share], "as believed; old rows stay").toEqual([102, 17.5, 51]);
    hearer.take(letter("turn"));
    expect(whereabouts()).toBe(40);
  });

  it("is refused when it is cut off, goes on, changes what nobody told or makes no sense, and then changes nothing", () => {
    const { hearer } = told("whole");
    const held = (): unknown => ["hold", "member", "whereabouts"].map((kind) => [...hearer.rows(`conquero/${kind}`)]);
    const before = held();
    const whole = letter("change");
    for (let end = 0; end < whole.length; end++) expect(() => hearer.take(whole.subarray(0, end))).toThrow(ProtocolError);
    expect(() => hearer.take(Uint8Array.from([...whole, 0]))).toThrow(ProtocolError);
    expect(() => new Hearer(welcome.manifest).take(whole)).toThrow(ProtocolError);
    let state = 7;
    for (let n = 0; n < 3000; n++) {
      const spoilt = Uint8Array.from(whole);
      for (let flips = 0; flips < 3; flips++) {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        spoilt[(state >>> 8) % spoilt.length] ^= 1 << (state >>> 28) % 8;
      }
      try {
        new Hearer(welcome.manifest).take(spoilt);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
      }
    }
    expect(held()).toEqual(before);
  });

  it("is not read by a manifest that cannot be", () => {
    const [kind] = welcome.manifest.kinds;
    const field = { name: "x", extent: { kind: "whole", least: 3, most: 3 }, optional: false, predicted: null } as const;
    const sound = { ...field, extent: { kind: "whole", least: 0, most: 3 } } as const;
    const bad = [[kind, kind], [{ ...kind, fields: [field] }], [{ ...kind, fields: [{ ...sound, predicted: { by: "y", slack: 1 } }] }], [{ ...kind, name: "" }]];
    for (const kinds of bad) expect(() => new Hearer({ kinds })).toThrow(ProtocolError);
  });
});

describe("the war as it was told", () => {
  it("has centres and agents", () => {
    const { state, roster, role } = war("whole").war;
    expect(state).toMatchObject({ left: 125, round: 1, pause: false, scores: [12_345, 0], wins: [1, 0] });
    expect(state?.centres).toEqual([
      { owner: 1, taking: { team: 0, share: 0.2 }, contested: false }, { owner: null, taking: null, contested: true },
    ]);
    expect(state?.agents.map(({ presence }) => presence.kind)).toEqual(["seen", "dead", "hidden", "absent"]);
    expect(state?.agents[0]).toMatchObject({ level: 3.5, kills: 1, deaths: 200, captures: 3 });
    expect(state?.agents[0].presence).toMatchObject({ at: [12.5, 700], going: [25, 0], heading: Math.PI / 2, life: 1, stamina: 1 / 3 });
    expect(state?.agents[1].presence).toMatchObject({ steps: 60 });
    expect([roster.length, role]).toEqual([4, 0]);
  });

  it("tells what happened, in order", () => {
    const { happened, said } = war("whole", "change");
    expect(happened).toEqual([
      { kind: "capture", agent: 300, centre: 4, from: 1 }, { kind: "hurt", by: 1, agent: 2, damage: 200 }, { kind: "kill", by: 1, agent: 2 },
      { kind: "respawn", agent: 2 }, { kind: "over", winner: null, last: true }, { kind: "begins" },
    ]);
    expect(said.map((one) => ({ ...(one as object) }))).toEqual([{ name: "Ada", text: "nach Osten!" }, { name: "Ada", at: { x: -3.5, y: 20.25 } }]);
  });

  it("knows what one's team may take", () => {
    const made = war("whole").war;
    expect(made.team).toBe(0);
    expect([0, 1].map((centre) => made.mayTake(0, centre)), "who holds nothing takes anything").toEqual([true, true]);
    expect([0, 1].map((centre) => made.mayTake(1, centre)), "one's own is not taken, its neighbour is").toEqual([false, true]);
    expect(made.shares()).toEqual([{ centres: 0, share: 0 }, { centres: 1, share: 10 / 35 }]);
  });

  it("knows where things are in the world", () => {
    const made = war("whole").war;
    const at = made.centre(0);
    expect(at.x).toBeCloseTo(-120 + 1023 * 0.2, 3);
    expect(made.centreNear({ x: at.x + 3.9, y: at.y })).toBe(0);
    expect(made.centreNear({ x: at.x + 4.1, y: at.y })).toBeNull();
    expect(made.nextGoal({ x: at.x + 10, y: at.y })?.centre).toBe(0);
  });
});

describe("those of whom only news tells", () => {
  /** The first agent is told to be at a place of the map, and to go so many units a second east. */
  function move(made: War, x: number, y: number, vx = 0): void {
    const { state } = made;
    if (!state) throw new Error("a state");
    const presence = { kind: "seen", at: [x, y], going: [vx, 0], heading: 0, life: 1, stamina: 1 } as const;
    made.state = { ...state, agents: state.agents.map((agent, n) => (n === 0 ? { ...agent, presence } : agent)) };
    made.onState.emit(made.state);
  }

  it("go on as they went, glide to where they are told to be, and leap where nobody walks", () => {
    const made = war("whole").war;
    const scouts = new Scouts(made, new KnownWorld());
    move(made, 100, 500, 50);
    expect(scouts.at(0)).toMatchObject({ ...made.inWorld([100, 500]), speed: 10 });
    scouts.pass(0.2);
    expect(scouts.at(0)?.x, "between two words of it they go on").toBeCloseTo(made.inWorld([110, 500]).x, 3);
    move(made, 120, 500);
    expect(scouts.at(0)?.x, "no jump").toBeCloseTo(made.inWorld([110, 500]).x, 3);
    scouts.pass(0.1);
    expect(scouts.at(0)?.x).toBeCloseTo(made.inWorld([115, 500]).x, 3);
    scouts.pass(5);
    expect(scouts.at(0)?.x).toBeCloseTo(made.inWorld([120, 500]).x, 3);
    move(made, 100, 500, 50);
    scouts.pass(60);
    expect(scouts.at(0)?.x, "nobody runs on for ever").toBeCloseTo(made.inWorld([350, 500]).x, 3);
    move(made, 900, 100);
    expect(scouts.at(0)).toMatchObject(made.inWorld([900, 100]));
    expect([...scouts.all()].map(({ agent }) => agent), "the dead, hidden and absent are not shown").toEqual([0]);
  });
});
