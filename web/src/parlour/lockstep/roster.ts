/** Who holds which seat, turn by turn: the same at every peer, since it changes only by what was said; see `lockstep::roster` of the crate `wold-wire`. */
import type { Holder, Order } from "./message";
import type { Component } from "./simulation";

export class Roster {
  constructor(readonly seats: (Holder | null)[]) {}

  static of(seats: number, seated: readonly Order[] = []): Roster {
    const roster = new Roster(new Array<Holder | null>(seats).fill(null));
    for (const order of seated) roster.give(order, 0);
    return roster;
  }

  /** Gives a free seat to somebody who has none; whether it did. */
  give(order: Order, from: number): boolean {
    if (this.holds(order.peer) || this.seats[order.seat] !== null) return false;
    this.seats[order.seat] = { peer: order.peer, from };
    return true;
  }

  holds(peer: number): Holder | undefined {
    return this.holders().find((holder) => holder.peer === peer);
  }

  holders(): Holder[] {
    return this.seats.filter((seat) => seat !== null);
  }

  /** Who plays in a turn. */
  players(turn: number): Holder[] {
    return this.holders().filter(({ from }) => from <= turn);
  }

  /** Frees the seats of those who were given up by a turn; a seat never begun is freed when it would have begun. */
  free(turn: number, ends: ReadonlyMap<number, number>): void {
    this.seats.forEach((seat, at) => {
      if (seat && seat.from <= turn && (ends.get(seat.peer) ?? Infinity) <= turn) this.seats[at] = null;
    });
  }

  component(): Component {
    return { name: "seats", words: this.seats.flatMap((seat) => (seat ? [seat.peer | 0, seat.from | 0] : [-1, -1])) };
  }
}
