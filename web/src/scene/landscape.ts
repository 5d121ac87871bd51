/**
 * The land in sight: builds chunks a little per frame, the nearest first, chooses their level of detail by distance,
 * and hides those outside the view.
 */
import { Box3, Frustum, Group, Matrix4, Mesh, Vector3, type Camera } from "three";
import { CHUNK_METRES, chunkKey, ringsBetween, type Chunk, type ChunkPos } from "../land/chunk";
import { GROWTH_LAMP } from "../land/kinds";
import { floorHeight, FLOOR_METRES, type House } from "../land/house";
import type { Anchor } from "./anchor";
import { GrowthField, plant, type Planting } from "./growth-field";
import type { ChunkChanges } from "../wire/land";
import { addLeaves } from "./door-leaves";
import { addHouse } from "./house-mesh";
import { addOpenWalls } from "./open-walls";
import { groundMaterial, houseMaterials, waterMaterial } from "./materials";
import { Mesher } from "./mesher";
import { COARSEST, TerrainPatch } from "./terrain";
import { waterMesh } from "./water";

/** How far each level of detail reaches, in rings of chunks. */
export interface DetailRings {
  terrain: readonly number[];
  plants: number;
  houses: number;
}

export const DETAIL: Record<"low" | "medium" | "high", DetailRings> = {
  low: { terrain: [1, 3], plants: 1, houses: 0 },
  medium: { terrain: [3, 6], plants: 2, houses: 1 },
  high: { terrain: [5, 9], plants: 3, houses: 2 },
};

const TREE_METRES = 20;
const ALWAYS_RINGS = 1;

interface Built {
  readonly chunk: Chunk;
  readonly group: Group;
  readonly terrain: TerrainPatch;
  readonly box: Box3;
  planting: Planting;
  houseFar: Mesh | null;
  houseNear: Mesh | null;
  /** Walls people built in the open. */
  fences: Mesh | null;
  /** The leaves of its doors, if it is near. */
  leaves: Mesh | null;
  rings: number;
  inSight: boolean;
}

export interface Lamp {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export class Landscape {
  readonly group = new Group();
  readonly built = new Map<number, Built>();
  detail: DetailRings = DETAIL.medium;
  /** Keys of the doors of a chunk that stand open. */
  openDoors: (pos: ChunkPos) => ReadonlySet<number> = () => new Set();

  private readonly field = new GrowthField();
  private readonly waiting = new Map<number, { chunk: Chunk; changes: ChunkChanges }>();
  private readonly ground = groundMaterial();
  private readonly water = waterMaterial();
  private readonly house = houseMaterials();
  private readonly marks = new WeakMap<House, number>();
  private nextMark = 0;
  private readonly frustum = new Frustum();
  private readonly matrix = new Matrix4();
  private readonly worldBox = new Box3();
  private readonly offset = new Vector3();
  private signature = 0;
  private stale = true;
  private centreX = 0;
  private centreY = 0;

  constructor(private readonly anchor: Anchor) {
    this.group.add(this.field.group);
  }

  /** Chunks that are known but not built yet. */
  get backlog(): number {
    return this.waiting.size;
  }

  /** A chunk came, or changed. */
  add(chunk: Chunk, changes: ChunkChanges): void {
    this.waiting.set(chunkKey(chunk.pos.x, chunk.pos.y), { chunk, changes });
  }

  remove(x: number, y: number): void {
    const key = chunkKey(x, y);
    this.waiting.delete(key);
    const old = this.built.get(key);
    if (!old) return;
    this.built.delete(key);
    this.dispose(old);
    this.stale = true;
  }

  clear(): void {
    this.waiting.clear();
    for (const old of this.built.values()) this.dispose(old);
    this.built.clear();
    this.stale = true;
  }

  /** The number by which shaders know a house, or -1 when it is not built. */
  markOf(house: House): number {
    return this.marks.get(house) ?? -1;
  }

  /** Places everything anew after the anchor moved. */
  reanchor(): void {
    for (const entry of this.built.values()) this.place(entry);
    this.stale = true;
  }

