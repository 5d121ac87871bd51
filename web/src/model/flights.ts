/**
 * What flies, as it is shown: one's own shots at once, everybody's by temporal contours, so that an arrow leaves the hand and hits when the hand and the hit one are shown doing so.
 *
 * One's own body is shown at the tick at which the host will have it so, others at a tick of the past; in between the contour leads over. The page knows the whole way from the start and its end from the host:
 * until that is told, what reaches a body it may hit waits there a moment: one's own dodging is known here first, and news may be late.
 */
import type { Landed, Loosed, Shot } from "../wire/host-messages";
import type { EntityId } from "../wire/vocabulary";
import { delayOf, Eased, type Player } from "./contours";

const TICK_SECONDS = 0.05;
/** Seconds a shot that was refused is seen to fall, and an ended flight may be looked up. */
const UNDONE_SECONDS = 0.5;
/** Seconds a flight is kept that nobody told the end of. */
const LONGEST = 12;
/** Seconds beyond the news' age that what reaches a body waits for word of it. */
const PATIENCE = 0.4;
/** Metres from somebody's middle within which something reaches them, and how high one reaches oneself. */
const [REACHES, TALL] = [0.45, 1.8];
/** Metres a refused shot falls in a second, at the end of the first. */
const DROP = 9;
/** Endings that are remembered. */
const MOST_ENDED = 32;

export interface Place {
  x: number;
  y: number;
  z: number;
}

/** Where everybody is who has to do with a flight, and how old the news of others is. */
export interface Onlooker {
  readonly self: EntityId;
  readonly x: number;
  readonly y: number;
  /** How high one's feet are. */
  readonly z: number;
  /** The tick at which one's own body is shown. */
  readonly tick: number;
  /** Ticks by which others are shown behind that. */
  readonly behind: number;
  /** Where somebody else is shown. */
  place(id: EntityId): { readonly x: number; readonly y: number } | null;
}

export interface Flight {
  /** Null until the host has told of it. */
  id: EntityId | null;
  loosed: Loosed;
  landed: Landed | null;
  readonly eased: Eased;
  /** Whether its delay is still to be set. */
  fresh: boolean;
  /** Seconds since the host refused it, or null. */
  undone: number | null;
  /** Seconds it has waited for word of its end at a body it reached. */
  waits: number;
  /** Seconds since its end is known. */
  known: number;
  age: number;
  /** Where it is shown now. */
  readonly shown: Place;
  /** Seconds of its way that are shown; below 0 it is not in the air yet. */
  gone: number;
}

/** A flight that was seen to end. */
export interface Ending {
  readonly id: EntityId;
  readonly by: EntityId;
  readonly hit: EntityId | null;
  /** One's own tick at which it was seen. */
  readonly seen: number;
  /** The tick at which it was so. */
  readonly was: number;
  /** Ticks by which others were shown behind. */
  readonly behind: number;
}

/** Where something is so many seconds after it was let fly, if nothing stops it. */
export function placeAt(loosed: Loosed, seconds: number, out: Place): void {
  const [x, y, z] = loosed.start;
  const [vx, vy, vz] = loosed.velocity;
  out.x = x + vx * seconds;
  out.y = y + vy * seconds;
  out.z = z + vz * seconds - 0.5 * loosed.fall * seconds * seconds;
}

/** The velocity with which a shot is at `end` when it has gone that far over the ground. */
export function aimed(shot: Shot, start: Loosed["start"], end: Loosed["start"]): Loosed["velocity"] {
  const [dx, dy, dz] = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
  const seconds = Math.max(Math.hypot(dx, dy) / shot.speed, TICK_SECONDS);
  return [dx / seconds, dy / seconds, dz / seconds + 0.5 * shot.fall * seconds];
}

export class Flights {
  readonly all = new Set<Flight>();
  /** The last that were seen to end, the oldest first. */
  readonly ended: Ending[] = [];
  private readonly truth: Place = { x: 0, y: 0, z: 0 };

  clear(): void {
    this.all.clear();
  }

  /** One's own shot, shown before the host knows of it. */
  begin(loosed: Loosed): Flight {
    return this.add(null, loosed, 0);
  }

  private add(id: EntityId | null, loosed: Loosed, delay: number): Flight {
    const shown = { x: 0, y: 0, z: 0 };
    placeAt(loosed, 0, shown);
    const flight = { id, loosed, landed: null, eased: new Eased(delay), fresh: true, undone: null, waits: 0, known: 0, age: 0, shown, gone: -1 };
    this.all.add(flight);
    return flight;
  }

