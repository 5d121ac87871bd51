/**
 * A guest's end of its snapshots. Keeps the last states it was sent, by packet number modulo 32, to find the baselines
 * that later packets are coded against: the last one told up to the anchor, unless a record names another. Whatever a
 * lost packet held comes again, coded afresh.
 */
import { BitReader } from "./bit-reader";
import { ProtocolError, outOfRange } from "./error";
import { readHeader, readSeq, type Header, type OwnState } from "./own";
import { readBaseline, readEnter, readTag, readUpdate } from "./record";
import { Acks, seqSince } from "./seq";
import { predicted, type Card, type EntityState } from "./state";
import type { EntityId } from "./vocabulary";

export type { OwnState } from "./own";

const RING = 32;
const MOST_SLOTS = 4096;
const GAP_RICE_BITS = 3;

export interface Snapshot {
  readonly tick: number;
  readonly own: OwnState;
  readonly entered: readonly { readonly card: Card; readonly state: EntityState }[];
  readonly updated: readonly { readonly id: EntityId; readonly state: EntityState }[];
  readonly left: readonly EntityId[];
}

interface Baseline {
  readonly tick: number;
  readonly state: EntityState;
}

interface Slot {
  card: Card;
  /** Whether it is in view. Whoever is not may come back by an update. */
  here: boolean;
  readonly ring: (Baseline | null)[];
}

type News =
  | { readonly kind: "entered"; readonly card: Card; readonly state: EntityState }
  | { readonly kind: "updated"; readonly state: EntityState }
  | { readonly kind: "left" };

/** The newest state told up to a tick. Ticks, unlike packet numbers, never wrap. */
function lastTold(slot: Slot, until: number): Baseline | null {
  let newest: Baseline | null = null;
  for (const base of slot.ring) {
    if (base && base.tick <= until && (!newest || base.tick > newest.tick)) newest = base;
  }
  return newest;
}

export class Receiver {
  readonly acks = new Acks();
  private readonly headers: (Header | null)[] = new Array<null>(RING).fill(null);
  private readonly slots = new Map<number, Slot>();
  private readonly byId = new Map<EntityId, number>();

  /**
   * Takes a packet. Answers null for one that is older than what we have seen. A malformed packet throws a
   * ProtocolError, changes nothing and is not acknowledged.
   */
  take(bytes: Uint8Array): Snapshot | null {
    const r = new BitReader(bytes);
    const { seq, packets } = readSeq(r, this.acks.newest);
    if (this.acks.newest !== null && seqSince(seq, this.acks.newest) <= 0) return null;
    const { header, anchor } = readHeader(r, seq, packets, (number) => {
      const kept = this.headers[number % RING];
      return kept?.seq === number ? kept : null;
    });
    const news = this.readRecords(r, header, anchor?.tick ?? -1);
    r.end();
    this.acks.got(seq);
    this.headers[seq % RING] = header;
    return this.apply(header, news);
  }

  /**
   * What a packet tells that was not taken, as on its way: against the baselines held, and without changing anything. Null for one that is
   * no news, or of which too much is on its way before it.
   */
  foresee(bytes: Uint8Array): Snapshot | null {
    try {
      const r = new BitReader(bytes);
      const { seq, packets } = readSeq(r, this.acks.newest);
      const { header, anchor } = readHeader(r, seq, packets, (number) => {
        const kept = this.headers[number % RING];
        return kept?.seq === number ? kept : null;
      });
      const [entered, updated]: [{ card: Card; state: EntityState }[], { id: EntityId; state: EntityState }[]] = [[], []];
      for (const [slot, item] of this.readRecords(r, header, anchor?.tick ?? -1)) {
        const held = this.slots.get(slot);
        if (item.kind === "entered") entered.push({ card: item.card, state: item.state });
        else if (item.kind === "updated" && held) updated.push({ id: held.card.id, state: item.state });
      }
      return { tick: header.tick, own: header.own, entered, updated, left: [] };
    } catch (error) {
      if (error instanceof ProtocolError) return null;
      throw error;
    }
  }

  private readRecords(r: BitReader, header: Header, anchorTick: number): [number, News][] {
    const news: [number, News][] = [];
    const gapRice = r.bits(GAP_RICE_BITS);
    let slot = 0;
    for (let tag = readTag(r); tag; tag = readTag(r)) {
      const gap = r.rice(gapRice);
      slot += gap;
      // Slots rise: nobody has two records in one packet.
      if (slot >= MOST_SLOTS || (gap === 0 && news.length > 0)) throw outOfRange("slot", slot);
      if (tag === "leave") {
        news.push([slot, { kind: "left" }]);
      } else if (tag === "enter") {
        news.push([slot, { kind: "entered", ...readEnter(r, header.own.x, header.own.y) }]);
      } else {
        const named = tag === "changed" ? readBaseline(r) : null;
        const held = this.slots.get(slot);
        const base = held && (named === null ? lastTold(held, anchorTick) : held.ring[named]);
        if (!base) throw new ProtocolError(`slot ${slot} refers to a baseline we do not hold`);
        const guess = predicted(base.state, header.tick - base.tick);
        news.push([slot, { kind: "updated", state: readUpdate(r, guess, tag === "changed") }]);
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
        this.leave(index, left);
        continue;
      }
      let slot = this.slots.get(index);
      if (item.kind === "entered") {
        if (slot?.card.id !== item.card.id) {
          this.leave(index, left);
          slot = { card: item.card, here: true, ring: new Array<null>(RING).fill(null) };
          this.slots.set(index, slot);
        }
        slot.card = item.card;
      }
      if (!slot) continue;
      slot.ring[header.seq % RING] = { tick: header.tick, state: item.state };
      if (item.kind === "updated" && slot.here) {
        updated.push({ id: slot.card.id, state: item.state });
        continue;
      }
      slot.here = true;
      this.byId.set(slot.card.id, index);
      entered.push({ card: slot.card, state: item.state });
    }
    return { tick: header.tick, own: header.own, entered, updated, left };
  }

  private leave(index: number, left: EntityId[]): void {
    const slot = this.slots.get(index);
    if (!slot?.here) return;
    slot.here = false;
    // If it came back under another slot meanwhile, it has not left.
    if (this.byId.get(slot.card.id) !== index) return;
    this.byId.delete(slot.card.id);
    left.push(slot.card.id);
  }
}
