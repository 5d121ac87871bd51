/**
 * Where everybody is between two pieces of news: bodies in sight are where the page draws them, all others glide from where they were shown to
 * where they were last told to be, and go on a little as they went.
 */
import type { KnownWorld } from "../model/known-world";
import { shortTurn } from "../model/track";
import type { Place, War } from "./war";

/** Seconds between two pieces of news; a glide takes as long, and going on after it at most as long again. */
const NEWS_SECONDS = 0.2;
/** Metres beyond which somebody did not walk there. */
const LEAP = 8;

export interface Scouted extends Place {
  heading: number;
  speed: number;
  /** Whether the page has the body itself. */
  readonly inSight: boolean;
}

interface Glide {
  from: Place;
  to: Place;
  heading: number;
  age: number;
}

export class Scouts {
  private readonly glides = new Map<number, Glide>();

  constructor(private readonly war: War, private readonly world: KnownWorld) {
    war.onState.on(() => this.hear());
  }

  private hear(): void {
    const { war } = this;
    war.state?.agents.forEach(({ presence }, n) => {
      if (presence.kind !== "seen") {
        this.glides.delete(n);
        return;
      }
      const to = war.inWorld(presence.at);
      const before = this.at(n) ?? to;
      const from = Math.hypot(to.x - before.x, to.y - before.y) > LEAP ? to : before;
      this.glides.set(n, { from: { x: from.x, y: from.y }, to, heading: presence.heading, age: 0 });
    });
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    for (const glide of this.glides.values()) glide.age = Math.min(glide.age + seconds, NEWS_SECONDS * 2);
  }

  /** Where an agent is; null while nobody told. */
  at(agent: number): Scouted | null {
    const glide = this.glides.get(agent);
    if (!glide) return null;
    const body = this.war.roster[agent]?.body;
    const known = body === undefined ? undefined : this.world.entities.get(body);
    const [dx, dy] = [glide.to.x - glide.from.x, glide.to.y - glide.from.y];
    const speed = Math.hypot(dx, dy) / NEWS_SECONDS;
    if (known) return { x: known.x, y: known.y, heading: glide.heading, speed, inSight: true };
    const share = glide.age / NEWS_SECONDS;
    const going = speed > 0.3 ? Math.atan2(dy, dx) : glide.heading;
    const heading = glide.heading + shortTurn(glide.heading, going) * 0.5;
    return { x: glide.from.x + dx * share, y: glide.from.y + dy * share, heading, speed, inSight: false };
  }

  /** Everybody who can be shown. */
  *all(): Generator<{ readonly agent: number; readonly where: Scouted }> {
    for (const agent of this.glides.keys()) {
      const where = this.at(agent);
      if (where) yield { agent, where };
    }
  }
}
