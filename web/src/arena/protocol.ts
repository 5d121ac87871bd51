/** What the page and its table on the server say to each other, in JSON over `/arena/ws`. */

export interface Cell {
  /** 0 for First, 1 for Second, null for nobody. */
  readonly owner: 0 | 1 | null;
  readonly text: string;
}

export interface LegalMove {
  readonly name: string;
  /** Cells to click, in order; empty if the move is chosen by name. */
  readonly squares: readonly number[];
}

export interface TableMessage {
  readonly type: "table";
  readonly game: string;
  readonly board: { readonly width: number; readonly cells: readonly Cell[]; readonly notes: readonly string[] };
  readonly turn: "first" | "second" | "chance" | null;
  readonly result: string | null;
  readonly legal: readonly LegalMove[];
  readonly history: readonly string[];
  readonly engines: readonly string[];
}

export interface Candidate {
  readonly name: string;
  readonly value: number;
  readonly visits: number;
  readonly proven: boolean;
}

export interface ThoughtMessage {
  readonly type: "thought";
  readonly engine: string;
  readonly done: boolean;
  readonly moves: readonly string[];
  readonly line: readonly string[];
  /** For the side to move. */
  readonly value: number;
  readonly bounds: readonly [number, number];
  readonly ending: string;
  readonly candidates: readonly Candidate[];
  readonly nodes: number;
  readonly iterations: number;
  readonly depth: number;
  readonly why: string;
}

export interface ErrorMessage {
  readonly type: "error";
  readonly message: string;
}

export type FromTable = TableMessage | ThoughtMessage | ErrorMessage;

export type ToTable =
  | { readonly type: "open"; readonly game: string; readonly position?: string }
  | { readonly type: "play"; readonly move: string }
  | { readonly type: "think"; readonly engine: string; readonly play: boolean }
  | { readonly type: "stop" }
  | { readonly type: "undo"; readonly moves: number };

export interface GameInfo {
  readonly name: string;
  readonly about: string;
  readonly engines: readonly string[];
}

/** Reads a message; null if it is none. */
export function readMessage(text: string): FromTable | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || !("type" in value)) return null;
  const known = ["table", "thought", "error"];
  return known.includes(String(value.type)) ? (value as FromTable) : null;
}
