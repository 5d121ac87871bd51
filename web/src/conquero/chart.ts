/** The small map: the land as the host draws it, roads and fronts in the teams' colours, who is where, what was pointed out. A tap points a place out. */
import type { KnownWorld } from "../model/known-world";
import { drawArrow } from "../ui/arrow";
import { Atlas, SHEET_METRES } from "../ui/atlas";
import { make } from "../ui/element";
import type { Scouts } from "./scouts";
import { NOBODY, teamOf } from "./teams";
import type { Place, War } from "./war";

const WIDTHS = [230, 520] as const;
const DRAW_EVERY = 100;
const MARGIN = 14;
const PING_MS = 6000;

export class Chart {
  readonly root = make("div", "cq-chart");
  private readonly canvas = make("canvas");
  private readonly context = this.canvas.getContext("2d");
  private readonly pings: { at: Place; since: number }[] = [];
  private readonly atlas = new Atlas();
  private size = 0;
  private drawn = 0;

  constructor(private readonly war: War, private readonly scouts: Scouts, private readonly world: KnownWorld, pointOut: (at: Place) => void) {
    this.root.append(this.canvas);
    this.root.hidden = true;
    this.root.setAttribute("role", "img");
    this.root.setAttribute("aria-label", "Map of the war, north up. Tap to point a place out to your team.");
    this.canvas.addEventListener("pointerdown", (event) => {
      const { left, top, width, height } = this.canvas.getBoundingClientRect();
      pointOut(this.place(((event.clientX - left) / width) * this.canvas.width, ((event.clientY - top) / height) * this.canvas.height));
    });
    war.onPing.on(({ at }) => this.pings.push({ at, since: performance.now() }));
  }

  /** Small or large. */
  nextSize(): void {
    this.size = (this.size + 1) % WIDTHS.length;
    this.drawn = 0;
  }

  private get scale(): number {
    const { setting } = this.war;
    return setting ? (this.canvas.width - 2 * MARGIN) / setting.extent[0] : 1;
  }

  private pixel(at: readonly [number, number]): [number, number] {
    return [MARGIN + at[0] * this.scale, this.canvas.height - MARGIN - at[1] * this.scale];
  }

  private place(x: number, y: number): Place {
    return this.war.inWorld([(x - MARGIN) / this.scale, (this.canvas.height - MARGIN - y) / this.scale]);
  }

  private onMap(place: Place): [number, number] {
    const { corner, metres } = this.war.setting ?? { corner: [0, 0], metres: 1 };
    return this.pixel([(place.x - corner[0]) / metres, (place.y - corner[1]) / metres]);
  }

  draw(own: Place & { heading: number }, now: number): void {
    const { setting, state } = this.war;
    const { context } = this;
    if (!setting || !state || !context || now - this.drawn < DRAW_EVERY) return;
    this.drawn = now;
    this.root.hidden = false;
    const width = Math.min(WIDTHS[this.size], window.innerWidth * (this.size ? 0.9 : 0.42));
    const height = ((width - 2 * MARGIN) * setting.extent[1]) / setting.extent[0] + 2 * MARGIN;
    if (this.canvas.width !== Math.round(width)) [this.canvas.width, this.canvas.height] = [Math.round(width), Math.round(height)];
    context.fillStyle = "#2f4a37";
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.drawGround(context, now);
    this.drawLand(context);
    this.drawRoads(context);
    this.drawCentres(context, now);
    this.drawAgents(context);
    this.drawPings(context, now);
    const [x, y] = this.onMap(own);
    drawArrow(context, x, y, -own.heading, 1, { fill: "#ffffff", edge: "#10161d" });
  }

  /** The land itself, in sheets of the host's map. */
  private drawGround(context: CanvasRenderingContext2D, now: number): void {
    const { setting } = this.war;
    if (!setting || !this.world.welcome) return;
    this.atlas.open(this.world.welcome.seed);
    const [low, high] = [this.war.inWorld([0, 0]), this.war.inWorld(setting.extent)];
    const side = (SHEET_METRES / setting.metres) * this.scale;
    for (let j = Math.floor(low.y / SHEET_METRES); j * SHEET_METRES < high.y; j++) {
      for (let i = Math.floor(low.x / SHEET_METRES); i * SHEET_METRES < high.x; i++) {
        const sheet = this.atlas.sheet(i, j, now);
        const [x, y] = this.onMap({ x: i * SHEET_METRES, y: (j + 1) * SHEET_METRES });
        if (sheet) context.drawImage(sheet, x, y, side + 0.5, side + 0.5);
      }
    }
  }

