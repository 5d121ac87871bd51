/** What people have put up outdoors: wells, fences, lamps, stalls, signposts, ruins, mine mouths. */
import type { GrowthName } from "../land/kinds";
import type { Recipe } from "./growth-shapes";
import type { Mesher } from "./mesher";
import { FLAME, IRON, PLANK, STONE, TIMBER } from "./palette";

function ring(m: Mesher, radius: number, thick: number, height: number, sides: number): void {
  for (let k = 0; k < sides; k++) {
    const a = (k / sides) * Math.PI * 2;
    m.paint(STONE, 0.9 + (k % 3) * 0.08);
    const [x, y] = [Math.cos(a) * radius, Math.sin(a) * radius];
    m.column(x, y, -0.3, thick, x, y, height + (k % 2) * 0.04, thick * 0.95, 4, true, 0.5 + (a / Math.PI) * 2);
  }
}

export const BUILT: Partial<Record<GrowthName, Recipe>> = {
  well: {
    casts: true,
    near: (m) => {
      ring(m, 0.78, 0.3, 0.75, 10);
      m.paint(0x2f5566).column(0, 0, 0.4, 0.7, 0, 0, 0.41, 0.68, 8, true);
      m.paint(TIMBER).box(-0.9, -0.07, 0, -0.76, 0.07, 2.1).box(0.76, -0.07, 0, 0.9, 0.07, 2.1);
      m.paint(PLANK).box(-0.9, -0.07, 1.68, 0.9, 0.07, 1.82);
      m.paint(0xa8583f).quad(-1.15, -0.85, 1.95, 1.15, -0.85, 1.95, 1.15, 0, 2.6, -1.15, 0, 2.6);
      m.paint(0x9a4c36).quad(1.15, 0.85, 1.95, -1.15, 0.85, 1.95, -1.15, 0, 2.6, 1.15, 0, 2.6);
      m.paint(PLANK, 0.9).column(0.15, 0, 0.95, 0.14, 0.15, 0, 1.2, 0.17, 6);
    },
    far: (m) => {
      m.paint(STONE).column(0, 0, -0.3, 1.05, 0, 0, 0.75, 1, 6, true);
      m.paint(0xa8583f).column(0, 0, 1.9, 1.2, 0, 0, 2.6, 0, 4, false, 0.5);
    },
  },
  fence: {
    casts: true,
    near: (m) => {
      m.paint(PLANK, 0.8).box(-0.95, -0.06, -0.3, -0.8, 0.06, 1.05).box(0.8, -0.06, -0.3, 0.95, 0.06, 1.05);
      m.paint(PLANK, 0.95).box(-1.05, -0.03, 0.35, 1.05, 0.03, 0.47).box(-1.05, -0.03, 0.75, 1.05, 0.03, 0.87);
    },
    far: (m) => m.paint(PLANK, 0.9).box(-1.05, -0.03, 0.3, 1.05, 0.03, 0.9, true),
  },
  "lamp post": {
    casts: true,
    near: (m) => {
      m.paint(IRON).column(0, 0, -0.2, 0.11, 0, 0, 0.35, 0.08, 6).column(0, 0, 0.3, 0.055, 0, 0, 2.75, 0.045, 6);
      m.paint(IRON, 0.9).column(0, 0, 3.22, 0.27, 0, 0, 3.5, 0, 6).column(0, 0, 2.72, 0.1, 0, 0, 2.82, 0.17, 6, true);
      m.glow = 1;
      m.paint(FLAME).column(0, 0, 2.82, 0.15, 0, 0, 3.22, 0.21, 6);
      m.glow = 0;
    },
    far: (m) => {
      m.paint(IRON).column(0, 0, -0.2, 0.07, 0, 0, 2.8, 0.05, 3);
      m.glow = 1;
      m.paint(FLAME).column(0, 0, 2.8, 0.2, 0, 0, 3.4, 0.1, 4);
      m.glow = 0;
    },
  },
  stall: {
    casts: true,
    near: (m) => {
      m.paint(TIMBER);
      for (const [x, y] of [[-1.1, -0.7], [1.1, -0.7], [-1.1, 0.7], [1.1, 0.7]]) {
        m.box(x - 0.06, y - 0.06, -0.2, x + 0.06, y + 0.06, y < 0 ? 1.95 : 2.35);
      }
      m.paint(PLANK).box(-1.15, -0.75, 0.75, 1.15, 0.25, 0.86).paint(PLANK, 0.85).box(-1.12, -0.7, 0, 1.12, -0.62, 0.76);
      for (let k = 0; k < 6; k++) {
        m.paint(k % 2 ? 0xf0e6d2 : 0xc4523f);
        const [a, b] = [-1.3 + k * 0.4333, -1.3 + (k + 1) * 0.4333];
        m.quad(a, -0.95, 1.9, b, -0.95, 1.9, b, 0.85, 2.5, a, 0.85, 2.5);
        m.tri(a, -0.95, 1.9, (a + b) / 2, -0.97, 1.68, b, -0.95, 1.9);
      }
      for (let k = 0; k < 5; k++) {
        m.paint([0xd24b3a, 0xe0a33c, 0x7fa34a, 0xc98a4f, 0x9a5f8c][k]);
        m.blob(-0.85 + k * 0.42, -0.25, 0.95, 0.16, 0.2, 0.12, 0.1, false, k);
      }
    },
    far: (m) => {
      m.paint(PLANK).box(-1.15, -0.7, 0, 1.15, 0.2, 0.86, true);
      m.paint(0xd78a76).quad(-1.3, -0.95, 1.9, 1.3, -0.95, 1.9, 1.3, 0.85, 2.5, -1.3, 0.85, 2.5);
    },
  },
  signpost: {
    casts: true,
    near: (m) => {
      m.paint(TIMBER).column(0, 0, -0.2, 0.08, 0, 0, 2.3, 0.06, 5, true);
      m.paint(PLANK, 1.1).box(-0.1, -0.05, 1.75, 0.85, 0.05, 2.02).paint(PLANK).box(-0.8, -0.04, 1.38, 0.1, 0.06, 1.64);
    },
    far: (m) => m.paint(TIMBER).column(0, 0, -0.2, 0.1, 0, 0, 2.3, 0.08, 3),
  },
  ruin: {
    casts: true,
    near: (m) => {
      m.paint(STONE, 0.92).box(-1.6, -0.35, -0.5, -0.5, 0.35, 2.3).paint(STONE).box(-0.5, -0.33, -0.5, 0.5, 0.33, 1.2);
      m.paint(STONE, 0.86).box(0.5, -0.35, -0.5, 1.5, 0.35, 1.8).paint(STONE, 1.05).box(-1.65, -0.4, 2.3, -0.9, 0.4, 2.6);
      m.paint(STONE, 0.8).box(-1.6, 0.35, -0.5, -0.95, 1.7, 0.9).paint(STONE).blob(0.7, 1, 0.15, 0.4, 0.35, 0.3, 0.2);
      m.paint(0x6f8a4d).blob(-0.1, 0.1, 1.25, 0.4, 0.3, 0.14, 0.2).blob(1, 0, 1.82, 0.35, 0.3, 0.12, 0.2);
    },
    far: (m) => m.paint(STONE, 0.92).box(-1.6, -0.35, -0.5, -0.5, 0.35, 2.4, true).box(-0.5, -0.33, -0.5, 1.5, 0.33, 1.5, true),
  },
  "mine mouth": {
    casts: true,
    near: (m) => {
      m.paint(STONE, 0.85).blob(0, 1.1, 0.6, 2.3, 1.7, 2.1, 0.15, true, 8);
      m.paint(0x1c1a1a).quad(-0.8, -0.62, 0, 0.8, -0.62, 0, 0.8, -0.62, 1.85, -0.8, -0.62, 1.85);
      m.paint(TIMBER).box(-1, -0.78, -0.2, -0.78, -0.5, 2).box(0.78, -0.78, -0.2, 1, -0.5, 2).box(-1.15, -0.8, 1.9, 1.15, -0.48, 2.15);
    },
    far: (m) => {
      m.paint(STONE, 0.85).blob(0, 1.1, 0.6, 2.3, 1.7, 2.1, 0.12, false, 8);
      m.paint(0x1c1a1a).quad(-0.8, -0.7, 0, 0.8, -0.7, 0, 0.8, -0.7, 1.85, -0.8, -0.7, 1.85);
    },
  },
};
