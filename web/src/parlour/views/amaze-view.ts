/** Draws Amaze: the maze from above, two teams, crystals and sparks. */
import { DAZED, FLASH, SHOOT, STEP, TARGET, type Amaze } from "../games/amaze";
import { HEIGHT, OFFSETS, WIDTH } from "../games/maze";
import type { Simulation } from "../lockstep/simulation";
import { nameOf, write, type Frame, type Score, type View } from "./view";

const TEAMS = [{ name: "Gold", colour: "#ffd166" }, { name: "Blue", colour: "#74b3ff" }] as const;
const KEYS: Record<string, number> = {
  ArrowRight: 1, KeyD: 1, ArrowDown: 2, KeyS: 2, ArrowLeft: 3, KeyA: 3, ArrowUp: 4, KeyW: 4,
};

export class AmazeView implements View {
  readonly title = "Amaze";
  readonly help = "arrows or WASD walk, space shoots a spark the way you face";
  readonly pad = {
    kind: "cross",
    buttons: [
      { label: "▲", command: 4, says: "north" }, { label: "◀", command: 3, says: "west" }, { label: "▼", command: 2, says: "south" },
      { label: "▶", command: 1, says: "east" }, { label: "✦", command: SHOOT, says: "shoot" },
    ],
  };

  command(keys: readonly string[], buttons: readonly number[]): number {
    const walk = keys.map((key) => KEYS[key]).filter((direction) => direction !== undefined);
    const pressed = buttons.filter((command) => command < SHOOT);
    const shoots = keys.includes("Space") || buttons.includes(SHOOT);
    return (walk[walk.length - 1] ?? pressed[pressed.length - 1] ?? 0) + (shoots ? SHOOT : 0);
  }

  scores(game: Simulation): Score[] {
    const { seats, wins } = game as Amaze;
    return Array.from({ length: seats }, (_, seat) => ({ score: "", wins: wins[seat % 2], out: false, colour: TEAMS[seat % 2].colour }));
  }

  goal({ game }: Frame): string {
    const { scores } = game as Amaze;
    return `Gold ${scores[0]} : ${scores[1]} Blue; the first team to ${TARGET} wins`;
  }

  draw(pen: CanvasRenderingContext2D, width: number, height: number, frame: Frame): void {
    const game = frame.game as Amaze;
    const cell = Math.min((width - 24) / WIDTH, (height - 60) / HEIGHT);
    const [left, top] = [(width - cell * WIDTH) / 2, (height - cell * HEIGHT) / 2 + 16];
    const at = (x: number, y: number): [number, number] => [left + (x + 0.5) * cell, top + (y + 0.5) * cell];
    pen.fillStyle = "#1b2531";
    pen.fillRect(left, top, cell * WIDTH, cell * HEIGHT);
    for (const [team, [x, y]] of [[0, 0], [WIDTH - 1, HEIGHT - 1]].entries()) {
      pen.globalAlpha = 0.3;
      pen.fillStyle = TEAMS[team].colour;
      pen.fillRect(left + x * cell, top + y * cell, cell, cell);
      pen.globalAlpha = 1;
    }
    this.walls(pen, game, left, top, cell);
    for (const [x, y] of game.crystals) this.crystal(pen, at(x, y), cell);
    game.runners.forEach((_, seat) => this.spark(pen, frame, seat, at, cell));
    game.runners.forEach((_, seat) => this.runner(pen, frame, seat, at, cell));
    write(pen, `${game.scores[0]}`, width / 2 - 40, top - 24, 26, TEAMS[0].colour, 800);
    write(pen, ":", width / 2, top - 24, 22, "#dfe4ea");
    write(pen, `${game.scores[1]}`, width / 2 + 40, top - 24, 26, TEAMS[1].colour, 800);
    if (game.pause > 0) {
      const winner = game.scores[0] > game.scores[1] ? 0 : 1;
      write(pen, `${TEAMS[winner].name} wins the round`, width / 2, height / 2, Math.min(width, height) / 13, TEAMS[winner].colour, 800);
    }
  }

