/** The maze of Amaze; the same as `amaze::maze` of the crate `wold-parlour`. Directions are 0 east, 1 south, 2 west, 3 north. */
import { Dice } from "./dice";

export const WIDTH = 15;
export const HEIGHT = 11;
const BREACHES = 18;
export const OFFSETS: readonly (readonly [number, number])[] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

function index(x: number, y: number): number {
  return x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT ? y * WIDTH + x : -1;
}

export class Maze {
  /** A bit per open direction of each cell. */
  private readonly cells = new Uint8Array(WIDTH * HEIGHT);

  constructor(seed: number) {
    const dice = new Dice(seed | 0);
    const path: (readonly [number, number])[] = [[0, 0]];
    while (path.length > 0) {
      const [x, y] = path[path.length - 1];
      const ways = [0, 1, 2, 3].filter((direction) => {
        const cell = index(x + OFFSETS[direction][0], y + OFFSETS[direction][1]);
        return cell >= 0 && this.cells[cell] === 0;
      });
      if (ways.length === 0) {
        path.pop();
        continue;
      }
      const direction = ways[dice.roll(ways.length)];
      this.breach(x, y, direction);
      path.push([x + OFFSETS[direction][0], y + OFFSETS[direction][1]]);
    }
    for (let n = 0; n < BREACHES; n++) {
      const place = dice.roll(WIDTH * HEIGHT);
      const direction = dice.roll(4);
      this.breach(place % WIDTH, Math.trunc(place / WIDTH), direction);
    }
  }

  private breach(x: number, y: number, direction: number): void {
    const there = index(x + OFFSETS[direction][0], y + OFFSETS[direction][1]);
    if (there < 0) return;
    this.cells[index(x, y)] |= 1 << direction;
    this.cells[there] |= 1 << ((direction + 2) % 4);
  }

  open(x: number, y: number, direction: number): boolean {
    const cell = index(x, y);
    return cell >= 0 && ((this.cells[cell] >> direction) & 1) === 1;
  }

  /** The command that leads to the nearest of some places, 0 if one is there. */
  towards(x: number, y: number, places: readonly (readonly number[])[]): number {
    const first = new Int8Array(WIDTH * HEIGHT).fill(-1);
    const waiting: [number, number][] = [[x, y]];
    first[y * WIDTH + x] = 0;
    for (let at = 0; at < waiting.length; at++) {
      const [cx, cy] = waiting[at];
      const came = first[cy * WIDTH + cx];
      if (places.some(([px, py]) => px === cx && py === cy)) return came;
      for (let direction = 0; direction < 4; direction++) {
        if (!this.open(cx, cy, direction)) continue;
        const [nx, ny] = [cx + OFFSETS[direction][0], cy + OFFSETS[direction][1]];
        if (first[ny * WIDTH + nx] < 0) {
          first[ny * WIDTH + nx] = came === 0 ? direction + 1 : came;
          waiting.push([nx, ny]);
        }
      }
    }
    return 0;
  }
}
