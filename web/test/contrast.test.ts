/** Text stays readable whatever the world behind a panel looks like. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Colour = readonly [number, number, number];

const css = readFileSync(new URL("../src/style/base.css", import.meta.url), "utf8");

function variable(name: string): string {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1];
  if (!value) throw new Error(`base.css has no --${name}`);
  return value;
}

function hex(name: string): Colour {
  const digits = /^#([0-9a-f]{6})$/i.exec(variable(name))?.[1];
  if (!digits) throw new Error(`--${name} is not a plain colour`);
  const number = parseInt(digits, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** The translucent panel over what is behind it. */
function panelOver(behind: Colour): Colour {
  const [r, g, b, alpha] = (variable("panel").match(/[\d.]+/g) ?? []).map(Number);
  const mix = (front: number, back: number): number => front * alpha + back * (1 - alpha);
  return [mix(r, behind[0]), mix(g, behind[1]), mix(b, behind[2])];
}

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(colour: Colour): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe("contrast", () => {
  const behind: readonly (readonly [string, Colour])[] = [["snow", [255, 255, 255]], ["night", [0, 0, 0]]];
  for (const [place, colour] of behind) {
    it(`of text on panels over ${place} is at least 7, of the rest at least 4.5`, () => {
      const panel = panelOver(colour);
      expect(contrast(hex("text"), panel)).toBeGreaterThan(7);
      for (const name of ["quiet", "accent", "good", "fair", "bad"]) {
        expect(contrast(hex(name), panel), name).toBeGreaterThan(4.5);
      }
    });
  }

  it("of text on the accent is at least 7", () => {
    expect(contrast(hex("accent-text"), hex("accent"))).toBeGreaterThan(7);
  });
});
