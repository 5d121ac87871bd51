/** One line about where one is: weather, temperature, prices at a stall, how one is regarded, what guards are told. */
import { dutyWords, regardWords, smellWords, weatherWords, type Surroundings } from "../model/surroundings";
import { byId } from "./element";

export class WeatherLine {
  private readonly element = byId("weather");

  show(s: Surroundings, x: number, y: number): void {
    const prices = s.prices.map(({ good, price }) => `${good} ${price.toFixed(2)}`).join(", ");
    const parts = [weatherWords(s, x, y), `${Math.round(s.celsius)} °C`, smellWords(s.smells), prices && `at the stall: ${prices}`, regardWords(s.regard), dutyWords(s, x, y)];
    const text = s.told ? parts.filter((part) => part !== "").join(" · ") : "";
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.hidden = text === "";
  }
}
