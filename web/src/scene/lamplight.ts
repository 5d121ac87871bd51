/** A handful of point lights lent to whichever lamps and lanterns are nearest to the player after dark. */
import { Group, PointLight } from "three";
import type { Lamp } from "./landscape";

const LIGHTS = 4;

export class Lamplight {
  readonly group = new Group();
  private readonly lights = Array.from({ length: LIGHTS }, () => new PointLight(0xffb765, 0, 16, 1.4));
  private readonly nearest: { lamp: Lamp; distance: number }[] = [];

  constructor() {
    this.group.add(...this.lights);
  }

  /** `held` are the lanterns people carry, which come first. */
  update(night: number, lamps: Iterable<Lamp>, held: readonly Lamp[], x: number, z: number): void {
    this.nearest.length = 0;
    if (night > 0.05) {
      for (const lamp of held) this.offer(lamp, x, z, 0.5);
      for (const lamp of lamps) this.offer(lamp, x, z, 1);
    }
    this.lights.forEach((light, n) => {
      const found = this.nearest[n];
      light.intensity = found ? night * 17 : 0;
      if (found) light.position.set(found.lamp.x, found.lamp.y, found.lamp.z);
    });
  }

  private offer(lamp: Lamp, x: number, z: number, weight: number): void {
    const distance = Math.hypot(lamp.x - x, lamp.z - z) * weight;
    let at = this.nearest.length;
    while (at > 0 && this.nearest[at - 1].distance > distance) at--;
    if (at >= LIGHTS) return;
    this.nearest.splice(at, 0, { lamp, distance });
    if (this.nearest.length > LIGHTS) this.nearest.pop();
  }
}
