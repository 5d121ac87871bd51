/** Colours, signs and names of the teams: colours that colour-blind people tell apart, and a sign for those who see none. */
export interface Team {
  readonly name: string;
  readonly colour: string;
  readonly hex: number;
  readonly sign: string;
}

const team = (name: string, hex: number, sign: string): Team => ({ name, hex, sign, colour: `#${hex.toString(16).padStart(6, "0")}` });

const TEAMS: readonly Team[] = [
  team("Blue", 0x3d8bfd, "▲"), team("Orange", 0xf59f00, "●"), team("Green", 0x12b886, "■"), team("Pink", 0xe8649f, "◆"),
  team("Red", 0xe03131, "★"), team("Sky", 0x66d9e8, "✚"), team("Yellow", 0xf7e45a, "⬟"), team("Violet", 0x9775fa, "✿"),
];

/** What nobody holds. */
export const NOBODY: Team = team("nobody", 0xd9dde2, "○");

export function teamOf(number: number | null): Team {
  return number === null ? NOBODY : TEAMS[number % TEAMS.length];
}
