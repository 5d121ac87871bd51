/** Everything this guest has been told: the land, who is in sight, its own body and bag, the hour. */
import { chunkKey, type Chunk, type ChunkPos } from "../land/chunk";
import { doorKey } from "../land/doors";
import { Ground } from "../land/ground";
import { WORN } from "../land/kinds";
import type { BagSlot, FromHost, Welcome } from "../wire/from-host";
import { lifted } from "../land/lift";
import { Hearer, type Letter } from "../wire/hearer";
import { UNTOUCHED, type ChunkChanges } from "../wire/land";
import { ORDINARY, type Physique } from "../wire/physique";
import type { OwnState, Snapshot } from "../wire/snapshot";
import { GUISE_SHIFT, isPerson, STAGE_SHIFT, STEPS_PER_METRE, type Card, type EntityState } from "../wire/state";
import { BAG_SLOTS, type EntityId } from "../wire/vocabulary";
import { ChunkCache } from "./chunk-cache";
import { HostClock } from "./host-clock";
import { Signal } from "./signal";
import { Surroundings } from "./surroundings";
import { Track } from "./track";
import type { Offers } from "../dialogue/wares";
import type { Craft, Shot } from "../wire/host-messages";
import { Flights } from "./flights";

export interface Known {
  readonly card: Card;
  readonly track: Track;
  /** Last gesture as sent, with its counter, and when it was first seen in milliseconds. */
  gesture: number;
  gestureAt: number;
  /** Where in the walking cycle it is; the scene's own. */
  cycle: number;
  /** Where it was drawn last, in metres. */
  x: number;
  y: number;
  level: number;
}

function known(card: Card, tick: number, state: EntityState): Known {
  const track = new Track(tick, state);
  const [x, y] = [state.x / STEPS_PER_METRE, state.y / STEPS_PER_METRE];
  return { card, track, gesture: state.gesture, gestureAt: -Infinity, cycle: 0, x, y, level: state.level };
}

/** The part of the looks that stays the same whatever one wears. */
const bareLook = (look: number): number => look & ((1 << GUISE_SHIFT) - 1);
/** Who plays is grown. */
const ownLook = (look: number): number => look & ((1 << STAGE_SHIFT) - 1);

/** A card as it is while one wears a thing of a kind, or nothing. */
export function dressed(card: Card, kind: number | null): Card {
  const guise = kind === null ? 0 : 1 + WORN.indexOf(kind);
  return { ...card, look: (bareLook(card.look) | (guise << GUISE_SHIFT)) >>> 0 };
}

/** One's own body as others know it. No card tells its looks, but the host chooses them by the guest's number. */
export function ownSelf(id: EntityId, guest: bigint, name: string): Known {
  const look = ownLook(Math.imul(Number(guest & 0xffffffffn), 0x9e3779b9));
  const card: Card = { id, kind: "human", thing: -1, name, look };
  return known(card, 0, {
    x: 0, y: 0, course: 0, speed: 0, heading: 0, level: 0, pose: 0, gesture: 0, held: 0, health: 255,
  });
}

const ALL_SHUT: ReadonlySet<number> = new Set();

/** People whose offers are remembered. */
const MOST_STANDS = 128;
/** Ticks the hour is run on without word from the host. */
const MOST_DAY_TICKS = 2400;

export class KnownWorld {
  readonly ground = new Ground();
  readonly entities = new Map<EntityId, Known>();
  readonly clock = new HostClock();
  readonly cache = new ChunkCache(8);
  readonly surroundings = new Surroundings();
  welcome: Welcome | null = null;
  /** What the world's games told of their own. */
  told = new Hearer({ kinds: [] });
  own: OwnState | null = null;
  bag: readonly (BagSlot | null)[] = new Array<null>(BAG_SLOTS).fill(null);
  /** The world's crafts, in the order by which wishes name them. */
  crafts: readonly Craft[] = [];
  /** What can be let fly in this world. */
  shots: readonly Shot[] = [];
  readonly flights = new Flights();
  /** What people near sell and buy, as it was last told. */
  readonly stands = new Map<bigint, Offers>();
  held: number | null = null;
  worn: number | null = null;
  /** Time of day, 0 midnight to 1. */
  day = 0.4;
  paused = false;

