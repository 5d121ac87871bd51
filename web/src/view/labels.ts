/** Name tags and speech bubbles: page elements over the canvas, so they are crisp and can be read aloud. */
import { Vector3, type Camera } from "three";

const TAG_REACH = 45;
const BUBBLE_REACH = 60;
const MOST = 48;

interface Label {
  readonly root: HTMLElement;
  readonly name: HTMLElement;
  readonly health: HTMLElement;
  readonly bubble: HTMLElement;
  used: boolean;
  until: number;
}

export class Labels {
  showNames = true;
  private readonly labels = new Map<bigint, Label>();
  private readonly spot = new Vector3();

  constructor(private readonly layer: HTMLElement) {}

  /** Shows words over somebody for a while that suits their length. */
  speak(id: bigint, text: string, shout: boolean, now: number): void {
    const label = this.label(id);
    if (!label) return;
    label.bubble.textContent = text;
    label.bubble.classList.toggle("shout", shout);
    label.until = now + 2500 + text.length * 60;
  }

  begin(): void {
    for (const label of this.labels.values()) label.used = false;
  }

  /** Puts somebody's label over (x, y, z) of the scene. */
  put(
    id: bigint, name: string, kind: "human" | "inhabitant" | "own", health: number, x: number, y: number, z: number,
    camera: Camera, width: number, height: number, now: number,
  ): void {
    const distance = camera.position.distanceTo(this.spot.set(x, y, z));
    const known = this.labels.get(id);
    const speaks = known !== undefined && known.until > now && distance < BUBBLE_REACH;
    const named = this.showNames && kind !== "own" && name !== "" && distance < TAG_REACH;
    if (!speaks && !named) return;
    this.spot.project(camera);
    if (this.spot.z > 1 || Math.abs(this.spot.x) > 1.1 || Math.abs(this.spot.y) > 1.2) return;
    const label = known ?? this.label(id);
    if (!label) return;
    label.used = true;
    if (label.name.textContent !== name) label.name.textContent = name;
    label.root.dataset.kind = kind;
    label.name.hidden = !named;
    label.bubble.hidden = !speaks;
    const hurt = named && health < 250;
    label.health.hidden = !hurt;
    if (hurt) label.health.style.setProperty("--share", `${Math.round((health / 255) * 100)}%`);
    const px = ((this.spot.x + 1) / 2) * width;
    const py = ((1 - this.spot.y) / 2) * height;
    const size = Math.max(0.72, Math.min(1, 14 / distance));
    label.root.style.transform = `translate(${px.toFixed(1)}px, ${py.toFixed(1)}px) translate(-50%, -100%) scale(${size.toFixed(2)})`;
    label.root.hidden = false;
  }

  end(now: number): void {
    for (const [id, label] of this.labels) {
      if (label.used) continue;
      label.root.hidden = true;
      if (label.until > now) continue;
      label.root.remove();
      this.labels.delete(id);
    }
  }

  clear(): void {
    for (const label of this.labels.values()) label.root.remove();
    this.labels.clear();
  }

  private label(id: bigint): Label | null {
    const known = this.labels.get(id);
    if (known) return known;
    if (this.labels.size >= MOST) return null;
    const element = (className: string, parent: HTMLElement): HTMLElement => {
      const made = document.createElement("div");
      made.className = className;
      parent.append(made);
      return made;
    };
    const root = element("label", this.layer);
    root.hidden = true;
    const bubble = element("bubble", root);
    bubble.hidden = true;
    const name = element("name", root);
    const health = element("health", root);
    health.hidden = true;
    const label = { root, name, health, bubble, used: false, until: 0 };
    this.labels.set(id, label);
    return label;
  }
}
