/** How the page finds Conquero's part of it. */
import type { PlayEntry } from "../game/plays";
import { TOPIC } from "./news";

export const entry: PlayEntry = {
  topic: TOPIC,
  load: async (game, session) => {
    const { Battle } = await import("./battle");
    return new Battle(game, session);
  },
};
