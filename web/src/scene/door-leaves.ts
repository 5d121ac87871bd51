/** The leaves of doors, shut in their frames or swung out against the wall. */
import type { Chunk } from "../land/chunk";
import { CHUNK_METRES } from "../land/chunk";
import { doorKey, eachDoor } from "../land/doors";
import { SOUTH, floorHeight, roomAt, type House } from "../land/house";
import { cutMark } from "./materials";
import type { Mesher } from "./mesher";
import { FACADES } from "./palette";

const HIGH = 2.05;
const LOW = 0.03;

/** Adds the leaves of all doors of a chunk; `open` are the keys of those that stand open, `markOf` the number shaders know a house by. */
export function addLeaves(m: Mesher, chunk: Chunk, open: ReadonlySet<number>, markOf: (house: House) => number): void {
  eachDoor(chunk, (door, _x, _y, house) => {
    const z = floorHeight(house, door.level);
    const [lowX, lowY] = door.side === SOUTH ? [door.x, door.y - 1] : [door.x - 1, door.y];
    const outLow = roomAt(house, door.level, lowX, lowY) === 0;
    m.cut = cutMark(markOf(house), door.level);
    m.at(house.x - chunk.pos.x * CHUNK_METRES, house.y - chunk.pos.y * CHUNK_METRES, 0);
    m.paint(FACADES[house.facade % FACADES.length].door);
    // Along the wall, and across it.
    const isOpen = open.has(doorKey(door));
    const [a0, a1] = isOpen ? [0.02, 0.09] : [0.08, 0.92];
    const [c0, c1] = isOpen ? (outLow ? [-0.94, -0.12] : [0.12, 0.94]) : [-0.04, 0.04];
    if (door.side === SOUTH) m.box(door.x + a0, door.y + c0, z + LOW, door.x + a1, door.y + c1, z + HIGH);
    else m.box(door.x + c0, door.y + a0, z + LOW, door.x + c1, door.y + a1, z + HIGH);
  });
  m.cut = -1;
  m.at(0, 0, 0);
}
