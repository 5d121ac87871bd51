/** Draws Pong: one's own end is at the left, or below on a tall screen, and shown now; the other end is shown as late as its news is, and says so. */
import { BACK, FORTH, RULES, SLOW, pongOf, type PongState } from "../games/pong";
import type { Simulation } from "../lockstep/simulation";
import { TURN as TURN_MS } from "../session";
import { Line, type Seen } from "./pong-seen";
import { COLOURS, nameOf, write, type Frame, type Score, type View } from "./view";

const TRAIL = 12;
/** Milliseconds a stroke is seen, and a goal. */
const [FLASH, GLOW] = [220, 900];
const BACKWARDS = ["ArrowUp", "KeyW", "ArrowLeft", "KeyA"];
const FORWARDS = ["ArrowDown", "KeyS", "ArrowRight", "KeyD"];

/** Whether a serve, return or goal was seen, when, and when it was so. */
export interface Sight {
  readonly judged: number;
  readonly judge: number;
  readonly seen: number;
  readonly delay: number;
}

type Place = (out: number, along: number) => [number, number];

export class PongView implements View {
  readonly title = "Pong over a long line";
  readonly help = "↑ ↓ or W S move your paddle, space slows the ball at your end";
  readonly pad = {
    kind: "pair",
    buttons: [{ label: "◀", command: BACK, says: "up or left" }, { label: "slow", command: SLOW, says: "slow motion" }, { label: "▶", command: FORTH, says: "down or right" }],
  };
  /** What is seen now, and what was seen last of strokes and goals. */
  seen: Seen | null = null;
  readonly sights: Sight[] = [];
  readonly line = new Line();
  private readonly trail: [number, number][] = [];
  private struckAt = [-GLOW, -GLOW];
  private goalAt = [-GLOW, -GLOW];

  command(keys: readonly string[], buttons: readonly number[]): number {
    const key = [...keys].reverse().find((held) => BACKWARDS.includes(held) || FORWARDS.includes(held));
    const button = [...buttons].reverse().find((held) => held === BACK || held === FORTH);
    const motion = key === undefined ? (button ?? 0) : BACKWARDS.includes(key) ? BACK : FORTH;
    return motion + (keys.includes("Space") || buttons.includes(SLOW) ? SLOW : 0);
  }

  touch(x: number): number {
    return x < 0.5 ? BACK : FORTH;
  }

  scores(game: Simulation): Score[] {
    const { scores, wins } = game as unknown as PongState;
    return scores.map((score, seat) => ({ score: `${score}`, wins: wins[seat], out: false, colour: COLOURS[seat] }));
  }

  goal({ seat }: Frame): string {
    const late = Math.round(this.line.delay * TURN_MS);
    return `first to ${RULES.round.target} wins the round; ${seat === null ? "both ends are" : "the other end is"} shown ${late} ms late`;
  }

  draw(pen: CanvasRenderingContext2D, width: number, height: number, frame: Frame): void {
    const { clock, share, seat } = frame;
    const past = (turns: number): PongState | null => {
      const parts = clock.past(turns);
      return parts ? pongOf(parts) : null;
    };
    const [last, before] = [frame.game as unknown as PongState, frame.before as unknown as PongState];
    const seen = this.line.look({ ...clock, last, before, share, past }, seat);
    if (!seen) return;
    this.note(seen, clock.now, seat);
    this.seen = seen;
    const { half_length: long, half_width: wide } = RULES.court;
    const across = width >= height;
    const scale = Math.min((across ? width : height) / (2 * long * 1.16), (across ? height : width) / (2 * wide * 1.14));
    const flip = seat === 1 ? -1 : 1;
    const at: Place = (out, along) => across ? [width / 2 + flip * out * scale, height / 2 + along * scale] : [width / 2 + along * scale, height / 2 - flip * out * scale];
    this.floor(pen, at, scale, seen, seat);
    for (const who of [0, 1]) this.end(pen, at, scale, seen, frame, who);
    this.ball(pen, at(seen.ball.x, seen.ball.y), scale, seen);
    const { state } = seen;
    if (state.round[0] > RULES.round.pause) {
      const winner = state.scores[0] > state.scores[1] ? 0 : 1;
      const text = winner === seat ? "You win the round" : `${nameOf(frame.names, winner)} wins the round`;
      write(pen, text, width / 2, height / 2, Math.min(width, height) / 14, COLOURS[winner], 800);
    }
  }

  private note(seen: Seen, now: number, seat: number | null): void {
    if (!this.seen || seen.judged === this.seen.judged) return;
    const { judged, judge } = seen;
    this.sights.push({ judged, judge, seen: now, delay: judge === seat ? 0 : this.line.delay });
    if (this.sights.length > 64) this.sights.shift();
    (seen.lost > 0 ? this.goalAt : this.struckAt)[judge] = performance.now();
  }

