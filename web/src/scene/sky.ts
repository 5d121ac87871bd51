/**
 * Day and night: where sun and moon stand, the colours of sky, light and fog for the hour, stars, and three layers of
 * drifting clouds.
 */
import {
  BackSide, Color, DirectionalLight, Fog, Group, HemisphereLight, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial,
  ShaderMaterial, SphereGeometry, Vector3,
} from "three";
import { Mesher } from "./mesher";
import { shared } from "./materials";

/** Colours at one height of the sun (its sine). */
interface Mood {
  readonly sun: number;
  readonly zenith: Color;
  readonly horizon: Color;
  readonly light: Color;
  readonly lightStrength: number;
  readonly above: Color;
  readonly below: Color;
  readonly ambient: number;
}

const mood = (
  sun: number, zenith: number, horizon: number, light: number, lightStrength: number, above: number, below: number,
  ambient: number,
): Mood => ({
  sun, zenith: new Color(zenith), horizon: new Color(horizon), light: new Color(light), lightStrength,
  above: new Color(above), below: new Color(below), ambient,
});

const MOODS: readonly Mood[] = [
  mood(-1, 0x0c1430, 0x22304e, 0x9db2e0, 0.7, 0x5064a0, 0x2c3140, 1.3),
  mood(-0.18, 0x131d3a, 0x2f3b5c, 0x9db2e0, 0.65, 0x586a9f, 0x30343f, 1.3),
  mood(-0.02, 0x3a4a78, 0xd98f72, 0xe7a07a, 0.5, 0x7f8bb8, 0x554c48, 1.5),
  mood(0.12, 0x5f8fc4, 0xf3cfa2, 0xffcb94, 2.0, 0xb4c8e6, 0x8d7d68, 1.75),
  mood(0.4, 0x4e95d6, 0xcfe4ee, 0xfff0d6, 2.55, 0xd2e4f6, 0x9c9678, 2.05),
  mood(1, 0x3f8ad2, 0xc3e0f0, 0xfff6e6, 2.7, 0xd6e6f6, 0xa09a7c, 2.1),
];

const SKY_VERTEX = /* glsl */ `
varying vec3 vDirection;
void main() {
  vDirection = normalize(position);
  gl_Position = (projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0)).xyww;
}`;

const SKY_FRAGMENT = /* glsl */ `
varying vec3 vDirection;
uniform vec3 uZenith;
uniform vec3 uHorizon;
uniform vec3 uSun;
uniform vec3 uSunTint;
uniform float uStars;
float hash(vec3 p) { return fract(sin(dot(p, vec3(127.1, 311.7, 74.7))) * 43758.5453); }
void main() {
  vec3 d = normalize(vDirection);
  float up = clamp(d.y, 0.0, 1.0);
  vec3 c = mix(uHorizon, uZenith, 1.0 - pow(1.0 - up, 2.2));
  float toSun = dot(d, uSun);
  c += uSunTint * (0.28 * pow(max(toSun, 0.0), 24.0) + smoothstep(0.9991, 0.9994, toSun));
  float toMoon = dot(d, -uSun);
  c = mix(c, vec3(0.93, 0.94, 0.88), smoothstep(0.9993, 0.9995, toMoon) * clamp(uStars + 0.25, 0.0, 1.0));
  if (uStars > 0.01 && d.y > 0.0) {
    vec3 cell = floor(d * 170.0);
    float h = hash(cell);
    vec3 inside = fract(d * 170.0) - 0.5;
    c += uStars * step(0.9965, h) * smoothstep(0.35, 0.05, length(inside)) * (0.35 + 0.65 * hash(cell + 3.0));
  }
  gl_FragColor = vec4(c, 1.0);
  #include <colorspace_fragment>
}`;

const CLOUD_LAYERS = [
  { height: 130, speed: 1, count: 10, size: 34 },
  { height: 185, speed: 0.6, count: 10, size: 52 },
  { height: 250, speed: 0.3, count: 9, size: 80 },
] as const;
const CLOUD_FIELD = 1400;

