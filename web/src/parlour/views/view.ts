/** What draws a game and takes its keys. */
import type { Simulation } from "../lockstep/simulation";

/** A colour for each seat, told apart by most eyes on a dark ground; names and places say the same again. */
export const COLOURS = [
  "#ffd166", "#74b3ff", "#7fd08a", "#ff9180", "#c79bff", "#5fd6d1", "#f4a7d3", "#d8e36b", "#ffb25c", "#9fb4c8", "#e07be0", "#b9e4ff",
] as const;

/** What is known of a game's time. */
export interface Clock {
  /** The turn that is shown, with the part of it that has passed. */
  readonly now: number;
  /** Turns that everybody's commands are known for. */
  readonly confirmed: number;
  /** Turns by which what others do shall be shown late at least. */
  readonly least: number;
  /** The state after so many turns, part by part, if it is confirmed and remembered. */
  past(turns: number): readonly (readonly number[])[] | undefined;
}

/** What is drawn. */
export interface Frame {
  readonly game: Simulation;
  /** The turn before, to glide from. */
  readonly before: Simulation;
  /** How much of the turn has passed, 0 to 1. */
  readonly share: number;
  /** One's own seat; null for those who watch. */
  readonly seat: number | null;
  /** A name for each seat, or null for a bot. */
  readonly names: readonly (string | null)[];
  readonly clock: Clock;
}

/** One line of the players' table. */
export interface Score {
  readonly score: string;
  readonly wins: number;
  readonly out: boolean;
  readonly colour: string;
}

/** A button for fingers. */
export interface PadButton {
  readonly label: string;
  readonly command: number;
  readonly says: string;
}

export interface View {
  readonly title: string;
  /** Class of the pad, and its buttons. */
  readonly pad: { readonly kind: string; readonly buttons: readonly PadButton[] };
  /** Whether a press counts once, however long it is held. */
  readonly pulses?: boolean;
  /** What the keys do, in a line. */
  readonly help: string;
  draw(pen: CanvasRenderingContext2D, width: number, height: number, frame: Frame): void;
  /** The command of the keys held, newest last, and of buttons held. */
  command(keys: readonly string[], buttons: readonly number[]): number;
  /** Where a finger on the board is a command, too: by its place from the board's left, 0 to 1. */
  touch?(x: number): number;
  scores(game: Simulation): Score[];
  /** A line about how the game stands. */
  goal(frame: Frame): string;
}

export const nameOf = (names: readonly (string | null)[], seat: number): string => names[seat] ?? `bot ${seat + 1}`;

/** Text with an edge, readable on anything. */
export function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, colour: string, weight = 600): void {
  pen.font = `${weight} ${size}px system-ui, "Segoe UI", Roboto, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = size / 5;
  pen.strokeStyle = "rgb(12 17 23 / 0.75)";
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

export const between = (from: number, to: number, share: number): number => from + (to - from) * share;
