/**
 * The page of who only looks on: an eye that flies over the land or follows somebody. Stick or walking keys fly, dragging turns, wheel and pinch come
 * closer; a click or tap on somebody follows them, and so do the bar's arrows and the keys N and B, and a name that is written; flying off sets the eye free.
 *
 * What is shown is what the host sees fit around *its* viewpoint, so the eye stays near that: where the viewpoint flies, it is asked to come after the eye; a relay's does not, and the eye goes about within
 * what the relay carries.
 */
import "./watch.css";
import { Vector3 } from "three";
import type { Game, Play } from "../game/game";
import type { Action } from "../input/keys";
import type { Known } from "../model/known-world";
import type { Session } from "../net/session";
import { make } from "../ui/element";
import type { Watching } from "../wire/host-messages";
import { isPerson } from "../wire/state";

/** Metres a second over the ground for each metre the eye is away, and at least and at most. */
const PACE = 0.8;
const [SLOWEST, FASTEST] = [6, 30];
/** Metres the eye may be off the viewpoint: beyond that nothing is told. */
const LEASH = 56;
/** Milliseconds between two wishes of where to fly, and metres that are worth one. */
const WISH_EVERY = 250;
const WISH_METRES = 2;
/** Pixels around somebody that count as them. */
const PICK = 44;
/** How far off the eye is at first, and how far it may be. */
const [DISTANCE, FARTHEST, PITCH] = [18, 60, 0.6];
/** The eye of who walks. */
const WALKING = { distance: 8, pitch: 0.34 } as const;
/** What one may do who only looks on. */
const ALLOWED: ReadonlySet<Action> = new Set(["map", "help", "settings", "debug"]);

interface Place {
  x: number;
  y: number;
}

export class Watcher implements Play {
  readonly bar = make("div", "watch");
  /** Whom the eye follows. */
  followed: bigint | null = null;
  private told: Watching | null = null;
  private at: Place | null = null;
  private wished: Place = { x: Infinity, y: Infinity };
  private wishedAt = 0;
  private readonly words = make("span", "watch-words");
  private readonly free = make("button", "", "Fly free");
  private readonly name = make("input");
  private readonly names = make("datalist");
  private readonly spot = new Vector3();

