/**
 * Where one can walk around the selected entity, with the tree of the search for its way: to the place pointed at with Alt, or to where
 * it means to go itself. Drawn by the host, except for the walker's own plan, which is the line on top.
 */
import { operatorPicture } from "../ui/operator-token";
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { StateMessage } from "./protocol";
import type { EntityDot, PlanLine } from "./reports";

/** Metres from the middle to the outermost points of the picture. */
const REACH = 64;
/** Points in a metre. */
const POINTS = 2;
/** Milliseconds between two pictures. */
const REFRESH = 1500;
const PLAN_COLOUR = "#ff4fd8";

/** A walker's plan in words. */
export function planInWords(plan: PlanLine | null, entity: EntityDot | undefined): string {
  if (!plan || !entity || plan.id !== entity.id) return "";
  if (plan.corners === null) return "Keeps its plan to itself: only inhabitants of the host's own process tell where they go.";
  if (plan.corners.length === 0) return "Goes nowhere.";
  let metres = 0;
  let [x, y] = [entity.x, entity.y];
  for (const [nextX, nextY] of plan.corners) {
    metres += Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  const turns = plan.corners.length - 1;
  const corners = turns === 0 ? "straight" : `round ${turns} corner${turns === 1 ? "" : "s"}`;
  return `Means to walk ${metres.toFixed(0)} m, ${corners}, to ${x.toFixed(1)}, ${y.toFixed(1)}.`;
}

export class WaysOverlay implements Overlay {
  readonly name = "Ways";
  readonly legend = [
    { label: "closed", colour: "#3a3d45" }, { label: "choke", colour: "#ff5a3c" }, { label: "dead end", colour: "#785ac8" },
    { label: "search tree", colour: "#ffffff" }, { label: "way found", colour: "#ffdc3c" }, { label: "own plan", colour: PLAN_COLOUR },
  ];
  private goal: { x: number; y: number; of: string | null } | null = null;
  private shown: string | null = null;
  private picture: { image: ImageBitmap; x: number; y: number } | null = null;
  private asked = -Infinity;

  constructor(private readonly token: string, private readonly loaded: () => void) {}

  /** Shows the way from the selected entity to this place. */
  pointAt(x: number, y: number): void {
    this.goal = { x, y, of: this.shown };
    this.asked = -Infinity;
    this.loaded();
  }

  draw(context: CanvasRenderingContext2D, view: MapView, state: StateMessage | null, selected: string | null): void {
    const entity = state?.entities.find((one) => one.id === selected);
    if (!entity) return;
    if (this.shown !== entity.id) {
      this.shown = entity.id;
      this.picture = null;
      this.asked = -Infinity;
    }
    const corners = state?.plan?.id === entity.id ? (state.plan.corners ?? []) : [];
    const end = corners.at(-1);
    this.ask(entity, this.goal?.of === entity.id ? this.goal : end && { x: end[0], y: end[1] });
    this.drawPicture(context, view);
    drawPlan(context, view, entity, corners);
  }

  private drawPicture(context: CanvasRenderingContext2D, view: MapView): void {
    if (!this.picture) return;
    const { image, x, y } = this.picture;
    // Each pixel is a point; the picture reaches half a point farther on every side.
    const margin = REACH + 0.5 / POINTS;
    const [left, top] = view.toScreen(x - margin, y + margin);
    context.imageSmoothingEnabled = false;
    context.drawImage(image, left, top, 2 * margin * view.scale, 2 * margin * view.scale);
  }

  private ask({ id, x, y }: EntityDot, goal: { x: number; y: number } | undefined): void {
    const now = performance.now();
    if (now - this.asked < REFRESH) return;
    this.asked = now;
    const middle = { x: Math.round(x * POINTS) / POINTS, y: Math.round(y * POINTS) / POINTS };
    const query = new URLSearchParams({ x: `${middle.x}`, y: `${middle.y}` });
    if (goal) {
      query.set("to_x", `${goal.x}`);
      query.set("to_y", `${goal.y}`);
    }
    const drawn = (image: ImageBitmap | null): void => {
      if (this.shown !== id || !image) return;
      this.picture = { image, ...middle };
      this.loaded();
    };
    // A host that is gone for a moment is asked again with the next picture.
    operatorPicture(`/inspect/ways.png?${query}`, this.token).then(drawn, () => drawn(null));
  }
}

/** The line a walker means to follow, with a ring at its end. */
function drawPlan(context: CanvasRenderingContext2D, view: MapView, from: EntityDot, corners: readonly (readonly [number, number])[]): void {
  const end = corners.at(-1);
  if (!end) return;
  context.save();
  context.lineWidth = 2.5;
  context.lineJoin = "round";
  context.strokeStyle = PLAN_COLOUR;
  context.beginPath();
  context.moveTo(...view.toScreen(from.x, from.y));
  for (const [x, y] of corners) context.lineTo(...view.toScreen(x, y));
  context.stroke();
  context.beginPath();
  context.arc(...view.toScreen(end[0], end[1]), 5, 0, 2 * Math.PI);
  context.stroke();
  context.restore();
}
