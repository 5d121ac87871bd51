/** The one legend of all overlays. */
import { byId, make } from "../ui/element";
import { viridisCss } from "./colour-scale";
import type { Overlay } from "./overlay";

/** The lowest map, in pixels, over which the whole legend fits without hiding most of it. */
const ROOMY = 420;

/** The legend of the inspector's map: it begins folded where the map is small, and says then which overlays are on. */
export function foldedLegend(overlays: readonly Overlay[], on: Set<Overlay>, changed: () => void): () => void {
  const [fold, names] = [byId<HTMLDetailsElement>("layers"), byId("layers-on")];
  const name = (): void => {
    names.textContent = overlays.filter((overlay) => on.has(overlay)).map((overlay) => overlay.name).join(", ");
  };
  fold.open = byId("map-panel").clientHeight >= ROOMY;
  name();
  return buildLegend(byId("legend"), overlays, on, () => {
    name();
    changed();
  });
}

/**
 * Lists every overlay with a switch, and what its colours mean while it is on; `changed` is told which are on. What is returned writes the
 * ends of scales anew.
 */
export function buildLegend(root: HTMLElement, overlays: readonly Overlay[], on: Set<Overlay>, changed: () => void): () => void {
  const ends: (() => void)[] = [];
  root.replaceChildren(
    ...overlays.map((overlay) => {
      const block = make("div", "legend-block");
      const label = make("label");
      const box = make("input");
      const meaning = make("div");
      box.type = "checkbox";
      box.checked = on.has(overlay);
      meaning.hidden = !box.checked;
      box.addEventListener("change", () => {
        if (box.checked) on.add(overlay);
        else on.delete(overlay);
        meaning.hidden = !box.checked;
        changed();
      });
      label.append(box, make("b", "", ` ${overlay.name}`));
      block.append(label, meaning);
      for (const entry of overlay.legend) {
        const row = make("div", "legend-row");
        const mark = make("i");
        mark.style.background = entry.colour;
        row.append(mark, entry.label);
        meaning.append(row);
      }
      if (overlay.scale) {
        const strip = make("div", "legend-strip");
        const stops = Array.from({ length: 10 }, (_, n) => viridisCss(n / 9)).join(", ");
        strip.style.background = `linear-gradient(to right, ${stops})`;
        const [low, high] = [make("span"), make("span")];
        const row = make("div", "legend-ends");
        row.append(low, high);
        meaning.append(strip, row);
        ends.push(() => {
          low.textContent = overlay.scale?.low ?? "";
          high.textContent = overlay.scale?.high ?? "";
        });
      }
      return block;
    }),
  );
  const refresh = (): void => ends.forEach((write) => write());
  refresh();
  return refresh;
}