  private walls(pen: CanvasRenderingContext2D, game: Amaze, left: number, top: number, cell: number): void {
    pen.strokeStyle = "#7f93ad";
    pen.lineWidth = Math.max(2, cell / 12);
    pen.lineCap = "round";
    pen.beginPath();
    pen.rect(left, top, cell * WIDTH, cell * HEIGHT);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const [right, below] = [left + (x + 1) * cell, top + (y + 1) * cell];
        if (x < WIDTH - 1 && !game.maze.open(x, y, 0)) {
          pen.moveTo(right, below - cell);
          pen.lineTo(right, below);
        }
        if (y < HEIGHT - 1 && !game.maze.open(x, y, 1)) {
          pen.moveTo(right - cell, below);
          pen.lineTo(right, below);
        }
      }
    }
    pen.stroke();
  }

  private crystal(pen: CanvasRenderingContext2D, [x, y]: [number, number], cell: number): void {
    const size = cell * (0.24 + 0.03 * Math.sin(performance.now() / 250));
    pen.fillStyle = "#7ff0c8";
    pen.beginPath();
    pen.moveTo(x, y - size);
    pen.lineTo(x + size * 0.7, y);
    pen.lineTo(x, y + size);
    pen.lineTo(x - size * 0.7, y);
    pen.fill();
    pen.fillStyle = "rgb(255 255 255 / 0.5)";
    pen.beginPath();
    pen.moveTo(x, y - size);
    pen.lineTo(x, y);
    pen.lineTo(x - size * 0.7, y);
    pen.fill();
  }

  private spark(pen: CanvasRenderingContext2D, frame: Frame, seat: number, at: (x: number, y: number) => [number, number], cell: number): void {
    const [x, y, facing, , , , far, seen] = (frame.game as Amaze).runners[seat];
    if (seen === 0) return;
    const [dx, dy] = OFFSETS[facing];
    pen.globalAlpha = seen / FLASH;
    pen.strokeStyle = TEAMS[seat % 2].colour;
    pen.lineWidth = cell / 6;
    pen.beginPath();
    pen.moveTo(...at(x, y));
    pen.lineTo(...at(x + dx * (far + 0.3), y + dy * (far + 0.3)));
    pen.stroke();
    pen.globalAlpha = 1;
  }

  private runner(pen: CanvasRenderingContext2D, frame: Frame, seat: number, at: (x: number, y: number) => [number, number], cell: number): void {
    const [x, y, facing, busy, dazed] = (frame.game as Amaze).runners[seat];
    const pace = frame.names[seat] === null ? STEP + 2 : STEP;
    const back = Math.min(1, Math.max(0, busy - frame.share) / pace);
    const [dx, dy] = OFFSETS[facing];
    // Those in one cell stand side by side.
    const aside = ((seat >> 1) - ((frame.game as Amaze).seats / 2 - 1) / 2) * 0.12;
    const [px, py] = at(x - dx * back + aside, y - dy * back + aside);
    const colour = TEAMS[seat % 2].colour;
    pen.globalAlpha = dazed > 0 ? 0.35 + 0.3 * (1 - dazed / DAZED) : 1;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(px, py, cell * 0.27, 0, 2 * Math.PI);
    pen.fill();
    pen.lineWidth = cell / 14;
    pen.strokeStyle = seat === frame.seat ? "#fff" : "#10161e";
    pen.stroke();
    pen.fillStyle = "#10161e";
    pen.beginPath();
    pen.arc(px + dx * cell * 0.14, py + dy * cell * 0.14, cell * 0.08, 0, 2 * Math.PI);
    pen.fill();
    pen.globalAlpha = 1;
    const name = seat === frame.seat ? "you" : frame.names[seat];
    if (name !== null) write(pen, name ?? nameOf(frame.names, seat), px, py - cell * 0.5, Math.max(11, cell * 0.26), "#fff");
  }
}
