/** Mouse and touch on the view: dragging turns it, wheel and pinch zoom, a tap points at something. */
export interface PointerActs {
  turn(yaw: number, pitch: number): void;
  zoom(factor: number): void;
  tap(x: number, y: number): void;
}

const RADIANS_PER_PIXEL = 0.005;
const TAP_PIXELS = 6;

export class Pointer {
  private readonly held = new Map<number, { x: number; y: number; moved: number }>();

  constructor(surface: HTMLElement, private readonly acts: PointerActs) {
    surface.addEventListener("pointerdown", (event) => {
      surface.setPointerCapture(event.pointerId);
      surface.focus({ preventScroll: true });
      this.held.set(event.pointerId, { x: event.clientX, y: event.clientY, moved: 0 });
    });
    surface.addEventListener("pointermove", (event) => this.move(event));
    surface.addEventListener("pointerup", (event) => this.release(event));
    surface.addEventListener("pointercancel", (event) => this.held.delete(event.pointerId));
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    surface.addEventListener("wheel", (event) => {
      event.preventDefault();
      acts.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 400))));
    }, { passive: false });
  }

  private move(event: PointerEvent): void {
    const finger = this.held.get(event.pointerId);
    if (!finger) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (this.held.size === 2) {
      const [other] = [...this.held].filter(([id]) => id !== event.pointerId).map(([, f]) => f);
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (before > 0 && after > 0) this.acts.zoom(before / after);
    } else {
      this.acts.turn(-dx * RADIANS_PER_PIXEL, dy * RADIANS_PER_PIXEL);
    }
    finger.moved += Math.abs(dx) + Math.abs(dy);
    finger.x = event.clientX;
    finger.y = event.clientY;
  }

  private release(event: PointerEvent): void {
    const finger = this.held.get(event.pointerId);
    this.held.delete(event.pointerId);
    if (finger && finger.moved < TAP_PIXELS) this.acts.tap(event.clientX, event.clientY);
  }
}
