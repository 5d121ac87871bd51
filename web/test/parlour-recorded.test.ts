/** Games recorded by the Rust rules, played again by the page's: the same hash after every turn. */
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { open } from "../src/parlour/games/pastimes";
import { hashOf } from "../src/parlour/lockstep/simulation";

const FOLDER = resolve(import.meta.dirname, "../../games/parlour/tests/recorded");

describe("the page plays the same games as the program", () => {
  it.each(readdirSync(FOLDER))("%s", (file) => {
    const [title, ...turns] = readFileSync(resolve(FOLDER, file), "utf8").trim().split("\n");
    const [name, seats, seed] = title.split(" ");
    const game = open(name, Number(seats), Number(seed));
    if (!game) throw new Error(`the page does not know ${name}`);
    expect(turns.length).toBeGreaterThan(1000);
    turns.forEach((line, turn) => {
      const words = line.split(" ");
      const hash = words.pop();
      game.step(words.map((word) => (word === "." ? null : Number(word))));
      // A copy is as good as the game itself.
      const now = hashOf((turn % 100 === 0 ? game.clone() : game).components()).toString(16).padStart(8, "0");
      if (now !== hash) throw new Error(`${file} differs after turn ${turn}: ${JSON.stringify(game.components())}`);
    });
  });
});
