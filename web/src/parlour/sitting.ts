/** A table as it is seen: the board, who plays, and how the pages reach each other. */
import { byId, make } from "../ui/element";
import { Controls } from "./controls";
import { open } from "./games/pastimes";
import type { Simulation } from "./lockstep/simulation";
import type { FromHost, ToHost, Welcome } from "./protocol";
import { Session, TURN } from "./session";
import { AmazeView } from "./views/amaze-view";
import { GongView } from "./views/gong-view";
import { GuessView } from "./views/guess-view";
import { PongView } from "./views/pong-view";
import { nameOf, type Frame, type View } from "./views/view";

const VIEWS: Record<string, () => View> = { gong: () => new GongView(), amaze: () => new AmazeView(), guess: () => new GuessView(), pong: () => new PongView() };
/** Milliseconds between two looks at the clock, and between two updates of the panels. */
const [PUMP_EVERY, PANELS_EVERY] = [10, 250];
const PATHS = { direct: "direct", host: "through the host", seeking: "looking for a way" } as const;

export class Sitting {
  readonly session: Session;
  readonly view: View;
  private readonly stopped = new AbortController();
  private readonly timers: ReturnType<typeof setInterval>[] = [];
  private readonly controls: Controls;
  /** The last two turns shown, to glide between. */
  private before: Simulation;
  private last: Simulation;

  /** Sits down; throws if the page does not know the game. */
  constructor(readonly welcome: Welcome, say: (message: ToHost) => void, direct: boolean) {
    const game = open(welcome.game, welcome.seats, welcome.seed);
    const view = VIEWS[welcome.game]?.();
    if (!game || !view) throw new Error(`this page does not know the game ${welcome.game}`);
    this.view = view;
    this.controls = new Controls(byId("pad"), byId("board"), view, this.stopped.signal);
    this.before = this.last = game.clone();
    this.session = new Session(welcome, game, say, () => this.controls.take(), () => this.stepped(), direct);
    byId("title").textContent = view.title;
    byId("table-code").textContent = welcome.table;
    const line = byId<HTMLInputElement>("line");
    const lengthen = (): void => {
      this.session.line = Number(line.value);
      byId("line-ms").textContent = `${line.value} ms`;
    };
    line.addEventListener("input", lengthen, { signal: this.stopped.signal });
    lengthen();
    this.timers.push(setInterval(() => this.session.pump(performance.now()), PUMP_EVERY), setInterval(() => this.showPanels(), PANELS_EVERY));
    this.showPanels();
    requestAnimationFrame(() => this.paint());
  }

  private stepped(): void {
    this.before = this.last;
    this.last = this.session.peer.shown.clone();
    // Who has just sat down may play at once.
    if (document.body.classList.contains("watching") === (this.session.seat !== null)) this.showPanels();
  }

  hear(message: FromHost): void {
    if (message.type === "company") this.session.company(message.view, message.guests);
    else if (message.type === "signal" || message.type === "relay") this.session.links.hear(message.type, message.from, message.data);
  }

  /** Who plays each seat, by name; null for bots. */
  private get names(): (string | null)[] {
    const { guests, peer } = this.session;
    return peer.players().map((player) => guests.find((guest) => guest.peer === player)?.name ?? null);
  }

  private frame(now: number): Frame {
    const { steppedAt, peer, line } = this.session;
    const share = Math.min(1, (now - steppedAt) / TURN);
    const clock = { now: Math.max(0, peer.now - 1 + share), confirmed: peer.confirmed, least: line / TURN, past: (turns: number) => peer.past(turns) };
    return { game: this.last, before: this.before, share, seat: this.session.seat, names: this.names, clock };
  }

  private paint(): void {
    if (this.stopped.signal.aborted) return;
    requestAnimationFrame(() => this.paint());
    const canvas = byId<HTMLCanvasElement>("canvas");
    const pen = canvas.getContext("2d");
    if (!pen) return;
    const [width, height, density] = [canvas.clientWidth, canvas.clientHeight, window.devicePixelRatio];
    if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) {
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
    }
    pen.setTransform(density, 0, 0, density, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (!this.session.peer.joined) return;
    this.view.draw(pen, width, height, this.frame(performance.now()));
  }

  private showPanels(): void {
    const { peer, guests, welcome } = this.session;
    const now = performance.now();
    const frame = this.frame(now);
    const own = guests.find((guest) => guest.peer === welcome.you);
    document.body.classList.toggle("watching", frame.seat === null);
    byId("goal").textContent = this.view.goal(frame);
    byId("players").replaceChildren(...this.view.scores(peer.shown).map(({ score, wins, out, colour }, seat) => {
      const line = make("li", `${seat === frame.seat ? "you" : ""} ${out ? "out" : ""}`);
      line.style.setProperty("--seat", colour);
      const name = frame.names[seat];
      const bot = name === null;
      const called = seat === frame.seat ? "you" : nameOf(frame.names, seat);
      line.append(make("i"), make("span", bot ? "name-of bot" : "name-of", called), make("span", "wins", wins > 0 ? `★${wins}` : ""), make("span", "score", score));
      return line;
    }));
    this.showLinks();
    const waiting = this.session.waitingFor(now);
    const notice = !peer.joined ? "taking over the game from the others"
      : waiting.length > 0 ? `waiting for ${waiting.join(", ")}`
        : frame.seat !== null ? "" : own?.seat == null ? "you are watching" : "you sit down in a moment";
    byId("notice").textContent = notice;
    byId("notice").hidden = notice === "";
    byId("status").textContent = frame.seat === null ? "" : this.view.help;
  }

  private showLinks(): void {
    const { peer } = this.session;
    const figures = this.session.figures();
    const lines = figures.map(({ name, path, roundTrip }) => {
      const line = make("li");
      line.append(make("span", "name-of", name), make("span", `path ${path}`, PATHS[path]), make("span", "ms", roundTrip === null ? "" : `${roundTrip.toFixed(roundTrip < 10 ? 1 : 0)} ms`));
      return line;
    });
    byId("links").replaceChildren(...(lines.length > 0 ? lines : [make("li", "bot", "nobody else is here yet")]));
    byId("turn").textContent = `${peer.confirmed}`;
    byId("delay").textContent = `${peer.config.delay} turns, ${peer.config.delay * TURN} ms`;
    byId("ahead").textContent = `${peer.now - peer.confirmed} turns`;
    const found = peer.divergences[peer.divergences.length - 1];
    const hash = peer.hash(peer.confirmed - 1)?.toString(16).padStart(8, "0") ?? "";
    byId("agreement").classList.toggle("differs", found !== undefined);
    byId("agreement").textContent = found ? `pages differed in ${found.component} after turn ${found.turn}; mended`
      : figures.length > 0 ? `all pages agree, hash ${hash}` : "";
  }

  close(): void {
    this.stopped.abort();
    for (const timer of this.timers) clearInterval(timer);
    this.session.close();
  }
}
