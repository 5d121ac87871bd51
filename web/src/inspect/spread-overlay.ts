/** A rumour's spread over the map through time: where each learnt of it, and from whom. */
import { viridisCss } from "./colour-scale";
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { SpreadStep } from "./reports";

export class SpreadOverlay implements Overlay {
  readonly name = "Rumour";
  readonly legend = [{ label: "saw it", colour: "#ffffff" }, { label: "denies it", colour: "#d55e00" }];
  scale = { low: "first", high: "last" };
  /** Shown up to this hour. */
  until = Infinity;
  private steps: readonly SpreadStep[] = [];

  /** Shows the way of another rumour. */
  show(steps: readonly SpreadStep[]): void {
    this.steps = steps;
  }

  /** From the first to the last who learnt of it, in hours. */
  get span(): readonly [number, number] {
    return [this.steps[0]?.hour ?? 0, this.steps.at(-1)?.hour ?? 0];
  }

  /** How many know of it by the hour shown. */
  get known(): number {
    return this.steps.filter((step) => step.hour <= this.until).length;
  }

  draw(context: CanvasRenderingContext2D, view: MapView): void {
    const [first, last] = this.span;
    const places = new Map(this.steps.map((step) => [step.name, step]));
    context.save();
    context.lineWidth = 2.5;
    for (const step of this.steps) {
      if (step.hour > this.until) continue;
      const colour = viridisCss(last > first ? (step.hour - first) / (last - first) : 0);
      const [x, y] = view.toScreen(step.x, step.y);
      const from = step.from === null ? undefined : places.get(step.from);
      if (from) {
        context.strokeStyle = colour;
        context.beginPath();
        context.moveTo(...view.toScreen(from.x, from.y));
        context.lineTo(x, y);
        context.stroke();
      }
      context.fillStyle = step.denied ? "#d55e00" : colour;
      context.strokeStyle = step.from === null ? "#ffffff" : "#12161d";
      context.beginPath();
      context.arc(x, y, 7, 0, Math.PI * 2);
      context.fill();
      context.stroke();
    }
    context.restore();
  }
}
