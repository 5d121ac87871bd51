/** Figures for the curious (F3), and a handle on `window.wold` that tests and tinkerers read. */
import { byId } from "./element";

export interface Figures {
  fps: number;
  draws: number;
  triangles: number;
  entities: number;
  chunks: number;
  built: number;
  waiting: number;
  position: { x: number; y: number; z: number; level: number };
  heading: number;
  tick: number;
  day: number;
  error: number;
  rtt: number;
  loss: number;
  transport: string;
}

export class DebugPanel {
  private readonly panel = byId("debug");
  private shown = 0;

  toggle(): void {
    this.panel.hidden = !this.panel.hidden;
  }

  show(figures: Figures, now: number): void {
    if (this.panel.hidden || now - this.shown < 250) return;
    this.shown = now;
    const { x, y, z, level } = figures.position;
    this.panel.textContent = [
      `${figures.fps.toFixed(0)} fps   ${figures.draws} draws   ${(figures.triangles / 1000).toFixed(0)} k triangles`,
      `east ${x.toFixed(2)}   north ${y.toFixed(2)}   up ${z.toFixed(2)}   storey ${level}`,
      `${figures.entities} in sight   ${figures.chunks} chunks   ${figures.built} built   ${figures.waiting} waiting`,
      `tick ${figures.tick.toFixed(0)}   hour ${(figures.day * 24).toFixed(1)}   corrected by ${(figures.error * 100).toFixed(1)} cm`,
      `${figures.transport}   ${figures.rtt.toFixed(0)} ms   ${(figures.loss * 100).toFixed(1)} % lost`,
    ].join("\n");
  }
}