  /** The host tells of a flight: of one's own that is shown already, or another. */
  loosed(loosed: Loosed, self: EntityId): void {
    const own = loosed.by === self ? [...this.all].find((flight) => flight.id === null && flight.undone === null) : undefined;
    if (!own) {
      this.add(loosed.id, loosed, 0);
      return;
    }
    // It goes on from where it is shown: the host's count of its ticks may differ.
    own.eased.delay += (own.loosed.since - loosed.since) * TICK_SECONDS;
    own.id = loosed.id;
    own.loosed = loosed;
  }

  landed(landed: Landed): void {
    for (const flight of this.all) if (flight.id === landed.id) flight.landed = landed;
  }

  /** The host refused a shot: it is seen to fall. */
  undo(flight: Flight): void {
    flight.undone = 0;
  }

  /** Whether a thing is shown in the air still: then it does not lie anywhere yet. */
  holds(id: EntityId): boolean {
    for (const flight of this.all) if (flight.id === id) return true;
    return false;
  }

  /** Lets `seconds` pass. */
  advance(seconds: number, onlooker: Onlooker): void {
    for (const flight of this.all) {
      flight.age += seconds;
      if (flight.undone !== null) this.fall(flight, flight.undone, seconds);
      else this.fly(flight, seconds, onlooker);
      if (flight.age > LONGEST) this.all.delete(flight);
    }
  }

  private fall(flight: Flight, since: number, seconds: number): void {
    flight.shown.z -= DROP * since * seconds;
    flight.undone = since + seconds;
    if (flight.undone > UNDONE_SECONDS) this.all.delete(flight);
  }

  private fly(flight: Flight, seconds: number, onlooker: Onlooker): void {
    const { loosed } = flight;
    const wanted = this.delay(loosed, onlooker);
    if (flight.fresh) [flight.eased.delay, flight.fresh] = [wanted, false];
    const delay = flight.eased.towards(wanted, seconds);
    let gone = (onlooker.tick - loosed.since) * TICK_SECONDS - delay;
    const end = flight.landed && flight.landed.after / 1000;
    if (end !== null) flight.known += seconds;
    const waits = flight.waits > 0 || this.reaches(loosed, gone, onlooker);
    if (end === null && waits && flight.waits < onlooker.behind * TICK_SECONDS + PATIENCE) {
      flight.waits += seconds;
      gone = Math.max(0, flight.gone);
    }
    flight.gone = end === null ? gone : Math.min(gone, end);
    placeAt(loosed, Math.max(0, flight.gone), flight.shown);
    if (flight.landed && end !== null && gone >= end) {
      this.all.delete(flight);
      const { id, hit } = flight.landed;
      this.ended.push({ id, by: loosed.by, hit, seen: onlooker.tick - Math.min(gone - end, flight.known) / TICK_SECONDS, was: loosed.since + end / TICK_SECONDS, behind: onlooker.behind });
      if (this.ended.length > MOST_ENDED) this.ended.shift();
    }
  }

  /** Whether it is shown by then at one's own body, or at whom it is meant for. */
  private reaches(loosed: Loosed, gone: number, onlooker: Onlooker): boolean {
    if (gone < 0) return false;
    placeAt(loosed, gone, this.truth);
    const { x, y, z } = this.truth;
    const mark = loosed.at === null || loosed.at === onlooker.self ? null : onlooker.place(loosed.at);
    if (mark && Math.hypot(x - mark.x, y - mark.y) < REACHES) return true;
    return loosed.by !== onlooker.self && Math.hypot(x - onlooker.x, y - onlooker.y) < REACHES && z > onlooker.z && z < onlooker.z + TALL;
  }

  /** Seconds by which it is shown late. */
  private delay(loosed: Loosed, onlooker: Onlooker): number {
    const players: Player[] = [{ x: onlooker.x, y: onlooker.y, delay: 0, slow: 0 }];
    const remote = { delay: onlooker.behind * TICK_SECONDS, slow: 0 };
    let thrower: number | null = loosed.by === onlooker.self ? 0 : null;
    if (thrower === null) {
      thrower = players.length;
      // It began where its thrower stood.
      players.push({ x: loosed.start[0], y: loosed.start[1], ...remote });
    }
    const mark = loosed.at === null || loosed.at === onlooker.self ? null : onlooker.place(loosed.at);
    if (mark) players.push({ x: mark.x, y: mark.y, ...remote });
    placeAt(loosed, (onlooker.tick - loosed.since) * TICK_SECONDS, this.truth);
    const [vx, vy] = loosed.velocity;
    return delayOf(players, 0, { x: this.truth.x, y: this.truth.y, vx, vy, thrower });
  }
}
