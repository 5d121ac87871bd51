/**
 * A guest's end of its snapshots. Keeps the last states it was sent, by packet number modulo 32, to find the baselines
 * that later packets are coded against. Whatever a lost packet held comes again, coded afresh.
 */
import { CHUNK_METRES } from "../land/chunk";
import { BitReader } from "./bit-reader";
import { readChunkPos } from "./chunk-pos";
import { ProtocolError, outOfRange } from "./error";
import { readBaseline, readEnter, readTag, readUpdate } from "./record";
import { Acks, seqSince } from "./seq";
import { predicted, type Card, type EntityState } from "./state";
import { MOST_TICKS, type EntityId } from "./vocabulary";

const OWN_STEPS = 4096;
const OWN_STEP_BITS = 17;
const OWN_SPEED_STEPS = 256;
const RING = 32;
const MOST_SLOTS = 4096;
const GAP_RICE = 3;

/** A guest's own body, exactly enough to predict from. */
export interface OwnState {
  /** Number of the last steering the world has applied. */
  readonly steering: number | null;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly level: number;
  readonly pose: number;
  readonly stamina: number;
  readonly health: number;
  readonly hunger: number;
}

export interface Snapshot {
  readonly tick: number;
  readonly own: OwnState;
  readonly entered: readonly { readonly card: Card; readonly state: EntityState }[];
  readonly updated: readonly { readonly id: EntityId; readonly state: EntityState }[];
  readonly left: readonly EntityId[];
}

interface Header {
  readonly seq: number;
  readonly tick: number;
  readonly own: OwnState;
}

interface Baseline {
  readonly tick: number;
  readonly state: EntityState;
}

interface Slot {
  readonly card: Card;
  readonly ring: (Baseline | null)[];
}

type News =
  | { readonly kind: "entered"; readonly card: Card; readonly state: EntityState }
  | { readonly kind: "updated"; readonly state: EntityState }
  | { readonly kind: "left" };

/** Vitals are told only when they change; otherwise they are as in `last`. */
function readOwn(r: BitReader, last: OwnState | null): OwnState {
  const steering = r.bit() ? r.bits(16) : null;
  const chunk = readChunkPos(r);
  const x = chunk.x * CHUNK_METRES + r.bits(OWN_STEP_BITS) / OWN_STEPS;
  const y = chunk.y * CHUNK_METRES + r.bits(OWN_STEP_BITS) / OWN_STEPS;
  const [vx, vy] = r.bit() ? [r.signedBits(16) / OWN_SPEED_STEPS, r.signedBits(16) / OWN_SPEED_STEPS] : [0, 0];
  const level = r.bits(3);
  const pose = r.bits(3);
  const told = r.bit();
  const stamina = told ? r.byte() : (last?.stamina ?? 0);
  const health = told ? r.byte() : (last?.health ?? 0);
  const hunger = told ? r.byte() : (last?.hunger ?? 0);
  return { steering, x, y, vx, vy, level, pose, stamina, health, hunger };
}

export class Receiver {
  readonly acks = new Acks();
  private own: OwnState | null = null;
  private readonly slots = new Map<number, Slot>();
  private readonly byId = new Map<EntityId, number>();

  /**
   * Takes a packet. Answers null for one that is older than what we have seen. A malformed packet throws a
   * ProtocolError, changes nothing and is not acknowledged.
   */
  take(bytes: Uint8Array): Snapshot | null {
    const r = new BitReader(bytes);
    const seq = r.bits(16);
    const tick = r.numberBelow(7, "tick", MOST_TICKS);
    const header: Header = { seq, tick, own: readOwn(r, this.own) };
    if (this.acks.newest !== null && seqSince(seq, this.acks.newest) <= 0) return null;
    const news = this.readRecords(r, header);
    r.end();
    this.acks.got(seq);
    this.own = header.own;
    return this.apply(header, news);
  }

  private readRecords(r: BitReader, header: Header): [number, News][] {
    const news: [number, News][] = [];
    let slot = 0;
    let last: number | null = null;
    while (r.bit()) {
      const gap = r.rice(GAP_RICE);
      slot += gap;
      // Slots rise: nobody has two records in one packet.
      if (slot >= MOST_SLOTS || (gap === 0 && news.length > 0)) throw outOfRange("slot", slot);
      const tag = readTag(r);
      if (tag === "leave") {
        news.push([slot, { kind: "left" }]);
      } else if (tag === "enter") {
        news.push([slot, { kind: "entered", ...readEnter(r, header.own.x, header.own.y) }]);
      } else {
        last = readBaseline(r, last);
        const base: Baseline | null | undefined = this.slots.get(slot)?.ring[last];
        if (!base) throw new ProtocolError(`slot ${slot} refers to a baseline we do not hold`);
        const guess = predicted(base.state, header.tick - base.tick);
        news.push([slot, { kind: "updated", state: readUpdate(r, guess) }]);
      }
    }
    return news;
  }

  private apply(header: Header, news: readonly [number, News][]): Snapshot {
    const entered: { card: Card; state: EntityState }[] = [];
    const updated: { id: EntityId; state: EntityState }[] = [];
    const left: EntityId[] = [];
    for (const [index, item] of news) {
      if (item.kind === "left") {
        this.drop(index, left);
        continue;
      }
      if (item.kind === "entered") {
        if (this.slots.get(index)?.card.id !== item.card.id) this.drop(index, left);
        this.byId.set(item.card.id, index);
        if (!this.slots.has(index)) this.slots.set(index, { card: item.card, ring: new Array<null>(RING).fill(null) });
      }
      const slot = this.slots.get(index);
      if (!slot) continue;
      slot.ring[header.seq % RING] = { tick: header.tick, state: item.state };
      if (item.kind === "entered") entered.push({ card: item.card, state: item.state });
      else updated.push({ id: slot.card.id, state: item.state });
    }
    return { tick: header.tick, own: header.own, entered, updated, left };
  }

  private drop(index: number, left: EntityId[]): void {
    const slot = this.slots.get(index);
    if (!slot) return;
    this.slots.delete(index);
    // If it came back under another slot meanwhile, it has not left.
    if (this.byId.get(slot.card.id) !== index) return;
    this.byId.delete(slot.card.id);
    left.push(slot.card.id);
  }
}
