/**
 * The ways to the other pages of a table: a data channel of WebRTC to each where one opens, and through the host where none does. What is sent may be lost, doubled or
 * overtaken; until a channel is open, and whenever it closes, the host carries everything.
 *
 * The newcomer calls: whoever has the higher number makes the offer. Each frame begins with a byte that says what it is: a message of the game, or a question or answer
 * that measures the round trip.
 */

/** Milliseconds after which a channel is no longer expected. */
const PATIENCE = 6000;
/** Milliseconds between two measurements. */
const MEASURE_EVERY = 1000;
const [GAME, ASK, ANSWER] = [0, 1, 2];

export type Path = "seeking" | "direct" | "host";

interface Signal {
  readonly description?: RTCSessionDescriptionInit;
  readonly candidate?: RTCIceCandidateInit;
}

class Link {
  /** Smoothed, in milliseconds; null until measured. */
  roundTrip: number | null = null;
  jitter = 0;
  private readonly connection: RTCPeerConnection | null;
  private readonly channel: RTCDataChannel | null = null;
  private readonly early: RTCIceCandidateInit[] = [];
  private readonly since = performance.now();
  private asked = 0;

  constructor(readonly peer: number, calls: boolean, private readonly outside: Outside, direct: boolean) {
    this.connection = direct ? new RTCPeerConnection() : null;
    if (!this.connection) return;
    this.channel = this.connection.createDataChannel("game", { negotiated: true, id: 0, ordered: false, maxRetransmits: 0 });
    this.channel.binaryType = "arraybuffer";
    this.channel.addEventListener("message", ({ data }) => this.receive(new Uint8Array(data as ArrayBuffer)));
    this.connection.addEventListener("icecandidate", ({ candidate }) => {
      if (candidate) this.signal({ candidate: candidate.toJSON() });
    });
    if (calls) this.describe(() => this.connection?.createOffer());
  }

  get path(): Path {
    if (this.channel?.readyState === "open") return "direct";
    return this.connection && performance.now() - this.since < PATIENCE ? "seeking" : "host";
  }

  private signal(signal: Signal): void {
    this.outside.signal(this.peer, JSON.stringify(signal));
  }

  /** Makes an offer or answer, keeps it and sends it; a browser that cannot is reached through the host. */
  private describe(make: () => Promise<RTCSessionDescriptionInit> | undefined): void {
    const done = async (): Promise<void> => {
      const description = await make();
      if (!description || !this.connection) return;
      await this.connection.setLocalDescription(description);
      this.signal({ description });
    };
    done().catch(() => this.connection?.close());
  }

  async hear(text: string): Promise<void> {
    const signal = JSON.parse(text) as Signal;
    if (!this.connection || this.connection.signalingState === "closed") return;
    if (signal.description) {
      await this.connection.setRemoteDescription(signal.description);
      for (const candidate of this.early.splice(0)) await this.connection.addIceCandidate(candidate);
      if (signal.description.type === "offer") this.describe(() => this.connection?.createAnswer());
    } else if (signal.candidate) {
      if (this.connection.remoteDescription) await this.connection.addIceCandidate(signal.candidate);
      else this.early.push(signal.candidate);
    }
  }

  send(kind: number, bytes: Uint8Array): void {
    const frame = new Uint8Array(bytes.length + 1);
    frame[0] = kind;
    frame.set(bytes, 1);
    if (this.channel?.readyState === "open") this.channel.send(frame);
    else this.outside.relay(this.peer, btoa(String.fromCharCode(...frame)));
  }

  /** Takes a frame; a longer line than there is holds it back first. */
  receive(frame: Uint8Array): void {
    if (this.outside.line > 0) setTimeout(() => this.take(frame), this.outside.line);
    else this.take(frame);
  }

  private take(frame: Uint8Array): void {
    const body = frame.slice(1);
    if (frame[0] === GAME) this.outside.message(this.peer, body);
    else if (frame[0] === ASK) this.send(ANSWER, body);
    else if (frame[0] === ANSWER && body.length === 8) {
      const took = performance.now() - new DataView(body.buffer).getFloat64(0);
      if (!(took >= 0 && took < 60_000)) return;
      const before = this.roundTrip ?? took;
      this.jitter += (Math.abs(took - before) - this.jitter) / 8;
      this.roundTrip = before + (took - before) / 8;
    }
  }

  measure(now: number): void {
    if (now - this.asked < MEASURE_EVERY) return;
    this.asked = now;
    const body = new Uint8Array(8);
    new DataView(body.buffer).setFloat64(0, now);
    this.send(ASK, body);
  }

  close(): void {
    this.connection?.close();
  }
}

/** What a link needs of the page. */
export interface Outside {
  /** Sends a page the browser's words about a connection, through the host. */
  signal(peer: number, data: string): void;
  /** Sends a page a frame through the host. */
  relay(peer: number, data: string): void;
  /** A message of the game came. */
  message(peer: number, bytes: Uint8Array): void;
  /** Milliseconds by which what comes from others is held back, to feel a longer line. */
  readonly line: number;
}

export class Links {
  private readonly links = new Map<number, Link>();

  /** `direct` false keeps everything to the host. */
  constructor(private readonly me: number, private readonly outside: Outside, private readonly direct: boolean) {}

  /** Opens ways to those who came, and closes those to who left. */
  company(peers: readonly number[]): void {
    for (const [peer, link] of this.links) {
      if (peers.includes(peer)) continue;
      link.close();
      this.links.delete(peer);
    }
    for (const peer of peers) {
      if (peer !== this.me && !this.links.has(peer)) this.links.set(peer, new Link(peer, this.me > peer, this.outside, this.direct));
    }
  }

  /** What the host brought from another page. */
  hear(type: "signal" | "relay", from: number, data: string): void {
    const link = this.links.get(from);
    // What another page says badly costs only the way to it.
    if (type === "signal") link?.hear(data).catch(() => link.close());
    else link?.receive(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
  }

  send(peer: number, bytes: Uint8Array): void {
    this.links.get(peer)?.send(GAME, bytes);
  }

  measure(now: number): void {
    for (const link of this.links.values()) link.measure(now);
  }

  get all(): readonly Link[] {
    return [...this.links.values()];
  }

  close(): void {
    for (const link of this.links.values()) link.close();
    this.links.clear();
  }
}
