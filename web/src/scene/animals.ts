/** Animals in sight: all of a kind in one call. Each is one low-poly shape that bobs as it goes. */
import { type BufferGeometry, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshLambertMaterial } from "three";
import { ANIMALS, type AnimalName } from "../wire/state";
import { Mesher } from "./mesher";

const MOST = 128;

/** Shapes face east and stand on the ground at the origin. */
const DRAW: Record<AnimalName, (m: Mesher) => void> = {
  hen: (m) => {
    m.paint(0xb5703c).blob(0, 0, 0.2, 0.17, 0.11, 0.12, 0.05, true).blob(-0.17, 0, 0.29, 0.07, 0.03, 0.1, 0.05);
    m.paint(0x8c5530).blob(-0.01, 0.1, 0.21, 0.11, 0.03, 0.07, 0.05).blob(-0.01, -0.1, 0.21, 0.11, 0.03, 0.07, 0.05);
    m.paint(0xc98a52).column(0.13, 0, 0.22, 0.06, 0.17, 0, 0.36, 0.045, 6).blob(0.18, 0, 0.38, 0.055, 0.045, 0.05, 0, true);
    m.paint(0xd23b2f).box(0.15, -0.008, 0.41, 0.21, 0.008, 0.455).paint(0xe2a93a).column(0.22, 0, 0.375, 0.018, 0.27, 0, 0.365, 0.004, 5);
    for (const side of [-0.05, 0.05]) m.paint(0xe2a93a).column(0.01, side, 0, 0.012, 0, side, 0.11, 0.012, 4);
  },
};

/** What the scene needs to know of an animal this frame, in the scene's frame (three.js axes). */
export interface AnimalLooks {
  x: number;
  y: number;
  z: number;
  /** Radians anticlockwise from east. */
  heading: number;
  speed: number;
  /** How far its legs have come. */
  cycle: number;
  fallen: boolean;
  look: number;
}

export function animalShape(name: AnimalName): BufferGeometry {
  const m = new Mesher();
  DRAW[name](m);
  return m.build();
}

export class Animals {
  readonly group = new Group();
  private readonly meshes = new Map<AnimalName, InstancedMesh>();
  private readonly body = new Matrix4();
  private readonly turn = new Matrix4();

  constructor() {
    const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true });
    for (const name of ANIMALS) {
      const mesh = new InstancedMesh(animalShape(name), material, MOST);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = true;
      mesh.frustumCulled = false;
      mesh.count = 0;
      this.meshes.set(name, mesh);
      this.group.add(mesh);
    }
  }

  begin(): void {
    for (const mesh of this.meshes.values()) mesh.count = 0;
  }

  add(name: AnimalName, a: AnimalLooks): void {
    const mesh = this.meshes.get(name);
    if (!mesh || mesh.count >= MOST) return;
    const going = Math.min(1, a.speed);
    const size = 0.9 + (a.look % 16) / 75;
    this.body.makeRotationY(a.heading);
    // One that grazes nods; one that lies dead lies on its side.
    this.turn.makeRotationZ(going > 0 ? -Math.sin(a.cycle * 2) * 0.09 * going : -0.06);
    this.body.multiply(this.turn);
    if (a.fallen) this.body.multiply(this.turn.makeRotationX(Math.PI / 2));
    this.body.multiply(this.turn.makeScale(size, size, size));
    this.body.setPosition(a.x, a.y + (a.fallen ? 0.08 : Math.abs(Math.sin(a.cycle)) * 0.05 * going), a.z);
    mesh.setMatrixAt(mesh.count++, this.body);
  }

  end(): void {
    for (const mesh of this.meshes.values()) {
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}
