/**
 * A bad line, for tests and tinkerers: what goes over a link is held up, shuffled and lost, all from one seed. `?line=300,40,10,7` is a round trip of
 * 300 ms, up to 40 ms more each way, 10 % lost, by seed 7. It behaves as `Link` in `crates/core/wire/src/network.rs`: datagrams meet all of it; reliable frames
 * come once and in order, and each loss costs a round trip.
 */
import type { Link, LinkEvents } from "./link";

export interface Weather {
  /** Milliseconds there and back. */
  readonly roundTrip: number;
  /** Up to so many milliseconds more, each way. */
  readonly jitter: number;
  /** Share of packets lost. */
  readonly loss: number;
  readonly seed: number;
}

const [LONGEST, MOST_LOST] = [10_000, 90];
/** Times in a row that one reliable frame is lost at most. */
const MOST_RETRIES = 10;

/** Reads what the address says of the line; null if nothing. Throws an Error that says what is expected. */
export function readWeather(text: string | null): Weather | null {
  if (text === null) return null;
  const numbers = text.split(",").map((part) => (part === "" ? NaN : Number(part)));
  const [roundTrip, jitter = 0, percent = 0, seed = 1] = numbers;
  const fits = (value: number, most: number): boolean => value >= 0 && value <= most;
  if (numbers.length > 4 || !fits(roundTrip, LONGEST) || !fits(jitter, LONGEST) || !fits(percent, MOST_LOST) || !Number.isInteger(seed)) {
    throw new Error(`line=${text}: expected round trip and jitter in ms, loss in percent and a seed, as in line=300,40,10,7`);
  }
  return { roundTrip, jitter, loss: percent / 100, seed };
}

/** Luck from 0 to below 1, one draw after the other. */
export function luck(seed: number): () => number {
  let word = seed | 0;
  return () => {
    word = (word + 0x9e3779b9) | 0;
    let z = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 0x1_0000_0000;
  };
}

/** One direction: says when what is sent now arrives, in milliseconds; null if it never does. */
export class Way {
  private last = 0;
  private readonly draw: () => number;

  constructor(private readonly weather: Weather, number: number) {
    this.draw = luck(weather.seed * 2 + number);
  }

  private flight(): number {
    return this.weather.roundTrip / 2 + this.draw() * this.weather.jitter;
  }

  datagram(now: number): number | null {
    return this.draw() < this.weather.loss ? null : now + this.flight();
  }

  reliable(now: number): number {
    let due = now + this.flight();
    for (let n = 0; n < MOST_RETRIES && this.draw() < this.weather.loss; n++) due += this.weather.roundTrip;
    this.last = Math.max(this.last, due);
    return this.last;
  }
}

/** A link over a bad line; it hears its host as late as it is heard. */
export class BadLine implements Link, LinkEvents {
  private readonly up: Way;
  private readonly down: Way;
  private over = false;
  private link: Link | null = null;
  /** Reliable frames on their way, in order: timers alone might let two of the same moment change places. */
  private readonly frames: { readonly [way in "up" | "down"]: { due: number; carry: () => void }[] } = { up: [], down: [] };

  /** `early` is told of each datagram of the host as it comes, lost or not. */
  constructor(weather: Weather, private readonly events: LinkEvents, private readonly early: (bytes: Uint8Array) => void) {
    this.up = new Way(weather, 0);
    this.down = new Way(weather, 1);
  }

  across(link: Link): Link {
    this.link = link;
    return this;
  }

  get transport(): Link["transport"] {
    return this.link?.transport ?? "WebSocket";
  }

  sendReliable(bytes: Uint8Array<ArrayBuffer>): void {
    this.inOrder("up", this.up.reliable(performance.now()), () => this.link?.sendReliable(bytes));
  }

  sendDatagram(bytes: Uint8Array<ArrayBuffer>): void {
    this.at(this.up.datagram(performance.now()), () => this.link?.sendDatagram(bytes));
  }

  reliable(bytes: Uint8Array): void {
    this.inOrder("down", this.down.reliable(performance.now()), () => this.events.reliable(bytes));
  }

  datagram(bytes: Uint8Array): void {
    // What is read from a stream may lie in a buffer that is used again.
    const kept = bytes.slice();
    this.early(kept);
    this.at(this.down.datagram(performance.now()), () => this.events.datagram(kept));
  }

  /** The end is seen at once; a line that is cut carries nothing more. */
  closed(reason: string): void {
    this.over = true;
    this.events.closed(reason);
  }

  close(): void {
    this.over = true;
    this.link?.close();
  }

  private at(due: number | null, carry: () => void): void {
    if (due === null) return;
    setTimeout(() => {
      if (!this.over) carry();
    }, due - performance.now());
  }

  private inOrder(way: "up" | "down", due: number, carry: () => void): void {
    const frames = this.frames[way];
    frames.push({ due, carry });
    this.at(due, () => {
      const now = performance.now();
      while (frames.length > 0 && frames[0].due <= now + 1) frames.shift()?.carry();
    });
  }
}
