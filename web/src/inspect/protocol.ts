/** Reading and writing what the inspector and the host say to each other: JSON over a WebSocket. Its types are written by the host. */
import type { Question, Report } from "./reports";

/** A report of one kind. */
export type ReportOf<Kind extends Report["type"]> = Extract<Report, { readonly type: Kind }>;
export type StateMessage = ReportOf<"state">;
export type EntityMessage = ReportOf<"entity">;
export type FieldMessage = ReportOf<"field">;
export type InfluenceMessage = ReportOf<"influence">;
export type PlacesMessage = ReportOf<"places">;
export type MindMessage = ReportOf<"mind">;
export type SpreadMessage = ReportOf<"spread">;
export type LayerMessage = ReportOf<"layer">;

/** A message as the host reads it; seeds have 64 bits, more than JSON.stringify would write. */
export function writeMessage(question: Question): string {
  return question.type === "new-world" ? `{"to":"host","type":"new-world","seed":${question.seed}}` : JSON.stringify(question);
}

/** The seed a person wrote, or null when it is none. */
export function readSeed(text: string): bigint | null {
  if (!/^\d{1,20}$/.test(text.trim())) return null;
  const seed = BigInt(text.trim());
  return seed < 1n << 64n ? seed : null;
}

/** The lists without which a report of a kind is none, and is not read at all. */
const LISTS: { readonly [Kind in Report["type"]]: readonly (keyof ReportOf<Kind>)[] } = {
  state: ["entities", "looks", "guests", "ticks"],
  entity: ["commands"],
  field: ["tiles", "names", "events"],
  influence: ["values", "layers"],
  places: ["areas", "chokes", "noises", "amiss"],
  meter: ["techniques"],
  interest: ["cells", "rings", "others"],
  mind: [],
  spread: ["steps"],
  layer: ["marks"],
  done: [],
  error: [],
  notice: [],
};

/** A report in a text from the host, or null for what is none. */
export function readMessage(text: string): Report | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const report = value as Record<string, unknown>;
  const lists: readonly string[] | undefined = Object.entries(LISTS).find(([kind]) => kind === report.type)?.[1];
  return lists?.every((name) => Array.isArray(report[name])) ? (value as Report) : null;
}
