/** Things on the ground and in hands: one draw per kind. */
import { DynamicDrawUsage, Euler, Group, InstancedMesh, Matrix4, MeshLambertMaterial } from "three";
import { shared } from "./materials";
import { thingShapes } from "./thing-shapes";

const MOST = 256;

export class Things {
  readonly group = new Group();
  private readonly meshes: InstancedMesh[];
  private readonly matrix = new Matrix4();
  private readonly euler = new Euler();

  constructor() {
    const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, shared);
      shader.vertexShader = shader.vertexShader
        .replace("#include <common>", "#include <common>\nattribute vec2 aExtra; varying float vGlow;")
        .replace("#include <begin_vertex>", "#include <begin_vertex>\nvGlow = aExtra.x;");
      shader.fragmentShader = shader.fragmentShader
        .replace("#include <common>", "#include <common>\nvarying float vGlow; uniform float uNight;")
        .replace("#include <emissivemap_fragment>", "totalEmissiveRadiance += vec3(1.0, 0.66, 0.3) * vGlow * (0.25 + uNight);");
    };
    this.meshes = thingShapes().map((shape) => {
      const mesh = new InstancedMesh(shape, material, MOST);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      mesh.count = 0;
      this.group.add(mesh);
      return mesh;
    });
  }

  begin(): void {
    for (const mesh of this.meshes) mesh.count = 0;
  }

  /** A thing lying at a spot of the scene. */
  lie(kind: number, x: number, y: number, z: number, turn: number): void {
    this.matrix.makeRotationY(turn);
    this.matrix.setPosition(x, y, z);
    this.put(kind, this.matrix);
  }

  /** A thing in the air at a spot of the scene, flying along `turn` and rising by `rise`, both in radians. */
  fly(kind: number, x: number, y: number, z: number, turn: number, rise: number): void {
    this.matrix.makeRotationFromEuler(this.euler.set(0, turn, rise, "YXZ"));
    this.matrix.setPosition(x, y, z);
    this.put(kind, this.matrix);
  }

  /** A thing in the hand of an arm drawn at `arm`. */
  hold(kind: number, arm: Matrix4): void {
    this.matrix.makeRotationZ(-0.5);
    this.matrix.setPosition(0.05, -0.66, 0);
    this.matrix.premultiply(arm);
    this.put(kind, this.matrix);
  }

  private put(kind: number, matrix: Matrix4): void {
    const mesh = this.meshes[kind];
    if (!mesh || mesh.count >= MOST) return;
    mesh.setMatrixAt(mesh.count++, matrix);
  }

  end(): void {
    for (const mesh of this.meshes) {
      mesh.visible = mesh.count > 0;
      if (mesh.count > 0) mesh.instanceMatrix.needsUpdate = true;
    }
  }
}
