/** Coming back: wishes without an answer are repeated under their old numbers, and new ones count on. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Door, DoorEvents } from "../src/net/door";
import { Session } from "../src/net/session";
import { Quality } from "../src/net/quality";
import type { FromGuest } from "../src/wire/from-guest";
import type { Welcome } from "../src/wire/from-host";
import { ORDINARY } from "../src/wire/physique";

const welcome = (decided: number, body = 2n): Welcome => ({
  kind: "welcome", guest: 1n, body, seed: 3n, tick: 0, token: new Uint8Array(16), operator: false, view: 5, world: "W", physique: ORDINARY, decided,
});

/** A host that lets everybody in and notes what is said over each connection. */
function house(): { session: Session; said: FromGuest[][]; events: DoorEvents[] } {
  const said: FromGuest[][] = [];
  const events: DoorEvents[] = [];
  const open = async (listener: DoorEvents): Promise<Door> => {
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
});
