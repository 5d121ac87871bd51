/** Where one can walk around the selected entity, and the way to the place pointed at with Alt; drawn by the host. */
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { StateMessage } from "./protocol";

/** Metres from the middle to the outermost points of the picture. */
const REACH = 64;
/** Points in a metre. */
const POINTS = 2;
/** Milliseconds between two pictures. */
const REFRESH = 1500;

export class WaysOverlay implements Overlay {
  readonly name = "Ways";
  readonly legend = [
    { label: "closed", colour: "#3a3d45" }, { label: "choke", colour: "#ff5a3c" }, { label: "dead end", colour: "#785ac8" },
    { label: "looked at", colour: "#ffffff" }, { label: "way", colour: "#ffdc3c" },
  ];
  private goal: { x: number; y: number } | null = null;
  private picture: { image: HTMLImageElement; x: number; y: number } | null = null;
  private asked = -Infinity;

  constructor(private readonly token: string, private readonly loaded: () => void) {}

  /** Shows the way from the selected entity to this place. */
  pointAt(x: number, y: number): void {
    this.goal = { x, y };
    this.asked = -Infinity;
    this.loaded();
  }

  draw(context: CanvasRenderingContext2D, view: MapView, state: StateMessage | null, selected: string | null): void {
    const entity = state?.entities.find((one) => one.id === selected);
    if (!entity) return;
    this.ask(entity.x, entity.y);
    if (!this.picture) return;
    const { image, x, y } = this.picture;
    // Each pixel is a point; the picture reaches half a point farther on every side.
    const margin = REACH + 0.5 / POINTS;
    const [left, top] = view.toScreen(x - margin, y + margin);
    context.imageSmoothingEnabled = false;
    context.drawImage(image, left, top, 2 * margin * view.scale, 2 * margin * view.scale);
  }

  private ask(x: number, y: number): void {
    const now = performance.now();
    if (now - this.asked < REFRESH) return;
    this.asked = now;
    const middle = { x: Math.round(x * POINTS) / POINTS, y: Math.round(y * POINTS) / POINTS };
    const query = new URLSearchParams({ x: `${middle.x}`, y: `${middle.y}`, token: this.token });
    if (this.goal) {
      query.set("to_x", `${this.goal.x}`);
      query.set("to_y", `${this.goal.y}`);
    }
    const image = new Image();
    image.addEventListener("load", () => {
      this.picture = { image, ...middle };
      this.loaded();
    });
    image.src = `/inspect/ways.png?${query}`;
  }
}
