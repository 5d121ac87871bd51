/** The vocabulary of land. The place in each list is the number on the wire and never changes. */
import { ECOSYSTEMS, GROWTHS, GROWTHS_TRUNK_RADIUS, ORDINARY_SIZE, THINGS } from "../wire/generated";

export { ECOSYSTEMS, GROWTHS, PLACES, THINGS } from "../wire/generated";
export type Ecosystem = (typeof ECOSYSTEMS)[number];
export type GrowthName = (typeof GROWTHS)[number];
export type ThingName = (typeof THINGS)[number];

/** Kinds at or below this number can be cut down for wood. */
export const LAST_TREE = GROWTHS.indexOf("dead tree");
export const GROWTH_LAMP = GROWTHS.indexOf("lamp post");
/** Things that are worn, in the order of the guises they make. */
export const WORN = [THINGS.indexOf("hood"), THINGS.indexOf("guard's coat")];
export const THING_GRAVESTONE = THINGS.indexOf("gravestone");
export const THING_LANTERN = THINGS.indexOf("lantern");
export const THING_AXE = THINGS.indexOf("axe");
export const THING_HERB = THINGS.indexOf("herb");
export const THING_LOG = THINGS.indexOf("log");
export const THING_PLANK = THINGS.indexOf("plank");

/** Radius in metres that stops a walker, zero for what can be walked through. */
export function trunkRadius(kind: number, size: number): number {
  return (GROWTHS_TRUNK_RADIUS[kind] * size) / ORDINARY_SIZE;
}
