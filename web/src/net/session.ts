/**
 * A visit to a host: handshake, wishes and their answers, and coming back by token when the connection breaks.
 */
import { Signal } from "../model/signal";
import { readPass } from "../ui/pass";
import type { FromGuest, Intent, Login } from "../wire/from-guest";
import type { FromHost, Outcome, Welcome } from "../wire/from-host";
import type { Snapshot } from "../wire/snapshot";
import type { Steering } from "../wire/steering";
import { PROTOCOL_HASH } from "../wire/vocabulary";
import { StalePage, type Door, type DoorEvents } from "./door";
import type { Quality } from "./quality";

/** Opens a connection; the page's own or a pretended one. */
export type Opener = (events: DoorEvents) => Promise<Door>;

/** How long the host keeps a body whose connection broke. */
const RESUME_WITHIN = 60_000;
const RETRY_EVERY = 2000;

/** Who comes in by a name. */
export type Named = Exclude<Login, { kind: "resume" | "watch" }>;

/** The end of a visit. */
export interface Farewell {
  readonly reason: string;
  /** Whether only a page loaded anew can come in. */
  readonly stale: boolean;
}

export class Session {
  /** A new connection is about to be opened; nothing told before holds for it. */
  readonly onOpen = new Signal<void>();
  readonly onMessage = new Signal<FromHost>();
  readonly onSnapshot = new Signal<Snapshot>();
  /** A wish was answered. */
  readonly onAnswer = new Signal<{ intent: Intent; outcome: Outcome }>();
  /** The host will not let us in, or the visit is over for good. */
  readonly onOut = new Signal<Farewell>();
  /** The connection broke and we are trying to come back (true), or are back (false). */
  readonly onLost = new Signal<boolean>();

  /** The name last entered with. */
  name = "";
  /** Whether one only looks on. */
  watching = false;
  /** Whom one wants to follow who only looks on. */
  private whom: string | null = null;

  private door: Door | null = null;
  private welcome: Welcome | null = null;
  private wishes = 0;
  private readonly waiting = new Map<number, Intent>();
  private lostAt = 0;
  private visit = 0;
  /** What to say if the kept token is worth nothing any more. */
  private otherwise: Login | null = null;

  constructor(private readonly open: Opener, private readonly view: () => number) {}

  get quality(): Quality | null {
    return this.door?.quality ?? null;
  }

  get transport(): string {
    return this.door?.transport ?? "";
  }

  get inside(): boolean {
    return this.door !== null && this.welcome !== null && this.lostAt === 0;
  }

  /** Comes in by a name. Whoever was here under it a moment ago, in this browser, comes back to its body. */
  async come(login: Named): Promise<void> {
    this.watching = false;
    this.name = login.name;
    const token = lastToken(login.name);
    this.otherwise = null;
    if (login.kind === "register") return this.enter({ ...login, guest: token });
    if (login.kind !== "guest" || !token) return this.enter(login);
    this.otherwise = login;
    return this.enter({ kind: "resume", token });
  }

  /** Looks on, without a body; follows somebody if they are named. */
  async watch(whom: string | null): Promise<void> {
    this.watching = true;
    this.name = "";
    this.otherwise = null;
    this.whom = whom;
    return this.enter({ kind: "watch", whom });
  }

  /** Who only looks on wants to look where this person goes, also after the line broke. */
  follow(whom: string): void {
    this.whom = whom;
    this.send({ kind: "follow", whom });
  }

  /** Who only looks on wants to look at this place. */
  fly(x: number, y: number): void {
    this.whom = null;
    this.send({ kind: "fly", to: [Math.round(x), Math.round(y)] });
  }

  /** Makes an account of the name one is here by, and keeps the body. */
  async keepName(password: string): Promise<void> {
    return this.come({ kind: "register", name: this.name, password, guest: null });
  }

