/**
 * How a person stands, walks, sits or lies: joint angles as a function of pose, gait and time. Angles are radians,
 * positive swings forward.
 */
import type { Gesture, Pose } from "../wire/vocabulary";

export interface Joints {
  /** Height of the hips over the feet's ground, as a part of standing height. */
  rise: number;
  /** Whole body: forward pitch, and bob in metres. */
  pitch: number;
  bob: number;
  torso: number;
  head: number;
  armLeft: number;
  armRight: number;
  /** Right arm lifted sideways. */
  armOut: number;
  legLeft: number;
  legRight: number;
}

export function newJoints(): Joints {
  return { rise: 1, pitch: 0, bob: 0, torso: 0, head: 0, armLeft: 0, armRight: 0, armOut: 0, legLeft: 0, legRight: 0 };
}

/** Radians of the walking cycle per metre walked. */
const STRIDE = 2.6;

/** How far the walking cycle moves on in `seconds` at `speed`. */
export function stride(speed: number, seconds: number): number {
  return Math.min(speed, 8) * STRIDE * seconds * (speed > 3.2 ? 0.72 : 1);
}

/**
 * Fills `out`. `cycle` is the walking cycle, `speed` metres per second, `seconds` a clock for idle motion, `gesture`
 * with `since` seconds passed in it, `carries` whether the right hand holds something.
 */
export function pose(
  out: Joints, kind: Pose, cycle: number, speed: number, seconds: number, gesture: Gesture, since: number, carries: boolean,
): void {
  const amount = Math.min(1, speed / 1.4);
  const run = Math.max(0, Math.min(1, (speed - 2.6) / 2));
  const swing = Math.sin(cycle) * amount * (0.55 + run * 0.35);
  out.rise = 1;
  out.pitch = run * 0.16;
  out.bob = Math.abs(Math.cos(cycle)) * amount * (0.035 + run * 0.05);
  out.torso = Math.sin(seconds * 1.4) * 0.015;
  out.head = -out.pitch * 0.6 + Math.sin(seconds * 0.7) * 0.03;
  out.legLeft = swing;
  out.legRight = -swing;
  out.armLeft = -swing * 0.85;
  out.armRight = swing * 0.85;
  out.armOut = 0;
  if (carries) out.armRight = 0.55 + swing * 0.25;
  if (kind === "sitting") {
    out.rise = 0.52;
    out.legLeft = out.legRight = Math.PI / 2 - 0.08;
    out.armLeft = out.armRight = 0.5;
    out.bob = 0;
  } else if (kind === "lying" || kind === "fallen") {
    out.rise = 0.18;
    out.pitch = -Math.PI / 2;
    out.bob = kind === "lying" ? Math.sin(seconds * 1.2) * 0.01 : 0;
    out.legLeft = out.legRight = out.armLeft = out.armRight = out.head = 0;
    if (kind === "fallen") out.armLeft = 1.2;
  } else if (kind === "sneaking") {
    out.rise = 0.86;
    out.torso += 0.4;
    out.legLeft += 0.35;
    out.legRight += 0.35;
  } else if (kind === "swimming") {
    const stroke = seconds * 4;
    out.rise = 0.12;
    out.pitch = amount * 0.9 + 0.2;
    out.armLeft = 2.2 + Math.sin(stroke) * 0.9;
    out.armRight = 2.2 - Math.sin(stroke) * 0.9;
    out.legLeft = Math.sin(stroke * 1.5) * 0.35 - 0.2;
    out.legRight = -Math.sin(stroke * 1.5) * 0.35 - 0.2;
    out.bob = Math.sin(seconds * 1.7) * 0.03;
  }
  gesticulate(out, gesture, since);
}

/** Seconds a gesture is seen. */
export const GESTURE_SECONDS = 0.8;

function gesticulate(out: Joints, gesture: Gesture, since: number): void {
  if (since > GESTURE_SECONDS) return;
  const through = since / GESTURE_SECONDS;
  switch (gesture) {
    case "wave":
      out.armRight = 2.7;
      out.armOut = 0.35 + Math.sin(since * 14) * 0.35;
      break;
    case "strike":
    case "chop":
    case "build":
      out.armRight = 2.7 - Math.min(1, through * 2.2) * 2.3;
      out.torso += 0.25 * through;
      break;
    case "take":
    case "drop":
      out.torso += 0.8 * Math.sin(through * Math.PI);
      out.armRight = 0.9;
      break;
    case "give":
    case "heal":
      out.armRight = 1.3 * Math.sin(through * Math.PI);
      break;
    case "shoot":
      // Drawn, then let go.
      out.armRight = 1.5;
      out.armOut = through < 0.25 ? -0.4 : 0.15;
      break;
    case "eat":
      out.armRight = 2.1 + Math.sin(since * 16) * 0.15;
      break;
    case "hurt":
      out.torso -= 0.35 * Math.sin(through * Math.PI);
      out.head -= 0.2;
      break;
    case "none":
      break;
  }
}
