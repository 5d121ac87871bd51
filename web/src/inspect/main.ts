/** Entry of the operator's page: the whole world from above, and what it costs. */
import "../style/inspect.css";
import { byId, make } from "../ui/element";
import { fillDetails } from "./details";
import { entitiesOverlay } from "./entities-overlay";
import { fillGuests, rate } from "./guests-table";
import { buildLegend } from "./legend";
import { InspectorMap } from "./map";
import type { Overlay } from "./overlay";
import { STAGES, readMessage, type StateMessage, type ToInspected } from "./protocol";
import { TerrainOverlay } from "./terrain-overlay";
import { STAGE_COLOURS, TickGraph } from "./tick-graph";

declare global {
  interface Window {
    /** For tests: the last state heard. */
    inspected?: { state: StateMessage | null; connected: boolean };
  }
}

const RETRY_EVERY = 2000;
const token = new URLSearchParams(location.search).get("token") ?? "";
const handle = { state: null as StateMessage | null, connected: false };
window.inspected = handle;

const overlays: readonly Overlay[] = [new TerrainOverlay(token), entitiesOverlay];
const on = new Set<Overlay>(overlays);
const graph = new TickGraph();
const map = new InspectorMap(byId<HTMLCanvasElement>("map"), overlays, on, (id) => select(id));
let socket: WebSocket | null = null;

function send(message: ToInspected): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function select(id: string): void {
  map.selected = id;
  send({ type: "select", id });
}

function show(state: StateMessage): void {
  handle.state = state;
  map.state = state;
  graph.add(state.ticks);
  byId("tick").textContent = `tick ${state.tick}${state.paused ? " · paused" : ""}`;
  const total = (pick: (guest: StateMessage["guests"][number]) => number): number =>
    state.guests.reduce((sum, guest) => sum + pick(guest), 0);
  byId("summary").textContent =
    `${state.entities.length} entities · ${state.guests.length} guests · ` +
    `in ${rate(total((g) => g.bytes_in_per_s))} · out ${rate(total((g) => g.bytes_out_per_s))}`;
  byId("tick-figures").textContent = `half under ${graph.quantile(0.5).toFixed(1)} ms · 99 % under ${graph.quantile(0.99).toFixed(1)} ms`;
  byId<HTMLButtonElement>("pause").disabled = state.paused;
  byId<HTMLButtonElement>("resume").disabled = byId<HTMLButtonElement>("step").disabled = !state.paused;
  fillGuests(byId("guest-rows"), state.guests, (entity) => {
    select(entity);
    map.follow = true;
  });
  graph.draw(byId<HTMLCanvasElement>("ticks"));
  byId("metrics").textContent = Object.entries(state.metrics).map(([name, value]) => `${name}  ${String(value)}`).join("\n");
}

function problem(text: string): void {
  const box = byId("problem");
  box.textContent = text;
  box.hidden = text === "";
}

function connect(): void {
  const url = new URL(`/inspect/ws?${new URLSearchParams({ token })}`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(url);
  socket.onopen = () => {
    handle.connected = true;
    problem("");
    if (map.selected !== null) send({ type: "select", id: map.selected });
  };
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = typeof data === "string" ? readMessage(data) : null;
    if (message?.type === "state") show(message);
    else if (message?.type === "entity") fillDetails(byId("details"), message);
    else if (message?.type === "error") problem(message.text);
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
    send({ type: act });
  });
}
byId<HTMLFormElement>("new-world").addEventListener("submit", (event) => {
  event.preventDefault();
  const seed = byId<HTMLInputElement>("seed").value.trim();
  if (/^\d+$/.test(seed)) send({ type: "new-world", seed });
  else problem("A seed is a whole number.");
});
byId("follow").addEventListener("click", () => {
  map.follow = map.selected !== null;
});
byId("stage-legend").append(
  ...[...STAGES, "rest" as const].map((stage) => {
    const item = make("span", "legend-row");
    const mark = make("i");
    mark.style.background = STAGE_COLOURS[stage];
    item.append(mark, stage);
    return item;
  }),
);
buildLegend(byId("legend"), overlays, on, () => undefined);

const draw = (): void => {
  map.draw();
  requestAnimationFrame(draw);
};
requestAnimationFrame(draw);
connect();
