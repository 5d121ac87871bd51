/** Doors that lead out of houses: by what number they go, and where they are. Between rooms there are doorways, which are always open. */
import type { Chunk } from "./chunk";
import { DOOR, SOUTH, roomAt, type Edge, type House } from "./house";

/** A door of a chunk's house. */
export interface Door {
  /** Which of the chunk's houses. */
  readonly house: number;
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** A door as a key of a set. */
export function doorKey(door: Door): number {
  return (((door.house * 8 + door.level) * 64 + door.x) * 64 + door.y) * 2 + door.side;
}

/** Whether a door of a storey leads outdoors. */
export function leadsOut(house: House, level: number, edge: Edge): boolean {
  const [x, y] = edge.side === SOUTH ? [edge.x, edge.y - 1] : [edge.x - 1, edge.y];
  return (roomAt(house, level, edge.x, edge.y) === 0) !== (roomAt(house, level, x, y) === 0);
}

/** Calls `each` with every door of a chunk that can be shut, and its middle in metres. */
export function eachDoor(chunk: Chunk, each: (door: Door, x: number, y: number, house: House) => void): void {
  chunk.houses.forEach((house, number) => {
    house.floors.forEach((floor, level) => {
      for (const edge of floor.edges) {
        if (edge.kind !== DOOR || !leadsOut(house, level, edge)) continue;
        const [x, y] = edge.side === SOUTH ? [edge.x + 0.5, edge.y] : [edge.x, edge.y + 0.5];
        each({ house: number, level, x: edge.x, y: edge.y, side: edge.side }, house.x + x, house.y + y, house);
      }
    });
  });
}