  private async enter(login: Login): Promise<void> {
    const visit = ++this.visit;
    this.door?.close();
    this.door = null;
    this.onOpen.emit();
    try {
      const door = await this.open({
        message: (message) => this.take(visit, message),
        snapshot: (snapshot) => {
          if (visit === this.visit) this.onSnapshot.emit(snapshot);
        },
        closed: (reason) => this.closed(visit, reason),
      });
      if (visit !== this.visit) {
        door.close();
        return;
      }
      this.door = door;
      const seed = this.welcome?.seed ?? null;
      door.send({ kind: "hello", protocol: PROTOCOL_HASH, seed, view: this.view(), login });
    } catch (error) {
      if (error instanceof StalePage && visit === this.visit) this.out(error.message, true);
      else this.closed(visit, error instanceof Error ? error.message : "the host does not answer");
    }
  }

  send(message: FromGuest): void {
    this.door?.send(message);
  }

  steer(newest: number, steerings: readonly Steering[]): void {
    if (this.inside) this.door?.steer(newest, steerings);
  }

  /** Wishes for something; the answer comes by `onAnswer`. */
  wish(intent: Intent): void {
    if (!this.inside || this.watching) return;
    const number = ++this.wishes;
    this.waiting.set(number, intent);
    this.send({ kind: "do", number, intent });
  }

  leave(): void {
    this.send({ kind: "goodbye" });
    this.visit++;
    this.door?.close();
    this.door = null;
    this.welcome = null;
  }

  /** Drops the connection as a broken cable would; for tests and tinkerers. */
  breakOff(reason: string): void {
    this.door?.close();
    this.closed(this.visit, reason);
  }

  private take(visit: number, message: FromHost): void {
    if (visit !== this.visit) return;
    switch (message.kind) {
      case "welcome": {
        const again = this.welcome?.body === message.body;
        this.welcome = message;
        this.otherwise = null;
        this.onMessage.emit(message);
        this.wishes = Math.max(this.wishes, message.decided);
        // Nobody knows which wishes reached the host: it does none of them twice and answers them all.
        if (again) for (const [number, intent] of this.waiting) this.send({ kind: "do", number, intent });
        else this.waiting.clear();
        if (this.lostAt > 0) {
          this.lostAt = 0;
          this.onLost.emit(false);
        }
        return;
      }
      case "turned away":
        if (this.otherwise && message.reason === "bad token") {
          const login = this.otherwise;
          this.otherwise = null;
          void this.enter(login);
          return;
        }
        if (message.reason === "protocol") this.out(new StalePage().message, true);
        else this.out(message.text);
        return;
      case "goodbye":
        this.out(message.text || "the host said goodbye");
        return;
      case "answer": {
        const intent = this.waiting.get(message.number);
        this.waiting.delete(message.number);
        if (intent) this.onAnswer.emit({ intent, outcome: message.outcome });
        return;
      }
      default:
        this.onMessage.emit(message);
    }
  }

  private out(reason: string, stale = false): void {
    this.visit++;
    this.door?.close();
    this.door = null;
    this.welcome = null;
    if (this.lostAt > 0) {
      this.lostAt = 0;
      this.onLost.emit(false);
    }
    this.onOut.emit({ reason, stale });
  }

  private closed(visit: number, reason: string): void {
    if (visit !== this.visit) return;
    this.door = null;
    if (!this.welcome) {
      this.out(reason);
      return;
    }
    const now = performance.now();
    if (this.lostAt === 0) {
      this.lostAt = now;
      this.onLost.emit(true);
    }
    if (now - this.lostAt > RESUME_WITHIN) {
      this.out(`The connection was lost (${reason}).`);
      return;
    }
    const { token } = this.welcome;
    window.setTimeout(() => {
      if (visit !== this.visit) return;
      // Who only looks on has no body to come back to.
      void this.enter(this.watching ? { kind: "watch", whom: this.whom } : { kind: "resume", token });
    }, RETRY_EVERY);
  }
}

/** The token of the last visit under a name, if this browser made it. */
function lastToken(name: string): Uint8Array | null {
  const pass = readPass();
  return pass?.name === name ? Uint8Array.from(pass.token.match(/../g) ?? [], (hex) => parseInt(hex, 16)) : null;
}
