/** The land around from above, as far as it is known, with north up. */
import { CHUNK_METRES, chunkKey, DRY, HEIGHT_STEPS, LATTICE, type Chunk } from "../land/chunk";
import { ECOSYSTEMS } from "../land/kinds";
import type { KnownWorld } from "../model/known-world";
import { FACADES, GROUND, PAVED, ROAD, WATER_DEEP, WATER_SHALLOW } from "../scene/palette";
import { byId } from "./element";

const CELLS = LATTICE - 1;
const SIZES = [{ pixels: 170, metres: 120 }, { pixels: 360, metres: 420 }, null] as const;
const DRAW_EVERY = 100;

export class Minimap {
  private readonly root = byId("minimap");
  private readonly canvas = byId<HTMLCanvasElement>("minimap-canvas");
  private readonly context = this.canvas.getContext("2d");
  private readonly tiles = new Map<number, HTMLCanvasElement>();
  private size = 0;
  private drawn = 0;

  constructor(private readonly world: KnownWorld) {
    world.onForget.on((pos) => this.tiles.delete(chunkKey(pos.x, pos.y)));
    world.onReset.on(() => this.tiles.clear());
    this.resize();
  }

  /** Small, large, none. */
  nextSize(): void {
    this.size = (this.size + 1) % SIZES.length;
    this.resize();
  }

  private resize(): void {
    const size = SIZES[this.size];
    this.root.hidden = size === null;
    if (size === null) return;
    this.canvas.width = this.canvas.height = size.pixels;
    this.drawn = 0;
  }

  draw(x: number, y: number, heading: number, now: number): void {
    const size = SIZES[this.size];
    if (!size || !this.context || now - this.drawn < DRAW_EVERY) return;
    this.drawn = now;
    const { context } = this;
    const scale = size.pixels / size.metres;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = "#2a3441";
    context.fillRect(0, 0, size.pixels, size.pixels);
    context.setTransform(scale, 0, 0, -scale, size.pixels / 2 - x * scale, size.pixels / 2 + y * scale);
    context.imageSmoothingEnabled = true;
    const reach = size.metres / 2;
    const inside = (px: number, py: number, margin: number): boolean =>
      Math.abs(px - x) < reach + margin && Math.abs(py - y) < reach + margin;
    for (const chunk of this.world.ground.chunks.values()) {
      const [cx, cy] = [chunk.pos.x * CHUNK_METRES, chunk.pos.y * CHUNK_METRES];
      if (!inside(cx + 16, cy + 16, 16)) continue;
      // A hair of overlap hides the seams that scaling would leave.
      context.drawImage(this.tile(chunk), cx, cy, CHUNK_METRES + 0.6, CHUNK_METRES + 0.6);
    }
    for (const chunk of this.world.ground.chunks.values()) {
      if (!inside(chunk.pos.x * CHUNK_METRES, chunk.pos.y * CHUNK_METRES, 64)) continue;
      for (const house of chunk.houses) {
        context.fillStyle = hexColour(FACADES[house.facade % FACADES.length].roof);
        context.fillRect(house.x, house.y, house.width, house.depth);
      }
    }
    this.drawPeople(context, scale, inside);
    this.drawSelf(context, x, y, heading, scale);
  }

  private drawPeople(
    context: CanvasRenderingContext2D, scale: number, inside: (x: number, y: number, margin: number) => boolean,
  ): void {
    for (const known of this.world.entities.values()) {
      if (known.card.kind === "thing" || known.card.id === this.world.welcome?.body || !inside(known.x, known.y, 0)) continue;
      context.fillStyle = known.card.kind === "human" ? "#ffd766" : "#f4efe6";
      context.strokeStyle = "#1d2530";
      context.lineWidth = 1 / scale;
      context.beginPath();
      context.arc(known.x, known.y, 3 / scale, 0, Math.PI * 2);
      context.fill();
      context.stroke();
    }
  }

  private drawSelf(context: CanvasRenderingContext2D, x: number, y: number, heading: number, scale: number): void {
    context.save();
    context.translate(x, y);
    context.rotate(heading);
    context.scale(1 / scale, 1 / scale);
    context.fillStyle = "#ff6b4a";
    context.strokeStyle = "#ffffff";
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(9, 0);
    context.lineTo(-6, 5.5);
    context.lineTo(-3, 0);
    context.lineTo(-6, -5.5);
    context.closePath();
    context.fill();
    context.stroke();
    context.restore();
  }

  private tile(chunk: Chunk): HTMLCanvasElement {
    const key = chunkKey(chunk.pos.x, chunk.pos.y);
    const known = this.tiles.get(key);
    if (known) return known;
    const tile = document.createElement("canvas");
    tile.width = tile.height = CELLS;
    const context = tile.getContext("2d");
    if (context) context.putImageData(paintTile(chunk), 0, 0);
    this.tiles.set(key, tile);
    return tile;
  }
}

const hexColour = (hex: number): string => `#${hex.toString(16).padStart(6, "0")}`;
const TOWN = ECOSYSTEMS.indexOf("town");

/** One pixel per cell; row 0 is south, because the map's transform turns the picture over. */
export function paintTile(chunk: Chunk): ImageData {
  const image = new ImageData(CELLS, CELLS);
  for (let j = 0; j < CELLS; j++) {
    for (let i = 0; i < CELLS; i++) {
      const n = j * LATTICE + i;
      const to = (j * CELLS + i) * 4;
      const [r, g, b] = colourOf(chunk, n);
      // Light from the north-west: slopes facing it are brighter.
      const slope = (chunk.heights[n + 1] - chunk.heights[n] - (chunk.heights[n + LATTICE] - chunk.heights[n])) / HEIGHT_STEPS;
      const shade = chunk.water[n] === DRY ? Math.max(0.72, Math.min(1.2, 1 + slope * 0.16)) : 1;
      image.data[to] = r * shade;
      image.data[to + 1] = g * shade;
      image.data[to + 2] = b * shade;
      image.data[to + 3] = 255;
    }
  }
  return image;
}

function colourOf(chunk: Chunk, n: number): readonly [number, number, number] {
  if (chunk.water[n] !== DRY) {
    const depth = Math.min(1, (chunk.water[n] - chunk.heights[n]) / HEIGHT_STEPS / 4);
    return blend(WATER_SHALLOW, WATER_DEEP, depth);
  }
  const [dry, wet] = GROUND[ECOSYSTEMS[chunk.ecosystems[n]]];
  if (chunk.road[n] > 90) return blend(chunk.ecosystems[n] === TOWN ? PAVED : ROAD, dry, 0);
  return blend(dry, wet, chunk.moisture[n] / 255);
}

function blend(a: number, b: number, share: number): readonly [number, number, number] {
  const channel = (shift: number): number => ((a >> shift) & 255) + (((b >> shift) & 255) - ((a >> shift) & 255)) * share;
  return [channel(16), channel(8), channel(0)];
}
