/** An eye that opens as others notice a player who sneaks. The number is the world's own. */
import { POSES } from "../wire/vocabulary";
import { byId } from "./element";

const SNEAKING = POSES.indexOf("sneaking");

/** What the meter means, in a word. */
export function noticedWord(meter: number, perceived: boolean): string {
  if (perceived) return "Seen";
  return meter === 0 ? "Hidden" : meter < 102 ? "Hardly noticed" : "They saw something";
}

export class NoticedMeter {
  private readonly element = byId("noticed");
  private readonly word = byId("noticed-word");
  private meter = 0;
  private perceived = false;
  private sneaks = false;

  /** The world says how nearly one is noticed: 255 is fully. */
  tell(meter: number, perceived: boolean): void {
    this.meter = meter;
    this.perceived = perceived;
    this.draw();
  }

  /** One's own pose says whether there is anything to show. */
  pose(pose: number): void {
    if (this.sneaks === (pose === SNEAKING)) return;
    this.sneaks = pose === SNEAKING;
    this.draw();
  }

  private draw(): void {
    this.element.hidden = !this.sneaks;
    this.element.style.setProperty("--share", `${(this.meter / 255) * 100}%`);
    this.element.classList.toggle("seen", this.perceived);
    this.element.setAttribute("aria-valuenow", `${this.meter}`);
    this.word.textContent = noticedWord(this.meter, this.perceived);
  }
}
