/** Puts everybody and everything in sight on the stage, each frame, without making garbage. */
import { POSES, GESTURES } from "../wire/vocabulary";
import { isPerson, type AnimalName } from "../wire/state";
import type { Known, KnownWorld } from "../model/known-world";
import type { Whereabouts } from "../model/track";
import { THING_LANTERN } from "../land/kinds";
import { stride } from "../scene/figure";
import type { Appearance } from "../scene/people";
import type { Lamp } from "../scene/landscape";
import type { Labels } from "./labels";
import type { Stage } from "./stage";

/** One's own body as drawn: predicted, not as last heard. */
export interface OwnBody {
  /** The body as others would know it. */
  self: Known;
  x: number;
  y: number;
  level: number;
  heading: number;
  speed: number;
  pose: number;
}

/** Somebody a game knows of who is not in sight. */
export interface Stranger {
  /** The number of their body. */
  readonly id: bigint;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly speed: number;
  /** Of 255. */
  readonly health: number;
}

const HEAD = 1.98;
const SUNK = 1.1;
/** Metres a second from which somebody runs. */
const RUNNING = 4.5;
/** Metres a second from which a bird is on the wing, how high it then is, and how deep fish swim. */
const TAKES_WING = 1.5;
const WING_METRES = 4.5;
const FISH_METRES = 0.22;
/** Short legs take more steps. */
const QUICK_STEPS = 2.5;

export class Cast {
  private readonly where: Whereabouts = { x: 0, y: 0, heading: 0, speed: 0 };
  private readonly appearance: Appearance = {
    look: 0, x: 0, y: 0, z: 0, heading: 0, speed: 0, cycle: 0, pose: "standing", gesture: "none", gestureSince: 0,
    carries: false, tunic: null,
  };
  private readonly lanterns: { x: number; y: number; z: number }[] = [];
  /** How far strangers' legs have come, by body. */
  private readonly cycles = new Map<bigint, number>();

  /** What somebody wears in a game; null is their own. */
  colourOf: (id: bigint) => number | null = () => null;
  /** Whom a game shows beside those in sight. */
  strangers: () => Iterable<Stranger> = () => [];

  /** Whether a thing that lies there is not shown, and metres above its place at which it is. */
  hides: (id: bigint) => boolean = () => false;
  lift: (id: bigint, now: number) => number = () => 0;

  constructor(
    private readonly world: KnownWorld, private readonly stage: Stage, private readonly labels: Labels,
  ) {}

  /** Lanterns carried this frame, in the scene's frame. */
  get carried(): readonly Lamp[] {
    return this.lanterns;
  }

  play(own: OwnBody | null, seconds: number, now: number, width: number, height: number, cutLevel: number): void {
    const { stage, world } = this;
    stage.people.begin();
    stage.animals.begin();
    stage.things.begin();
    this.labels.begin();
    this.lanterns.length = 0;
    if (own) this.playOwn(own, seconds, now, width, height);
    for (const known of world.entities.values()) {
      const { level } = known.track.latest;
      known.track.at(world.clock.tick, this.where);
      known.x = this.where.x;
      known.y = this.where.y;
      known.level = level;
      // Storeys that are cut away take those in them along, if they stand in a house at all.
      if (level > cutLevel) continue;
      const z = world.ground.footing(this.where.x, this.where.y, level);
      const { kind } = known.card;
      if (kind === "thing") {
        // What is shown in the air does not lie anywhere yet.
        if (!this.hides(known.card.id) && !world.flights.holds(known.card.id)) this.thing(known, z + this.lift(known.card.id, now));
      }
      else if (!isPerson(kind)) this.animal(known, kind, z, seconds);
      else this.person(known, known.track.latest.pose, known.track.latest.held, z, seconds, now, width, height);
    }
    this.flights();
    for (const stranger of this.strangers()) this.stranger(stranger, seconds, now, width, height);
    stage.people.end();
    stage.animals.end();
    stage.things.end();
    this.labels.end(now);
  }

  /** One's own body is not among the entities: it is where prediction says. */
  private playOwn(own: OwnBody, seconds: number, now: number, width: number, height: number): void {
    const { world } = this;
    this.where.x = own.x;
    this.where.y = own.y;
    this.where.heading = own.heading;
    this.where.speed = own.speed;
    const held = world.held === null ? 0 : (world.bag[world.held]?.kind ?? -1) + 1;
    this.person(own.self, own.pose, held, world.ground.footing(own.x, own.y, own.level), seconds, now, width, height);
  }

