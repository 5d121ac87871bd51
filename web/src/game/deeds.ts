/** What the player could do here and now, and the wish that says so. */
import { isPerson } from "../wire/state";
import { CHUNK_METRES, chunkKey, chunkOf, type ChunkPos } from "../land/chunk";
import { GROWTHS, LAST_TREE, THINGS, THING_AXE, THING_GRAVESTONE, THING_HERB, THING_LOG, THING_PLANK } from "../land/kinds";
import { SOUTH, WEST } from "../land/house";
import { doorKey, eachDoor } from "../land/doors";
import type { Known, KnownWorld } from "../model/known-world";
import { ARM_METRES } from "../wire/generated";
import type { Intent, Target } from "../wire/from-guest";

/** Metres an arm reaches; the world has the last word. */
const REACH = ARM_METRES;
/** Health of whoever needs no herb. */
const UNHURT = 255;

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly level: number;
  /** Radians anticlockwise from east. */
  readonly heading: number;
}

export class Deeds {
  /** Whether a thing is as good as taken. */
  skips: (id: bigint) => boolean = () => false;

  constructor(private readonly world: KnownWorld) {}

  /** The thing in the hand: its slot, or null. */
  get inHand(): number | null {
    const { held, bag } = this.world;
    return held !== null && bag[held] ? held : null;
  }

  /** The nearest entity of a sort, those in front first. */
  nearest(spot: Spot, wanted: (known: Known) => boolean, reach = REACH): Known | null {
    let best: Known | null = null;
    let bestScore = Infinity;
    for (const known of this.world.entities.values()) {
      if (known.level !== spot.level || known.card.id === this.world.welcome?.body || !wanted(known)) continue;
      const [dx, dy] = [known.x - spot.x, known.y - spot.y];
      const distance = Math.hypot(dx, dy);
      if (distance > reach) continue;
      const ahead = distance < 0.01 ? 1 : (dx * Math.cos(spot.heading) + dy * Math.sin(spot.heading)) / distance;
      const score = distance * (1.6 - 0.6 * ahead);
      if (score < bestScore) [best, bestScore] = [known, score];
    }
    return best;
  }

  nearestThing(spot: Spot): Known | null {
    return this.nearest(spot, (known) => known.card.kind === "thing" && !this.skips(known.card.id));
  }

  nearestPerson(spot: Spot, reach = REACH): Known | null {
    return this.nearest(spot, (known) => isPerson(known.card.kind), reach);
  }

