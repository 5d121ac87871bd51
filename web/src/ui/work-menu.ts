/** The work menu: the world's crafts, what each takes and gives; a chosen one is worked at until one walks away or something is lacking. */
import "../style/work.css";
import { THINGS } from "../land/kinds";
import type { Craft, Portion } from "../wire/host-messages";
import { make } from "./element";

/** Milliseconds between two words that one works. */
export const WORK_EVERY = 1400;

/** What a craft is, in words. */
export function craftWords(craft: Craft): string {
  const list = (portions: readonly Portion[]) => portions.map(({ kind, count }) => `${count} ${THINGS[kind]}`).join(" and ");
  const from = craft.takes.length > 0 ? `${list(craft.takes)} → ` : "";
  const tool = craft.tool === null ? "" : `; quicker with ${THINGS[craft.tool]}`;
  return `${from}${craft.gives.length > 0 ? list(craft.gives) : "done"}, at: ${craft.at}, ${craft.minutes} min${tool}`;
}

export class WorkMenu {
  private readonly root = make("section");
  private readonly list = make("div", "work-list");
  private timer = 0;
  /** The craft worked at, by its number. */
  private at: number | null = null;

  constructor(private readonly acts: { work(craft: number): void; crafts(): readonly Craft[]; closed(): void }) {
    this.root.id = "work";
    this.root.hidden = true;
    this.root.setAttribute("aria-label", "Work");
    const close = make("button", "work-close", "×");
    close.type = "button";
    close.setAttribute("aria-label", "Close");
    close.addEventListener("click", () => this.toggle());
    const head = make("header");
    head.append(make("h2", "", "Work"), close);
    this.root.append(head, this.list);
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle();
      event.stopPropagation();
    });
    document.body.append(this.root);
  }

  get working(): number | null {
    return this.at;
  }

  toggle(): void {
    this.root.hidden = !this.root.hidden;
    if (this.root.hidden) return this.acts.closed();
    this.list.replaceChildren(...this.acts.crafts().map((craft, number) => {
      const button = make("button", "", "");
      button.type = "button";
      button.append(make("b", "", craft.name), make("span", "", craftWords(craft)));
      button.addEventListener("click", () => this.begin(number));
      return button;
    }));
    this.list.querySelector("button")?.focus();
  }

  /** Begins to work, and goes on until told otherwise. */
  private begin(craft: number): void {
    this.stop();
    this.root.hidden = true;
    this.acts.closed();
    this.at = craft;
    this.acts.work(craft);
    this.timer = window.setInterval(() => this.acts.work(craft), WORK_EVERY);
  }

  stop(): void {
    window.clearInterval(this.timer);
    this.at = null;
  }
}
