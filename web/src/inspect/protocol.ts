/** What the inspector and the host say to each other: JSON over a WebSocket. */
import type { FightsReport, InfluenceMessage } from "./fight-protocol";
import type { MindMessage, SpreadMessage } from "./mind-protocol";

export interface EntityDot {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly level: number;
  readonly heading: number;
  readonly pose: string;
  readonly health: number;
  readonly guest: string | null;
}

export interface GuestRow {
  readonly id: string;
  readonly name: string;
  readonly human: boolean;
  readonly address: string;
  readonly transport: string;
  /** Bytes since it came. */
  readonly bytes_in: number;
  readonly bytes_out: number;
  /** How many entities it perceives. */
  readonly perceives: number;
  readonly entity: string | null;
}

export interface TickTime {
  readonly tick: number;
  readonly total_ms: number;
  /** Milliseconds by stage, in the order they run. */
  readonly stages: Readonly<Record<string, number>>;
}

/** Where the selected walker means to go; null corners if it tells nobody. */
export interface PlanLine {
  readonly id: string;
  readonly corners: readonly (readonly [number, number])[] | null;
}

export interface StateMessage {
  readonly type: "state";
  readonly tick: number;
  readonly paused: boolean;
  readonly entities: readonly EntityDot[];
  readonly guests: readonly GuestRow[];
  readonly ticks: readonly TickTime[];
  /** Of whom was selected last. */
  readonly plan: PlanLine | null;
  /** Fights among the host's own inhabitants; null before the first. */
  readonly fights?: FightsReport | null;
  /** 0 midnight to 1. */
  readonly time_of_day: number;
}

export interface EntityMessage {
  readonly type: "entity";
  readonly id: string;
  readonly components: Readonly<Record<string, unknown>>;
  readonly commands: readonly { readonly tick: number; readonly text: string }[];
}

/** A tile of cells, row by row from the south; `second` is the other number of a vector. */
export interface FieldTile {
  readonly x: number;
  readonly y: number;
  readonly values: readonly number[];
  readonly second: readonly number[] | null;
}

export interface FieldMessage {
  readonly type: "field";
  readonly name: string;
  /** A vector is polar (angle, length) or cartesian (east, north). */
  readonly kind: "scalar" | "polar" | "cartesian";
  /** Every field there is, and every kind of event. */
  readonly names: readonly string[];
  readonly events: readonly string[];
  /** Cells along a tile's side. */
  readonly side: number;
  readonly cell_metres: number;
  readonly tiles: readonly FieldTile[];
}

export type FromInspected =
  | StateMessage
  | EntityMessage
  | FieldMessage
  | InfluenceMessage
  | MindMessage
  | SpreadMessage
  | { readonly type: "error" | "notice"; readonly text: string }
  | { readonly type: "done" };

export type ToInspected =
  | { readonly type: "select"; readonly id: string }
  | { readonly type: "mind"; readonly id: string }
  | { readonly type: "spread"; readonly matter: string }
  | { readonly type: "token"; readonly token: string }
  | { readonly type: "pause" | "resume" | "step" }
  | { readonly type: "move"; readonly id: string; readonly x: number; readonly y: number }
  | { readonly type: "grant"; readonly id: string; readonly thing: string }
  | { readonly type: "appoint"; readonly id: string; readonly guard: boolean }
  | { readonly type: "field"; readonly name: string }
  | { readonly type: "influence"; readonly layer: string; readonly id: string | null }
  | { readonly type: "set-field"; readonly name: string; readonly cell: readonly [number, number]; readonly value: number }
  | {
      readonly type: "befall";
      readonly kind: string;
      readonly cell: readonly [number, number];
      readonly radius: number;
      readonly strength: number;
      readonly span: number;
    }
  | { readonly type: "new-world"; readonly seed: bigint };

/** A message as the host reads it; seeds have 64 bits, more than JSON.stringify would write. */
export function writeMessage(message: ToInspected): string {
  return message.type === "new-world" ? `{"type":"new-world","seed":${message.seed}}` : JSON.stringify(message);
}

/** The seed a person wrote, or null when it is none. */
export function readSeed(text: string): bigint | null {
  if (!/^\d{1,20}$/.test(text.trim())) return null;
  const seed = BigInt(text.trim());
  return seed < 1n << 64n ? seed : null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A message in a text from the host, or null for what is none. */
export function readMessage(text: string): FromInspected | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  switch (value.type) {
    case "state":
      return Array.isArray(value.entities) && Array.isArray(value.guests) && Array.isArray(value.ticks)
        ? (value as unknown as StateMessage)
        : null;
    case "entity":
      return isObject(value.components) && Array.isArray(value.commands) ? (value as unknown as EntityMessage) : null;
    case "field":
      return Array.isArray(value.tiles) && Array.isArray(value.names) && Array.isArray(value.events)
        ? (value as unknown as FieldMessage)
        : null;
    case "influence":
      return Array.isArray(value.values) && Array.isArray(value.layers) ? (value as unknown as InfluenceMessage) : null;
    case "mind":
      return value.mind === null || isObject(value.mind) ? (value as unknown as MindMessage) : null;
    case "spread":
      return Array.isArray(value.steps) ? (value as unknown as SpreadMessage) : null;
    case "done":
      return { type: "done" };
    case "error":
    case "notice":
      return { type: value.type, text: String(value.text) };
    default:
      return null;
  }
}
