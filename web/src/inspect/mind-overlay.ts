/** What minds let be marked, over the map: a disc about whoever shows something, coloured by its kind and larger the stronger it is; a square where the mark is elsewhere. Of the selected one
 * a line leads there, and from there a dashed one to where whom it is about truly is. */
import type { MapView } from "./map-view";
import type { LegendEntry, Overlay } from "./overlay";
import type { LayerMessage, StateMessage } from "./protocol";
import type { MindMark, Question } from "./reports";

const ASK_EVERY = 1000;

/** A layer that minds offer, and how it is shown. */
export interface MindLayer {
  readonly name: string;
  /** By which name the host knows it. */
  readonly layer: string;
  /** Kinds of marks with a colour of their own. */
  readonly kinds: Readonly<Record<string, LegendEntry>>;
  /** All others; without it they are not drawn. */
  readonly others?: LegendEntry;
}

export class MindOverlay implements Overlay {
  readonly name: string;
  readonly layer: string;
  readonly legend: readonly LegendEntry[];
  private marks: readonly MindMark[] = [];

  constructor(private readonly shows: MindLayer) {
    this.name = shows.name;
    this.layer = shows.layer;
    this.legend = [...Object.values(shows.kinds), ...(shows.others ? [shows.others] : [])];
  }

  show(message: LayerMessage): void {
    this.marks = message.marks;
  }

  colourOf(mark: MindMark): string | null {
    return (this.shows.kinds[mark.kind] ?? this.shows.others)?.colour ?? null;
  }

  draw(context: CanvasRenderingContext2D, view: MapView, state: StateMessage | null, selected: string | null): void {
    const bodies = new Map(state?.entities.map((entity) => [entity.id, entity]));
    const named = new Map(state?.entities.map((entity) => [entity.name, entity]));
    context.save();
    context.strokeStyle = "#12161d";
    for (const mark of this.marks) {
      const [colour, body] = [this.colourOf(mark), bodies.get(mark.id)];
      if (colour === null || !body) continue;
      const own = view.toScreen(body.x, body.y);
      const [x, y] = mark.at === null ? own : view.toScreen(...mark.at);
      const radius = Math.max(8, view.scale) * (0.6 + 0.6 * mark.strength);
      context.fillStyle = colour;
      context.lineWidth = 1.5;
      context.beginPath();
      if (mark.at === null) context.arc(x, y, radius, 0, Math.PI * 2);
      else context.rect(x - radius / 2, y - radius / 2, radius, radius);
      context.fill();
      context.stroke();
      if (mark.at === null || mark.id !== selected) continue;
      context.save();
      context.strokeStyle = colour;
      context.lineWidth = 2.5;
      context.beginPath();
      context.moveTo(...own);
      context.lineTo(x, y);
      context.stroke();
      // A belief about somebody: from where they are thought to be to where they are.
      const truth = mark.about === null ? undefined : named.get(mark.about);
      if (truth) {
        context.setLineDash([6, 4]);
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(...view.toScreen(truth.x, truth.y));
        context.stroke();
      }
      context.restore();
    }
    context.restore();
  }
}

/** Asks for the layers that are shown, again and again; what is returned asks at once. */
export function askForLayers(overlays: readonly MindOverlay[], shown: (overlay: Overlay) => boolean, send: (question: Question) => void): () => void {
  const ask = (): void => {
    if (document.hidden) return;
    for (const overlay of overlays) if (shown(overlay)) send({ to: "minds", type: "layer", layer: overlay.layer });
  };
  window.setInterval(ask, ASK_EVERY);
  return ask;
}
