/**
 * Fights among the host's own inhabitants: who fights whom, the circle about each foe with its slots, who waits before which, what is claimed; and for the selected
 * fighter its last question for a place: every place it thought of, what hides there from whose eyes, and the way it chose.
 */
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { StateMessage } from "./protocol";
import type { Circle, Claim, FightQuery } from "./reports";

const FREE = "#8a93a3";
const HELD = "#f2b134";
const STRIKING = "#ff5a3c";
const WAITING = "#7fb4ff";
const CLAIMED = "#d9a6ff";
const AGAINST = "rgba(255, 150, 120, 0.85)";
const WAY = "#ffe9a8";
/** Places of a question, as the pictures of `wold query` colour them. */
export const FATES = { won: "#ffffff", passed: "#3fbf6f", failed: "#e0483e", partial: "#4d7dff" } as const;
const SHADOW = "rgb(24, 26, 60)";
/** Metres a shadow is drawn, and how dark it is. */
const SHADOW_METRES = 40;
const SHADOW_OPACITY = 0.38;

export const fightsOverlay: Overlay = {
  name: "Fights",
  legend: [
    { label: "free slot", colour: FREE }, { label: "slot held", colour: HELD }, { label: "striking", colour: STRIKING },
    { label: "waiting place", colour: WAITING }, { label: "taken by a claim", colour: CLAIMED }, { label: "fights whom", colour: AGAINST },
  ],
  draw(context, view, state) {
    const fights = state?.fights;
    if (!fights) return;
    context.save();
    for (const circle of fights.circles) drawCircle(context, view, circle);
    for (const claim of fights.claims) drawClaim(context, view, claim);
    for (const { id, foe } of fights.fighters) drawAgainst(context, view, state, id, foe);
    context.restore();
  },
};

/** The selected fighter's last question. */
export const questionOverlay: Overlay = {
  name: "Last question",
  legend: [
    { label: "chosen place", colour: FATES.won }, { label: "good place", colour: FATES.passed }, { label: "failed a condition", colour: FATES.failed },
    { label: "not looked at to the end", colour: FATES.partial }, { label: "hidden from all it minds", colour: SHADOW }, { label: "the way there", colour: WAY },
  ],
  draw(context, view, state, selected) {
    const question = state?.fights?.fighters.find((one) => one.id === selected)?.query;
    if (!question) return;
    context.save();
    drawShadows(context, view, question);
    drawPlaces(context, view, question);
    context.restore();
  },
};

function dot(context: CanvasRenderingContext2D, [x, y]: [number, number], radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function drawCircle(context: CanvasRenderingContext2D, view: MapView, circle: Circle): void {
  context.strokeStyle = FREE;
  context.lineWidth = 1.5;
  context.setLineDash([4, 4]);
  context.beginPath();
  context.arc(...view.toScreen(circle.x, circle.y), circle.outer * view.scale, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
  const radius = Math.max(2.5, view.scale * 0.28);
  for (const slot of circle.slots) dot(context, view.toScreen(slot.x, slot.y), radius, slot.striking ? STRIKING : slot.by === null ? FREE : HELD);
  for (const one of circle.waiting) dot(context, view.toScreen(one.x, one.y), radius, WAITING);
}

/** A diamond round a place that is taken. */
function drawClaim(context: CanvasRenderingContext2D, view: MapView, claim: Claim): void {
  if (claim.place === null) return;
  const [x, y] = view.toScreen(...claim.place);
  const size = Math.max(6, view.scale * 0.8);
  context.strokeStyle = CLAIMED;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, y - size);
  context.lineTo(x + size, y);
  context.lineTo(x, y + size);
  context.lineTo(x - size, y);
  context.closePath();
  context.stroke();
}

/** An arrow from a fighter towards its foe. */
function drawAgainst(context: CanvasRenderingContext2D, view: MapView, state: StateMessage, id: string, foe: string | null): void {
  const [from, to] = [id, foe].map((who) => state.entities.find((one) => one.id === who));
  if (!from || !to) return;
  const [ax, ay] = view.toScreen(from.x, from.y);
  const [bx, by] = view.toScreen(to.x, to.y);
  const length = Math.hypot(bx - ax, by - ay);
  const gap = 12;
  if (length < 2.5 * gap) return;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const [ex, ey] = [bx - ux * gap, by - uy * gap];
  context.strokeStyle = AGAINST;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(ax + ux * gap, ay + uy * gap);
  context.lineTo(ex, ey);
  context.lineTo(ex - ux * 6 - uy * 4, ey - uy * 6 + ux * 4);
  context.moveTo(ex, ey);
  context.lineTo(ex - ux * 6 + uy * 4, ey - uy * 6 - ux * 4);
  context.stroke();
}

/** A sheet as large as the map. */
function sheet(context: CanvasRenderingContext2D): OffscreenCanvasRenderingContext2D | null {
  const over = new OffscreenCanvas(context.canvas.width, context.canvas.height).getContext("2d");
  over?.setTransform(context.getTransform());
  return over;
}

/** Darkens what the walls hide from all eyes. */
function drawShadows(context: CanvasRenderingContext2D, view: MapView, question: FightQuery): void {
  let hidden: OffscreenCanvasRenderingContext2D | null = null;
  for (const eye of question.eyes) {
    const from = sheet(context);
    if (!from) return;
    fillWedges(from, view, question, eye);
    if (hidden) {
      hidden.save();
      hidden.resetTransform();
      hidden.globalCompositeOperation = "destination-in";
      hidden.drawImage(from.canvas, 0, 0);
      hidden.restore();
    } else hidden = from;
  }
  if (!hidden) return;
  context.save();
  context.resetTransform();
  context.globalAlpha = SHADOW_OPACITY;
  context.drawImage(hidden.canvas, 0, 0);
  context.restore();
}

/** What lies behind each wall for one pair of eyes. */
function fillWedges(over: OffscreenCanvasRenderingContext2D, view: MapView, question: FightQuery, [eyeX, eyeY]: readonly [number, number]): void {
  over.fillStyle = SHADOW;
  for (const [ax, ay, bx, by] of question.walls) {
    const far = (x: number, y: number): [number, number] => {
      const length = Math.max(1e-6, Math.hypot(x - eyeX, y - eyeY));
      return view.toScreen(x + ((x - eyeX) / length) * SHADOW_METRES, y + ((y - eyeY) / length) * SHADOW_METRES);
    };
    over.beginPath();
    over.moveTo(...view.toScreen(ax, ay));
    over.lineTo(...far(ax, ay));
    over.lineTo(...far(bx, by));
    over.lineTo(...view.toScreen(bx, by));
    over.fill();
  }
}

/** The way, then every place, what failed below what is good. */
function drawPlaces(context: CanvasRenderingContext2D, view: MapView, question: FightQuery): void {
  if (question.way) {
    context.strokeStyle = WAY;
    context.lineWidth = 2.5;
    context.setLineDash([7, 4]);
    context.beginPath();
    for (const [x, y] of question.way.corners) context.lineTo(...view.toScreen(x, y));
    context.stroke();
    context.setLineDash([]);
  }
  for (const fate of ["failed", "partial", "passed", "won"] as const) {
    const radius = Math.max(2, view.scale * (fate === "won" ? 0.4 : 0.2));
    for (const place of question.candidates) if (place.fate === fate) dot(context, view.toScreen(place.x, place.y), radius, FATES[fate]);
  }
}
