/** What telling the selected guest costs by the five numbers: a radar of before and after for one remedy, or for all of them together. */
import { make } from "../ui/element";
import type { StateMessage } from "./protocol";
import type { FiveNumbers, MeterReport, Question, TechniqueRow } from "./reports";

const NUMBERS: readonly { readonly key: keyof FiveNumbers; readonly label: string; readonly unit: string }[] = [
  { key: "messages", label: "messages", unit: "a second" },
  { key: "destinations", label: "destinations", unit: "guests" },
  { key: "bytes", label: "bytes", unit: "a message" },
  { key: "timeliness", label: "timeliness", unit: "over a second" },
  { key: "work", label: "work", unit: "steps a message" },
];
const ASK_EVERY = 1000;
/** Powers of ten from the middle to the ring of before, and from there to the rim. */
const [LESS, MORE] = [3, 1];
const [WIDE, HIGH, REACH] = [360, 230, 88];
const SVG = "http://www.w3.org/2000/svg";
const [BEFORE, AFTER] = ["#7fb4ff", "#ffd166"];

/** How far from the middle a number is drawn that is `factor` times what it was before; 1 is the rim. */
export function reachOf(factor: number): number {
  return Math.min(1, Math.max(0.02, (Math.log10(Math.max(factor, 1e-9)) + LESS) / (LESS + MORE)));
}

export function factors(row: TechniqueRow): number[] {
  return NUMBERS.map(({ key }) => (row.before[key] > 0 ? row.after[key] / row.before[key] : 1));
}

/** A number as short as it still says something. */
export function short(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} k`;
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

/** What became of a number, in words. */
export function change(factor: number): string {
  if (Math.abs(factor - 1) < 0.005) return "the same";
  if (factor > 1) return `${short(factor)} × as much`;
  return factor > 0 ? `1/${short(1 / factor)}` : "none";
}

function drawn(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  return element;
}

function spoke(axis: number, reach: number): readonly [number, number] {
  const angle = (axis / NUMBERS.length) * 2 * Math.PI - Math.PI / 2;
  return [WIDE / 2 + Math.cos(angle) * reach * REACH, HIGH / 2 + Math.sin(angle) * reach * REACH];
}

function shape(reaches: readonly number[]): string {
  return reaches.map((reach, axis) => spoke(axis, reach).map((at) => at.toFixed(1)).join(",")).join(" ");
}

function radar(row: TechniqueRow): SVGElement {
  const now = factors(row);
  const said = NUMBERS.map(({ label }, axis) => `${label} ${change(now[axis])}`).join(", ");
  const root = drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "radar", role: "img", "aria-label": `${row.technique}: ${said}` });
  for (const power of [-2, -1, 0, 1]) {
    const isBefore = power === 0;
    const points = shape(NUMBERS.map(() => reachOf(10 ** power)));
    root.append(drawn("polygon", { points, fill: "none", stroke: isBefore ? BEFORE : "#3a4554", "stroke-width": isBefore ? 1.6 : 1 }));
  }
  NUMBERS.forEach(({ label }, axis) => {
    const [x, y] = spoke(axis, 1.2);
    const text = drawn("text", { x, y: y + 4, "text-anchor": Math.abs(x - WIDE / 2) < 5 ? "middle" : x > WIDE / 2 ? "start" : "end", class: "radar-label" });
    text.textContent = label;
    const [endX, endY] = spoke(axis, 1);
    root.append(drawn("line", { x1: WIDE / 2, y1: HIGH / 2, x2: endX, y2: endY, stroke: "#3a4554" }), text);
  });
  root.append(drawn("polygon", { points: shape(now.map(reachOf)), fill: AFTER, "fill-opacity": 0.22, stroke: AFTER, "stroke-width": 1.8 }));
  return root;
}

function table(row: TechniqueRow): HTMLElement {
  const body = make("tbody");
  const now = factors(row);
  NUMBERS.forEach(({ key, label, unit }, axis) => {
    const line = make("tr");
    const name = make("th", "", label);
    name.scope = "row";
    name.title = unit;
    line.append(name, make("td", "", short(row.before[key])), make("td", "", short(row.after[key])), make("td", "quiet", change(now[axis])));
    body.append(line);
  });
  const head = make("thead");
  const titles = make("tr");
  titles.append(make("th"), make("th", "meter-before", "before"), make("th", "meter-after", "after"), make("th"));
  head.append(titles);
  const whole = make("table", "meter-numbers");
  whole.append(head, body);
  return whole;
}

export class MeterPanel {
  private asked = -Infinity;
  private shown: MeterReport | null = null;
  private readonly choice: HTMLSelectElement;
  private readonly figure: HTMLElement;

  constructor(private readonly root: HTMLElement, private readonly send: (question: Question) => void) {
    this.choice = make("select");
    this.choice.setAttribute("aria-label", "Remedy");
    this.figure = make("div");
    const line = make("p", "decree");
    line.append("What telling costs: ", this.choice);
    root.append(line, this.figure);
    root.hidden = true;
    this.choice.addEventListener("change", () => this.draw());
  }

  /** The world goes on: asks now and then about whoever is selected, if it is a guest over a network. */
  update(state: StateMessage, selected: string | null, now: number): void {
    const guest = state.guests.find((one) => one.entity !== null && one.entity === selected);
    const isFar = guest !== undefined && guest.transport !== "memory";
    if (!isFar || this.shown?.id !== selected) this.root.hidden = true;
    if (!isFar || selected === null || now - this.asked < ASK_EVERY) return;
    this.asked = now;
    this.send({ to: "world", type: "meter", id: selected });
  }

  show(report: MeterReport): void {
    this.shown = report;
    this.root.hidden = report.techniques.length === 0;
    const names = report.techniques.map(({ technique }) => technique);
    if ([...this.choice.options].map(({ value }) => value).join() !== names.join()) {
      this.choice.replaceChildren(...names.map((name) => make("option", "", name)));
    }
    this.draw();
  }

  private draw(): void {
    const row = this.shown?.techniques[Math.max(0, this.choice.selectedIndex)];
    if (!this.shown || !row) return;
    const { name, seconds, round_trip_ms: way } = this.shown;
    const there = way === null ? "" : `, ${Math.round(way)} ms until one hears that it has heard`;
    const said = make("p", "quiet", `${row.technique}: ${row.what}. Counted over ${seconds.toFixed(0)} s for ${name}${there}. Blue is before, each ring ten times more.`);
    this.figure.replaceChildren(radar(row), table(row), said);
  }
}
