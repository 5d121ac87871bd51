/**
 * What the world's games told, read by the manifest of the welcome: this reader knows no game. The same as `herald/hearer.rs`.
 *
 * A letter that cannot be read changes nothing. Rows are new objects whenever something about them changes.
 */
import { BitReader } from "./bit-reader";
import { ProtocolError, outOfRange } from "./error";
import type { Extent, Field, Kind, Manifest } from "./host-messages";

/** Rows one holds at most. */
const MOST_ROWS = 16_384;
const COUNT_LIMIT = 2 ** 53;
const TICKS_PER_SECOND = 20;

export type Value = number | bigint | boolean | string | null;
export type Row = Readonly<Record<string, Value>>;

/** A row that stands. */
export interface Kept {
  readonly row: Row;
  /** The tick what is predicted goes on from. */
  readonly base: number;
}

/** Something that happened. */
export interface Call {
  readonly kind: string;
  readonly row: Row;
}

/** What a letter brought: of which kinds, and what happened. */
export interface Letter {
  readonly tick: number;
  readonly kinds: ReadonlySet<string>;
  readonly calls: readonly Call[];
}

type Entry =
  | { readonly what: "whole"; readonly kind: number; readonly key: bigint; readonly kept: Kept }
  | { readonly what: "change"; readonly kind: number; readonly key: bigint; readonly values: readonly (readonly [number, Value])[] }
  | { readonly what: "gone"; readonly kind: number; readonly key: bigint };

const NOTHING: ReadonlyMap<bigint, Kept> = new Map();

export class Hearer {
  /** The tick of the newest letter. */
  tick = 0;
  private readonly kinds: readonly Kind[];
  private readonly numbers = new Map<string, number>();
  private readonly held: readonly Map<bigint, Kept>[];
  /** For each kind the fields that are predicted, or by which others are. */
  private readonly going: readonly ReadonlySet<number>[];
  private readonly kindBits: number;

  constructor(manifest: Manifest) {
    check(manifest);
    this.kinds = manifest.kinds;
    this.kinds.forEach(({ name }, number) => this.numbers.set(name, number));
    this.held = this.kinds.map(() => new Map<bigint, Kept>());
    this.going = this.kinds.map(going);
    this.kindBits = bitsOf(Math.max(0, this.kinds.length - 1));
  }

  /** All rows of a kind, by key. */
  rows(kind: string): ReadonlyMap<bigint, Kept> {
    const number = this.numbers.get(kind);
    return number === undefined ? NOTHING : this.held[number];
  }

  /** Takes a letter in; throws a ProtocolError. */
  take(bytes: Uint8Array): Letter {
    const r = new BitReader(bytes);
    const tick = r.numberBelow(7, "tick", Number.MAX_SAFE_INTEGER);
    const [entries, calls, kinds] = this.read(r, tick);
    r.end();
    for (const entry of entries) this.apply(entry, tick);
    this.tick = tick;
    return { tick, kinds, calls };
  }

  private read(r: BitReader, tick: number): [Entry[], Call[], Set<string>] {
    const [entries, calls, kinds]: [Entry[], Call[], Set<string>] = [[], [], new Set()];
    const stands = new Map<string, boolean>();
    let held = this.held.reduce((sum, rows) => sum + rows.size, 0);
    while (r.bit()) {
      const kind = r.bits(this.kindBits);
      const form = this.kinds[kind];
      if (!form) throw outOfRange("kind", kind);
      kinds.add(form.name);
      const what = r.bits(2);
      if (what === 3) {
        calls.push({ kind: form.name, row: readRow(r, form) });
        continue;
      }
      const key = r.big(7);
      const mark = `${kind} ${key}`;
      const there = stands.get(mark) ?? this.held[kind].has(key);
      stands.set(mark, what !== 2);
      if (what === 0) {
        const age = form.policy === "reckoned" ? r.numberBelow(7, "age", Number.MAX_SAFE_INTEGER) : 0;
        held += there ? 0 : 1;
        if (held > MOST_ROWS) throw outOfRange("rows", held);
        entries.push({ what: "whole", kind, key, kept: { row: readRow(r, form), base: Math.max(0, tick - age) } });
      } else if (what === 1) {
        if (!there) throw new ProtocolError(`row ${key} of ${form.name} changes and was never told`);
        const told = form.fields.map(() => r.bit());
        const values = form.fields.flatMap((field, n) => (told[n] ? [[n, readValue(r, field)] as const] : []));
        entries.push({ what: "change", kind, key, values });
      } else {
        held -= there ? 1 : 0;
        entries.push({ what: "gone", kind, key });
      }
    }
    return [entries, calls, kinds];
  }

