/** What one hears without seeing it, in a few words: a line or two that fade. */
import { byId, make } from "./element";

/** Lines at a time, and how long each stays, in milliseconds. */
const MOST = 3;
const STAY = 4000;
const WORDS: Readonly<Record<string, string>> = {
  "step": "footsteps", "door": "a door", "thing falls": "something drops", "whisper": "a whisper", "speech": "voices", "shout": "a shout",
  "blow": "a blow", "felling": "an axe in wood", "breaking": "wood breaking", "cry of pain": "a cry", "building": "hammering",
  "fall": "somebody falls", "animal": "an animal", "bell": "a bell",
};
const WINDS = ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"] as const;

/** A noise in words: what, from where, and how. */
export function noiseWords(sound: string, turn: number, metres: number, muffled: boolean): string {
  const where = WINDS[Math.round((turn / 256) * 8) % 8];
  const far = metres > 0 ? `, ${metres} m off` : "";
  return `${muffled ? "muffled: " : ""}${WORDS[sound] ?? sound} to the ${where}${far}`;
}

export class Captions {
  shown = true;
  private readonly element = byId("captions");

  tell(text: string): void {
    if (!this.shown) return;
    // The same again is one line that stays longer.
    for (const line of [...this.element.children]) if (line.textContent === text) line.remove();
    const line = make("span", "", text);
    this.element.append(line);
    while (this.element.childElementCount > MOST) this.element.firstElementChild?.remove();
    window.setTimeout(() => line.remove(), STAY);
  }
}
