/** Draws a position and turns clicks into moves. */
import { make } from "../ui/element";
import type { Candidate, LegalMove, TableMessage } from "./protocol";

/** Games whose pieces are round. */
const DISCS = new Set(["connect-four", "othello", "breakthrough"]);

/** Legal moves that a click on a cell continues, after the cells clicked before. In connect four any cell names its column. */
export function continuing(
  legal: readonly LegalMove[], clicked: readonly number[], cell: number, width: number, byColumn: boolean,
): LegalMove[] {
  const same = (a: number, b: number): boolean => (byColumn ? a % width === b % width : a === b);
  return legal.filter(({ squares }) =>
    clicked.every((earlier, index) => squares[index] === earlier) &&
    squares.length > clicked.length && same(squares[clicked.length], cell));
}

export class BoardView {
  private clicked: number[] = [];
  private table: TableMessage | null = null;
  private heat = new Map<number, number>();
  private lastMove: readonly number[] = [];

  constructor(
    private readonly grid: HTMLElement,
    private readonly names: HTMLElement,
    private readonly mayMove: () => boolean,
    private readonly play: (move: string) => void,
  ) {}

  show(table: TableMessage): void {
    const before = this.table;
    const samePosition = before?.game === table.game && before.history.join() === table.history.join();
    if (!samePosition) {
      this.lastMove = before?.game === table.game ? changed(before, table) : [];
      this.heat.clear();
    }
    this.table = table;
    this.clicked = [];
    this.draw();
  }

  /** Shades the cells that an engine looks at by the share of its visits. */
  showThought(candidates: readonly Candidate[]): void {
    if (!this.table) return;
    const sum = candidates.reduce((total, candidate) => total + candidate.visits, 0);
    this.heat.clear();
    for (const candidate of candidates) {
      const squares = this.table.legal.find((move) => move.name === candidate.name)?.squares ?? [];
      const cell = squares[squares.length - 1];
      if (cell !== undefined && sum > 0) this.heat.set(cell, (this.heat.get(cell) ?? 0) + candidate.visits / sum);
    }
    this.draw();
  }

  private draw(): void {
    const table = this.table;
    if (!table) return;
    const kind = table.game.split(":")[0];
    const { width, cells } = table.board;
    const byColumn = kind === "connect-four";
    const open = this.mayMove();
    this.grid.dataset.game = kind;
    this.grid.className = DISCS.has(kind) ? "discs" : kind === "portfolio" ? "ledger" : "squares";
    this.grid.style.setProperty("--columns", `${width}`);
    this.grid.style.setProperty("--rows", `${Math.ceil(cells.length / Math.max(width, 1))}`);
    this.grid.replaceChildren(...cells.map((cell, index) => {
      const moves = open ? continuing(table.legal, this.clicked, index, width, byColumn) : [];
      const square = make("button", "cell");
      square.type = "button";
      square.disabled = moves.length === 0;
      square.dataset.cell = `${index}`;
      if (cell.owner !== null) square.classList.add("piece", cell.owner === 0 ? "first" : "second");
      if ((index + Math.floor(index / width)) % 2 === 1) square.classList.add("odd");
      if (this.clicked.includes(index)) square.classList.add("chosen");
      if (this.lastMove.includes(index)) square.classList.add("last");
      square.append(make("span", "mark", cell.text));
      const share = this.heat.get(index);
      if (share !== undefined && share > 0.005) {
        square.style.setProperty("--heat", share.toFixed(3));
        square.append(make("small", "share", `${Math.round(100 * share)}%`));
      }
      const owner = cell.owner === null ? "empty" : cell.owner === 0 ? "first" : "second";
      square.setAttribute("aria-label", `cell ${index + 1}, ${owner}${cell.text ? `, ${cell.text}` : ""}`);
      square.addEventListener("click", () => this.click(index, moves));
      return square;
    }));
    const named = open ? table.legal.filter((move) => move.squares.length === 0) : [];
    this.names.replaceChildren(...named.map((move) => {
      const button = make("button", "", move.name);
      button.type = "button";
      button.addEventListener("click", () => this.play(move.name));
      return button;
    }));
  }

  private click(cell: number, moves: readonly LegalMove[]): void {
    const whole = moves.find((move) => move.squares.length === this.clicked.length + 1);
    if (whole) {
      this.play(whole.name);
      return;
    }
    this.clicked = this.clicked.length > 0 ? [] : [cell];
    this.draw();
  }
}

/** Cells that hold something else than before. */
function changed(before: TableMessage, now: TableMessage): number[] {
  return now.board.cells.flatMap((cell, index) => {
    const was = before.board.cells[index];
    return was && (was.owner !== cell.owner) && now.history.length > before.history.length ? [index] : [];
  });
}
