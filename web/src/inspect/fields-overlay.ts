/** A field of the environment over the map: cells by the shared colour scale, arrows where it is a vector. */
import { viridisCss } from "./colour-scale";
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { FieldMessage } from "./protocol";
import type { FieldTile } from "./reports";

/** Arrows are drawn where cells are at least this many pixels wide. */
const ARROW_PIXELS = 9;
const OPACITY = 0.62;

export class FieldsOverlay implements Overlay {
  readonly name = "Field";
  readonly legend = [];
  field: FieldMessage | null = null;
  /** The cell last clicked, by column and row. */
  chosen: readonly [number, number] | null = null;

  get scale() {
    const { low, high } = this.range();
    return { low: short(low), high: short(high) };
  }

  /** The values of a cell given by a place in metres; null where nothing is loaded. */
  read(x: number, y: number): { readonly cell: readonly [number, number]; readonly values: readonly number[] } | null {
    const field = this.field;
    if (!field) return null;
    const cell = [Math.floor(x / field.cell_metres), Math.floor(y / field.cell_metres)] as const;
    const [tx, ty] = cell.map((c) => Math.floor(c / field.side));
    const tile = field.tiles.find((t) => t.x === tx && t.y === ty);
    if (!tile) return null;
    const index = (cell[1] - ty * field.side) * field.side + cell[0] - tx * field.side;
    return { cell, values: [tile.values[index], ...(tile.second ? [tile.second[index]] : [])] };
  }

  draw(context: CanvasRenderingContext2D, view: MapView): void {
    const field = this.field;
    if (!field) return;
    const { low, high } = this.range();
    const size = field.cell_metres * view.scale;
    for (const tile of field.tiles) {
      const [left, bottom] = view.toScreen(tile.x * field.side * field.cell_metres, tile.y * field.side * field.cell_metres);
      const span = size * field.side;
      if (left > view.width || left + span < 0 || bottom < 0 || bottom - span > view.height) continue;
      tile.values.forEach((_, index) => {
        const px = left + (index % field.side) * size;
        const py = bottom - (Math.floor(index / field.side) + 1) * size;
        context.globalAlpha = OPACITY;
        context.fillStyle = viridisCss((magnitude(field, tile, index) - low) / (high - low || 1));
        context.fillRect(px, py, size + 0.5, size + 0.5);
        context.globalAlpha = 1;
        if (field.kind !== "scalar" && size >= ARROW_PIXELS) arrow(context, px + size / 2, py + size / 2, size * 0.38, angle(field, tile, index));
      });
    }
    if (this.chosen) {
      const [px, py] = view.toScreen(this.chosen[0] * field.cell_metres, (this.chosen[1] + 1) * field.cell_metres);
      context.strokeStyle = "#ffffff";
      context.lineWidth = 2;
      context.strokeRect(px, py, size, size);
    }
  }

  private range(): { low: number; high: number } {
    let [low, high] = [Infinity, -Infinity];
    for (const tile of this.field?.tiles ?? []) {
      tile.values.forEach((_, index) => {
        const value = this.field ? magnitude(this.field, tile, index) : 0;
        [low, high] = [Math.min(low, value), Math.max(high, value)];
      });
    }
    return low <= high ? { low, high } : { low: 0, high: 1 };
  }
}

/** What the colour of a cell says: the value, or the length of a vector. */
function magnitude(field: FieldMessage, tile: FieldTile, index: number): number {
  const second = tile.second?.[index] ?? 0;
  if (field.kind === "scalar") return tile.values[index];
  return field.kind === "polar" ? second : Math.hypot(tile.values[index], second);
}

/** Where a vector points, anticlockwise from east; null where it has no length. */
function angle(field: FieldMessage, tile: FieldTile, index: number): number | null {
  if (magnitude(field, tile, index) === 0) return null;
  return field.kind === "polar" ? tile.values[index] : Math.atan2(tile.second?.[index] ?? 0, tile.values[index]);
}

function arrow(context: CanvasRenderingContext2D, x: number, y: number, length: number, turn: number | null): void {
  if (turn === null) return;
  const [dx, dy] = [Math.cos(turn) * length, -Math.sin(turn) * length];
  context.strokeStyle = "#12161d";
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x - dx, y - dy);
  context.lineTo(x + dx, y + dy);
  for (const side of [2.5, -2.5]) {
    context.moveTo(x + dx, y + dy);
    context.lineTo(x + dx + Math.cos(turn + side) * length * 0.6, y + dy - Math.sin(turn + side) * length * 0.6);
  }
  context.stroke();
}

export function short(value: number): string {
  return Number(value.toPrecision(3)).toString();
}
