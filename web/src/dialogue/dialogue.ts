/** Talking with somebody near: what one can say, what was answered, and who told whom. */
import "../style/dialogue.css";
import { PLACES, THINGS } from "../land/kinds";
import { make } from "../ui/element";
import type { SpeechAct } from "../wire/spoken";
import { type Bargain, type Ware, Wares } from "./wares";
import { DEEDS, plain, provenance, sentences, type Deed } from "./sentences";

/** Milliseconds between two turns: talk is no hail of words, and the world would not carry it. */
const TURN = 1300;
const MOST_LINES = 40;

export interface DialogueActs {
  say(text: string): void;
  /** Hands over what is in the hand; says why not, or nothing. */
  give(): string;
  /** What somebody sells and buys that one can deal in. */
  wares(id: bigint): readonly Ware[];
  deal(id: bigint, bargain: Bargain): void;
  /** Names of people one has seen or heard of. */
  names(): readonly string[];
  /** Time of day, 0 midnight to 1. */
  day(): number;
  /** Whether the partner still stands near. */
  near(id: bigint): boolean;
  closed(): void;
}

interface Partner {
  readonly id: bigint;
  readonly name: string;
}

export class Dialogue {
  private readonly root = make("section");
  private readonly title = make("h2");
  private readonly log = make("div", "dialogue-log");
  private readonly form = make("form", "dialogue-form");
  private readonly buttons: HTMLButtonElement[] = [];
  private readonly wares = new Wares((bargain) => this.partner && this.acts.deal(this.partner.id, bargain));
  private partner: Partner | null = null;
  private watch = 0;

