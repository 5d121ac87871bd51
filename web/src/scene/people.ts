/**
 * Everybody in sight, drawn part by part: all torsos in one call, all heads in the next. A person is a handful of
 * rigid low-poly parts turned by the angles of figure.ts.
 */
import { BufferGeometry, Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshLambertMaterial } from "three";
import { GUISES, STAGES_OF_LIFE } from "../wire/generated";
import { GUISE_SHIFT, STAGE_SHIFT } from "../wire/state";
import type { Gesture, Pose } from "../wire/vocabulary";
import { newJoints, pose, type Joints } from "./figure";
import { Mesher } from "./mesher";
import { HAIR, SKIN, TROUSERS, TUNIC } from "./palette";

const MOST = 256;
/** What is drawn instead of hair, and what is worn over one's own clothes. */
const HOOD = 0x2b2e34;
const DRESS: Partial<Record<(typeof GUISES)[number], number>> = { "somebody in a hood": 0x3b3f46, "a guard's coat": 0x7b2d33 };
/** How tall somebody is at a stage of life, against the grown, and the hair of the old. */
const TALL: Record<(typeof STAGES_OF_LIFE)[number], number> = { grown: 1, "a child": 0.64, old: 0.96 };
const GREY = 0xb9b6ae;
const HIP = 0.86;
const SHOULDER = 1.34;

const PARTS = ["torso", "head", "hair", "arm", "hand", "leg"] as const;
type Part = (typeof PARTS)[number];
const COPIES: Record<Part, number> = { torso: 1, head: 1, hair: 1, arm: 2, hand: 2, leg: 2 };

/** What the scene needs to know of somebody this frame, in the scene's frame (three.js axes). */
export interface Appearance {
  look: number;
  x: number;
  y: number;
  z: number;
  /** Radians anticlockwise from east. */
  heading: number;
  speed: number;
  cycle: number;
  pose: Pose;
  gesture: Gesture;
  gestureSince: number;
  carries: boolean;
  /** A colour to wear instead of one's own. */
  tunic: number | null;
}

export class People {
  readonly group = new Group();
  /** Where the last person added holds things. */
  readonly hand = new Matrix4();
  private readonly meshes = {} as Record<Part, InstancedMesh>;
  private readonly joints: Joints = newJoints();
  private readonly body = new Matrix4();
  private readonly part = new Matrix4();
  private readonly turn = new Matrix4();
  private readonly colour = new Color();
  private count = 0;

  constructor() {
    const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true });
    for (const part of PARTS) {
      const mesh = new InstancedMesh(SHAPES[part](), material, MOST * COPIES[part]);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.setColorAt(0, this.colour);
      mesh.instanceColor?.setUsage(DynamicDrawUsage);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      mesh.count = 0;
      this.meshes[part] = mesh;
      this.group.add(mesh);
    }
  }

  begin(): void {
    this.count = 0;
  }

  /** Draws one more person; false when there is no room for more. */
  add(a: Appearance, seconds: number): boolean {
    if (this.count >= MOST) return false;
    const n = this.count++;
    const j = this.joints;
    pose(j, a.pose, a.cycle, a.speed, seconds + (a.look % 97), a.gesture, a.gestureSince, a.carries);
    const stage = STAGES_OF_LIFE[(a.look >>> STAGE_SHIFT) & 3] ?? "grown";
    const height = TALL[stage] * (0.94 + ((a.look >>> 4) % 16) / 110);
    this.body.makeRotationY(a.heading);
    this.turn.makeRotationZ(-j.pitch);
    this.body.multiply(this.turn);
    this.turn.makeScale(height, height, height);
    this.body.multiply(this.turn);
    this.body.setPosition(a.x, a.y + (j.rise - 1) * HIP * TALL[stage] + j.bob, a.z);
    if (j.pitch < -1) {
      // Lying: the body turns about its feet, so bring it back over the spot and onto the ground.
      const half = 0.85;
      this.body.setPosition(a.x + Math.cos(a.heading) * half, a.y + 0.16 + j.bob, a.z - Math.sin(a.heading) * half);
    }
    const skin = SKIN[a.look % SKIN.length];
    const guise = GUISES[a.look >>> GUISE_SHIFT] ?? GUISES[0];
    const tunic = a.tunic ?? DRESS[guise] ?? TUNIC[(a.look >>> 7) % TUNIC.length];
    const hair = guise === "somebody in a hood" ? HOOD : stage === "old" ? GREY : HAIR[(a.look >>> 10) % HAIR.length];
    this.set("torso", n, 0, HIP, 0, j.torso, 0, tunic);
    this.set("head", n, 0.02 + Math.sin(j.torso) * 0.5, 1.44 - (1 - Math.cos(j.torso)) * 0.5, 0, j.torso + j.head, 0, skin);
    this.set("hair", n, 0.02 + Math.sin(j.torso) * 0.5, 1.44 - (1 - Math.cos(j.torso)) * 0.5, 0, j.torso + j.head, 0, hair);
    const lean = Math.sin(j.torso) * (SHOULDER - HIP);
    for (const part of ["arm", "hand"] as const) {
      const paint = part === "arm" ? tunic : skin;
      this.set(part, n * 2, lean, SHOULDER, -0.25, j.armLeft, -0.08, paint);
      this.set(part, n * 2 + 1, lean, SHOULDER, 0.25, j.armRight, 0.08 + j.armOut, paint);
    }
    this.hand.copy(this.part);
    const trousers = TROUSERS[(a.look >>> 13) % TROUSERS.length];
    this.set("leg", n * 2, 0, HIP, -0.105, j.legLeft, 0, trousers);
    this.set("leg", n * 2 + 1, 0, HIP, 0.105, j.legRight, 0, trousers);
    return true;
  }

  /** Hangs a part at (x, y, z) of the body, swung forward by `swing` and outward by `out`. */
  private set(part: Part, index: number, x: number, y: number, z: number, swing: number, out: number, paint: number): void {
    this.part.makeRotationZ(swing * (part === "torso" || part === "head" || part === "hair" ? -1 : 1));
    if (out !== 0) {
      this.turn.makeRotationX(-out);
      this.part.premultiply(this.turn);
    }
    this.part.setPosition(x, y, z);
    this.part.premultiply(this.body);
    const mesh = this.meshes[part];
    mesh.setMatrixAt(index, this.part);
    mesh.setColorAt(index, this.colour.setHex(paint));
  }

  end(): void {
    for (const part of PARTS) {
      const mesh = this.meshes[part];
      mesh.count = this.count * COPIES[part];
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }
}

