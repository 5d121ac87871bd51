/**
 * One entity's part of a snapshot: its kind and its fields. An update holds what differs from what its slot was told last, predicted.
 */
import { THINGS } from "../land/kinds";
import type { Row } from "./accord";
import { BEINGS } from "./generated";
import type { ModelReader } from "./model-reader";
import {
  AGES, ASIDE, BEING, CHANGES, GOES, ID, IS_THING, KIND, LOOKS, NEAR, OFF, PACE, PACED, PACE_SIGN, PACE_STEP, PARTS, SLOPES, SPANS,
  SPEEDS, STOPS, STRANGE, SWERVED, SWERVE_SIGN, SWERVE_STEP, THING, TOLD, TURNED, TURN_SIGN, TURN_STEP, WIDE_ID, type Lengths,
} from "./models";
import { readName } from "./name";
import { indexOf, oneOf } from "./one-of";
import { courseVector, metresToSteps, type Card, type EntityState } from "./state";
import { LONGEST_NAME } from "./vocabulary";

/** Health of most who come into view. */
const UNHURT = 255;
const NEAR_BITS = 15;
/** Ticks somebody is guessed to go on for, half ticks of them with the new motion, and the speed below which people turn more. */
const FARTHEST_GUESS = 60;
const NEW_HALVES = 3;
const SLOW = 20;

export type Kind = "moved" | "changed" | "leave" | "enter";

export function readKind(r: ModelReader): Kind {
  if (r.bit(KIND)) return "moved";
  if (r.bit(KIND + 1)) return "changed";
  return r.bit(KIND + 2) ? "leave" : "enter";
}

/** The number of the first of these bounds that something does not exceed. */
function classOf(value: number, bounds: readonly number[]): number {
  const at = bounds.findIndex((bound) => value <= bound);
  return at < 0 ? bounds.length : at;
}

const isFresh = (row: Row): boolean => (row.stir & 1) === 1;

/** Whether a lively slot has a record. */
export function readTold(r: ModelReader, row: Row, tick: number): boolean {
  const moving = row.state.speed > 0 ? 1 : 0;
  const age = classOf(tick - row.tick, [2, 3, 4, 7, 12, 20, 23]);
  const [, course, speed] = row.trend;
  const change = isFresh(row) ? 1 + (course !== 0 ? 1 : 0) + (speed !== 0 ? 2 : 0) : 0;
  return r.bit(TOLD + ((moving * AGES + age) * 4 + ((row.stir >> 1) & 3)) * 5 + change);
}

/** A step other than 0 round the circle of a byte. */
function readStep(r: ModelReader, sign: number, size: Lengths, before: number): number {
  const back = r.bit(sign);
  const step = r.length(size) + 1;
  return (before + (back ? -step : step)) & 255;
}

function readOff(r: ModelReader, size: Lengths, guess: number): number {
  const off = r.length(size);
  return (off !== 0 && r.coin() ? guess - off : guess + off) | 0;
}

/** How an entity most likely holds itself now: who sets out walks, who stops stands. */
function likelyPose(before: number, speed: number): number {
  const [standing, walking, running] = [0, 1, 2];
  if (before === standing && speed > 0) return walking;
  return (before === walking || before === running) && speed === 0 ? standing : before;
}

/** The way of a motion in so many half ticks. */
function way(course: number, speed: number, halves: number): readonly [number, number] {
  const [cos, sin] = courseVector(course);
  const part = (part: number): number => Math.floor((speed * part * halves + 40960) / 81920);
  return [part(cos), part(sin)];
}

