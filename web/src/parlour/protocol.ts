/** What the page and the host say to each other about tables, in JSON over `/parlour/ws`. */

export interface GameInfo {
  readonly name: string;
  readonly about: string;
  readonly seats: readonly number[];
}

export interface TableInfo {
  readonly table: string;
  readonly game: string;
  readonly seats: number;
  readonly players: readonly string[];
  readonly watchers: number;
}

/** Somebody at the table; `seat` is null for those who watch or wait. */
export interface Guest {
  readonly peer: number;
  readonly name: string;
  readonly seat: number | null;
}

export interface Welcome {
  readonly type: "table";
  readonly table: string;
  readonly game: string;
  readonly seats: number;
  readonly seed: number;
  readonly you: number;
  readonly view: number;
  readonly guests: readonly Guest[];
}

export type FromHost =
  | { readonly type: "hall"; readonly games: readonly GameInfo[]; readonly tables: readonly TableInfo[] }
  | Welcome
  | { readonly type: "company"; readonly view: number; readonly guests: readonly Guest[] }
  | { readonly type: "signal" | "relay"; readonly from: number; readonly data: string }
  | { readonly type: "closed"; readonly reason: string }
  | { readonly type: "pong"; readonly at: number }
  | { readonly type: "error"; readonly message: string };

export type ToHost =
  | { readonly type: "open"; readonly game: string; readonly seats: number; readonly name: string }
  | { readonly type: "join"; readonly table: string; readonly name: string; readonly watch: boolean }
  | { readonly type: "leave" | "ready" }
  | { readonly type: "signal" | "relay"; readonly to: number; readonly data: string };

const KNOWN = ["hall", "table", "company", "signal", "relay", "closed", "pong", "error"];

/** Reads a message; null if it is none. */
export function readMessage(text: string): FromHost | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("type" in value)) return null;
  return KNOWN.includes(String(value.type)) ? (value as FromHost) : null;
}