/** Where the wind blows to, in radians anticlockwise from east, and how fast the lowest clouds go, in metres a second. */
export interface Wind {
  readonly angle: number;
  readonly speed: number;
}

export class Sky {
  readonly group = new Group();
  readonly light = new DirectionalLight();
  readonly ambient = new HemisphereLight();
  readonly fog = new Fog(0xffffff, 60, 250);
  /** 0 by day to 1 in the dark. */
  night = 0;

  private readonly toSun = new Vector3(0, 1, 0);
  private readonly zenith = new Color();
  private readonly tint = new Color();
  private readonly dome: Mesh<SphereGeometry, ShaderMaterial>;
  private readonly clouds: InstancedMesh;
  private readonly cloudPaint = new MeshBasicMaterial({ transparent: true, opacity: 0.82, vertexColors: true, fog: false });
  private readonly matrix = new Matrix4();
  /** How far the wind has blown the clouds, in metres of the lowest layer; and when that was. */
  private readonly blown = { east: 0, north: 0, at: 0 };

  constructor() {
    this.dome = new Mesh(
      new SphereGeometry(1, 32, 20),
      new ShaderMaterial({
        vertexShader: SKY_VERTEX,
        fragmentShader: SKY_FRAGMENT,
        side: BackSide,
        depthWrite: false,
        toneMapped: false,
        uniforms: {
          uZenith: { value: this.zenith },
          uHorizon: { value: this.fog.color },
          uSun: { value: this.toSun },
          uSunTint: { value: this.tint },
          uStars: { value: 0 },
        },
      }),
    );
    this.dome.frustumCulled = false;
    this.dome.renderOrder = -10;
    this.clouds = new InstancedMesh(cloudShape(), this.cloudPaint, CLOUD_LAYERS.reduce((n, l) => n + l.count, 0));
    this.clouds.frustumCulled = false;
    this.clouds.renderOrder = -5;
    this.cloudPaint.depthWrite = false;
    this.light.castShadow = true;
    this.light.shadow.bias = -0.0006;
    this.group.add(this.dome, this.clouds, this.light, this.light.target, this.ambient);
  }

