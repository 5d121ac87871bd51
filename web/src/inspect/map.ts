/** The map: pan by dragging or arrow keys, zoom by wheel or + and −, click to select, click with Shift to send somebody there, with Alt to point at a place. */
import { kindIndex } from "./entities-overlay";
import { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { StateMessage } from "./protocol";

const PICK_PIXELS = 16;

/** What clicks on the map mean. */
export interface MapActs {
  picked(id: string): void;
  /** With Shift: somebody is sent there. */
  sent(x: number, y: number): void;
  /** With Alt: the way there is asked for. */
  pointed(x: number, y: number): void;
  touched(x: number, y: number): void;
}

export class InspectorMap {
  readonly view = new MapView();
  state: StateMessage | null = null;
  selected: string | null = null;
  /** Keeps the selected entity in the middle. */
  follow = false;
  private centred = false;
  private pending = false;

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly overlays: readonly Overlay[], private readonly on: Set<Overlay>,
    private readonly acts: MapActs,
  ) {
    let held: { x: number; y: number; moved: number } | null = null;
    canvas.addEventListener("pointerdown", (event) => {
      held = { x: event.offsetX, y: event.offsetY, moved: 0 };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!held) return;
      const [dx, dy] = [event.offsetX - held.x, event.offsetY - held.y];
      held = { x: event.offsetX, y: event.offsetY, moved: held.moved + Math.abs(dx) + Math.abs(dy) };
      if (held.moved > 4) this.follow = false;
      this.view.pan(dx, dy);
      this.changed();
    });
    canvas.addEventListener("pointerup", (event) => {
      if (held && held.moved <= 4) {
        if (event.shiftKey) this.acts.sent(...this.view.toWorld(event.offsetX, event.offsetY));
        else if (event.altKey) this.acts.pointed(...this.view.toWorld(event.offsetX, event.offsetY));
        else this.pick(event.offsetX, event.offsetY);
      }
      held = null;
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.view.zoom(Math.exp(-event.deltaY / 500), event.offsetX, event.offsetY);
      this.changed();
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const pan: Record<string, [number, number]> = {
      ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60],
    };
    const way = pan[event.key];
    if (way) this.view.pan(...way);
    else if (event.key === "+" || event.key === "=") this.view.zoom(1.25, this.view.width / 2, this.view.height / 2);
    else if (event.key === "-") this.view.zoom(0.8, this.view.width / 2, this.view.height / 2);
    else if (event.key === "Enter") this.pick(this.view.width / 2, this.view.height / 2, Infinity);
    else return;
    this.changed();
    event.preventDefault();
  }

  private pick(px: number, py: number, within = PICK_PIXELS): void {
    let best: string | null = null;
    let bestDistance = within;
    for (const entity of this.state?.entities ?? []) {
      const [x, y] = this.view.toScreen(entity.x, entity.y);
      const distance = Math.hypot(x - px, y - py);
      if (distance < bestDistance) [best, bestDistance] = [entity.id, distance];
    }
    if (best !== null) this.acts.picked(best);
    this.acts.touched(...this.view.toWorld(px, py));
  }

  /** Another world has begun: what was looked at is no more. */
  lookAgain(): void {
    this.centred = false;
    this.follow = false;
    this.selected = null;
  }

  /** Looks at where people are, once, when the first of them are known. */
  private centre(): void {
    const people = this.state?.entities.filter((entity) => kindIndex(entity.kind) < 2) ?? [];
    if (this.centred || people.length === 0) return;
    this.centred = true;
    this.view.x = people.reduce((sum, p) => sum + p.x, 0) / people.length;
    this.view.y = people.reduce((sum, p) => sum + p.y, 0) / people.length;
  }

  /** Something to be seen has changed: draws at the next frame, and not at all while nothing changes. */
  changed(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  private draw(): void {
    const ratio = window.devicePixelRatio;
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (this.canvas.width !== width * ratio || this.canvas.height !== height * ratio) {
      this.canvas.width = width * ratio;
      this.canvas.height = height * ratio;
    }
    const context = this.canvas.getContext("2d");
    if (!context) return;
    this.view.width = width;
    this.view.height = height;
    this.centre();
    if (this.follow) {
      const target = this.state?.entities.find((entity) => entity.id === this.selected);
      if (target) [this.view.x, this.view.y] = [target.x, target.y];
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = "#1b222c";
    context.fillRect(0, 0, width, height);
    for (const overlay of this.overlays) {
      if (this.on.has(overlay)) overlay.draw(context, this.view, this.state, this.selected);
    }
  }
}