  private floor(pen: CanvasRenderingContext2D, at: Place, scale: number, seen: Seen, seat: number | null): void {
    const { half_length: long, half_width: wide } = RULES.court;
    const [from, to] = [at(-long, -wide), at(long, wide)];
    const corner = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
    const size = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
    // The later a place is shown, the bluer it is.
    const shade = pen.createLinearGradient(...at(-long, 0), ...at(long, 0));
    [0, 1].forEach((who) => {
      const late = who === seat ? 0 : Math.min(1, this.line.delay / 8);
      shade.addColorStop(who, `rgb(${Math.round(46 - 20 * late)} ${Math.round(66 - 24 * late)} ${Math.round(84 + 30 * late)})`);
    });
    pen.fillStyle = shade;
    pen.beginPath();
    pen.roundRect(corner[0], corner[1], size[0], size[1], 900 * scale);
    pen.fill();
    pen.strokeStyle = "rgb(255 255 255 / 0.14)";
    pen.lineWidth = scale * 200;
    pen.stroke();
    pen.setLineDash([scale * 900, scale * 1100]);
    pen.beginPath();
    pen.moveTo(...at(0, -wide));
    pen.lineTo(...at(0, wide));
    pen.stroke();
    pen.setLineDash([]);
    for (const who of [0, 1]) {
      const share = seen.stretches[who] / RULES.slow_motion.longest;
      if (share <= 0) continue;
      // Slow motion spreads from the end that uses it.
      const [x, y] = at(who === 0 ? -long : long, seen.paddles[who]);
      const light = pen.createRadialGradient(x, y, 0, x, y, 26_000 * scale);
      light.addColorStop(0, `rgb(199 155 255 / ${0.42 * share})`);
      light.addColorStop(1, "rgb(199 155 255 / 0)");
      pen.fillStyle = light;
      pen.fillRect(corner[0], corner[1], size[0], size[1]);
    }
  }

  private end(pen: CanvasRenderingContext2D, at: Place, scale: number, seen: Seen, frame: Frame, who: number): void {
    const { half_length: long, half_width: wide } = RULES.court;
    const sign = who === 0 ? -1 : 1;
    const line = (out: number, from: number, to: number, width: number, colour: string): void => {
      pen.lineCap = "round";
      pen.lineWidth = width * scale;
      pen.strokeStyle = colour;
      pen.beginPath();
      pen.moveTo(...at(sign * out, from));
      pen.lineTo(...at(sign * out, to));
      pen.stroke();
    };
    const now = performance.now();
    const glow = Math.max(0, 1 - (now - this.goalAt[who]) / GLOW);
    const flash = Math.max(0, 1 - (now - this.struckAt[who]) / FLASH);
    if (glow > 0) line(long + 300, -wide, wide, 400 + 900 * glow, `rgb(255 145 128 / ${glow})`);
    const { half } = RULES.paddle;
    const place = seen.paddles[who];
    const own = who === frame.seat;
    if (own) line(long + 700, place - half + 400, place + half - 400, 1700, "#fff");
    line(long + 700, place - half + 400, place + half - 400, 1150 + 500 * flash, COLOURS[who]);
    // What is left of slow motion, along the outer edge.
    const left = seen.state.reserves[who] / RULES.slow_motion.most;
    line(long + 2900, -9000, 9000, 500, "rgb(255 255 255 / 0.13)");
    if (left > 0.01) line(long + 2900, -9000, -9000 + 18_000 * left, 500, "#c79bff");
    const size = Math.max(13, scale * 2100);
    const [x, y] = at(sign * long * 0.7, 0);
    const late = Math.round((frame.clock.now - seen.moments[who]) * TURN_MS);
    write(pen, `${seen.state.scores[who]}`, x, y - size * 0.9, size * 1.8, COLOURS[who], 800);
    write(pen, own ? "you" : nameOf(frame.names, who), x, y + size * 0.5, size * 0.8, "#dfe4ea");
    write(pen, late < 1 ? "shown now" : `shown ${late} ms late`, x, y + size * 1.45, size * 0.62, "#a9bacb", 500);
  }

  private ball(pen: CanvasRenderingContext2D, place: [number, number], scale: number, seen: Seen): void {
    this.trail.push(place);
    if (this.trail.length > TRAIL) this.trail.shift();
    if (seen.striker === null) this.trail.splice(0, this.trail.length - 1);
    const colour = seen.striker === null ? "#ffffff" : COLOURS[seen.striker];
    const radius = RULES.ball.radius * 1.25 * scale;
    const fade = seen.striker !== null && seen.state.round[0] > 0 ? seen.lost : 1;
    this.trail.forEach(([x, y], n) => {
      const last = n === this.trail.length - 1;
      pen.globalAlpha = fade * (last ? 1 : (0.3 * n) / TRAIL);
      pen.fillStyle = last ? "#fff" : colour;
      pen.beginPath();
      pen.arc(x, y, radius * (last ? 1 : 0.4 + (0.5 * n) / TRAIL), 0, 2 * Math.PI);
      pen.fill();
    });
    if (seen.striker !== null && fade === 1) {
      const late = Math.round(seen.late * TURN_MS);
      const size = Math.max(10, scale * 1250);
      write(pen, late === 0 ? "now" : late > 0 ? `−${late} ms` : `+${-late} ms`, place[0], place[1] - radius - size, size, "#cfd8e3", 500);
    }
    pen.globalAlpha = 1;
  }
}
