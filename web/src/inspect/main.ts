/** Entry of the operator's page: the whole world from above, and what it costs. */
import "../style/inspect.css";
import { THINGS } from "../land/kinds";
import { byId, make } from "../ui/element";
import { fillDetails } from "./details";
import { entitiesOverlay } from "./entities-overlay";
import { eyesOverlay } from "./eyes-overlay";
import { explain, fillFight } from "./fight-panel";
import { fightsOverlay, questionOverlay } from "./fights-overlay";
import { FieldsOverlay } from "./fields-overlay";
import { FieldsPanel } from "./fields-panel";
import { Bandwidth, GuestsTable, rate } from "./guests-table";
import { buildLegend } from "./legend";
import { InfluenceOverlay, InfluencePanel } from "./influence-overlay";
import { InspectorMap } from "./map";
import { askForLayers } from "./mind-overlay";
import { mindOverlays } from "./mind-overlays";
import { MeterPanel } from "./meter-panel";
import { MindPanel } from "./mind-panel";
import { fillNets, netInWords, netsOverlay } from "./nets";
import type { Overlay } from "./overlay";
import { readMessage, readSeed, writeMessage, type StateMessage } from "./protocol";
import type { Question } from "./reports";
import { InterestOverlay, askForInterest } from "./interest-overlay";
import { PlacesOverlay, askForPlaces } from "./places-overlay";
import { searchesOverlay, searchInWords } from "./searches-overlay";
import { SpreadOverlay } from "./spread-overlay";
import { operatorToken } from "../ui/operator-token";
import { TerrainOverlay } from "./terrain-overlay";
import { WaysOverlay, planInWords } from "./ways-overlay";
import { REST_COLOUR, TickGraph } from "./tick-graph";

declare global {
  interface Window {
    /** For tests: the last state heard, whose interest is shown, and where the map looks. */
    inspected?: { state: StateMessage | null; connected: boolean; interest?: string; view?: { readonly x: number; readonly y: number; readonly scale: number } };
  }
}

const RETRY_EVERY = 2000;
const token = operatorToken() ?? "";
const handle: NonNullable<Window["inspected"]> = { state: null, connected: false };
window.inspected = handle;

const land = new TerrainOverlay(token, () => map.changed());
const fields = new FieldsOverlay();
const ways = new WaysOverlay(token, () => map.changed());
const spread = new SpreadOverlay();
const influence = new InfluenceOverlay();
const places = new PlacesOverlay();
const interest = new InterestOverlay();
const overlays: readonly Overlay[] = [land, fields, places, ways, influence, interest, ...mindOverlays, questionOverlay, fightsOverlay, searchesOverlay, netsOverlay, eyesOverlay, entitiesOverlay, spread];
const on = new Set<Overlay>([land, questionOverlay, fightsOverlay, searchesOverlay, netsOverlay, eyesOverlay, entitiesOverlay, spread]);
const graph = new TickGraph();
const bandwidth = new Bandwidth();
const map = new InspectorMap(byId<HTMLCanvasElement>("map"), overlays, on, {
  picked: select,
  sent: (x, y) => decree((id) => ({ to: "world", type: "move", id, x, y })),
  pointed: (x, y) => ways.pointAt(x, y),
  touched: (x, y) => panel.touch(x, y),
});
handle.view = map.view;
const table = new GuestsTable(byId("guest-rows"), (entity) => {
  select(entity);
  map.follow = true;
});
let socket: WebSocket | null = null;

function send(question: Question): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(writeMessage(question));
}

function select(id: string): void {
  map.selected = id;
  map.changed();
  send({ to: "world", type: "select", id });
  mind.select(id);
}

function show(state: StateMessage): void {
  // Time runs backwards only into another world.
  if (handle.state && state.tick < handle.state.tick) {
    land.forget();
    map.lookAgain();
    problem("");
  }
  handle.state = state;
  map.state = state;
  graph.add(state.ticks);
  bandwidth.update(state.guests, performance.now());
  byId("tick").textContent = `tick ${state.tick}${state.paused ? " · paused" : ""}`;
  const { in: inward, out: outward } = bandwidth.total();
  byId("summary").textContent =
    `${hour(state.time_of_day)} · ${state.entities.length} entities · ${state.guests.length} guests · ` +
    `in ${rate(inward)} · out ${rate(outward)}`;
  byId("tick-figures").textContent = `half under ${graph.quantile(0.5).toFixed(1)} ms · 99 % under ${graph.quantile(0.99).toFixed(1)} ms`;
  byId<HTMLButtonElement>("pause").disabled = state.paused;
  byId<HTMLButtonElement>("resume").disabled = byId<HTMLButtonElement>("step").disabled = !state.paused;
  table.show(state.guests, bandwidth);
  meter.update(state, map.selected, performance.now());
  const name = (id: string): string => state.entities.find((one) => one.id === id)?.name ?? "somebody";
  fillFight(byId("fight"), explain(state.fights, map.selected, name));
  byId("net").textContent = [netInWords(state.fights?.nets, map.selected), searchInWords(state.fights?.searches, map.selected)].join(" ").trim();
  fillNets(byId("net-list"), state.fights?.nets ?? [], name);
  byId("plan").textContent = planInWords(state.plan, state.entities.find((one) => one.id === map.selected));
  map.changed();
  graph.draw(byId<HTMLCanvasElement>("ticks"));
  nameStages();
}

