/** A mind laid open: needs, what it does and why, whom it respects, what it has heard and through whom. */
import "../style/mind.css";
import { make } from "../ui/element";
import { dayAndHour } from "./hours";
import { drawGraph, layOut } from "./path-graph";
import type { MindMessage, SpreadMessage } from "./protocol";
import type { MindBelief, MindReport, MindRumour, MindSuspect, Question } from "./reports";
import type { SpreadOverlay } from "./spread-overlay";

const REFRESH = 1000;
/** Milliseconds a replay of a rumour's spread takes, and between two of its pictures. */
const [REPLAY, FRAME] = [6000, 60];

export class MindPanel {
  private id: string | null = null;
  private mind: MindReport | null = null;
  private rumour: MindRumour | null = null;
  private spread: SpreadMessage | null = null;
  private replay = 0;
  private readonly about = make("div");
  private readonly heard = make("ol", "rumours");
  private readonly way = make("div", "rumour-way");

  constructor(
    root: HTMLElement, private readonly send: (question: Question) => void, private readonly overlay: SpreadOverlay,
    private readonly changed: () => void,
  ) {
    root.append(this.about, this.way, this.heard);
    window.setInterval(() => this.ask(), REFRESH);
  }

  /** Somebody else is selected. */
  select(id: string): void {
    if (id !== this.id) this.choose(null);
    this.id = id;
    this.ask();
  }

  private ask(): void {
    if (this.id !== null && !document.hidden) this.send({ to: "minds", type: "mind", id: this.id });
  }

  show(message: MindMessage): void {
    if (message.id !== this.id) return;
    this.mind = message.mind;
    if (this.mind === null) {
      this.about.replaceChildren();
      this.heard.replaceChildren();
      return;
    }
    this.about.replaceChildren(...portrait(this.mind));
    this.heard.replaceChildren(...this.mind.rumours.map((rumour) => this.row(rumour)));
  }

  private row(rumour: MindRumour): HTMLElement {
    const item = make("li", rumour.key === this.rumour?.key ? "chosen" : "");
    const button = make("button", "link", rumour.text);
    button.type = "button";
    button.addEventListener("click", () => this.choose(rumour));
    const source = rumour.seen ? "saw it" : `heard from ${[...rumour.path].reverse().join(" ← ")}`;
    const trust = rumour.seen ? "" : ` · trust ${rumour.trust.toFixed(2)}`;
    const changes = rumour.changes.map((change) => `${change.name} ${change.by > 0 ? "+" : ""}${change.by.toFixed(2)}`).join(", ");
    item.append(button, make("small", "quiet", `${dayAndHour(rumour.hour)} · ${source}${trust} · told ${rumour.tellings}×${changes && ` · ${changes}`}`));
    return item;
  }

  private choose(rumour: MindRumour | null): void {
    this.rumour = rumour;
    this.spread = null;
    this.overlay.show([]);
    this.overlay.until = Infinity;
    window.clearInterval(this.replay);
    this.way.replaceChildren();
    this.changed();
    if (rumour) this.send({ to: "minds", type: "spread", matter: rumour.key });
  }

  showSpread(message: SpreadMessage): void {
    if (message.matter !== this.rumour?.key || !this.mind) return;
    this.spread = message;
    this.overlay.show(message.steps);
    const graph = layOut(message.steps, this.rumour.path, this.mind.name);
    const drawing = make("div", "graph-frame");
    drawing.append(drawGraph(graph, this.rumour.path, this.mind.name));
    this.way.replaceChildren(make("h3", "", "Who told whom"), make("p", "quiet", this.rumour.text), drawing, this.timeline());
    this.changed();
  }

  /** A slider through the time in which it spread, and a button that plays it. */
  private timeline(): HTMLElement {
    const [first, last] = this.overlay.span;
    const line = make("p", "timeline");
    const slider = make("input");
    Object.assign(slider, { type: "range", min: `${first}`, max: `${last}`, step: "any", value: `${last}` });
    slider.setAttribute("aria-label", "Hour up to which the rumour is shown");
    const text = make("span");
    const set = (hour: number): void => {
      this.overlay.until = hour;
      text.textContent = `${dayAndHour(hour)}: ${this.overlay.known} of ${this.spread?.minds ?? 0} know`;
      this.changed();
    };
    slider.addEventListener("input", () => set(slider.valueAsNumber));
    const play = make("button", "", "Play");
    play.type = "button";
    play.addEventListener("click", () => {
      window.clearInterval(this.replay);
      const since = performance.now();
      this.replay = window.setInterval(() => {
        const share = Math.min(1, (performance.now() - since) / REPLAY);
        slider.value = `${first + (last - first) * share}`;
        set(first + (last - first) * share);
        if (share === 1) window.clearInterval(this.replay);
      }, FRAME);
    });
    line.append(play, slider, text);
    set(last);
    return line;
  }
}