  /** Covers `reach` metres around the player with shadows on a map of `pixels`; 0 pixels turns them off. */
  shadows(pixels: number, reach: number): void {
    this.light.castShadow = pixels > 0;
    if (pixels === 0) return;
    const { shadow } = this.light;
    shadow.mapSize.set(pixels, pixels);
    Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 240 });
    shadow.camera.updateProjectionMatrix();
    shadow.map?.dispose();
    shadow.map = null;
  }

  /**
   * Sets the hour: `day` runs from 0 at midnight through 0.5 at noon. `seen` is how far one sees, in metres. Clouds go with the `wind`,
   * and the more of the sky they `cover` (0 to 1), the greyer and dimmer it is.
   */
  update(day: number, seen: number, eye: Vector3, focus: Vector3, seconds: number, wind: Wind, cover: number): void {
    const angle = (day - 0.25) * Math.PI * 2;
    this.toSun.set(Math.cos(angle), Math.sin(angle) * 0.86, Math.sin(angle) * 0.36 + 0.22).normalize();
    const high = this.toSun.y;
    let k = 1;
    while (k < MOODS.length - 1 && MOODS[k].sun < high) k++;
    const [a, b] = [MOODS[k - 1], MOODS[k]];
    const t = Math.max(0, Math.min(1, (high - a.sun) / (b.sun - a.sun)));
    this.zenith.lerpColors(a.zenith, b.zenith, t);
    this.fog.color.lerpColors(a.horizon, b.horizon, t);
    this.light.color.lerpColors(a.light, b.light, t);
    // The light fades while sun and moon change places, so that shadows never jump.
    const handover = Math.min(1, Math.abs(high + 0.06) / 0.08);
    this.light.intensity = (a.lightStrength + (b.lightStrength - a.lightStrength) * t) * handover;
    this.ambient.color.lerpColors(a.above, b.above, t);
    this.ambient.groundColor.lerpColors(a.below, b.below, t);
    this.ambient.intensity = a.ambient + (b.ambient - a.ambient) * t;
    this.night = Math.max(0, Math.min(1, (0.1 - high) / 0.2));
    shared.uNight.value = this.night;
    this.tint.copy(this.light.color).multiplyScalar(high > -0.1 ? 1 : 0);
    this.dome.material.uniforms.uStars.value = this.night;
    this.fog.near = seen * 0.45;
    this.fog.far = seen * 0.97;
    const sign = high > -0.06 ? 1 : -1;
    this.light.position.copy(this.toSun).multiplyScalar(sign * 120).add(focus);
    if (this.light.position.y < focus.y + 25) this.light.position.y = focus.y + 25;
    this.light.target.position.copy(focus);
    this.overcast(cover);
    this.cloudPaint.color.copy(this.fog.color).lerp(WHITE, 0.55 * (1 - this.night) * (1 - 0.6 * cover));
    this.cloudPaint.opacity = 0.35 + 0.6 * cover;
    this.blow(wind, seconds);
    this.drift(eye);
  }

  /** Takes the blue out of the sky and the strength out of the sun. */
  private overcast(cover: number): void {
    const grey = Math.max(0, cover - 0.5) * 2;
    const dark = 0.2 + 0.5 * (1 - this.night);
    this.zenith.lerp(GREY.setScalar(dark), grey * 0.7);
    this.fog.color.lerp(GREY.setScalar(dark + 0.1), grey * 0.6);
    this.light.intensity *= 1 - 0.6 * grey;
    this.tint.multiplyScalar(1 - grey);
    this.dome.material.uniforms.uStars.value *= 1 - grey;
  }

  private blow(wind: Wind, seconds: number): void {
    const passed = Math.min(1, Math.max(0, seconds - this.blown.at));
    this.blown.at = seconds;
    this.blown.east += Math.cos(wind.angle) * wind.speed * passed;
    this.blown.north += Math.sin(wind.angle) * wind.speed * passed;
  }

  private drift(eye: Vector3): void {
    let n = 0;
    for (const layer of CLOUD_LAYERS) {
      for (let k = 0; k < layer.count; k++) {
        const spot = (s: number): number => ((Math.sin(s * 91.7 + layer.height) * 43758.5) % 1 + 1) % 1;
        const wrap = (v: number): number => (((v % CLOUD_FIELD) + CLOUD_FIELD) % CLOUD_FIELD) - CLOUD_FIELD / 2;
        // Parallax: nearer layers pass faster under the walker as well.
        const x = wrap(spot(k + 1) * CLOUD_FIELD + this.blown.east * layer.speed - eye.x);
        const z = wrap(spot(k + 50) * CLOUD_FIELD - this.blown.north * layer.speed - eye.z);
        const size = layer.size * (0.7 + spot(k + 9) * 0.8);
        this.matrix.makeScale(size, size * 0.55, size * 0.8);
        this.matrix.setPosition(eye.x + x, layer.height + eye.y * 0.3, eye.z + z);
        this.clouds.setMatrixAt(n++, this.matrix);
      }
    }
    this.clouds.instanceMatrix.needsUpdate = true;
  }
}

const WHITE = new Color(0xffffff);
const GREY = new Color();

function cloudShape() {
  const m = new Mesher();
  const lumps = [[0, 0, 0, 1], [0.95, 0.15, -0.08, 0.7], [-0.9, -0.2, -0.1, 0.75], [0.25, 0.6, -0.1, 0.62], [-0.3, -0.55, -0.12, 0.55]];
  for (const [x, y, z, r] of lumps) m.paint(0xffffff, 0.92 + r * 0.08).blob(x, y, z, r, r * 0.8, r * 0.45, 0.1, true, r);
  return m.build();
}
