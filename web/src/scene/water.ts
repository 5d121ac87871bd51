/** The surface of water over one chunk: cells with a wet corner, darker where it is deep. */
import { BufferAttribute, BufferGeometry, Color, Mesh, type Material } from "three";
import { DRY, HEIGHT_STEPS, LATTICE, VERTEX_METRES, VERTICES, type Chunk } from "../land/chunk";
import { WATER_DEEP, WATER_SHALLOW } from "./palette";

const SHALLOW = new Color(WATER_SHALLOW);
const DEEP = new Color(WATER_DEEP);
/** Metres of water that look bottomless. */
const MURKY = 4;

/** The mesh, or null for a dry chunk. */
export function waterMesh(chunk: Chunk, material: Material): Mesh | null {
  const index: number[] = [];
  for (let j = 0; j < LATTICE - 1; j++) {
    for (let i = 0; i < LATTICE - 1; i++) {
      const sw = j * LATTICE + i;
      const corners = [sw, sw + 1, sw + LATTICE + 1, sw + LATTICE];
      if (corners.some((n) => chunk.water[n] !== DRY)) {
        index.push(corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]);
      }
    }
  }
  if (index.length === 0) return null;
  const positions = new Float32Array(VERTICES * 3);
  const colours = new Float32Array(VERTICES * 3);
  const tone = new Color();
  for (let n = 0; n < VERTICES; n++) {
    const level = surface(chunk, n);
    positions[n * 3] = (n % LATTICE) * VERTEX_METRES;
    positions[n * 3 + 1] = level / HEIGHT_STEPS;
    positions[n * 3 + 2] = -Math.floor(n / LATTICE) * VERTEX_METRES;
    const depth = Math.max(0, (level - chunk.heights[n]) / HEIGHT_STEPS);
    tone.lerpColors(SHALLOW, DEEP, Math.min(1, depth / MURKY)).toArray(colours, n * 3);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  geometry.setIndex(index);
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.receiveShadow = true;
  return mesh;
}

/** Level at a vertex; a dry one beside water takes its wet neighbour's, so that the shore is cut by the ground. */
function surface(chunk: Chunk, n: number): number {
  if (chunk.water[n] !== DRY) return chunk.water[n];
  const i = n % LATTICE;
  const j = Math.floor(n / LATTICE);
  let lowest = Infinity;
  for (let dj = -1; dj <= 1; dj++) {
    for (let di = -1; di <= 1; di++) {
      if (i + di < 0 || j + dj < 0 || i + di >= LATTICE || j + dj >= LATTICE) continue;
      const level = chunk.water[n + dj * LATTICE + di];
      if (level !== DRY) lowest = Math.min(lowest, level);
    }
  }
  return lowest === Infinity ? chunk.heights[n] : Math.min(lowest, chunk.heights[n]);
}
