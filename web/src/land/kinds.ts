/** The vocabulary of land. The place in each list is the number on the wire and never changes. */

export const ECOSYSTEMS = [
  "sea", "beach", "meadow", "forest", "pinewood", "heath", "marsh", "steppe", "desert", "rock", "tundra", "snow",
  "farmland", "town", "lake", "river",
] as const;
export type Ecosystem = (typeof ECOSYSTEMS)[number];

export const GROWTHS = [
  "oak", "birch", "pine", "spruce", "willow", "apple tree", "palm", "dead tree", "bush", "heather", "reed",
  "tall grass", "flower", "mushroom", "cactus", "stone", "boulder", "iron ore", "copper ore", "gold ore", "wheat",
  "ruin", "well", "fence", "lamp post", "stall", "signpost", "mine mouth",
] as const;
export type GrowthName = (typeof GROWTHS)[number];

export const THINGS = [
  "apple", "berries", "mushroom", "bread", "log", "stone", "axe", "lantern", "coin", "herb", "ore", "plank",
] as const;
export type ThingName = (typeof THINGS)[number];

export const PLACES = [
  "town", "well", "inn", "market", "smithy", "home", "crossroads", "mine", "ruin", "field", "bridge", "lookout",
] as const;

/** Kinds at or below this number can be cut down for wood. */
export const LAST_TREE = 7;
export const GROWTH_LAMP = GROWTHS.indexOf("lamp post");
export const THING_LANTERN = THINGS.indexOf("lantern");
export const THING_AXE = THINGS.indexOf("axe");
export const THING_HERB = THINGS.indexOf("herb");
export const THING_LOG = THINGS.indexOf("log");
export const THING_PLANK = THINGS.indexOf("plank");

const TRUNK_RADIUS: readonly number[] = [
  0.45, 0.25, 0.35, 0.35, 0.45, 0.35, 0.35, 0.35, 0, 0, 0, 0, 0, 0, 0.25, 0.4, 1.0, 0.4, 0.4, 0.4, 0, 1.0, 0.9, 0.3,
  0.12, 0.9, 0.12, 1.0,
];

/** Radius in metres that stops a walker, zero for what can be walked through. */
export function trunkRadius(kind: number, size: number): number {
  return (TRUNK_RADIUS[kind] * size) / 128;
}
