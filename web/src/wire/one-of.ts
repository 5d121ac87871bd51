import { outOfRange } from "./error";

/** The item with a number from the wire. */
export function oneOf<T>(all: readonly T[], field: string, value: number): T {
  if (value >= all.length) throw outOfRange(field, value);
  return all[value];
}

/** A number from the wire that must name one of `all`. */
export function indexOf(all: readonly unknown[], field: string, value: number): number {
  if (value >= all.length) throw outOfRange(field, value);
  return value;
}