  /** Builds waiting chunks nearest first until `deadline` (of performance.now); at least one. */
  build(centreX: number, centreY: number, deadline: number): void {
    if (centreX !== this.centreX || centreY !== this.centreY) {
      this.centreX = centreX;
      this.centreY = centreY;
      this.stale = true;
    }
    while (this.waiting.size > 0) {
      let best = -1;
      let bestRings = Infinity;
      for (const [key, { chunk }] of this.waiting) {
        const rings = ringsBetween(chunk.pos.x, chunk.pos.y, centreX, centreY);
        if (rings < bestRings) [best, bestRings] = [key, rings];
      }
      const next = this.waiting.get(best);
      if (!next) return;
      this.waiting.delete(best);
      this.raise(next.chunk, next.changes);
      if (performance.now() >= deadline) return;
    }
  }

  private raise(chunk: Chunk, changes: ChunkChanges): void {
    const key = chunkKey(chunk.pos.x, chunk.pos.y);
    const old = this.built.get(key);
    if (old?.chunk === chunk) {
      old.planting = plant(chunk, changes.gone);
      this.rebuild(old, changes);
      this.stale = true;
      return;
    }
    if (old) this.dispose(old);
    const group = new Group();
    const terrain = new TerrainPatch(chunk, this.ground);
    group.add(terrain.mesh);
    const water = waterMesh(chunk, this.water);
    if (water) group.add(water);
    const box = terrain.box.clone();
    box.max.y += TREE_METRES;
    for (const house of chunk.houses) {
      if (!this.marks.has(house)) this.marks.set(house, this.nextMark++);
      const [x, y] = [house.x - chunk.pos.x * CHUNK_METRES, house.y - chunk.pos.y * CHUNK_METRES];
      box.expandByPoint(this.offset.set(x + house.width + 1, floorHeight(house, house.floors.length) + 2 * FLOOR_METRES, -y - house.depth - 1));
    }
    const entry: Built = {
      chunk, group, terrain, box, planting: plant(chunk, changes.gone), houseFar: null, houseNear: null, fences: null, leaves: null, rings: 0, inSight: false,
    };
    if (chunk.houses.length > 0) {
      entry.houseFar = this.houses(chunk, false);
      group.add(entry.houseFar);
    }
    this.rebuild(entry, changes);
    this.place(entry);
    this.group.add(group);
    this.built.set(key, entry);
    this.stale = true;
  }

  /** Walls people built since genesis. */
  private rebuild(entry: Built, changes: ChunkChanges): void {
    if (entry.fences) {
      entry.group.remove(entry.fences);
      entry.fences.geometry.dispose();
      entry.fences = null;
    }
    if (changes.built.length === 0) return;
    const mesher = new Mesher();
    addOpenWalls(mesher, entry.chunk, changes.built);
    entry.fences = this.solid(mesher, true);
    entry.group.add(entry.fences);
    entry.fences.updateMatrixWorld(true);
  }

  /** A door of a chunk opened or shut. */
  swing(x: number, y: number): void {
    const entry = this.built.get(chunkKey(x, y));
    if (entry?.leaves) this.hang(entry);
  }

  /** Hangs the doors of a chunk as they stand. */
  private hang(entry: Built): void {
    if (entry.leaves) {
      entry.group.remove(entry.leaves);
      entry.leaves.geometry.dispose();
    }
    const mesher = new Mesher();
    addLeaves(mesher, entry.chunk, this.openDoors(entry.chunk.pos), (house) => this.marks.get(house) ?? 0);
    entry.leaves = this.solid(mesher, true);
    entry.leaves.visible = entry.houseNear?.visible ?? false;
    entry.group.add(entry.leaves);
    entry.leaves.updateMatrixWorld(true);
  }

