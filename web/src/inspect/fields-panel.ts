/** Choosing a field, reading and setting a cell of it, and letting something befall a place. */
import { byId, make } from "../ui/element";
import { short, type FieldsOverlay } from "./fields-overlay";
import type { FieldMessage } from "./protocol";
import type { Question } from "./reports";

/** How often the field on show is asked for, in milliseconds. */
const ASK_EVERY = 1000;
/** Strengths that show, by kind; others begin at 1. */
const USUAL: Readonly<Record<string, number>> = {
  storm: 4, flood: 10, earthquake: 200, patch: 200, tornado: 90, drought: 0.2, deed: 50, crime: 50, fire: 0.5, inflation: 0.5,
};

export class FieldsPanel {
  private readonly choice = byId<HTMLSelectElement>("field-name");
  private readonly kinds = byId<HTMLSelectElement>("event-kind");

  constructor(
    private readonly overlay: FieldsOverlay, private readonly send: (question: Question) => void,
    private readonly shown: () => boolean, private readonly changed: () => void,
  ) {
    this.choice.addEventListener("change", () => this.ask());
    this.kinds.addEventListener("change", () => {
      byId<HTMLInputElement>("event-strength").value = `${USUAL[this.kinds.value] ?? 1}`;
    });
    byId<HTMLFormElement>("field-edit").addEventListener("submit", (event) => {
      event.preventDefault();
      const cell = this.overlay.chosen;
      if (cell) this.send({ to: "world", type: "set-field", name: this.choice.value, cell, value: byId<HTMLInputElement>("field-value").valueAsNumber });
    });
    byId<HTMLFormElement>("event").addEventListener("submit", (event) => {
      event.preventDefault();
      const number = (id: string): number => byId<HTMLInputElement>(id).valueAsNumber;
      const cell = this.overlay.chosen;
      if (!cell) return;
      const [radius, strength, span] = ["event-radius", "event-strength", "event-span"].map(number);
      this.send({ to: "world", type: "befall", kind: this.kinds.value, cell, radius, strength, span });
    });
    window.setInterval(() => this.ask(), ASK_EVERY);
  }

  /** Asks for the field that is on show. */
  ask(): void {
    if (this.shown()) this.send({ to: "world", type: "field", name: this.choice.value });
  }

  show(message: FieldMessage): void {
    if (this.choice.childElementCount !== message.names.length) {
      this.choice.replaceChildren(...message.names.map((name) => make("option", "", name)));
      this.kinds.replaceChildren(...message.events.map((kind) => make("option", "", kind)));
      this.kinds.dispatchEvent(new Event("change"));
      this.choice.value = message.name;
    }
    if (message.name !== this.choice.value) return;
    this.overlay.field = message;
    this.tell();
    this.changed();
  }

  /** A place on the map was clicked. */
  touch(x: number, y: number): void {
    const read = this.overlay.read(x, y);
    this.overlay.chosen = read?.cell ?? null;
    if (read) byId<HTMLInputElement>("field-value").value = short(read.values[0]);
    this.tell();
    this.changed();
  }

  private tell(): void {
    const { chosen, field } = this.overlay;
    const read = chosen && field ? this.overlay.read((chosen[0] + 0.5) * field.cell_metres, (chosen[1] + 0.5) * field.cell_metres) : null;
    byId("field-read").textContent = read
      ? `cell ${read.cell.join(", ")}: ${read.values.map(short).join(", ")}`
      : "Click the map to read a cell.";
    for (const id of ["field-set", "event-start"]) byId<HTMLButtonElement>(id).disabled = read === null;
  }
}