/** An entity that moved or, with `changed`, changed in other ways too. */
export function readUpdate(r: ModelReader, row: Row, tick: number, changed: boolean): EntityState {
  const before = row.state;
  let { heading, speed } = before;
  const moves = before.speed > 0;
  const stir = (row.stir & 3) * 2 + (moves ? 1 : 0);
  const [turning, swerving, pacing] = row.trend.map((step) => (isFresh(row) ? classOf(step, [-6, -1, 0, 5]) : 5));
  const paced = r.bit(PACED + stir * SLOPES + pacing);
  if (paced) {
    const fast = pacing * SPEEDS + Math.min(before.speed >> 3, SPEEDS - 1);
    if (!moves) speed = r.tree(PACE, 8);
    else if (r.bit(STOPS + fast)) speed = 0;
    else speed = readStep(r, PACE_SIGN + fast, PACE_STEP[pacing], before.speed);
  }
  const turned = r.bit(TURNED + stir * SLOPES + turning);
  if (turned) heading = readStep(r, TURN_SIGN + turning, TURN_STEP[turning], before.heading);
  let course = speed === 0 || before.course === before.heading ? heading : before.course;
  const also = stir * 4 + (paced ? 2 : 0) + (turned ? 1 : 0);
  if (speed > 0 && r.bit(SWERVED + also * SLOPES + swerving)) {
    course = readStep(r, SWERVE_SIGN + swerving, SWERVE_STEP[swerving * 2 + (speed < SLOW ? 1 : 0)], course);
  }
  const age = tick - row.tick;
  const halves = 2 * Math.min(Math.max(age, 0), FARTHEST_GUESS);
  const fresh = Math.min(halves, NEW_HALVES);
  const older = way(before.course, before.speed, halves - fresh);
  const newer = way(course, speed, fresh);
  const was = way(before.course, before.speed, 2);
  const is = way(course, speed, 2);
  const change = classOf(Math.max(Math.abs(is[0] - was[0]), Math.abs(is[1] - was[1])), [0, 3, 11]);
  const off = change * SPANS + classOf(age, [3, 12, 23]);
  const x = readOff(r, OFF[off], (before.x + older[0] + newer[0]) | 0);
  const y = readOff(r, OFF[CHANGES * SPANS + off], (before.y + older[1] + newer[1]) | 0);
  const state = { ...before, x, y, course, speed, heading, pose: likelyPose(before.pose, speed) };
  return changed ? readParts(r, PARTS, state) : state;
}

/** The parts that change rarely. */
function readParts(r: ModelReader, at: number, before: EntityState): EntityState {
  const part = (n: number, was: number, width: number): number => (r.bit(at + n) ? r.even(width) : was);
  const level = part(0, before.level, 3);
  const pose = part(1, before.pose, 3);
  const gesture = part(2, before.gesture, 6);
  const held = part(3, before.held, 8);
  return { ...before, level, pose, gesture, held, health: part(4, before.health, 8) };
}

/** Card and state of an entity that comes into view; its place is relative to the guest's own, in metres. */
export function readEnter(r: ModelReader, viewerX: number, viewerY: number): { card: Card; state: EntityState } {
  const high = r.bit(WIDE_ID) ? r.even(32) : 0;
  const low = r.length(ID);
  const id = (BigInt(high) << 32n) | BigInt(low);
  const isThing = r.bit(IS_THING);
  const thing = isThing ? indexOf(THINGS, "thing", r.tree(THING, 6)) : -1;
  const kind = isThing ? ("thing" as const) : oneOf(BEINGS, "being", r.tree(BEING, 8));
  const name = readName(r, LONGEST_NAME);
  const look = r.bit(LOOKS) ? r.numberBelow(16, "look", 2 ** 32) : low;
  let x: number;
  let y: number;
  if (r.bit(NEAR)) {
    x = (metresToSteps(viewerX) + r.signedEven(NEAR_BITS)) | 0;
    y = (metresToSteps(viewerY) + r.signedEven(NEAR_BITS)) | 0;
  } else {
    x = r.signedEven(32);
    y = r.signedEven(32);
  }
  const heading = r.even(8);
  const speed = r.bit(GOES) ? r.tree(PACE, 8) : 0;
  const course = r.bit(ASIDE) ? r.even(8) : heading;
  const told = { x, y, course, speed, heading, level: 0, pose: 0, gesture: 0, held: 0, health: UNHURT };
  return { card: { id, kind, thing, name, look }, state: readParts(r, STRANGE, told) };
}
