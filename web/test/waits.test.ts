/** How the browser tests wait: for states, with an end, and never a second time. */
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { comes, until } from "../e2e/support/until";

const FOLDER = resolve(import.meta.dirname, "../e2e");
/** Where a timer belongs: between two looks at a state, and before a server that does not end is ended. */
const TIMERS = ["support/until.ts", "support/server.ts"];

describe("the browser tests", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".ts"));
  const text = (name: string): string => readFileSync(resolve(FOLDER, name), "utf8");

  it("wait for no fixed time", () => {
    expect(files.length).toBeGreaterThan(5);
    const waits = files.filter((name) => /waitForTimeout|\bsleep\b/.test(text(name)) || (text(name).includes("setTimeout(") && !TIMERS.includes(name)));
    expect(waits).toEqual([]);
  });

  it("are tried once and have a time limit", () => {
    expect(files.filter((name) => /\bretry:/.test(text(name)))).toEqual([]);
    expect(text("vitest.config.ts")).toMatch(/testTimeout: [\d_]+,\s+hookTimeout: [\d_]+,/);
  });
});

describe("waiting for a state", () => {
  it("answers what was seen when it held", async () => {
    let looks = 0;
    expect(await until("three looks are taken", () => ++looks, (seen) => seen === 3)).toBe(3);
  });

  it("ends with a sentence that says what never came and what was seen last", async () => {
    await expect(until("pigs fly", () => ({ wings: 0n }), ({ wings }) => wings > 0n, 0)).rejects.toThrow('pigs fly; last seen: {"wings":"0"}');
    expect(await comes(() => 1, (seen) => seen > 1, 0)).toBeNull();
  });
});
