/** Draws Guess a Number: everybody around the table, each with a card. */
import { CHOOSE, CHOOSING, GUESSING, NAME, RANGE, SHOW, type Guess } from "../games/guess";
import type { Simulation } from "../lockstep/simulation";
import { COLOURS, nameOf, write, type Frame, type Score, type View } from "./view";

export class GuessView implements View {
  readonly title = "Guess a Number";
  readonly pulses = true;
  readonly help = "press a number to choose or name it";
  readonly pad = {
    kind: "numbers",
    buttons: Array.from({ length: RANGE }, (_, n) => ({ label: `${n + 1}`, command: n + 1, says: `number ${n + 1}` })),
  };

  command(_: readonly string[], buttons: readonly number[]): number {
    return buttons[buttons.length - 1] ?? 0;
  }

  scores(game: Simulation): Score[] {
    const { wins, inside } = game as Guess;
    return wins.map((won, seat) => ({ score: inside[seat] === 1 ? "in" : "out", wins: won, out: inside[seat] === 0, colour: COLOURS[seat] }));
  }

  goal(): string {
    return "name a number: whoever else has it is out; the last one in wins";
  }

  private prompt(frame: Frame): string {
    const game = frame.game as Guess;
    const who = (seat: number): string => (seat === frame.seat ? "You" : nameOf(frame.names, seat));
    if (game.round[0] === CHOOSE) return frame.seat !== null && game.secrets[frame.seat] === 0 ? "Choose your number" : "Everybody chooses a number";
    if (game.round[0] === NAME) return game.round[2] === frame.seat ? "Your turn: name a number" : `${who(game.round[2])} names a number`;
    return `${who(game.round[2])} ${game.round[2] === frame.seat ? "win" : "wins"} the round`;
  }

  draw(pen: CanvasRenderingContext2D, width: number, height: number, frame: Frame): void {
    const game = frame.game as Guess;
    const size = Math.min(width, height);
    const [x, y] = [width / 2, height / 2];
    const round = size * 0.36;
    pen.fillStyle = "#22303f";
    pen.strokeStyle = "#3d5268";
    pen.lineWidth = 3;
    pen.beginPath();
    pen.arc(x, y, round * 0.72, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    const limit = game.round[0] === CHOOSE ? CHOOSING : GUESSING;
    if (game.round[0] !== SHOW) {
      pen.strokeStyle = "#ffd166";
      pen.lineWidth = 5;
      pen.beginPath();
      pen.arc(x, y, round * 0.72, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * Math.max(0, 1 - game.round[1] / limit));
      pen.stroke();
    }
    const [named, number, hit] = game.last;
    if (named >= 0) {
      write(pen, `${number}`, x, y - size * 0.02, size / 7, COLOURS[named], 800);
      const hits = hit === 0 ? "nobody has it" : hit === 1 ? "one is out" : `${hit} are out`;
      write(pen, hits, x, y + size * 0.11, Math.max(12, size / 34), "#dfe4ea");
    }
    write(pen, this.prompt(frame), x, y - size * 0.14, Math.max(12, size / 34), "#ffffff", 700);
    for (let seat = 0; seat < game.seats; seat++) {
      const angle = Math.PI / 2 + ((seat - (frame.seat ?? 0)) * 2 * Math.PI) / game.seats;
      this.card(pen, frame, seat, x + round * 1.08 * Math.cos(angle), y + round * 1.08 * Math.sin(angle), size);
    }
  }

  private card(pen: CanvasRenderingContext2D, frame: Frame, seat: number, x: number, y: number, size: number): void {
    const game = frame.game as Guess;
    const [wide, high] = [size * 0.085, size * 0.115];
    const asked = game.round[0] === NAME && game.round[2] === seat;
    pen.globalAlpha = game.inside[seat] === 1 ? 1 : 0.4;
    pen.fillStyle = COLOURS[seat];
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - high / 2, wide, high, wide / 6);
    pen.fill();
    if (asked) {
      pen.strokeStyle = "#fff";
      pen.lineWidth = 4;
      pen.stroke();
    }
    const open = seat === frame.seat || game.inside[seat] === 0 || game.round[0] === SHOW;
    const secret = game.secrets[seat];
    pen.fillStyle = "#2b2208";
    pen.font = `800 ${size / 22}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(secret === 0 ? "…" : open ? `${secret}` : "?", x, y);
    write(pen, seat === frame.seat ? "you" : nameOf(frame.names, seat), x, y + high * 0.78, Math.max(12, size / 38), "#fff");
    pen.globalAlpha = 1;
  }
}
