import { describe, expect, it } from "vitest";
import { FieldsOverlay } from "../src/inspect/fields-overlay";
import { Surroundings, regardWords, weatherWords } from "../src/model/surroundings";
import { CHANNELS, SQUARE_SIDE, type Felt } from "../src/wire/surroundings";

function felt(corner: [number, number], channel: string, changes: [number, number][], more: Partial<Felt["here"]> = {}): Felt {
  const here = { windTurn: 64, windSpeed: 50, warmth: 152, regard: 0, prices: null, duty: false, smells: [0, 0, 0, 0], ...more };
  return { kind: "felt", corner, here, changes: CHANNELS.map((name) => (name === channel ? changes : [])) };
}

describe("surroundings", () => {
  it("keep what was told and forget it with the square", () => {
    const s = new Surroundings();
    expect(s.told).toBe(false);
    const middle = 3 * SQUARE_SIDE + 3;
    s.apply(felt([-3, -3], "falling", [[middle, 15]], { prices: [412, 600, 2000] }));
    expect(s.at("falling", 8, 8)).toBeCloseTo(3);
    expect(s.at("falling", 16, 8), "halfway to the next cell").toBeCloseTo(1.5);
    expect(s.at("falling", 1e6, 8), "beyond the square").toBe(0);
    expect([s.windAngle, s.celsius]).toEqual([Math.PI / 2, 12]);
    expect(s.prices[0]).toEqual({ good: "food", price: 4.12 });
    expect(weatherWords(s, 8, 8)).toBe("heavy rain");
    s.apply(felt([-3, -3], "cloud", []));
    expect(s.at("falling", 8, 8), "what is not told anew stays").toBeCloseTo(3);
    s.apply(felt([10, -3], "cloud", [[middle, 15]]));
    expect(s.at("falling", 8, 8)).toBe(0);
    expect(s.prices).toEqual([]);
    expect(weatherWords(s, 13.5 * 16, 8)).toBe("overcast");
  });

  it("say how one is regarded, and nothing to strangers", () => {
    expect([-30, -5, -0.5, 0, 0.5, 5, 30].map(regardWords)).toEqual([
      "people here hate you", "people here fear you", "people here eye you warily", "", "people here greet you",
      "people here think well of you", "people here love you",
    ]);
  });
});

describe("the overlay of a field", () => {
  it("reads cells of tiles, also south and west of the first", () => {
    const overlay = new FieldsOverlay();
    expect(overlay.read(0, 0)).toBeNull();
    const values = Array.from({ length: 64 }, (_, n) => n);
    overlay.field = {
      type: "field", name: "wind", kind: "polar", names: ["wind"], events: [], side: 8, cell_metres: 16,
      tiles: [{ x: -1, y: 0, values, second: values.map((v) => v * 2) }],
    };
    expect(overlay.read(-1, 17)).toEqual({ cell: [-1, 1], values: [15, 30] });
    expect(overlay.read(1, 17)).toBeNull();
    expect(overlay.scale).toEqual({ low: "0", high: "126" });
  });
});
