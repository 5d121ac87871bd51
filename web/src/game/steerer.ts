/** From keys, stick and view to one step's steering. */
import type { Joystick } from "../input/joystick";
import type { Keyboard } from "../input/keys";
import { GAITS } from "../wire/vocabulary";
import type { Steering } from "../wire/steering";
import type { FollowCamera } from "../view/camera";

const WALK = GAITS.indexOf("walk");
const RUN = GAITS.indexOf("run");
const SNEAK = GAITS.indexOf("sneak");
const SIT = GAITS.indexOf("sit");

/** Rounds an angle in radians to 1/256 turn. */
export function toByteTurn(radians: number): number {
  return Math.round((radians / (Math.PI * 2)) * 256) & 255;
}

/** Steering for a push of (`right`, `forward`), each within -1..1, under a camera that looks along `yaw`. */
export function steeringFor(right: number, forward: number, yaw: number, heading: number, gait: number): Steering {
  const push = Math.hypot(right, forward);
  if (push < 0.05) return { east: 0, north: 0, heading: toByteTurn(heading), gait: gait === RUN ? WALK : gait };
  const scale = Math.min(1, push) / push;
  const east = (Math.cos(yaw) * forward + Math.sin(yaw) * right) * scale;
  const north = (Math.sin(yaw) * forward - Math.cos(yaw) * right) * scale;
  return {
    east: Math.round(east * 127), north: Math.round(north * 127), heading: toByteTurn(Math.atan2(north, east)), gait,
  };
}

export class Steerer {
  /** Direction faced, radians anticlockwise from east. */
  heading = Math.PI / 2;
  /** Whether one runs without a key held. */
  hurries = false;
  /** Whether keys and stick move something else than one's body. */
  stands = false;
  private sits = false;

  constructor(
    private readonly keyboard: Keyboard, private readonly joystick: Joystick, private readonly eye: FollowCamera,
  ) {}

  toggleSit(): void {
    this.sits = !this.sits;
  }

  /** Turns the view by keys, for those without a mouse. */
  look(seconds: number): void {
    const push = (less: Parameters<Keyboard["holds"]>[0], more: Parameters<Keyboard["holds"]>[0]): number =>
      (this.keyboard.holds(more) ? 1 : 0) - (this.keyboard.holds(less) ? 1 : 0);
    const yaw = push("turnRight", "turnLeft");
    const pitch = push("lookUp", "lookDown");
    if (yaw !== 0 || pitch !== 0) this.eye.turn(yaw * 1.9 * seconds, pitch * 1.1 * seconds);
    const zoom = push("zoomIn", "zoomOut");
    if (zoom !== 0) this.eye.zoom(Math.exp(zoom * 1.4 * seconds));
  }

  /** How keys and stick are pushed. */
  push(): { right: number; forward: number; runs: boolean } {
    const { keyboard, joystick } = this;
    return {
      right: (keyboard.holds("right") ? 1 : 0) - (keyboard.holds("left") ? 1 : 0) + joystick.x,
      forward: (keyboard.holds("forward") ? 1 : 0) - (keyboard.holds("back") ? 1 : 0) + joystick.y,
      runs: keyboard.holds("run") || joystick.runs,
    };
  }

  steer(): Steering {
    const { keyboard } = this;
    if (this.stands) return steeringFor(0, 0, this.eye.yaw, this.heading, WALK);
    const { right, forward, runs } = this.push();
    const moves = Math.hypot(right, forward) >= 0.05;
    if (moves) this.sits = false;
    let gait = WALK;
    if (keyboard.holds("sneak")) gait = SNEAK;
    else if (this.hurries || runs) gait = RUN;
    else if (this.sits) gait = SIT;
    const steering = steeringFor(right, forward, this.eye.yaw, this.heading, gait);
    if (moves) this.heading = (steering.heading / 256) * Math.PI * 2;
    return steering;
  }
}
