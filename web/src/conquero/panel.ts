/** The war's words and figures on the page: who holds what, one's level, life and stamina, the feed, the hint, the timer. */
import { make } from "../ui/element";
import { teamOf } from "./teams";
import type { Happening, Place, War } from "./war";

const MOST_LINES = 5;
const LINE_MS = 7000;
const BIG_MS = 2600;

export class Panel {
  readonly root = make("div", "cq");
  private readonly scores = make("div", "cq-scores");
  private readonly time = make("div", "cq-time");
  private readonly self = make("div", "cq-self");
  private readonly level = make("div", "cq-level");
  private readonly bars = { life: bar("Life"), stamina: bar("Stamina") };
  private readonly hint = make("div", "cq-hint");
  private readonly arrow = make("i", "cq-arrow", "➤");
  private readonly advice = make("span");
  private readonly big = make("div", "cq-big");
  private readonly feed = make("div", "cq-feed");
  private readonly fallen = make("div", "cq-fallen");
  private readonly flash = make("div", "cq-flash");
  private readonly board = make("div", "cq-board");
  private readonly table = make("table");
  private readonly leave = make("button", "cq-leave", "Stop playing and watch");
  private bigTimer = 0;
  private lastLevel = 0;

  /** `watch` is called when somebody who plays would rather look on. */
  constructor(private readonly war: War, watch: () => void) {
    this.leave.type = "button";
    this.leave.addEventListener("click", () => {
      this.toggleBoard();
      watch();
    });
    this.scores.title = "Who plays (Tab)";
    this.scores.addEventListener("click", () => this.toggleBoard());
    this.feed.setAttribute("role", "log");
    this.hint.setAttribute("role", "status");
    this.arrow.setAttribute("aria-hidden", "true");
    this.hint.append(this.arrow, this.advice);
    const top = make("div", "cq-top");
    top.append(this.scores, this.time);
    this.self.append(this.level, this.bars.life, this.bars.stamina);
    this.fallen.hidden = true;
    this.board.hidden = true;
    this.board.append(this.leave, this.table);
    this.root.append(this.flash, top, this.self, this.hint, this.big, this.feed, this.fallen, this.board);
    war.onHappening.on((one) => this.tell(one));
  }

  /** Everything that changes with the state, a few times a second; `yaw` is where one looks. */
  show(own: Place, yaw: number): void {
    this.showScores();
    this.showSelf();
    this.showHint(own, yaw);
    if (!this.board.hidden) this.fillBoard();
  }

  private showScores(): void {
    const { setting, state, team } = this.war;
    if (!setting || !state) return;
    const shares = this.war.shares();
    while (this.scores.children.length < setting.teams) {
      const chip = make("div", "cq-team");
      chip.append(make("b"), make("span"), make("i"));
      this.scores.append(chip);
    }
    shares.forEach(({ centres, share }, n) => {
      const chip = this.scores.children[n] as HTMLElement;
      const { colour, sign, name } = teamOf(n);
      const [head, words, fill] = chip.children as unknown as HTMLElement[];
      write(head, `${sign} ${centres}`);
      const wins = setting.seconds > 0 || setting.conquest ? ` · ${state.wins[n] ?? 0} won` : "";
      // Where many teams share the line there is room for the number alone.
      const unit = setting.teams > 2 ? "" : " points";
      write(words, `${state.scores[n] ?? 0}${unit}${wins}`);
      chip.style.setProperty("--team", colour);
      fill.style.width = `${Math.round(share * 100)}%`;
      chip.classList.toggle("own", n === team);
      chip.title = `${name}: ${centres} centres, ${Math.round(share * 100)} % of the land; points are worth times seconds held`;
      chip.setAttribute("aria-label", chip.title);
    });
    const clock = state.left === null ? "" : `${Math.floor(state.left / 60)}:${`${state.left % 60}`.padStart(2, "0")}`;
    const round = setting.rounds > 0 ? `Round ${Math.min(state.round + 1, setting.rounds)} of ${setting.rounds} ` : "";
    write(this.time, state.pause ? `Next round in ${clock}` : `${round}${clock}`);
    this.time.hidden = this.time.textContent === "";
  }

  private showSelf(): void {
    const { self, team } = this.war;
    this.self.hidden = !self;
    if (!self) {
      this.fallen.hidden = true;
      return;
    }
    this.self.style.setProperty("--team", teamOf(team).colour);
    write(this.level, `${Math.floor(self.level)}`);
    this.level.title = `Level ${self.level.toFixed(1)}: your team's land makes you strong`;
    if (this.lastLevel > 0 && Math.floor(self.level) !== Math.floor(this.lastLevel)) {
      this.level.classList.remove("up", "down");
      void this.level.offsetWidth;
      this.level.classList.add(self.level > this.lastLevel ? "up" : "down");
    }
    this.lastLevel = self.level;
    const { presence } = self;
    fill(this.bars.life, presence.kind === "seen" ? presence.life : 0);
    fill(this.bars.stamina, presence.kind === "seen" ? presence.stamina : 0);
    this.fallen.hidden = presence.kind !== "dead";
    if (presence.kind === "dead") write(this.fallen, `You fell.\nBack in ${Math.ceil(presence.steps / 20)} …`);
  }

