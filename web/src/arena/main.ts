/** Entry of the arena: choose a game, play an engine or watch two, and see what they think. */
import "../style/arena.css";
import { byId, make } from "../ui/element";
import { BoardView } from "./board";
import { readMessage, type GameInfo, type TableMessage, type ThoughtMessage, type ToTable } from "./protocol";
import { clearThoughts, showThought } from "./thoughts";

declare global {
  interface Window {
    /** For tests: the last position and thought heard. */
    arena?: { table: TableMessage | null; thought: ThoughtMessage | null; connected: boolean };
  }
}

const HUMAN = "human";
/** Watching two engines, a move shall be seen before the next. */
const PAUSE_BETWEEN = 350;
const RETRY_EVERY = 2000;
const handle = { table: null as TableMessage | null, thought: null as ThoughtMessage | null, connected: false };
window.arena = handle;

const select = (id: string): HTMLSelectElement => byId<HTMLSelectElement>(id);
const button = (id: string): HTMLButtonElement => byId<HTMLButtonElement>(id);
let games: readonly GameInfo[] = [];
let socket: WebSocket | null = null;
let thinking = false;

const board = new BoardView(byId("board"), byId("names"), isHumansTurn, (move) => send({ type: "play", move }));

function send(message: ToTable): void {
  problem("");
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function problem(text: string): void {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}

function playerToMove(): string | null {
  const turn = handle.table?.turn;
  return turn === "first" || turn === "second" ? select(turn).value : null;
}

function isHumansTurn(): boolean {
  return !thinking && playerToMove() === HUMAN;
}

function offerEngines(engines: readonly string[]): void {
  for (const side of ["first", "second"]) {
    const chosen = select(side).value;
    const options = [HUMAN, ...engines];
    select(side).replaceChildren(...options.map((name) => {
      const option = make("option", "", name === HUMAN ? "you" : name);
      option.value = name;
      return option;
    }));
    // The first engine is the strongest and for analysis; the next is company.
    const usual = side === "first" ? HUMAN : (engines[1] ?? engines[0] ?? HUMAN);
    select(side).value = options.includes(chosen) ? chosen : usual;
  }
}

function think(engine: string, play: boolean): void {
  thinking = true;
  button("stop").disabled = false;
  send({ type: "think", engine, play });
}

function showTable(table: TableMessage): void {
  thinking = false;
  button("stop").disabled = true;
  const fresh = handle.table?.game !== table.game;
  handle.table = table;
  if (fresh) offerEngines(table.engines);
  if (table.history.length === 0) clearThoughts();
  board.show(table);
  const who = playerToMove();
  byId("status").textContent = table.result
    ? `The game is over: ${table.result}`
    : `${table.turn === "first" ? "First" : "Second"} to move${who === HUMAN ? ": your move" : who ? ` (${who})` : ""}`;
  byId("notes").replaceChildren(...table.board.notes.map((note) => make("span", "", note)));
  byId("history").replaceChildren(...table.history.map((move) => make("li", "", move)));
  byId("history").lastElementChild?.scrollIntoView({ block: "nearest", inline: "end" });
  button("undo").disabled = table.history.length === 0;
  button("analyse").disabled = table.turn === null;
  goOn();
}

/** Lets an engine move if it is its turn. */
function goOn(): void {
  const who = playerToMove();
  if (thinking || who === null || who === HUMAN) return;
  const watched = select("first").value !== HUMAN && select("second").value !== HUMAN;
  const position = handle.table;
  setTimeout(() => {
    if (handle.table === position && !thinking && playerToMove() === who) think(who, true);
  }, watched ? PAUSE_BETWEEN : 0);
}

function open(): void {
  if (thinking) send({ type: "stop" });
  clearThoughts();
  send({ type: "open", game: select("game").value });
}

function connect(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/arena/ws`);
  socket.addEventListener("open", () => {
    handle.connected = true;
    if (select("game").value) open();
  });
  socket.addEventListener("message", (event) => {
    const message = readMessage(String(event.data));
    if (message?.type === "table") showTable(message);
    if (message?.type === "error") {
      thinking = false;
      button("stop").disabled = true;
      problem(message.message);
    }
    if (message?.type === "thought") {
      handle.thought = message;
      const turn = handle.table?.turn;
      showThought(message, turn === "second" ? "second" : "first");
      board.showThought(message.candidates);
    }
  });
  socket.addEventListener("close", () => {
    handle.connected = false;
    thinking = false;
    byId("status").textContent = "the table is gone; trying again";
    setTimeout(connect, RETRY_EVERY);
  });
}

async function start(): Promise<void> {
  const answer = await fetch("/api/arena/games");
  games = ((await answer.json()) as { games: GameInfo[] }).games;
  select("game").replaceChildren(...games.map((game) => {
    const option = make("option", "", game.name.replaceAll("-", " "));
    option.value = game.name;
    option.title = game.about;
    return option;
  }));
  const asked = new URLSearchParams(location.search).get("game");
  select("game").value = games.some((game) => game.name === asked) && asked ? asked : "connect-four";
  connect();
}

select("game").addEventListener("change", open);
button("new").addEventListener("click", open);
for (const side of ["first", "second"]) {
  select(side).addEventListener("change", () => {
    if (handle.table && !thinking) showTable(handle.table);
  });
}
button("undo").addEventListener("click", () => {
  // Against an engine one takes back its answer too.
  const against = [select("first").value, select("second").value].filter((player) => player !== HUMAN).length === 1;
  send({ type: "undo", moves: against && isHumansTurn() ? 2 : 1 });
});
button("analyse").addEventListener("click", () => {
  const engine = handle.table?.engines[0];
  if (engine && !thinking) think(engine, false);
});
button("stop").addEventListener("click", () => send({ type: "stop" }));
start().catch((error: unknown) => problem(`the games cannot be listed: ${String(error)}`));
