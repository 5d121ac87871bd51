/**
 * One entity's part of a snapshot: a tag (0 update, 10 enter, 11 leave) and its fields. An update names its baseline
 * by packet number modulo 32, usually with a single bit, and holds what differs from the prediction.
 */
import { THINGS } from "../land/kinds";
import type { BitReader } from "./bit-reader";
import { outOfRange } from "./error";
import { indexOf } from "./one-of";
import { metresToSteps, type Card, type EntityState } from "./state";
import { LONGEST_NAME } from "./vocabulary";

/** Widths in bits of position errors, by class. */
const WIDTHS = [3, 6, 11] as const;
const NEAR_BITS = 17;

export type Tag = "update" | "enter" | "leave";

export function readTag(r: BitReader): Tag {
  if (!r.bit()) return "update";
  return r.bit() ? "leave" : "enter";
}

/** The place in the ring of the baseline meant; `last` is the one the record before named. */
export function readBaseline(r: BitReader, last: number | null): number {
  if (!r.bit()) return r.bits(5);
  if (last === null) throw outOfRange("baseline", 0);
  return last;
}

export function readUpdate(r: BitReader, guess: EntityState): EntityState {
  let { x, y, heading, speed, level, pose, gesture, held, health } = guess;
  if (r.bit()) {
    const size = r.bits(2);
    if (size === 3) {
      x = r.bits(32) | 0;
      y = r.bits(32) | 0;
    } else {
      x = (x + r.signedBits(WIDTHS[size])) | 0;
      y = (y + r.signedBits(WIDTHS[size])) | 0;
    }
  }
  if (r.bit()) {
    const width = r.bit() ? 5 : 8;
    heading = (heading + r.signedBits(width)) & 255;
  }
  // Where it faces, if that was its course before.
  let course = guess.course === guess.heading ? heading : guess.course;
  if (r.bit()) {
    if (r.bit()) course = r.byte();
    if (r.bit()) speed = r.bit() ? (speed + r.signedBits(4)) & 255 : r.byte();
  }
  if (r.bit()) {
    const changed = (before: number, width: number): number => (r.bit() ? r.bits(width) : before);
    level = changed(level, 3);
    pose = changed(pose, 3);
    gesture = changed(gesture, 6);
    held = changed(held, 8);
    health = changed(health, 8);
  }
  return { x, y, course, speed, heading, level, pose, gesture, held, health };
}

function readKind(r: BitReader): Pick<Card, "kind" | "thing"> {
  const tag = r.bits(2);
  switch (tag) {
    case 0:
      return { kind: "human", thing: -1 };
    case 1:
      return { kind: "inhabitant", thing: -1 };
    case 2:
      return { kind: "thing", thing: indexOf(THINGS, "thing", r.bits(6)) };
    default:
      throw outOfRange("entity kind", tag);
  }
}

/** Card and state of an entity that comes into view; its place is relative to the guest's own, in metres. */
export function readEnter(r: BitReader, viewerX: number, viewerY: number): { card: Card; state: EntityState } {
  const id = r.big(7);
  const { kind, thing } = readKind(r);
  const name = r.text("name", LONGEST_NAME);
  const look = r.bits(32);
  const near = r.bit();
  const x = near ? (metresToSteps(viewerX) + r.signedBits(NEAR_BITS)) | 0 : r.bits(32) | 0;
  const y = near ? (metresToSteps(viewerY) + r.signedBits(NEAR_BITS)) | 0 : r.bits(32) | 0;
  const course = r.byte();
  const speed = r.byte();
  const heading = r.byte();
  const level = r.bits(3);
  const pose = r.bits(3);
  const gesture = r.bits(6);
  const held = r.byte();
  const state = { x, y, course, speed, heading, level, pose, gesture, held, health: r.byte() };
  return { card: { id, kind, thing, name, look }, state };
}
