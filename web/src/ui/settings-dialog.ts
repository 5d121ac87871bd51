/** The settings: how far and how finely to see, and which keys do what. */
import { ACTIONS, ACTION_NAMES, bind, defaultBindings, keysLabel, type Action } from "../input/keys";
import type { Grade } from "../view/stage";
import { byId, make } from "./element";
import { FIELD_RANGE, VIEW_RANGE, saveSettings, type Settings } from "./settings-store";

export class SettingsDialog {
  private readonly dialog = byId<HTMLDialogElement>("settings");
  private readonly keyList = byId("key-list");
  private waiting: { action: Action; button: HTMLButtonElement } | null = null;

  constructor(private readonly settings: Settings, private readonly changed: () => void) {
    this.range("view", VIEW_RANGE, (value) => (settings.view = value), (value) => `${value * 32} m`);
    this.range("fieldOfView", FIELD_RANGE, (value) => (settings.fieldOfView = value), (value) => `${value}°`);
    const quality = byId<HTMLSelectElement>("set-quality");
    quality.value = settings.quality;
    quality.addEventListener("change", () => {
      settings.quality = quality.value as Grade;
      this.keep();
    });
    const frames = byId<HTMLSelectElement>("set-frameLimit");
    frames.value = `${settings.frameLimit}`;
    frames.addEventListener("change", () => {
      settings.frameLimit = Number(frames.value);
      this.keep();
    });
    this.check("nameTags");
    this.check("captions");
    this.check("reducedMotion");
    byId("keys-reset").addEventListener("click", () => {
      settings.keys = defaultBindings();
      this.keep();
      this.listKeys();
    });
    this.dialog.addEventListener("keydown", (event) => this.onKey(event), { capture: true });
    this.dialog.addEventListener("close", () => this.stopWaiting());
    this.listKeys();
  }

  open(): void {
    this.listKeys();
    this.dialog.showModal();
  }

  private keep(): void {
    saveSettings(this.settings);
    this.changed();
  }

  private range(
    name: "view" | "fieldOfView", range: { least: number; most: number }, set: (value: number) => void,
    label: (value: number) => string,
  ): void {
    const input = byId<HTMLInputElement>(`set-${name}`);
    const output = byId<HTMLOutputElement>(`out-${name}`);
    input.min = `${range.least}`;
    input.max = `${range.most}`;
    input.value = `${this.settings[name]}`;
    output.value = label(this.settings[name]);
    input.addEventListener("input", () => {
      set(input.valueAsNumber);
      output.value = label(input.valueAsNumber);
      this.keep();
    });
  }

  private check(name: "nameTags" | "captions" | "reducedMotion"): void {
    const input = byId<HTMLInputElement>(`set-${name}`);
    input.checked = this.settings[name];
    input.addEventListener("change", () => {
      this.settings[name] = input.checked;
      this.keep();
    });
  }

  private listKeys(): void {
    this.keyList.replaceChildren(
      ...ACTION_NAMES.map((action) => {
        const row = make("div", "key-row");
        const button = make("button", "key", keysLabel(this.settings.keys, action));
        button.type = "button";
        button.setAttribute("aria-label", `${ACTIONS[action].label}: ${button.textContent}. Press to change.`);
        button.addEventListener("click", () => this.wait(action, button));
        row.append(make("span", "", ACTIONS[action].label), button);
        return row;
      }),
    );
  }

  private wait(action: Action, button: HTMLButtonElement): void {
    this.stopWaiting();
    this.waiting = { action, button };
    button.textContent = "press a key…";
    button.classList.add("waiting");
  }

  private stopWaiting(): void {
    if (!this.waiting) return;
    const { action, button } = this.waiting;
    this.waiting = null;
    button.classList.remove("waiting");
    button.textContent = keysLabel(this.settings.keys, action);
  }

  private onKey(event: KeyboardEvent): void {
    if (!this.waiting) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.code !== "Escape") {
      bind(this.settings.keys, this.waiting.action, event.code);
      this.keep();
    }
    const { action } = this.waiting;
    this.stopWaiting();
    this.listKeys();
    this.keyList.querySelectorAll<HTMLButtonElement>("button")[ACTION_NAMES.indexOf(action)]?.focus();
  }
}
