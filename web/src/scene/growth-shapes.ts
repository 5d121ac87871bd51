/** What grows: the shapes of trees, plants and stones, near (true to kind) and far (a few triangles). */
import type { BufferGeometry } from "three";
import { GROWTHS, type GrowthName } from "../land/kinds";
import { BUILT } from "./built-shapes";
import { Mesher } from "./mesher";
import { BARK, BARK_PALE, LEAF, STONE } from "./palette";

export interface Shape {
  readonly near: BufferGeometry;
  /** Null for what is too small to be seen from afar. */
  readonly far: BufferGeometry | null;
  readonly sways: boolean;
  readonly casts: boolean;
}

type Draw = (m: Mesher) => void;
export interface Recipe {
  readonly near: Draw;
  readonly far?: Draw;
  readonly sways?: boolean;
  readonly casts?: boolean;
}

/** A broad crown of lumps on a trunk. */
function leafy(leaf: number, bark: number, height: number, spread: number, lumps: number, seed: number): Recipe {
  const trunk = height * 0.42;
  return {
    sways: true,
    casts: true,
    near: (m) => {
      m.paint(bark).column(0, 0, -0.4, spread * 0.16, 0.1, 0, trunk * 1.3, spread * 0.09, 6);
      m.column(0, 0, trunk * 0.7, spread * 0.06, spread * 0.45, spread * 0.1, trunk * 1.35, spread * 0.03, 4);
      m.column(0, 0, trunk * 0.8, spread * 0.06, -spread * 0.35, -spread * 0.25, trunk * 1.35, spread * 0.03, 4);
      for (let k = 0; k < lumps; k++) {
        const a = (k / lumps) * Math.PI * 2 + seed;
        const out = spread * 0.46;
        const z = trunk * 1.35 + (k % 2) * height * 0.08;
        m.paint(leaf, 0.84 + (k % 3) * 0.07);
        m.blob(Math.cos(a) * out, Math.sin(a) * out, z, spread * 0.56, spread * 0.56, height * 0.2, 0.14, false, seed + k);
      }
      m.paint(leaf, 1.12).blob(0, 0, height * 0.78, spread * 0.68, spread * 0.66, height * 0.24, 0.13, true, seed + 9);
    },
    far: (m) => {
      m.paint(bark).column(0, 0, -0.4, spread * 0.15, 0, 0, trunk * 1.2, spread * 0.1, 3);
      m.paint(leaf, 0.98).blob(0, 0, height * 0.68, spread * 0.9, spread * 0.88, height * 0.34, 0.12, false, seed);
    },
  };
}

/** Stacked skirts of needles. */
function conifer(leaf: number, height: number, width: number, tiers: number): Recipe {
  return {
    sways: true,
    casts: true,
    near: (m) => {
      m.paint(BARK, 0.85).column(0, 0, -0.4, width * 0.14, 0, 0, height * 0.4, width * 0.1, 5);
      for (let k = 0; k < tiers; k++) {
        const low = height * (0.16 + (0.7 * k) / tiers);
        const radius = width * (1 - k / (tiers + 0.6));
        m.paint(leaf, 0.86 + 0.26 * (k / tiers));
        m.column(0, 0, low, radius, 0, 0, low + height * (0.42 - 0.03 * k), 0, 7, false, k * 0.4);
        m.paint(leaf, 0.6).column(0, 0, low, radius, 0, 0, low + 0.12 * height, radius * 0.2, 7, false, k * 0.4);
      }
    },
    far: (m) => {
      m.paint(BARK, 0.85).column(0, 0, -0.4, width * 0.14, 0, 0, height * 0.3, width * 0.1, 3);
      m.paint(leaf, 0.92).column(0, 0, height * 0.16, width, 0, 0, height * 0.62, width * 0.35, 5);
      m.paint(leaf, 1.08).column(0, 0, height * 0.5, width * 0.62, 0, 0, height, 0, 5);
    },
  };
}

function stone(radius: number, hex: number, vein?: number): Recipe {
  const body = (m: Mesher, fine: boolean): void => {
    m.paint(hex).blob(0, 0, radius * 0.35, radius, radius * 0.85, radius * 0.75, 0.22, fine, 3);
  };
  return {
    casts: true,
    near: (m) => {
      body(m, radius > 0.9);
      if (vein === undefined) return;
      m.paint(vein);
      for (const [x, y, z] of [[0.5, 0.3, 0.7], [-0.4, 0.5, 0.55], [0.1, -0.6, 0.6], [-0.5, -0.3, 0.8]]) {
        m.blob(x * radius, y * radius, z * radius, radius * 0.26, radius * 0.26, radius * 0.22, 0.25, false, x);
      }
    },
    far: (m) => body(m, false),
  };
}

