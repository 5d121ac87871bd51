/**
 * The few materials of the scene. All are flat-shaded Lambert with vertex colours; small additions to their shaders
 * make plants sway, lamps and windows shine after dark, and open the house the player is in.
 */
import {
  BackSide, DoubleSide, MeshDepthMaterial, MeshLambertMaterial, Vector2, Vector3, type Material, type Texture, type WebGLProgramParametersWithUniforms,
} from "three";
import { FIELD_CELL_METRES, SQUARE_SIDE } from "../wire/surroundings";

/** Values every patched shader reads; change them in place. */
export const shared = {
  uTime: { value: 0 },
  /** How far plants sway in metres at 5 m height; 0 holds them still. */
  uSway: { value: 0.12 },
  /** 0 by day to 1 in the dark. */
  uNight: { value: 0 },
  /** What the weather does to each field cell around the player (see ground-weather), and where its south-western corner lies: east and north. */
  uField: { value: null as Texture | null },
  uFieldCorner: { value: new Vector2() },
  /** Mark of the opened house, or -1. */
  uCutHouse: { value: -1 },
  /** Storeys above this one of the opened house are not drawn. */
  uCutLevel: { value: 0 },
  /** Height above which walls between eye and player are not drawn. */
  uCutHeight: { value: 0 },
  uCutCentre: { value: new Vector3() },
  /** Horizontal direction from the player to the eye. */
  uCutToward: { value: new Vector2(0, 1) },
};

/** Storeys a house can have; part of the packing of `cutMark`. */
const STOREYS = 16;
export const CUT_ROOF = STOREYS - 1;
const HOUSE_MARKS = 1 << 16;

/** One number for a storey of a house: small enough to be exact in a float. */
export function cutMark(house: number, storey: number): number {
  return (house % HOUSE_MARKS) * STOREYS + Math.min(storey, CUT_ROOF);
}

type Shader = WebGLProgramParametersWithUniforms;

function after(source: string, marker: string, addition: string): string {
  return source.replace(marker, `${marker}\n${addition}`);
}

function patch(material: Material, key: string, change: (shader: Shader) => void): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, shared);
    change(shader);
  };
  material.customProgramCacheKey = () => key;
}

const FIELD_HEAD = /* glsl */ `
uniform sampler2D uField;
uniform vec2 uFieldCorner;
/** Wet, snowy, flooded, moist: at a place of the scene. */
vec4 fieldAt(vec2 place) {
  return texture2D(uField, (vec2(place.x, -place.y) - uFieldCorner) / ${(FIELD_CELL_METRES * SQUARE_SIDE).toFixed(1)});
}`;

const PLANT_HEAD = /* glsl */ `${FIELD_HEAD}
attribute vec4 aPlace;
uniform float uTime;
uniform float uSway;
/** How well a plant thrives where it stands: 0 on parched soil, 1 on moist. */
float thriving() {
  return smoothstep(0.02, 0.3, fieldAt(aPlace.xz).a);
}
vec3 planted(vec3 p) {
  float size = mod(aPlace.w, 256.0) / 128.0;
#ifdef SWAYS
  size *= mix(0.78, 1.0, thriving());
#endif
  float turn = floor(aPlace.w / 256.0) / 256.0 * 6.2831853;
  float c = cos(turn), s = sin(turn);
  vec3 q = vec3(c * p.x + s * p.z, p.y, -s * p.x + c * p.z) * size;
#ifdef SWAYS
  float lean = q.y * q.y * 0.04 * uSway;
  q.xz += lean * vec2(sin(uTime * 1.3 + aPlace.x * 0.31), cos(uTime * 1.1 + aPlace.z * 0.27));
#endif
  return q + aPlace.xyz;
}`;

function plantPatch(shader: Shader, coloured: boolean): void {
  shader.vertexShader = after(shader.vertexShader, "#include <common>", PLANT_HEAD);
  shader.vertexShader = shader.vertexShader.replace(
    "#include <begin_vertex>", "vec3 transformed = planted(position);",
  );
  if (!coloured) return;
  shader.vertexShader = after(shader.vertexShader, "#include <common>", "attribute vec2 aExtra; varying float vGlow;");
  shader.vertexShader = after(shader.vertexShader, "#include <color_vertex>", /* glsl */ `
  float tint = fract(sin(dot(aPlace.xz, vec2(12.9898, 78.233))) * 43758.5453);
  vColor.rgb *= mix(vec3(0.86, 0.9, 0.86), vec3(1.14, 1.08, 0.98), tint);
#ifdef SWAYS
  vColor.rgb = mix(vec3(dot(vColor.rgb, vec3(0.45, 0.5, 0.05))) * vec3(1.25, 1.05, 0.55), vColor.rgb, mix(0.3, 1.0, thriving()));
#endif
  vColor.rgb = mix(vColor.rgb, vec3(0.9, 0.93, 0.97), fieldAt(aPlace.xz).g * 0.6);
  vGlow = aExtra.x;`);
  shine(shader);
}

function shine(shader: Shader): void {
  shader.fragmentShader = after(shader.fragmentShader, "#include <common>", "varying float vGlow; uniform float uNight;");
  shader.fragmentShader = after(
    shader.fragmentShader, "#include <emissivemap_fragment>",
    "totalEmissiveRadiance += vec3(1.0, 0.66, 0.3) * vGlow * uNight * 1.2;",
  );
}