  private stranger(who: Stranger, seconds: number, now: number, width: number, height: number): void {
    const { anchor, people, eye } = this.stage;
    const a = this.appearance;
    const cycle = (this.cycles.get(who.id) ?? 0) + stride(who.speed, seconds);
    this.cycles.set(who.id, cycle);
    Object.assign(a, {
      look: Number(who.id & 0xffffffn), x: who.x - anchor.x, y: this.world.ground.footing(who.x, who.y, 0), z: anchor.y - who.y, heading: who.heading,
      speed: who.speed, cycle, pose: who.speed > RUNNING ? "running" : who.speed > 0.3 ? "walking" : "standing", gesture: "none",
      gestureSince: 0, carries: false, tunic: this.colourOf(who.id),
    } satisfies Appearance);
    if (people.add(a, now / 1000)) this.labels.put(who.id, who.name, "inhabitant", who.health, a.x, a.y + HEAD, a.z, eye.camera, width, height, now);
  }

  /** A name, and what a game has written over their head. */
  private signed({ card }: Known): string {
    const sign = this.world.told.rows("world/sign").get(card.id)?.row.text;
    return typeof sign === "string" && sign !== "" ? `${card.name} · ${sign}` : card.name;
  }

  /** What flies, along its way. */
  private flights(): void {
    const { anchor, things } = this.stage;
    for (const { loosed, gone, shown } of this.world.flights.all) {
      if (gone < 0) continue;
      const [vx, vy, vz] = loosed.velocity;
      const rise = Math.atan2(vz - loosed.fall * gone, Math.hypot(vx, vy));
      things.fly(loosed.thing, shown.x - anchor.x, shown.z, -(shown.y - anchor.y), Math.atan2(vy, vx), rise);
    }
  }

  private thing(known: Known, z: number): void {
    const { anchor } = this.stage;
    const [x, y] = [this.where.x - anchor.x, -(this.where.y - anchor.y)];
    this.stage.things.lie(known.card.thing, x, z + 0.02, y, known.card.look % 7);
    if (known.card.thing === THING_LANTERN) this.lanterns.push({ x, y: z + 0.5, z: y });
  }

  private animal(known: Known, kind: AnimalName, z: number, seconds: number): void {
    const { anchor, animals } = this.stage;
    const { heading, speed } = this.where;
    known.cycle += stride(speed, seconds) * QUICK_STEPS;
    const fallen = POSES[known.track.latest.pose & 7] === "fallen";
    const [x, y] = [this.where.x - anchor.x, -(this.where.y - anchor.y)];
    const flies = kind === "bird" && !fallen && speed > TAKES_WING;
    let height = z;
    if (flies) height += Math.min(1, (speed - TAKES_WING) / 5) * WING_METRES;
    if (kind === "fish") {
      const surface = this.world.ground.water(this.where.x, this.where.y);
      if (surface !== null) height = Math.max(z, surface - FISH_METRES);
    }
    const shorn = kind === "sheep" && known.track.latest.held === 0;
    animals.add(kind, { x, y: height, z: y, heading, speed, cycle: known.cycle, fallen, look: known.card.look, otherwise: flies || shorn });
  }

  private person(
    known: Known, pose: number, held: number, z: number, seconds: number, now: number, width: number, height: number,
  ): void {
    const { anchor, people, things, eye } = this.stage;
    const { latest } = known.track;
    const a = this.appearance;
    known.cycle += stride(this.where.speed, seconds);
    a.look = known.card.look;
    a.x = this.where.x - anchor.x;
    a.z = -(this.where.y - anchor.y);
    a.heading = this.where.heading;
    a.speed = this.where.speed;
    a.cycle = known.cycle;
    a.pose = POSES[pose & 7];
    a.y = z;
    if (a.pose === "swimming") {
      const surface = this.world.ground.water(this.where.x, this.where.y);
      if (surface !== null) a.y = Math.max(z, surface - SUNK) + 0.75;
    }
    a.gesture = GESTURES[known.gesture & 15] ?? "none";
    a.gestureSince = (now - known.gestureAt) / 1000;
    a.carries = held > 0;
    a.tunic = this.colourOf(known.card.id);
    if (!people.add(a, now / 1000)) return;
    if (held > 0) {
      things.hold(held - 1, people.hand);
      if (held - 1 === THING_LANTERN) this.lanterns.push({ x: a.x, y: a.y + 1.2, z: a.z });
    }
    const kind = known.card.id === this.world.welcome?.body ? "own" : known.card.kind === "human" ? "human" : "inhabitant";
    const low = a.pose === "lying" || a.pose === "fallen" || a.pose === "sitting";
    this.labels.put(
      known.card.id, this.signed(known), kind, latest.health, a.x, a.y + (low ? 1.2 : HEAD), a.z, eye.camera, width, height, now,
    );
  }
}