  constructor(private readonly game: Game, private readonly session: Session, leave: () => void) {
    const button = (sign: string, label: string, act: () => void): HTMLButtonElement => {
      const made = make("button", "", sign);
      made.type = "button";
      made.title = label;
      made.setAttribute("aria-label", label);
      made.addEventListener("click", act);
      return made;
    };
    this.free.type = "button";
    this.free.addEventListener("click", () => this.release());
    this.words.setAttribute("role", "status");
    const row = make("div", "watch-row");
    row.append(
      button("‹", "Follow the person before (B)", () => this.next(-1)), this.words, button("›", "Follow the next person (N)", () => this.next(1)), this.free,
      button("Come in", "Come in by a name", leave),
    );
    const form = make("form", "watch-row");
    this.names.id = "watch-names";
    this.name.setAttribute("list", this.names.id);
    this.name.setAttribute("aria-label", "Name of whom to follow");
    this.name.placeholder = "Follow somebody by name";
    this.name.maxLength = 32;
    const go = make("button", "", "Follow");
    form.append(this.name, this.names, go);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.call(this.name.value.trim());
    });
    const hint = make("p", "watch-hint", window.matchMedia("(pointer: coarse)").matches
      ? "Stick flies · drag looks · pinch comes closer · tap somebody to follow"
      : "W A S D flies (Shift faster) · drag looks · wheel comes closer · click somebody, N or B to follow");
    this.bar.append(row, form, hint);
    document.body.append(this.bar);
    this.listen();
  }

  /** Takes the page over. */
  begin(): void {
    const { eye } = this.game.stage;
    this.game.play = this;
    eye.reach(FARTHEST);
    [eye.distance, eye.pitch] = [DISTANCE, PITCH];
  }

  /** Gives it back to who walks. */
  end(): void {
    if (this.game.play !== this) return;
    const { eye } = this.game.stage;
    this.game.play = null;
    eye.reach();
    [eye.distance, eye.pitch] = [WALKING.distance, WALKING.pitch];
  }

  private listen(): void {
    this.session.onMessage.on((message) => {
      if (message.kind === "watching") this.hear(message);
    });
    this.game.world.onReset.on(() => {
      this.at = null;
      this.told = null;
      this.followed = null;
    });
    window.addEventListener("keydown", (event) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!this.session.watching || event.repeat || target?.closest("input, textarea, select, dialog[open]")) return;
      if (event.code === "KeyN") this.next(1);
      else if (event.code === "KeyB") this.next(-1);
      else return;
      event.preventDefault();
    });
  }

  /** The host's word on its viewpoint. */
  private hear(watching: Watching): void {
    const before = this.told?.whom ?? null;
    this.told = watching;
    if (watching.whom !== null && watching.whom !== before) this.followed = watching.whom;
    else if (watching.whom === null && before !== null && this.followed === before) this.followed = null;
    this.name.parentElement?.toggleAttribute("hidden", !watching.follows && watching.sights.length === 0);
  }

  /** Everybody in sight who has a name. */
  private get people(): Known[] {
    return [...this.game.world.entities.values()].filter(({ card }) => isPerson(card.kind) && card.name !== "");
  }

  /** Follows the next person in sight, or the one before. */
  next(step: number): void {
    const ids = this.people.map(({ card }) => card.id).sort((a, b) => (a < b ? -1 : 1));
    if (ids.length === 0) return;
    const before = this.followed === null ? -1 : ids.indexOf(this.followed);
    const start = before < 0 && step < 0 ? ids.length : before;
    this.follow(ids[(start + step + ids.length) % ids.length]);
  }

  private follow(id: bigint): void {
    this.followed = id;
    const name = this.game.world.entities.get(id)?.card.name;
    if (name && this.mayCall(name)) this.session.follow(name);
  }

  private mayCall(name: string): boolean {
    return this.told !== null && (this.told.follows || this.told.sights.includes(name));
  }

  /** Follows somebody by name, in sight or not. */
  private call(name: string): void {
    if (name === "") return;
    const near = this.people.find(({ card }) => card.name === name);
    if (near) this.follow(near.card.id);
    else if (this.mayCall(name)) this.session.follow(name);
    else this.game.toasts.show(`${name} is not to be seen here.`, "no");
    this.name.value = "";
    this.game.focus();
  }

  /** Follows nobody. */
  release(): void {
    this.followed = null;
    this.wished = { x: Infinity, y: Infinity };
  }

  gaze(seconds: number): Place | null {
    const { world, stage, push } = this.game;
    if (!world.own) return this.at;
    this.at ??= { x: world.own.x, y: world.own.y };
    const { at } = this;
    const length = Math.hypot(push.right, push.forward);
    if (length > 0.05) {
      this.release();
      const { yaw, distance } = stage.eye;
      const pace = Math.max(SLOWEST, Math.min(FASTEST, distance * PACE)) * (push.runs ? 2 : 1) * seconds;
      at.x += (Math.cos(yaw) * push.forward + Math.sin(yaw) * push.right) * pace;
      at.y += (Math.sin(yaw) * push.forward - Math.cos(yaw) * push.right) * pace;
    } else if (this.followed !== null) {
      const seen = world.entities.get(this.followed);
      // Who has gone in is waited for where the host's viewpoint waits.
      if (seen) [at.x, at.y] = [seen.x, seen.y];
      else if (this.told?.whom === this.followed) [at.x, at.y] = [world.own.x, world.own.y];
    }
    this.hold(at, world.own);
    return at;
  }

  /** Keeps the eye where something is told, and asks the viewpoint to come after it. */
  private hold(at: Place, viewpoint: Place): void {
    if (this.told && this.told.pace > 0 && this.followed === null) {
      const { low, high } = this.told;
      at.x = Math.max(low[0], Math.min(high[0], at.x));
      at.y = Math.max(low[1], Math.min(high[1], at.y));
      const now = performance.now();
      const moved = Math.hypot(at.x - this.wished.x, at.y - this.wished.y);
      if (moved > WISH_METRES && now - this.wishedAt > WISH_EVERY) {
        this.wishedAt = now;
        this.wished = { x: at.x, y: at.y };
        this.session.fly(at.x, at.y);
      }
    }
    const off = Math.hypot(at.x - viewpoint.x, at.y - viewpoint.y);
    if (off > LEASH) {
      at.x = viewpoint.x + ((at.x - viewpoint.x) * LEASH) / off;
      at.y = viewpoint.y + ((at.y - viewpoint.y) * LEASH) / off;
    }
  }

  /** The bar's words. */
  frame(): void {
    const { world } = this.game;
    const name = this.followed === null ? "" : (world.entities.get(this.followed)?.card.name ?? this.told?.name ?? "somebody");
    const text = name === "" ? "You look on" : `You follow ${name}`;
    if (this.words.textContent !== text) this.words.textContent = text;
    this.free.hidden = this.followed === null;
    const known = [...new Set([...(this.told?.sights ?? []), ...this.people.map(({ card }) => card.name)])].sort();
    if (known.length !== this.names.children.length || known.some((one, n) => (this.names.children[n] as HTMLOptionElement).value !== one)) {
      this.names.replaceChildren(...known.map((one) => Object.assign(make("option"), { value: one })));
    }
  }

  act(action: Action): boolean {
    return !ALLOWED.has(action);
  }

  /** Follows whoever stands where somebody tapped. */
  tap(x: number, y: number): boolean {
    const { stage, world } = this.game;
    const { clientWidth, clientHeight } = stage.renderer.domElement;
    let [best, found]: [number, bigint | null] = [PICK, null];
    for (const { card, x: east, y: north, level } of this.people) {
      this.spot.set(east - stage.anchor.x, world.ground.footing(east, north, level) + 1, -(north - stage.anchor.y)).project(stage.eye.camera);
      if (this.spot.z > 1) continue;
      const far = Math.hypot(((this.spot.x + 1) / 2) * clientWidth - x, ((1 - this.spot.y) / 2) * clientHeight - y);
      if (far < best) [best, found] = [far, card.id];
    }
    if (found !== null) this.follow(found);
    this.game.focus();
    return true;
  }

  say(): boolean {
    return true;
  }

  owns(): boolean {
    return false;
  }
}
