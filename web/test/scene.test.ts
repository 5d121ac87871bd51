import { BufferAttribute, MeshBasicMaterial } from "three";
import { describe, expect, it } from "vitest";
import { LATTICE, type Chunk } from "../src/land/chunk";
import { FURNITURE, WINDOW } from "../src/land/house";
import { GROWTHS } from "../src/land/kinds";
import { paintGround } from "../src/scene/ground-colour";
import { growthShapes } from "../src/scene/growth-shapes";
import { addHouse } from "../src/scene/house-mesh";
import { rectangles } from "../src/scene/house-roof";
import { Mesher } from "../src/scene/mesher";
import { TerrainPatch } from "../src/scene/terrain";
import { thingShapes } from "../src/scene/thing-shapes";
import { viridis } from "../src/inspect/colour-scale";
import { house, meadow } from "./support/land";

/** Two chunks side by side on rough ground; the first's east rim is the second's west rim. */
function neighbours(): [Chunk, Chunk] {
  const make = (cx: number): Chunk => {
    const chunk = meadow(cx, 0);
    for (let n = 0; n < chunk.heights.length; n++) {
      const [i, j] = [cx * 16 + (n % LATTICE), Math.floor(n / LATTICE)];
      chunk.heights[n] = Math.round(Math.sin(i * 1.3) * 60 + Math.cos(j * 2.1 + i) * 40);
      chunk.ecosystems[n] = Math.abs(Math.round(Math.sin(i * 0.7 + j) * 10));
      chunk.road[n] = (i * 7 + j * 13) % 5 === 0 ? 200 : 0;
      chunk.moisture[n] = (i * 31 + j * 17) & 255;
    }
    return chunk;
  };
  return [make(0), make(1)];
}

/** Height of the drawn rim at every lattice row, following the edges that a level really draws. */
function drawnRim(patch: TerrainPatch, column: number, step: number): number[] {
  const position = patch.mesh.geometry.getAttribute("position");
  return Array.from({ length: LATTICE }, (_, j) => {
    const low = Math.floor(j / step) * step;
    const high = Math.min(LATTICE - 1, low + step);
    const [a, b] = [position.getY(low * LATTICE + column), position.getY(high * LATTICE + column)];
    return high === low ? a : a + ((b - a) * (j - low)) / (high - low);
  });
}

describe("terrain", () => {
  it("has no cracks between any two levels of detail", () => {
    const material = new MeshBasicMaterial();
    const [west, east] = neighbours().map((chunk) => new TerrainPatch(chunk, material));
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b < 3; b++) {
        west.detail(a, a, b, a, a);
        east.detail(b, b, b, b, a);
        const left = drawnRim(west, LATTICE - 1, 2 ** a);
        const right = drawnRim(east, 0, 2 ** b);
        left.forEach((height, j) => expect(height, `levels ${a} and ${b}, row ${j}`).toBeCloseTo(right[j], 5));
      }
    }
  });

  it("is coloured alike on both sides of a border", () => {
    const colours = neighbours().map((chunk) => {
      const out = new Float32Array(LATTICE * LATTICE * 3);
      paintGround(chunk, out);
      return out;
    });
    for (let j = 0; j < LATTICE; j++) {
      for (let c = 0; c < 3; c++) {
        const left = colours[0][(j * LATTICE + LATTICE - 1) * 3 + c];
        expect(left).toBeCloseTo(colours[1][j * LATTICE * 3 + c], 6);
      }
    }
  });
});

describe("shapes", () => {
  it("exist for everything that grows or can be carried, the far ones being cheaper", () => {
    const shapes = growthShapes();
    expect(shapes.length).toBe(GROWTHS.length);
    for (const [n, { near, far }] of shapes.entries()) {
      expect(near.getAttribute("position").count, GROWTHS[n]).toBeGreaterThan(0);
      if (far) expect(far.getAttribute("position").count, GROWTHS[n]).toBeLessThanOrEqual(near.getAttribute("position").count);
    }
    for (const shape of thingShapes()) expect(shape.getAttribute("position").count).toBeGreaterThan(0);
  });

  it("have finite corners", () => {
    const mesher = new Mesher();
    const plan = house();
    const furniture = FURNITURE.map((_, kind) => ({ kind, x: kind % 6, y: 0, quarter: kind & 3 }));
    const windows = plan.floors[0].edges.map((edge, n) => (n % 3 === 1 ? { ...edge, kind: WINDOW } : edge));
    for (const roof of [0, 1, 2, 3]) {
      const furnished = { ...plan, roof, floors: [{ ...plan.floors[0], furniture, edges: windows }, plan.floors[1]] };
      addHouse(mesher, furnished, 7, 0, 0, true);
      addHouse(mesher, furnished, 7, 0, 0, false);
    }
    const geometry = mesher.build(true);
    for (const name of ["position", "color", "aExtra"]) {
      expect((geometry.getAttribute(name) as BufferAttribute).array.every(Number.isFinite), name).toBe(true);
    }
  });
});

describe("roofs", () => {
  it("cover every tile once, the largest rectangle first", () => {
    const plan = ["111000", "111000", "111111", "111111"].join("").split("").map(Number);
    const marks = Uint8Array.from(plan);
    const found = rectangles(marks, 6, 4);
    const covered = new Uint8Array(24);
    for (const r of found) for (let y = r.y0; y < r.y1; y++) for (let x = r.x0; x < r.x1; x++) covered[y * 6 + x]++;
    expect([...covered]).toEqual(plan);
    expect(found[0]).toEqual({ x0: 0, y0: 0, x1: 3, y1: 4 });
  });
});

describe("the colour scale", () => {
  it("grows lighter all the way, so that it reads in grey", () => {
    let last = -1;
    for (let n = 0; n <= 20; n++) {
      const [r, g, b] = viridis(n / 20);
      const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      expect(light).toBeGreaterThan(last);
      last = light;
    }
    expect(viridis(NaN)).toEqual(viridis(0));
    expect(viridis(9)).toEqual(viridis(1));
  });
});