  /** Land is whose centre is nearest: the fronts are where the colours meet. */
  private drawLand(context: CanvasRenderingContext2D): void {
    const { setting } = this.war;
    if (!setting) return;
    const step = 6;
    const centres = setting.centres.map(({ at }) => this.pixel(at));
    for (let y = 0; y < this.canvas.height; y += step) {
      for (let x = 0; x < this.canvas.width; x += step) {
        let [best, nearest] = [Infinity, 0];
        centres.forEach(([cx, cy], n) => {
          const far = (cx - x) ** 2 + (cy - y) ** 2;
          if (far < best) [best, nearest] = [far, n];
        });
        const owner = this.war.owner(nearest);
        if (owner === null) continue;
        context.fillStyle = `${teamOf(owner).colour}66`;
        context.fillRect(x, y, step, step);
      }
    }
  }

  private drawRoads(context: CanvasRenderingContext2D): void {
    const { setting } = this.war;
    for (const [a, b] of setting?.roads ?? []) {
      const [[ax, ay], [bx, by]] = [this.pixel(setting?.centres[a].at ?? [0, 0]), this.pixel(setting?.centres[b].at ?? [0, 0])];
      const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
      context.lineWidth = 2.5;
      for (const [centre, x, y] of [[a, ax, ay], [b, bx, by]] as const) {
        context.strokeStyle = teamOf(this.war.owner(centre)).colour;
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(mx, my);
        context.stroke();
      }
    }
  }

  private drawCentres(context: CanvasRenderingContext2D, now: number): void {
    const { setting, state, team } = this.war;
    setting?.centres.forEach(({ at, size }, n) => {
      const [x, y] = this.pixel(at);
      const { owner, taking, contested } = state?.centres[n] ?? { owner: null, taking: null, contested: false };
      const radius = 3.2 + size / 7;
      const { colour, sign } = teamOf(owner);
      context.fillStyle = colour;
      context.strokeStyle = contested ? "#ff4b3a" : "#1d2530";
      context.lineWidth = contested ? 2.5 : 1.5;
      context.beginPath();
      context.arc(x, y, radius, 0, Math.PI * 2);
      context.fill();
      context.stroke();
      if (owner !== null && this.size > 0) {
        context.fillStyle = "#10161d";
        context.font = `${radius * 1.3}px system-ui, sans-serif`;
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillText(sign, x, y + 0.5);
      }
      if (this.size > 0) {
        context.font = "600 12px system-ui, sans-serif";
        context.textAlign = "center";
        context.textBaseline = "top";
        context.lineWidth = 3;
        context.strokeStyle = "#10161dcc";
        const name = this.war.centreName(n);
        const half = context.measureText(name).width / 2 + 3;
        const middle = Math.max(half, Math.min(this.canvas.width - half, x));
        context.strokeText(name, middle, y + radius + 3);
        context.fillStyle = "#ffffff";
        context.fillText(name, middle, y + radius + 3);
      }
      if (taking) {
        context.strokeStyle = teamOf(taking.team).colour;
        context.lineWidth = 3;
        context.beginPath();
        context.arc(x, y, radius + 3, -Math.PI / 2, -Math.PI / 2 + taking.share * Math.PI * 2);
        context.stroke();
      } else if (team !== null && this.war.mayTake(team, n)) {
        context.strokeStyle = `rgb(255 255 255 / ${0.45 + 0.4 * Math.sin(now / 260)})`;
        context.lineWidth = 1.5;
        context.beginPath();
        context.arc(x, y, radius + 3, 0, Math.PI * 2);
        context.stroke();
      }
    });
  }

  private drawAgents(context: CanvasRenderingContext2D): void {
    const { roster, role } = this.war;
    for (const { agent, where } of this.scouts.all()) {
      if (agent === role) continue;
      const [x, y] = this.onMap(where);
      context.fillStyle = roster[agent] ? teamOf(roster[agent].team).colour : NOBODY.colour;
      context.strokeStyle = "#ffffff";
      context.lineWidth = 1.2;
      context.beginPath();
      context.rect(x - 3, y - 3, 6, 6);
      context.fill();
      context.stroke();
    }
  }

  private drawPings(context: CanvasRenderingContext2D, now: number): void {
    for (const ping of [...this.pings]) {
      const age = (now - ping.since) / PING_MS;
      if (age > 1) this.pings.splice(this.pings.indexOf(ping), 1);
      const [x, y] = this.onMap(ping.at);
      context.strokeStyle = `rgb(255 255 255 / ${Math.max(0, 1 - age)})`;
      context.lineWidth = 2;
      context.beginPath();
      context.arc(x, y, 4 + ((age * 3) % 1) * 12, 0, Math.PI * 2);
      context.stroke();
    }
  }
}
