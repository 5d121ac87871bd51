/** Renderer and scene, at the chosen quality. */
import { NeutralToneMapping, PCFShadowMap, Scene, WebGLRenderer } from "three";
import { Anchor } from "../scene/anchor";
import { Lamplight } from "../scene/lamplight";
import { DETAIL, Landscape } from "../scene/landscape";
import { Animals } from "../scene/animals";
import { People } from "../scene/people";
import { Downpour } from "../scene/downpour";
import { Sky } from "../scene/sky";
import { Things } from "../scene/things";
import { FollowCamera } from "./camera";

export type Grade = "low" | "medium" | "high";

const GRADES: Record<Grade, { pixels: number; shadows: number; reach: number }> = {
  low: { pixels: 1, shadows: 0, reach: 0 },
  medium: { pixels: 1.5, shadows: 2048, reach: 44 },
  high: { pixels: 2, shadows: 4096, reach: 64 },
};

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  readonly eye = new FollowCamera();
  readonly anchor = new Anchor();
  readonly landscape = new Landscape(this.anchor);
  readonly sky = new Sky();
  readonly downpour = new Downpour();
  readonly people = new People();
  readonly animals = new Animals();
  readonly things = new Things();
  readonly lamplight = new Lamplight();

  /** Smooth edges can only be chosen here, so a change of `grade` to or from low takes them over at the next visit. */
  constructor(canvas: HTMLCanvasElement, grade: Grade) {
    this.renderer = new WebGLRenderer({ canvas, antialias: grade !== "low", powerPreference: "high-performance" });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene.fog = this.sky.fog;
    this.scene.add(
      this.sky.group, this.landscape.group, this.people.group, this.animals.group, this.things.group, this.lamplight.group, this.downpour.points,
    );
  }

  grade(grade: Grade): void {
    const { pixels, shadows, reach } = GRADES[grade];
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, pixels));
    this.sky.shadows(shadows, reach);
    this.lamplight.group.visible = grade !== "low";
    this.landscape.detail = DETAIL[grade];
    this.landscape.reanchor();
    this.resize();
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.eye.camera.aspect = clientWidth / clientHeight;
    this.eye.camera.updateProjectionMatrix();
  }

  render(): void {
    this.renderer.render(this.scene, this.eye.camera);
  }
}
