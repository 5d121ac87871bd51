/** Areas and chokes about the selected entity, the ways of the last noises there, and what is amiss. */
import { KIND_COLOURS } from "./colour-scale";
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { PlacesMessage } from "./protocol";
import type { Question } from "./reports";

const ASK_EVERY = 1000;
const TINTS: Readonly<Record<string, string>> = { room: "#d9a05b", yard: "#7bb662", street: "#8d99ae", open: "#4f8a5b", roof: "#b56576" };
const CHOKES: Readonly<Record<string, string>> = { door: "#ffffff", window: "#56b4e9", gap: "#9a9a9a", stairs: "#e69f00" };
const NOISE = KIND_COLOURS[4];
const AMISS = KIND_COLOURS[3];

export class PlacesOverlay implements Overlay {
  readonly name = "Areas and noises";
  readonly legend = [
    ...Object.entries(TINTS).map(([label, colour]) => ({ label, colour })),
    ...Object.entries(CHOKES).map(([label, colour]) => ({ label, colour })),
    { label: "way of a noise", colour: NOISE }, { label: "amiss", colour: AMISS },
  ];
  shown: PlacesMessage | null = null;

  draw(context: CanvasRenderingContext2D, view: MapView): void {
    const { shown } = this;
    if (!shown) return;
    context.save();
    for (const { kind, low, high } of shown.areas) {
      const [left, top] = view.toScreen(low[0], high[1]);
      context.globalAlpha = 0.35;
      context.fillStyle = TINTS[kind] ?? "#888888";
      context.fillRect(left, top, (high[0] - low[0]) * view.scale, (high[1] - low[1]) * view.scale);
    }
    context.globalAlpha = 1;
    for (const { kind, at } of shown.chokes) {
      context.fillStyle = CHOKES[kind] ?? "#888888";
      context.beginPath();
      context.arc(...view.toScreen(at[0], at[1]), Math.max(1.5, 0.25 * view.scale), 0, 2 * Math.PI);
      context.fill();
    }
    context.strokeStyle = context.fillStyle = NOISE;
    context.font = "11px sans-serif";
    for (const noise of shown.noises) {
      for (const { loudness, corners } of noise.heard) {
        context.globalAlpha = 0.3 + 0.7 * loudness;
        context.beginPath();
        corners.forEach(([x, y], index) => (index === 0 ? context.moveTo(...view.toScreen(x, y)) : context.lineTo(...view.toScreen(x, y))));
        context.stroke();
      }
      context.globalAlpha = 1;
      context.fillText(noise.sound, ...view.toScreen(noise.at[0], noise.at[1]));
    }
    context.fillStyle = AMISS;
    for (const { what, at } of shown.amiss) context.fillText(`! ${what}`, ...view.toScreen(at[0], at[1]));
    context.restore();
  }
}

/** Asks for them while they are shown; what they are about follows who is selected. */
export function askForPlaces(shown: () => boolean, selected: () => string | null, send: (question: Question) => void): () => void {
  const ask = (): void => {
    if (shown() && !document.hidden) send({ to: "world", type: "places", id: selected() });
  };
  window.setInterval(ask, ASK_EVERY);
  return ask;
}
