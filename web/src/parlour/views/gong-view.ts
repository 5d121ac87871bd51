/** Draws 2n-Gong: one's own side lies at the bottom, the ball leaves a trail, and a goal lights its side up. */
import { APOTHEM, BACK, BALL, FORTH, TARGET, type Gong } from "../games/gong";
import type { Simulation } from "../lockstep/simulation";
import { COLOURS, between, nameOf, write, type Frame, type Score, type View } from "./view";

const TRAIL = 14;
/** Milliseconds a goal is seen. */
const GLOW = 900;

export class GongView implements View {
  readonly title = "2n-Gong";
  readonly help = "← → or A D move your paddle; a moving paddle turns the ball";
  readonly pad = {
    kind: "pair",
    buttons: [{ label: "◀", command: FORTH, says: "left" }, { label: "▶", command: BACK, says: "right" }],
  };
  private readonly trail: [number, number][] = [];
  private goals = -1;
  private goalAt = -GLOW;

  command(keys: readonly string[], buttons: readonly number[]): number {
    const last = [...keys].reverse().find((key) => ["ArrowLeft", "KeyA", "ArrowRight", "KeyD"].includes(key));
    if (last) return last === "ArrowLeft" || last === "KeyA" ? FORTH : BACK;
    return buttons[buttons.length - 1] ?? 0;
  }

  touch(x: number): number {
    return x < 0.5 ? FORTH : BACK;
  }

  scores(game: Simulation): Score[] {
    const { scores, wins } = game as Gong;
    return scores.map((score, seat) => ({ score: `${score}`, wins: wins[seat], out: false, colour: COLOURS[seat] }));
  }

  goal(): string {
    return `first to ${TARGET} wins the round; a point is lost in one's own goal`;
  }

  draw(pen: CanvasRenderingContext2D, width: number, height: number, frame: Frame): void {
    const [game, before] = [frame.game as Gong, frame.before as Gong];
    const sides = game.seats;
    const corner = APOTHEM / Math.cos(Math.PI / sides);
    const scale = Math.min(width, height) / 2 / (sides === 4 ? APOTHEM * 1.1 : corner * 1.05);
    const turn = Math.PI / 2 - ((frame.seat ?? 0) * 2 * Math.PI) / sides;
    const at = (x: number, y: number): [number, number] => [
      width / 2 + (x * Math.cos(turn) - y * Math.sin(turn)) * scale, height / 2 + (x * Math.sin(turn) + y * Math.cos(turn)) * scale,
    ];
    const onSide = (side: number, out: number, along: number): [number, number] => {
      const angle = (side * 2 * Math.PI) / sides;
      return at(out * Math.cos(angle) - along * Math.sin(angle), out * Math.sin(angle) + along * Math.cos(angle));
    };
    this.floor(pen, sides, onSide, scale);
    const now = performance.now();
    if (this.goals >= 0 && game.round[3] > this.goals) this.goalAt = now;
    this.goals = game.round[3];
    for (let side = 0; side < sides; side++) {
      const lit = side === game.round[1] ? Math.max(0, 1 - (now - this.goalAt) / GLOW) : 0;
      this.side(pen, frame, side, lit, onSide, scale);
    }
    const jumped = Math.hypot(game.ball[0] - before.ball[0], game.ball[1] - before.ball[1]) > 3000;
    const share = jumped ? 1 : frame.share;
    this.ball(pen, at(between(before.ball[0], game.ball[0], share), between(before.ball[1], game.ball[1], share)), game, scale);
    if (game.round[0] > 0) {
      const winner = game.scores.indexOf(Math.max(...game.scores));
      write(pen, `${winner === frame.seat ? "You win" : `${nameOf(frame.names, winner)} wins`} the round`, width / 2, height / 2, Math.min(width, height) / 14, COLOURS[winner], 800);
    }
  }