  private houses(chunk: Chunk, near: boolean): Mesh {
    const mesher = new Mesher();
    const [x, y] = [chunk.pos.x * CHUNK_METRES, chunk.pos.y * CHUNK_METRES];
    for (const house of chunk.houses) addHouse(mesher, house, this.marks.get(house) ?? 0, x, y, near);
    return this.solid(mesher, near);
  }

  private solid(mesher: Mesher, casts: boolean): Mesh {
    const mesh = new Mesh(mesher.build(true), this.house.seen);
    mesh.customDepthMaterial = this.house.depth;
    mesh.castShadow = casts;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    return mesh;
  }

  private place(entry: Built): void {
    const { x, y } = entry.chunk.pos;
    entry.group.position.set((x - this.anchor.chunkX) * CHUNK_METRES, 0, -(y - this.anchor.chunkY) * CHUNK_METRES);
    entry.group.updateMatrixWorld(true);
  }

  private dispose(entry: Built): void {
    this.group.remove(entry.group);
    entry.terrain.dispose();
    for (const child of entry.group.children) if (child !== entry.terrain.mesh) (child as Mesh).geometry.dispose();
  }

  private level(x: number, y: number): number {
    const rings = ringsBetween(x, y, this.centreX, this.centreY);
    const level = this.detail.terrain.findIndex((reach) => rings <= reach);
    return level < 0 ? COARSEST : level;
  }

  /** Levels of detail for everything; needed after the player crossed into another chunk or chunks came or went. */
  private regrade(): void {
    let nearHouseBuilt = false;
    this.stale = false;
    for (const entry of this.built.values()) {
      const { x, y } = entry.chunk.pos;
      entry.rings = ringsBetween(x, y, this.centreX, this.centreY);
      entry.terrain.detail(
        this.level(x, y), this.level(x, y - 1), this.level(x + 1, y), this.level(x, y + 1), this.level(x - 1, y),
      );
      if (!entry.houseFar) continue;
      const near = entry.rings <= this.detail.houses;
      if (near && !entry.houseNear) {
        // One per frame: furnishing a town takes a few milliseconds.
        if (nearHouseBuilt) {
          this.stale = true;
        } else {
          entry.houseNear = this.houses(entry.chunk, true);
          entry.group.add(entry.houseNear);
          this.hang(entry);
          nearHouseBuilt = true;
        }
      }
      entry.houseFar.visible = !near || !entry.houseNear;
      if (entry.houseNear) entry.houseNear.visible = near;
      if (entry.leaves) entry.leaves.visible = near;
    }
    this.signature = -1;
  }

  /** Hides what the camera cannot see and refills the copies of plants when the set in sight has changed. */
  cull(camera: Camera): void {
    if (this.stale) this.regrade();
    this.matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.frustum.setFromProjectionMatrix(this.matrix);
    let signature = 17;
    for (const [key, entry] of this.built) {
      let seen = entry.rings <= ALWAYS_RINGS;
      if (!seen) {
        this.worldBox.copy(entry.box).translate(entry.group.position);
        seen = this.frustum.intersectsBox(this.worldBox);
      }
      entry.inSight = seen;
      entry.group.visible = seen;
      if (seen) signature = (Math.imul(signature, 31) + key) | 0;
    }
    if (signature === this.signature) return;
    this.signature = signature;
    this.field.begin();
    for (const entry of this.built.values()) {
      if (!entry.inSight) continue;
      const { x, y } = entry.chunk.pos;
      this.field.add(entry.planting, x - this.anchor.chunkX, y - this.anchor.chunkY, entry.rings <= this.detail.plants);
    }
    this.field.end();
  }

  /** Lamp posts within one ring of the player, in the scene's frame. */
  *lamps(): Generator<Lamp> {
    for (const entry of this.built.values()) {
      if (entry.rings > 1) continue;
      const copies = entry.planting.get(GROWTH_LAMP);
      if (!copies) continue;
      const p = entry.group.position;
      for (let n = 0; n < copies.length; n += 4) {
        yield { x: copies[n] + p.x, y: copies[n + 1] + 3, z: copies[n + 2] + p.z };
      }
    }
  }
}
