/** The land around from above with north up: sheets of the host's map and, over them, who is in view. */
import { isPerson } from "../wire/state";
import type { KnownWorld } from "../model/known-world";
import { drawArrow } from "./arrow";
import { Atlas, SHEET_METRES } from "./atlas";
import { byId } from "./element";

const SIZES = [{ pixels: 170, metres: 120 }, { pixels: 360, metres: 640 }, null] as const;
const DRAW_EVERY = 100;

export class Minimap {
  private readonly root = byId("minimap");
  private readonly canvas = byId<HTMLCanvasElement>("minimap-canvas");
  private readonly context = this.canvas.getContext("2d");
  private readonly atlas = new Atlas();
  private size = 0;
  private drawn = 0;

  constructor(private readonly world: KnownWorld) {
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
    this.drawLand(context, x, y, reach, now);
    this.drawPeople(context, scale, inside);
    drawArrow(context, x, y, heading, 1 / scale, { fill: "#ff6b4a", edge: "#ffffff" });
  }

  private drawLand(context: CanvasRenderingContext2D, x: number, y: number, reach: number, now: number): void {
    if (this.world.welcome) this.atlas.open(this.world.welcome.seed);
    for (let j = Math.floor((y - reach) / SHEET_METRES); j * SHEET_METRES < y + reach; j++) {
      for (let i = Math.floor((x - reach) / SHEET_METRES); i * SHEET_METRES < x + reach; i++) {
        const sheet = this.atlas.sheet(i, j, now);
        if (!sheet) continue;
        context.save();
        // North is up in the picture and down in the canvas. A hair of overlap hides the seams that scaling would leave.
        context.translate(i * SHEET_METRES, (j + 1) * SHEET_METRES);
        context.scale(1, -1);
        context.drawImage(sheet, 0, 0, SHEET_METRES + 0.4, SHEET_METRES + 0.4);
        context.restore();
      }
    }
  }

  private drawPeople(
    context: CanvasRenderingContext2D, scale: number, inside: (x: number, y: number, margin: number) => boolean,
  ): void {
    for (const known of this.world.entities.values()) {
      if (!isPerson(known.card.kind) || known.card.id === this.world.welcome?.body || !inside(known.x, known.y, 0)) continue;
      context.fillStyle = known.card.kind === "human" ? "#ffd766" : "#f4efe6";
      context.strokeStyle = "#1d2530";
      context.lineWidth = 1 / scale;
      context.beginPath();
      context.arc(known.x, known.y, 3 / scale, 0, Math.PI * 2);
      context.fill();
      context.stroke();
    }
  }
}
