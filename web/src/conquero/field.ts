/**
 * The war in the scene: a ring of posts around every centre that fills while it is taken, its flag, a beam over those one may
 * take, ribbons along the roads in their owners' colours, and discs under people's feet.
 */
import {
  AdditiveBlending, BufferAttribute, BufferGeometry, CanvasTexture, Color, CylinderGeometry, DoubleSide, Group, InstancedMesh,
  Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, PlaneGeometry, RingGeometry, Sprite, SpriteMaterial, type Vector3,
} from "three";
import type { KnownWorld } from "../model/known-world";
import type { Anchor } from "../scene/anchor";
import type { Scouts } from "./scouts";
import { teamOf } from "./teams";
import type { Place, War } from "./war";

const POSTS = 36;
const RIBBON = 0.32;
const RIBBON_STEP = 2;
const ABOVE = 0.12;
const BEAM = 26;
const FLAG = 3.4;
const MOST_DISCS = 64;
/** Seconds a swing's sweep and a ping's beacon are seen. */
const SWEEP_SECONDS = 0.22;
const PING_SECONDS = 6;
const SWEEP_ANGLE = 1.5;
/** The label over a flag: pixels, metres wide at least and at most, and for each metre one is away. */
const LABEL = { width: 320, height: 112, least: 2.2, most: 13, share: 0.13 } as const;

interface Monument {
  readonly group: Group;
  readonly flag: Mesh<PlaneGeometry, MeshLambertMaterial>;
  readonly beam: Mesh<CylinderGeometry, MeshBasicMaterial>;
  readonly label: Sprite;
}

interface Brief {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  age: number;
  readonly lasts: number;
  readonly strength: number;
}

export class Field {
  readonly group = new Group();
  private readonly monuments: Monument[] = [];
  private posts: InstancedMesh | null = null;
  private ribbons: Mesh<BufferGeometry, MeshBasicMaterial> | null = null;
  private readonly discs: InstancedMesh;
  private readonly briefs: Brief[] = [];
  private readonly matrix = new Matrix4();
  private readonly colour = new Color();
  private readonly mixed = new Color();
  private eye: Place = { x: 0, y: 0 };
  private stale = true;
  private painted = "";
  private anchored = "";

  constructor(private readonly war: War, private readonly scouts: Scouts, private readonly world: KnownWorld, private readonly anchor: Anchor) {
    const disc = new RingGeometry(0.48, 0.66, 28).rotateX(-Math.PI / 2);
    this.discs = instanced(disc, new MeshBasicMaterial({ transparent: true, opacity: 0.85, depthWrite: false }), MOST_DISCS);
    this.group.add(this.discs);
    war.onSetting.on(() => this.build());
    world.onChunk.on(() => (this.stale = true));
  }

  private height(x: number, y: number): number {
    return this.world.ground.terrain(x, y) ?? 0;
  }

