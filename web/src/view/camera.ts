/**
 * The camera behind the player: turned by mouse, keys or touch, zoomed by wheel, kept above the ground and out of
 * walls, and steeper indoors so that one looks into the opened storey.
 */
import { PerspectiveCamera, Vector3 } from "three";
import type { Ground } from "../land/ground";
import type { House } from "../land/house";
import { shortTurn } from "../model/track";
import type { Anchor } from "../scene/anchor";

const NEAREST = 2.5;
const FARTHEST = 26;
const LOWEST = -0.15;
const HIGHEST = 1.45;
const INDOORS_LOWEST = 0.75;
const INDOORS_FARTHEST = 9;
const EYES = 1.45;
const EAVES = 0.9;
const AROUND = [[0, 0], [EAVES, 0], [-EAVES, 0], [0, EAVES], [0, -EAVES]] as const;

export class FollowCamera {
  readonly camera = new PerspectiveCamera(60, 1, 0.2, 1200);
  /** Direction looked in, radians anticlockwise from east. */
  yaw = Math.PI / 2;
  /** How far it looks down, radians. */
  pitch = 0.34;
  distance = 8;
  private farthest = FARTHEST;
  readonly focus = new Vector3();
  private shownDistance = 8;
  private shownPitch = 0.34;
  private settled = false;

  turn(yaw: number, pitch: number): void {
    this.yaw = shortTurn(0, this.yaw + yaw);
    this.pitch = Math.max(LOWEST, Math.min(HIGHEST, this.pitch + pitch));
  }

  zoom(factor: number): void {
    this.distance = Math.max(NEAREST, Math.min(this.farthest, this.distance * factor));
  }

  /** Lets it be zoomed out so far; without a number as far as a walker needs. */
  reach(farthest = FARTHEST): void {
    this.farthest = farthest;
    this.distance = Math.min(this.distance, farthest);
  }

  /** Jumps to its place at the next update instead of gliding. */
  snap(): void {
    this.settled = false;
  }

  /** Follows a player whose feet are at (x, y, z) of the world. */
  update(x: number, y: number, z: number, indoors: boolean, ground: Ground, anchor: Anchor, seconds: number): void {
    const ease = this.settled ? 1 - 0.0008 ** seconds : 1;
    const [fx, fy, fz] = [x - anchor.x, z + EYES, -(y - anchor.y)];
    if (!this.settled) this.focus.set(fx, fy, fz);
    // Horizontal motion is already smooth; only steps and stairs need easing.
    this.focus.x = fx;
    this.focus.z = fz;
    this.focus.y += (fy - this.focus.y) * ease;
    const pitch = indoors ? Math.max(this.pitch, INDOORS_LOWEST) : this.pitch;
    const wanted = indoors ? Math.min(this.distance, INDOORS_FARTHEST) : this.distance;
    this.shownPitch += (pitch - this.shownPitch) * ease;
    const free = indoors ? wanted : this.clearance(x, y, this.focus.y, wanted, ground);
    this.shownDistance += (free - this.shownDistance) * (free < this.shownDistance ? 1 - 0.0000001 ** seconds : ease);
    if (!this.settled) [this.shownPitch, this.shownDistance] = [pitch, free];
    this.settled = true;
    const flat = Math.cos(this.shownPitch) * this.shownDistance;
    this.camera.position.set(
      this.focus.x - Math.cos(this.yaw) * flat,
      this.focus.y + Math.sin(this.shownPitch) * this.shownDistance,
      this.focus.z + Math.sin(this.yaw) * flat,
    );
    const below = ground.terrain(this.camera.position.x + anchor.x, anchor.y - this.camera.position.z);
    if (below !== null) this.camera.position.y = Math.max(this.camera.position.y, below + 0.5);
    this.camera.lookAt(this.focus);
    this.camera.updateMatrixWorld();
  }

  /** How far back the view is free of ground and houses. */
  private clearance(x: number, y: number, eyes: number, wanted: number, ground: Ground): number {
    const steps = 12;
    for (let n = 2; n <= steps; n++) {
      const back = (wanted * n) / steps;
      const flat = Math.cos(this.shownPitch) * back;
      const px = x - Math.cos(this.yaw) * flat;
      const py = y - Math.sin(this.yaw) * flat;
      const pz = eyes + Math.sin(this.shownPitch) * back;
      const below = ground.terrain(px, py);
      if (below !== null && pz < below + 0.3) return Math.max(NEAREST * 0.6, (wanted * (n - 1)) / steps);
      const house = this.houseNear(px, py, ground);
      if (house && pz < house.base / 32 + house.floors.length * 3 + 1.5) {
        return Math.max(NEAREST * 0.6, (wanted * (n - 1)) / steps);
      }
    }
    return wanted;
  }

  /** A house at a point or within its eaves of it. */
  private houseNear(x: number, y: number, ground: Ground): House | null {
    for (const [dx, dy] of AROUND) {
      const house = ground.houseAt(x + dx, y + dy, 0);
      if (house) return house;
    }
    return null;
  }
}
