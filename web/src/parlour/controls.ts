/** Keys held, buttons of the pad held, and a finger on the board: together the command of a turn. */
import { make } from "../ui/element";
import type { View } from "./views/view";

export class Controls {
  private keys: string[] = [];
  private buttons: number[] = [];
  /** Pressed and let go between two turns: counts for one all the same. */
  private taps: number[] = [];

  constructor(private readonly pad: HTMLElement, board: HTMLElement, private readonly view: View, private readonly stop: AbortSignal) {
    const on = (target: EventTarget, type: string, heard: (event: Event) => void): void => target.addEventListener(type, heard, { signal: stop });
    on(window, "keydown", (event) => this.keyDown(event as KeyboardEvent));
    on(window, "keyup", (event) => (this.keys = this.keys.filter((key) => key !== (event as KeyboardEvent).code)));
    on(window, "blur", () => {
      this.keys = [];
      this.buttons = [];
    });
    const touches = new Map<number, number>();
    const place = (event: PointerEvent): number => {
      const box = board.getBoundingClientRect();
      return view.touch?.((event.clientX - box.left) / box.width) ?? 0;
    };
    on(board, "pointerdown", (event) => {
      const command = place(event as PointerEvent);
      if (command === 0) return;
      touches.set((event as PointerEvent).pointerId, command);
      this.press(command);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      on(window, end, (event) => {
        const command = touches.get((event as PointerEvent).pointerId);
        touches.delete((event as PointerEvent).pointerId);
        if (command !== undefined) this.release(command);
      });
    }
    this.lay();
  }

  private lay(): void {
    this.pad.className = this.view.pad.kind;
    this.pad.replaceChildren(...this.view.pad.buttons.map(({ label, command, says }) => {
      const button = make("button", "", label);
      button.type = "button";
      button.dataset.command = `${command}`;
      button.setAttribute("aria-label", says);
      button.addEventListener("pointerdown", (event) => {
        button.setPointerCapture(event.pointerId);
        this.press(command);
      }, { signal: this.stop });
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(end, () => this.release(command), { signal: this.stop });
      // By keyboard a button is pressed for a turn; a pointer was heard already.
      button.addEventListener("click", (event) => {
        if (event.detail === 0) this.taps.push(command);
      }, { signal: this.stop });
      return button;
    }));
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Space"].includes(event.code) && !(event.target instanceof HTMLButtonElement)) event.preventDefault();
    if (!event.repeat) this.keys = [...this.keys.filter((key) => key !== event.code), event.code];
  }

  private press(command: number): void {
    this.buttons = [...this.buttons, command];
    this.taps.push(command);
  }

  private release(command: number): void {
    this.buttons = this.buttons.filter((held) => held !== command);
  }

  /** What is commanded now. */
  take(): number {
    if (this.view.pulses) return this.view.command([], this.taps.splice(0, 1));
    const taps = this.taps.splice(0).filter((command) => !this.buttons.includes(command));
    return this.view.command(this.keys, [...this.buttons, ...taps]);
  }
}
