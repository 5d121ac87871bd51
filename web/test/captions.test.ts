import { describe, expect, it } from "vitest";
import { noiseWords } from "../src/ui/captions";
import { smellWords } from "../src/model/surroundings";
import { SOUNDS } from "../src/wire/generated";

describe("what is heard and smelt in words", () => {
  it("says what it sounds like, from where, and how far off only if that can be told", () => {
    expect(noiseWords("blow", 64, 12, false)).toBe("a blow to the north, 12 m off");
    expect(noiseWords("step", 250, 0, true)).toBe("muffled: footsteps to the east");
  });

  it("has words for every sound there is", () => {
    for (const sound of SOUNDS) expect(noiseWords(sound, 0, 0, false)).not.toBe(` to the east`);
  });

  it("names the strongest smell", () => {
    expect(smellWords([0, 1, 0, 3])).toBe("smells strongly of carrion");
    expect(smellWords([0, 0, 0, 0])).toBe("");
    expect(smellWords([])).toBe("");
  });
});
