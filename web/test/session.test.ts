/** Coming back: wishes without an answer are repeated under their old numbers, and new ones count on. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { askHost, StalePage, type Door, type DoorEvents } from "../src/net/door";
import { Session, type Farewell } from "../src/net/session";
import { Quality } from "../src/net/quality";
import type { FromGuest } from "../src/wire/from-guest";
import type { Welcome } from "../src/wire/from-host";
import { ORDINARY } from "../src/wire/physique";
import { PROTOCOL_HASH } from "../src/wire/vocabulary";

const welcome = (decided: number, body = 2n): Welcome => ({
  kind: "welcome", guest: 1n, body, seed: 3n, tick: 0, token: new Uint8Array(16), operator: false, view: 5, world: "W", physique: ORDINARY, decided, manifest: { kinds: [] },
});

/** A host that lets everybody in, until it speaks another protocol, and notes what is said over each connection. */
function house(renewed = () => false): { session: Session; said: FromGuest[][]; events: DoorEvents[] } {
  const said: FromGuest[][] = [];
  const events: DoorEvents[] = [];
  const open = async (listener: DoorEvents): Promise<Door> => {
    if (renewed()) throw new StalePage();
    const line: FromGuest[] = [];
    said.push(line);
    events.push(listener);
    return { transport: "test", quality: new Quality(), send: (message) => line.push(message), steer: () => undefined, close: () => undefined };
  };
  return { session: new Session(open, () => 5), said, events };
}

const numbers = (line: FromGuest[]): number[] => line.flatMap((message) => (message.kind === "do" ? [message.number] : []));

describe("a visit", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("repeats what it has no answer to when it comes back, and counts on", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    const { session, said, events } = house();
    await session.come({ kind: "guest", name: "Ann" });
    events[0].message(welcome(40));
    for (const slot of [0, 1, 2]) session.wish({ kind: "drop", slot });
    expect(numbers(said[0])).toEqual([41, 42, 43]);
    events[0].message({ kind: "answer", number: 41, outcome: { kind: "done" } });
    events[0].closed("a cable broke");
    await vi.advanceTimersByTimeAsync(3000);
    expect(said[1][0]).toMatchObject({ kind: "hello", login: { kind: "resume" } });
    events[1].message(welcome(42));
    expect(numbers(said[1])).toEqual([42, 43]);
    session.wish({ kind: "drop", slot: 3 });
    expect(numbers(said[1])).toEqual([42, 43, 44]);
  });

  it("repeats nothing in another body", async () => {
    const { session, said, events } = house();
    await session.come({ kind: "guest", name: "Ann" });
    events[0].message(welcome(0));
    session.wish({ kind: "drop", slot: 0 });
    await session.come({ kind: "account", name: "Bo", password: "open sesame" });
    events[1].message(welcome(7, 9n));
    expect(numbers(said[1])).toEqual([]);
    session.wish({ kind: "drop", slot: 0 });
    expect(numbers(said[1])).toEqual([8]);
  });

  it("who only looks on wishes for nothing, and follows the same one after the line broke", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    const { session, said, events } = house();
    await session.watch(null);
    events[0].message(welcome(0, 0n));
    session.wish({ kind: "drop", slot: 0 });
    session.follow("Ann");
    expect(said[0].slice(1)).toEqual([{ kind: "follow", whom: "Ann" }]);
    events[0].closed("a cable broke");
    await vi.advanceTimersByTimeAsync(3000);
    expect(said[1][0]).toMatchObject({ kind: "hello", login: { kind: "watch", whom: "Ann" } });
    events[1].message(welcome(0, 0n));
    await session.come({ kind: "guest", name: "Bo" });
    expect(session.watching).toBe(false);
  });

  it("knows a host of another protocol before it connects", async () => {
    const answer = (protocol: string) => vi.stubGlobal("fetch", async () => Response.json({ protocol, name: "W", webtransport: null, ws: "/ws" }));
    answer(((PROTOCOL_HASH ^ 1) >>> 0).toString(16).padStart(8, "0"));
    await expect(askHost()).rejects.toBeInstanceOf(StalePage);
    answer(PROTOCOL_HASH.toString(16).padStart(8, "0"));
    await expect(askHost()).resolves.toMatchObject({ name: "W" });
  });

  it("asks for a page loaded anew where the host was renewed meanwhile, and tries no longer to come back", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("window", globalThis);
    let renewed = false;
    const { events, said, session } = house(() => renewed);
    const ends: Farewell[] = [];
    const lost: boolean[] = [];
    session.onOut.on((end) => ends.push(end));
    session.onLost.on((isLost) => lost.push(isLost));
    await session.come({ kind: "guest", name: "Ann" });
    events[0].message(welcome(0));
    await vi.advanceTimersByTimeAsync(1000);
    renewed = true;
    events[0].closed("the host stops");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(said.length).toBe(1);
    expect(ends).toEqual([{ reason: new StalePage().message, stale: true }]);
    expect(lost).toEqual([true, false]);
  });

  it("asks for a page loaded anew when it is turned away for its protocol, and for nothing else", async () => {
    const { events, session } = house();
    const ends: Farewell[] = [];
    session.onOut.on((end) => ends.push(end));
    await session.come({ kind: "guest", name: "Ann" });
    events[0].message({ kind: "turned away", reason: "protocol", text: "this host speaks protocol 2, you speak 1" });
    await session.come({ kind: "guest", name: "Ann" });
    events[1].message({ kind: "turned away", reason: "name taken", text: "somebody has that name" });
    expect(ends.map(({ stale }) => stale)).toEqual([true, false]);
    expect(ends[0].reason).toContain("Load the page again");
    expect(ends[1].reason).toBe("somebody has that name");
  });
});
