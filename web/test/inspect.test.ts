import { describe, expect, it } from "vitest";
import { Bandwidth, rate } from "../src/inspect/guests-table";
import { MapView } from "../src/inspect/map-view";
import { readMessage, readSeed, writeMessage } from "../src/inspect/protocol";
import { TickGraph } from "../src/inspect/tick-graph";
import { planInWords } from "../src/inspect/ways-overlay";
import { explain } from "../src/inspect/fight-panel";
import type { Candidate } from "../src/inspect/reports";
import { mindOverlays } from "../src/inspect/mind-overlays";
import { searchInWords } from "../src/inspect/searches-overlay";
import { change, factors, reachOf, short } from "../src/inspect/meter-panel";
import { netInWords } from "../src/inspect/nets";
import { Quality } from "../src/net/quality";
import { Acks } from "../src/wire/seq";

describe("the inspector", () => {
  it("reads what the host says and nothing else", () => {
    const state = { type: "state", tick: 3, paused: false, entities: [], looks: [], guests: [], watchers: [], ticks: [], time_of_day: 0.5 };
    expect(readMessage(JSON.stringify(state))).toEqual(state);
    expect(readMessage('{"type":"error","text":"no"}')).toEqual({ type: "error", text: "no" });
    for (const text of ["", "{", "null", "[]", '{"type":"state"}', '{"type":"entity","commands":3}', '{"type":"x"}']) {
      expect(readMessage(text)).toBeNull();
    }
  });

  it("writes seeds of 64 bits whole", () => {
    expect(writeMessage({ to: "host", type: "new-world", seed: 18446744073709551615n })).toBe('{"to":"host","type":"new-world","seed":18446744073709551615}');
    expect(readSeed(" 42 ")).toBe(42n);
    for (const text of ["", "-1", "4.2", "x", "18446744073709551616", "999999999999999999999"]) expect(readSeed(text)).toBeNull();
  });

  it("says what became of each of the five numbers", () => {
    const before = { messages: 8000, destinations: 100, bytes: 61, timeliness: 10, work: 0 };
    const row = { technique: "all together", what: "", before, after: { ...before, messages: 20, bytes: 122 } };
    expect(factors(row)).toEqual([0.0025, 1, 2, 1, 1]);
    expect(factors(row).map(change)).toEqual(["1/400", "the same", "2.0 × as much", "the same", "the same"]);
    expect([1, 10, 0.1, 100, 1e-6, 0].map(reachOf)).toEqual([0.75, 1, 0.5, 1, 0.02, 0.02]);
    expect([0.051, 34, 400, 8000, 12_000].map(short)).toEqual(["0.051", "34", "400", "8.0 k", "12 k"]);
  });

  it("zooms about the pointer", () => {
    const view = new MapView();
    view.width = 800;
    view.height = 600;
    const before = view.toWorld(100, 50);
    view.zoom(3, 100, 50);
    const after = view.toWorld(100, 50);
    expect(after[0]).toBeCloseTo(before[0], 9);
    expect(after[1]).toBeCloseTo(before[1], 9);
    expect(view.toScreen(...view.toWorld(7, 9))[1]).toBeCloseTo(9, 9);
  });

  it("takes each tick once and starts over with a new world", () => {
    const graph = new TickGraph();
    const tick = (n: number, ms: number) => ({ tick: n, total_ms: ms, stages: {}, late: false });
    graph.add([tick(1, 5), tick(2, 5)]);
    graph.add([tick(2, 500), tick(3, 7)]);
    expect(graph.quantile(0.99)).toBe(7);
    graph.add([tick(1, 1)]);
    expect(graph.quantile(0.99)).toBe(1);
  });

  it("knows what each guest costs, also after it came back by a new connection", () => {
    const bandwidth = new Bandwidth();
    const guest = (bytes_in: number, bytes_out: number) => ({
      id: "1", name: "Ann", human: true, address: "", transport: "", bytes_in, bytes_out, dropped: 0, perceives: 0, updates: 0, lost: 0, entity: null,
    });
    for (let n = 0; n <= 40; n++) bandwidth.update([guest(n * 100, n * 1000)], n * 250);
    expect(bandwidth.of("1").in).toBeCloseTo(400, -1);
    expect(bandwidth.total().out).toBeCloseTo(4000, -2);
    bandwidth.update([guest(0, 0)], 10_250);
    expect(bandwidth.of("1").out).toBeGreaterThanOrEqual(0);
    bandwidth.update([], 10_500);
    expect(bandwidth.total()).toEqual({ in: 0, out: 0 });
  });

  it("puts a walker's plan into words", () => {
    const walker = { id: "7", kind: "inhabitant", name: "Ann", x: 0, y: 0, level: 0, heading: 0, pose: "walking", health: 1, noticed: null, aware: null, guest: null };
    const words = (corners: [number, number][] | null): string => planInWords({ id: "7", corners }, walker);
    expect(words([[3, 4], [3, 14]])).toBe("Means to walk 15 m, round 1 corner, to 3.0, 14.0.");
    expect(words([[3, 4]])).toBe("Means to walk 5 m, straight, to 3.0, 4.0.");
    expect(words([])).toBe("Goes nowhere.");
    expect(words(null)).toMatch(/^Keeps its plan to itself/);
    expect(planInWords({ id: "8", corners: [] }, walker)).toBe("");
  });

  it("tells what people want apart by colour, and draws no want it does not know", () => {
    const wants = mindOverlays.find((overlay) => overlay.layer === "wants");
    const colour = (kind: string): string | null | undefined => wants?.colourOf({ id: "1", kind, strength: 1, at: null, about: null });
    const kinds = ["hunger", "thirst", "sleep", "warmth", "company", "safety", "purpose"];
    expect(new Set(kinds.map(colour)).size).toBe(kinds.length);
    expect(wants?.legend.length).toBe(kinds.length);
    expect(colour("fame")).toBeNull();
  });

  it("tells beliefs by what they rest on, and searchers by what they do", () => {
    for (const [layer, kinds] of [
      ["beliefs", ["seen", "heard", "told", "inferred"]],
      ["searches", ["investigates", "searches", "looks", "covers", "returns", "waits"]],
    ] as const) {
      const overlay = mindOverlays.find((one) => one.layer === layer);
      expect(new Set(kinds.map((kind) => overlay?.colourOf({ id: "1", kind, strength: 1, at: [0, 0], about: null }))).size).toBe(kinds.length);
      expect(overlay?.legend.length).toBe(kinds.length);
    }
  });

  it("puts a search into words", () => {
    const spot = (state: "unsearched" | "searched") => ({ x: 0, y: 0, state, by: null });
    const search = { name: "Rob", mode: "aggressive", phase: "sweep", last: [1, 2] as [number, number], spots: [spot("unsearched"), spot("searched")], searchers: ["7"], why: [] };
    expect(searchInWords([search], "7")).toBe("Looks for Rob (aggressive, sweep): 1 of 2 spots left.");
    expect(searchInWords([search], "8")).toBe("");
  });

  it("writes rates for people", () => {
    expect([rate(12), rate(1500), rate(2_500_000), rate(NaN)]).toEqual(["12 B/s", "1.5 kB/s", "2.50 MB/s", "–"]);
  });
});

