/** Everybody and everything, as dots; people point where they face. */
import type { Overlay } from "./overlay";
import { ANIMALS } from "../wire/state";
import { KIND_COLOURS } from "./colour-scale";

export const KINDS = [
  { kind: "human", label: "people (humans)", colour: KIND_COLOURS[0] },
  { kind: "inhabitant", label: "people (inhabitants)", colour: KIND_COLOURS[1] },
  { kind: "thing", label: "things", colour: KIND_COLOURS[2] },
  { kind: "animal", label: "animals", colour: KIND_COLOURS[3] },
] as const;

/** Headings come as 1/256 turn. */
const TURN = (Math.PI * 2) / 256;

/** Which of KINDS an entity is; things and animals come by their own names, such as "apple". */
export function kindIndex(kind: string): number {
  if (kind === "human" || kind === "inhabitant") return kind === "human" ? 0 : 1;
  return (ANIMALS as readonly string[]).includes(kind) ? 3 : 2;
}

export const entitiesOverlay: Overlay = {
  name: "Entities",
  legend: KINDS.map(({ label, colour }) => ({ label, colour })),
  draw(context, view, state, selected) {
    if (!state) return;
    for (const entity of state.entities) {
      const [x, y] = view.toScreen(entity.x, entity.y);
      if (x < -20 || y < -20 || x > view.width + 20 || y > view.height + 20) continue;
      const kind = kindIndex(entity.kind);
      const radius = kind === 2 ? 3 : Math.max(4, Math.min(9, view.scale * 0.5));
      context.fillStyle = KINDS[kind].colour;
      context.strokeStyle = "#12161d";
      context.lineWidth = 1.5;
      context.beginPath();
      if (kind === 2) context.rect(x - radius, y - radius, radius * 2, radius * 2);
      else context.arc(x, y, radius, 0, Math.PI * 2);
      context.fill();
      context.stroke();
      if (kind !== 2) {
        const angle = entity.heading * TURN;
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(x + Math.cos(angle) * radius * 2, y - Math.sin(angle) * radius * 2);
        context.stroke();
      }
      if (entity.id === selected) {
        context.strokeStyle = "#ffffff";
        context.lineWidth = 2.5;
        context.beginPath();
        context.arc(x, y, radius + 6, 0, Math.PI * 2);
        context.stroke();
      }
      if (entity.name && kind !== 2 && (view.scale > 3 || entity.id === selected)) {
        context.font = "12px system-ui, sans-serif";
        context.textAlign = "center";
        context.lineWidth = 3;
        context.strokeStyle = "#12161d";
        context.strokeText(entity.name, x, y - radius - 6);
        context.fillStyle = "#f4efe6";
        context.fillText(entity.name, x, y - radius - 6);
      }
    }
  },
};