/** Parts face east and hang from their joint; white takes the person's colour. */
const SHAPES: Record<Part, () => BufferGeometry> = {
  torso: () => {
    const m = new Mesher();
    m.paint(0xffffff).column(0, 0, -0.16, 0.25, 0, 0, 0.06, 0.19, 8);
    m.paint(0x6a4a35).column(0, 0, 0.05, 0.2, 0, 0, 0.12, 0.2, 8);
    m.paint(0xffffff).column(0, 0, 0.11, 0.19, 0, 0, 0.42, 0.25, 8).column(0, 0, 0.42, 0.25, 0, 0, 0.55, 0.1, 8, true);
    return flatten(m.build(), 0.72);
  },
  head: () => {
    const m = new Mesher();
    m.paint(0xffffff, 0.92).column(0, 0, -0.06, 0.065, 0, 0, 0.06, 0.06, 6);
    m.paint(0xffffff).blob(0.01, 0, 0.15, 0.145, 0.135, 0.165, 0, true);
    m.paint(0xffffff, 0.95).blob(0.155, 0, 0.14, 0.035, 0.025, 0.035, 0);
    m.paint(0x2a2422).blob(0.135, 0.055, 0.18, 0.02, 0.018, 0.022, 0).blob(0.135, -0.055, 0.18, 0.02, 0.018, 0.022, 0);
    return m.build();
  },
  hair: () => {
    const m = new Mesher();
    m.paint(0xffffff).blob(-0.035, 0, 0.215, 0.155, 0.158, 0.125, 0.06, true).blob(-0.09, 0, 0.1, 0.085, 0.13, 0.15, 0.05);
    return m.build();
  },
  arm: () => {
    const m = new Mesher();
    m.paint(0xffffff).column(0, 0, -0.5, 0.05, 0, 0, -0.02, 0.085, 6).blob(0, 0, -0.02, 0.09, 0.085, 0.08, 0);
    m.paint(0xffffff, 0.8).column(0, 0, -0.52, 0.062, 0, 0, -0.44, 0.062, 6);
    return m.build();
  },
  hand: () => {
    const m = new Mesher();
    m.paint(0xffffff).blob(0, 0, -0.57, 0.055, 0.05, 0.07, 0);
    return m.build();
  },
  leg: () => {
    const m = new Mesher();
    m.paint(0xffffff).column(0, 0, -0.5, 0.075, 0, 0, 0, 0.105, 6);
    m.paint(0x8a7a6c, 0.8).column(0, 0, -0.82, 0.085, 0, 0, -0.46, 0.09, 6).box(-0.09, -0.07, -0.86, 0.17, 0.07, -0.76);
    return m.build();
  },
};

/** Makes a round body flatter from chest to back. */
function flatten(geometry: BufferGeometry, depth: number): BufferGeometry {
  return geometry.scale(depth, 1, 1);
}
