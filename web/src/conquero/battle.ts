/** Conquero on the player's page: takes the news, draws the war, turns keys and taps into wishes. */
import "./conquero.css";
import { Vector3 } from "three";
import type { Game, Play } from "../game/game";
import { toByteTurn } from "../game/steerer";
import type { Action } from "../input/keys";
import { shortTurn } from "../model/track";
import type { Session } from "../net/session";
import { fitting } from "../ui/chat";
import { byId, make } from "../ui/element";
import type { OwnBody } from "../view/cast";
import type { Intent } from "../wire/from-guest";
import { LONGEST_SPEECH, type Loudness } from "../wire/vocabulary";
import { Chart } from "./chart";
import { WarDoor } from "./door";
import { Field } from "./field";
import { VERBS, decodeNews } from "./news";
import { Panel } from "./panel";
import { teamOf } from "./teams";
import { War, type Place } from "./war";

const SHOW_EVERY = 100;
/** A swing turns to a foe this far off to the side, so that nobody needs the aim of a pixel. */
const ASSIST = 1.2;
const FLOAT_MS = 900;
/** Metres ahead that a ping by key points out. */
const PING_AHEAD = 14;
const VERB_NUMBERS: ReadonlySet<number> = new Set(Object.values(VERBS));

export class Battle implements Play {
  readonly war = new War();
  private readonly field: Field;
  private readonly panel: Panel;
  private readonly chart: Chart;
  private readonly door: WarDoor;
  private readonly floats = make("div", "cq-floats");
  private readonly spot = new Vector3();
  private own: OwnBody | null = null;
  private shown = 0;
  private swung = 0;
  private asked = false;