  /** One line that says what to do now; whoever never played needs no other help. */
  private showHint(own: Place, yaw: number): void {
    const { war } = this;
    const { words, to } = this.hintFor(own);
    this.hint.hidden = words === "" || war.self?.presence.kind === "dead";
    write(this.advice, words);
    this.arrow.hidden = to === null;
    // The sign points right; a turn to the left on the ground is one against the clock on the page.
    if (to) this.arrow.style.rotate = `${yaw - Math.PI / 2 - Math.atan2(to.y - own.y, to.x - own.x)}rad`;
  }

  private hintFor(own: Place): { words: string; to: Place | null } {
    const here = this.hintHere(own);
    if (here !== null) return { words: here, to: null };
    const { war } = this;
    const goal = war.nextGoal(own);
    if (!goal) return { words: "All is yours!", to: null };
    const words = `Go to ${war.centreName(goal.centre)} (${Math.round(goal.metres)} m): stand alone in its ring for ${war.setting?.capture ?? 0} s.`;
    return { words, to: goal.at };
  }

  /** What to do where one is, if there is anything. */
  private hintHere(own: Place): string | null {
    const { war } = this;
    const { team, state, setting } = war;
    if (team === null || !state || !setting) return "";
    const here = war.centreNear(own);
    if (here !== null) {
      const { contested, taking, owner } = state.centres[here];
      if (owner === team && !contested) return "Yours. Go on to the next beam of light.";
      if (contested) return "Contested! Only one may stand in the ring. Swing at foes: F or click.";
      if (taking && taking.team === team) return `Hold on … ${Math.max(0, setting.capture * (1 - taking.share)).toFixed(1)} s`;
      if (!war.mayTake(team, here)) return "No road joins it to your land: take a neighbour first.";
    }
    return null;
  }

  private tell(one: Happening): void {
    const { war } = this;
    const colour = (agent: number): string => teamOf(war.roster[agent]?.team ?? null).colour;
    switch (one.kind) {
      case "capture": {
        const by = war.nameOf(one.agent);
        this.line(`${by} took ${war.centreName(one.centre)}${one.from === null ? "" : ` from ${teamOf(one.from).name}`}`, colour(one.agent));
        if (one.agent === war.role) this.announce("Taken!", `${war.centreName(one.centre)} is yours: your whole team grows stronger`);
        else if (one.from !== null && one.from === war.team) this.announce("Lost", `${war.centreName(one.centre)} was taken from you`);
        return;
      }
      case "kill":
        this.line(`${war.nameOf(one.by)} ⚔ ${war.nameOf(one.agent)}`, colour(one.by));
        if (one.by === war.role) this.announce("Struck down!", war.nameOf(one.agent));
        return;
      case "hurt":
        if (one.agent === war.role) this.hurt();
        return;
      case "over":
        this.announce(one.winner === null ? "A draw" : `${teamOf(one.winner).sign} ${teamOf(one.winner).name} wins`, one.last ? "The series is decided" : "The round is over");
        this.board.hidden = false;
        return;
      case "begins":
        this.board.hidden = true;
        this.announce("Go!", "A new round");
        return;
      case "respawn":
    }
  }

  private hurt(): void {
    this.flash.classList.remove("on");
    void this.flash.offsetWidth;
    this.flash.classList.add("on");
  }

  announce(head: string, words: string): void {
    this.big.replaceChildren(make("b", "", head), make("span", "", words));
    this.big.classList.add("on");
    window.clearTimeout(this.bigTimer);
    this.bigTimer = window.setTimeout(() => this.big.classList.remove("on"), BIG_MS);
  }

  private line(words: string, colour: string): void {
    const line = make("p", "", words);
    line.style.setProperty("--team", colour);
    this.feed.append(line);
    while (this.feed.children.length > MOST_LINES) this.feed.firstElementChild?.remove();
    window.setTimeout(() => line.remove(), LINE_MS);
  }

  toggleBoard(): void {
    this.board.hidden = !this.board.hidden;
    if (!this.board.hidden) this.fillBoard();
  }

  private fillBoard(): void {
    const { war } = this;
    const rows = war.roster
      .map((member, n) => ({ member, n, state: war.state?.agents[n] }))
      .filter(({ member }) => member.body !== 0n)
      .sort((a, b) => a.member.team - b.member.team || (b.state?.captures ?? 0) - (a.state?.captures ?? 0));
    const lines: HTMLElement[] = [];
    const head = make("tr");
    for (const word of ["", "Player", "Level", "Captures", "Kills", "Deaths"]) head.append(make("th", "", word));
    lines.push(head);
    for (const { member, n, state } of rows) {
      const row = make("tr", n === war.role ? "own" : "");
      row.style.setProperty("--team", teamOf(member.team).colour);
      const cells = [teamOf(member.team).sign, `${member.name}${member.human ? "" : " (bot)"}`, (state?.level ?? 0).toFixed(1), `${state?.captures ?? 0}`, `${state?.kills ?? 0}`, `${state?.deaths ?? 0}`];
      for (const cell of cells) row.append(make("td", "", cell));
      lines.push(row);
    }
    this.table.replaceChildren(...lines);
    this.leave.hidden = war.role === null;
  }
}

function bar(name: string): HTMLElement {
  const element = make("div", `cq-bar ${name.toLowerCase()}`);
  element.append(make("i"), make("span", "", name));
  element.setAttribute("role", "progressbar");
  element.setAttribute("aria-label", name);
  return element;
}

function fill(element: HTMLElement, share: number): void {
  const percent = Math.round(share * 100);
  element.setAttribute("aria-valuenow", `${percent}`);
  (element.firstElementChild as HTMLElement).style.width = `${percent}%`;
  element.classList.toggle("low", percent < 30);
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
