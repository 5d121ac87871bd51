/** Nets that hand out what is scarce: where on the map, and each drawn with its tokens. */
import { make } from "../ui/element";
import type { Overlay } from "./overlay";
import type { NetReport } from "./reports";

const HELD = "#3fbf6f";
const WAITING = "#7fb4ff";

export const netsOverlay: Overlay = {
  name: "Scarce places",
  legend: [{ label: "in use", colour: HELD }, { label: "how many wait", colour: WAITING }],
  draw(context, view, state) {
    for (const net of state?.fights?.nets ?? []) {
      const [x, y] = view.toScreen(net.x, net.y);
      const radius = Math.max(8, view.scale * 0.9);
      context.lineWidth = 3;
      context.strokeStyle = net.has.length > 0 ? HELD : WAITING;
      context.strokeRect(x - radius, y - radius, radius * 2, radius * 2);
      context.font = "bold 13px system-ui, sans-serif";
      context.textAlign = "center";
      context.fillStyle = WAITING;
      context.strokeStyle = "#12161d";
      const text = `${net.waiting.length} wait`;
      context.strokeText(text, x, y + radius + 15);
      context.fillText(text, x, y + radius + 15);
    }
  },
};

/** What a net says of somebody, in words; empty if it has nothing to do with them. */
export function netInWords(nets: readonly NetReport[] | undefined, id: string | null): string {
  const net = nets?.find((one) => [...one.has, ...one.waiting].some((who) => who === id));
  if (!net) return "";
  if (net.has.some((who) => who === id)) return `Has ${net.name}; ${net.waiting.length} wait for it.`;
  return `Waits for ${net.name}, with ${net.waiting.length - 1} others.`;
}

/** Fills the list of nets; pictures that did not change are left alone. */
export function fillNets(root: HTMLElement, nets: readonly NetReport[], name: (id: string) => string): void {
  if (root.childElementCount !== nets.length) root.replaceChildren(...nets.map(() => netFigure()));
  nets.forEach((net, index) => {
    const [text, picture] = root.children[index].children as unknown as [HTMLElement, HTMLImageElement];
    const who = (ids: readonly string[]): string => (ids.length > 0 ? ids.map(name).join(", ") : "nobody");
    text.textContent = `${net.name.charAt(0).toUpperCase()}${net.name.slice(1)} at ${Math.round(net.x)}, ${Math.round(net.y)}: ${who(net.has)} has it. Waiting: ${who(net.waiting)}. Served so far: ${net.served}.`;
    const source = `data:image/svg+xml,${encodeURIComponent(net.svg)}`;
    if (picture.src !== source) picture.src = source;
    picture.alt = `The net of ${net.name} with its tokens`;
  });
}

function netFigure(): HTMLElement {
  const figure = make("figure", "net");
  figure.append(make("figcaption", "quiet"), make("img"));
  return figure;
}