  constructor(private readonly game: Game, private readonly session: Session) {
    this.field = new Field(this.war, game.world, game.stage.anchor);
    this.panel = new Panel(this.war);
    this.chart = new Chart(this.war, (at) => this.pointOut(at));
    this.door = new WarDoor(() => this.wish("join"), () => (this.door.rejoin.hidden = false));
    const swing = make("button", "cq-swing", "⚔");
    swing.type = "button";
    swing.setAttribute("aria-label", "Swing");
    swing.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.swing();
    });
    document.body.append(this.panel.root, this.chart.root, this.floats, this.door.root, this.door.rejoin, swing);
    document.body.classList.add("conquero");
    game.stage.scene.add(this.field.group);
    game.dress((id) => {
      const member = this.war.memberOf(id);
      return member ? teamOf(member.team).hex : null;
    });
    // The world's help speaks of other things.
    byId<HTMLDialogElement>("help").close();
    game.chat.hint("Say to your team  (! shouts to all)");
    this.listen();
  }

  private listen(): void {
    const { war, session } = this;
    session.onOpen.on(() => (this.asked = false));
    war.onRole.on((role) => {
      this.game.hurry(role !== null);
      document.body.classList.toggle("cq-plays", role !== null);
      if (role === null) {
        this.door.rejoin.hidden = !this.door.root.hidden;
        return;
      }
      this.door.close();
      this.door.rejoin.hidden = true;
      this.game.focus();
    });
    war.onTalk.on(({ name, text }) => this.game.chat.team(name, text));
    war.onPing.on(({ name, at }) => {
      this.field.beacon(at, war.team);
      this.game.chat.notice(`${name} points something out.`);
    });
    war.onHappening.on((one) => {
      if (one.kind === "hurt") this.showHurt(one.by, one.agent, one.damage);
    });
    window.addEventListener("keydown", (event) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (event.repeat || target?.closest("input, textarea, select, dialog[open]")) return;
      if (event.code === "Space" && !(target instanceof HTMLButtonElement)) this.swing();
      else if (event.code === "KeyV" && this.own) this.pointOut(ahead(this.own, PING_AHEAD));
      else if (event.code === "Tab") this.panel.toggleBoard();
      else return;
      event.preventDefault();
    });
  }

  take(payload: Uint8Array): void {
    this.war.take(decodeNews(payload));
    if (!this.war.setting && !this.asked) {
      this.asked = true;
      this.wish("brief");
    }
  }

  frame(own: OwnBody, seconds: number, now: number): void {
    this.own = own;
    this.field.update(own, seconds, now);
    this.chart.draw(own, now);
    if (now - this.shown < SHOW_EVERY) return;
    this.shown = now;
    this.panel.show(own);
  }

  act(action: Action): boolean {
    if (action === "map") {
      this.chart.nextSize();
      return true;
    }
    if (this.war.role === null) return false;
    if (action === "strike") this.swing();
    return action === "strike" || action === "take" || action === "use" || action === "give" || action === "drop";
  }

  tap(): boolean {
    if (this.war.role === null) return false;
    this.swing();
    return true;
  }

  say(text: string, loudness: Loudness): boolean {
    if (this.war.role === null || loudness === "shout") return false;
    this.wish("talk", new TextEncoder().encode(fitting(text, LONGEST_SPEECH)));
    return true;
  }

  /** Whether an answer to this wish is the war's own business: its refusals show in bars and rings, not in words. */
  owns(intent: Intent): boolean {
    return intent.kind === "game" && VERB_NUMBERS.has(intent.verb);
  }

  private wish(verb: keyof typeof VERBS, payload = new Uint8Array()): void {
    this.session.wish({ kind: "game", verb: VERBS[verb], payload });
  }

  private pointOut(at: Place): void {
    if (this.war.role === null) return;
    this.wish("ping", new Uint8Array(new Float32Array([at.x, at.y]).buffer));
  }

  private swing(): void {
    const { war, own } = this;
    const { self, setting } = war;
    const now = performance.now();
    if (!own || !setting || self?.presence.kind !== "seen" || now - this.swung < setting.pause * 1000) return;
    this.swung = now;
    const metres = (setting.reach[0] + setting.reach[1] * self.level) * setting.metres;
    const heading = this.aim(own, metres + 1);
    this.game.face(heading);
    this.wish("swing", new Uint8Array([toByteTurn(heading)]));
    this.field.sweep(own, heading, metres, war.team);
    this.game.gesture("strike");
  }

  /** Straight ahead, or at the nearest foe in reach who is not far to the side. */
  private aim(own: OwnBody, metres: number): number {
    let [best, heading] = [metres, own.heading];
    for (const member of this.war.roster) {
      const foe = member.team === this.war.team ? undefined : this.game.world.entities.get(member.body);
      if (!foe) continue;
      const far = Math.hypot(foe.x - own.x, foe.y - own.y);
      const towards = Math.atan2(foe.y - own.y, foe.x - own.x);
      if (far < best && (Math.abs(shortTurn(own.heading, towards)) < ASSIST || far < metres / 2)) [best, heading] = [far, towards];
    }
    return heading;
  }

  /** The number that flies off somebody who was hit. */
  private showHurt(by: number, agent: number, damage: number): void {
    const { war, own } = this;
    const body = war.roster[agent]?.body;
    const at = agent === war.role ? own : body === undefined ? undefined : this.game.world.entities.get(body);
    if (!at) return;
    const { anchor, eye, renderer } = this.game.stage;
    this.spot.set(at.x - anchor.x, this.game.world.ground.footing(at.x, at.y, at.level) + 1.9, anchor.y - at.y).project(eye.camera);
    if (this.spot.z > 1) return;
    const number = make("b", agent === war.role ? "own" : by === war.role ? "mine" : "", `−${damage}`);
    const { clientWidth, clientHeight } = renderer.domElement;
    number.style.left = `${((this.spot.x + 1) / 2) * clientWidth}px`;
    number.style.top = `${((1 - this.spot.y) / 2) * clientHeight}px`;
    this.floats.append(number);
    window.setTimeout(() => number.remove(), FLOAT_MS);
  }
}

function ahead(own: OwnBody, metres: number): Place {
  return { x: own.x + Math.cos(own.heading) * metres, y: own.y + Math.sin(own.heading) * metres };
}