  readonly onChunk = new Signal<ChunkPos>();
  readonly onForget = new Signal<ChunkPos>();
  readonly onDoors = new Signal<ChunkPos>();
  readonly onOwn = new Signal<OwnState>();
  readonly onBag = new Signal<void>();
  readonly onReset = new Signal<void>();
  /** Games told something. */
  readonly onTold = new Signal<Letter>();

  /** Keys of the doors that are shown open, by chunk, and of those that the host told of last. */
  private readonly doors = new Map<number, ReadonlySet<number>>();
  private readonly doorsTold = new Map<number, ReadonlySet<number>>();
  private readonly changes = new Map<number, ChunkChanges>();
  /** Chunks as genesis made them. */
  private readonly made = new Map<number, Chunk>();
  private dayTick = 0;
  private dayPace = 0;

  get physique(): Physique {
    return this.welcome?.physique ?? ORDINARY;
  }

  changesOf(pos: ChunkPos): ChunkChanges {
    return this.changes.get(chunkKey(pos.x, pos.y)) ?? UNTOUCHED;
  }

  /** Keys of the doors of a chunk that stand open. */
  openDoors(pos: ChunkPos): ReadonlySet<number> {
    return this.doors.get(chunkKey(pos.x, pos.y)) ?? ALL_SHUT;
  }

  /** Shows these doors of a chunk open, by their keys, and all others shut; without any, those that the host told of. */
  showDoors(pos: ChunkPos, open: ReadonlySet<number> | null): void {
    const key = chunkKey(pos.x, pos.y);
    this.doors.set(key, open ?? this.doorsTold.get(key) ?? ALL_SHUT);
    this.onDoors.emit(pos);
  }

  /** Calls `each` with the place of every other person within `reach` on that storey. */
  others(x: number, y: number, level: number, reach: number, each: (x: number, y: number) => void): void {
    for (const entity of this.entities.values()) {
      if (!isPerson(entity.card.kind) || entity.level !== level) continue;
      if (Math.abs(entity.x - x) < reach && Math.abs(entity.y - y) < reach) each(entity.x, entity.y);
    }
  }

  /** Takes a reliable message; those that are not about the world are for others. */
  hear(message: FromHost): void {
    switch (message.kind) {
      case "welcome":
        this.welcome = message;
        this.surroundings.reset();
        this.told = new Hearer(message.manifest);
        break;
      case "told":
        this.onTold.emit(this.told.take(message.letter));
        break;
      case "chunk":
        this.made.set(chunkKey(message.land.pos.x, message.land.pos.y), message.land);
        this.ground.add(lifted(message.land, message.changes.lift));
        this.cache.add(message.land.pos);
        this.changes.set(chunkKey(message.land.pos.x, message.land.pos.y), message.changes);
        this.doors.delete(chunkKey(message.land.pos.x, message.land.pos.y));
        this.doorsTold.delete(chunkKey(message.land.pos.x, message.land.pos.y));
        this.onChunk.emit(message.land.pos);
        break;
      case "changed":
        if (!this.cache.has(message.pos)) break;
        this.lift(message.pos, message.changes);
        this.changes.set(chunkKey(message.pos.x, message.pos.y), message.changes);
        this.onChunk.emit(message.pos);
        break;
      case "doors":
        if (!this.cache.has(message.pos)) break;
        this.doorsTold.set(chunkKey(message.pos.x, message.pos.y), new Set(message.open.map(doorKey)));
        this.showDoors(message.pos, null);
        break;
      case "forget":
        this.forget(message.pos);
        break;
      case "bag":
        this.bag = message.slots;
        this.held = message.held;
        this.worn = message.worn;
        this.onBag.emit();
        break;
      case "clock":
        this.setClock(message.tick, message.day / 65536);
        this.paused = message.paused;
        break;
      case "shots":
        this.shots = message.shots;
        break;
      case "loosed":
        this.flights.loosed(message, this.welcome?.body ?? 0n);
        break;
      case "landed":
        this.flights.landed(message);
        break;
      case "crafts":
        this.crafts = message.crafts;
        break;
      case "stand":
        if (message.asks.length + message.bids.length === 0) this.stands.delete(message.who);
        else this.stands.set(message.who, { asks: message.asks, bids: message.bids });
        if (this.stands.size > MOST_STANDS) this.stands.delete(this.stands.keys().next().value as bigint);
        break;
      case "felt":
        this.surroundings.apply(message);
        break;
      default:
        break;
    }
  }

