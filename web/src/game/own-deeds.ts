/**
 * One's own deeds, shown before the host has answered, and visibly undone where it refuses: the page's short-circuit relay, as `relay` in crates/core/wire says what that is.
 *
 * A blow swings, a thing taken is gone from the ground, a door swings. If the host says no, the arm drops, the thing is back where it lay with a little leap, the door swings back. What was shown right is not touched again.
 */
import { chunkKey } from "../land/chunk";
import { doorKey } from "../land/doors";
import type { KnownWorld } from "../model/known-world";
import type { Intent } from "../wire/from-guest";
import type { EntityId, Gesture } from "../wire/vocabulary";

/** Gestures by wish. */
const GESTURE_OF: Partial<Record<Intent["kind"], Gesture>> = {
  take: "take", drop: "drop", give: "give", strike: "strike", use: "chop", shoot: "shoot",
};
/** Milliseconds a thing leaps that is back, and how high, in metres. */
const [LEAP, HIGH] = [450, 0.5];

export class OwnDeeds {
  /** Things that are shown as taken. */
  private readonly taken = new Set<EntityId>();
  /** Things that came back, and when. */
  private readonly back = new Map<EntityId, number>();
  /** Wishes undone so far, by kind, for whoever looks into it. */
  readonly undone: Partial<Record<Intent["kind"], number>> = {};

  constructor(private readonly world: KnownWorld, private readonly gesture: (gesture: Gesture) => void) {}

  /** Shows what one wishes for. */
  show(intent: Intent): void {
    const gesture = GESTURE_OF[intent.kind];
    if (gesture) this.gesture(gesture);
    if (intent.kind === "take") this.taken.add(intent.id);
    if (intent.kind === "door") this.swing(intent);
  }

  /** The host did it: what is shown stays. */
  done(intent: Intent): void {
    // The news of the thing comes by another way, and may come later.
    if (intent.kind === "take" && !this.world.entities.has(intent.id)) this.taken.delete(intent.id);
  }

  /** The host did not: what was shown is taken back. */
  undo(intent: Intent, now: number): void {
    this.undone[intent.kind] = (this.undone[intent.kind] ?? 0) + 1;
    if (GESTURE_OF[intent.kind]) this.gesture("none");
    if (intent.kind === "take" && this.taken.delete(intent.id)) this.back.set(intent.id, now);
    if (intent.kind === "door") this.world.showDoors(intent.chunk, null);
  }

  /** Whether a thing is shown as taken. */
  hides(id: EntityId): boolean {
    return this.taken.has(id);
  }

  /** Metres above its place at which a thing is shown: what came back leaps. */
  lift(id: EntityId, now: number): number {
    const since = this.back.get(id);
    if (since === undefined) return 0;
    const through = (now - since) / LEAP;
    if (through < 1) return HIGH * 4 * through * (1 - through);
    this.back.delete(id);
    return 0;
  }

  /** Forgets what is no longer in sight. */
  forget(): void {
    for (const id of this.taken) if (!this.world.entities.has(id)) this.taken.delete(id);
  }

  private swing({ chunk, door }: Extract<Intent, { kind: "door" }>): void {
    const land = this.world.ground.chunks.get(chunkKey(chunk.x, chunk.y));
    if (!land) return;
    const open = new Set(this.world.openDoors(chunk));
    if (!open.delete(doorKey(door))) open.add(doorKey(door));
    this.world.showDoors(chunk, open);
  }
}