/** Time of day as clocks show it. */
function hour(day: number): string {
  const minutes = Math.floor(day * 24 * 60);
  return `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, "0")}`;
}

/** The graph's own legend; stages are named by the host. */
function nameStages(): void {
  const root = byId("stage-legend");
  const stages = [...graph.stages, ["rest", REST_COLOUR] as const];
  if (root.childElementCount === stages.length) return;
  root.replaceChildren(
    ...stages.map(([name, colour]) => {
      const item = make("span", "legend-row");
      const mark = make("i");
      mark.style.background = colour;
      item.append(mark, name);
      return item;
    }),
  );
}

function problem(text: string): void {
  const box = byId("problem");
  box.textContent = text;
  box.hidden = text === "";
}

function connect(): void {
  const url = new URL("/inspect/ws", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(url);
  socket.onopen = () => {
    send({ to: "host", type: "token", token });
    if (map.selected !== null) send({ to: "world", type: "select", id: map.selected });
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = typeof data === "string" ? readMessage(data) : null;
    if (message?.type === "state") {
      if (!handle.connected) problem("");
      handle.connected = true;
      show(message);
    }
    else if (message?.type === "entity") fillDetails(byId("details"), message);
    else if (message?.type === "field") panel.show(message);
    else if (message?.type === "influence") layers.show(message);
    else if (message?.type === "places") {
      places.shown = message;
      map.changed();
    }
    else if (message?.type === "interest") {
      interest.shown = message;
      handle.interest = message.id;
      map.changed();
    }
    else if (message?.type === "meter") meter.show(message);
    else if (message?.type === "mind") mind.show(message);
    else if (message?.type === "spread") mind.showSpread(message);
    else if (message?.type === "layer") {
      mindOverlays.find((overlay) => overlay.layer === message.layer)?.show(message);
      map.changed();
    }
    else if (message?.type === "done") problem("");
    else if (message) problem(message.text);
  };
  socket.onclose = () => {
    handle.connected = false;
    problem("No connection to the host: is the token right, and is the host running? Trying again…");
    window.setTimeout(connect, RETRY_EVERY);
  };
}

for (const act of ["pause", "resume", "step"] as const) {
  byId(act).addEventListener("click", () => {
    problem("");
    send({ to: "world", type: act });
  });
}
byId<HTMLFormElement>("new-world").addEventListener("submit", (event) => {
  event.preventDefault();
  const seed = readSeed(byId<HTMLInputElement>("seed").value);
  if (seed === null) problem("A seed is a whole number of up to 64 bits.");
  else send({ to: "host", type: "new-world", seed });
});
/** A decree about the selected entity. */
function decree(what: (id: string) => Question): void {
  if (map.selected === null) problem("Select somebody first.");
  else send(what(map.selected));
}
byId<HTMLFormElement>("move").addEventListener("submit", (event) => {
  event.preventDefault();
  const metres = (id: string): number => byId<HTMLInputElement>(id).valueAsNumber;
  decree((id) => ({ to: "world", type: "move", id, x: metres("move-x"), y: metres("move-y") }));
});
byId("grant-thing").append(...THINGS.map((name) => make("option", "", name)));
byId<HTMLFormElement>("grant").addEventListener("submit", (event) => {
  event.preventDefault();
  decree((id) => ({ to: "world", type: "grant", id, thing: byId<HTMLSelectElement>("grant-thing").value }));
});
for (const [button, guard] of [["appoint", true], ["dismiss", false]] as const) {
  byId(button).addEventListener("click", () => decree((id) => ({ to: "world", type: "appoint", id, guard })));
}
byId("follow").addEventListener("click", () => {
  map.follow = map.selected !== null;
});
const meter = new MeterPanel(byId("meter"), send);
const mind = new MindPanel(byId("mind"), send, spread, () => map.changed());
const panel = new FieldsPanel(fields, send, () => on.has(fields), () => {
  refreshLegend();
  map.changed();
});
const layers = new InfluencePanel(influence, send, () => on.has(influence), () => map.selected, () => {
  refreshLegend();
  map.changed();
});
const askPlaces = askForPlaces(() => on.has(places), () => map.selected, send);
const askInterest = askForInterest(() => on.has(interest), () => map.selected, () => handle.state, send);
const askLayers = askForLayers(mindOverlays, (overlay) => on.has(overlay), send);
const refreshLegend = buildLegend(byId("legend"), overlays, on, () => {
  panel.ask();
  layers.ask();
  askPlaces();
  askInterest();
  askLayers();
  map.changed();
});

window.addEventListener("resize", () => map.changed());
map.changed();
connect();
