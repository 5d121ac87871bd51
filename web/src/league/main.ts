/** Entry of the league's page: what is played, how it stands, and what one may do about it. */
import "../style/league.css";
import { byId, make } from "../ui/element";
import { operatorToken } from "../ui/operator-token";
import { readPass } from "../ui/pass";
import {
  claimWords, league as fetchLeague, leagues as fetchLeagues, listen, outcomeFor, say, type League, type OpenMatch,
  type Outcome, type Summary,
} from "./office";

const STATES = { open: "takes entries", running: "is being played", over: "is over" } as const;
const query = new URLSearchParams(location.search);
const operator = operatorToken();
const pass = readPass();
/** Whoever acts: the operator if this tab was opened with the token, else the person whose visit this browser holds. */
const token = operator ?? pass?.token ?? "";
const name = operator === null ? (pass?.name ?? null) : null;
let chosen = query.get("league");
let shown: League | null = null;

function problem(text: string): void {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}

/** A format's name as people write it. */
const words = (format: string): string => format.replaceAll("-", " ");

/** Does something and says what went wrong, if anything. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  problem("");
  try {
    await work();
  } catch (error) {
    problem(error instanceof Error ? error.message : String(error));
  }
}

function act(deed: string, more: object = {}): Promise<void> {
  return attempt(() => say(`/${chosen ?? ""}/${deed}`, { token, ...more }));
}

function action(text: string, work: () => void, className = ""): HTMLButtonElement {
  const button = make("button", className, text);
  button.type = "button";
  button.addEventListener("click", work);
  return button;
}

function showList(list: readonly Summary[]): void {
  byId("none").hidden = list.length > 0;
  byId("leagues").replaceChildren(...list.map((one) => {
    const item = make("li");
    const button = action(one.name, () => choose(one.id), one.id === chosen ? "chosen" : "");
    button.append(make("small", "", `${words(one.format)}, ${one.players} players, ${STATES[one.state]}`));
    item.append(button);
    return item;
  }));
}

function choose(id: string): void {
  chosen = id;
  const address = new URL(location.href);
  address.searchParams.set("league", id);
  history.replaceState(null, "", address);
  void refresh();
}

function matchLine(game: OpenMatch): HTMLElement {
  const line = make("div", "match");
  const score = game.won[0] + game.won[1] > 0 ? ` (${game.won[0]} : ${game.won[1]})` : "";
  line.append(make("b", "", `${game.home} – ${game.away}${score}`));
  const decide = (outcome: Outcome): void => void act("decide", { home: game.home, away: game.away, outcome });
  if (name === game.home || name === game.away) {
    const report = (result: "won" | "lost" | "tied" | "waited"): void =>
      void act("report", { game: game.id, outcome: outcomeFor(game, name, result) });
    line.append(
      action("I won", () => report("won")), action("I lost", () => report("lost")), action("A tie", () => report("tied")),
      action("They did not come", () => report("waited")),
      make("span", "claim", claimWords(game, name)),
    );
  } else if (operator !== null) {
    line.append(
      action(`${game.home} won`, () => decide("home")), action(`${game.away} won`, () => decide("away")),
      action("A tie", () => decide("tie")),
      action(`${game.home} did not come`, () => decide("home-absent")),
      action(`${game.away} did not come`, () => decide("away-absent")),
      action("Neither came", () => decide("both-absent")),
    );
    if (game.claim) line.append(make("span", "claim", claimWords(game, "")));
  }
  return line;
}

function showMatches(now: League): void {
  const own = now.open.filter((game) => name !== null && (game.home === name || game.away === name));
  const others = now.open.filter((game) => !own.includes(game));
  const fill = (id: string, title: string, games: readonly OpenMatch[]): void => {
    byId(id).hidden = games.length === 0;
    byId(id).replaceChildren(make("h3", "", title), ...games.map(matchLine));
  };
  fill("own", "You are called", own);
  fill("waiting", "To be played", others);
}

function showStandings(now: League): void {
  const waiting = now.standings.length === 0;
  byId("table-title").textContent = waiting ? "Entered so far" : "Standings";
  const row = (cells: readonly string[], className = ""): HTMLElement => {
    const line = make("tr", className);
    line.append(...cells.map((cell) => make("td", "", cell)));
    return line;
  };
  const entered = now.entrants.map((entrant) => row(["", title(entrant.name, entrant.engine ?? null), "", "", "", "", ""]));
  const placed = now.standings.map((place) => row([
    `${place.rank + 1}`, title(place.name, place.engine) + (place.withdrawn ? " (withdrew)" : ""),
    place.points === null ? "" : `${place.points}`, `${place.tally.wins}`, `${place.tally.ties}`, `${place.tally.losses}`,
    place.rating.rating.toFixed(0) + (place.rating.uncertainty === null ? "" : ` ± ${place.rating.uncertainty.toFixed(0)}`),
  ], place.name === name ? "self" : ""));
  byId("standings").replaceChildren(...(waiting ? entered : placed));
}

function title(who: string, engine: string | null): string {
  return engine ? `${who} (${engine})` : who;
}

function show(now: League): void {
  shown = now;
  document.querySelector("main")?.removeAttribute("hidden");
  byId("title").textContent = now.name;
  const series = now.best_of > 1 ? `, best of ${now.best_of}` : "";
  byId("state").textContent = `${words(now.format)}${series}${now.game ? `, ${now.game}` : ""}. It ${STATES[now.state]}.`;
  const entered = now.entrants.some((entrant) => entrant.name === name);
  const gone = now.standings.some((place) => place.name === name && place.withdrawn);
  byId("enter").hidden = name === null || entered || now.state === "over";
  byId("withdraw").hidden = !entered || gone || now.state === "over";
  byId("begin").hidden = operator === null || now.state !== "open";
  byId("add").hidden = operator === null || now.state === "over";
  showMatches(now);
  showStandings(now);
  for (const [id, drawn] of [["sheet", now.sheet], ["ratings", now.ratings]] as const) {
    byId(`${id}-box`).hidden = drawn === null;
    byId(id).innerHTML = drawn ?? "";
  }
}

async function refresh(): Promise<void> {
  await attempt(async () => {
    const list = (await fetchLeagues()).leagues;
    chosen ??= list[0]?.id ?? null;
    showList(list);
    if (chosen !== null) show(await fetchLeague(chosen));
  });
}

async function offerEngines(): Promise<void> {
  if (operator === null) return;
  const { games } = await fetchLeagues();
  const option = (text: string): HTMLOptionElement => make("option", "", text);
  byId("new-game").append(...games.map((game) => option(game.name)));
  byId("add-name").addEventListener("focus", () => {
    const engines = games.find((game) => game.name === shown?.game)?.engines ?? [];
    byId("add-engine").replaceChildren(option("a person"), ...engines.map(option));
    byId("add-engine").firstElementChild?.setAttribute("value", "");
  });
}

function announce(): void {
  const value = (id: string): string => byId<HTMLInputElement>(id).value;
  const format = value("new-format");
  const rounds = format === "swiss" || format === "ladder" ? { rounds: Number(value("new-rounds")) } : {};
  const announced = {
    name: value("new-name"), format: { format, ...rounds }, "best-of": Number(value("new-best-of")), players: [],
    ...(value("new-game") ? { game: value("new-game") } : {}),
  };
  void attempt(async () => {
    const { id } = await say<{ id: string }>("", { token, league: announced });
    choose(id);
  });
}

byId("who").textContent = operator !== null ? "You are the operator."
  : name !== null ? `You are ${name}.` : "Enter the world in this browser to take part.";
byId("announce").hidden = operator === null;
byId("announce").addEventListener("submit", (event) => {
  event.preventDefault();
  announce();
});
byId("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId<HTMLInputElement>("add-name");
  const engine = byId<HTMLSelectElement>("add-engine").value;
  void act("enter", { name: field.value, ...(engine ? { engine } : {}) }).then(() => { field.value = ""; });
});
byId("enter").addEventListener("click", () => void act("enter"));
byId("withdraw").addEventListener("click", () => void act("withdraw"));
byId("begin").addEventListener("click", () => void act("begin"));
byId("print").addEventListener("click", () => window.print());
void offerEngines();
listen(() => void refresh());
