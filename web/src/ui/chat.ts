/** What is said near, as a log that screen readers follow, and the line to speak in. */
import type { Loudness } from "../wire/vocabulary";
import { LONGEST_SPEECH } from "../wire/vocabulary";
import { byId, make } from "./element";

const MOST_LINES = 60;
const FADE_AFTER = 12_000;

/** Loudness by how a line begins: "!" shouts, "." whispers. */
export function loudnessOf(line: string): { text: string; loudness: Loudness } {
  const text = line.trim();
  if (text.startsWith("!") && text.length > 1) return { text: text.slice(1).trim(), loudness: "shout" };
  if (text.startsWith(".") && !text.startsWith("..") && text.length > 1) return { text: text.slice(1).trim(), loudness: "whisper" };
  return { text, loudness: "talk" };
}

/** As much of a text as fits in `most` bytes of UTF-8, cut between characters. */
export function fitting(text: string, most: number): string {
  const encoder = new TextEncoder();
  let out = "";
  let size = 0;
  for (const character of text) {
    size += encoder.encode(character).length;
    if (size > most) break;
    out += character;
  }
  return out;
}

export interface ChatActs {
  say(text: string, loudness: Loudness): void;
  /** Words after a slash are for the game that is played in the world. */
  command(words: string): void;
  /** Writing has ended. */
  done(): void;
}

export class Chat {
  private readonly root = byId("chat");
  private readonly log = byId("chat-log");
  private readonly form = byId<HTMLFormElement>("chat-form");
  private readonly input = byId<HTMLInputElement>("chat-input");
  private fading = 0;

  constructor(private readonly acts: ChatActs) {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { text, loudness } = loudnessOf(this.input.value);
      if (text.startsWith("/")) this.acts.command(fitting(text.slice(1), LONGEST_SPEECH));
      else if (text !== "") this.acts.say(fitting(text, LONGEST_SPEECH), loudness);
      this.leave();
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.leave();
      event.stopPropagation();
    });
    this.input.addEventListener("focus", () => this.root.classList.add("open"));
    this.input.addEventListener("blur", () => this.root.classList.remove("open"));
  }

  open(): void {
    this.form.hidden = false;
    // Where fingers rule the line is hidden until it is asked for, and what is hidden takes no focus.
    this.root.classList.add("open");
    this.input.focus();
  }

  private leave(): void {
    this.input.value = "";
    this.input.blur();
    this.acts.done();
  }

  /** A line somebody said. */
  heard(name: string, text: string, loudness: Loudness): void {
    const line = make("p", `line ${loudness}`);
    line.append(make("b", "", name), ` ${verb(loudness)}: ${text}`);
    this.add(line);
  }

  /** A line of one's own team. */
  team(name: string, text: string): void {
    const line = make("p", "line team");
    line.append(make("b", "", name), ` (team): ${text}`);
    this.add(line);
  }

  /** Says what a line would be for. */
  hint(words: string): void {
    this.input.placeholder = words;
  }

  /** A line from the host or the page. */
  notice(text: string): void {
    this.add(make("p", "line notice", text));
  }

  private add(line: HTMLElement): void {
    this.log.append(line);
    while (this.log.children.length > MOST_LINES) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
    this.root.classList.add("fresh");
    window.clearTimeout(this.fading);
    this.fading = window.setTimeout(() => this.root.classList.remove("fresh"), FADE_AFTER);
  }
}

function verb(loudness: Loudness): string {
  return { talk: "says", whisper: "whispers", shout: "shouts" }[loudness];
}