function bar(label: string, share: number, title: string): HTMLElement {
  const row = make("div", "need");
  const track = make("div", "track");
  const fill = make("i");
  fill.style.width = `${Math.round(share * 100)}%`;
  track.append(fill);
  row.title = title;
  row.append(make("span", "", label), track);
  return row;
}

/** What speaks against somebody most, in words. */
function account({ evidence, path }: MindSuspect): string {
  if (evidence === "told") return `told by ${[...path].reverse().join(" ← ")}`;
  return { seen: "seen", near: "was near", none: "no account" }[evidence];
}

/** How a mind reasons: whom it suspects and how it chose among sellers, if it did. */
function reasons(mind: MindReport): HTMLElement[] {
  const suspects = mind.suspects.slice(0, 6).map((suspect) => {
    const range = `must be believed ${suspect.belief.toFixed(2)}, may be ${suspect.plausibility.toFixed(2)}; ${account(suspect)}`;
    return bar(suspect.name, suspect.belief, `${suspect.of} on day ${suspect.day}: ${range}`);
  });
  const shops = mind.shops.slice(0, 6).map(({ name, score, marks }) => {
    const why = Object.entries(marks).map(([criterion, degree]) => `${criterion} ${degree.toFixed(2)}`);
    return bar(name, score, why.join(", "));
  });
  const list = (title: string, rows: HTMLElement[]): HTMLElement[] => {
    if (rows.length === 0) return [];
    const box = make("div", "needs");
    box.append(...rows);
    return [make("h3", "", title), box];
  };
  return [...list("Suspects", suspects), ...list("Would buy from", shops)];
}

function portrait(mind: MindReport): HTMLElement[] {
  const { decision } = mind;
  const doing = decision ? `${decision.doing} at ${decision.at}, ${decision.planned ? "as the day's plan says" : `because it presses (${decision.score.toFixed(2)})`}` : "has not decided yet";
  const needs = make("div", "needs");
  needs.append(...mind.needs.map((need) => bar(need.name, need.level, `level ${need.level.toFixed(2)}, felt ${need.score.toFixed(2)}`)));
  const respects = make("div", "needs");
  respects.append(...mind.respects.slice(0, 12).map(({ name, respect }) => bar(name, respect, `respect ${respect.toFixed(2)}`)));
  const state = make("p", "quiet", `Chart ${mind.chart}: ${mind.states.join(", ") || "not begun"}`);
  state.id = "mind-state";
  const verdict = mind.verdicts[0];
  return [
    make("h3", "", `${mind.name}, ${mind.trade}, ${mind.profile}`), make("p", "quiet", `${dayAndHour(mind.hour)} · ${doing}`), state,
    needs, ...reasons(mind), make("h3", "", "Respects"), respects,
    ...(verdict ? [make("p", "quiet", `Last judged: “${verdict.said}” — ${verdict.verdict}`)] : []),
    ...lines("Believes", mind.beliefs.map(believed)), ...lines("Diary", mind.diary.map((entry) => `${Math.round(entry.age)} s ago: ${entry.text}`)),
    make("h3", "", `Remembers ${mind.rumours.length}`),
  ];
}

/** The most lines of a list that are shown. */
const MOST_LINES = 12;

function lines(title: string, texts: readonly string[]): HTMLElement[] {
  if (texts.length === 0) return [];
  const list = make("ul", "quiet");
  list.append(...texts.slice(0, MOST_LINES).map((text) => make("li", "", text)));
  return [make("h3", "", title), list];
}

/** A belief in words: what, on what evidence, how old and how sure. */
export function believed(belief: MindBelief): string {
  const what = belief.at ? `is at ${belief.at.map((axis) => axis.toFixed(0)).join(", ")}` : `has ${belief.has ?? "something"}`;
  const why = belief.by === null ? belief.evidence : `${belief.evidence} by ${belief.by}`;
  return `${belief.name} ${what}: ${why}, ${Math.round(belief.age)} s ago, ${Math.round(belief.sure * 100)} %`;
}
