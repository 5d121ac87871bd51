/** How the page finds Conquero's part of it. */
import type { PlayEntry } from "../game/plays";

export const entry: PlayEntry = {
  game: "conquero",
  load: async (game, session) => {
    const { Battle } = await import("./battle");
    return new Battle(game, session);
  },
};
