/**
 * Games that are played in the world bring their own part of the page: a folder beside this one with an `entry.ts`. Nothing else
 * names them. A game's part is fetched when its first news comes.
 */
import type { Session } from "../net/session";
import type { Game, Play } from "./game";

/** A game's part of the page, once it is here. */
export interface Guise extends Play {
  /** Takes news of the game: the payload of a host's message. */
  take(payload: Uint8Array): void;
}

/** What a game's `entry.ts` exports as `entry`. */
export interface PlayEntry {
  /** The topic of its news. */
  readonly topic: number;
  /** Fetches its part of the page. */
  load(game: Game, session: Session): Promise<Guise>;
}

const ENTRIES = Object.values(import.meta.glob<PlayEntry>("../*/entry.ts", { eager: true, import: "entry" }));

/** Listens for games' news and lets the game that sends some play. */
export function watchForPlays(session: Session, game: Game): void {
  const guises = new Map<PlayEntry, Promise<Guise>>();
  session.onMessage.on((message) => {
    if (message.kind !== "game") return;
    const entry = ENTRIES.find(({ topic }) => topic === message.topic);
    if (!entry) return;
    let guise = guises.get(entry);
    if (!guise) {
      guise = entry.load(game, session).then((made) => (game.play = made));
      guises.set(entry, guise);
    }
    void guise.then((made) => made.take(message.payload));
  });
}
