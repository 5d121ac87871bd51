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
import type { OwnBody, Stranger } from "../view/cast";
import type { Intent } from "../wire/from-guest";
import type { Letter } from "../wire/hearer";
import { LONGEST_SPEECH, type Loudness } from "../wire/vocabulary";
import { Chart } from "./chart";
import { WarDoor } from "./door";
import { Field } from "./field";
import { VERBS } from "./verbs";
import { Panel } from "./panel";
import { Scouts } from "./scouts";
import { OVERVIEW, Spectator } from "./spectator";
import { teamOf } from "./teams";
import { War, type Place } from "./war";

const SHOW_EVERY = 100;
/** A swing turns to a foe this far off to the side, so that nobody needs the aim of a pixel. */
const ASSIST = 1.2;
const FLOAT_MS = 900;
/** Metres ahead that a ping by key points out. */
const PING_AHEAD = 14;
/** Who watches has no team to speak to. */
const WATCHERS_WORDS = "Say something to other watchers";
/** The eye of those who play. */
const PLAYING = { distance: 9, pitch: 0.42 } as const;
/** Rings of land that show the whole field from where watchers stand. */
const FIELD_RINGS = 8;
const VERB_NUMBERS: ReadonlySet<number> = new Set(Object.values(VERBS));

export class Battle implements Play {
  readonly war = new War();
  readonly spectator: Spectator;
  private readonly scouts: Scouts;
  private readonly field: Field;
  private readonly panel: Panel;
  private readonly chart: Chart;
  private readonly door: WarDoor;
  private readonly floats = make("div", "cq-floats");
  private readonly spot = new Vector3();
  private own: OwnBody | null = null;
  private shown = 0;
  private swung = 0;
  /** Whether one was on the field at the last look. */
  private stood = false;

