/**
 * The door to a host: typed messages over whichever transport works. Bytes that are no message are counted and
 * dropped; many in a row end the connection.
 */
import { decodeFromHost, type FromHost } from "../wire/from-host";
import { encodeFromGuest, type FromGuest } from "../wire/from-guest";
import { ProtocolError } from "../wire/error";
import { encodeSteeringPacket, type Steering } from "../wire/steering";
import { Receiver, type Snapshot } from "../wire/snapshot";
import { PROTOCOL_HASH } from "../wire/vocabulary";
import type { Link, LinkEvents } from "./link";
import { BadLine, type Weather } from "./bad-line";
import { Quality } from "./quality";
import { openWebSocket } from "./web-socket";
import { openWebTransport, type WebTransportOffer } from "./web-transport";

/** What the page needs of what `/api/hello` answers; the seed is compared in the handshake. */
export interface HostOffer {
  /** The hash of the host's protocol, as eight hexadecimal digits. */
  readonly protocol: string;
  readonly name: string;
  /** Who is let in: those who come for a body, those who only look on, or both. */
  readonly doors: "both" | "bodies" | "watchers";
  readonly webtransport: WebTransportOffer | null;
  readonly ws: string;
}

export interface DoorEvents {
  message(message: FromHost): void;
  snapshot(snapshot: Snapshot): void;
  closed(reason: string): void;
}

/** What the page needs of a connection. */
export interface Door {
  readonly transport: string;
  readonly quality: Quality;
  send(message: FromGuest): void;
  steer(newest: number, steerings: readonly Steering[]): void;
  close(): void;
}

const WEB_TRANSPORT_PATIENCE = 3000;
const PING_EVERY = 1000;
/** Malformed messages after which we hang up. */
const MOST_MALFORMED = 50;

/** The host speaks another protocol than this page: it was renewed since the page was loaded. Only a page loaded anew can come in. */
export class StalePage extends Error {
  override readonly name = "StalePage";

  constructor() {
    super("The host has been renewed since this page was loaded. Load the page again to come in.");
  }
}

/** Asks before a connection is opened: pages of other versions may not even understand why they are turned away. Throws a StalePage. */
export async function askHost(): Promise<HostOffer> {
  const response = await fetch("/api/hello");
  if (!response.ok) throw new Error(`the host answers ${response.status}`);
  const offer = (await response.json()) as HostOffer;
  if (parseInt(offer.protocol, 16) !== PROTOCOL_HASH) throw new StalePage();
  return offer;
}

/** How a door is opened. */
export interface DoorOptions {
  /** One transport to use alone. */
  readonly forced: string | null;
  /** What the line does to what it carries. */
  readonly weather?: Weather | null;
  /** Is told what each snapshot says as it comes, before the weather takes it. */
  readonly early?: (snapshot: Snapshot) => void;
}

/** Opens the best connection there is. */
export async function openDoor(offer: HostOffer, events: DoorEvents, { forced, weather, early }: DoorOptions): Promise<Door> {
  const door = new HostDoor(events);
  if (!weather) return door.over(await openLink(offer, door, forced));
  const line = new BadLine(weather, door, (bytes) => {
    const snapshot = door.foresee(bytes);
    if (snapshot) early?.(snapshot);
  });
  return door.over(line.across(await openLink(offer, line, forced)));
}

async function openLink(offer: HostOffer, events: LinkEvents, forced: string | null): Promise<Link> {
  if (offer.webtransport && forced !== "ws") {
    try {
      return await openWebTransport(location.hostname, offer.webtransport, events, WEB_TRANSPORT_PATIENCE);
    } catch (error) {
      if (forced === "wt") throw error;
      console.info("WebTransport is not to be had, falling back to WebSocket:", error);
    }
  }
  const url = new URL(offer.ws, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return openWebSocket(url.href, events);
}

class HostDoor implements Door, LinkEvents {
  readonly quality = new Quality();
  private link: Link | null = null;
  private readonly receiver = new Receiver();
  private malformed = 0;
  private ticking = 0;

  constructor(private readonly events: DoorEvents) {}

  over(link: Link): Door {
    this.link = link;
    this.ticking = window.setInterval(() => {
      this.send({ kind: "ping", mark: this.quality.ping(performance.now()) });
    }, PING_EVERY);
    return this;
  }

  get transport(): string {
    return this.link?.transport ?? "";
  }

  send(message: FromGuest): void {
    this.link?.sendReliable(encodeFromGuest(message));
  }

  steer(newest: number, steerings: readonly Steering[]): void {
    this.link?.sendDatagram(encodeSteeringPacket(this.receiver.acks, newest, steerings));
  }

  close(): void {
    window.clearInterval(this.ticking);
    this.link?.close();
    this.link = null;
  }

  /** What a snapshot that is still on its way tells. */
  foresee(bytes: Uint8Array): Snapshot | null {
    return this.receiver.foresee(bytes);
  }

  reliable(bytes: Uint8Array): void {
    this.quality.bytes(bytes.length);
    const message = this.tolerant(() => decodeFromHost(bytes));
    if (!message) return;
    if (message.kind === "pong") this.quality.pong(message.mark, performance.now());
    // Letters of games are read by who holds the manifest; what cannot be read there is malformed all the same.
    this.tolerant(() => {
      this.events.message(message);
      return null;
    });
  }

  datagram(bytes: Uint8Array): void {
    this.quality.bytes(bytes.length);
    const snapshot = this.tolerant(() => this.receiver.take(bytes));
    if (!snapshot) return;
    this.quality.acked(this.receiver.acks);
    this.events.snapshot(snapshot);
  }

  closed(reason: string): void {
    window.clearInterval(this.ticking);
    this.link = null;
    this.events.closed(reason);
  }

  private tolerant<T>(read: () => T | null): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.quality.malformed = ++this.malformed;
      if (this.malformed === MOST_MALFORMED) {
        this.close();
        this.events.closed(`the host sends what is no message (${error.message})`);
      }
      return null;
    }
  }
}