  /** Takes a snapshot that came at `now` milliseconds. */
  see(snapshot: Snapshot, now: number): void {
    this.clock.heard(snapshot.tick, now);
    for (const id of snapshot.left) this.entities.delete(id);
    for (const { card, state } of snapshot.entered) {
      const old = this.entities.get(card.id);
      // Who changed clothes has another card.
      if (old?.card.name === card.name && old.card.look === card.look) this.note(old, snapshot.tick, state, now);
      else this.entities.set(card.id, known(card, snapshot.tick, state));
    }
    for (const { id, state } of snapshot.updated) {
      const old = this.entities.get(id);
      if (old) this.note(old, snapshot.tick, state, now);
    }
    this.own = snapshot.own;
    this.onOwn.emit(snapshot.own);
  }

  private note(entity: Known, tick: number, state: EntityState, now: number): void {
    entity.track.add(tick, state, this.clock.tick);
    if (state.gesture === entity.gesture) return;
    entity.gesture = state.gesture;
    entity.gestureAt = now;
  }

  /** Time of day, run on from the host's last word at the pace its last two told. */
  dayNow(): number {
    const ticks = Math.max(0, Math.min(this.clock.tick - this.dayTick, MOST_DAY_TICKS));
    return (this.day + ticks * this.dayPace) % 1;
  }

  private setClock(tick: number, day: number): void {
    const ticks = tick - this.dayTick;
    const moved = (((day - this.day) % 1) + 1) % 1;
    if (this.dayTick > 0 && ticks > 0 && moved < 0.5) this.dayPace = moved / ticks;
    this.dayTick = tick;
    this.day = day;
  }

  /** Lets go of chunks there is no room for; answers them so that the host can be told. */
  evict(chunkX: number, chunkY: number): ChunkPos[] {
    const dropped = this.cache.evict(chunkX, chunkY);
    for (const pos of dropped) this.forget(pos);
    return dropped;
  }

  /** Moves the ground if an earthquake did. */
  private lift(pos: ChunkPos, changes: ChunkChanges): void {
    const before = this.changesOf(pos).lift;
    const chunk = this.made.get(chunkKey(pos.x, pos.y));
    if (chunk && changes.lift.some((step, index) => step !== before[index])) this.ground.add(lifted(chunk, changes.lift));
  }

  private forget(pos: ChunkPos): void {
    this.cache.remove(pos);
    this.ground.remove(pos.x, pos.y);
    this.changes.delete(chunkKey(pos.x, pos.y));
    this.made.delete(chunkKey(pos.x, pos.y));
    this.doors.delete(chunkKey(pos.x, pos.y));
    this.doorsTold.delete(chunkKey(pos.x, pos.y));
    this.onForget.emit(pos);
  }

  /**
   * Forgets everything, for a new connection. This must happen before its first packet and not at the welcome: snapshots may
   * overtake it, and what they told is not told again.
   */
  reset(): void {
    this.flights.clear();
    this.ground.clear();
    this.entities.clear();
    this.changes.clear();
    this.made.clear();
    this.doors.clear();
    this.doorsTold.clear();
    this.cache.clear();
    this.clock.reset();
    this.own = null;
    this.welcome = null;
    this.dayTick = 0;
    this.onReset.emit();
  }
}
