/**
 * Builds flat-shaded meshes face by face in world axes (x east, y north, z up) and hands them to three.js, whose y is
 * up and whose z is south. Every face carries one colour; `glow` says how much it shines at night and `cut` to which
 * storey of which house it belongs (see materials.ts).
 */
import { BufferAttribute, BufferGeometry, Color } from "three";

const scratch = new Color();

export class Mesher {
  private positions = new Float32Array(3 * 256);
  private colours = new Float32Array(3 * 256);
  private extras = new Float32Array(2 * 256);
  private count = 0;

  private r = 1;
  private g = 1;
  private b = 1;
  private ox = 0;
  private oy = 0;
  private oz = 0;
  private cos = 1;
  private sin = 0;
  private scale = 1;

  /** How brightly the next faces shine after dark, 0 to 1. */
  glow = 0;
  /** Number of the house and storey of the next faces; see `cutMark`. */
  cut = -1;

  get triangles(): number {
    return this.count / 3;
  }

  /** Sets the colour of the next faces; `shade` multiplies it. */
  paint(hex: number, shade = 1): this {
    scratch.setHex(hex);
    this.r = scratch.r * shade;
    this.g = scratch.g * shade;
    this.b = scratch.b * shade;
    return this;
  }

  /** Places the next faces: moved, turned anticlockwise by `turn` (in turns), scaled. */
  at(x: number, y: number, z: number, turn = 0, scale = 1): this {
    this.ox = x;
    this.oy = y;
    this.oz = z;
    this.cos = Math.cos(turn * Math.PI * 2);
    this.sin = Math.sin(turn * Math.PI * 2);
    this.scale = scale;
    return this;
  }

  private vertex(x: number, y: number, z: number): void {
    const n = this.count++;
    if (n * 3 >= this.positions.length) this.grow();
    const s = this.scale;
    this.positions[n * 3] = this.ox + (x * this.cos - y * this.sin) * s;
    this.positions[n * 3 + 1] = this.oz + z * s;
    this.positions[n * 3 + 2] = -(this.oy + (x * this.sin + y * this.cos) * s);
    this.colours[n * 3] = this.r;
    this.colours[n * 3 + 1] = this.g;
    this.colours[n * 3 + 2] = this.b;
    this.extras[n * 2] = this.glow;
    this.extras[n * 2 + 1] = this.cut;
  }

  private grow(): void {
    const wider = (old: Float32Array): Float32Array<ArrayBuffer> => {
      const next = new Float32Array(old.length * 2);
      next.set(old);
      return next;
    };
    this.positions = wider(this.positions);
    this.colours = wider(this.colours);
    this.extras = wider(this.extras);
  }

  /** A triangle, anticlockwise as seen from its front. */
  tri(
    ax: number, ay: number, az: number, bx: number, by: number, bz: number, cx: number, cy: number, cz: number,
  ): this {
    this.vertex(ax, ay, az);
    this.vertex(bx, by, bz);
    this.vertex(cx, cy, cz);
    return this;
  }

  /** A quadrilateral, anticlockwise as seen from its front. */
  quad(
    ax: number, ay: number, az: number, bx: number, by: number, bz: number,
    cx: number, cy: number, cz: number, dx: number, dy: number, dz: number,
  ): this {
    this.tri(ax, ay, az, bx, by, bz, cx, cy, cz);
    return this.tri(ax, ay, az, cx, cy, cz, dx, dy, dz);
  }

  /** An axis-aligned box, without its underside when `open`. */
  box(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, open = false): this {
    this.quad(x0, y0, z1, x1, y0, z1, x1, y1, z1, x0, y1, z1);
    if (!open) this.quad(x0, y1, z0, x1, y1, z0, x1, y0, z0, x0, y0, z0);
    this.quad(x0, y0, z0, x1, y0, z0, x1, y0, z1, x0, y0, z1);
    this.quad(x1, y1, z0, x0, y1, z0, x0, y1, z1, x1, y1, z1);
    this.quad(x1, y0, z0, x1, y1, z0, x1, y1, z1, x1, y0, z1);
    return this.quad(x0, y1, z0, x0, y0, z0, x0, y0, z1, x0, y1, z1);
  }

