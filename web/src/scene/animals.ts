/** Animals in sight: all of a kind in one call. Each is one low-poly shape that bobs as it goes. */
import { type BufferGeometry, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshLambertMaterial } from "three";
import { ANIMALS, type AnimalName } from "../wire/state";
import { Mesher } from "./mesher";

const MOST = 128;

/** Four legs under a body, of one thickness. */
function legs(m: Mesher, colour: number, front: number, back: number, side: number, height: number, thick: number): void {
  m.paint(colour);
  for (const x of [front, back]) for (const y of [-side, side]) m.column(x, y, 0, thick * 0.8, x, y, height, thick, 5);
}

/** A sheep without its legs and head: thick with wool, or bare. */
function sheep(m: Mesher, wool: number, thick: number): void {
  m.paint(wool).blob(-0.05, 0, 0.52, 0.42 * thick, 0.26 * thick, 0.24 * thick, 0.09, true).blob(0.2, 0, 0.58, 0.2 * thick, 0.2 * thick, 0.2 * thick, 0.1);
  m.blob(-0.32, 0, 0.54, 0.18 * thick, 0.2 * thick, 0.2 * thick, 0.1).blob(-0.52 * thick, 0, 0.5, 0.07, 0.05, 0.09, 0.05);
  legs(m, 0x3d3632, 0.2, -0.28, 0.11, 0.5, 0.045);
  m.paint(0x3d3632).column(0.32, 0, 0.62, 0.1, 0.44, 0, 0.74, 0.085, 6).blob(0.5, 0, 0.72, 0.15, 0.08, 0.09, 0.03, true);
  for (const side of [-0.1, 0.1]) m.blob(0.42, side, 0.78, 0.04, 0.07, 0.025, 0.03);
  m.paint(wool).blob(0.4, 0, 0.82, 0.08, 0.08, 0.05, 0.08);
}

