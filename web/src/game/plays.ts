/**
 * Games that are played in the world bring their own part of the page: a folder beside this one with an `entry.ts`. Nothing else
 * names them. A game's part is fetched when it first tells something.
 */
import type { Session } from "../net/session";
import type { Letter } from "../wire/hearer";
import type { Game, Play } from "./game";

/** A game's part of the page, once it is here. */
export interface Guise extends Play {
  /** The game told something: rows are in `game.world.told`, and this is what happened. */
  hear(letter: Letter): void;
}

/** What a game's `entry.ts` exports as `entry`. */
export interface PlayEntry {
  /** What the names of its kinds begin with, before the slash. */
  readonly game: string;
  /** Fetches its part of the page. */
  load(game: Game, session: Session): Promise<Guise>;
}

const ENTRIES = Object.values(import.meta.glob<PlayEntry>("../*/entry.ts", { eager: true, import: "entry" }));

/** Listens for what games tell and lets the game that does so play. */
export function watchForPlays(session: Session, game: Game): void {
  const guises = new Map<PlayEntry, Promise<Guise>>();
  game.world.onTold.on((letter) => {
    // Games are played by those who have a body.
    if (session.watching) return;
    for (const entry of ENTRIES) {
      if (![...letter.kinds].some((kind) => kind.startsWith(`${entry.game}/`))) continue;
      let guise = guises.get(entry);
      if (!guise) {
        guise = entry.load(game, session).then((made) => (game.play = made));
        guises.set(entry, guise);
      }
      void guise.then((made) => made.hear(letter));
    }
  });
}