  constructor(private readonly game: Game, private readonly session: Session) {
    this.scouts = new Scouts(this.war, game.world);
    const closer = (): void => void (game.stage.eye.distance = Math.min(game.stage.eye.distance, OVERVIEW.following));
    this.spectator = new Spectator(this.war, this.scouts, closer, (walks) => this.raiseEye(!walks));
    this.field = new Field(this.war, this.scouts, game.world, game.stage.anchor);
    this.panel = new Panel(this.war, () => this.wish("watch"));
    this.chart = new Chart(this.war, this.scouts, game.world, (at) => this.pointOut(at));
    this.door = new WarDoor(() => this.wish("join"), () => this.showWatcher());
    const swing = make("button", "cq-swing", "⚔");
    swing.type = "button";
    swing.setAttribute("aria-label", "Swing");
    swing.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.swing();
    });
    document.body.append(this.panel.root, this.chart.root, this.floats, this.door.root, this.spectator.bar, swing);
    this.spectator.bar.querySelector(".cq-watch-row")?.append(this.door.rejoin);
    document.body.classList.add("conquero");
    game.stage.scene.add(this.field.group);
    game.dress((id) => {
      const member = this.war.memberOf(id);
      return member ? teamOf(member.team).hex : null;
    });
    game.introduce(() => this.strangers());
    this.raiseEye(true);
    // The world's help speaks of other things.
    byId<HTMLDialogElement>("help").close();
    game.chat.hint(WATCHERS_WORDS);
    this.listen();
  }

  private listen(): void {
    const { war } = this;
    war.onRole.on((role) => {
      const plays = role !== null;
      this.game.hurry(plays);
      const changed = document.body.classList.contains("cq-plays") !== plays;
      document.body.classList.toggle("cq-plays", plays);
      this.game.chat.hint(plays ? "Say to your team  (! shouts to all)" : WATCHERS_WORDS);
      if (changed) {
        this.spectator.walks = false;
        this.raiseEye(!plays);
      }
      if (plays) this.door.close();
      this.showWatcher();
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
      else if (this.watches && event.code === "KeyN") this.spectator.next(1);
      else if (this.watches && event.code === "KeyB") this.spectator.next(-1);
      else return;
      event.preventDefault();
    });
  }

  /** Whether one only looks on, and is past the door. */
  private get watches(): boolean {
    return this.war.role === null && !this.door.isOpen;
  }

  private showWatcher(): void {
    this.spectator.show(this.watches);
    document.body.classList.toggle("cq-watches", this.watches);
  }

  /** Lifts the eye over the whole field, or brings it back behind one's own shoulder. */
  private raiseEye(high: boolean): void {
    const { eye } = this.game.stage;
    this.spectator.release();
    this.game.see(high ? FIELD_RINGS : null);
    if (high) {
      eye.reach(OVERVIEW.farthest);
      [eye.distance, eye.pitch] = [OVERVIEW.distance, OVERVIEW.pitch];
    } else {
      eye.reach();
      [eye.distance, eye.pitch] = [PLAYING.distance, PLAYING.pitch];
    }
    eye.snap();
  }

  /** Those of whom only news tells, as the page shows people. */
  private *strangers(): Generator<Stranger> {
    const { war, scouts } = this;
    for (const { agent, where } of scouts.all()) {
      const [member, state] = [war.roster[agent], war.state?.agents[agent]];
      if (where.inSight || agent === war.role || !member || state?.presence.kind !== "seen") continue;
      yield { ...where, id: member.body, name: member.name, health: Math.round(state.presence.life * 255) };
    }
  }

  gaze(seconds: number): Place | null {
    // The first of a frame that asks: everybody is then drawn where they are now.
    this.scouts.pass(seconds);
    if (this.war.role !== null) return null;
    const { eye } = this.game.stage;
    return this.spectator.gaze(this.game.push, eye.yaw, eye.distance, seconds);
  }

  hear(letter: Letter): void {
    const { told, welcome } = this.game.world;
    if (welcome) this.war.read(told, letter, welcome.body);
  }

  frame(own: OwnBody, seconds: number, now: number): void {
    this.own = own;
    const { eye } = this.game.stage;
    const gaze = this.war.role === null ? this.spectator.gaze({ right: 0, forward: 0, runs: false }, eye.yaw, eye.distance, 0) : null;
    const at = gaze ? { ...gaze, heading: eye.yaw } : own;
    this.field.update(at, eye.camera.position, seconds, now);
    this.chart.draw(at, now);
    if (now - this.shown < SHOW_EVERY) return;
    this.shown = now;
    this.panel.show(own, eye.yaw);
    this.showWatcher();
    this.faceGoal();
  }

  /** Whoever comes in, or back from the dead, looks to where there is something to do. */
  private faceGoal(): void {
    const { war } = this;
    const presence = war.self?.presence;
    const there = presence?.kind === "seen";
    if (there && !this.stood) {
      const at = war.inWorld(presence.at);
      const goal = war.nextGoal(at);
      if (goal) this.game.stage.eye.yaw = Math.atan2(goal.at.y - at.y, goal.at.x - at.x);
    }
    this.stood = there;
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

  tap(x: number, y: number): boolean {
    if (this.war.role === null) return this.follow(x, y);
    this.swing();
    return true;
  }

  /** Follows whom a watcher taps. */
  private follow(x: number, y: number): boolean {
    const { anchor, eye, renderer } = this.game.stage;
    const scene = (at: Place): Vector3 =>
      this.spot.set(at.x - anchor.x, this.game.world.ground.footing(at.x, at.y, 0) + 1, anchor.y - at.y);
    const { clientWidth, clientHeight } = renderer.domElement;
    return this.watches && this.spectator.pick(x, y, eye.camera, clientWidth, clientHeight, scene);
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

  /** A tap on the small map: players point the place out, watchers fly there. */
  private pointOut(at: Place): void {
    if (this.war.role === null) {
      this.spectator.goTo(at);
      return;
    }
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
