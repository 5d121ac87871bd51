/** What the game of Conquero can be asked for. The same as in `news.rs` of the game. */
export const VERBS = { join: 0x0c01, watch: 0x0c02, swing: 0x0c03, talk: 0x0c04, ping: 0x0c05 } as const;
