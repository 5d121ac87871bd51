/** Angles in tenths of a degree and their sines in whole numbers; the same as `round` of the crate `wold-parlour`. */

export const CIRCLE = 3600;
/** What a sine of one is. */
export const ONE = 16_384;

/** The remainder that is never negative. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** `a * b / c` towards zero; exact, since the product stays below 2^53. Never minus nought, which is no whole number. */
export function scaled(a: number, b: number, c: number): number {
  return Math.trunc((a * b) / c) + 0;
}

export function sine(angle: number): number {
  const whole = modulo(angle, CIRCLE);
  const half = whole % (CIRCLE / 2);
  const product = half * (CIRCLE / 2 - half);
  const value = Math.trunc((4 * product * ONE) / (4_050_000 - product));
  return whole < CIRCLE / 2 ? value : 0 - value;
}

export function cosine(angle: number): number {
  return sine(angle + CIRCLE / 4);
}

/** An angle between minus and plus half a circle. */
export function turned(angle: number): number {
  return modulo(angle + CIRCLE / 2, CIRCLE) - CIRCLE / 2;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
