/**
 * One page at one table: its peer in the simulation, its ways to the other pages, and the clock that lets turns pass.
 *
 * A turn is due every `TURN` milliseconds. Who is late (the commands of all others are known for more turns than the delay) hurries; who waits for somebody tries
 * again with every message. The delay of one's own commands follows the slowest way: others must have them in time.
 */
import { decode, encode, type Order } from "./lockstep/message";
import { Peer, USUAL } from "./lockstep/peer";
import type { Simulation } from "./lockstep/simulation";
import { Links, type Path } from "./links";
import type { Guest, ToHost, Welcome } from "./protocol";

export const TURN = 50;
/** Turns shown before everybody's commands are there. */
const FORESIGHT = 5;
const [LEAST_DELAY, MOST_DELAY] = [2, 10];
/** Games in which one's own commands hold at once and others are shown late, with the turns by which they may be; what they show in between must be shorter than any flight. */
const PROMPT: Record<string, { readonly foresight: number }> = { pong: { foresight: 16 } };
/** Turns ahead of others that are not made up for, and how much longer or shorter turns are made. */
const [EVEN, EASE] = [0.6, 0.1];
/** Turns a late page takes at once at most. */
const MOST_AT_ONCE = 40;

export interface LinkFigures {
  readonly peer: number;
  readonly name: string;
  readonly path: Path;
  readonly roundTrip: number | null;
}

export class Session {
  readonly peer: Peer<Simulation>;
  readonly links: Links;
  guests: readonly Guest[] = [];
  /** When the last turn was shown, by `performance.now`. */
  steppedAt = performance.now();
  private due = performance.now();
  private sentAt = 0;
  private adjustedAt = performance.now();
  private toldReady = false;
  /** Milliseconds by which what comes from others is held back, to feel a longer line. */
  line = 0;

  constructor(
    readonly welcome: Welcome, game: Simulation, private readonly say: (message: ToHost) => void,
    private readonly command: () => number, private readonly stepped: () => void, direct: boolean,
  ) {
    const prompt = PROMPT[welcome.game];
    const config = prompt ? { ...USUAL, ...prompt, delay: 0 } : { ...USUAL, foresight: FORESIGHT };
    const { you } = welcome;
    const seat = welcome.guests.find(({ peer }) => peer === you)?.seat ?? 0;
    // Only the first at a table begins with its first turn.
    this.peer = you === 0 ? Peer.found(game, you, [{ seat, peer: you }], config) : Peer.join(game, you, config);
    const line = (): number => this.line;
    this.links = new Links(you, {
      get line() { return line(); },
      signal: (to, data) => say({ type: "signal", to, data }),
      relay: (to, data) => say({ type: "relay", to, data }),
      message: (from, bytes) => this.receive(from, bytes),
    }, direct);
    this.company(welcome.view, welcome.guests);
  }

  /** The host says who is there. */
  company(view: number, guests: readonly Guest[]): void {
    this.guests = guests;
    const wishes = guests.flatMap(({ seat, peer }): Order[] => (seat === null ? [] : [{ seat, peer }]));
    this.peer.company(view, guests.map(({ peer }) => peer), wishes);
    this.links.company(guests.map(({ peer }) => peer));
  }

  private receive(from: number, bytes: Uint8Array): void {
    try {
      this.peer.receive(from, decode(bytes));
    } catch {
      // Bytes that are no message of ours are as good as lost.
      return;
    }
    this.pump(performance.now());
  }

  /** Lets due turns pass and sends what is to be sent. */
  pump(now: number): void {
    this.links.measure(now);
    let moved = false;
    for (let turns = 0; now >= this.due && turns < MOST_AT_ONCE; turns++) {
      const stepped = this.peer.advance(this.command);
      if (!stepped) {
        this.due = Math.min(this.due, now);
        break;
      }
      moved = true;
      this.stepped();
      this.steppedAt = now;
      this.due = this.nextDue(now);
    }
    if (moved || now - this.sentAt >= TURN) this.send(now);
    if (this.peer.joined && !this.toldReady) {
      this.toldReady = true;
      this.say({ type: "ready" });
    }
    this.adjust(now);
  }

  private nextDue(now: number): number {
    const ready = this.peer.ready ?? 0;
    const late = ready - this.peer.config.delay - 1;
    if (late > 6) return now;
    if (this.isPrompt) {
      // Nobody waits for anybody, so clocks are brought together by how old each other's news is.
      const { lead } = this.peer;
      const longer = Math.abs(lead) < EVEN ? 1 : 1 + Math.sign(lead) * EASE;
      return Math.max(this.due, now - 3 * TURN) + TURN * longer;
    }
    // A page that slept does not make up for it turn by turn, unless the others are ahead.
    return Math.max(this.due, now - 3 * TURN) + (late > 0 ? TURN * 0.8 : TURN);
  }

  private send(now: number): void {
    this.sentAt = now;
    for (const [to, message] of this.peer.outgoing()) this.links.send(to, encode(message));
  }

  /** Brings the delay a turn nearer to what the slowest way needs. */
  private adjust(now: number): void {
    if (now - this.adjustedAt < 1000 || this.isPrompt) return;
    this.adjustedAt = now;
    const ways = this.links.all.flatMap(({ roundTrip, jitter }) => (roundTrip === null ? [] : [roundTrip / 2 + 2 * jitter]));
    const needed = ways.length === 0 ? LEAST_DELAY : Math.ceil(Math.max(...ways) / TURN) + 1;
    const wanted = Math.min(Math.max(needed, LEAST_DELAY), MOST_DELAY);
    this.peer.config.delay += Math.sign(wanted - this.peer.config.delay);
  }

  private get isPrompt(): boolean {
    return PROMPT[this.welcome.game] !== undefined;
  }

  /** The seat one plays now; null for those who watch or are not yet seated. */
  get seat(): number | null {
    const seat = this.peer.players().indexOf(this.welcome.you);
    return seat < 0 ? null : seat;
  }

  /** Who is waited for: those whose commands are missing for longer than foresight reaches. */
  waitingFor(now: number): string[] {
    if (!this.peer.joined || now - this.steppedAt < 400) return [];
    const playing = this.peer.players();
    return this.guests.filter(({ peer }) => peer !== this.welcome.you && playing.includes(peer)).map(({ name }) => name);
  }

  figures(): LinkFigures[] {
    const name = (peer: number): string => this.guests.find((guest) => guest.peer === peer)?.name ?? "somebody";
    return this.links.all.map(({ peer, path, roundTrip }) => ({ peer, name: name(peer), path, roundTrip }));
  }

  close(): void {
    this.links.close();
  }
}