  private apply(entry: Entry, tick: number): void {
    const rows = this.held[entry.kind];
    if (entry.what === "gone") rows.delete(entry.key);
    else if (entry.what === "whole") rows.set(entry.key, entry.kept);
    else {
      const before = rows.get(entry.key);
      if (!before) return;
      const row = Object.assign(blank(), before.row);
      let { base } = before;
      for (const [n, value] of entry.values) {
        row[this.kinds[entry.kind].fields[n].name] = value;
        if (this.going[entry.kind].has(n)) base = tick;
      }
      rows.set(entry.key, { row, base });
    }
  }
}

/** A number of a row, gone on by itself until a tick. */
export function goneOn(kept: Kept, value: number, rate: number, tick: number): number {
  return value + (rate * (tick - kept.base)) / TICKS_PER_SECOND;
}

/** Names come from the host: no name means anything to an object without ancestors. */
function blank(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

function readRow(r: BitReader, { fields }: Kind): Row {
  const row = blank();
  for (const field of fields) row[field.name] = readValue(r, field);
  return row;
}

function readValue(r: BitReader, { extent, optional }: Field): Value {
  if (optional && !r.bit()) return null;
  switch (extent.kind) {
    case "flag":
      return r.bit();
    case "whole":
      return extent.least + readCode(r, extent);
    case "real":
      return extent.least + readCode(r, extent) / extent.steps;
    case "count":
      return r.numberBelow(7, "count", COUNT_LIMIT);
    case "id":
      return r.big(7);
    case "letters":
      return r.text("letters", extent.most);
  }
}

function readCode(r: BitReader, extent: Extent): number {
  const span = spanOf(extent);
  const code = r.bits(bitsOf(span));
  if (code > span) throw outOfRange("number", code);
  return code;
}

function spanOf(extent: Extent): number {
  if (extent.kind === "whole") return extent.most - extent.least;
  return extent.kind === "real" ? (extent.most - extent.least) * extent.steps : 0;
}

/** The fewest bits that hold a number below 2^32. */
function bitsOf(most: number): number {
  return 32 - Math.clz32(most);
}

function going({ fields, policy }: Kind): Set<number> {
  const all = new Set<number>();
  if (policy !== "reckoned") return all;
  fields.forEach(({ predicted }, n) => {
    if (!predicted) return;
    all.add(n);
    all.add(fields.findIndex(({ name }) => name === predicted.by));
  });
  return all;
}

/** Throws a ProtocolError if letters cannot be read by a manifest. */
function check({ kinds }: Manifest): void {
  unlike(kinds.map(({ name }) => name));
  for (const { name, fields } of kinds) {
    unlike(fields.map((field) => field.name));
    const steady = (field: Field | undefined): boolean => !!field && !field.optional && ["whole", "real"].includes(field.extent.kind);
    for (const field of fields) {
      const { extent, predicted } = field;
      const span = spanOf(extent);
      if ((extent.kind === "whole" || extent.kind === "real") && !(span >= 1 && span < 2 ** 32)) {
        throw new ProtocolError(`the range of ${name}: ${field.name} is empty or needs more than 32 bits`);
      }
      const by = predicted && fields.find((other) => other.name === predicted.by);
      if (predicted && !(steady(field) && by && steady(by) && !by.predicted)) throw new ProtocolError(`${name}: ${field.name} cannot go by ${predicted.by}`);
    }
  }
}

function unlike(names: readonly string[]): void {
  if (names.includes("") || new Set(names).size !== names.length) throw new ProtocolError("a name of what games tell is empty or stands twice");
}
