/** Shows what an engine thinks, while it thinks. */
import { byId, make } from "../ui/element";
import type { ThoughtMessage } from "./protocol";

const MOST_SHOWN = 16;

export function showThought(thought: ThoughtMessage, mover: "first" | "second"): void {
  byId("thinker").textContent = `${thought.engine} ${thought.done ? "has decided" : "is thinking"}`;
  byId("thinker").classList.toggle("busy", !thought.done);
  const forFirst = mover === "first" ? thought.value : -thought.value;
  byId("scale").style.setProperty("--value", `${Math.max(-1, Math.min(1, forFirst))}`);
  byId("scale").title = `${signed(forFirst)} for First`;
  const known = thought.bounds[0] === thought.bounds[1] ? " · proven" : "";
  const spent = thought.iterations > 0 ? `${count(thought.iterations)} simulations` : `depth ${thought.depth}`;
  byId("figures").textContent = `${signed(thought.value)} for ${mover}${known} · ${spent} · ${count(thought.nodes)} positions`;
  byId("why").textContent = thought.why;
  byId("line").replaceChildren(...thought.line.slice(0, 14).map((move) => make("li", "", move)));
  const most = Math.max(1, ...thought.candidates.map((candidate) => candidate.visits));
  byId("candidates").replaceChildren(...thought.candidates.slice(0, MOST_SHOWN).map((candidate) => {
    const row = make("tr", candidate.proven ? "proven" : "");
    const visits = make("td", "visits");
    const bar = make("i");
    bar.style.width = `${(100 * candidate.visits) / most}%`;
    visits.append(bar, make("span", "", candidate.visits > 0 ? count(candidate.visits) : ""));
    const value = candidate.proven ? `${signed(candidate.value)} ✓` : signed(candidate.value);
    row.append(make("td", "", candidate.name), make("td", "number", value), visits);
    return row;
  }));
}

export function clearThoughts(): void {
  byId("thinker").textContent = "No engine has thought yet";
  byId("thinker").classList.remove("busy");
  byId("scale").style.setProperty("--value", "0");
  for (const id of ["figures", "why"]) byId(id).textContent = "";
  for (const id of ["line", "candidates"]) byId(id).replaceChildren();
}

/** A number with its sign and two digits. */
export function signed(value: number): string {
  const rounded = Math.abs(value) < 0.005 ? 0 : value;
  return `${rounded > 0 ? "+" : ""}${rounded.toFixed(2)}`;
}

/** A count people can read: 1234 as 1,234. */
export function count(value: number): string {
  return value.toLocaleString("en");
}
