/**
 * The eye of those who only watch: it flies over the field, or follows a player. Stick or walking keys fly, dragging turns, wheel and pinch come
 * closer; a click or tap on somebody follows them, and so do the bar's arrows and the keys N and B; flying off sets the eye free. Who would rather
 * walk about on their own feet, can.
 */
import { Vector3, type Camera } from "three";
import { make } from "../ui/element";
import type { Scouts } from "./scouts";
import { teamOf } from "./teams";
import type { Place, War } from "./war";

/** Metres a second over the ground for each metre the eye is away, and at least and at most. */
const PACE = 0.8;
const [SLOWEST, FASTEST] = [10, 90];
/** Metres beyond the map's edge. */
const MARGIN = 10;
/** Pixels around somebody that count as them. */
const PICK = 44;
/** How the eye looks at the field first. */
export const OVERVIEW = { distance: 70, pitch: 0.85, farthest: 170, following: 16 } as const;

export interface Push {
  readonly right: number;
  readonly forward: number;
  readonly runs: boolean;
}

export class Spectator {
  readonly bar = make("div", "cq-watch");
  followed: number | null = null;
  /** Whether one walks about on one's own feet instead. */
  walks = false;
  private readonly words = make("span", "cq-watched");
  private readonly free = make("button", "cq-free", "Fly free");
  private readonly feet = make("button");
  private readonly spot = new Vector3();
  private at: { x: number; y: number } | null = null;

  /** `follows` is told when somebody is followed anew: the eye then comes closer. `lands` is told when one begins to walk or to fly. */
  constructor(
    private readonly war: War, private readonly scouts: Scouts, private readonly follows: () => void, private readonly lands: (walks: boolean) => void,
  ) {
    const button = (sign: string, label: string, step: number): HTMLButtonElement => {
      const made = make("button", "", sign);
      made.setAttribute("aria-label", label);
      made.title = label;
      made.addEventListener("click", () => this.next(step));
      return made;
    };
    this.free.addEventListener("click", () => this.release());
    this.feet.addEventListener("click", () => this.land(!this.walks));
    const row = make("div", "cq-watch-row");
    row.append(button("‹", "Follow the player before (B)", -1), this.words, button("›", "Follow the next player (N)", 1), this.free, this.feet);
    const hint = make("p", "cq-watch-hint", window.matchMedia("(pointer: coarse)").matches
      ? "Stick flies · drag looks · pinch comes closer · tap a player to follow"
      : "W A S D flies (Shift faster) · drag looks · wheel comes closer · click a player, N or B to follow");
    this.bar.append(row, hint);
    this.bar.hidden = true;
    this.words.setAttribute("role", "status");
    for (const element of [this.free, ...row.querySelectorAll("button")]) element.type = "button";
  }

  /** Follows the next player there is, or the one before. */
  next(step: number): void {
    const there = [...this.scouts.all()].map(({ agent }) => agent).sort((a, b) => a - b);
    if (there.length === 0) return;
    const before = this.followed === null ? -1 : there.findIndex((agent) => agent >= (this.followed ?? 0));
    const start = before < 0 && step < 0 ? there.length : before;
    this.follow(there[(start + step + there.length) % there.length]);
  }

  follow(agent: number): void {
    this.land(false);
    this.followed = agent;
    this.follows();
  }

  /** Walks from now on, or flies. */
  private land(walks: boolean): void {
    if (walks === this.walks) return;
    this.walks = walks;
    this.lands(walks);
  }

  release(): void {
    this.followed = null;
  }

  /** Flies to a place, as a tap on the map asks. */
  goTo(place: Place): void {
    this.land(false);
    this.release();
    this.at = { x: place.x, y: place.y };
  }

  /** Who stands where somebody tapped; answers whether anybody does. */
  pick(x: number, y: number, camera: Camera, width: number, height: number, scene: (place: Place) => Vector3): boolean {
    let [best, found]: [number, number | null] = [PICK, null];
    for (const { agent, where } of this.scouts.all()) {
      this.spot.copy(scene(where)).project(camera);
      if (this.spot.z > 1) continue;
      const far = Math.hypot(((this.spot.x + 1) / 2) * width - x, ((1 - this.spot.y) / 2) * height - y);
      if (far < best) [best, found] = [far, agent];
    }
    if (found !== null) this.follow(found);
    return found !== null;
  }

  /** Where the eye looks now, after a push of keys or stick under a view along `yaw` from `distance` metres. */
  gaze(push: Push, yaw: number, distance: number, seconds: number): Place | null {
    const { setting } = this.war;
    if (!setting || this.walks) return null;
    const middle = this.war.inWorld([setting.extent[0] / 2, setting.extent[1] / 2]);
    this.at ??= { x: middle.x, y: middle.y };
    const length = Math.hypot(push.right, push.forward);
    if (length > 0.05) {
      this.release();
      const pace = Math.max(SLOWEST, Math.min(FASTEST, distance * PACE)) * (push.runs ? 2 : 1) * seconds;
      this.at.x += (Math.cos(yaw) * push.forward + Math.sin(yaw) * push.right) * pace;
      this.at.y += (Math.sin(yaw) * push.forward - Math.cos(yaw) * push.right) * pace;
    } else if (this.followed !== null) {
      const where = this.scouts.at(this.followed);
      // Who is dead comes back elsewhere; until then one looks at where they fell.
      if (where) [this.at.x, this.at.y] = [where.x, where.y];
    }
    const [low, high] = [this.war.inWorld([0, 0]), this.war.inWorld(setting.extent)];
    this.at.x = Math.max(low.x - MARGIN, Math.min(high.x + MARGIN, this.at.x));
    this.at.y = Math.max(low.y - MARGIN, Math.min(high.y + MARGIN, this.at.y));
    return this.at;
  }

  /** The bar's words. */
  show(shown: boolean): void {
    this.bar.hidden = !shown;
    const member = this.followed === null ? null : this.war.roster[this.followed];
    const state = this.followed === null ? null : this.war.state?.agents[this.followed];
    const team = member ? teamOf(member.team) : null;
    const fallen = state?.presence.kind === "dead" ? ", fallen" : "";
    const text = member && team ? `${team.sign} ${member.name}${fallen} · level ${Math.floor(state?.level ?? 0)}` : this.walks ? "You walk" : "You watch";
    if (this.words.textContent !== text) this.words.textContent = text;
    this.words.style.setProperty("--team", team?.colour ?? "inherit");
    this.free.hidden = member === null;
    const feet = this.walks ? "Fly" : "On foot";
    if (this.feet.textContent !== feet) this.feet.textContent = feet;
  }
}