/** Plants and everything else that stands in many copies. `sways` lets the wind move it. */
export function plantMaterials(sways: boolean): { seen: MeshLambertMaterial; depth: MeshDepthMaterial } {
  // Back faces cast the shadows, so that lit faces are not speckled by their own.
  const seen = new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide, shadowSide: BackSide });
  const depth = new MeshDepthMaterial({ side: DoubleSide });
  if (sways) {
    seen.defines = { SWAYS: "" };
    depth.defines = { SWAYS: "" };
  }
  patch(seen, `plant${sways}`, (shader) => plantPatch(shader, true));
  patch(depth, `plant-depth${sways}`, (shader) => plantPatch(shader, false));
  return { seen, depth };
}

const CUT_VERTEX = /* glsl */ `
  float house = floor(aExtra.y / ${STOREYS}.0);
  float storey = aExtra.y - house * ${STOREYS}.0;
  bool opened = uCutHouse >= 0.0 && house == uCutHouse;
  if (opened && storey > uCutLevel) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);`;
const CUT_HEAD = "attribute vec2 aExtra; uniform float uCutHouse; uniform float uCutLevel;";

/** Houses: storeys above the player's vanish, and walls between eye and player are cut low. */
export function houseMaterials(): { seen: MeshLambertMaterial; depth: MeshDepthMaterial } {
  // Back faces cast the shadows, so that lit faces are not speckled by their own.
  const seen = new MeshLambertMaterial({ vertexColors: true, flatShading: true, side: DoubleSide, shadowSide: BackSide });
  patch(seen, "house", (shader) => {
    shader.vertexShader = after(
      shader.vertexShader, "#include <common>", `${CUT_HEAD} varying float vGlow; varying float vOpened; varying vec3 vPlace;`,
    );
    shader.vertexShader = after(shader.vertexShader, "#include <fog_vertex>", /* glsl */ `
  vGlow = aExtra.x;
  vPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;${CUT_VERTEX}
  vOpened = opened && storey == uCutLevel ? 1.0 : 0.0;`);
    shader.fragmentShader = after(
      shader.fragmentShader, "#include <common>",
      "varying float vOpened; varying vec3 vPlace; uniform vec3 uCutCentre; uniform vec2 uCutToward; uniform float uCutHeight;",
    );
    shader.fragmentShader = after(
      shader.fragmentShader, "#include <clipping_planes_fragment>",
      "if (vOpened > 0.5 && vPlace.y > uCutHeight && dot(vPlace.xz - uCutCentre.xz, uCutToward) > 0.35) discard;",
    );
    shine(shader);
  });
  const depth = new MeshDepthMaterial({ side: DoubleSide });
  patch(depth, "house-depth", (shader) => {
    shader.vertexShader = after(shader.vertexShader, "#include <common>", CUT_HEAD);
    shader.vertexShader = after(shader.vertexShader, "vHighPrecisionZW = gl_Position.zw;", CUT_VERTEX);
  });
  return { seen, depth };
}

/** Noise of about a metre, 0 to 1: where water would gather. */
const UNEVEN = /* glsl */ `
float scatter(vec2 p) {
  return fract(sin(dot(p, vec2(41.3, 289.1))) * 4373.7);
}
float uneven(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  float south = mix(scatter(i), scatter(i + vec2(1.0, 0.0)), f.x);
  return mix(south, mix(scatter(i + vec2(0.0, 1.0)), scatter(i + vec2(1.0, 1.0)), f.x), f.y);
}`;

/** Ground: vertex colours, and what the weather does to each place. */
export function groundMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true });
  patch(material, "ground", (shader) => {
    shader.vertexShader = after(shader.vertexShader, "#include <common>", "varying vec3 vPlace;");
    shader.vertexShader = after(shader.vertexShader, "#include <fog_vertex>", "vPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;");
    shader.fragmentShader = after(shader.fragmentShader, "#include <common>", `varying vec3 vPlace; uniform float uTime;${FIELD_HEAD}${UNEVEN}`);
    // Wet ground is darker and a little bluer; water gathers where it is uneven; snow covers it.
    shader.fragmentShader = after(shader.fragmentShader, "#include <color_fragment>", /* glsl */ `
  vec4 field = fieldAt(vPlace.xz);
  diffuseColor.rgb *= mix(vec3(1.0), vec3(0.62, 0.68, 0.74), field.r);
  float hollow = uneven(vPlace.xz * 0.22) * 0.75 + uneven(vPlace.xz * 0.9) * 0.25;
  float water = smoothstep(hollow - 0.06, hollow + 0.06, field.b * 1.25 - 0.02);
  float ripple = 0.04 * sin(uTime * 1.4 + vPlace.x * 1.7 + sin(vPlace.z * 1.3 + uTime));
  diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.2, 0.36, 0.45) + ripple, water * 0.9);
  diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.9, 0.93, 0.97), field.g * 0.9);`);
  });
  return material;
}

/** Water: a little see-through, with slow waves. */
export function waterMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true, transparent: true, opacity: 0.86 });
  patch(material, "water", (shader) => {
    shader.vertexShader = after(shader.vertexShader, "#include <common>", "uniform float uTime; uniform float uSway;");
    shader.vertexShader = after(shader.vertexShader, "#include <begin_vertex>", /* glsl */ `
  vec3 wave = (modelMatrix * vec4(position, 1.0)).xyz;
  transformed.y += uSway * 0.35 * (sin(wave.x * 0.55 + uTime * 1.1) + cos(wave.z * 0.47 - uTime * 0.9));`);
  });
  return material;
}
