/** Rain and snow around the eye: points that fall through a box which goes along with it, moved by the shader alone. */
import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial, Vector3 } from "three";

const DROPS = 5000;
/** The box, in metres: half its width, and its height. */
const REACH = 22;
const HEIGHT = 18;

const VERTEX = /* glsl */ `
uniform float uTime;
uniform float uMuch;
uniform float uSnow;
uniform vec2 uWind;
uniform vec3 uEye;
uniform float uPixels;
varying float vShown;
varying float vSnow;
void main() {
  vec3 box = vec3(${REACH * 2}.0, ${HEIGHT}.0, ${REACH * 2}.0);
  float pace = mix(13.0, 1.6, uSnow) * (0.8 + 0.4 * fract(position.x * 57.0));
  vec3 p = position * box;
  p.y -= uTime * pace;
  p.xz += uWind * uTime * mix(0.6, 1.0, uSnow);
  p.x += uSnow * sin(uTime * 1.7 + position.z * 40.0) * 0.5;
  vec3 corner = uEye - box * vec3(0.5, 0.4, 0.5);
  p = mod(p - corner, box) + corner;
  vec4 seen = modelViewMatrix * vec4(p, 1.0);
  gl_Position = projectionMatrix * seen;
  vShown = step(fract(position.y * 91.0 + position.z * 13.0), uMuch);
  vSnow = uSnow;
  gl_PointSize = vShown * uPixels * min(mix(0.26, 0.1, uSnow) / max(-seen.z, 0.5), 0.07);
}`;

const FRAGMENT = /* glsl */ `
uniform vec3 uTint;
varying float vShown;
varying float vSnow;
void main() {
  vec2 p = gl_PointCoord - 0.5;
  // A drop is a streak, a flake is round.
  float drop = smoothstep(0.09, 0.0, abs(p.x)) * smoothstep(0.5, 0.2, abs(p.y));
  float flake = smoothstep(0.5, 0.2, length(p));
  float a = mix(drop * 0.75, flake * 0.9, vSnow) * vShown;
  if (a < 0.02) discard;
  gl_FragColor = vec4(uTint, a);
  #include <colorspace_fragment>
}`;

export class Downpour {
  readonly points: Points<BufferGeometry, ShaderMaterial>;

  constructor() {
    const places = new Float32Array(DROPS * 3);
    // A low-discrepancy sequence spreads them evenly without chance.
    for (let n = 0; n < DROPS; n++) {
      [0.8191725134, 0.6710436067, 0.5497004779].forEach((step, axis) => (places[n * 3 + axis] = (n * step) % 1));
    }
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(places, 3));
    const material = new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false,
      uniforms: {
        uTime: { value: 0 }, uMuch: { value: 0 }, uSnow: { value: 0 }, uWind: { value: [0, 0] }, uEye: { value: new Vector3() },
        uPixels: { value: 800 }, uTint: { value: new Color(0xdfe9f2) },
      },
    });
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
    this.points.visible = false;
  }

  /**
   * `much` is 0 for nothing to 1 for a downpour; `east` and `north` are the wind in metres a second. Nothing is drawn when time
   * stands still for the player (`still`), or under a roof.
   */
  update(much: number, snow: boolean, east: number, north: number, eye: Vector3, seconds: number, pixels: number, still: boolean): void {
    this.points.visible = much > 0.01 && !still;
    const { uniforms } = this.points.material;
    uniforms.uTime.value = seconds % 1000;
    uniforms.uMuch.value = Math.min(1, much);
    uniforms.uSnow.value = snow ? 1 : 0;
    uniforms.uWind.value = [east, -north];
    uniforms.uEye.value.copy(eye);
    uniforms.uPixels.value = pixels;
  }
}