/** Shapes face east and stand on the ground at the origin. */
const DRAW: Record<AnimalName, (m: Mesher) => void> = {
  deer: (m) => {
    m.paint(0x96633c).blob(-0.05, 0, 0.86, 0.5, 0.2, 0.22, 0.04, true).blob(-0.4, 0, 0.88, 0.2, 0.19, 0.21, 0.04, true);
    m.column(0.36, 0, 0.92, 0.14, 0.58, 0, 1.28, 0.085, 7).blob(0.68, 0, 1.36, 0.17, 0.08, 0.09, 0.03, true);
    m.paint(0xe9dcc4).blob(-0.6, 0, 0.9, 0.05, 0.1, 0.13, 0.04).blob(0.02, 0, 0.68, 0.32, 0.13, 0.08, 0.04).blob(0.8, 0, 1.32, 0.06, 0.05, 0.05, 0.02);
    legs(m, 0x7d5233, 0.3, -0.42, 0.11, 0.86, 0.05);
    for (const side of [-1, 1]) {
      m.paint(0x96633c).blob(0.56, side * 0.13, 1.44, 0.04, 0.1, 0.035, 0.02).paint(0x2a2422).blob(0.72, side * 0.075, 1.39, 0.018, 0.012, 0.02, 0);
      m.paint(0xc9b18c).column(0.6, side * 0.05, 1.43, 0.022, 0.5, side * 0.2, 1.78, 0.015, 5).column(0.55, side * 0.13, 1.6, 0.016, 0.7, side * 0.22, 1.78, 0.008, 4);
      m.column(0.5, side * 0.2, 1.78, 0.015, 0.56, side * 0.16, 1.95, 0.006, 4);
    }
  },
  wolf: (m) => {
    m.paint(0x73757a).blob(-0.05, 0, 0.52, 0.42, 0.17, 0.18, 0.06, true).blob(0.24, 0, 0.55, 0.22, 0.19, 0.21, 0.09, true);
    m.paint(0x8c8e90).column(0.34, 0, 0.6, 0.15, 0.5, 0, 0.76, 0.1, 7).paint(0x73757a).blob(0.56, 0, 0.78, 0.15, 0.11, 0.1, 0.04, true);
    m.paint(0xb9b7b0).column(0.62, 0, 0.75, 0.07, 0.8, 0, 0.72, 0.04, 6).blob(0.1, 0, 0.4, 0.3, 0.12, 0.07, 0.05).paint(0x26262a).blob(0.81, 0, 0.73, 0.03, 0.03, 0.03, 0);
    for (const side of [-0.07, 0.07]) m.paint(0x55565a).column(0.5, side, 0.84, 0.05, 0.47, side * 1.2, 0.98, 0.006, 4).paint(0xe0b64a).blob(0.66, side * 0.9, 0.81, 0.014, 0.012, 0.014, 0);
    m.paint(0x63656a).column(-0.42, 0, 0.54, 0.06, -0.72, 0, 0.34, 0.075, 6).column(-0.72, 0, 0.34, 0.075, -0.86, 0, 0.24, 0.01, 6);
    legs(m, 0x66686c, 0.26, -0.34, 0.1, 0.52, 0.045);
  },
  sheep: (m) => sheep(m, 0xefe8d8, 1),
  cow: (m) => {
    m.paint(0x8a5a3a).blob(-0.1, 0, 0.92, 0.72, 0.34, 0.34, 0.04, true).blob(-0.55, 0, 0.96, 0.3, 0.32, 0.32, 0.04, true).blob(0.42, 0, 0.98, 0.28, 0.28, 0.3, 0.04, true);
    m.paint(0xf0e8da).blob(-0.1, 0.22, 0.94, 0.26, 0.14, 0.22, 0.05).blob(-0.5, -0.2, 1.02, 0.2, 0.14, 0.2, 0.05).paint(0xe3a79a).blob(-0.36, 0, 0.56, 0.15, 0.13, 0.1, 0.03, true);
    m.paint(0x8a5a3a).column(0.56, 0, 1.08, 0.2, 0.82, 0, 1.2, 0.15, 7).blob(0.92, 0, 1.2, 0.2, 0.14, 0.16, 0.03, true).paint(0xe6c3b0).blob(1.1, 0, 1.12, 0.1, 0.12, 0.1, 0.03, true);
    for (const side of [-1, 1]) {
      m.paint(0x7a4e32).blob(0.8, side * 0.2, 1.26, 0.05, 0.12, 0.05, 0.02).paint(0xe9e0cc).column(0.84, side * 0.1, 1.32, 0.035, 0.88, side * 0.26, 1.46, 0.01, 5);
      m.paint(0x221c1a).blob(1.02, side * 0.11, 1.26, 0.025, 0.02, 0.025, 0);
    }
    m.paint(0x7a4e32).column(-0.82, 0, 1.1, 0.035, -0.9, 0, 0.5, 0.025, 5).blob(-0.9, 0, 0.44, 0.05, 0.05, 0.1, 0.06);
    legs(m, 0x75492e, 0.42, -0.56, 0.18, 0.86, 0.085);
  },
  fish: (m) => {
    m.paint(0x6f8fa3).blob(0, 0, 0.1, 0.3, 0.075, 0.1, 0.03, true).paint(0xb9c9cf).blob(0.02, 0, 0.06, 0.24, 0.06, 0.06, 0.03);
    m.paint(0x587788).tri(-0.25, 0, 0.1, -0.46, 0.01, 0.24, -0.46, 0.01, -0.03).tri(-0.46, -0.01, 0.24, -0.25, 0, 0.1, -0.46, -0.01, -0.03);
    m.tri(0.05, 0.005, 0.19, -0.14, 0.005, 0.18, -0.08, 0.005, 0.29).tri(-0.14, -0.005, 0.18, 0.05, -0.005, 0.19, -0.08, -0.005, 0.29);
    for (const side of [-0.06, 0.06]) m.paint(0x1f2529).blob(0.22, side, 0.12, 0.015, 0.012, 0.015, 0);
  },
  bird: (m) => {
    m.paint(0x4d5a6b).blob(0, 0, 0.13, 0.12, 0.065, 0.07, 0.03, true).column(-0.09, 0, 0.13, 0.045, -0.26, 0, 0.1, 0.02, 5);
    m.paint(0xd98b52).blob(0.05, 0, 0.11, 0.07, 0.055, 0.055, 0.03).paint(0x4d5a6b).blob(0.12, 0, 0.21, 0.055, 0.05, 0.05, 0.02, true);
    m.paint(0x394352).blob(-0.03, 0.055, 0.14, 0.11, 0.02, 0.045, 0.03).blob(-0.03, -0.055, 0.14, 0.11, 0.02, 0.045, 0.03).paint(0xe2b23a).column(0.16, 0, 0.21, 0.014, 0.22, 0, 0.2, 0.003, 4);
    for (const side of [-0.025, 0.025]) m.paint(0x8a6a3a).column(0, side, 0, 0.008, 0, side, 0.08, 0.008, 4);
  },
  hen: (m) => {
    m.paint(0xb5703c).blob(0, 0, 0.2, 0.17, 0.11, 0.12, 0.05, true).blob(-0.17, 0, 0.29, 0.07, 0.03, 0.1, 0.05);
    m.paint(0x8c5530).blob(-0.01, 0.1, 0.21, 0.11, 0.03, 0.07, 0.05).blob(-0.01, -0.1, 0.21, 0.11, 0.03, 0.07, 0.05);
    m.paint(0xc98a52).column(0.13, 0, 0.22, 0.06, 0.17, 0, 0.36, 0.045, 6).blob(0.18, 0, 0.38, 0.055, 0.045, 0.05, 0, true);
    m.paint(0xd23b2f).box(0.15, -0.008, 0.41, 0.21, 0.008, 0.455).paint(0xe2a93a).column(0.22, 0, 0.375, 0.018, 0.27, 0, 0.365, 0.004, 5);
    for (const side of [-0.05, 0.05]) m.paint(0xe2a93a).column(0.01, side, 0, 0.012, 0, side, 0.11, 0.012, 4);
  },
  rabbit: (m) => {
    m.paint(0x9a8468).blob(-0.04, 0, 0.13, 0.16, 0.1, 0.115, 0.05, true).blob(-0.12, 0, 0.11, 0.1, 0.1, 0.1, 0.05);
    m.paint(0xa8927a).blob(0.14, 0, 0.21, 0.075, 0.06, 0.065, 0.03, true).paint(0xf4efe6).blob(-0.22, 0, 0.13, 0.045, 0.045, 0.045, 0.05);
    for (const side of [-0.03, 0.03]) m.paint(0x9a8468).column(0.11, side, 0.25, 0.02, 0.06, side * 1.8, 0.4, 0.012, 5);
    for (const side of [-0.045, 0.045]) m.paint(0x2a2422).blob(0.185, side, 0.235, 0.014, 0.012, 0.014, 0);
    for (const side of [-0.06, 0.06]) m.paint(0x8a7660).box(0.04, side - 0.02, 0, 0.1, side + 0.02, 0.08).box(-0.2, side - 0.025, 0, -0.05, side + 0.025, 0.05);
  },
};

