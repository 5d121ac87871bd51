/** The parlour's games by name. */
import type { Simulation } from "../lockstep/simulation";
import { Amaze } from "./amaze";
import { Gong } from "./gong";
import { Guess } from "./guess";
import { Pong } from "./pong";

/** A game in its first state; null if this page does not know it. */
export function open(game: string, seats: number, seed: number): Simulation | null {
  if (game === "gong") return new Gong(seats, seed);
  if (game === "amaze") return new Amaze(seats, seed);
  if (game === "guess") return new Guess(seats, seed);
  if (game === "pong") return new Pong(seed);
  return null;
}
