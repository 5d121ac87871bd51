/** How good the connection is: round trip, loss among the last 32 snapshots, traffic. */
import type { Acks } from "../wire/seq";

/** Answers among which the quickest is looked for. */
const ANSWERS = 10;

export class Quality {
  /** Smoothed round trip in milliseconds; 0 until known. */
  rtt = 0;
  /** The quickest of the last answers, in milliseconds: what the way itself takes when nothing was lost or waited. 0 until known. */
  quickest = 0;
  /** Share of recent snapshots lost, 0 to 1. */
  loss = 0;
  malformed = 0;
  bytesPerSecond = 0;

  private readonly last: number[] = [];
  private mark = 0;
  private readonly sent = new Map<number, number>();
  private windowBytes = 0;
  private windowStart = 0;
  private snapshots = 0;

  /** A ping leaves at `now` milliseconds; answers its mark. */
  ping(now: number): number {
    this.mark = (this.mark + 1) >>> 0;
    this.sent.set(this.mark, now);
    if (this.sent.size > 16) this.sent.delete(this.sent.keys().next().value ?? 0);
    if (this.windowStart > 0) this.bytesPerSecond = (this.windowBytes * 1000) / Math.max(1, now - this.windowStart);
    this.windowStart = now;
    this.windowBytes = 0;
    return this.mark;
  }

  pong(mark: number, now: number): void {
    const left = this.sent.get(mark);
    if (left === undefined) return;
    this.sent.delete(mark);
    const took = now - left;
    this.rtt = this.rtt === 0 ? took : this.rtt + (took - this.rtt) * 0.25;
    this.last.push(took);
    if (this.last.length > ANSWERS) this.last.shift();
    this.quickest = Math.min(...this.last);
  }

  bytes(count: number): void {
    this.windowBytes += count;
  }

  /** A snapshot came; `acks` says which of those before it did. */
  acked(acks: Acks): void {
    this.snapshots++;
    if (this.snapshots < 33) return;
    let got = 0;
    for (let bits = acks.before >>> 0; bits !== 0; bits = (bits & (bits - 1)) >>> 0) got++;
    this.loss += ((32 - got) / 32 - this.loss) * 0.1;
  }

  /** In one word, for people. */
  get word(): "good" | "fair" | "poor" | "unknown" {
    if (this.rtt === 0) return "unknown";
    if (this.rtt < 90 && this.loss < 0.03) return "good";
    return this.rtt < 220 && this.loss < 0.1 ? "fair" : "poor";
  }
}