/** Other shapes some of them take: a bird on the wing, a sheep that was shorn. */
const OTHERWISE: Partial<Record<AnimalName, (m: Mesher) => void>> = {
  bird: (m) => {
    m.paint(0x4d5a6b).blob(0, 0, 0, 0.14, 0.06, 0.06, 0.03, true).column(-0.1, 0, 0, 0.045, -0.3, 0, 0.01, 0.05, 5).blob(0.14, 0, 0.03, 0.055, 0.05, 0.05, 0.02, true);
    m.paint(0xd98b52).blob(0.05, 0, -0.03, 0.08, 0.05, 0.04, 0.03).paint(0xe2b23a).column(0.18, 0, 0.03, 0.014, 0.24, 0, 0.02, 0.003, 4);
    for (const side of [-1, 1]) {
      const wing: [number, number, number][] = [[0.1, side * 0.04, 0.03], [0.02, side * 0.42, 0.1], [-0.14, side * 0.3, 0.07], [-0.1, side * 0.04, 0.02]];
      const [a, b, c, d] = side > 0 ? wing : [wing[3], wing[2], wing[1], wing[0]];
      m.paint(0x394352).quad(...a, ...b, ...c, ...d).paint(0x5b687a).quad(...d, ...c, ...b, ...a);
    }
  },
  sheep: (m) => sheep(m, 0xd9b7a0, 0.78),
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
  /** Whether it takes its other shape: on the wing, shorn. */
  otherwise: boolean;
}

export function animalShape(name: AnimalName, otherwise = false): BufferGeometry {
  const m = new Mesher();
  ((otherwise ? OTHERWISE[name] : undefined) ?? DRAW[name])(m);
  return m.build();
}

export class Animals {
  readonly group = new Group();
  private readonly meshes = new Map<AnimalName, InstancedMesh>();
  private readonly others = new Map<AnimalName, InstancedMesh>();
  private readonly body = new Matrix4();
  private readonly turn = new Matrix4();

  constructor() {
    const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true });
    const make = (name: AnimalName, otherwise: boolean): InstancedMesh => {
      const mesh = new InstancedMesh(animalShape(name, otherwise), material, MOST);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = true;
      mesh.frustumCulled = false;
      mesh.count = 0;
      this.group.add(mesh);
      return mesh;
    };
    for (const name of ANIMALS) {
      this.meshes.set(name, make(name, false));
      if (OTHERWISE[name]) this.others.set(name, make(name, true));
    }
  }

  private *all(): Iterable<InstancedMesh> {
    yield* this.meshes.values();
    yield* this.others.values();
  }

  begin(): void {
    for (const mesh of this.all()) mesh.count = 0;
  }

  add(name: AnimalName, a: AnimalLooks): void {
    const mesh = (a.otherwise ? this.others.get(name) : undefined) ?? this.meshes.get(name);
    if (!mesh || mesh.count >= MOST) return;
    const going = Math.min(1, a.speed);
    const size = 0.9 + (a.look % 16) / 75;
    this.body.makeRotationY(a.heading);
    // One that grazes nods; one that lies dead lies on its side.
    this.turn.makeRotationZ(going > 0 ? -Math.sin(a.cycle * 2) * 0.09 * going : -0.06);
    this.body.multiply(this.turn);
    if (a.fallen) this.body.multiply(this.turn.makeRotationX(Math.PI / 2));
    // One on the wing beats it.
    const beat = a.otherwise && going > 0 && name === "bird" ? 0.75 + 0.35 * Math.sin(a.cycle * 3) : 1;
    this.body.multiply(this.turn.makeScale(size, size, size * beat));
    this.body.setPosition(a.x, a.y + (a.fallen ? 0.08 : Math.abs(Math.sin(a.cycle)) * 0.05 * going), a.z);
    mesh.setMatrixAt(mesh.count++, this.body);
  }

  end(): void {
    for (const mesh of this.all()) {
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}
