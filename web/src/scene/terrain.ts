/**
 * The ground of one chunk at three levels of detail without cracks.
 *
 * All levels share one lattice of 17 × 17 vertices and differ only in which of them their triangles use (every one,
 * every second, every fourth). Where a neighbour is coarser, the vertices of the shared rim that it skips are moved
 * onto its longer edges, so both chunks draw the very same line there. Both chunks hold the rim's heights, so equal
 * levels agree by themselves.
 */
import { Box3, BufferAttribute, BufferGeometry, Mesh, Vector3, type Material } from "three";
import { CHUNK_METRES, HEIGHT_STEPS, LATTICE, VERTEX_METRES, VERTICES, type Chunk } from "../land/chunk";
import { paintGround } from "./ground-colour";

/** Lattice cells one drawn cell spans, by level. */
export const STEPS: readonly number[] = [1, 2, 4];
export const COARSEST = STEPS.length - 1;

const INDICES = STEPS.map((step) => new BufferAttribute(latticeTriangles(step), 1));
const LAST = LATTICE - 1;

function latticeTriangles(step: number): Uint16Array<ArrayBuffer> {
  const cells = (LATTICE - 1) / step;
  const out = new Uint16Array(cells * cells * 6);
  let n = 0;
  for (let j = 0; j < LATTICE - 1; j += step) {
    for (let i = 0; i < LATTICE - 1; i += step) {
      const sw = j * LATTICE + i;
      const [se, nw, ne] = [sw + step, sw + step * LATTICE, sw + step * LATTICE + step];
      out.set([sw, se, ne, sw, ne, nw], n);
      n += 6;
    }
  }
  return out;
}

export class TerrainPatch {
  readonly mesh: Mesh;
  readonly box: Box3;
  private readonly heights: Float32Array;
  private readonly position: BufferAttribute;
  private state = -1;

  constructor(chunk: Chunk, material: Material) {
    const positions = new Float32Array(VERTICES * 3);
    const colours = new Float32Array(VERTICES * 3);
    this.heights = new Float32Array(VERTICES);
    let [low, high] = [Infinity, -Infinity];
    for (let n = 0; n < VERTICES; n++) {
      const height = chunk.heights[n] / HEIGHT_STEPS;
      this.heights[n] = height;
      low = Math.min(low, height);
      high = Math.max(high, height);
      positions[n * 3] = (n % LATTICE) * VERTEX_METRES;
      positions[n * 3 + 1] = height;
      positions[n * 3 + 2] = -Math.floor(n / LATTICE) * VERTEX_METRES;
    }
    paintGround(chunk, colours);
    const geometry = new BufferGeometry();
    this.position = new BufferAttribute(positions, 3);
    geometry.setAttribute("position", this.position);
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
    this.mesh = new Mesh(geometry, material);
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
    this.box = new Box3(new Vector3(0, low, -CHUNK_METRES), new Vector3(CHUNK_METRES, high, 0));
  }

  /** Draws at `level` beside neighbours of the given levels. */
  detail(level: number, south: number, east: number, north: number, west: number): void {
    const state = level + 4 * (south + 4 * (east + 4 * (north + 4 * west)));
    if (state === this.state) return;
    this.state = state;
    this.mesh.geometry.setIndex(INDICES[level]);
    this.rim(0, 1, Math.max(level, south));
    this.rim(LAST * LATTICE, 1, Math.max(level, north));
    this.rim(0, LATTICE, Math.max(level, west));
    this.rim(LAST, LATTICE, Math.max(level, east));
    this.position.needsUpdate = true;
  }

  /** Lays the rim that starts at `first` onto the lattice of `level`. */
  private rim(first: number, stride: number, level: number): void {
    const step = STEPS[level];
    const array = this.position.array;
    for (let k = 0; k <= LAST; k++) {
      const at = first + k * stride;
      const into = k % step;
      const a = at - into * stride;
      const b = into === 0 ? a : a + step * stride;
      array[at * 3 + 1] = this.heights[a] + ((this.heights[b] - this.heights[a]) * into) / step;
    }
  }

  dispose(): void {
    // The index is shared by all patches and must outlive this one.
    this.mesh.geometry.setIndex(null);
    this.mesh.geometry.dispose();
  }
}
