/**
 * What the weather does to the ground and what grows on it, place by place: a small texture with one texel per field cell, which the shaders of
 * ground and plants read. Red is how wet the ground is, green how snowy, blue how deep water stands on it, alpha how moist the soil is, each 0 to 1.
 */
import { ClampToEdgeWrapping, DataTexture, LinearFilter, RGBAFormat, UnsignedByteType } from "three";
import type { Surroundings } from "../model/surroundings";
import { FIELD_CELL_METRES, SQUARE_CELLS, SQUARE_SIDE } from "../wire/surroundings";
import type { Anchor } from "./anchor";
import { shared } from "./materials";

const PARTS = 4;
/** Standing water that is as deep as it can look. */
const DEEP = 4;
/** The share of the way to the truth that is left after a second: news come every two. */
const LAG = 0.3;
const USUAL_SOIL = 0.5;

export class GroundWeather {
  private readonly values = new Float32Array(SQUARE_CELLS * PARTS);
  private readonly texels = new Uint8Array(SQUARE_CELLS * PARTS);
  private readonly texture = new DataTexture(this.texels, SQUARE_SIDE, SQUARE_SIDE, RGBAFormat, UnsignedByteType);
  private corner: readonly [number, number] | null = null;

  constructor() {
    this.texture.magFilter = this.texture.minFilter = LinearFilter;
    this.texture.wrapS = this.texture.wrapT = ClampToEdgeWrapping;
    for (let cell = 0; cell < SQUARE_CELLS; cell++) this.values[cell * PARTS + 3] = USUAL_SOIL;
    shared.uField.value = this.texture;
    this.show();
  }

  /** Follows what is told; the ground takes a few seconds, as news do. */
  update(around: Surroundings, seconds: number, anchor: Anchor): void {
    if (!around.told) return;
    const fresh = this.corner === null;
    this.shift(around.corner);
    const ease = fresh ? 1 : 1 - LAG ** seconds;
    for (let cell = 0; cell < SQUARE_CELLS; cell++) {
      wanted(around, cell).forEach((value, part) => {
        const at = cell * PARTS + part;
        this.values[at] += (value - this.values[at]) * ease;
      });
    }
    const [x, y] = around.corner;
    shared.uFieldCorner.value.set(x * FIELD_CELL_METRES - anchor.x, y * FIELD_CELL_METRES - anchor.y);
    this.show();
  }

  /** Goes along with the square, so that a place keeps its look. */
  private shift(corner: readonly [number, number]): void {
    const before = this.corner;
    this.corner = corner;
    if (!before || (before[0] === corner[0] && before[1] === corner[1])) return;
    const old = this.values.slice();
    const within = (v: number) => Math.max(0, Math.min(SQUARE_SIDE - 1, v));
    for (let cell = 0; cell < SQUARE_CELLS; cell++) {
      const east = within((cell % SQUARE_SIDE) + corner[0] - before[0]);
      const north = within(Math.floor(cell / SQUARE_SIDE) + corner[1] - before[1]);
      const from = (north * SQUARE_SIDE + east) * PARTS;
      this.values.set(old.subarray(from, from + PARTS), cell * PARTS);
    }
  }

  private show(): void {
    for (let at = 0; at < this.values.length; at++) this.texels[at] = Math.round(this.values[at] * 255);
    this.texture.needsUpdate = true;
  }
}

/** How a cell should look: wet, snowy, flooded, moist. */
export function wanted(around: Surroundings, cell: number): [number, number, number, number] {
  const falling = around.celsius < 0 ? 0 : around.cell("falling", cell);
  const flood = around.cell("flood", cell);
  const within = (value: number) => Math.max(0, Math.min(1, value));
  return [within(falling * 0.8 + flood * 0.5), within(around.cell("snow", cell)), within(flood / DEEP), within(around.cell("soil", cell))];
}
