/** Furniture on one tile, facing east before it is turned; the tile's middle is the origin. */
import { FURNITURE, type Furniture, type FurnitureName } from "../land/house";
import type { Mesher } from "./mesher";
import { FLAME, IRON, PLANK, STONE, TIMBER } from "./palette";

const DRAW: Record<FurnitureName, (m: Mesher) => void> = {
  table: (m) => {
    m.paint(PLANK, 1.05).box(-0.45, -0.45, 0.68, 0.45, 0.45, 0.76).paint(TIMBER);
    for (const [x, y] of [[-0.38, -0.38], [0.38, -0.38], [-0.38, 0.38], [0.38, 0.38]]) m.box(x - 0.05, y - 0.05, 0, x + 0.05, y + 0.05, 0.68);
    m.paint(0xd9a860).blob(0.1, 0.05, 0.82, 0.14, 0.1, 0.08, 0.1);
  },
  chair: (m) => {
    m.paint(PLANK, 0.9).box(-0.22, -0.22, 0.4, 0.22, 0.22, 0.46).box(-0.22, -0.22, 0.46, -0.16, 0.22, 0.95).paint(TIMBER);
    for (const [x, y] of [[-0.18, -0.18], [0.18, -0.18], [-0.18, 0.18], [0.18, 0.18]]) m.box(x - 0.03, y - 0.03, 0, x + 0.03, y + 0.03, 0.4);
  },
  bed: (m) => {
    m.paint(TIMBER).box(-0.48, -0.46, 0, 0.48, 0.46, 0.3).box(-0.5, -0.46, 0, -0.42, 0.46, 0.85);
    m.paint(0xe9e2d3).box(-0.42, -0.42, 0.3, -0.1, 0.42, 0.46).paint(0x9c4a44).box(-0.12, -0.44, 0.3, 0.48, 0.44, 0.43);
  },
  hearth: (m) => {
    m.paint(STONE, 0.85).box(-0.48, -0.48, 0, 0.1, 0.48, 1.15).box(-0.48, -0.35, 1.15, -0.05, 0.35, 3);
    m.paint(STONE, 0.7).box(0.1, -0.48, 0, 0.44, 0.48, 0.12);
    m.paint(TIMBER).box(0.12, -0.3, 0.12, 0.24, 0.3, 0.22).box(0.26, -0.28, 0.12, 0.36, 0.28, 0.2);
    m.glow = 1;
    m.paint(FLAME).column(0.22, -0.08, 0.2, 0.13, 0.22, -0.05, 0.62, 0, 5);
    m.paint(0xf0843c).column(0.26, 0.12, 0.18, 0.12, 0.25, 0.12, 0.45, 0, 5);
    m.glow = 0;
  },
  chest: (m) => {
    m.paint(PLANK, 0.8).box(-0.26, -0.4, 0, 0.26, 0.4, 0.4).paint(PLANK, 0.95).box(-0.28, -0.42, 0.4, 0.28, 0.42, 0.56);
    m.paint(0xd9b04f).box(0.26, -0.06, 0.3, 0.3, 0.06, 0.46);
  },
  shelf: (m) => {
    m.paint(TIMBER).box(-0.48, -0.46, 0, -0.14, -0.4, 1.9).box(-0.48, 0.4, 0, -0.14, 0.46, 1.9).paint(PLANK);
    for (const z of [0.1, 0.7, 1.3, 1.84]) m.box(-0.48, -0.46, z, -0.14, 0.46, z + 0.05);
    for (let k = 0; k < 6; k++) m.paint([0xa4513f, 0x4f7d8c, 0xc79a45][k % 3]).box(-0.42, -0.36 + k * 0.12, k % 2 ? 0.75 : 1.35, -0.22, -0.27 + k * 0.12, k % 2 ? 1.02 : 1.6);
  },
  anvil: (m) => {
    m.paint(TIMBER).column(0, 0, 0, 0.26, 0, 0, 0.5, 0.24, 7, true);
    m.paint(IRON).box(-0.12, -0.16, 0.5, 0.12, 0.16, 0.66).box(-0.16, -0.34, 0.66, 0.16, 0.3, 0.82);
  },
  barrel: (m) => {
    m.paint(PLANK, 0.85).column(0, 0, 0, 0.27, 0, 0, 0.42, 0.34, 9).column(0, 0, 0.42, 0.34, 0, 0, 0.86, 0.27, 9, true);
    m.paint(IRON).column(0, 0, 0.16, 0.315, 0, 0, 0.22, 0.32, 9).column(0, 0, 0.64, 0.32, 0, 0, 0.7, 0.315, 9);
  },
  counter: (m) => {
    m.paint(PLANK, 0.8).box(-0.3, -0.5, 0, 0.22, 0.5, 0.92).paint(PLANK, 1.1).box(-0.36, -0.5, 0.92, 0.34, 0.5, 1);
    m.paint(0xcfc7b4).column(0.05, 0.2, 1, 0.08, 0.05, 0.2, 1.2, 0.07, 6).column(0.02, -0.2, 1, 0.08, 0.02, -0.2, 1.2, 0.07, 6);
  },
};

export function addFurniture(m: Mesher, piece: Furniture, x: number, y: number, z: number): void {
  m.at(x + piece.x + 0.5, y + piece.y + 0.5, z, piece.quarter / 4);
  DRAW[FURNITURE[piece.kind]](m);
}
