/**
 * Temporal contours: how far behind now each thing is shown, so that arrows hit where and when both ends see them hit. The page's twin of `contours` in crates/core/wire, held to it
 * by `golden/contours.json`; what the numbers mean is said there.
 */

/** A player as an onlooker has it. */
export interface Player {
  readonly x: number;
  readonly y: number;
  /** How old its news is, in seconds; 0 for the onlooker itself. */
  readonly delay: number;
  /** Seconds by which it stretches time around itself. */
  readonly slow: number;
}

/** Something that flies by itself, where it is now in truth. */
export interface Thing {
  readonly x: number;
  readonly y: number;
  /** Its velocity in m/s. */
  readonly vx: number;
  readonly vy: number;
  /** Who threw it, as a place in the list of players. */
  readonly thrower: number | null;
}

/** Below so many metres two places are one. */
const TOUCHING = 1e-6;
/** Seconds of delay gained or lost in a second: below 1 shown time never stands still or runs back. */
const GIVE = 0.5;

interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly delay: number;
}

/** Seconds by which a thing is shown late to the onlooker, below 0 ahead; peaks lie behind the players, where it is shown at them. */
export function delayOf(players: readonly Player[], onlooker: number, thing: Thing): number {
  const eye = anchor(players, onlooker, thing);
  if (!eye) return 0;
  let farthest: number | null = null;
  for (let who = 0; who < players.length; who++) {
    if (who === onlooker || isTooNear(players, onlooker, thing, who)) continue;
    const remote = anchor(players, who, thing);
    if (!remote) continue;
    const delay = eye.delay + (remote.delay - eye.delay) * share(eye, remote, thing);
    // What is farthest from the onlooker's own time counts; players in between do not take it away.
    if (farthest === null || Math.abs(delay - eye.delay) >= Math.abs(farthest - eye.delay)) farthest = delay;
  }
  return farthest ?? eye.delay;
}

function anchor(players: readonly Player[], who: number, thing: Thing): Anchor | null {
  const player = players[who];
  if (!player) return null;
  const { thrower } = thing;
  const thrown = thrower === null ? 0 : (players[thrower]?.slow ?? 0);
  const delay = player.delay + (thrower === who ? 0 : player.slow - thrown);
  return { x: player.x + thing.vx * delay, y: player.y + thing.vy * delay, delay };
}

/** How much of a remote player's delay a thing has: all of it at its peak, none from the onlooker on. */
function share(eye: Anchor, remote: Anchor, thing: Thing): number {
  const apart = Math.hypot(eye.x - remote.x, eye.y - remote.y);
  return apart < TOUCHING ? 0 : Math.max(0, 1 - Math.hypot(remote.x - thing.x, remote.y - thing.y) / apart);
}

/** Whether a thing on its way from that player is here before it is known. */
function isTooNear(players: readonly Player[], onlooker: number, thing: Thing, who: number): boolean {
  const [eye, other] = [players[onlooker], players[who]];
  if (!eye || !other) return true;
  const [dx, dy] = [eye.x - other.x, eye.y - other.y];
  const comes = thing.vx * dx + thing.vy * dy > 0;
  return comes && Math.hypot(dx, dy) <= Math.hypot(thing.vx, thing.vy) * other.delay;
}

/** A delay on its way to what it should be: measured ones jitter, and who leaves takes its peak away at once. */
export class Eased {
  constructor(public delay: number) {}

  towards(wanted: number, seconds: number): number {
    const most = GIVE * seconds;
    this.delay += Math.max(-most, Math.min(most, wanted - this.delay));
    return this.delay;
  }
}
