import { describe, expect, it } from "vitest";
import { steeringFor } from "../src/game/steerer";
import { ACTION_NAMES, bind, defaultBindings, keysLabel, readBindings } from "../src/input/keys";
import { fitting, loudnessOf } from "../src/ui/chat";
import { readSettings } from "../src/ui/settings-store";

describe("keys", () => {
  it("do one thing each by default", () => {
    const all = ACTION_NAMES.flatMap((action) => defaultBindings()[action]);
    expect(new Set(all).size).toBe(all.length);
  });

  it("are taken from whoever had them", () => {
    const bindings = defaultBindings();
    expect(bind(bindings, "take", "KeyF")).toEqual(["strike"]);
    expect([bindings.take, bindings.strike]).toEqual([["KeyF"], []]);
    expect(keysLabel(bindings, "strike")).toBe("no key");
  });

  it("come back from storage as they were, and bad entries are left out", () => {
    const bindings = defaultBindings();
    bind(bindings, "chat", "KeyY");
    expect(readBindings(JSON.parse(JSON.stringify(bindings)))).toEqual(bindings);
    expect(readBindings({ chat: "KeyY", take: [3], nonsense: ["KeyZ"], help: [] })).toEqual(defaultBindings());
    expect(readBindings("nonsense")).toEqual(defaultBindings());
  });
});

describe("settings", () => {
  it("from storage are kept within their range", () => {
    const settings = readSettings({ view: 900, quality: "ultra", fieldOfView: NaN, nameTags: false, frameLimit: 0 }, true);
    expect(settings).toMatchObject({ view: 12, quality: "medium", fieldOfView: 58, frameLimit: 1, nameTags: false, reducedMotion: true });
    expect(readSettings([], false)).toMatchObject({ view: 7, reducedMotion: false });
  });
});

describe("steering", () => {
  it("is relative to where the camera looks", () => {
    expect(steeringFor(0, 1, 0, 0, 0)).toEqual({ east: 127, north: 0, heading: 0, gait: 0 });
    expect(steeringFor(1, 0, Math.PI / 2, 0, 1)).toEqual({ east: 127, north: -0, heading: 0, gait: 1 });
    const diagonal = steeringFor(1, 1, Math.PI / 2, 0, 0);
    expect(Math.hypot(diagonal.east, diagonal.north)).toBeLessThan(128);
    expect(diagonal.heading).toBe(32);
  });

  it("keeps facing the same way at rest", () => {
    expect(steeringFor(0, 0, 1, Math.PI, 1)).toEqual({ east: 0, north: 0, heading: 128, gait: 0 });
    expect(steeringFor(0, 0, 1, Math.PI, 2).gait, "who crouches stays low").toBe(2);
  });
});

describe("speech", () => {
  it("is loud or soft by its first mark", () => {
    expect(loudnessOf(" hello ")).toEqual({ text: "hello", loudness: "talk" });
    expect(loudnessOf("!fire")).toEqual({ text: "fire", loudness: "shout" });
    expect(loudnessOf(". psst")).toEqual({ text: "psst", loudness: "whisper" });
    expect(loudnessOf("...well")).toEqual({ text: "...well", loudness: "talk" });
  });

  it("is cut between characters when it is too long", () => {
    expect(fitting("äöü", 5)).toBe("äö");
    expect(fitting("a😀b", 4)).toBe("a");
  });
});
