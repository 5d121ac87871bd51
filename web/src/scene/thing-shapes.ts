/** What can be picked up, lying with its middle at the origin and about 0.4 m large; and stones, which cannot. */
import type { BufferGeometry } from "three";
import { THINGS, type ThingName } from "../land/kinds";
import { Mesher } from "./mesher";
import { BARK, FLAME, IRON, PLANK, STONE } from "./palette";

const DRAW: Record<ThingName, (m: Mesher) => void> = {
  apple: (m) => {
    m.paint(0xd2422f).blob(0, 0, 0.13, 0.14, 0.14, 0.13, 0.04, true).paint(BARK).box(-0.01, -0.01, 0.24, 0.01, 0.01, 0.33);
    m.paint(0x6f9a45).tri(0, 0, 0.29, 0.12, 0.04, 0.33, 0.05, -0.05, 0.31);
  },
  berries: (m) => {
    for (let k = 0; k < 7; k++) m.paint(k % 2 ? 0x5a4a9c : 0x7a3f8f).blob(Math.cos(k * 2.4) * 0.1, Math.sin(k * 2.4) * 0.1, 0.07 + (k % 3) * 0.07, 0.07, 0.07, 0.07, 0.05);
    m.paint(0x6f9a45).tri(-0.1, 0, 0.25, 0.1, 0.06, 0.28, 0.02, -0.1, 0.26);
  },
  mushroom: (m) => {
    m.paint(0xf0e4cf).column(0, 0, 0, 0.07, 0, 0, 0.18, 0.05, 6).paint(0xb9713f).column(0, 0, 0.15, 0.18, 0, 0, 0.32, 0.02, 8, true);
  },
  bread: (m) => {
    m.paint(0xc98b4a).blob(0, 0, 0.1, 0.25, 0.14, 0.12, 0.04, true).paint(0xe6bd7c);
    for (const x of [-0.12, 0, 0.12]) m.box(x - 0.02, -0.1, 0.19, x + 0.02, 0.1, 0.225);
  },
  log: (m) => {
    m.paint(BARK, 1.1);
    for (let k = 0; k < 7; k++) {
      const [a, b] = [(k / 7) * Math.PI * 2, ((k + 1) / 7) * Math.PI * 2];
      const [y0, z0, y1, z1] = [Math.cos(a) * 0.13, 0.13 + Math.sin(a) * 0.13, Math.cos(b) * 0.13, 0.13 + Math.sin(b) * 0.13];
      m.paint(BARK, 1 + (k % 2) * 0.15).quad(-0.4, y0, z0, 0.4, y0, z0, 0.4, y1, z1, -0.4, y1, z1);
      m.paint(0xd8b483).tri(0.4, 0, 0.13, 0.4, y1, z1, 0.4, y0, z0).tri(-0.4, 0, 0.13, -0.4, y0, z0, -0.4, y1, z1);
    }
  },
  stone: (m) => void m.paint(STONE).blob(0, 0, 0.12, 0.19, 0.16, 0.14, 0.2),
  axe: (m) => {
    m.paint(PLANK).box(-0.32, -0.025, 0.02, 0.3, 0.025, 0.07);
    m.paint(0xb8bcc4).box(0.14, -0.04, 0.01, 0.26, 0.06, 0.085).quad(0.12, 0.06, 0.05, 0.28, 0.06, 0.05, 0.32, 0.2, 0.05, 0.08, 0.2, 0.05);
  },
  lantern: (m) => {
    m.paint(IRON).column(0, 0, 0, 0.12, 0, 0, 0.05, 0.11, 6, true).column(0, 0, 0.28, 0.13, 0, 0, 0.38, 0.03, 6);
    m.glow = 1;
    m.paint(FLAME).column(0, 0, 0.05, 0.085, 0, 0, 0.28, 0.085, 6);
    m.glow = 0;
  },
  coin: (m) => void m.paint(0xe5b93f).column(0, 0, 0, 0.12, 0, 0, 0.04, 0.12, 9, true),
  herb: (m) => {
    for (let k = 0; k < 7; k++) {
      const a = k * 0.9;
      m.paint(0x6ba35a, 0.85 + (k % 3) * 0.12).tri(0, 0, 0, Math.cos(a) * 0.2 - Math.sin(a) * 0.05, Math.sin(a) * 0.2 + Math.cos(a) * 0.05, 0.2, Math.cos(a + 0.3) * 0.2, Math.sin(a + 0.3) * 0.2, 0.26);
    }
  },
  ore: (m) => {
    m.paint(0x7f7a76).blob(0, 0, 0.13, 0.19, 0.17, 0.15, 0.22).paint(0xc07a4a).blob(0.1, 0.05, 0.22, 0.07, 0.06, 0.05, 0.2).blob(-0.1, 0.06, 0.18, 0.06, 0.06, 0.06, 0.2);
  },
  meat: (m) => {
    m.paint(0xa8433a).blob(0.04, 0, 0.11, 0.19, 0.13, 0.1, 0.06, true).paint(0xd98a7a).blob(0.1, 0.02, 0.15, 0.09, 0.08, 0.06, 0.05);
    m.paint(0xf0e6d2).column(-0.28, 0, 0.1, 0.03, -0.12, 0, 0.1, 0.03, 6).blob(-0.3, 0, 0.1, 0.045, 0.045, 0.045, 0);
  },
  hood: (m) => {
    m.paint(0x3b3f46).blob(0, 0, 0.1, 0.2, 0.18, 0.11, 0.08, true).paint(0x2b2e34).column(0.02, 0, 0.1, 0.12, 0.05, 0, 0.26, 0.04, 7, true);
  },
  "guard's coat": (m) => {
    m.paint(0x7b2d33).box(-0.24, -0.16, 0, 0.24, 0.16, 0.1).paint(0xd9b24a).box(-0.02, -0.165, 0.02, 0.02, 0.165, 0.11);
  },
  gravestone: (m) => {
    m.paint(0x8d8f8a).box(-0.32, -0.09, 0, 0.32, 0.09, 0.62);
    m.paint(0x9a9c97).box(-0.26, -0.09, 0.62, 0.26, 0.09, 0.78).box(-0.14, -0.09, 0.78, 0.14, 0.09, 0.86);
    m.paint(0x5d5f5b).box(-0.16, -0.1, 0.42, 0.16, -0.09, 0.46).box(-0.16, -0.1, 0.34, 0.1, -0.09, 0.38);
    m.paint(0x6b5138).box(-0.38, -0.85, 0, 0.38, -0.12, 0.09);
  },
  grain: (m) => {
    m.paint(0xc9a86a).blob(0, 0, 0.15, 0.19, 0.17, 0.16, 0.06, true).paint(0xe3c24f).blob(0, 0, 0.28, 0.11, 0.1, 0.05, 0.1);
  },
  flour: (m) => {
    m.paint(0xb89f74).blob(0, 0, 0.15, 0.19, 0.17, 0.16, 0.06, true).paint(0xf4efe2).blob(0, 0, 0.28, 0.11, 0.1, 0.05, 0.1);
  },
  fish: (m) => {
    m.paint(0x8aa3b5).blob(0.02, 0, 0.07, 0.23, 0.07, 0.07, 0.04, true);
    m.paint(0x6f8798).tri(-0.2, 0, 0.07, -0.36, 0.02, 0.17, -0.36, 0.02, -0.01).paint(0x22272b).blob(0.18, 0.05, 0.1, 0.02, 0.02, 0.02, 0);
  },
  egg: (m) => void m.paint(0xf3e7d3).blob(-0.06, 0, 0.08, 0.08, 0.07, 0.08, 0, true).blob(0.09, 0.04, 0.07, 0.07, 0.07, 0.08, 0, true),
  milk: (m) => {
    m.paint(0xa88a5c).column(0, 0, 0, 0.13, 0, 0, 0.26, 0.16, 8).paint(0xf7f3e8).column(0, 0, 0.25, 0.145, 0, 0, 0.262, 0.145, 8, true);
    m.paint(0x6b5138).box(-0.17, -0.015, 0.26, -0.14, 0.015, 0.4).box(0.14, -0.015, 0.26, 0.17, 0.015, 0.4).box(-0.17, -0.015, 0.38, 0.17, 0.015, 0.41);
  },
  hide: (m) => {
    m.paint(0x8f5f3b).box(-0.2, -0.15, 0, 0.2, 0.15, 0.05).box(-0.3, -0.06, 0, -0.2, 0.06, 0.04).box(0.2, -0.2, 0, 0.28, -0.1, 0.04).box(0.2, 0.1, 0, 0.28, 0.2, 0.04);
    m.paint(0xc79a6c).box(-0.14, -0.1, 0.05, 0.14, 0.1, 0.065);
  },
  ale: (m) => {
    m.paint(0x8a5a33).column(0, 0, 0, 0.11, 0, 0, 0.24, 0.11, 9, true).paint(0xf2e6c8).blob(0, 0, 0.25, 0.11, 0.11, 0.05, 0.06);
    m.paint(0x6f4527).box(0.1, -0.03, 0.06, 0.17, 0.03, 0.19);
  },
  wool: (m) => void m.paint(0xefeae0).blob(0, 0, 0.13, 0.2, 0.17, 0.13, 0.14, true).blob(0.1, 0.08, 0.22, 0.11, 0.1, 0.09, 0.14),
  cloth: (m) => {
    m.paint(0x5f7fa8).box(-0.24, -0.15, 0, 0.24, 0.15, 0.06).paint(0x7393bb).box(-0.22, -0.14, 0.06, 0.22, 0.14, 0.12);
    m.paint(0x8aa8cc).box(-0.24, -0.15, 0.12, 0.24, 0.15, 0.17);
  },
  clothes: (m) => {
    m.paint(0x7a8f52).box(-0.2, -0.13, 0, 0.2, 0.13, 0.1).paint(0x8fa562).box(-0.34, -0.08, 0.02, 0.34, 0.04, 0.09);
    m.paint(0xd8c79a).box(-0.05, -0.135, 0.06, 0.05, 0.0, 0.11);
  },
  tools: (m) => {
    m.paint(0x8a6238).column(-0.26, 0, 0.04, 0.025, 0.2, 0.06, 0.04, 0.025, 6, true).paint(0x8f979e).box(0.16, -0.08, 0, 0.28, 0.18, 0.09);
    m.paint(0x9a6f42).column(-0.2, -0.14, 0.04, 0.025, 0.22, -0.14, 0.04, 0.025, 6, true).paint(0xa7afb5).box(0.18, -0.2, 0.01, 0.3, -0.08, 0.06);
  },
  bow: (m) => {
    const bend = (k: number): [number, number] => [-0.08 + 0.22 * Math.cos((k / 4) * 1.25), (k / 4) * 0.44];
    m.paint(0x7a5230);
    for (let k = -4; k < 4; k++) {
      const [[x0, y0], [x1, y1]] = [bend(k), bend(k + 1)];
      m.column(x0, y0, 0.04, 0.022, x1, y1, 0.04, 0.022, 5);
    }
    const [x, y] = bend(4);
    m.paint(0xe8e0cc).box(x - 0.006, -y, 0.034, x + 0.006, y, 0.046);
  },
  arrow: (m) => {
    m.paint(0xb58a55).box(-0.36, -0.012, 0.02, 0.32, 0.012, 0.044).paint(0x5c636b).column(0.32, 0, 0.032, 0.03, 0.42, 0, 0.032, 0.004, 5, true);
    m.paint(0xe9e4d8).tri(-0.36, 0, 0.032, -0.22, 0, 0.032, -0.36, 0.05, 0.06).tri(-0.36, 0, 0.032, -0.36, -0.05, 0.06, -0.22, 0, 0.032);
  },
  plank: (m) => void m.paint(PLANK, 1.1).box(-0.45, -0.1, 0, 0.45, 0.1, 0.06),
};

export function thingShape(name: ThingName): BufferGeometry {
  const m = new Mesher();
  DRAW[name](m);
  return m.build(true);
}

export function thingShapes(): BufferGeometry[] {
  return THINGS.map(thingShape);
}
