import { describe, expect, it } from "vitest";
import { Surroundings } from "../src/model/surroundings";
import { Anchor } from "../src/scene/anchor";
import { GroundWeather, wanted } from "../src/scene/ground-weather";
import { shared } from "../src/scene/materials";
import { CHANNELS, type Felt } from "../src/wire/surroundings";

describe("weather on the ground", () => {
  it("is drawn cell by cell and goes along with the square", () => {
    const felt = (corner: [number, number], flooded: number): Felt => ({
      kind: "felt", corner, here: { windTurn: 0, windSpeed: 0, warmth: 152, regard: 0, prices: null, duty: false, smells: [0, 0, 0, 0] },
      changes: CHANNELS.map((name) => (name === "flood" ? [[flooded, 15]] : [])),
    });
    const around = new Surroundings();
    around.apply(felt([-3, -3], 24));
    expect(wanted(around, 24)).toEqual([1, 0, 1, 0]);
    expect(wanted(around, 23)).toEqual([0, 0, 0, 0]);
    const weather = new GroundWeather();
    weather.update(around, 0.05, new Anchor());
    const blue = (cell: number): number => (shared.uField.value?.image as { data: Uint8Array }).data[cell * 4 + 2];
    expect([blue(24), blue(23)]).toEqual([255, 0]);
    // The square moves one cell east: the same place is one cell further west in it.
    around.apply(felt([-2, -3], 23));
    weather.update(around, 0.001, new Anchor());
    expect(blue(23)).toBe(255);
    expect(blue(24)).toBeLessThan(5);
    expect(shared.uFieldCorner.value.toArray()).toEqual([-32, -48]);
  });
});
