/** Bows and thrown stones: what is aimed at, one's own shots at once, and where everything that flies is shown. */
import { isPerson } from "../wire/state";
import { shortTurn } from "../model/track";
import { aimed, type Flight, type Onlooker } from "../model/flights";
import type { Known, KnownWorld } from "../model/known-world";
import type { Predictor } from "../model/predict";
import type { Intent } from "../wire/from-guest";
import type { Shot } from "../wire/host-messages";
import type { Deeds, Spot } from "./deeds";

/** Metres above the feet from which things are let fly, and at which people and animals are aimed at. */
const [HAND, CHEST, FLANK] = [1.42, 0.93, 0.5];
/** Radians from where one looks within which somebody is aimed at, how much one of them counts, and metres within which anybody is. */
const [AIM, ASIDE, AT_HAND] = [0.6, 5, 1.5];
/** Share of the way to the measured lag that is gone in a second. */
const LEAN = 2;
const TICK_SECONDS = 0.05;

export class Shots {
  /** Ticks by which others are shown behind one's own body. */
  behind = 0;
  private started = false;
  private readonly at = { x: 0, y: 0 };

  constructor(private readonly world: KnownWorld, private readonly predictor: Predictor, private readonly deeds: Deeds) {}

  /** How what is in the hand is let fly, if it can be. */
  get inHand(): Shot | null {
    const slot = this.deeds.inHand;
    const kind = slot === null ? null : this.world.bag[slot]?.kind;
    return this.world.shots.find((shot) => shot.with === kind) ?? null;
  }

  /** Whom a shot from here would be aimed at: somebody one looks towards, and of several the one who is nearest to where one looks and near. Whoever stands beside oneself is not shot at. */
  target(spot: Spot, shot: Shot): Known | null {
    const { world } = this;
    let best: Known | null = null;
    let least = Infinity;
    for (const known of world.entities.values()) {
      if (known.level !== spot.level || known.card.id === world.welcome?.body || known.card.kind === "thing" || known.track.latest.health === 0) continue;
      const [dx, dy] = [known.x - spot.x, known.y - spot.y];
      const distance = Math.hypot(dx, dy);
      const aside = Math.abs(shortTurn(spot.heading, Math.atan2(dy, dx)));
      if (distance > shot.reach || aside > AIM && distance > AT_HAND) continue;
      const score = (distance + AT_HAND) * (1 + aside * ASIDE);
      if (score < least) [best, least] = [known, score];
    }
    return best;
  }

  /** Lets fly: shown at once, and wished for. What stands in the way, or nothing. */
  shoot(spot: Spot, shot: Shot, wish: (intent: Intent) => void): string {
    const { world } = this;
    if (!world.bag.some((slot) => slot?.kind === shot.of)) return "You have nothing left to let fly.";
    const mark = this.target(spot, shot);
    const z = world.ground.footing(spot.x, spot.y, spot.level) + HAND;
    const start = [spot.x, spot.y, z] as const;
    const velocity = aimed(shot, start, mark ? this.led(mark, shot, spot) : [spot.x + Math.cos(spot.heading) * shot.reach / 2, spot.y + Math.sin(spot.heading) * shot.reach / 2, z]);
    const by = world.welcome?.body ?? 0n;
    const at = mark?.card.id ?? null;
    // One's own body is ahead: the host will have it let fly about then.
    const since = world.clock.tick + this.behind;
    world.flights.begin({ id: 0n, thing: shot.of, by, at, since, start, velocity, fall: shot.fall });
    wish({ kind: "shoot", at: at === null ? { kind: "nothing" } : { kind: "entity", id: at }, seen: Math.max(0, Math.floor(world.clock.tick)) });
    return "";
  }

  /** Where somebody will be who goes on so. */
  private led(mark: Known, shot: Shot, spot: Spot): readonly [number, number, number] {
    const { speed, course } = mark.track.latest;
    const seconds = Math.hypot(mark.x - spot.x, mark.y - spot.y) / shot.speed + this.behind * TICK_SECONDS;
    const [angle, way] = [(course / 256) * Math.PI * 2, (speed / 20) * seconds];
    const [x, y] = [mark.x + Math.cos(angle) * way, mark.y + Math.sin(angle) * way];
    return [x, y, this.world.ground.footing(x, y, mark.level) + (isPerson(mark.card.kind) ? CHEST : FLANK)];
  }

  /** The host refused a shot: the last one shown that it has not told of. */
  refused(): void {
    const mine = [...this.world.flights.all].filter((flight: Flight) => flight.id === null && flight.undone === null);
    if (mine.length > 0) this.world.flights.undo(mine[0]);
  }

  /** Lets `seconds` pass for everything that flies. */
  advance(seconds: number, x: number, y: number, level: number): void {
    const { world, predictor } = this;
    if (!world.welcome || !predictor.ready) return;
    const lag = Math.max(0, world.clock.heardTick + predictor.ahead - world.clock.tick);
    this.behind = this.started ? this.behind + (lag - this.behind) * Math.min(1, seconds * LEAN) : lag;
    this.started = true;
    const onlooker: Onlooker = {
      self: world.welcome.body, x, y, z: world.ground.footing(x, y, level), tick: world.clock.tick + this.behind, behind: this.behind,
      place: (id) => {
        const known = world.entities.get(id);
        if (!known) return null;
        this.at.x = known.x;
        this.at.y = known.y;
        return this.at;
      },
    };
    world.flights.advance(seconds, onlooker);
  }
}
