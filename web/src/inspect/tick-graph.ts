/** Time each tick took, by stage, stacked; a line marks the 50 ms a tick may take. */
import type { TickTime } from "./reports";
import { KIND_COLOURS } from "./colour-scale";

/** Colour of what no stage accounts for. */
export const REST_COLOUR = "#8892a0";
const KEPT = 400;
const BUDGET_MS = 50;

export class TickGraph {
  private readonly ticks: TickTime[] = [];

  /** Stages in the order they run, with their colours. */
  get stages(): readonly (readonly [string, string])[] {
    const names = Object.keys(this.ticks.at(-1)?.stages ?? {});
    return names.map((name, n) => [name, KIND_COLOURS[n % KIND_COLOURS.length]]);
  }

  /** Takes new ticks; those already known are left out. */
  add(ticks: readonly TickTime[]): void {
    const last = this.ticks.at(-1)?.tick ?? -1;
    // A smaller number means another world has begun.
    if (ticks.length > 0 && ticks[ticks.length - 1].tick < last) this.ticks.length = 0;
    const newest = this.ticks.at(-1)?.tick ?? -1;
    for (const tick of ticks) if (tick.tick > newest) this.ticks.push(tick);
    this.ticks.splice(0, Math.max(0, this.ticks.length - KEPT));
  }

  /** The given share of ticks took no longer than this, in milliseconds. */
  quantile(share: number): number {
    if (this.ticks.length === 0) return 0;
    const sorted = this.ticks.map((tick) => tick.total_ms).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }

  draw(canvas: HTMLCanvasElement): void {
    const ratio = window.devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const most = Math.max(4, this.quantile(0.995) * 1.25);
    const step = width / KEPT;
    const tall = (ms: number): number => (ms / most) * (height - 16);
    const { stages } = this;
    this.ticks.forEach((tick, n) => {
      const x = width - (this.ticks.length - n) * step;
      let y = height;
      let known = 0;
      for (const [stage, colour] of stages) {
        const ms = tick.stages[stage] ?? 0;
        known += ms;
        context.fillStyle = colour;
        y -= tall(ms);
        context.fillRect(x, y, Math.max(1, step - 0.3), tall(ms));
      }
      const rest = Math.max(0, tick.total_ms - known);
      context.fillStyle = REST_COLOUR;
      context.fillRect(x, y - tall(rest), Math.max(1, step - 0.3), tall(rest));
    });
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "left";
    for (const ms of [most / 2, BUDGET_MS]) {
      if (ms > most) continue;
      const y = height - tall(ms);
      context.strokeStyle = ms === BUDGET_MS ? "#ff9180" : "rgb(255 255 255 / 0.25)";
      context.beginPath();
      context.moveTo(0, y);
      context.lineTo(width, y);
      context.stroke();
      context.fillStyle = "#f4efe6";
      context.fillText(`${ms.toFixed(ms < 10 ? 1 : 0)} ms`, 4, y - 3);
    }
  }
}
