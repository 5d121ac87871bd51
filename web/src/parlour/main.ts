/** Entry of the parlour: a name, a game, a table; the games themselves go from page to page. */
import "../style/parlour.css";
import { byId } from "../ui/element";
import { showHall, titleOf } from "./hall";
import { readMessage, type ToHost } from "./protocol";
import { Sitting } from "./sitting";

declare global {
  interface Window {
    /** For tests: the table one sits at. */
    parlour?: { sitting: Sitting | null; connected: boolean };
  }
}

const NAME_KEY = "wold.parlour.name";
const RETRY_EVERY = 2000;
const handle: { sitting: Sitting | null; connected: boolean } = { sitting: null, connected: false };
window.parlour = handle;
const asked = new URLSearchParams(location.hash.slice(1));
/** `?direct=no` keeps everything to the host, as for those whom nobody can reach. */
const direct = new URLSearchParams(location.search).get("direct") !== "no";
let socket: WebSocket | null = null;
/** When a table ended under this page; for so many milliseconds the host may still answer what the page had said to it. */
let closedAt = -Infinity;
const LATE_WORDS = 1000;

const input = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);

function send(message: ToHost): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function problem(text: string): void {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}

function name(): string {
  const chosen = input("name").value.trim();
  if (chosen !== "") localStorage.setItem(NAME_KEY, chosen);
  // Who gives no name is called by one, so that nobody has to type before playing.
  return chosen === "" ? "Guest" : chosen;
}

const actions = {
  open: (game: string, seats: number): void => send({ type: "open", game, seats, name: name() }),
  join: (table: string, watch: boolean): void => send({ type: "join", table, watch, name: name() }),
};

/** Shows the hall, or the table one sits at. */
function arrange(): void {
  const seated = handle.sitting !== null;
  document.body.classList.toggle("in-hall", !seated);
  byId("hall").hidden = seated;
  for (const id of ["stage", "side", "leave"]) byId(id).hidden = !seated;
  document.title = handle.sitting ? `Wold · ${titleOf(handle.sitting.welcome.game)}` : "Wold · parlour";
}

function getUp(): void {
  handle.sitting?.close();
  handle.sitting = null;
  history.replaceState(null, "", location.pathname + location.search);
  byId("status").textContent = "";
  arrange();
}

function hear(text: string): void {
  const message = readMessage(text);
  if (!message) return;
  if (message.type === "hall") {
    showHall(message.games, message.tables, actions);
    if (!handle.sitting) byId("status").textContent = "";
  } else if (message.type === "table") {
    problem("");
    // The board must have its size before it is drawn on.
    byId("stage").hidden = byId("side").hidden = false;
    handle.sitting = new Sitting(message, send, direct);
    history.replaceState(null, "", `#table=${message.table}`);
    arrange();
  } else if (message.type === "closed") {
    getUp();
    closedAt = performance.now();
    problem(message.reason);
  } else if (message.type === "error") {
    if (performance.now() - closedAt > LATE_WORDS) problem(message.message);
  } else {
    handle.sitting?.hear(message);
  }
}

function connect(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/parlour/ws`);
  socket.addEventListener("open", () => (handle.connected = true));
  socket.addEventListener("message", ({ data }) => hear(String(data)));
  socket.addEventListener("close", () => {
    // Without the host nobody knows who is there: the table is given up, and a bot plays on.
    if (handle.sitting) getUp();
    handle.connected = false;
    byId("status").textContent = "the host is gone; trying again";
    setTimeout(connect, RETRY_EVERY);
  });
}

input("name").value = localStorage.getItem(NAME_KEY) ?? "";
input("code").value = asked.get("table") ?? "";
byId("by-code").addEventListener("submit", (event) => {
  event.preventDefault();
  actions.join(input("code").value, false);
});
byId("watch-code").addEventListener("click", () => actions.join(input("code").value, true));
byId("leave").addEventListener("click", () => {
  getUp();
  send({ type: "leave" });
});
byId("share").addEventListener("click", () => {
  navigator.clipboard.writeText(location.href).then(
    () => (byId("share").textContent = "Copied"),
    () => problem(`share this address: ${location.href}`),
  );
});
byId("problem").addEventListener("click", () => problem(""));
connect();
