/**
 * How a body moves in one step of the world (1/20 s): the page's copy of crates/core/world/src/movement.rs, so that one's steps
 * are seen at once. The wish becomes a target velocity by gait, slope, water and breath; the velocity approaches it with
 * bounded acceleration; the body moves and is pushed out of whatever it overlaps.
 *
 * The world alone decides. It counts in 32 bits where this counts in 64, and knows other bodies' places at the step itself;
 * both leave differences far below a millimetre that each snapshot takes away.
 */
import type { ChunkPos } from "../land/chunk";
import type { Ground } from "../land/ground";
import { Obstacles } from "../land/obstacles";
import type { ChunkChanges } from "../wire/land";
import type { Physique } from "../wire/physique";
import type { Steering } from "../wire/steering";
import { GAITS, POSES } from "../wire/vocabulary";

export const STEP_SECONDS = 1 / 20;

export interface Body {
  x: number;
  y: number;
  vx: number;
  vy: number;
  level: number;
  /** Number of one of POSES. */
  pose: number;
  /** Breath left, 0 to 1. */
  stamina: number;
}

/** The land a body moves on, and who else is about. */
export interface Surroundings {
  readonly physique: Physique;
  readonly ground: Ground;
  changesOf(pos: ChunkPos): ChunkChanges;
  /** Calls `each` with the middle of every other body within `reach` on that storey. */
  others(x: number, y: number, level: number, reach: number, each: (x: number, y: number) => void): void;
}

const ELBOW_ROOM = 1.5;
const RUN = GAITS.indexOf("run");
const SNEAK = GAITS.indexOf("sneak");
const SIT = GAITS.indexOf("sit");
const STANDING = POSES.indexOf("standing");
const WALKING = POSES.indexOf("walking");
const RUNNING = POSES.indexOf("running");
const SNEAKING = POSES.indexOf("sneaking");
const SITTING = POSES.indexOf("sitting");
const SWIMMING = POSES.indexOf("swimming");

const obstacles = new Obstacles();
const at = { x: 0, y: 0 };

export function copyBody(from: Body, to: Body): void {
  to.x = from.x;
  to.y = from.y;
  to.vx = from.vx;
  to.vy = from.vy;
  to.level = from.level;
  to.pose = from.pose;
  to.stamina = from.stamina;
}

/** Moves `body` by one step as `steering` wants. */
export function step(body: Body, steering: Steering, around: Surroundings): void {
  const { ground, physique } = around;
  let [wishX, wishY] = [steering.east / 127, steering.north / 127];
  const push = Math.hypot(wishX, wishY);
  if (push > 1) [wishX, wishY] = [wishX / push, wishY / push];
  const swimming =
    body.level === 0 && ground.depth(body.x, body.y) > physique.swimDepth && !ground.houseAt(body.x, body.y, 0);
  const moving = wishX * wishX + wishY * wishY > 1e-4;
  const running = moving && steering.gait === RUN && body.stamina > 0.02 && !swimming;
  const speed = fullSpeed(physique, steering.gait, swimming, running) * (moving ? slopeFactor(physique, body, wishX, wishY, ground) : 1);
  const [changeX, changeY] = [wishX * speed - body.vx, wishY * speed - body.vy];
  const change = Math.hypot(changeX, changeY);
  const most = physique.acceleration * STEP_SECONDS;
  const share = change > most ? most / change : 1;
  body.vx += changeX * share;
  body.vy += changeY * share;
  const breath = running ? -physique.breathSpent : physique.breathRegained;
  body.stamina = Math.max(0, Math.min(1, body.stamina + breath * STEP_SECONDS));
  body.pose = poseFor(steering.gait, swimming, moving, running);
  at.x = body.vx * STEP_SECONDS;
  at.y = body.vy * STEP_SECONDS;
  pushOut(body, around);
  body.x += at.x;
  body.y += at.y;
  // What stopped the body stops its velocity too, or it would strain against walls for ever.
  if (moving || at.x * at.x + at.y * at.y < 1e-8) {
    const limit = Math.hypot(body.vx, body.vy);
    const went = Math.hypot(at.x, at.y) / STEP_SECONDS;
    const scale = went > limit && went > 0 ? limit / went : 1;
    body.vx = (at.x / STEP_SECONDS) * scale;
    body.vy = (at.y / STEP_SECONDS) * scale;
  }
  body.level = ground.levelAfter(body.x, body.y, body.level);
}

