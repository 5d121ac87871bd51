/** Who looks for those who hide: the shape of the eyes that counts with its times, the parts of the body that were seen or not, the meter; and for the selected, why. */
import { viridisCss } from "./colour-scale";
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { LookLine } from "./reports";

const RIM = "rgba(255, 221, 120, 0.14)";
const SEEN = "#56b4e9";
const MISSED = "#d55e00";
const WORDS = "#f4efe6";

export const eyesOverlay: Overlay = {
  name: "Eyes",
  legend: [{ label: "where they notice", colour: "#ffdd78" }, { label: "part in sight", colour: SEEN }, { label: "part hidden", colour: MISSED }],
  scale: { low: "hidden", high: "noticed" },
  draw(context, view, state, selected) {
    if (!state) return;
    context.save();
    for (const look of state.looks) drawLook(context, view, look, selected === look.watcher || selected === look.target);
    context.restore();
  },
};

function drawLook(context: CanvasRenderingContext2D, view: MapView, look: LookLine, chosen: boolean): void {
  const at = (point: readonly [number, number]): [number, number] => view.toScreen(point[0], point[1]);
  if (look.shape) {
    context.fillStyle = RIM;
    context.beginPath();
    for (const point of look.shape.rim) context.lineTo(...at(point));
    context.closePath();
    context.fill();
  }
  context.strokeStyle = viridisCss(look.meter);
  context.lineWidth = chosen ? 3 : 1.5;
  context.beginPath();
  context.moveTo(...at(look.ends[0]));
  context.lineTo(...at(look.ends[1]));
  context.stroke();
  for (const part of look.parts) {
    const [x, y] = at(part.at);
    context.fillStyle = part.seen ? SEEN : MISSED;
    context.fillRect(x - 2, y - 2, 4, 4);
  }
  if (!chosen) return;
  const [x, y] = at(look.ends[0]);
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  context.fillStyle = WORDS;
  context.fillText(lookInWords(look), x, y + 24);
}

/** One look in a line. */
export function lookInWords(look: LookLine): string {
  const shape = look.shape ? `${look.shape.name} ${look.shape.least.toFixed(1)}–${look.shape.most.toFixed(1)} s, ` : "";
  return `${look.state}, ${Math.round(look.meter * 100)} %: ${shape}${look.why}`;
}
