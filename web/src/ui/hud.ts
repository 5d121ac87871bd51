/** Health, breath and hunger; what the bag holds; toasts; the connection. */
import { keysLabel, type Action, type Bindings } from "../input/keys";
import { THINGS } from "../land/kinds";
import type { Quality } from "../net/quality";
import type { BagSlot } from "../wire/from-host";
import type { OwnState } from "../wire/snapshot";
import { BAG_SLOTS } from "../wire/vocabulary";
import { byId, make } from "./element";

export class Bars {
  private readonly bars = (["health", "stamina", "hunger"] as const).map((name) => ({ name, element: byId(`bar-${name}`) }));

  show(own: OwnState): void {
    for (const { name, element } of this.bars) {
      const share = Math.round(((name === "hunger" ? 255 - own.hunger : own[name]) / 255) * 100);
      if (element.getAttribute("aria-valuenow") === `${share}`) continue;
      element.setAttribute("aria-valuenow", `${share}`);
      element.style.setProperty("--share", `${share}%`);
      element.classList.toggle("low", share < 25);
    }
  }
}

export class Hotbar {
  private readonly buttons: HTMLButtonElement[] = [];

  constructor(private readonly icons: readonly string[], private readonly chosen: (slot: number) => void) {
    const root = byId("hotbar");
    for (let slot = 0; slot < BAG_SLOTS; slot++) {
      const button = make("button", "slot");
      button.type = "button";
      button.append(make("kbd", "", `${slot + 1}`), make("img"), make("span", "what"), make("span", "count"));
      button.addEventListener("click", () => this.chosen(slot));
      this.buttons.push(button);
      root.append(button);
    }
    this.show(new Array<null>(BAG_SLOTS).fill(null), null, null);
  }

  show(slots: readonly (BagSlot | null)[], held: number | null, worn: number | null): void {
    this.buttons.forEach((button, slot) => {
      const thing = slots[slot];
      const name = thing ? THINGS[thing.kind] + (worn === slot ? " (worn)" : "") : "";
      const image = button.querySelector("img");
      if (image) {
        image.hidden = !thing;
        image.alt = "";
        if (thing) image.src = this.icons[thing.kind] ?? "";
      }
      const what = button.querySelector(".what");
      if (what) what.textContent = name;
      const count = button.querySelector(".count");
      if (count) count.textContent = thing && thing.count > 1 ? `×${thing.count}` : "";
      button.setAttribute("aria-label", `Slot ${slot + 1}: ${name || "empty"}${thing && thing.count > 1 ? `, ${thing.count} of them` : ""}${held === slot ? ", in your hand" : ""}`);
      button.setAttribute("aria-pressed", `${held === slot}`);
      button.classList.toggle("empty", !thing);
    });
  }
}

export class Toasts {
  private readonly root = byId("toasts");

  show(text: string, kind: "no" | "yes" | "news" = "news"): void {
    const toast = make("div", `toast ${kind}`, text);
    this.root.append(toast);
    while (this.root.children.length > 4) this.root.firstElementChild?.remove();
    window.setTimeout(() => toast.remove(), 3600);
  }
}

export class QualityBadge {
  private readonly badge = byId("quality");
  private readonly text = byId("quality-text");

  show(quality: Quality | null, transport: string): void {
    const word = quality?.word ?? "unknown";
    this.badge.dataset.word = word;
    const figures = quality && quality.rtt > 0
      ? `${Math.round(quality.rtt)} ms · ${(quality.loss * 100).toFixed(0)} % lost · ${transport}`
      : "connecting…";
    if (this.text.textContent !== figures) this.text.textContent = figures;
    this.badge.title = `Connection: ${word}`;
  }
}

/** What the player could do now, such as "E: take the apple"; pressed, the first of it is done. */
export class Prompt {
  private readonly element = byId<HTMLButtonElement>("prompt");
  private first: Action | null = null;

  constructor(act: (action: Action) => void) {
    this.element.addEventListener("click", () => {
      if (this.first) act(this.first);
    });
  }

  /** Offers things to do, each with its key; without keys, the first alone. Nothing takes the offer back. */
  offer(offers: readonly { action: Action; words: string }[], keys: Bindings | null): void {
    const [first] = offers;
    this.first = first?.action ?? null;
    const all = keys ? offers.map(({ action, words }) => `${keysLabel(keys, action)}: ${words}`).join(" · ") : "";
    const text = keys || !first ? all : first.words.charAt(0).toUpperCase() + first.words.slice(1);
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.hidden = text === "";
  }
}
