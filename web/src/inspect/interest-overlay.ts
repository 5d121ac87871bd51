/** What the selected guest's character takes note of, by medium; the cells that are looked through for it; and of everybody near whether it is told of them, and why. */
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { ReportOf, StateMessage } from "./protocol";
import type { Question } from "./reports";

const ASK_EVERY = 500;
const MEDIA: Readonly<Record<string, string>> = { sight: "#ffdd78", speech: "#56b4e9", hearing: "#c79bff", smell: "#7bb662" };
const [TOLD, UNTOLD, CELLS] = ["#56b4e9", "#d55e00", "rgba(255, 255, 255, 0.5)"];
/** Pixels of a metre from which on it is written beside those who are not told of why, and beside everybody. */
const [READABLE, ROOMY] = [5, 14];

export class InterestOverlay implements Overlay {
  readonly name = "Interest of a guest";
  readonly legend = [
    ...Object.entries(MEDIA).map(([label, colour]) => ({ label, colour })),
    { label: "cells looked through", colour: CELLS }, { label: "told of", colour: TOLD }, { label: "not told of", colour: UNTOLD },
  ];
  shown: ReportOf<"interest"> | null = null;

  draw(context: CanvasRenderingContext2D, view: MapView, _state: StateMessage | null, selected: string | null): void {
    const { shown } = this;
    if (!shown || shown.id !== selected) return;
    const at = (point: readonly [number, number]): [number, number] => view.toScreen(point[0], point[1]);
    context.save();
    context.font = "11px system-ui, sans-serif";
    const [left, bottom] = at(shown.cells[0]);
    const [right, top] = at(shown.cells[1]);
    context.setLineDash([6, 5]);
    context.strokeStyle = CELLS;
    context.strokeRect(left, top, right - left, bottom - top);
    context.setLineDash([]);
    const [x, y] = at(shown.at);
    shown.rings.forEach(({ medium, what, metres }, n) => {
      const radius = metres * view.scale;
      context.strokeStyle = context.fillStyle = MEDIA[medium] ?? "#ffffff";
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.stroke();
      // Words stand where their rings are widest apart: one above, one below.
      context.textAlign = "center";
      if (radius > 30) write(context, `${what}: ${Math.round(metres)} m`, x, n % 2 === 0 ? y - radius - 4 : y + radius + 12);
    });
    context.textAlign = "left";
    for (const other of shown.others) {
      const [ox, oy] = at(other.at);
      context.fillStyle = context.strokeStyle = other.told ? TOLD : UNTOLD;
      context.beginPath();
      context.arc(ox, oy, 6, 0, 2 * Math.PI);
      context.stroke();
      if (view.scale < (other.told ? ROOMY : READABLE)) continue;
      write(context, other.why, ox + 9, oy + 14);
    }
    context.restore();
  }
}

/** Words that can be read on any ground. */
function write(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  context.save();
  context.lineWidth = 3;
  context.strokeStyle = "rgba(12, 17, 23, 0.8)";
  context.strokeText(text, x, y);
  context.fillStyle = "#f4efe6";
  context.fillText(text, x, y);
  context.restore();
}

/** Asks for it while it is shown and a guest's body is selected. */
export function askForInterest(shown: () => boolean, selected: () => string | null, state: () => StateMessage | null, send: (question: Question) => void): () => void {
  const ask = (): void => {
    const id = selected();
    const isGuest = id !== null && (state()?.guests.some(({ entity }) => entity === id) ?? false);
    if (id !== null && isGuest && shown() && !document.hidden) send({ to: "world", type: "interest", id });
  };
  window.setInterval(ask, ASK_EVERY);
  return ask;
}
