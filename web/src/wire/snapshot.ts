/**
 * A guest's end of its snapshots. What both ends know that we were told is kept in an `Accord`; packets of which the host does not say yet that it knows of them wait
 * until a header is coded against them. Whatever a lost packet held comes again, coded afresh.
 */
import { Accord, type Told } from "./accord";
import { ProtocolError, outOfRange } from "./error";
import { ModelReader } from "./model-reader";
import { GAP, MORE } from "./models";
import { readAgainst, readPacketName, readWhole, type Header, type OwnState } from "./own";
import { readEnter, readKind, readTold, readUpdate } from "./record";
import { Acks, seqSince } from "./seq";
import type { Card, EntityState } from "./state";
import type { EntityId } from "./vocabulary";

export type { OwnState } from "./own";

/** Packets that may be on their way. */
const WINDOW = 31;
const MOST_SLOTS = 4096;

export interface Snapshot {
  readonly tick: number;
  readonly own: OwnState;
  readonly entered: readonly { readonly card: Card; readonly state: EntityState }[];
  readonly updated: readonly { readonly id: EntityId; readonly state: EntityState }[];
  readonly left: readonly EntityId[];
}

interface Slot {
  card: Card;
  /** Whether it is in view. Whoever is not may come back by an update. */
  here: boolean;
}

type News =
  | { readonly kind: "entered"; readonly card: Card; readonly state: EntityState }
  | { readonly kind: "updated"; readonly state: EntityState }
  | { readonly kind: "left" };

/** A packet that the host is not known to know of. */
interface Pending {
  readonly header: Header;
  readonly told: readonly Told[];
  readonly tape: readonly number[];
}

/** Counts in all packets up to the anchor; what is left waits on. */
function countIn(accord: Accord, pending: readonly Pending[], anchor: number): Pending[] {
  if (accord.anchor?.seq === anchor) return [...pending];
  const at = pending.findIndex((packet) => packet.header.seq === anchor);
  if (at < 0) throw new ProtocolError(`packet ${anchor}, which this one is coded against, is not here`);
  for (const { header, told, tape } of pending.slice(0, at + 1)) accord.countIn(header, told, tape);
  return pending.slice(at + 1);
}

export class Receiver {
  readonly acks = new Acks();
  private epoch = 0;
  private accord = new Accord();
  private pending: Pending[] = [];
  private tick = -1;
  private readonly slots = new Map<number, Slot>();
  private readonly byId = new Map<EntityId, number>();

  /**
   * Takes a packet. Answers null for one that is older than what we have seen. A malformed packet throws a
   * ProtocolError, tells nothing and is not acknowledged.
   */
  take(bytes: Uint8Array): Snapshot | null {
    const newest = this.acks.newest;
    const r = new ModelReader(bytes, this.accord.models);
    const name = readPacketName(r, newest);
    if (name.kind === "bare") return this.takeBare(r, name.seq);
    if (newest !== null && seqSince(name.seq, newest) <= 0) return null;
    if (name.kind === "anchored") {
      this.pending = countIn(this.accord, this.pending, (name.seq - name.packets) & 0xffff);
    } else if (name.epoch !== this.epoch) {
      this.epoch = name.epoch;
      this.accord = new Accord();
      this.pending = [];
    }
    r.models = this.accord.models;
    const header = this.readHeader(r, name.seq, name.kind === "anchored", this.accord);
    const news = this.readRecords(r, header, this.accord);
    r.end();
    this.acks.got(name.seq);
    this.tick = header.tick;
    if (this.pending.length >= WINDOW) this.pending.shift();
    const told = news.map(([slot, item]): Told => [slot, item.kind === "left" ? null : item.state]);
    this.pending.push({ header, told, tape: r.tape });
    return this.apply(header, news);
  }

  /** Takes a header alone, which is acknowledged: so the host learns what became of the packets before it. */
  private takeBare(r: ModelReader, seq: number): Snapshot | null {
    const { tick, own } = readWhole(r, seq);
    r.end();
    const newest = this.acks.newest;
    if ((newest !== null && seqSince(newest, seq) > 0) || tick <= this.tick) return null;
    this.acks.got(seq);
    this.tick = tick;
    return { tick, own, entered: [], updated: [], left: [] };
  }

  private readHeader(r: ModelReader, seq: number, anchored: boolean, accord: Accord): Header {
    if (anchored && accord.anchor) return readAgainst(r, seq, accord.anchor);
    if (accord.anchor) throw new ProtocolError("a packet is coded against nothing though others are known");
    return readWhole(r, seq);
  }

  /**
   * What a packet tells that was not taken, as on its way: against what both ends know, and without changing anything. Null for one that is
   * no news, or of which too much is on its way before it.
   */
  foresee(bytes: Uint8Array): Snapshot | null {
    try {
      const accord = new Accord(this.accord);
      const r = new ModelReader(bytes, accord.models);
      const name = readPacketName(r, this.acks.newest);
      if (name.kind !== "anchored") return null;
      countIn(accord, this.pending, (name.seq - name.packets) & 0xffff);
      const header = this.readHeader(r, name.seq, true, accord);
      const [entered, updated]: [{ card: Card; state: EntityState }[], { id: EntityId; state: EntityState }[]] = [[], []];
      for (const [slot, item] of this.readRecords(r, header, accord)) {
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

  private readRecords(r: ModelReader, header: Header, accord: Accord): [number, News][] {
    const news: [number, News][] = [];
    for (let slot = 0; slot < accord.size; slot++) {
      const row = accord.isLively(slot, header.tick) ? accord.row(slot) : undefined;
      if (row && readTold(r, row, header.tick)) news.push([slot, this.readRecord(r, slot, header, accord)]);
    }
    for (let slot = 0, first = true; r.bit(MORE); first = false) {
      const gap = r.length(GAP);
      slot += gap;
      // Slots rise: nobody has two records in one packet.
      if (slot >= MOST_SLOTS || (gap === 0 && !first) || accord.isLively(slot, header.tick)) throw outOfRange("slot", slot);
      news.push([slot, this.readRecord(r, slot, header, accord)]);
    }
    return news;
  }

  private readRecord(r: ModelReader, slot: number, header: Header, accord: Accord): News {
    const kind = readKind(r);
    if (kind === "leave") return { kind: "left" };
    if (kind === "enter") return { kind: "entered", ...readEnter(r, header.own.x, header.own.y) };
    const row = this.slots.has(slot) ? accord.row(slot) : undefined;
    if (!row) throw new ProtocolError(`slot ${slot} was never told of`);
    return { kind: "updated", state: readUpdate(r, row, header.tick, kind === "changed") };
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
          slot = { card: item.card, here: true };
          this.slots.set(index, slot);
        }
        slot.card = item.card;
      }
      if (!slot) continue;
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
