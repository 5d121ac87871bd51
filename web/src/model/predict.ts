/**
 * One's own body, ahead of the host. Steerings are kept until the host says it has applied them; each of its states is
 * the new truth from which the rest are played again. What that changes on screen is not shown at once but fades.
 */
import type { OwnState } from "../wire/snapshot";
import { MOST_STEERINGS, type Steering } from "../wire/steering";
import { nextSeq, seqSince } from "../wire/seq";
import { copyBody, step, STEP_SECONDS, type Body, type Surroundings } from "./body";

/** Steerings kept for replay: two seconds. */
const KEPT = 40;
/** Metres beyond which a correction is shown at once: one has been put elsewhere. */
const JUMP = 4;
/** Share of a correction still seen after a second. */
const FADE = 0.0005;

const newBody = (): Body => ({ x: 0, y: 0, vx: 0, vy: 0, level: 0, pose: 0, stamina: 1 });

export class Predictor {
  readonly body = newBody();
  /** Metres the host's last word moved us on screen: how wrong we were. */
  lastError = 0;
  private readonly before = newBody();
  private readonly pending: { seq: number; steering: Steering }[] = [];
  private seq = 0;
  private started = false;
  private spare = 0;
  private errorX = 0;
  private errorY = 0;
  private readonly seen = { x: 0, y: 0 };
  private readonly corrected = { x: 0, y: 0 };

  constructor(private readonly around: Surroundings) {}

  get ready(): boolean {
    return this.started;
  }

  get newest(): number {
    return this.seq;
  }

  /** Ticks by which one's own body is shown ahead of the host's last word. */
  get ahead(): number {
    return this.pending.length - 1 + this.spare / STEP_SECONDS;
  }

  /** The last few steerings for the next datagram. */
  recent(): Steering[] {
    return this.pending.slice(-MOST_STEERINGS).map((p) => p.steering);
  }

  reset(): void {
    this.started = false;
    this.pending.length = 0;
    this.spare = 0;
    this.errorX = this.errorY = 0;
  }

  /** Lets `seconds` pass; `steer` is asked once for each step that begins. Answers the number of steps. */
  advance(seconds: number, steer: () => Steering): number {
    this.spare = Math.min(this.spare + seconds, 5 * STEP_SECONDS);
    const faded = FADE ** seconds;
    this.errorX *= faded;
    this.errorY *= faded;
    let steps = 0;
    while (this.spare >= STEP_SECONDS) {
      this.spare -= STEP_SECONDS;
      this.take(steer());
      steps++;
    }
    return steps;
  }

  private take(steering: Steering): void {
    this.seq = nextSeq(this.seq);
    this.pending.push({ seq: this.seq, steering });
    if (this.pending.length > KEPT) this.pending.shift();
    copyBody(this.body, this.before);
    if (this.started) step(this.body, steering, this.around);
  }

  /** The host's word on where we are. */
  reconcile(own: OwnState): void {
    this.shown(this.seen);
    while (this.pending.length > 0 && own.steering !== null && seqSince(this.pending[0].seq, own.steering) <= 0) {
      this.pending.shift();
    }
    const { body } = this;
    Object.assign(body, { x: own.x, y: own.y, vx: own.vx, vy: own.vy, level: own.level, pose: own.pose, stamina: own.stamina / 255 });
    if (this.pending.length === 0) copyBody(body, this.before);
    for (const { steering } of this.pending) {
      copyBody(body, this.before);
      step(body, steering, this.around);
    }
    if (!this.started) {
      this.started = true;
      copyBody(body, this.before);
      return;
    }
    this.errorX = this.errorY = 0;
    this.shown(this.corrected);
    const dx = this.seen.x - this.corrected.x;
    const dy = this.seen.y - this.corrected.y;
    this.lastError = Math.hypot(dx, dy);
    if (this.lastError > JUMP) {
      copyBody(body, this.before);
    } else {
      this.errorX = dx;
      this.errorY = dy;
    }
  }

  /** Where to draw the body now: between its last two steps, with corrections fading. */
  shown(out: { x: number; y: number }): void {
    const share = this.spare / STEP_SECONDS;
    out.x = this.before.x + (this.body.x - this.before.x) * share + this.errorX;
    out.y = this.before.y + (this.body.y - this.before.y) * share + this.errorY;
  }
}
