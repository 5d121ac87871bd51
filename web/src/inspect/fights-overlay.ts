/**
 * Fights among the host's own inhabitants: the circle about each foe with its slots, who waits before which, and for the selected
 * fighter the last question where to fall back to: every place it thought of, why not, and what hides there.
 */
import type { MapView } from "./map-view";
import type { Overlay } from "./overlay";
import type { Circle, FightQuery, FightsReport } from "./protocol";

const FREE = "#8a93a3";
const HELD = "#f2b134";
const STRIKING = "#ff5a3c";
const WAITING = "#7fb4ff";
/** Places of a question, as the pictures of `wold query` colour them. */
export const FATES = { won: "#ffffff", passed: "#3fbf6f", failed: "#e0483e", partial: "#4d7dff" } as const;
const SHADOW = "rgba(20, 24, 40, 0.35)";
/** Metres a shadow is drawn. */
const SHADOW_METRES = 40;

/** Why somebody did what it did last, in words; nothing for one who does not fight. */
export function fightInWords(fights: FightsReport | null | undefined, id: string | null): string {
  const fighter = fights?.fighters.find((one) => one.id === id);
  if (!fighter) return "";
  const question = fighter.query;
  if (!question) return `Fights: ${fighter.why}.`;
  const count = (fate: string): number => question.candidates.filter((one) => one.fate === fate).length;
  const reasons = new Map<string, number>();
  for (const { why } of question.candidates) if (why) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const failed = [...reasons].sort((a, b) => b[1] - a[1]).map(([why, times]) => `${times} by ${why}`);
  const places = `${question.candidates.length} places thought of: ${count("passed") + count("won")} good, ${count("partial")} not looked at to the end`;
  return `Fights: ${fighter.why}. ${places}${failed.length > 0 ? `, failed ${failed.join(", ")}` : ""}.`;
}

export const fightsOverlay: Overlay = {
  name: "Fights",
  legend: [
    { label: "free slot", colour: FREE }, { label: "slot held", colour: HELD }, { label: "striking", colour: STRIKING },
    { label: "waiting place", colour: WAITING }, { label: "chosen place", colour: FATES.won }, { label: "good place", colour: FATES.passed },
    { label: "failed a condition", colour: FATES.failed }, { label: "not looked at to the end", colour: FATES.partial },
  ],
  draw(context, view, state, selected) {
    const fights = state?.fights;
    if (!fights) return;
    context.save();
    const question = fights.fighters.find((one) => one.id === selected)?.query;
    if (question) drawQuestion(context, view, question);
    for (const circle of fights.circles) drawCircle(context, view, circle);
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
  const radius = Math.max(3, view.scale * 0.35);
  for (const slot of circle.slots) dot(context, view.toScreen(slot.x, slot.y), radius, slot.striking ? STRIKING : slot.by === null ? FREE : HELD);
  for (const one of circle.waiting) dot(context, view.toScreen(one.x, one.y), radius, WAITING);
}

/** What the walls hide from the foe, then every place. */
function drawQuestion(context: CanvasRenderingContext2D, view: MapView, question: FightQuery): void {
  const [eyeX, eyeY] = question.eye;
  context.fillStyle = SHADOW;
  for (const [ax, ay, bx, by] of question.walls) {
    const far = (x: number, y: number): [number, number] => {
      const length = Math.max(1e-6, Math.hypot(x - eyeX, y - eyeY));
      return view.toScreen(x + ((x - eyeX) / length) * SHADOW_METRES, y + ((y - eyeY) / length) * SHADOW_METRES);
    };
    context.beginPath();
    context.moveTo(...view.toScreen(ax, ay));
    context.lineTo(...far(ax, ay));
    context.lineTo(...far(bx, by));
    context.lineTo(...view.toScreen(bx, by));
    context.fill();
  }
  for (const place of question.candidates) {
    const radius = Math.max(2, view.scale * (place.fate === "won" ? 0.4 : 0.22));
    dot(context, view.toScreen(place.x, place.y), radius, FATES[place.fate]);
  }
}

/** Metres somebody runs in a second, and metres a blow reaches. */
const PROXIMITY = 5;
const THREAT = 1.8;
const SIDES = { attackers: [255, 90, 60], attacked: [77, 125, 255] } as const;

/** Where each side may be within a second and what it can hit: linear, and level with a steep end. */
export const influenceOverlay: Overlay = {
  name: "Influence of fighters",
  legend: [{ label: "attackers", colour: "rgb(255, 90, 60)" }, { label: "attacked", colour: "rgb(77, 125, 255)" }],
  draw(context, view, state) {
    if (!state?.fights) return;
    const attacked = new Set(state.fights.circles.map((circle) => circle.id));
    const attackers = new Set(state.fights.fighters.map((one) => one.id));
    for (const entity of state.entities) {
      const side = attacked.has(entity.id) ? SIDES.attacked : attackers.has(entity.id) ? SIDES.attackers : null;
      if (!side) continue;
      const [x, y] = view.toScreen(entity.x, entity.y);
      const [red, green, blue] = side;
      for (const [metres, most] of [[PROXIMITY, 0.45], [THREAT, 0.5]] as const) {
        const radius = metres * view.scale;
        const fade = context.createRadialGradient(x, y, 0, x, y, radius);
        // Threat is 1 - (d/R)⁴, proximity 1 - d/R.
        const power = metres === THREAT ? 4 : 1;
        for (let stop = 0; stop <= 8; stop += 1) {
          fade.addColorStop(stop / 8, `rgba(${red}, ${green}, ${blue}, ${most * (1 - (stop / 8) ** power)})`);
        }
        context.fillStyle = fade;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
      }
    }
  },
};
