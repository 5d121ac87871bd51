/** The one colour scale of all overlays: viridis, which colour-blind people and grey printers can read. */
const STOPS: readonly (readonly [number, number, number])[] = [
  [68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137], [53, 183, 121],
  [110, 206, 88], [181, 222, 43], [253, 231, 37],
];

/** Red, green and blue for a share of 0 to 1; what is outside takes the nearer end. */
export function viridis(share: number): readonly [number, number, number] {
  const at = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0)) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  const t = at - low;
  const [a, b] = [STOPS[low], STOPS[low + 1]];
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

export function viridisCss(share: number): string {
  const [r, g, b] = viridis(share).map(Math.round);
  return `rgb(${r} ${g} ${b})`;
}

/** Distinct colours for a few kinds of things (Okabe and Ito), told apart by colour-blind people. */
export const KIND_COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#d55e00", "#cc79a7", "#0072b2"] as const;
