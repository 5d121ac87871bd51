import { afterEach, describe, expect, it, vi } from "vitest";
import { claimWords, outcomeFor, type OpenMatch } from "../src/league/office";
import { readPass, writePass } from "../src/ui/pass";

const match: OpenMatch = { id: 3, round: 0, home: "Ada", away: "Bob", won: [0, 0], claim: null };

describe("a match as its players tell it", () => {
  it("turns won and lost into sides", () => {
    expect(outcomeFor(match, "Ada", "won")).toBe("home");
    expect(outcomeFor(match, "Ada", "lost")).toBe("away");
    expect(outcomeFor(match, "Bob", "won")).toBe("away");
    expect(outcomeFor(match, "Bob", "tied")).toBe("tie");
    expect(outcomeFor(match, "Bob", "waited")).toBe("home-absent");
    expect(outcomeFor(match, "Ada", "waited")).toBe("away-absent");
  });

  it("says what the other side claims", () => {
    expect(claimWords(match, "Ada")).toBe("");
    const claimed: OpenMatch = { ...match, claim: { by: "Bob", outcome: "away" } };
    expect(claimWords(claimed, "Ada")).toBe("Bob says that they won.");
    expect(claimWords(claimed, "Bob")).toContain("You have reported");
    expect(claimWords({ ...match, claim: { by: "Bob", outcome: "tie" } }, "Ada")).toBe("Bob says that it was a tie.");
    const missed: OpenMatch = { ...match, claim: { by: "Bob", outcome: "home-absent" } };
    expect(claimWords(missed, "Ada")).toBe("Bob says that Ada did not come.");
  });
});

describe("the pass of a visit", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is kept for other pages, and anything else there is no pass", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    expect(readPass()).toBeNull();
    writePass("Ada", new Uint8Array(16).fill(10));
    expect(readPass()).toEqual({ name: "Ada", token: "0a".repeat(16) });
    for (const damaged of ["{", "null", "7", '{"name":1,"token":"x"}', '{"name":"Ada","token":"zz"}']) {
      kept.set("wold.pass", damaged);
      expect(readPass()).toBeNull();
    }
  });
});
