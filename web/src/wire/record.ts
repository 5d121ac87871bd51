/**
 * One entity's part of a snapshot: a tag (0 moved, 10 changed, 1110 enter, 1111 leave; 110 ends them), its slot and its fields. An update holds
 * what differs from the prediction of its baseline.
 */
import { THINGS } from "../land/kinds";
import type { BitReader } from "./bit-reader";
import { outOfRange } from "./error";
import { readName } from "./name";
import { BEINGS } from "./generated";
import { indexOf, oneOf } from "./one-of";
import { metresToSteps, type Card, type EntityState } from "./state";
import { LONGEST_NAME } from "./vocabulary";

/** Widths in bits of position errors, by class; 0 is no error, 32 an absolute place. */
const WIDTHS = [2, 3, 4, 0, 5, 6, 11, 14, 32] as const;
const CLASS_RICE = 1;
/** Width of a small turn, and the Rice parameter of steps of course and speed. */
const SMALL_TURN = 3;
const STEP_RICE = 4;
/** Bits that most beings have. */
const BEING_BITS = 3;
/** Health of most who come into view. */
const UNHURT = 255;
const NEAR_BITS = 15;

export type Tag = "moved" | "changed" | "enter" | "leave";

/** The next record's tag, null after the last. */
export function readTag(r: BitReader): Tag | null {
  if (!r.bit()) return "moved";
  if (!r.bit()) return "changed";
  if (!r.bit()) return null;
  return r.bit() ? "leave" : "enter";
}

/** A step round the circle of a byte, up or down. */
function readStep(r: BitReader): number {
  const value = r.rice(STEP_RICE);
  if (value >= 255) throw outOfRange("step", value);
  const zigzag = value + 1;
  return zigzag & 1 ? -((zigzag + 1) >> 1) : zigzag >> 1;
}

/** The place in the ring of the baseline meant, or null: the one both ends expect. */
export function readBaseline(r: BitReader): number | null {
  return r.bit() ? r.bits(5) : null;
}

/** The place, given where it was guessed to be. */
function readPlace(r: BitReader, guess: EntityState): [number, number] {
  const size = r.rice(CLASS_RICE);
  if (size >= WIDTHS.length) throw outOfRange("width", size);
  const width = WIDTHS[size];
  if (width === 0) return [guess.x, guess.y];
  if (width === 32) return [r.signedBits(32), r.signedBits(32)];
  return [(guess.x + r.signedBits(width)) | 0, (guess.y + r.signedBits(width)) | 0];
}

/** How an entity most likely holds itself now: who sets out walks, who stops stands. */
function likelyPose(before: number, speed: number): number {
  const [standing, walking, running] = [0, 1, 2];
  if (before === standing && speed > 0) return walking;
  return (before === walking || before === running) && speed === 0 ? standing : before;
}

/** An entity that moved or, with `changed`, changed in other ways too. */
export function readUpdate(r: BitReader, guess: EntityState, changed: boolean): EntityState {
  let { heading, speed, level, pose, gesture, held, health } = guess;
  const [x, y] = readPlace(r, guess);
  const [turned, offCourse, faster] = [r.bit(), r.bit(), r.bit()];
  if (turned) {
    const width = r.bit() ? SMALL_TURN : 8;
    heading = (heading + r.signedBits(width)) & 255;
  }
  // Where it faces, if that was its course before.
  let course = guess.course === guess.heading ? heading : guess.course;
  if (offCourse) course = (course + readStep(r)) & 255;
  if (faster) speed = (speed + readStep(r)) & 255;
  pose = likelyPose(pose, speed);
  if (changed) {
    const told = (before: number, width: number): number => (r.bit() ? r.bits(width) : before);
    level = told(level, 3);
    pose = told(pose, 3);
    gesture = told(gesture, 6);
    held = told(held, 8);
    health = told(health, 8);
  }
  return { x, y, course, speed, heading, level, pose, gesture, held, health };
}

function readKind(r: BitReader): Pick<Card, "kind" | "thing"> {
  if (r.bit()) return { kind: "thing", thing: indexOf(THINGS, "thing", r.bits(6)) };
  return { kind: oneOf(BEINGS, "being", r.numberBelow(BEING_BITS, "being", 256)), thing: -1 };
}

/** Card and state of an entity that comes into view; its place is relative to the guest's own, in metres. */
export function readEnter(r: BitReader, viewerX: number, viewerY: number): { card: Card; state: EntityState } {
  const id = r.big(7);
  const { kind, thing } = readKind(r);
  const name = readName(r, LONGEST_NAME);
  const look = r.bit() ? r.numberBelow(16, "look", 2 ** 32) : Number(id & 0xffffffffn);
  const near = r.bit();
  const x = near ? (metresToSteps(viewerX) + r.signedBits(NEAR_BITS)) | 0 : r.bits(32) | 0;
  const y = near ? (metresToSteps(viewerY) + r.signedBits(NEAR_BITS)) | 0 : r.bits(32) | 0;
  const heading = r.byte();
  const [speed, course] = r.bit() ? [r.byte(), r.byte()] : [0, heading];
  const level = r.bits(3);
  const pose = r.bits(3);
  const gesture = r.bit() ? r.bits(6) : 0;
  const held = r.bit() ? r.byte() : 0;
  const health = r.bit() ? r.byte() : UNHURT;
  const state = { x, y, course, speed, heading, level, pose, gesture, held, health };
  return { card: { id, kind, thing, name, look }, state };
}
