/** Layers of influence about a fighter, as the host works them out. */
import { byId, make } from "../ui/element";
import { KIND_COLOURS, viridisCss } from "./colour-scale";
import { short } from "./fields-overlay";
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { InfluenceMessage } from "./protocol";
import type { Question } from "./reports";

const ASK_EVERY = 500;
const OPACITY = 0.6;
/** Territory: own, contested, theirs. */
const HOLDS = [KIND_COLOURS[1], KIND_COLOURS[3], KIND_COLOURS[4]] as const;

export class InfluenceOverlay implements Overlay {
  readonly name = "Influence of fighters";
  readonly legend = [
    { label: "own ground (territory)", colour: HOLDS[0] }, { label: "contested", colour: HOLDS[1] }, { label: "theirs", colour: HOLDS[2] },
  ];
  shown: InfluenceMessage | null = null;

  get scale() {
    return this.shown?.layer === "territory" ? { low: "", high: "" } : { low: "0", high: short(this.most()) };
  }

  draw(context: CanvasRenderingContext2D, view: MapView): void {
    const { shown } = this;
    if (!shown || shown.side === 0) return;
    const [left, south] = shown.corner;
    const { side } = shown;
    const most = this.most();
    context.save();
    context.globalAlpha = OPACITY;
    shown.values.forEach((value, index) => {
      if (value === null) return;
      const [x, y] = view.toScreen(left + (index % side), south + Math.floor(index / side) + 1);
      context.fillStyle = shown.layer === "territory" ? HOLDS[value] : viridisCss(value / most);
      context.fillRect(x, y, view.scale + 0.5, view.scale + 0.5);
    });
    context.globalAlpha = 1;
    context.strokeStyle = "rgba(255, 255, 255, 0.5)";
    context.strokeRect(...view.toScreen(left, south + side), side * view.scale, side * view.scale);
    context.restore();
  }

  private most(): number {
    return Math.max(1e-6, ...(this.shown?.values ?? []).map((value) => value ?? 0));
  }
}

/** Choosing a layer; what it is about follows who is selected. */
export class InfluencePanel {
  private readonly choice = byId<HTMLSelectElement>("influence-layer");

  constructor(
    private readonly overlay: InfluenceOverlay, private readonly send: (question: Question) => void, private readonly shown: () => boolean,
    private readonly selected: () => string | null, private readonly changed: () => void,
  ) {
    this.choice.addEventListener("change", () => this.ask());
    window.setInterval(() => this.ask(), ASK_EVERY);
  }

  ask(): void {
    if (this.shown() && !document.hidden) this.send({ to: "world", type: "influence", layer: this.choice.value, id: this.selected() });
  }

  show(message: InfluenceMessage): void {
    if (this.choice.childElementCount !== message.layers.length) {
      this.choice.replaceChildren(...message.layers.map((name) => make("option", "", name)));
      this.choice.value = message.layer;
    }
    if (message.layer !== this.choice.value) return;
    this.overlay.shown = message;
    byId("influence-sides").textContent =
      message.of === null ? "Nobody fights." :
      message.theirs.length === 0 ? `About ${message.of}, who fights nobody.` :
      `As ${message.of} sees it: ${message.own.join(", ")} against ${message.theirs.join(", ")}.`;
    this.changed();
  }
}