function fullSpeed(physique: Physique, gait: number, swimming: boolean, running: boolean): number {
  if (swimming) return physique.swim;
  if (running) return physique.run;
  if (gait === SNEAK) return physique.sneak;
  return gait === SIT ? 0 : physique.walk;
}

function poseFor(gait: number, swimming: boolean, moving: boolean, running: boolean): number {
  if (swimming) return SWIMMING;
  if (gait === SIT) return SITTING;
  if (!moving && gait !== SNEAK) return STANDING;
  if (running) return RUNNING;
  return gait === SNEAK ? SNEAKING : WALKING;
}

/** Slows uphill walkers and stops them at cliffs; houses stand level. */
function slopeFactor(physique: Physique, body: Body, wishX: number, wishY: number, ground: Ground): number {
  if (body.level > 0 || ground.houseAt(body.x, body.y, 0)) return 1;
  const ahead = 0.5;
  const length = Math.hypot(wishX, wishY);
  const x = body.x + (wishX / length) * ahead;
  const y = body.y + (wishY / length) * ahead;
  if (ground.houseAt(x, y, 0)) return 1;
  const grade = ((ground.terrain(x, y) ?? 0) - (ground.terrain(body.x, body.y) ?? 0)) / ahead;
  if (grade > physique.steepest && ground.depth(x, y) <= 0) return 0;
  return 1 / (1 + 1.2 * Math.max(0, grade) + 0.3 * Math.max(0, -grade - 0.5));
}

/** Moves `at`, which is relative to the body, out of every obstacle in at most four rounds. */
function pushOut(body: Body, around: Surroundings): void {
  const [wayX, wayY] = [at.x, at.y];
  obstacles.collect(around.ground, (pos) => around.changesOf(pos), body.x, body.y, body.level, ELBOW_ROOM);
  // People give way softly: half the overlap each, at most 5 cm a step.
  around.others(body.x, body.y, body.level, ELBOW_ROOM, (x, y) => {
    const [apartX, apartY] = [at.x - (x - body.x), at.y - (y - body.y)];
    const distance = Math.hypot(apartX, apartY);
    const overlap = 2 * around.physique.radius - distance;
    if (overlap <= 0 || distance <= 1e-3) return;
    const give = Math.min(overlap * 0.5, 0.05) / distance;
    at.x += apartX * give;
    at.y += apartY * give;
  });
  for (let round = 0; round < 4; round++) {
    let pushed = false;
    for (let n = 0; n < obstacles.count; n++) pushed = pushFrom(n, around.physique.radius, wayX, wayY) || pushed;
    if (!pushed) return;
  }
}

function pushFrom(n: number, girth: number, wayX: number, wayY: number): boolean {
  const o = obstacles.items[n];
  let [nearX, nearY] = [o.ax, o.ay];
  if (o.radius < 0) {
    const [dx, dy] = [o.bx - o.ax, o.by - o.ay];
    const along = Math.max(0, Math.min(1, ((at.x - o.ax) * dx + (at.y - o.ay) * dy) / (dx * dx + dy * dy)));
    nearX += dx * along;
    nearY += dy * along;
  }
  const reach = girth + Math.max(0, o.radius);
  const [apartX, apartY] = [at.x - nearX, at.y - nearY];
  const distance = Math.hypot(apartX, apartY);
  if (distance >= reach - 1e-4) return false;
  // Exactly on the line: go back where it came from.
  const way = Math.hypot(wayX, wayY);
  const [outX, outY] =
    distance > 1e-5 ? [apartX / distance, apartY / distance] : way > 0 ? [-wayX / way, -wayY / way] : [0, 0];
  at.x = nearX + outX * reach;
  at.y = nearY + outY * reach;
  return true;
}