  private floor(pen: CanvasRenderingContext2D, sides: number, onSide: (side: number, out: number, along: number) => [number, number], scale: number): void {
    const half = APOTHEM * Math.tan(Math.PI / sides);
    pen.beginPath();
    for (let side = 0; side < sides; side++) pen.lineTo(...onSide(side, APOTHEM, half));
    pen.closePath();
    const [x, y] = onSide(0, 0, 0);
    const light = pen.createRadialGradient(x, y, 0, x, y, (APOTHEM * scale) / Math.cos(Math.PI / sides));
    light.addColorStop(0, "#2c3f56");
    light.addColorStop(1, "#18212c");
    pen.fillStyle = light;
    pen.fill();
    pen.setLineDash([scale * 700, scale * 900]);
    pen.lineWidth = scale * 160;
    pen.strokeStyle = "rgb(255 255 255 / 0.12)";
    pen.beginPath();
    pen.arc(x, y, APOTHEM * scale * 0.36, 0, 2 * Math.PI);
    pen.stroke();
    pen.setLineDash([]);
  }

  private side(
    pen: CanvasRenderingContext2D, frame: Frame, side: number, lit: number,
    onSide: (side: number, out: number, along: number) => [number, number], scale: number,
  ): void {
    const [game, before] = [frame.game as Gong, frame.before as Gong];
    const half = APOTHEM * Math.tan(Math.PI / game.seats) - 500;
    const line = (out: number, from: number, to: number): void => {
      pen.beginPath();
      pen.moveTo(...onSide(side, out, from));
      pen.lineTo(...onSide(side, out, to));
      pen.stroke();
    };
    pen.lineCap = "round";
    pen.strokeStyle = COLOURS[side];
    pen.globalAlpha = 0.4 + 0.6 * lit;
    pen.lineWidth = scale * (240 + 900 * lit);
    line(APOTHEM + 300, -half, half);
    pen.globalAlpha = 1;
    const paddle = between(before.paddles[side], game.paddles[side], frame.share);
    pen.lineWidth = scale * (side === frame.seat ? 1500 : 1150);
    if (side === frame.seat) {
      pen.strokeStyle = "#fff";
      line(APOTHEM - 100, paddle - game.halfPaddle + 400, paddle + game.halfPaddle - 400);
      pen.strokeStyle = COLOURS[side];
      pen.lineWidth = scale * 950;
    }
    line(APOTHEM - 100, paddle - game.halfPaddle + 400, paddle + game.halfPaddle - 400);
    // The name stands below the score, wherever the side is; many sides leave less room.
    const size = Math.max(15, scale * (game.seats > 6 ? 1500 : 2000));
    const [x, y] = onSide(side, APOTHEM * 0.74, 0);
    write(pen, `${game.scores[side]}`, x, y - size * 0.5, size * 1.7, COLOURS[side], 800);
    write(pen, side === frame.seat ? "you" : nameOf(frame.names, side), x, y + size * 0.8, size * 0.76, "#dfe4ea");
  }

  private ball(pen: CanvasRenderingContext2D, place: [number, number], game: Gong, scale: number): void {
    this.trail.push(place);
    if (this.trail.length > TRAIL) this.trail.shift();
    const colour = game.touched < 0 ? "#ffffff" : COLOURS[game.touched];
    this.trail.forEach(([x, y], n) => {
      const last = n === this.trail.length - 1;
      pen.globalAlpha = last ? 1 : (0.28 * n) / TRAIL;
      pen.fillStyle = colour;
      pen.beginPath();
      pen.arc(x, y, BALL * scale * (last ? 1 : 0.4 + (0.5 * n) / TRAIL), 0, 2 * Math.PI);
      pen.fill();
    });
    pen.globalAlpha = 1;
    pen.fillStyle = "rgb(255 255 255 / 0.75)";
    pen.beginPath();
    pen.arc(place[0] - BALL * scale * 0.3, place[1] - BALL * scale * 0.3, BALL * scale * 0.35, 0, 2 * Math.PI);
    pen.fill();
  }
}
