/** Searches of the host's own inhabitants: the last known place of who is looked for, and every spot by what has become of it. */
import type { Overlay } from "./overlay";
import type { SearchReport } from "./reports";

/** Colours of spots, by the host's words for what has become of them. */
export const SPOTS = { unsearched: "#f2b134", "in-progress": "#ff5a3c", searched: "#3fbf6f" } as const;
const LAST = "#ffffff";

export const searchesOverlay: Overlay = {
  name: "Searches",
  legend: [
    { label: "last known place", colour: LAST }, { label: "not looked at", colour: SPOTS.unsearched },
    { label: "somebody is on the way", colour: SPOTS["in-progress"] }, { label: "nobody there", colour: SPOTS.searched },
  ],
  draw(context, view, state) {
    for (const search of state?.fights?.searches ?? []) {
      const radius = Math.max(2.5, view.scale * 0.25);
      for (const spot of search.spots) {
        const [x, y] = view.toScreen(spot.x, spot.y);
        context.fillStyle = SPOTS[spot.state];
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
      }
      const [x, y] = view.toScreen(...search.last);
      const arm = Math.max(6, view.scale * 0.6);
      context.strokeStyle = LAST;
      context.lineWidth = 2.5;
      context.beginPath();
      context.moveTo(x - arm, y - arm);
      context.lineTo(x + arm, y + arm);
      context.moveTo(x - arm, y + arm);
      context.lineTo(x + arm, y - arm);
      context.stroke();
    }
  },
};

/** What is said of somebody's part in a search; empty if it has none. */
export function searchInWords(searches: readonly SearchReport[] | undefined, id: string | null): string {
  const search = searches?.find((one) => one.searchers.some((who) => who === id));
  if (!search) return "";
  const open = search.spots.filter((spot) => spot.state === "unsearched").length;
  return `Looks for ${search.name ?? "what it noticed"} (${search.mode}, ${search.phase}): ${open} of ${search.spots.length} spots left.`;
}
