/**
 * What a guest is told of a body or a thing, in the whole numbers that travel. Sender and receiver predict it alike
 * with integer arithmetic; only what differs from the prediction is sent.
 */
import { BEINGS, BEINGS_PERSON } from "./generated";
import type { EntityId } from "./vocabulary";

export const STEPS_PER_METRE = 128;
export const SPEED_STEPS = 16;
/** Prediction stops after this many ticks. */
export const PREDICTION_LIMIT = 20;
const UNIT = 1 << 14;

export interface EntityState {
  /** Place in 1/128 m. */
  readonly x: number;
  readonly y: number;
  /** Direction of travel in 1/256 turn, speed in 1/16 m/s. */
  readonly course: number;
  readonly speed: number;
  /** Direction faced in 1/256 turn. */
  readonly heading: number;
  readonly level: number;
  /** Number of one of POSES. */
  readonly pose: number;
  /** One of GESTURES in the lower four bits, a counter in the two above. */
  readonly gesture: number;
  /** 0 nothing, otherwise a number of THINGS plus one. */
  readonly held: number;
  readonly health: number;
}

/** Who lives and moves. */
export type BeingName = (typeof BEINGS)[number];
export type AnimalName = Exclude<BeingName, "human" | "inhabitant">;
export const ANIMALS = BEINGS.filter((_, number) => BEINGS_PERSON[number] === 0) as AnimalName[];

/** Whether one can talk to it. */
export function isPerson(kind: Card["kind"]): kind is "human" | "inhabitant" {
  return kind !== "thing" && BEINGS_PERSON[BEINGS.indexOf(kind)] === 1;
}

/** Where in the number that chooses looks it is said how somebody is dressed, by number of GUISES. */
export const GUISE_SHIFT = 30;
/** And below that, how far in life they are, by number of STAGES_OF_LIFE; what is below is their own. */
export const STAGE_SHIFT = 28;

/** What does not change while an entity is in view. */
export interface Card {
  readonly id: EntityId;
  readonly kind: BeingName | "thing";
  /** Number of one of THINGS; -1 for who lives. */
  readonly thing: number;
  readonly name: string;
  readonly look: number;
}

const COSINES = Int32Array.from({ length: 256 }, (_, n) => Math.round(Math.cos((n * Math.PI * 2) / 256) * UNIT));

/** Cosine and sine of a course, scaled by 2^14 and rounded. */
export function courseVector(course: number): readonly [number, number] {
  return [COSINES[course & 255], COSINES[(course - 64) & 255]];
}

const saturated = (value: number): number => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value));

/** The state `ticks` later if it goes straight on. */
export function predicted(state: EntityState, ticks: number): EntityState {
  if (state.speed === 0) return state;
  const count = Math.min(Math.max(ticks, 0), PREDICTION_LIMIT);
  const [cos, sin] = courseVector(state.course);
  const way = (part: number): number => Math.floor((state.speed * part * count + 20480) / 40960);
  return { ...state, x: saturated(state.x + way(cos)), y: saturated(state.y + way(sin)) };
}

export function metresToSteps(metres: number): number {
  return Math.floor(metres * STEPS_PER_METRE + 0.5);
}
