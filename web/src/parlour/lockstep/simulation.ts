/** What a game must offer to be played in lockstep; see `lockstep::simulation` of the crate `wold-wire`. */

/** A part of a game's state, by name. */
export interface Component {
  readonly name: string;
  readonly words: readonly number[];
}

export interface Simulation {
  readonly seats: number;
  /** Plays one turn. A seat without a command (null) is nobody's: the game's own bot plays it. */
  step(commands: readonly (number | null)[]): void;
  /** The whole state in named parts, of whole numbers of 32 bits. */
  components(): Component[];
  /** Takes over a state; false, and nothing changes, if it is none of this game's. */
  load(parts: readonly (readonly number[])[]): boolean;
  clone(): this;
}

/** The hash of words, continued from `soFar`, as an unsigned word. */
export function digest(soFar: number, words: readonly number[]): number {
  let hash = soFar ^ words.length;
  for (const word of words) {
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

export function hashOf(parts: readonly Component[]): number {
  return parts.reduce((hash, part) => digest(hash, part.words), 0);
}