  private build(): void {
    const { setting } = this.war;
    if (!setting) return;
    for (const { group } of this.monuments.splice(0)) this.group.remove(group);
    if (this.posts) this.group.remove(this.posts);
    if (this.ribbons) this.group.remove(this.ribbons);
    setting.centres.forEach(({ size }, n) => this.monuments.push(this.monument(this.war.centreName(n), size)));
    this.posts = instanced(new CylinderGeometry(0.07, 0.11, 0.55, 5).translate(0, 0.25, 0), new MeshBasicMaterial(), POSTS * setting.centres.length);
    this.posts.count = POSTS * setting.centres.length;
    this.ribbons = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, transparent: true, opacity: 0.8, depthWrite: false }));
    this.ribbons.frustumCulled = false;
    this.group.add(this.posts, this.ribbons);
    this.stale = true;
    this.painted = "";
  }

  private monument(name: string, size: number): Monument {
    const group = new Group();
    const tall = 3 + size * 0.11;
    const stone = new MeshLambertMaterial({ color: 0xb9b2a6, flatShading: true });
    const base = new Mesh(new CylinderGeometry(0.5, 0.75, 0.45, 7).translate(0, 0.2, 0), stone);
    const pole = new Mesh(new CylinderGeometry(0.06, 0.09, tall, 6).translate(0, tall / 2, 0), new MeshLambertMaterial({ color: 0x5a4632 }));
    const cloth = new PlaneGeometry(FLAG * (0.55 + size / 50), 1.5 * (0.6 + size / 50));
    cloth.translate((FLAG * (0.55 + size / 50)) / 2, tall - 0.9, 0);
    const flag = new Mesh(cloth, new MeshLambertMaterial({ side: DoubleSide }));
    const beam = new Mesh(
      new CylinderGeometry(0.35, 0.6, BEAM, 10, 1, true).translate(0, BEAM / 2, 0),
      new MeshBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.22, blending: AdditiveBlending, depthWrite: false, side: DoubleSide, fog: false }),
    );
    const label = nameSprite(name, `worth ${size}`);
    label.position.set(0, tall + 0.2, 0);
    for (const mesh of [base, pole, flag]) mesh.castShadow = true;
    group.add(base, pole, flag, beam, label);
    this.group.add(group);
    return { group, flag, beam, label };
  }

  /** Places and paints everything for a frame, for somebody who is at `eye` and looks from `camera`. */
  update(eye: Place, camera: Vector3, seconds: number, now: number): void {
    this.eye = eye;
    const { setting, state } = this.war;
    if (!setting || !state || !this.posts) return;
    const anchored = `${this.anchor.x},${this.anchor.y}`;
    if (this.stale || anchored !== this.anchored) this.place();
    this.anchored = anchored;
    this.paint(now);
    this.drawPeople();
    this.age(seconds);
    for (const { flag, group, label } of this.monuments) {
      flag.rotation.y = Math.sin(now / 700 + group.position.x) * 0.25;
      // Names are as large near as far, within reason: they must be read across the field.
      const wide = Math.max(LABEL.least, Math.min(LABEL.most, group.position.distanceTo(camera) * LABEL.share));
      label.scale.set(wide, (wide * LABEL.height) / LABEL.width, 1);
    }
  }

  private place(): void {
    const { setting } = this.war;
    if (!setting || !this.posts) return;
    this.stale = false;
    const radius = this.war.near;
    setting.centres.forEach((_, n) => {
      const at = this.war.centre(n);
      this.monuments[n].group.position.set(at.x - this.anchor.x, this.height(at.x, at.y), this.anchor.y - at.y);
      for (let post = 0; post < POSTS; post++) {
        const angle = (post / POSTS) * Math.PI * 2 + Math.PI / 2;
        const [x, y] = [at.x + Math.cos(angle) * radius, at.y + Math.sin(angle) * radius];
        this.matrix.makeTranslation(x - this.anchor.x, this.height(x, y), this.anchor.y - y);
        this.posts?.setMatrixAt(n * POSTS + post, this.matrix);
      }
    });
    this.posts.instanceMatrix.needsUpdate = true;
    this.layRibbons();
    this.painted = "";
  }

  /** Strips along the roads, from ring to ring, over the ground as it is known. */
  private layRibbons(): void {
    const { setting } = this.war;
    if (!setting || !this.ribbons) return;
    const [places, corners]: [number[], number[]] = [[], []];
    for (const [a, b] of setting.roads) {
      const [from, to] = [this.war.centre(a), this.war.centre(b)];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      const skip = Math.min(this.war.near, length * 0.3);
      const steps = Math.max(1, Math.ceil((length - 2 * skip) / RIBBON_STEP));
      for (let n = 0; n <= steps; n++) {
        const along = skip + ((length - 2 * skip) * n) / steps;
        const [x, y] = [from.x + ux * along, from.y + uy * along];
        for (const side of [-RIBBON, RIBBON]) {
          const [px, py] = [x - uy * side, y + ux * side];
          places.push(px - this.anchor.x, this.height(px, py) + ABOVE, this.anchor.y - py);
        }
        const first = places.length / 3 - 2;
        if (n < steps) corners.push(first, first + 1, first + 2, first + 1, first + 3, first + 2);
      }
    }
    const { geometry } = this.ribbons;
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(places.length), 3));
    geometry.setIndex(corners);
  }

  private paint(now: number): void {
    const { setting, state, team } = this.war;
    if (!setting || !state || !this.posts) return;
    const pulse = 0.6 + 0.4 * Math.sin(now / 260);
    this.monuments.forEach(({ beam }, n) => {
      const { contested } = state.centres[n];
      beam.visible = team !== null && (this.war.mayTake(team, n) || (contested && this.war.owner(n) === team));
      // It shows the way there; whoever has come needs it no more.
      beam.material.opacity = (0.1 + 0.14 * pulse) * this.farness(n);
      beam.material.color.setHex(contested ? 0xff5a4a : 0xffffff);
    });
    const key = `${team}|${state.centres.map(({ owner, taking, contested }) => `${owner}${contested ? "!" : ""}${taking ? `${taking.team}:${Math.round(taking.share * POSTS)}` : ""}`).join()}`;
    if (key === this.painted) return;
    this.painted = key;
    state.centres.forEach(({ owner, taking, contested }, n) => {
      this.monuments[n].flag.material.color.setHex(teamOf(owner).hex);
      const filled = taking ? taking.share * POSTS : 0;
      for (let post = 0; post < POSTS; post++) {
        const done = post < filled;
        const alarm = contested && post % 2 === 0;
        this.colour.setHex(done && taking ? teamOf(taking.team).hex : teamOf(owner).hex);
        if (alarm) this.colour.setHex(0xff4b3a);
        else if (!done) this.colour.multiplyScalar(taking ? 0.35 : 0.8);
        this.posts?.setColorAt(n * POSTS + post, this.colour);
      }
    });
    if (this.posts.instanceColor) this.posts.instanceColor.needsUpdate = true;
    this.paintRibbons();
  }

  private paintRibbons(): void {
    const { setting } = this.war;
    const colours = this.ribbons?.geometry.getAttribute("color");
    if (!setting || !(colours instanceof BufferAttribute)) return;
    let at = 0;
    for (const [a, b] of setting.roads) {
      const [from, to] = [this.war.centre(a), this.war.centre(b)];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const steps = Math.max(1, Math.ceil((length - 2 * Math.min(this.war.near, length * 0.3)) / RIBBON_STEP));
      const front = this.war.owner(a) !== this.war.owner(b);
      for (let n = 0; n <= steps; n++) {
        // Half and half, with a bright seam where the front is.
        const share = n / steps;
        this.mixed.setHex(teamOf(this.war.owner(share < 0.5 ? a : b)).hex);
        if (front && Math.abs(share - 0.5) < 0.6 / steps) this.mixed.setHex(0xffffff);
        for (let side = 0; side < 2; side++) colours.setXYZ(at++, this.mixed.r, this.mixed.g, this.mixed.b);
      }
    }
    colours.needsUpdate = true;
  }

  /** Discs in the teams' colours under everybody's feet. */
  private drawPeople(): void {
    let discs = 0;
    for (const { agent, where } of this.scouts.all()) {
      const member = this.war.roster[agent];
      if (!member || agent === this.war.role || discs >= MOST_DISCS) continue;
      this.matrix.makeTranslation(where.x - this.anchor.x, this.height(where.x, where.y) + 0.08, this.anchor.y - where.y);
      this.discs.setMatrixAt(discs, this.matrix);
      this.discs.setColorAt(discs++, this.colour.setHex(teamOf(member.team).hex));
    }
    this.discs.count = discs;
    this.discs.visible = discs > 0;
    this.discs.instanceMatrix.needsUpdate = true;
    if (this.discs.instanceColor) this.discs.instanceColor.needsUpdate = true;
  }

  /** 0 within a centre's ring to 1 from some way off. */
  private farness(centre: number): number {
    const at = this.war.centre(centre);
    return Math.max(0, Math.min(1, Math.hypot(at.x - this.eye.x, at.y - this.eye.y) / this.war.near - 1));
  }

  /** A swing's sweep: a fan of its reach, gone in a moment. */
  sweep(at: Place, heading: number, metres: number, team: number | null): void {
    const fan = new RingGeometry(0.5, metres, 14, 1, heading - SWEEP_ANGLE / 2, SWEEP_ANGLE).rotateX(-Math.PI / 2);
    this.add(fan, at, 1, teamOf(team).hex, SWEEP_SECONDS, 0.55);
  }

  /** A place somebody pointed out. */
  beacon(at: Place, team: number | null): void {
    this.add(new CylinderGeometry(0.15, 1.1, 16, 8, 1, true).translate(0, 8, 0), at, 0, teamOf(team).hex, PING_SECONDS, 0.7);
  }

  private add(geometry: BufferGeometry, at: Place, above: number, hex: number, lasts: number, strength: number): void {
    const material = new MeshBasicMaterial({ color: hex, transparent: true, opacity: strength, depthWrite: false, side: DoubleSide });
    const mesh = new Mesh(geometry, material);
    mesh.position.set(at.x - this.anchor.x, this.height(at.x, at.y) + above, this.anchor.y - at.y);
    this.group.add(mesh);
    this.briefs.push({ mesh, age: 0, lasts, strength });
  }

  private age(seconds: number): void {
    for (const brief of [...this.briefs]) {
      brief.age += seconds;
      brief.mesh.material.opacity = brief.strength * Math.max(0, 1 - brief.age / brief.lasts);
      if (brief.age < brief.lasts) continue;
      this.group.remove(brief.mesh);
      brief.mesh.geometry.dispose();
      brief.mesh.material.dispose();
      this.briefs.splice(this.briefs.indexOf(brief), 1);
    }
  }
}

function instanced(geometry: BufferGeometry, material: MeshBasicMaterial | MeshLambertMaterial, most: number): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, most);
  mesh.setColorAt(0, new Color());
  mesh.frustumCulled = false;
  mesh.count = 0;
  return mesh;
}

/** What a centre is called and worth, over its flag. */
function nameSprite(name: string, worth: string): Sprite {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [LABEL.width, LABEL.height];
  const context = canvas.getContext("2d");
  if (context) {
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.strokeStyle = "#1d2530";
    for (const [text, font, y, colour] of [[name, "bold 46px", 34, "#ffffff"], [worth, "600 34px", 86, "#ffe08a"]] as const) {
      context.font = `${font} system-ui, sans-serif`;
      context.lineWidth = 9;
      context.strokeText(text, LABEL.width / 2, y, LABEL.width - 12);
      context.fillStyle = colour;
      context.fillText(text, LABEL.width / 2, y, LABEL.width - 12);
    }
  }
  const sprite = new Sprite(new SpriteMaterial({ map: new CanvasTexture(canvas), depthWrite: false, fog: false }));
  // It stands on the pole's top, whatever its size.
  sprite.center.set(0.5, 0);
  return sprite;
}