/** Thin blades or stalks in a tuft. */
function tuft(hex: number, height: number, spread: number, count: number, tip?: number): Recipe {
  return {
    sways: true,
    near: (m) => {
      for (let k = 0; k < count; k++) {
        const a = k * 2.4;
        const r = spread * Math.sqrt(k / count);
        const [x, y] = [Math.cos(a) * r, Math.sin(a) * r];
        const [wx, wy] = [-Math.sin(a) * 0.035, Math.cos(a) * 0.035];
        const h = height * (0.7 + 0.3 * Math.cos(k * 1.7));
        m.paint(hex, 0.85 + 0.3 * ((k % 4) / 4));
        m.tri(x - wx, y - wy, 0, x + wx, y + wy, 0, x * 1.5, y * 1.5, h);
        if (tip !== undefined) m.paint(tip).column(x * 1.4, y * 1.4, h * 0.8, 0.05, x * 1.5, y * 1.5, h * 1.15, 0, 3);
      }
    },
  };
}

const GROWN: Partial<Record<GrowthName, Recipe>> = {
  oak: leafy(LEAF.oak, BARK, 7.5, 2.7, 5, 1),
  birch: leafy(LEAF.birch, BARK_PALE, 7.2, 1.6, 4, 4),
  willow: {
    ...leafy(LEAF.willow, BARK, 6.4, 2.8, 6, 2),
    near: (m) => {
      leafy(LEAF.willow, BARK, 6.4, 2.7, 6, 2).near(m);
      for (let k = 0; k < 9; k++) {
        const a = (k / 9) * Math.PI * 2;
        const [x, y] = [Math.cos(a) * 2.35, Math.sin(a) * 2.35];
        m.paint(LEAF.willow, 0.78 + 0.07 * (k % 3)).column(x, y, 3.7, 0.55, x * 1.12, y * 1.12, 1.1, 0, 4);
      }
    },
  },
  "apple tree": {
    ...leafy(LEAF.apple, BARK, 4.6, 1.9, 4, 6),
    near: (m) => {
      leafy(LEAF.apple, BARK, 4.6, 1.9, 4, 6).near(m);
      for (let k = 0; k < 10; k++) {
        const a = k * 2.4;
        m.paint(0xd24b3a).blob(Math.cos(a) * 1.75, Math.sin(a) * 1.75, 2.4 + (k % 5) * 0.38, 0.14, 0.14, 0.14, 0);
      }
    },
  },
  pine: conifer(LEAF.pine, 9.5, 1.9, 3),
  spruce: conifer(LEAF.spruce, 8.4, 1.9, 5),
  palm: {
    sways: true,
    casts: true,
    near: (m) => {
      m.paint(0x9a7650).column(0, 0, -0.3, 0.26, 0.5, 0.1, 3, 0.19, 6).column(0.5, 0.1, 3, 0.19, 0.9, 0.15, 6, 0.14, 6);
      for (let k = 0; k < 8; k++) {
        const a = (k / 8) * Math.PI * 2;
        const [c, s] = [Math.cos(a), Math.sin(a)];
        m.paint(0x6fa04a, 0.85 + (k % 3) * 0.12);
        m.tri(0.9, 0.15, 6, 0.9 + c * 1.4 - s * 0.4, 0.15 + s * 1.4 + c * 0.4, 6.35, 0.9 + c * 1.4 + s * 0.4, 0.15 + s * 1.4 - c * 0.4, 6.35);
        m.tri(0.9 + c * 1.4 - s * 0.4, 0.15 + s * 1.4 + c * 0.4, 6.35, 0.9 + c * 2.9, 0.15 + s * 2.9, 5.3, 0.9 + c * 1.4 + s * 0.4, 0.15 + s * 1.4 - c * 0.4, 6.35);
      }
    },
    far: (m) => {
      m.paint(0x9a7650).column(0, 0, -0.3, 0.26, 0.9, 0.15, 6, 0.15, 3);
      m.paint(0x6fa04a).column(0.9, 0.15, 5.5, 2.4, 0.9, 0.15, 6.5, 0, 5);
    },
  },
  "dead tree": {
    casts: true,
    near: (m) => {
      m.paint(0x7d7166).column(0, 0, -0.3, 0.34, 0.15, 0.1, 4.6, 0.08, 5);
      m.column(0.05, 0, 2.2, 0.12, 1.2, 0.4, 3.7, 0.02, 4).column(0.05, 0, 2.8, 0.11, -0.9, -0.5, 4.1, 0.02, 4);
      m.column(0.1, 0.05, 3.4, 0.08, 0.2, -1, 4.5, 0.02, 4);
    },
    far: (m) => m.paint(0x7d7166).column(0, 0, -0.3, 0.34, 0.15, 0.1, 4.6, 0.05, 3),
  },
  bush: {
    sways: true,
    casts: true,
    near: (m) => {
      m.paint(0x64883f).blob(0, 0, 0.45, 0.8, 0.75, 0.62, 0.18, true, 2);
      m.paint(0x76994a).blob(0.45, 0.3, 0.4, 0.5, 0.5, 0.45, 0.18, false, 5);
    },
    far: (m) => m.paint(0x6a8d43).blob(0, 0, 0.42, 0.85, 0.8, 0.6, 0.15, false, 2),
  },
  heather: {
    sways: true,
    near: (m) => {
      m.paint(0x7c7350).blob(0, 0, 0.12, 0.55, 0.5, 0.28, 0.2, false, 4);
      m.paint(0xa874a4).blob(0.1, 0.05, 0.24, 0.42, 0.4, 0.24, 0.24, false, 7);
    },
  },
  reed: tuft(0x8f9a55, 1.7, 0.5, 14, 0x7a5535),
  "tall grass": tuft(0x93b555, 0.62, 0.4, 14),
  wheat: tuft(0xd9b85c, 0.95, 0.55, 11, 0xe7ca75),
  flower: {
    sways: true,
    near: (m) => {
      const petals = [0xf2d24b, 0xe8e4f2, 0xd9657f, 0x8f7fd0];
      for (let k = 0; k < 5; k++) {
        const a = k * 2.4;
        const [x, y] = [Math.cos(a) * 0.12 * k ** 0.7, Math.sin(a) * 0.12 * k ** 0.7];
        m.paint(0x6f9a4a).tri(x - 0.02, y, 0, x + 0.02, y, 0, x, y, 0.34);
        m.paint(petals[k % 4]).column(x, y, 0.42, 0.08, x, y, 0.33, 0, 5).column(x, y, 0.42, 0.08, x, y, 0.46, 0, 5);
      }
    },
  },
  mushroom: {
    near: (m) => {
      for (const [x, y, s] of [[0, 0, 1], [0.22, 0.1, 0.7], [-0.12, 0.2, 0.55]]) {
        m.paint(0xeee2cc).column(x, y, 0, 0.05 * s, x, y, 0.2 * s, 0.04 * s, 5);
        m.paint(0xc2553d).column(x, y, 0.17 * s, 0.17 * s, x, y, 0.32 * s, 0, 7);
      }
    },
  },
  cactus: {
    casts: true,
    near: (m) => {
      m.paint(0x5d8a52).column(0, 0, -0.2, 0.3, 0, 0, 2.5, 0.24, 7, true);
      m.paint(0x6a9a5d).box(0, -0.12, 1.05, 0.78, 0.12, 1.3).column(0.66, 0, 1.1, 0.16, 0.7, 0, 2, 0.12, 6, true);
      m.box(-0.7, -0.1, 1.4, 0, 0.1, 1.62).column(-0.58, 0, 1.45, 0.14, -0.6, 0, 2.1, 0.1, 6, true);
    },
    far: (m) => m.paint(0x5d8a52).column(0, 0, -0.2, 0.32, 0, 0, 2.5, 0.24, 4, true),
  },
  stone: stone(0.42, STONE),
  boulder: stone(1.15, STONE),
  "iron ore": stone(0.55, 0x7f7a76, 0xa4553a),
  "copper ore": stone(0.55, 0x827f78, 0x4fa08a),
  "gold ore": stone(0.55, 0x8a857b, 0xe0b445),
};

function shape(recipe: Recipe): Shape {
  const near = new Mesher();
  recipe.near(near);
  let far: BufferGeometry | null = null;
  if (recipe.far) {
    const coarse = new Mesher();
    recipe.far(coarse);
    far = coarse.build(true);
  }
  return { near: near.build(true), far, sways: recipe.sways ?? false, casts: recipe.casts ?? false };
}

/** Shapes by the number of their kind. */
export function growthShapes(): readonly Shape[] {
  return GROWTHS.map((name) => {
    const recipe = GROWN[name] ?? BUILT[name];
    if (!recipe) throw new Error(`no shape for ${name}`);
    return shape(recipe);
  });
}