  /** A tapering column from (x0, y0, z0) to (x1, y1, z1); radius `r1` of zero makes a cone. */
  column(
    x0: number, y0: number, z0: number, r0: number, x1: number, y1: number, z1: number, r1: number, sides: number,
    capped = false, twist = 0,
  ): this {
    for (let k = 0; k < sides; k++) {
      const a = ((k + twist) / sides) * Math.PI * 2;
      const b = ((k + 1 + twist) / sides) * Math.PI * 2;
      const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
      if (r1 === 0) {
        this.tri(x0 + ca * r0, y0 + sa * r0, z0, x0 + cb * r0, y0 + sb * r0, z0, x1, y1, z1);
      } else {
        this.quad(
          x0 + ca * r0, y0 + sa * r0, z0, x0 + cb * r0, y0 + sb * r0, z0,
          x1 + cb * r1, y1 + sb * r1, z1, x1 + ca * r1, y1 + sa * r1, z1,
        );
        if (capped) this.tri(x1, y1, z1, x1 + ca * r1, y1 + sa * r1, z1, x1 + cb * r1, y1 + sb * r1, z1);
      }
    }
    return this;
  }

  /** A lumpy ball: an icosahedron, `fine` cut once more, its corners moved by up to `lump`. */
  blob(x: number, y: number, z: number, rx: number, ry: number, rz: number, lump = 0.12, fine = false, seed = 1): this {
    const faces = fine ? FINE : COARSE;
    for (let f = 0; f < faces.length; f += 9) {
      const p: number[] = [];
      for (let c = 0; c < 9; c += 3) {
        const [ux, uy, uz] = [faces[f + c], faces[f + c + 1], faces[f + c + 2]];
        const k = 1 + lump * wobble(ux, uy, uz, seed);
        p.push(x + ux * rx * k, y + uy * ry * k, z + uz * rz * k);
      }
      this.tri(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]);
    }
    return this;
  }

  /** The finished mesh. `extras` adds the glow and cut attributes. */
  build(extras = false): BufferGeometry {
    const geometry = new BufferGeometry();
    const n = this.count;
    geometry.setAttribute("position", new BufferAttribute(this.positions.slice(0, n * 3), 3));
    geometry.setAttribute("color", new BufferAttribute(this.colours.slice(0, n * 3), 3));
    if (extras) geometry.setAttribute("aExtra", new BufferAttribute(this.extras.slice(0, n * 2), 2));
    return geometry;
  }
}

/** A repeatable number in -1..1 for a direction, so that corners shared by faces move together. */
function wobble(x: number, y: number, z: number, seed: number): number {
  const s = Math.sin(x * 12.9898 + y * 78.233 + z * 37.719 + seed * 4.581) * 43758.5453;
  return (s - Math.floor(s)) * 2 - 1;
}

function icosahedron(): number[] {
  const t = (1 + Math.sqrt(5)) / 2;
  const l = Math.sqrt(1 + t * t);
  const [a, b] = [1 / l, t / l];
  const v = [
    [-a, b, 0], [a, b, 0], [-a, -b, 0], [a, -b, 0], [0, -a, b], [0, a, b], [0, -a, -b], [0, a, -b], [b, 0, -a],
    [b, 0, a], [-b, 0, -a], [-b, 0, a],
  ];
  const f = [
    0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3, 9, 4, 3, 4,
    2, 3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
  ];
  return f.flatMap((i) => v[i]);
}

function refined(faces: readonly number[]): number[] {
  const out: number[] = [];
  const middle = (a: number[], b: number[]): number[] => {
    const m = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    const l = Math.hypot(m[0], m[1], m[2]);
    return [m[0] / l, m[1] / l, m[2] / l];
  };
  for (let f = 0; f < faces.length; f += 9) {
    const a = faces.slice(f, f + 3);
    const b = faces.slice(f + 3, f + 6);
    const c = faces.slice(f + 6, f + 9);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    out.push(...a, ...ab, ...ca, ...ab, ...b, ...bc, ...ca, ...bc, ...c, ...ab, ...bc, ...ca);
  }
  return out;
}

const COARSE: readonly number[] = icosahedron();
const FINE: readonly number[] = refined(COARSE);