  constructor(private readonly acts: DialogueActs) {
    this.root.id = "dialogue";
    this.root.hidden = true;
    this.root.setAttribute("aria-label", "Talk");
    this.log.setAttribute("role", "log");
    this.log.tabIndex = 0;
    this.form.hidden = true;
    const close = make("button", "dialogue-close", "×");
    close.type = "button";
    close.setAttribute("aria-label", "End the talk");
    close.addEventListener("click", () => this.close());
    const head = make("header");
    head.append(this.title, close);
    const choices = make("div", "dialogue-choices");
    choices.append(
      this.choice("Greet", (to) => this.say(sentences.greet(to, this.acts.day()))),
      this.choice("Ask about…", (to) => this.askForm(to)),
      this.choice("Why?", (to) => this.say(sentences.why(to))),
      this.choice("Tell of…", (to) => this.tellForm(to)),
      this.choice("Accuse…", (to) => this.accuseForm(to)),
      this.choice("Apologise", (to) => this.say(sentences.sorry(to))),
      this.choice("Buy", (to) => this.say(sentences.sell(to))),
      this.choice("Beg", (to) => this.say(sentences.beg(to))),
      this.choice("Give", () => this.note(this.acts.give())),
    );
    this.root.append(head, this.log, this.wares.element, this.form, choices);
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      // Letters written here are no steps and no blows.
      event.stopPropagation();
    });
    document.body.append(this.root);
  }

  get with(): string | null {
    return this.partner?.name ?? null;
  }

  /** Turns to somebody. */
  open(partner: Partner): void {
    if (this.partner?.id !== partner.id) this.log.replaceChildren();
    this.partner = partner;
    this.title.textContent = partner.name;
    this.root.hidden = false;
    this.form.hidden = true;
    this.buttons[0]?.focus();
    this.wares.show(this.acts.wares(partner.id));
    window.clearInterval(this.watch);
    this.watch = window.setInterval(() => {
      if (!this.partner) return;
      if (this.acts.near(this.partner.id)) this.wares.show(this.acts.wares(this.partner.id));
      else this.close();
    }, 500);
  }

  close(): void {
    if (this.partner === null) return;
    window.clearInterval(this.watch);
    this.partner = null;
    this.root.hidden = true;
    this.acts.closed();
  }

  /** Somebody said something near: it belongs here if it is the partner, or oneself. */
  heard(speaker: bigint, name: string, text: string, act: SpeechAct | null, own: boolean): void {
    if (!this.partner || (!own && speaker !== this.partner.id)) return;
    const line = make("p", own ? "own" : "");
    line.append(make("b", "", own ? "You" : name), ` ${text}`);
    this.add(line);
    const path = own ? null : provenance(act, name);
    if (path) this.add(chain(path));
  }

  private note(text: string): void {
    if (text) this.add(make("p", "quiet", text));
  }

  private add(line: HTMLElement): void {
    this.log.append(line);
    while (this.log.children.length > MOST_LINES) this.log.firstElementChild?.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  private choice(words: string, chosen: (to: string) => void): HTMLButtonElement {
    const button = make("button", "", words);
    button.type = "button";
    button.addEventListener("click", () => {
      this.form.hidden = true;
      if (this.partner) chosen(this.partner.name);
    });
    this.buttons.push(button);
    return button;
  }

  private say(text: string): void {
    this.acts.say(text);
    for (const button of this.buttons) button.disabled = true;
    window.setTimeout(() => this.buttons.forEach((button) => (button.disabled = false)), TURN);
  }

  private ask(fields: readonly HTMLElement[], words: string, asked: () => string | null): void {
    const send = make("button", "primary", words);
    this.form.replaceChildren(...fields, send);
    this.form.hidden = false;
    this.form.onsubmit = (event) => {
      event.preventDefault();
      const text = asked();
      if (text === null) return;
      this.form.hidden = true;
      this.say(text);
    };
    this.form.querySelector<HTMLElement>("input, select")?.focus();
  }

  private askForm(to: string): void {
    const about = this.field("about", "whom, what or which place", [...PLACES, ...THINGS, "water"]);
    this.ask([about.label], "Ask", () => (about.value() === "" ? null : sentences.ask(to, about.value())));
  }

  private tellForm(to: string): void {
    const who = this.field("who", "who did it");
    const deed = deedChoice();
    const whom = this.field("whom", "to whom");
    const source = this.field("source", "who told you; nobody if you saw it");
    this.ask([who.label, deed.label, whom.label, source.label], "Tell", () => {
      const chosen = deed.value();
      if (who.value() === "" || (chosen.toSomebody && whom.value() === "")) return null;
      return sentences.tell(to, { who: who.value(), deed: chosen, whom: whom.value(), source: source.value() });
    });
  }

  private accuseForm(to: string): void {
    const deed = deedChoice();
    const whom = this.field("whom", "to whom");
    this.ask([deed.label, whom.label], "Accuse", () => {
      const chosen = deed.value();
      return chosen.toSomebody && whom.value() === "" ? null : sentences.accuse(to, chosen, whom.value());
    });
  }

  /** A line to write a name in, with those one knows offered. */
  private field(name: string, hint: string, more: readonly string[] = []): { label: HTMLElement; value: () => string } {
    const label = make("label", "", hint);
    const input = make("input");
    const list = make("datalist");
    list.id = `dialogue-${name}`;
    list.append(...[...this.acts.names(), ...more].map((option) => Object.assign(make("option"), { value: option })));
    Object.assign(input, { name, maxLength: 48, autocomplete: "off" });
    input.setAttribute("list", list.id);
    label.append(input, list);
    return { label, value: () => plain(input.value) };
  }
}

function deedChoice(): { label: HTMLElement; value: () => Deed } {
  const label = make("label", "", "did what");
  const select = make("select");
  select.name = "deed";
  select.append(...DEEDS.map((deed, at) => Object.assign(make("option", "", deed.past), { value: `${at}` })));
  label.append(select);
  return { label, value: () => DEEDS[Number(select.value)] ?? DEEDS[0] };
}

/** The people through whom a tale came, the witness first. */
function chain(path: readonly string[]): HTMLElement {
  const line = make("p", "chain");
  line.setAttribute("aria-label", `It came by ${path.join(", then ")}, then you`);
  path.forEach((name, at) => {
    line.append(make("span", at === 0 ? "witness" : "", at === 0 ? `${name} (saw it)` : name), " → ");
  });
  line.append(make("span", "", "you"));
  return line;
}