describe("connection quality", () => {
  it("knows round trips and loss", () => {
    const quality = new Quality();
    expect(quality.word).toBe("unknown");
    quality.pong(quality.ping(1000), 1040);
    expect(quality.rtt).toBe(40);
    const acks = new Acks();
    for (let n = 0; n < 400; n++) {
      if (n % 4 === 0) continue;
      acks.got(n & 0xffff);
      quality.acked(acks);
    }
    expect(quality.loss).toBeCloseTo(0.25, 1);
    expect(quality.word).toBe("poor");
    quality.pong(999, 1);
    expect(quality.rtt).toBe(40);
  });
});

describe("fights", () => {
  const place = (fate: "won" | "passed" | "failed" | "partial", why: string | null = null) => ({ x: 0, y: 0, fate, why, option: "away" });
  const query = {
    name: "fall back", option: "behind something", eyes: [[0, 0] as const], walls: [], way: { corners: [], metres: 12.3, exposed: 2.6 },
    candidates: [place("won"), place("failed", "max_exposure = 0"), place("failed", "max_exposure = 0"), place("failed", "moon"), place("partial")],
  };
  const fights = {
    circles: [], claims: [{ by: "7", place: [4.5, -3.5] as const, foe: null }, { by: "8", place: null, foe: "1" }],
    history: { cell: 2, deaths: [], traffic: [], factions: [] }, nets: [], searches: [],
    fighters: [
      { id: "7", why: "gives up; falls back behind something", foe: "1", odds: { chance: 0.06, ours: 1, theirs: 3 }, query },
      { id: "8", why: "waits its turn behind Ada, is not next", foe: null, odds: null, query: null },
    ],
  };
  const name = (id: string): string => (id === "1" ? "Ada" : `no. ${id}`);

  it("are explained for whom is selected, with what became of each place", () => {
    expect(explain(fights, "8", name)).toEqual({
      does: "Waits its turn behind Ada, is not next.", odds: "", holds: "Has taken Ada as its own foe.", asked: "", failed: [],
    });
    expect(explain(fights, "7", name)).toEqual({
      does: "Gives up; falls back behind something.",
      odds: "Against Ada: 6 % to win, 1 on its side, 3 on the other.",
      holds: "Has taken the place at 4, -4.",
      asked: "Asked last where to fall back, and found a place behind something; the way is 12 m, 3 m of it in sight. It thought of 5 places: 1 good, 1 not looked at to the end, 3 not:",
      failed: ["2 × somebody would see it there", "1 × moon"],
    });
    expect(explain(fights, "9", name)).toBeNull();
    expect(explain(null, "7", name)).toBeNull();
  });

  it("say of who keeps out why, and every place it thought of to lie in wait at", () => {
    const hiding = (fate: Candidate["fate"], why: string | null): Candidate => ({ x: 45.5, y: 26.5, fate, why, option: "behind something, hidden from all it minds" });
    const said = explain({
      ...fights, claims: [{ by: "7", place: [45.5, 26.5], foe: null }],
      fighters: [{
        id: "7", why: "keeps out of it, 6 % to win, 1 against 1; lies in wait behind something, hidden from all it minds: 9 m, 2 m of it in sight",
        foe: "1", odds: { chance: 0.06, ours: 1, theirs: 1 },
        query: {
          name: "lie in wait", option: "behind something, hidden from all it minds", eyes: [[38, 20]], walls: [[40, 24, 44, 24]],
          way: { corners: [[45, 21], [45.5, 26.5]], metres: 8.9, exposed: 2.1 },
          candidates: [
            hiding("won", null), hiding("passed", null), hiding("failed", "min_distance_from_target = 6"),
            hiding("failed", "canReachBefore_the_target = true"), hiding("failed", "canReachBefore_the_target = true"),
          ],
        },
      }],
    }, "7", name);
    expect(said).toEqual({
      does: "Keeps out of it, 6 % to win, 1 against 1; lies in wait behind something, hidden from all it minds: 9 m, 2 m of it in sight.",
      odds: "Against Ada: 6 % to win, 1 on its side, 1 on the other.",
      holds: "Has taken the place at 45, 26.",
      asked: "Asked last where to lie in wait, and found a place behind something, hidden from all it minds; the way is 9 m, 2 m of it in sight. It thought of 5 places: 2 good, 3 not:",
      failed: ["2 × the foe would be there first", "1 × too near to the foe"],
    });
  });

  it("and so are those who wait for what is scarce", () => {
    const nets = [{ name: "the bucket of a well", x: 0, y: 0, has: ["1"], waiting: ["2", "3"], served: 0, svg: "" }];
    expect(netInWords(nets, "1")).toBe("Has the bucket of a well; 2 wait for it.");
    expect(netInWords(nets, "3")).toBe("Waits for the bucket of a well, with 1 others.");
    expect(netInWords(nets, "4")).toBe("");
  });
});
