/** What the partner of a talk sells and buys, with a button for each deal. */
import { THINGS } from "../land/kinds";
import { make } from "../ui/element";
import type { Price } from "../wire/host-messages";

export interface Offers {
  readonly asks: readonly Price[];
  readonly bids: readonly Price[];
}

export interface Bargain {
  readonly kind: number;
  readonly coins: number;
  readonly buys: boolean;
}

/** One row: what it is, what it costs, and whether the button can be pressed. */
export interface Ware extends Bargain {
  readonly words: string;
  readonly possible: boolean;
}

/** The rows of somebody's offers for who has so many of each kind. */
export function wares(offers: Offers | undefined, has: (kind: number) => number, coin: number): Ware[] {
  if (!offers) return [];
  const selling = offers.asks.map(({ kind, coins }) => ({
    kind, coins, buys: true, words: `Buy ${THINGS[kind]} for ${coins}`, possible: has(coin) >= coins,
  }));
  const buying = offers.bids.filter(({ kind }) => has(kind) > 0).map(({ kind, coins }) => ({
    kind, coins, buys: false, words: `Sell ${THINGS[kind]} for ${coins}`, possible: true,
  }));
  return [...selling, ...buying];
}

export class Wares {
  readonly element = make("div", "dialogue-wares");
  private shown = "";

  constructor(private readonly deal: (bargain: Bargain) => void) {
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", "Wares");
  }

  show(rows: readonly Ware[]): void {
    const text = JSON.stringify(rows);
    if (text === this.shown) return;
    this.shown = text;
    this.element.hidden = rows.length === 0;
    this.element.replaceChildren(...rows.map((row) => {
      const button = make("button", row.buys ? "buys" : "sells", row.words);
      button.type = "button";
      button.disabled = !row.possible;
      button.addEventListener("click", () => this.deal(row));
      return button;
    }));
  }
}
