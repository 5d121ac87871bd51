/** A stick for thumbs: where it is pushed is where one walks, all the way out is running. */
const REACH = 48;

export class Joystick {
  /** Rightward and forward push, each within -1..1. */
  x = 0;
  y = 0;
  private readonly knob: HTMLElement;
  private pointer: number | null = null;

  constructor(private readonly base: HTMLElement) {
    const knob = base.querySelector<HTMLElement>(".knob");
    if (!knob) throw new Error("the joystick has no knob");
    this.knob = knob;
    base.addEventListener("pointerdown", (event) => {
      this.pointer = event.pointerId;
      base.setPointerCapture(event.pointerId);
      this.push(event);
    });
    base.addEventListener("pointermove", (event) => {
      if (event.pointerId === this.pointer) this.push(event);
    });
    const release = (event: PointerEvent): void => {
      if (event.pointerId !== this.pointer) return;
      this.pointer = null;
      this.x = this.y = 0;
      this.knob.style.transform = "";
    };
    base.addEventListener("pointerup", release);
    base.addEventListener("pointercancel", release);
  }

  get runs(): boolean {
    return Math.hypot(this.x, this.y) > 0.95;
  }

  private push(event: PointerEvent): void {
    const box = this.base.getBoundingClientRect();
    const dx = event.clientX - box.left - box.width / 2;
    const dy = event.clientY - box.top - box.height / 2;
    const far = Math.max(1, Math.hypot(dx, dy) / REACH);
    this.x = dx / far / REACH;
    this.y = -dy / far / REACH;
    this.knob.style.transform = `translate(${dx / far}px, ${dy / far}px)`;
  }
}
