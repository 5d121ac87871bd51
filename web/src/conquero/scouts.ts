/**
 * Where everybody is between two pieces of news: bodies in sight are where the page draws them, all others go on as they were last told to go, and what a new
 * report puts right glides away instead of leaping.
 */
import type { KnownWorld } from "../model/known-world";
import { shortTurn } from "../model/track";
import type { Place, War } from "./war";

/** Seconds in which what was shown wrongly glides away. */
const GLIDE_SECONDS = 0.2;
/** Seconds after which nobody is believed to go on without any word of the war. */
const BELIEVED_SECONDS = 5;
/** Metres beyond which somebody did not walk there. */
const LEAP = 8;

export interface Scouted extends Place {
  heading: number;
  speed: number;
  /** Whether the page has the body itself. */
  readonly inSight: boolean;
}

interface Glide {
  /** Where they were told to be, and by how much they were shown elsewhere. */
  readonly at: Place;
  readonly off: Place;
  /** Metres a second. */
  readonly going: Place;
  readonly heading: number;
  age: number;
}

export class Scouts {
  private readonly glides = new Map<number, Glide>();

  constructor(private readonly war: War, private readonly world: KnownWorld) {
    war.onState.on(() => this.hear());
  }

  private hear(): void {
    const { war } = this;
    const metres = war.setting?.metres ?? 1;
    war.state?.agents.forEach(({ presence }, n) => {
      if (presence.kind !== "seen") {
        this.glides.delete(n);
        return;
      }
      const at = war.inWorld(presence.at);
      const before = this.glides.get(n);
      const shown = before ? shownAt(before) : at;
      const off = { x: shown.x - at.x, y: shown.y - at.y };
      const [vx, vy] = presence.going;
      this.glides.set(n, {
        at, off: Math.hypot(off.x, off.y) > LEAP ? { x: 0, y: 0 } : off, going: { x: vx * metres, y: vy * metres }, heading: presence.heading, age: 0,
      });
    });
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    for (const glide of this.glides.values()) glide.age = Math.min(glide.age + seconds, BELIEVED_SECONDS);
  }

  /** Where an agent is; null while nobody told. */
  at(agent: number): Scouted | null {
    const glide = this.glides.get(agent);
    if (!glide) return null;
    const body = this.war.roster[agent]?.body;
    const known = body === undefined ? undefined : this.world.entities.get(body);
    const speed = Math.hypot(glide.going.x, glide.going.y);
    if (known) return { x: known.x, y: known.y, heading: glide.heading, speed, inSight: true };
    const way = speed > 0.3 ? Math.atan2(glide.going.y, glide.going.x) : glide.heading;
    const heading = glide.heading + shortTurn(glide.heading, way) * 0.5;
    return { ...shownAt(glide), heading, speed, inSight: false };
  }

  /** Everybody who can be shown. */
  *all(): Generator<{ readonly agent: number; readonly where: Scouted }> {
    for (const agent of this.glides.keys()) {
      const where = this.at(agent);
      if (where) yield { agent, where };
    }
  }
}

function shownAt({ at, off, going, age }: Glide): Place {
  const share = Math.max(0, 1 - age / GLIDE_SECONDS);
  return { x: at.x + going.x * age + off.x * share, y: at.y + going.y * age + off.y * share };
}
