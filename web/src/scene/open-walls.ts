/** Walls, doors and windows that people built on tile edges of the open ground: rough planks on posts. */
import { heightIn, type Chunk } from "../land/chunk";
import { DOOR, SOUTH, WINDOW } from "../land/house";
import type { BuiltEdge } from "../wire/land";
import type { Mesher } from "./mesher";
import { PLANK, TIMBER } from "./palette";

const HIGH = 2.4;

export function addOpenWalls(m: Mesher, chunk: Chunk, built: readonly BuiltEdge[]): void {
  for (const edge of built) {
    const z = heightIn(chunk, edge.x + (edge.side === SOUTH ? 0.5 : 0), edge.y + (edge.side === SOUTH ? 0 : 0.5));
    // Drawn eastward, then turned north for the western side of a tile.
    m.at(edge.x, edge.y, z, edge.side === SOUTH ? 0 : 0.25);
    m.paint(TIMBER).box(-0.07, -0.07, -0.5, 0.07, 0.07, HIGH).box(0.93, -0.07, -0.5, 1.07, 0.07, HIGH);
    const planks = (from: number, to: number): void => {
      for (let k = 0; k < 4; k++) {
        m.paint(PLANK, 0.85 + (k % 3) * 0.08).box(0.05 + k * 0.225, -0.04, from, 0.265 + k * 0.225, 0.04, to - (k % 2) * 0.05);
      }
    };
    if (edge.kind === DOOR) planks(2.1, HIGH);
    else if (edge.kind === WINDOW) {
      planks(-0.4, 0.95);
      planks(1.9, HIGH);
    } else planks(-0.4, HIGH);
  }
  m.at(0, 0, 0);
}
