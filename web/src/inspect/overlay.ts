/**
 * What can be drawn over the map. Each overlay is a module that draws itself and says what its marks mean; the legend lists
 * them all in one place and lets each be switched off.
 */
import type { StateMessage } from "./protocol";
import type { MapView } from "./map-view";

export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
}

/** Shown as a strip of the shared colour scale with its two ends. */
export interface LegendScale {
  readonly low: string;
  readonly high: string;
}

export interface Overlay {
  readonly name: string;
  readonly legend: readonly LegendEntry[];
  readonly scale?: LegendScale;
  draw(context: CanvasRenderingContext2D, view: MapView, state: StateMessage | null, selected: string | null): void;
}
