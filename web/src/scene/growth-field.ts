/**
 * Everything that stands in many copies, drawn with one call per kind and level of detail.
 *
 * A copy is four numbers (place, and size with turn packed into one). The buffers hold the copies of the chunks in
 * sight only and are refilled when that set changes, so culling by chunk costs nothing per copy.
 */
import {
  BufferGeometry, Group, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, DynamicDrawUsage, type Material,
} from "three";
import type { Chunk } from "../land/chunk";
import { CHUNK_METRES, heightIn } from "../land/chunk";
import { growthShapes, type Shape } from "./growth-shapes";
import { plantMaterials } from "./materials";

/** Four numbers per copy, by kind, in the chunk's own frame (three.js axes). */
export type Planting = ReadonlyMap<number, Float32Array>;

export function plant(chunk: Chunk, gone: ReadonlySet<number>): Planting {
  const lists = new Map<number, number[]>();
  chunk.growths.forEach((growth, index) => {
    if (gone.has(index)) return;
    const [x, y] = [growth.x / 128, growth.y / 128];
    let list = lists.get(growth.kind);
    if (!list) lists.set(growth.kind, (list = []));
    list.push(x, heightIn(chunk, x, y), -y, growth.size + growth.turn * 256);
  });
  return new Map([...lists].map(([kind, list]) => [kind, new Float32Array(list)]));
}

class Lane {
  readonly mesh: Mesh<InstancedBufferGeometry>;
  private places: Float32Array = new Float32Array(4 * 64);
  private count = 0;

  constructor(shape: BufferGeometry, seen: Material, depth: Material, casts: boolean) {
    const geometry = new InstancedBufferGeometry();
    for (const [name, attribute] of Object.entries(shape.attributes)) geometry.setAttribute(name, attribute);
    geometry.instanceCount = 0;
    this.mesh = new Mesh(geometry, seen);
    this.mesh.customDepthMaterial = depth;
    this.mesh.castShadow = casts;
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.bind();
  }

  private bind(): void {
    const attribute = new InstancedBufferAttribute(this.places, 4);
    attribute.setUsage(DynamicDrawUsage);
    this.mesh.geometry.setAttribute("aPlace", attribute);
  }

  begin(): void {
    this.count = 0;
  }

  add(copies: Float32Array, offsetX: number, offsetZ: number): void {
    const need = this.count * 4 + copies.length;
    if (need > this.places.length) {
      const wider = new Float32Array(Math.max(need, this.places.length * 2));
      wider.set(this.places);
      this.places = wider;
      this.mesh.geometry.dispose();
      this.bind();
    }
    let to = this.count * 4;
    for (let n = 0; n < copies.length; n += 4) {
      this.places[to++] = copies[n] + offsetX;
      this.places[to++] = copies[n + 1];
      this.places[to++] = copies[n + 2] + offsetZ;
      this.places[to++] = copies[n + 3];
    }
    this.count += copies.length / 4;
  }

  end(): void {
    this.mesh.geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
    if (this.count === 0) return;
    const attribute = this.mesh.geometry.getAttribute("aPlace") as InstancedBufferAttribute;
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, this.count * 4);
    attribute.needsUpdate = true;
  }
}

export class GrowthField {
  readonly group = new Group();
  private readonly near: Lane[] = [];
  private readonly far: (Lane | null)[] = [];

  constructor() {
    const still = plantMaterials(false);
    const swaying = plantMaterials(true);
    for (const shape of growthShapes()) this.addLanes(shape, shape.sways ? swaying : still);
  }

  private addLanes(shape: Shape, materials: { seen: Material; depth: Material }): void {
    const near = new Lane(shape.near, materials.seen, materials.depth, shape.casts);
    const far = shape.far ? new Lane(shape.far, materials.seen, materials.depth, false) : null;
    this.near.push(near);
    this.far.push(far);
    this.group.add(near.mesh);
    if (far) this.group.add(far.mesh);
  }

  begin(): void {
    for (const lane of this.near) lane.begin();
    for (const lane of this.far) lane?.begin();
  }

  /** Adds a chunk's copies; `chunkX`, `chunkY` count chunks from the scene's anchor. */
  add(planting: Planting, chunkX: number, chunkY: number, near: boolean): void {
    for (const [kind, copies] of planting) {
      const lane = near ? this.near[kind] : this.far[kind];
      lane?.add(copies, chunkX * CHUNK_METRES, -chunkY * CHUNK_METRES);
    }
  }

  end(): void {
    for (const lane of this.near) lane.end();
    for (const lane of this.far) lane?.end();
  }
}