  /** The nearest standing tree. */
  nearestTree(spot: Spot): { chunk: ChunkPos; index: number; kind: number } | null {
    if (spot.level !== 0) return null;
    let best: { chunk: ChunkPos; index: number; kind: number } | null = null;
    let bestDistance = REACH;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const chunk = this.world.ground.chunks.get(chunkKey(chunkOf(spot.x) + dx, chunkOf(spot.y) + dy));
        if (!chunk) continue;
        const { gone } = this.world.changesOf(chunk.pos);
        for (let index = 0; index < chunk.growths.length; index++) {
          const growth = chunk.growths[index];
          if (growth.kind > LAST_TREE || gone.has(index)) continue;
          const distance = Math.hypot(
            chunk.pos.x * CHUNK_METRES + growth.x / 128 - spot.x, chunk.pos.y * CHUNK_METRES + growth.y / 128 - spot.y,
          );
          if (distance < bestDistance) {
            bestDistance = distance;
            best = { chunk: chunk.pos, index, kind: growth.kind };
          }
        }
      }
    }
    return best;
  }

  private holds(kind: number): boolean {
    const slot = this.inHand;
    return slot !== null && this.world.bag[slot]?.kind === kind;
  }

  /** What an axe would cut here: a log, else a tree, else a wall people built. */
  private toCut(spot: Spot): { on: Target; words: string } | null {
    const log = this.nearest(spot, (known) => known.card.thing === THING_LOG);
    if (log) return { on: { kind: "entity", id: log.card.id }, words: "split the log" };
    const tree = this.nearestTree(spot);
    if (tree) return { on: { kind: "growth", chunk: tree.chunk, index: tree.index }, words: `fell the ${GROWTHS[tree.kind]}` };
    const wall = this.nearestBuilt(spot);
    return wall && { on: wall, words: "cut the wall down" };
  }

  /** Whom a herb in the hand would heal. */
  private patient(spot: Spot): Known | null {
    const hurt = (known: Known) => isPerson(known.card.kind) && known.track.latest.health < UNHURT && known.track.latest.health > 0;
    return this.holds(THING_HERB) ? this.nearest(spot, hurt) : null;
  }

  private nearestBuilt(spot: Spot): Target | null {
    const chunk = this.world.ground.chunkAt(spot.x, spot.y);
    if (!chunk || spot.level !== 0) return null;
    let best: Target | null = null;
    let bestDistance = REACH;
    for (const edge of this.world.changesOf(chunk.pos).built) {
      const x = chunk.pos.x * CHUNK_METRES + edge.x + (edge.side === SOUTH ? 0.5 : 0);
      const y = chunk.pos.y * CHUNK_METRES + edge.y + (edge.side === SOUTH ? 0 : 0.5);
      const distance = Math.hypot(x - spot.x, y - spot.y);
      if (distance >= bestDistance) continue;
      bestDistance = distance;
      best = { kind: "edge", chunk: chunk.pos, x: edge.x, y: edge.y, side: edge.side };
    }
    return best;
  }

  /** What E would do: take what lies near, or use what is in the hand: fell a tree, heal somebody, build. */
  handy(spot: Spot): { intent: Intent; words: string } | null {
    const thing = this.nearestThing(spot);
    if (thing?.card.thing === THING_GRAVESTONE) return { intent: { kind: "look", target: { kind: "entity", id: thing.card.id } }, words: "read the stone" };
    if (thing) return { intent: { kind: "take", id: thing.card.id }, words: `take the ${THINGS[thing.card.thing]}` };
    const slot = this.inHand;
    if (slot === null) return null;
    if (this.holds(THING_PLANK)) return { intent: { kind: "use", slot, on: edgeAhead(spot) }, words: "build a wall" };
    const patient = this.patient(spot);
    if (patient) return { intent: { kind: "use", slot, on: { kind: "entity", id: patient.card.id } }, words: `heal ${patient.card.name}` };
    const cut = this.holds(THING_AXE) ? this.toCut(spot) : null;
    return cut && { intent: { kind: "use", slot, on: cut.on }, words: cut.words };
  }

  /** What using the thing in hand would mean. */
  use(spot: Spot): Intent | null {
    const slot = this.inHand;
    if (slot === null) return null;
    if (this.holds(THING_PLANK)) return { kind: "use", slot, on: edgeAhead(spot) };
    const patient = this.patient(spot);
    if (patient) return { kind: "use", slot, on: { kind: "entity", id: patient.card.id } };
    const cut = this.holds(THING_AXE) ? this.toCut(spot) : null;
    return { kind: "use", slot, on: cut?.on ?? { kind: "nothing" } };
  }

  /** The nearest door, and what can be done about it. */
  door(spot: Spot): { intent: Intent; words: string } | null {
    let best: { intent: Intent; words: string } | null = null;
    let bestDistance = REACH;
    for (let dy = -1; dy <= 0; dy++) {
      for (let dx = -1; dx <= 0; dx++) {
        const chunk = this.world.ground.chunks.get(chunkKey(chunkOf(spot.x) + dx, chunkOf(spot.y) + dy));
        if (!chunk) continue;
        const open = this.world.openDoors(chunk.pos);
        eachDoor(chunk, (door, x, y) => {
          const distance = Math.hypot(x - spot.x, y - spot.y);
          if (door.level !== spot.level || distance >= bestDistance) return;
          bestDistance = distance;
          const words = open.has(doorKey(door)) ? "shut the door" : "prop the door open";
          best = { intent: { kind: "door", chunk: chunk.pos, door }, words };
        });
      }
    }
    return best;
  }

  drop(): Intent | null {
    const slot = this.inHand ?? this.world.bag.findIndex((thing) => thing !== null);
    return slot >= 0 ? { kind: "drop", slot } : null;
  }

  give(spot: Spot): Intent | null {
    const person = this.nearestPerson(spot);
    const slot = this.inHand;
    return person && slot !== null ? { kind: "give", slot, to: person.card.id } : null;
  }

  strike(spot: Spot): Intent | null {
    const person = this.nearestPerson(spot);
    return person ? { kind: "strike", id: person.card.id } : null;
  }
}

/** The side of a tile about a metre ahead, across the way one faces. */
export function edgeAhead(spot: Spot): Target {
  const [dx, dy] = [Math.cos(spot.heading), Math.sin(spot.heading)];
  const [px, py] = [spot.x + dx * 1.1, spot.y + dy * 1.1];
  const eastward = Math.abs(dx) > Math.abs(dy);
  const [tileX, tileY] = eastward ? [Math.round(px), Math.floor(py)] : [Math.floor(px), Math.round(py)];
  const chunk = { x: Math.floor(tileX / CHUNK_METRES), y: Math.floor(tileY / CHUNK_METRES) };
  return {
    kind: "edge", chunk, x: tileX - chunk.x * CHUNK_METRES, y: tileY - chunk.y * CHUNK_METRES, side: eastward ? WEST : SOUTH,
  };
}
