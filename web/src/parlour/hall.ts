/** The hall: games to open a table for, and tables to join. */
import { byId, make } from "../ui/element";
import type { GameInfo, TableInfo } from "./protocol";

const SVG = "http://www.w3.org/2000/svg";

/** A picture for each game, drawn in a box of 200 by 110. */
const PICTURES: Record<string, string> = {
  gong: `<polygon points="100,12 143,33 143,77 100,98 57,77 57,33" fill="#2c3f56" stroke="#4b627d" stroke-width="2"/>
    <path d="M66 84 L86 94" stroke="#ffd166" stroke-width="7" stroke-linecap="round"/><path d="M143 42 L143 62" stroke="#74b3ff" stroke-width="7" stroke-linecap="round"/>
    <path d="M72 25 L88 17" stroke="#7fd08a" stroke-width="7" stroke-linecap="round"/><path d="M112 92 L130 83" stroke="#ff9180" stroke-width="7" stroke-linecap="round"/>
    <path d="M80 78 L112 46" stroke="#fff" stroke-opacity=".25" stroke-width="5" stroke-linecap="round"/><circle cx="114" cy="44" r="6" fill="#fff"/>`,
  amaze: `<g stroke="#7f93ad" stroke-width="4" stroke-linecap="round" fill="none"><path d="M40 15H160V95H40Z"/><path d="M64 15V55M88 35V95M112 15V35H136M112 55V75H160M136 55V35M64 75H88M64 75V80"/></g>
    <circle cx="52" cy="28" r="8" fill="#ffd166"/><circle cx="148" cy="85" r="8" fill="#74b3ff"/><path d="M100 48l6 9-6 9-6-9z" fill="#7ff0c8"/><path d="M76 20l5 8-5 8-5-8z" fill="#7ff0c8"/>`,
  guess: `<circle cx="100" cy="58" r="40" fill="#22303f" stroke="#3d5268" stroke-width="3"/><text x="100" y="72" text-anchor="middle" font-size="40" font-weight="800" fill="#ffd166" font-family="system-ui">7</text>
    <g font-family="system-ui" font-weight="800" font-size="15" text-anchor="middle"><rect x="36" y="44" width="22" height="30" rx="4" fill="#74b3ff"/><text x="47" y="64" fill="#10202f">?</text>
    <rect x="142" y="44" width="22" height="30" rx="4" fill="#7fd08a"/><text x="153" y="64" fill="#10202f">?</text><rect x="89" y="4" width="22" height="30" rx="4" fill="#ff9180"/><text x="100" y="24" fill="#10202f">?</text></g>`,
  pong: `<rect x="22" y="22" width="156" height="66" rx="6" fill="#2c3f56" stroke="#4b627d" stroke-width="2"/><path d="M100 24V86" stroke="#fff" stroke-opacity=".2" stroke-width="2" stroke-dasharray="5 5"/>
    <path d="M28 50V74" stroke="#ffd166" stroke-width="7" stroke-linecap="round"/><g stroke="#74b3ff" stroke-width="7" stroke-linecap="round"><path d="M172 30V54" stroke-opacity=".25"/><path d="M172 36V60" stroke-opacity=".5"/><path d="M172 44V68"/></g>
    <g fill="#fff"><circle cx="74" cy="62" r="5" fill-opacity=".25"/><circle cx="94" cy="59" r="5" fill-opacity=".5"/><circle cx="112" cy="56" r="6"/></g>`,
};
const TITLES: Record<string, string> = { gong: "2n-Gong", amaze: "Amaze", guess: "Guess a Number", pong: "Pong over a long line" };

export const titleOf = (game: string): string => TITLES[game] ?? game;

export interface HallActions {
  open(game: string, seats: number): void;
  join(table: string, watch: boolean): void;
}

function picture(game: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 200 110");
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = PICTURES[game] ?? "";
  return svg;
}

function card(game: GameInfo, actions: HallActions): HTMLElement {
  const box = make("article", "game");
  box.dataset.game = game.name;
  const form = make("form");
  const select = make("select");
  select.setAttribute("aria-label", `Seats of ${titleOf(game.name)}`);
  select.append(...game.seats.map((seats) => {
    const option = make("option", "", `${seats} seats`);
    option.value = `${seats}`;
    return option;
  }));
  if (game.seats.includes(4)) select.value = "4";
  const open = make("button", "primary", "Open a table");
  open.type = "submit";
  form.append(select, open);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    actions.open(game.name, Number(select.value));
  });
  const about = game.about.charAt(0).toUpperCase() + game.about.slice(1);
  box.append(picture(game.name), make("h3", "", titleOf(game.name)), make("p", "", about.replace(/^2n-Gong: (.)/, (_, first: string) => first.toUpperCase())), form);
  return box;
}

function row(table: TableInfo, actions: HallActions): HTMLElement {
  const line = make("li");
  line.dataset.table = table.table;
  const bots = table.seats - table.players.length;
  const who = make("span", "who", `${titleOf(table.game)}: ${table.players.join(", ")}`);
  const watchers = table.watchers === 0 ? "" : `, ${table.watchers} watching`;
  who.append(make("small", "", `${bots === 0 ? "every seat is taken" : bots === 1 ? "1 bot" : `${bots} bots`}${watchers}`));
  const play = make("button", "primary", bots > 0 ? "Take a seat" : "Wait for a seat");
  play.addEventListener("click", () => actions.join(table.table, false));
  const watch = make("button", "", "Watch");
  watch.addEventListener("click", () => actions.join(table.table, true));
  const buttons = make("span", "buttons");
  buttons.append(play, watch);
  line.append(make("span", "code", table.table), who, buttons);
  return line;
}

/** Shows what there is. The games' cards stay as they are, so that nothing is chosen away. */
export function showHall(games: readonly GameInfo[], tables: readonly TableInfo[], actions: HallActions): void {
  if (byId("games").childElementCount !== games.length) byId("games").replaceChildren(...games.map((game) => card(game, actions)));
  byId("tables").replaceChildren(...tables.map((table) => row(table, actions)));
  byId("no-tables").hidden = tables.length > 0;
}
